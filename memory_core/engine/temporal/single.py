"""The reading of a single-valued key: a sweep over its rows by rank, the last one that holds on top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from memory_core.engine.model import Assertion, Instant
from memory_core.engine.temporal.authority import Authority
from memory_core.engine.temporal.rows import Resolved, Segment, Told, holds, in_order, latest_ends, never_held


def resolve_single(rows: Sequence[Assertion], authority: Authority) -> Resolved:
    """What is believed when, of rows without repeats in known order."""
    told = in_order(rows)
    void = never_held(told) if any(one.row.ends for one in told) else set[int]()
    ranked = sorted(latest_ends(told, authority.overruled), key=lambda one: one.start)
    sweep, claims = _Sweep(void=void), list[Told]()
    for one in ranked:
        if one.row.ends:
            sweep.end(one, told, authority)
            claims = [claim for claim in claims if not one.ends_what(claim)]
        elif one.empty or one.order in void:
            continue
        elif yields(one, sweep.standing(one.start), authority):
            claims.append(one)
        else:
            sweep.place(one)
    sweep.advance(None)
    segments = [*sweep.segments, *_in_gaps(claims, sweep.gaps)]
    standing = tuple(one.row for one in ranked if not one.row.ends)
    stated = {row.id: row.valid_until for row in standing if row.valid_until is not None}
    return Resolved(
        standing,
        tuple(sorted(segments, key=lambda segment: segment.start)),
        tuple(one.row for one in claims),
        stated | sweep.ended,
    )


def yields(one: Told, standing: Told | None, authority: Authority) -> bool:
    """Whether a statement, or an ending, displaces nothing of what stands when it begins.

    A turn that agrees with a document is no more than a claim either, so that the document's row stays the one that
    stands.
    """
    if standing is None or standing.row.ends:
        return False
    if standing.value == one.value and not one.row.ends:
        return authority.overruled(one.row, standing.row)
    return authority.is_weaker(one.row, standing.row)


@dataclass(slots=True)
class _Sweep:
    """Rows placed in order of rank; the last one placed that still holds is what is believed."""

    void: set[int] = field(default_factory=set[int])
    stack: list[Told] = field(default_factory=list[Told])
    at: Instant | None = None
    segments: list[Segment] = field(default_factory=list[Segment])
    gaps: list[tuple[Instant, Instant | None]] = field(default_factory=list[tuple[Instant, Instant | None]])
    ended: dict[str, Instant] = field(default_factory=dict[str, Instant])

    def standing(self, instant: Instant) -> Told | None:
        """What is believed about an instant at or after all starts so far, or the ending that leaves it empty."""
        self.advance(instant)
        return self.stack[-1] if self.stack else None

    def place(self, one: Told) -> None:
        """Puts a row on top from its start on."""
        self.advance(one.start)
        self.stack.append(one)

    def end(self, ending: Told, told: Sequence[Told], authority: Authority) -> None:
        """Lets an ending take the place of what stands, if that is what it is about."""
        old = self.standing(ending.start)
        denied = [one for one in told if one.order in self.void and ending.ends_what(one) and ending.start < one.start]
        if denied or (old is not None and not old.row.ends and self._ends(ending, old, authority)):
            self.stack.append(ending)
        for one in denied:
            self.ended[one.row.id] = one.start
        if old is not None and self.stack[-1] is ending and not old.row.ends:
            self.ended[old.row.id] = ending.start

    def _ends(self, ending: Told, old: Told, authority: Authority) -> bool:
        if not ending.ends_what(old) or yields(ending, old, authority):
            return False
        again = [one for one in self.stack if one.order > ending.order and one.value == old.value and not one.row.ends]
        return not any(holds(one.row, ending.start) for one in again)

    def advance(self, until: Instant | None) -> None:
        """Writes down what is believed up to an instant, or for ever, and drops what has ended by then."""
        at = self.at
        while self.stack and at is not None:
            top = self.stack[-1]
            end = None if top.row.ends else top.row.valid_until
            if end is not None and end <= at:
                self.stack.pop()
                continue
            stop = until if end is None or (until is not None and until <= end) else end
            self._believe(top, at, stop)
            if stop == until:
                break
            at = stop
        else:
            if at is not None and (until is None or until > at):
                self.gaps.append((at, until))
        while self.stack and until is not None and _over(self.stack[-1], until):
            self.stack.pop()
        self.at = until

    def _believe(self, top: Told, start: Instant, end: Instant | None) -> None:
        if top.row.ends or start == end:
            return
        last = self.segments[-1] if self.segments else None
        if last is not None and last.row is top.row and last.end == start:
            self.segments[-1] = Segment(top.row, last.start, end)
        else:
            self.segments.append(Segment(top.row, start, end))


def _over(one: Told, instant: Instant) -> bool:
    return not one.row.ends and one.row.valid_until is not None and one.row.valid_until <= instant


def _in_gaps(claims: Sequence[Told], gaps: Sequence[tuple[Instant, Instant | None]]) -> list[Segment]:
    """Claims where nothing else stands; among themselves by rank."""
    if not claims or not gaps:
        return []
    sweep = _Sweep()
    for one in claims:
        sweep.place(one)
    sweep.advance(None)
    cut: list[Segment] = []
    for segment in sweep.segments:
        for start, end in gaps:
            if segment.overlaps(start, end):
                ends = [one for one in (segment.end, end) if one is not None]
                cut.append(Segment(segment.row, max(segment.start, start), min(ends, default=None)))
    return cut
