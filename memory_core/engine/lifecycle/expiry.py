"""What of a timeline has run out.

A fact whose end is past is not believed about now anyway. What is left to do is to take it off offer in the copies and,
where it only told what was going on (category context), off every surface: identity and knowledge that ended stay, since
questions about the past are answered from them. Context may also have a longest life without use or repeat.

A row is never retired when that would change when another one is believed: what happened in its time would then be told
wrongly, where nothing told is right.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    """Ids of the tellings of context that has run out and that can go without a trace in the answers about others."""
    gone: set[str] = set()
    while more := _next_out(
        [row for row in line if row.id not in gone], single, asked
    ):  # one that goes may free another
        gone |= more
    return gone


def _next_out(line: Sequence[Assertion], single: bool, asked: Expiry) -> set[str]:
    """The tellings of one fact that can go."""
    before = _read(line, single, asked)
    for row in before.rows:
        if row.category is Category.CONTEXT and _is_over(row, before, asked):
            gone = _tellings(row, before)
            after = _read([row for row in line if row.id not in gone], single, asked)
            if _stretches(after) == {one for one in _stretches(before) if one[0] not in gone}:
                return gone
    return set()


def _read(line: Sequence[Assertion], single: bool, asked: Expiry) -> Timeline:
    return resolve(line, _EVER, single, now=True, floor=asked.floor)


def _stretches(line: Timeline) -> set[tuple[str, Instant, Instant | None]]:
    return {(one.row.id, one.start, one.end) for one in line.segments}


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
