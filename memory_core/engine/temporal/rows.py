"""What the readings of single-valued and multi-valued keys share: values, intervals and their end."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from memory_core.engine.model import Assertion, Instant

FLOOR = 0.7
"""Confidence under which a statement displaces nothing; a context may set another."""

_EXACT = re.compile(r"[\d_@/\\]")


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of validity in which a row is believed."""

    row: Assertion
    start: Instant
    end: Instant | None
    """Not included; None: open."""

    def holds(self, instant: Instant) -> bool:
        """Whether it covers an instant."""
        return self.start <= instant and (self.end is None or instant < self.end)

    def overlaps(self, start: Instant | None, end: Instant | None) -> bool:
        """Whether it shares an instant with a window; None leaves that side of the window open."""
        return (end is None or self.start < end) and (start is None or self.end is None or start < self.end)


@dataclass(frozen=True, slots=True)
class Resolved:
    """What the reading of one form of key found; fields as in Timeline."""

    rows: tuple[Assertion, ...]
    segments: tuple[Segment, ...]
    claims: tuple[Assertion, ...]
    ended: Mapping[str, Instant]


@dataclass(frozen=True, slots=True)
class Told:
    """A row with its place in known order: known_at, then the order of writing."""

    row: Assertion
    order: int
    value: object

    @property
    def start(self) -> Instant:
        """When it begins to hold."""
        return self.row.valid_from

    @property
    def empty(self) -> bool:
        """Whether it holds at no instant at all."""
        return self.row.valid_until is not None and self.row.valid_until <= self.row.valid_from

    def ends_what(self, other: Told) -> bool:
        """Whether this ending, told after the other row, is about its value."""
        return self.order > other.order and (self.value == "" or self.value == other.value)


def holds(row: Assertion, at: Instant) -> bool:
    """Whether a row by its own words holds at an instant."""
    return row.valid_from <= at and (row.valid_until is None or at < row.valid_until)


def value_key(row: Assertion) -> object:
    """What makes two rows of a timeline statements of the same value: the target, or the words without their casing."""
    return row.target_uid if row.target_uid is not None else same_text(row.value)


def same_text(text: str) -> str:
    """Words with one spelling: composed, single blanks, casing folded.

    Codes keep their casing, since there it may be all that tells two apart: texts with a digit or a sign of one, and
    words cased as no sentence would.
    """
    text = unicodedata.normalize("NFC", text)
    words = text.split()
    if _EXACT.search(text):
        return " ".join(words)
    return " ".join(word.lower() if word.isupper() or word[:1] + word[1:].lower() == word else word for word in words)


def in_order(rows: Sequence[Assertion]) -> list[Told]:
    """Rows that are given in known order, with their places."""
    return [Told(row, order, value_key(row)) for order, row in enumerate(rows)]


def latest_ends(told: Sequence[Told], overruled: Callable[[Assertion, Assertion], bool] | None = None) -> list[Told]:
    """Without rows that a later one of the same value and start took the place of; endings stay, each for itself.

    overruled: whether a row (first) is no match for another, whose place it does not take then.
    """
    standing: dict[tuple[object, Instant], list[Told]] = {}
    replaced: set[int] = set()
    for one in told:
        if one.row.ends:
            continue
        before = standing.setdefault((one.value, one.start), [])
        stays = [other for other in before if overruled and overruled(one.row, other.row)]
        replaced.update(other.order for other in before if other not in stays)
        before[:] = [*stays, one]
    return [one for one in told if one.order not in replaced]


def never_held(told: Sequence[Told]) -> set[int]:
    """Orders of rows whose assumed start lies after an end that was told later."""
    endings = [one for one in told if one.row.ends]
    return {
        one.order
        for one in told
        if one.row.start_assumed and not one.row.ends
        if any(ending.start < one.start and ending.ends_what(one) for ending in endings)
    }
