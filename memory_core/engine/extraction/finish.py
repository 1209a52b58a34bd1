"""From drafts to statements: when each holds, what contradicts what within the turn, what is only uncertain."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memory_core.engine.extraction.model import EntityName, Instant, Span, Statement, Uncertainty
from memory_core.engine.extraction.rules import SELF, Draft
from memory_core.engine.extraction.text import MASK, TIME
from memory_core.engine.extraction.verbgroup import VerbGroup
from memory_core.engine.keys import (
    SINGLE_VALUED,
    canonical_key,
    canonical_label,
    category_of,
    is_single_valued,
    relation_is_single_valued,
)
from memory_core.engine.timex import TimeSpan
from memory_core.engine.timex.calendar import day_of, instant_text

_BLANKS = re.compile(rf"[\s{MASK}{TIME}]+")
_ASSERTED = VerbGroup()
MAX_STATEMENTS = 200
_HUMAN = frozenset("works_at employer reports_to marital_status married_to engaged_to nationality education".split())
"""Keys that only people have: of whom nothing else tells what it is, these do."""


@dataclass(slots=True)
class Row:
    """A draft with its subject, its times and its place."""

    draft: Draft
    subject: EntityName | None
    span: Span
    group: int
    """Number of the clause that it came from."""
    corrects: bool = False
    """Whether its sentence says that it corrects ("Actually, ...")."""
    valid_from: Instant | None = None
    valid_from_text: str | None = None
    valid_until: Instant | None = None
    valid_until_text: str | None = None

    @property
    def slot(self) -> tuple[EntityName | None, str]:
        """What may hold one value at a time."""
        return self.subject, self.draft.key


class Book:
    """All that a turn has told so far."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self._doubts: list[Uncertainty] = []
        self._group = 0

    def open_group(self) -> int:
        """A new clause begins."""
        self._group += 1
        return self._group

    def add(
        self,
        draft: Draft,
        subject: EntityName | None,
        times: Sequence[TimeSpan],
        span: Span,
        verb: VerbGroup = _ASSERTED,
        corrects: bool = False,
    ) -> None:
        """Books a draft of the current clause."""
        owner = draft.subject if draft.subject is not None else subject
        draft.value = _BLANKS.sub(" ", draft.value).strip()
        row = Row(draft, None if owner == SELF else owner, span, self._group, corrects)
        draft.key = canonical_label(draft.key) if draft.target is not None else canonical_key(draft.key)
        if (verb.ended and draft.stative) or (verb.negated and not draft.denies):
            draft.ends = True
        date(row, times, verb)
        about_itself = row.subject is not None and row.subject.name.casefold() == draft.value.casefold()
        if len(self.rows) < MAX_STATEMENTS and not about_itself:
            self.rows.append(row)

    def doubt(self, about: str, reason: str, span: Span, value: str | None = None) -> None:
        """Books something that was said and is not believed."""
        if len(self._doubts) < MAX_STATEMENTS:
            self._doubts.append(Uncertainty(about, reason, span, value))

    def doubt_fact(
        self, draft: Draft, subject: EntityName | None, reason: str, span: Span, value: str | None = None
    ) -> None:
        """Books a fact that is in doubt; its own value unless another text says what was in doubt."""
        owner = draft.subject if draft.subject is not None else subject
        key = canonical_label(draft.key) if draft.target is not None else canonical_key(draft.key)
        value = draft.value if value is None else value
        if len(self._doubts) < MAX_STATEMENTS:
            self._doubts.append(Uncertainty(key, reason, span, value, key, None if owner == SELF else owner))

    def doubt_last(self, reason: str) -> bool:
        """Takes back the statements of the last clause that told anything; answers whether there was one."""
        if not self.rows:
            return False
        group = self.rows[-1].group
        for row in [r for r in self.rows if r.group == group]:
            self.doubt_fact(row.draft, row.subject, reason, row.span)
            self.rows.remove(row)
        return True

    def last_told(self) -> Row | None:
        """The last row that its clause was about, rather than one told in passing."""
        return next((row for row in reversed(self.rows) if row.draft.key != "species"), None)

    def date_last(self, times: Sequence[TimeSpan], verb: VerbGroup) -> None:
        """Gives the statements of the last clause a time that follows them ("... starting Monday")."""
        group = self.rows[-1].group if self.rows else None
        for row in self.rows:
            if row.group == group and row.valid_from is None and row.valid_until is None:
                date(row, times, verb)

    def statements(self) -> tuple[Statement, ...]:
        """What the turn states, once what it says itself about the same thing is settled."""
        self._settle()
        return tuple(_statement(row) for row in self.rows if row.draft.confidence > 0)

    def uncertainties(self) -> tuple[Uncertainty, ...]:
        """What it leaves open; to be asked after `statements`."""
        return tuple(dict.fromkeys(self._doubts))

    def _know_people(self) -> None:
        """Makes persons of the subjects whose type nothing told but what is said of them."""
        people = {row.subject for row in self.rows if row.subject and row.draft.key in _HUMAN}
        for row in self.rows:
            if row.subject in people and row.subject.type == "other":
                row.subject = EntityName("person", row.subject.name)

    def _settle(self) -> None:
        self._know_people()
        kept: list[Row] = []
        for row in self.rows:
            if not any(_absorbs(old, row) for old in kept):
                kept.append(row)
        for row in [r for r in kept if r.draft.ends]:
            successor = next(
                (r for r in kept if not r.draft.ends and r.slot == row.slot and _succeeds(r, row) and r is not row),
                None,
            )
            if successor is not None and successor.draft.value != row.draft.value:
                successor.draft.replaces = successor.draft.replaces or row.draft.value or None
                if successor.valid_from is None and successor.draft.dated:
                    successor.valid_from, successor.valid_from_text = row.valid_from, row.valid_from_text
                kept.remove(row)
        self.rows = self._without_contradictions(kept)

    def _without_contradictions(self, rows: list[Row]) -> list[Row]:
        dropped: set[int] = set()
        for index, row in enumerate(rows):
            for later in rows[index + 1 :]:
                if index in dropped or not _contradict(row, later):
                    continue
                if later.corrects:
                    later.draft.replaces = later.draft.replaces or row.draft.value
                else:
                    dropped.add(rows.index(later))
                    span = (row.span[0], later.span[1])
                    both = f"{row.draft.value} / {later.draft.value}"
                    self.doubt_fact(row.draft, row.subject, "two values in one turn", span, both)
                dropped.add(index)
        return [row for index, row in enumerate(rows) if index not in dropped]


