"""Carries what the ledger committed to its copies: the text index and the vectors.

One worker a copy takes outbox rows in order, reads the records as they are now, writes the copy, and acknowledges what the
copy holds durably. It is at least once and idempotent: a crash between write and acknowledgement repeats the write. A copy
that is down is retried with growing pauses while writes go on; recall reads what waits from the outbox meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections import OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import structlog

from memory_core.engine.model import Instant
from memory_core.engine.speaking import named_speaker
from memory_core.engine.windows import windows
from memory_core.ports.blobs import BlobStore
from memory_core.ports.clock import Clock
from memory_core.ports.embedder import Embedder
from memory_core.ports.filters import IndexRecord, Vector
from memory_core.ports.outbox import IndexSource, Operation, OutboxLedger, OutboxRow, Target
from memory_core.ports.text import TextIndex
from memory_core.ports.vectors import VectorIndex

BATCH = {Target.TEXT: 256, Target.VECTORS: 64}
"""Rows of one step. A commit of the text index costs the same for few and for many; vectors cost one by one."""
ERASE_BATCH = 4096
IDLE_POLL_S = 1.0
"""How often a worker looks for rows that another process committed."""
LONGEST_PAUSE_S = 30.0
log: Any = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Receipt:
    """What an erasure removed where, and when every store had confirmed it."""

    cleared: dict[str, int]
    """Store -> copies removed."""
    started_at: Instant
    verified_at: Instant | None
    """None while a store has not confirmed yet; the erasure goes on and is repeated until it has."""


class Projector:
    """Two workers, their freshness, and the receipts of erasures."""

    def __init__(
        self,
        outbox: OutboxLedger,
        text: TextIndex,
        vectors: VectorIndex,
        embedder: Embedder,
        blobs: BlobStore,
        clock: Clock,
    ) -> None:
        self._outbox, self._text, self._vectors, self._blobs, self._clock = outbox, text, vectors, blobs, clock
        self._embedder = embedder
        self._wake = {target: asyncio.Event() for target in Target}
        self._done = dict.fromkeys(Target, 0)
        self._known = 0
        self.backlog: dict[str, float] = dict.fromkeys((target.value for target in Target), 0.0)
        self._moved = asyncio.Condition()
        self._erased: OrderedDict[tuple[Target, str], int] = OrderedDict()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begins to work."""
        self._tasks = [asyncio.create_task(self._run(target), name=f"projector-{target}") for target in Target]

    async def close(self) -> None:
        """Stops after the batch at hand; what is left waits in the outbox."""
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def wait(self, outbox_seq: int, timeout_s: float, targets: Collection[Target] = tuple(Target)) -> bool:
        """Waits until the copies hold everything up to a number; False when the time ran out first."""
        self.committed(outbox_seq)
        if not any(self.behind(outbox_seq, target) for target in targets):
            return True
        try:
            async with asyncio.timeout(timeout_s), self._moved:
                await self._moved.wait_for(lambda: all(self._done[target] >= outbox_seq for target in targets))
        except TimeoutError:
            return False
        return True

    def behind(self, outbox_seq: int, target: Target) -> int:
        """Rows at most that stand between a copy and a number; 0 when it holds everything up to it."""
        return max(0, outbox_seq - self._done[target])

    def committed(self, outbox_seq: int) -> None:
        """Says that rows up to a number were committed."""
        self._known = max(self._known, outbox_seq)
        self.nudge()

    def nudge(self) -> None:
        """Says that rows were committed."""
        for event in self._wake.values():
            event.set()

    async def drained(self) -> None:
        """Returns when nothing waits for a copy."""
        while any([(await self._outbox.backlog(target))[0] for target in Target]):
            async with self._moved:
                await self._moved.wait()

    async def _notify(self) -> None:
        """Wakes who waits for copies."""
        async with self._moved:
            self._moved.notify_all()

    async def receipt(self, outbox_seq: int, record_ids: Collection[str], timeout_s: float) -> Receipt:
        """Waits for an erasure to reach the copies and counts what it removed there."""
        started = self._clock.now()
        done = await self.wait(outbox_seq, timeout_s)
        cleared = {target.value: sum(self._erased.get((target, one), 0) for one in record_ids) for target in Target}
        return Receipt(cleared, started, self._clock.now() if done else None)

    async def _run(self, target: Target) -> None:
        pause = 0.1
        while True:
            event = self._wake[target]
            event.clear()
            try:
                worked = await self._step(target)
                pause = 0.1
            except asyncio.CancelledError:
                raise
            except Exception as error:
                log.warning("projection failed, will be repeated", copy=target.value, error=type(error).__name__)
                await asyncio.sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE_S)
                continue
            if not worked:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(IDLE_POLL_S):
                        await event.wait()

    async def _step(self, target: Target) -> bool:
        known = self._known
        rows = await self._pending(target)
        self.backlog[target.value] = float(len(rows))
        if not rows:
            self._done[target] = max(self._done[target], known)  # what was committed before is done, by whomever
            await self._notify()
            return False
        # Several rows of one record in a batch: the last decides, except that an erasure stays one.
        last: dict[str, OutboxRow] = {}
        for row in rows:
            before = last.get(row.record_id)
            if before is None or before.operation not in (Operation.ERASE, Operation.ERASE_BLOB):
                last[row.record_id] = row
        await self._apply(target, list(last.values()))
        # Who waits for the copy need not wait for the queue as well: until then the rows are only done again.
        self._done[target] = max(self._done[target], rows[-1].seq)
        await self._notify()
        await self._outbox.acknowledge(target, [row.seq for row in rows])
        return True

    async def _pending(self, target: Target) -> Sequence[OutboxRow]:
        """The rows of the next step. Erasures are taken many at once: what they cost hardly depends on their number."""
        rows = await self._outbox.pending(target, BATCH[target])
        if len(rows) == BATCH[target] and all(row.operation is Operation.ERASE for row in rows):
            rows = await self._outbox.pending(target, ERASE_BATCH)
            rows = list(takewhile(lambda row: row.operation is Operation.ERASE, rows))
        return _up_to_a_context(rows)

    async def _apply(self, target: Target, rows: Sequence[OutboxRow]) -> None:
        of = {operation: [r.record_id for r in rows if r.operation is operation] for operation in Operation}
        sources = await self._outbox.sources(of[Operation.UPSERT]) if of[Operation.UPSERT] else []
        gone = sorted(set(of[Operation.UPSERT]) - {one.record_id for one in sources}) + of[Operation.DELETE]
        index = self._text if target is Target.TEXT else self._vectors
        if gone:
            await index.delete(gone)
        if sources and target is Target.TEXT:
            await self._text.upsert(await asyncio.to_thread(_all_text_records, sources))
        elif sources:
            await self._project_vectors(sources)
        if of[Operation.ERASE]:
            await self._erase(target, of[Operation.ERASE])
        for context in of[Operation.ERASE_CONTEXT]:
            self._note(target, context, await index.erase_context(context))
        for entry in of[Operation.ERASE_BLOB]:
            context, _, content_hash = entry.partition("\n")
            await self._blobs.delete(context, content_hash)
            self._note(target, entry, 1)

    async def _erase(self, target: Target, ids: Sequence[str]) -> None:
        index = self._text if target is Target.TEXT else self._vectors
        await index.erase(ids)
        for one in ids:
            self._note(target, one, 1)

    def _note(self, target: Target, record_id: str, count: int) -> None:
        self._erased[target, record_id] = count
        while len(self._erased) > 100_000:
            self._erased.popitem(last=False)

    async def _project_vectors(self, sources: Sequence[IndexSource]) -> None:
        """Embeds what is new or says something else; of the rest only what filters look at is written again."""
        whole = await asyncio.to_thread(_hashed, sources)
        held = await self._vectors.refresh(list(whole.values()))
        pieces = await asyncio.to_thread(_spoken_windows, [one for one in sources if one.record_id not in held])
        if not pieces:
            return
        vectors = await self._embedder.embed_documents([piece for *_, piece in pieces])
        await self._vectors.upsert(
            [
                _record(one, n, "", vector=vector, text_hash=whole[one.record_id].text_hash)
                for (one, n, _), vector in zip(pieces, vectors, strict=True)
            ]
        )


