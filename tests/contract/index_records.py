"""Records, filters and helpers that the suites of the text and the vector copy share."""

from __future__ import annotations

import random
import signal
import subprocess
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from hypothesis import strategies as st

from memory_core.ports.filters import IndexFilter, IndexHit, IndexRecord

CONTEXT = "tenant-a"
KINDS = ("turn", "attribute", "chunk")
LABELS = ("red", "green", "a label/with: signs")
MIME_TYPES = ("text/plain", "application/pdf")
INSTANTS = (-62_000_000_000_000_000, 0, 1_700_000_000_000_000, 250_000_000_000_000_000)


def record(name: str, **fields: object) -> IndexRecord:
    """A living turn of one context and scope set, unless said otherwise."""
    base = IndexRecord(record_id=f"turn:{name}", context=CONTEXT, scope_set=1, kind="turn", observed_at=1_000)
    return replace(base, **fields)  # type: ignore[arg-type]


def ids(hits: Iterable[IndexHit]) -> list[str]:
    """Names of the records that were found, in order."""
    return [hit.record_id.removeprefix("turn:") for hit in hits]


def assorted(count: int) -> list[IndexRecord]:
    """Records that differ in everything a filter looks at; always the same ones."""
    rng = random.Random(11)
    return [
        record(
            f"{n:03}",
            context=rng.choice((CONTEXT, "tenant-b")),
            scope_set=rng.randrange(6),
            kind=rng.choice(KINDS),
            observed_at=rng.choice(INSTANTS) + n,
            live=rng.random() < 0.8,
            labels=tuple(label for label in LABELS if rng.random() < 0.5),
            session_id=rng.choice((None, "session:1", "session:2")),
            document_id=rng.choice((None, "document:1", "document:2")),
            mime_type=rng.choice((None, *MIME_TYPES)),
            source_kind=rng.choice((None, "turn", "document")),
        )
        for n in range(count)
    ]


def filters() -> st.SearchStrategy[IndexFilter]:
    """Any filter over what `assorted` makes, with values that no record has among them."""

    def some(*values: str) -> st.SearchStrategy[frozenset[str] | None]:
        return st.none() | st.frozensets(st.sampled_from(values))

    def maybe(*values: str) -> st.SearchStrategy[str | None]:
        return st.none() | st.sampled_from(values)

    edges = st.none() | st.sampled_from([instant + n for instant in INSTANTS for n in (0, 20, 40)])
    return st.builds(
        IndexFilter,
        context=st.sampled_from((CONTEXT, "tenant-b", "tenant-c")),
        scope_sets=st.none() | st.frozensets(st.integers(0, 8)) | st.just(frozenset(range(2, 600))),
        kinds=some(*KINDS, "entity"),
        labels=st.lists(st.sampled_from((*LABELS, "no such label")), max_size=2, unique=True).map(tuple),
        session_id=maybe("session:1", "session:9"),
        document_ids=some("document:1", "document:2", "document:9"),
        mime_types=some(*MIME_TYPES, "image/png"),
        source_kind=maybe("turn", "document", "mail"),
        observed_until=edges,
        turns_from=edges,
        turns_before=edges,
        live_only=st.booleans(),
    )


def holds_bytes(folder: Path, *needles: bytes) -> list[str]:
    """Files below a folder that hold one of some byte strings."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [str(path.relative_to(folder)) for path in files if any(one in path.read_bytes() for one in needles)]


def killed_after(count: int, script: list[str]) -> int:
    """Kills a process that prints numbers once one is reached; the last number that it printed."""
    with subprocess.Popen(script, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while int(process.stdout.readline()) < count:
            pass
        process.send_signal(signal.SIGKILL)
        return max([count, *map(int, process.stdout.read().split())])
