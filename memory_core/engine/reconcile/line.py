"""One timeline while a write adds rows to it.

Rows mostly come in order, and then what a row does follows from the row on top alone. Only where that is not so (late
arrivals, ends, endings, claims, repeats of one of many values) the timeline is read as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from memory_core.engine import temporal
from memory_core.engine.model import Assertion, Instant
from memory_core.engine.reconcile.revision import document_of
from memory_core.engine.temporal import Timeline, value_key
from memory_core.engine.temporal.authority import DOCUMENT, TURN, Authority
from memory_core.engine.temporal.rows import holds
from memory_core.engine.temporal.tellings import fold

EVER = 2**62
"""A known time after all others."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a row did to its timeline."""

    host: Assertion | None = None
    """The row that it only repeats."""
    old: tuple[Assertion, ...] = ()
    """What was believed where it takes effect, and is not any more."""
    wins: bool = False
    """Whether it is believed both when it begins to hold and when it was said."""
    yields_to: Assertion | None = None
    """What stands in its way: it is a claim."""
    by_document: Assertion | None = None
    """The word of a document that stands in its way, or takes its place later on: it is a user's claim."""
    overrules: tuple[Assertion, ...] = ()
    """What users said and is not believed any more since a document, this row, says otherwise."""


class Line:
    """Rows of one entity, key, form and scope set in the order of writing."""

    def __init__(self, standing: Sequence[Assertion], single: bool, floor: float) -> None:
        self.rows, self.single = list(standing), single
        self._floor, self._stood = floor, len(standing)
        self._authority = Authority(floor)
        self._plain = True
        self.changed = False
        """Whether a row that stood has another source by now."""
        self._of_value: dict[object, list[Assertion]] = {}
        self._endings: list[Assertion] = []
        self._newest_known: Instant = -EVER
        self._last_told: dict[object, Assertion] = {}
        self._whole: Timeline | None = None
        for row in standing:
            self._note(row)
        self._top = self._first_top = self._rank() if standing else None
        self._in_order = True

    def _rank(self) -> Assertion | None:
        """The row of the highest rank, where it alone tells what a row in order does."""
        if not (self.single and self._plain):
            return None
        kept = fold(self.rows, self.single, self._floor).rows
        return max(enumerate(kept), key=lambda one: (one[1].valid_from, one[0]))[1]

    def planned(self) -> list[Assertion]:
        """Rows that this write adds."""
        return self.rows[self._stood :]

    def believed(self, at: Instant) -> list[Assertion]:
        """What is believed about an instant, all that was ever said considered."""
        return self._read().at(at)

    def said_before(self, row: Assertion) -> Assertion | None:
        """The row last told at that known time, if it has the very same words, start and end.

        What a document says is told by itself: it outlives an erasure of the other, and the other one of the document.
        """
        last = self._last_told.get(self._moment(row))
        return (
            last if last is not None and _words(last) == _words(row) and document_of(last) == document_of(row) else None
        )

    def repeats(self, row: Assertion) -> bool:
        """Whether a row would only repeat what is believed."""
        told = self._resolve([*self.rows, row])
        return any(row is one for again in told.repeats.values() for one in again)

    def retell(self, old: Assertion, new: Assertion) -> None:
        """Puts a row in the place of the same one with another source, which may weigh less."""
        self.rows[next(n for n, one in enumerate(self.rows) if one.id == old.id)] = new
        self._whole, self._top, self._plain, self.changed = None, None, False, True

    def _moment(self, row: Assertion) -> object:
        return row.known_at if self.single or self._endings else (row.known_at, value_key(row))

    def tell(self, row: Assertion) -> Effect:
        """Adds a row."""
        if not self.rows:
            effect = Effect(wins=not row.ends and holds(row, _effective(row)))
            self._top, self._whole = row, None
        elif self.single:
            effect = self._tell_on_top(row)
            if effect is None:
                effect, self._in_order = self._tell_whole(row), False
        elif not (row.ends or self._endings or value_key(row) in self._of_value):
            effect = Effect(wins=holds(row, _effective(row)))
            self._whole = None
        else:
            effect = self._tell_value(row)
        self.rows.append(row)
        self._note(row)
        if self._top is None:
            self._top = self._rank()
        return effect

    def _note(self, row: Assertion) -> None:
        alike = not self.rows or self._authority.is_uniform(self.rows[0], row)
        self._plain = self._plain and alike and not row.ends and row.valid_until is None
        self._newest_known = max(self._newest_known, row.known_at)
        self._last_told[self._moment(row)] = row
        if row.ends:
            self._endings.append(row)
        else:
            self._of_value.setdefault(value_key(row), []).append(row)

    def _tell_on_top(self, row: Assertion) -> Effect | None:
        """The effect of a row that comes in order on an open one; None where that is not how it is."""
        top = self._top
        in_order = top is not None and row.valid_from >= top.valid_from and row.known_at >= self._newest_known
        if not in_order or not self._plain or top is None or row.ends or row.valid_until is not None:
            return None
        if not self._authority.is_uniform(top, row):
            return None
        self._whole = None
        same = value_key(top) == value_key(row)
        if same and (row.start_assumed or (row.valid_from == top.valid_from and not top.start_assumed)):
            return Effect(host=top)
        self._top = row
        return Effect(old=() if same else (top,), wins=True)

    def _tell_whole(self, row: Assertion) -> Effect:
        """The effect of a row on a single-valued key, read from the whole timeline."""
        before, self._top = self._read(), None
        after = self._whole = self._resolve([*self.rows, row])
        return _difference(row, before, after)

    def _tell_value(self, row: Assertion) -> Effect:
        """The effect of a row on one value of many."""
        self._whole = None
        if row.ends:
            before = self._resolve(self.rows)
            return _difference(row, before, self._resolve([*self.rows, row]))
        alike = self._of_value.get(value_key(row), [])
        if self._endings:
            alike = [one for one in self.rows if one.ends or value_key(one) == value_key(row)]
        return _difference(row, self._resolve(alike), self._resolve([*alike, row]))

    def _read(self) -> Timeline:
        if self._whole is None:
            self._whole = self._resolve(self.rows)
        return self._whole

    def _resolve(self, rows: Sequence[Assertion]) -> Timeline:
        return temporal.resolve(rows, EVER, self.single, now=True, floor=self._floor)

    def flags(self, now: Instant) -> dict[str, bool]:
        """Row id -> whether it is on offer for questions about now: of each row that is planned or may have changed."""
        if len(self.rows) == 1 and not self.rows[0].ends:
            [row] = self.rows
            ends = row.valid_until
            return {row.id: ends is None or (ends > now and ends > row.valid_from)}
        top = self._top
        as_told = self.single and self._plain and self._in_order
        if top is not None and as_told and max(self._newest_known, top.valid_from) <= now:
            flags = {row.id: row is top for row in self.planned()}
            return flags | ({self._first_top.id: self._first_top is top} if self._first_top else {})
        return temporal.live_flags(self.rows, now, self.single, floor=self._floor)


