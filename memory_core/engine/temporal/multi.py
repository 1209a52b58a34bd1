"""The reading of a multi-valued key: every value stands for itself."""

from __future__ import annotations

from collections.abc import Sequence

from memory_core.engine.model import Assertion, Instant
from memory_core.engine.temporal.rows import Resolved, Segment, Told, in_order, latest_ends, never_held


def resolve_multi(rows: Sequence[Assertion]) -> Resolved:
    """What holds when, of rows without repeats in known order."""
    told = in_order(rows)
    endings = [one for one in told if one.row.ends]
    void = never_held(told) if endings else set[int]()
    standing = sorted((one for one in latest_ends(told) if not one.row.ends), key=lambda one: one.start)
    segments: list[Segment] = []
    ended: dict[str, Instant] = {}
    for one in standing:
        end = _end(one, endings)
        if end is not None:
            ended[one.row.id] = end
        if one.order not in void and (end is None or end > one.start):
            segments.append(Segment(one.row, one.start, end))
    return Resolved(tuple(one.row for one in standing), tuple(segments), (), ended)


def _end(one: Told, endings: Sequence[Told]) -> Instant | None:
    """The stated end, or an earlier one that was told after it."""
    ends = [ending.start for ending in endings if ending.start >= one.start and ending.ends_what(one)]
    if one.row.valid_until is not None:
        ends.append(one.row.valid_until)
    return min(ends, default=None)