def _single(row: Row) -> bool:
    if row.draft.target is not None:
        return relation_is_single_valued(row.draft.key)
    return row.draft.key in SINGLE_VALUED or row.draft.key.startswith("favourite_")


def _succeeds(row: Row, ended: Row) -> bool:
    """Whether a value takes the place of one that ended under its key."""
    if row.draft.key in ("uses", "prefers", "plays"):
        return row.group <= ended.group + 1
    return _single(row) or (row.draft.target is None and is_single_valued(row.draft.key))


def _absorbs(old: Row, new: Row) -> bool:
    """Whether the new row says no more than the old one; the old one takes over what it lacks."""
    if old.slot != new.slot or old.draft.ends != new.draft.ends:
        return False
    one, other = old.draft.value.casefold(), new.draft.value.casefold()
    longer = (
        _single(old)
        and old.draft.key in ("name", "role", "city")
        and (f" {one} " in f" {other} " or f" {other} " in f" {one} ")
    )
    if one != other and not longer:
        return False
    if len(new.draft.value) > len(old.draft.value):
        old.draft.value, old.draft.target = new.draft.value, new.draft.target
    if old.valid_from is None and old.valid_until is None:
        old.valid_from, old.valid_from_text = new.valid_from, new.valid_from_text
        old.valid_until, old.valid_until_text = new.valid_until, new.valid_until_text
    old.draft.replaces = old.draft.replaces or new.draft.replaces
    return True


def _contradict(one: Row, other: Row) -> bool:
    if one.slot != other.slot or one.draft.ends or other.draft.ends or not _single(one):
        return False
    if one.draft.value.casefold() == other.draft.value.casefold() or other.draft.replaces:
        return False
    return (one.valid_from, one.valid_until) == (other.valid_from, other.valid_until)


def date(row: Row, times: Sequence[TimeSpan], verb: VerbGroup) -> None:
    """Says from when and until when a row holds, by the times and the tense of its clause."""
    draft = row.draft
    past = draft.stative and verb.past and not verb.perfect and not draft.denies
    if draft.dated:
        for time in times:
            _apply(row, time, past)
    bounded = row.valid_until is not None
    if past and not bounded and draft.dated:
        draft.ends = True
    if draft.ends and bounded and row.valid_from is not None and not verb.negated:
        draft.ends = False  # "from 2010 to 2015": a whole stretch of the past, not an ending alone
    if draft.ends and bounded:
        row.valid_from, row.valid_from_text = row.valid_until, row.valid_until_text
        row.valid_until = row.valid_until_text = None


def _apply(row: Row, time: TimeSpan, past: bool) -> None:
    if (time.kind in ("since", "after", "between") or time.kind == "at") and row.valid_from is None:
        row.valid_from, row.valid_from_text = time.valid_from, time.first
    if time.kind in ("until", "between") and row.valid_until is None:
        row.valid_until, row.valid_until_text = time.valid_until, time.last
    if (
        time.kind == "at"
        and past
        and time.precision in ("decade", "year", "season", "quarter", "month")
        and time.end is not None
    ):
        day, text = day_of(time.end), instant_text(time.end)
        if day is not None and text is not None:
            row.valid_until, row.valid_until_text = time.end, text[:10]


def _statement(row: Row) -> Statement:
    draft = row.draft
    return Statement(
        subject=row.subject,
        key=draft.key,
        value=draft.value,
        target=draft.target,
        valid_from=row.valid_from,
        valid_from_text=row.valid_from_text,
        valid_until=row.valid_until,
        valid_until_text=row.valid_until_text,
        ends=draft.ends,
        replaces=draft.replaces,
        confidence=draft.confidence,
        category=category_of(draft.key),
        span=row.span,
    )