def _words(row: Assertion) -> tuple[object, ...]:
    return (value_key(row), row.value, row.valid_from, row.valid_until, row.start_assumed, row.known_at, row.ends)


def _effective(row: Assertion) -> Instant:
    """The instant that tells whether a row counts now: when it begins or when it was said, whichever is later."""
    return max(row.valid_from, row.known_at)


def _difference(row: Assertion, before: Timeline, after: Timeline) -> Effect:
    """What a row did, from the timeline without and with it."""
    if row.ends:
        return _ended(row, before, after)
    overrules = _overruled(row, before, after)
    host = next((one for one in after.rows if any(row is told for told in after.repeats.get(one.id, ()))), None)
    if host is not None:
        return Effect(host=host, overrules=overrules)
    if any(row is claim for claim in after.claims):
        return _claimed(row, before)
    wins = any(one is row for one in after.at(_effective(row)))
    old = before.at(row.valid_from) if wins and before.single else []
    left = {value_key(row), *(value_key(one) for one in (after.at(row.valid_from) if old else []))}
    old = [one for one in old if value_key(one) not in left]
    return Effect(old=tuple(old), wins=wins, by_document=_replaced_by(row, after), overrules=overrules)


def _claimed(row: Assertion, before: Timeline) -> Effect:
    """A claim; one that agrees with what a document says only repeats it."""
    standing = next(iter(before.at(row.valid_from)), None)
    if standing is not None and value_key(standing) == value_key(row):
        return Effect(host=standing)
    return Effect(yields_to=standing, by_document=_outweighing(row, standing, before))


def _outweighing(row: Assertion, standing: Assertion | None, line: Timeline) -> Assertion | None:
    return standing if standing is not None and line.authority.overruled(row, standing) else None


def _replaced_by(row: Assertion, after: Timeline) -> Assertion | None:
    """The document that says something else from a later start on than what a user said, told late, holds till then."""
    if row.source.kind != TURN or not after.single:
        return None
    for one, following in pairwise(after.segments):
        if one.row is row and one.end == following.start and value_key(following.row) != value_key(row):
            return _outweighing(row, following.row, after)
    return None


def _overruled(row: Assertion, before: Timeline, after: Timeline) -> tuple[Assertion, ...]:
    """What users claim against a document's row, whether they said it before the document or of a later time."""
    if row.source.kind != DOCUMENT or not after.single or not after.authority.speaks_for_document(row):
        return ()
    claims = {one.id for one in before.claims}
    found = [one for one in after.claims if one.id not in claims]
    if any(one is row for one in after.at(_effective(row))):
        found += before.at(row.valid_from)
    against = [one for one in found if after.authority.overruled(one, row) and value_key(one) != value_key(row)]
    return tuple({one.id: one for one in against}.values())


def _ended(row: Assertion, before: Timeline, after: Timeline) -> Effect:
    left = {value_key(one) for one in after.at(_effective(row))}
    old = tuple(one for one in before.at(_effective(row)) if value_key(one) not in left)
    meant = [one for one in before.at(row.valid_from) if row.value == "" or value_key(one) == value_key(row)]
    weaker = not old and before.single and meant and before.authority.is_weaker(row, meant[0])
    if not weaker:
        return Effect(old=old)
    return Effect(yields_to=meant[0], by_document=_outweighing(row, meant[0], before))