def _up_to_a_context(rows: Sequence[OutboxRow]) -> Sequence[OutboxRow]:
    """The first rows, such that the erasure of a context is a step of its own: what comes after it is of a new one."""
    at = next((n for n, row in enumerate(rows) if row.operation is Operation.ERASE_CONTEXT), len(rows))
    return rows[: max(at, 1)]


# What follows runs on other threads: a batch of long texts would hold the loop.


def _all_text_records(sources: Sequence[IndexSource]) -> list[IndexRecord]:
    return [record for one in sources for record in text_records(one)]


def _hashed(sources: Sequence[IndexSource]) -> dict[str, IndexRecord]:
    return {one.record_id: _record(one, 0, "", text_hash=text_hash(spoken(one))) for one in sources}


def _spoken_windows(sources: Sequence[IndexSource]) -> list[tuple[IndexSource, int, str]]:
    return [(one, n, piece) for one in sources for n, piece in enumerate(windows(spoken(one)))]


def text_hash(text: str) -> int:
    """63 bits that stand for an embedded text; never 0."""
    return (int.from_bytes(hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=8).digest()) >> 1) or 1


def spoken(source: IndexSource) -> str:
    """What is embedded: a turn without the name of its speaker, a passage with its title."""
    if source.kind == "turn":
        return named_speaker(source.body)[1] or source.body
    if source.kind == "chunk" and source.names:
        return f"{source.names}\n{source.body}"
    return source.body


def text_records(source: IndexSource) -> list[IndexRecord]:
    """One record a window; the surroundings go with each."""
    return [_record(source, n, piece) for n, piece in enumerate(windows(source.body))]


def _record(
    source: IndexSource, window: int, body: str, *, vector: Vector | None = None, text_hash: int = 0
) -> IndexRecord:
    return IndexRecord(
        record_id=source.record_id,
        window=window,
        context=source.context,
        scope_set=source.scope_set,
        kind=source.kind,
        labels=source.labels,
        session_id=source.session_id,
        document_id=source.document_id,
        mime_type=source.mime_type,
        source_kind=source.source_kind,
        observed_at=source.observed_at,
        live=source.live,
        body=body,
        context_text=source.context_text,
        names=source.names,
        vector=vector,
        text_hash=text_hash,
    )
