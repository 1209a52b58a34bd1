"""Whose word counts: what a statement has to reach so that it displaces what stands.

A document stands against a turn, whichever was told first. A row carries the word of a document when it is a document's
own, or when a document repeats it: the telling that makes the row may be a turn's, and a later turn must not undo what
the document says too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from memory_core.engine.model import Assertion

TURN, DOCUMENT = "turn", "document"


@dataclass(frozen=True, slots=True)
class Authority:
    """How rows of one timeline weigh against each other."""

    floor: float
    """Confidence under which a statement displaces nothing."""
    backed: Collection[str] = frozenset()
    """Ids of rows that a firm statement of a document repeats."""

    def speaks_for_document(self, row: Assertion) -> bool:
        """Whether a firm document says what a row says. Words of low trust have no such weight."""
        return row.id in self.backed or (row.source.kind == DOCUMENT and row.confidence >= self.floor)

    def overruled(self, one: Assertion, standing: Assertion) -> bool:
        """Whether a row is a user's claim against what a document says."""
        claim = one.source.kind == TURN and one.id not in self.backed
        return claim and self.speaks_for_document(standing)

    def is_weaker(self, one: Assertion, standing: Assertion) -> bool:
        """Whether a row has less authority than one that stands."""
        if self.overruled(one, standing):
            return True
        if one.id in self.backed:
            return False
        alike = one.source.kind == standing.source.kind and standing.id not in self.backed
        return one.confidence < (max(self.floor, standing.confidence) if alike else self.floor)

    def is_uniform(self, one: Assertion, other: Assertion) -> bool:
        """Whether neither of two rows ever yields to the other."""
        return one.source.kind == other.source.kind and self.floor <= one.confidence == other.confidence


def backed_by_documents(repeats: Mapping[str, Iterable[Assertion]], floor: float) -> frozenset[str]:
    """Ids of rows that a firm statement of a document repeats."""
    return frozenset(one for one, again in repeats.items() if any(backs(row, floor) for row in again))


def backs(row: Assertion, floor: float) -> bool:
    """Whether a repeat lends the word of a document to what it repeats."""
    return row.source.kind == DOCUMENT and row.confidence >= floor
