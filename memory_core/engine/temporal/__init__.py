"""What was believed when: the reading of one timeline.

A timeline is all rows of one entity, one key (attribute or relation form) and one scope set. Every telling is kept as
a row, nothing is overwritten, and no row is marked by what came later: what is believed, what superseded what and
where an interval ends follow from the rows alone, so that any order of arrival gives the same answers.

*Believed at known time T about instant V*: among rows known by T and not retired by T, with `valid_from` <= V <
stated end, the one with the latest `valid_from`, then the latest known, then the one written last. Of a multi-valued
key every such value. What this leaves open is ruled so:

* **Repeats.** A telling without a start of its own, of what is believed at its own moment, is no row of the timeline
  but evidence for the row it repeats. So is the same value, start and end again while nothing else was told about
  that start. It stays a row of the ledger: the known time of a repeat decides what an older fact that arrives late
  replaces, and when the first telling is erased the second carries the fact on. Rows retired together are folded
  among themselves, so that what outlives a retirement never hangs on what did not.
* **Observations** (source kind `consolidation`) copy a telling and sum it up with others. One is never a row of the
  timeline: it hangs on the row that its telling makes or repeats, and without such a row it says nothing.
* **Another end** for the same value and start takes the place of the row before it.
* **Endings.** A row with `ends` says that `value` (or, when "", whatever stands) holds no longer from its
  `valid_from`, and puts nothing in its place: of a single-valued key nothing is believed then, not even what the
  ended row had replaced. It ends what was told before it; a later telling that the value holds across that instant
  overrules it. Where the start of what it ends was only assumed, and lies after the stated end, that row never held.
* **Claims.** A statement yields to what stands when it begins if it is a turn's against a document's, if its
  confidence is under the floor, or, of the same kind of source, under that of what stands. It is then a claim: it
  displaces nothing, and is believed only where nothing else ever stood or all of that has ended. What a document
  repeats has the weight of a document, and one whose confidence is under the floor has not. Only single-valued keys
  know claims.

All functions take rows in the order they were written (ascending seq, planned ones last) of one timeline.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memory_core.engine.instants import Instants
from memory_core.engine.keys import is_single_valued, relation_is_single_valued
from memory_core.engine.model import Assertion, Instant
from memory_core.engine.temporal.authority import Authority, backed_by_documents
from memory_core.engine.temporal.chain import HistoryRow, chain
from memory_core.engine.temporal.multi import resolve_multi
from memory_core.engine.temporal.rows import FLOOR, Resolved, Segment, value_key
from memory_core.engine.temporal.single import resolve_single
from memory_core.engine.temporal.tellings import OBSERVED, fold

__all__ = [
    "FLOOR",
    "OBSERVED",
    "HistoryRow",
    "Segment",
    "Timeline",
    "believed",
    "history",
    "intervals",
    "is_relation_form",
    "known_rows",
    "lines",
    "live_changes",
    "live_flags",
    "overlapping",
    "resolve",
    "row_is_single_valued",
    "select",
    "value_key",
]

_FAR_AHEAD = 8
"""How many known times after now are looked at one by one; what gets known later still is on offer untried."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """One timeline as known at one time."""

    rows: tuple[Assertion, ...]
    """What stands, without repeats and replaced ends, by rank: earliest `valid_from` first, then earliest known."""
    segments: tuple[Segment, ...]
    """When each row is believed, ascending start. Those of a single-valued key never overlap."""
    claims: tuple[Assertion, ...]
    """Statements that yielded; some may have segments where nothing else stands."""
    ended: Mapping[str, Instant]
    """Row id -> when it ends by its own words or by a later ending; rows that stay open are left out."""
    repeats: Mapping[str, tuple[Assertion, ...]]
    """Row id -> the tellings that are evidence for it."""
    observations: Mapping[str, tuple[Assertion, ...]]
    """Row id -> the observations that sum its tellings up."""
    told: tuple[Assertion, ...]
    """All rows but repeats, in known order: replaced ends and endings too."""
    single: bool
    authority: Authority
    """How its rows weigh against each other."""

    @property
    def links(self) -> Mapping[str, str]:
        """Row id -> id of the row that it superseded. Empty for a multi-valued key."""
        return {one.row.id: one.supersedes for one in self.history() if one.supersedes} if self.single else {}

    def history(self) -> list[HistoryRow]:
        """Every row, newest start first; also those whose end was replaced, without repeats and endings."""
        resolved = Resolved(self.rows, self.segments, self.claims, self.ended)
        return chain(self.told, resolved, linked=self.single)

    def at(self, instant: Instant) -> list[Assertion]:
        """What is believed about one instant: one row at most, or of a multi-valued key one row a value."""
        there = [segment.row for segment in self.segments if segment.holds(instant)]
        if self.single:
            return there
        return _newest_first({value_key(row): row for row in self._ranked(there)}.values(), self.rows)

    def between(self, start: Instant | None, end: Instant | None) -> list[Assertion]:
        """Rows believed about any instant from `start` to before `end` (None: open), newest start first."""
        there = {one.row.id: one.row for one in self.segments if one.overlaps(start, end)}
        return _newest_first(there.values(), self.rows)

    def evidence(self, row: Assertion) -> int:
        """How often it was told."""
        return row.evidence + sum(one.evidence for one in self.repeats.get(row.id, ()))

    def _ranked(self, rows: Sequence[Assertion]) -> list[Assertion]:
        return _newest_first(rows, self.rows)[::-1]


def resolve(
    rows: Sequence[Assertion], known_at: Instant, single: bool, *, now: bool = False, floor: float = FLOOR
) -> Timeline:
    """The timeline as known at T = `known_at`. With `now` anything retired is left out, whenever that was."""
    known = [row for row in rows if _is_known(row, known_at) and not _is_gone(row, known_at, now)]
    told = fold(known, single, floor)
    authority = Authority(floor, backed_by_documents(told.repeats, floor))
    resolved = resolve_single(told.rows, authority) if single else resolve_multi(told.rows)
    return Timeline(
        rows=resolved.rows,
        segments=resolved.segments,
        claims=resolved.claims,
        ended=resolved.ended,
        repeats=told.repeats,
        observations=told.observations,
        told=tuple(told.rows),
        single=single,
        authority=authority,
    )


def _is_known(row: Assertion, known_at: Instant) -> bool:
    """An observation, whose known time is that of its telling, is there from when it was made."""
    return row.known_at <= known_at and (row.source.kind != OBSERVED or row.created_at <= known_at)


def _is_gone(row: Assertion, known_at: Instant, now: bool) -> bool:
    return row.retired_at is not None and (now or row.retired_at <= known_at)


def known_rows(
    rows: Sequence[Assertion], known_at: Instant, single: bool, *, now: bool = False, floor: float = FLOOR
) -> list[Assertion]:
    """Rows that stand at T, by rank: without repeats, replaced ends and endings."""
    return list(resolve(rows, known_at, single, now=now, floor=floor).rows)


def believed(
    rows: Sequence[Assertion],
    known_at: Instant,
    instant: Instant,
    single: bool,
    *,
    now: bool = False,
    floor: float = FLOOR,
) -> list[Assertion]:
    """What is believed at T about V: the one winner, or of a multi-valued key one row for each value."""
    return resolve(rows, known_at, single, now=now, floor=floor).at(instant)


def overlapping(
    rows: Sequence[Assertion],
    known_at: Instant,
    window_from: Instant | None,
    window_until: Instant | None,
    single: bool,
    *,
    now: bool = False,
    floor: float = FLOOR,
) -> list[Assertion]:
    """What is believed at T about any instant of a window, each row cut by its successor; newest start first."""
    return resolve(rows, known_at, single, now=now, floor=floor).between(window_from, window_until)


def intervals(
    rows: Sequence[Assertion], known_at: Instant, single: bool, *, now: bool = False, floor: float = FLOOR
) -> list[Segment]:
    """When each row is believed as known at T. A row that another one interrupts has several."""
    return list(resolve(rows, known_at, single, now=now, floor=floor).segments)


def select(
    rows: Sequence[Assertion], instants: Instants, now: Instant, single: bool, *, floor: float = FLOOR
) -> list[Assertion]:
    """What a question with these instants is answered from: a window if it names one, else one instant."""
    line = resolve(rows, instants.known_at(now), single, now=instants.as_of is None, floor=floor)
    if instants.windowed:
        return line.between(instants.valid_from, instants.valid_until)
    return line.at(instants.about(now))


def history(
    rows: Sequence[Assertion], known_at: Instant, single: bool, *, now: bool = False, floor: float = FLOOR
) -> list[HistoryRow]:
    """Every row known by T, newest start first; also those whose end was replaced, without repeats and endings."""
    return resolve(rows, known_at, single, now=now, floor=floor).history()


def live_flags(rows: Sequence[Assertion], now: Instant, single: bool, *, floor: float = FLOOR) -> dict[str, bool]:
    """Row id -> whether it can be believed about now or later, as known now or once what is dated ahead gets known.

    Retired rows, repeats and endings are never on offer.
    """
    standing = [row for row in rows if row.retired_at is None]
    ahead = sorted({row.known_at for row in standing if row.known_at > now})
    live = {row.id for row in standing if ahead[_FAR_AHEAD:] and row.known_at >= ahead[_FAR_AHEAD] and not row.ends}
    for known_at in (now, *ahead[:_FAR_AHEAD], *ahead[-1:]):
        line = resolve(standing, known_at, single, now=True, floor=floor)
        live |= {one.row.id for one in line.segments if one.end is None or one.end > now}
    return {row.id: row.id in live for row in rows}


def live_changes(rows: Sequence[Assertion], now: Instant, *, floor: float = FLOOR) -> dict[str, bool]:
    """Rows of any timelines, each complete, whose `live` is not what it should be, with what it should be.

    What is retired or erased gives place to what it had superseded: this finds it.
    """
    found: dict[str, bool] = {}
    for single, line in lines(rows):
        flags = live_flags(line, now, single, floor=floor)
        found |= {row.id: flags[row.id] for row in line if row.live != flags[row.id]}
    return found


def is_relation_form(row: Assertion) -> bool:
    """Whether a row is of the relation form; an ending that names no target is told by its id."""
    return row.target_uid is not None or row.id.startswith("relation:")


def row_is_single_valued(row: Assertion) -> bool:
    """Whether the key of a row, in its form, holds one value at a time."""
    return relation_is_single_valued(row.key) if is_relation_form(row) else is_single_valued(row.key)


def lines(rows: Sequence[Assertion]) -> list[tuple[bool, list[Assertion]]]:
    """Rows of any entities, keys and scope sets as (single-valued, rows in their order), a timeline each."""
    found: dict[tuple[int, str, int, bool], list[Assertion]] = {}
    for row in rows:
        found.setdefault((row.entity_uid, row.key, row.scope_set, is_relation_form(row)), []).append(row)
    return [(row_is_single_valued(line[0]), line) for line in found.values()]


def _newest_first(rows: Iterable[Assertion], ranked: Sequence[Assertion]) -> list[Assertion]:
    wanted = {row.id for row in rows}
    return [row for row in reversed(ranked) if row.id in wanted]
