"""What of a timeline has run out.

A fact whose end is past is not believed about now anyway. What is left to do is to take it off offer in the copies and,
where it only told what was going on (category context), off every surface: identity and knowledge that ended stay, since
questions about the past are answered from them. Context may also have a longest life without use or repeat.

A row is never retired when that would let another row be believed about an instant that it was not believed about
before: what happened in its time would then be told wrongly, where nothing told is right.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from memory_core.engine.lifecycle.strength import reinforcement
from memory_core.engine.model import Assertion, Category, Instant
from memory_core.engine.plan import Changes
from memory_core.engine.temporal import FLOOR, Timeline, live_changes, resolve, value_key

_EVER: Instant = 2**62


@dataclass(frozen=True, slots=True)
class Expiry:
    """By what a run judges."""

    now: Instant
    unused_since: Instant | None = None
    """Context that was neither told nor used since is retired; None: only what has ended."""
    floor: float = FLOOR


def may_expire(row: Assertion, asked: Expiry) -> bool:
    """Whether the timeline of a row has to be looked at."""
    ended = row.live and row.valid_until is not None and row.valid_until <= asked.now
    return ended or row.category is Category.CONTEXT


def expire(lines: Sequence[tuple[bool, list[Assertion]]], asked: Expiry, *, retire: bool) -> Changes:
    """What becomes of whole timelines, each given with whether its key holds one value.

    Without `retire` ended facts are only taken off offer.
    """
    retired: list[str] = []
    after: list[Assertion] = []
    for single, line in lines:
        gone = frozenset(_run_out(line, single, asked)) if retire else frozenset[str]()
        retired += [row.id for row in line if row.id in gone]
        after += [replace(row, retired_at=asked.now) if row.id in gone else row for row in line]
    live = live_changes(after, asked.now, floor=asked.floor)
    went = frozenset(retired)
    return Changes(
        retired=tuple((one, asked.now) for one in retired),
        live={one: flag for one, flag in live.items() if one not in went},
    )


def _run_out(line: Sequence[Assertion], single: bool, asked: Expiry) -> set[str]:
    """Ids of the tellings of context that has run out."""
    before = resolve(line, _EVER, single, now=True, floor=asked.floor)
    gone: set[str] = set()
    for row in before.rows:
        if row.category is Category.CONTEXT and _is_over(row, before, asked):
            gone |= _tellings(row, before)
    if not gone:
        return set()
    left = [row for row in line if row.id not in gone]
    after = resolve(left, _EVER, single, now=True, floor=asked.floor)
    return set() if _tells_otherwise(before, after) else gone


def _is_over(row: Assertion, line: Timeline, asked: Expiry) -> bool:
    end = line.ended.get(row.id)
    if end is not None and end <= asked.now:
        return True
    tellings = (row, *line.repeats.get(row.id, ()), *line.observations.get(row.id, ()))
    last = reinforcement(tellings, asked.now).last
    return asked.unused_since is not None and last < asked.unused_since


def _tellings(row: Assertion, line: Timeline) -> set[str]:
    """The row, its repeats, and rows whose end it replaced."""
    replaced = [
        one
        for one in line.told
        if not one.ends and one.valid_from == row.valid_from and value_key(one) == value_key(row)
    ]
    return {
        one.id
        for host in (row, *replaced)
        for one in (host, *line.repeats.get(host.id, ()), *line.observations.get(host.id, ()))
    }


def _tells_otherwise(before: Timeline, after: Timeline) -> bool:
    """Whether a row is believed about an instant that it was not believed about before."""
    return any(not _is_within(one.row.id, one.start, one.end, before) for one in after.segments)


def _is_within(row_id: str, start: Instant, end: Instant | None, line: Timeline) -> bool:
    own: Collection[tuple[Instant, Instant | None]] = [(s.start, s.end) for s in line.segments if s.row.id == row_id]
    return any(since <= start and (until is None or (end is not None and end <= until)) for since, until in own)
