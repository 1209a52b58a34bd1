"""What a document says again, and what it says no longer.

Every reading of a document proposes all that it states. What it stated before keeps its row and its history, and only
learns where its words stand now; what no later reading finds is retired, unless another value of the same document took
its place, for then it is history.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memory_core.engine import temporal
from memory_core.engine.model import Assertion, Document, Uncertainty
from memory_core.engine.temporal import value_key
from memory_core.engine.temporal.authority import DOCUMENT


def document_of(row: Assertion) -> str | None:
    """The document whose statement it is."""
    return row.source.ref if row.source.kind == DOCUMENT else None


def told_before(rows: Iterable[Assertion], row: Assertion) -> list[Assertion]:
    """Rows in which the same document says the same, whenever that was read; a start that was only assumed is none."""
    if row.source.kind != DOCUMENT:
        return []
    return [one for one in rows if document_of(one) == row.source.ref and _statement(one) == _statement(row)]


def _statement(row: Assertion) -> tuple[object, ...]:
    start = None if row.start_assumed else row.valid_from
    return (value_key(row), row.ends, start, row.valid_until)


def outdated(rows: Sequence[Assertion], document: Document) -> list[Assertion]:
    """Facts of a document, of all that it states, that its last reading did not find."""
    own = [row for row in rows if document_of(row) == document.id and row.retired_at is None]
    gone: list[Assertion] = []
    for single, line in temporal.lines(own):
        found = [row for row in line if row.source.reading == document.reading and not row.ends]
        stale = [row for row in line if row.source.reading != document.reading]
        gone += [row for row in stale if not (single and _is_history(row, found))]
    return gone


def _is_history(row: Assertion, found: Sequence[Assertion]) -> bool:
    """Whether a newer value of the same document took a row's place."""
    later = (one for one in found if one.known_at > row.known_at and one.valid_from >= row.valid_from)
    return not row.ends and any(value_key(one) != value_key(row) for one in later)


def unfounded(doubts: Iterable[Uncertainty], document: Document) -> list[Uncertainty]:
    """Uncertainties of a document that its last reading did not find."""
    return [
        one
        for one in doubts
        if one.retired_at is None and (one.source.kind, one.source.ref) == (DOCUMENT, document.id)
        if one.source.reading != document.reading
    ]
