"""One write while it is put together: statements become rows, line by line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from memory_core.engine.entities import EntityRef, Met
from memory_core.engine.keys import is_single_valued, relation_is_single_valued
from memory_core.engine.lifecycle.strength import BASES
from memory_core.engine.model import Assertion, Category, Entity, Evidence, Instant, Mention
from memory_core.engine.plan import Changes, Standing
from memory_core.engine.proposal import (
    Decision,
    Outcome,
    Proposal,
    Proposed,
    ProposedInstruction,
    ProposedMention,
    ProposedUncertainty,
)
from memory_core.engine.reconcile.doubts import Doubts
from memory_core.engine.reconcile.line import Effect, Line
from memory_core.engine.reconcile.match import matching
from memory_core.engine.reconcile.needs import declares_name, spelled
from memory_core.engine.reconcile.notes import Notes
from memory_core.engine.reconcile.revision import document_of, told_before
from memory_core.engine.reconcile.roster import Roster
from memory_core.engine.reconcile.wishes import Wishes
from memory_core.engine.temporal import OBSERVED, is_relation_form

EARLIEST = -62_135_596_800_000_000
"""The first instant of year 1: the start of what is only known to have ended."""

_LineKey = tuple[int, str, bool]
"""Entity uid, key, and whether it is of the relation form."""


class Batch:
    """Takes the parts of a proposal in turn; `outcome` closes it."""

    def __init__(
        self, proposal: Proposal, standing: Standing, now: Instant, new_id: Callable[[str], str], floor: float
    ) -> None:
        self._proposal, self._standing, self._now = proposal, standing, now
        self._spoken_of = {ref for one in proposal.statements for ref in (one.subject, one.target)}
        self._new_id, self._floor = new_id, floor
        self._roster = Roster(proposal.context, standing, now, proposal.speaker)
        self._lines: dict[_LineKey, Line] = {}
        self._called: dict[str, tuple[int, int | None]] = {}
        self._written: list[Assertion] = []
        self._evidence: list[Evidence] = []
        self._retold: dict[str, Assertion] = {}
        self._mentions: dict[Mention, None] = {}
        self._decisions: list[Decision] = []
        self._notes = [Notes() for _ in range(max(1, len(proposal.turns)))]
        self._wishes = Wishes(proposal, standing, now, new_id)
        self._doubts = Doubts(proposal.context, standing, now, new_id)

    def call(self, turn: int) -> None:
        """Takes the other names that a turn tells of those whom a statement is about."""
        told: dict[tuple[EntityRef, str], list[str]] = {}
        for one in self._proposal.names:
            if one.turn == turn and one.entity in self._spoken_of:
                told.setdefault((one.entity, one.record_id), []).append(one.name)
        for (ref, record_id), others in told.items():
            self._roster.call(ref, others, record_id)

    def state(self, statement: Proposed) -> None:
        """Takes one statement. One about somebody who is not to be told apart becomes an uncertainty."""
        for ref in (statement.subject, statement.target):
            if ref is not None and not statement.exact_names and self._roster.is_ambiguous(ref):
                self._notes[statement.turn].doubt(self._doubts.which_one(ref, statement))
                return
        met = self._entity(statement, statement.subject, statement.category)
        met_target = self._entity(statement, statement.target, Category.KNOWLEDGE) if statement.target else None
        subject, target = met.entity, met_target.entity if met_target else None
        key, line = self._place(statement, subject.uid)
        left = None
        if statement.replaces is not None and not statement.ends:
            left = self._leave_old(statement, key, line, met, target)
        row = self._row(statement, key, line, subject, target)
        self._called[row.id] = (met.called.uid, met_target.called.uid if met_target else None)
        twin = self._told_before(row, line) or line.said_before(row)
        if twin is None:
            self._tell(statement, row, line, subject, target)
        else:
            self._say_again(statement, row, twin, subject, target)
        notes = self._notes[statement.turn]
        if not twin and (left is not None or line.single) and not row.ends:
            notes.complete(subject.id, key, row.value, left)
        if not statement.ends:
            notes.name(subject, is_new=self._roster.is_new(subject.uid))
            if target is not None:
                notes.name(target, is_new=self._roster.is_new(target.uid))
        if declares_name(statement, key) and row.confidence >= self._floor:
            self._roster.declare(met, statement.value, twin.id if twin else row.id)

    def _entity(self, statement: Proposed, ref: EntityRef, category: Category) -> Met:
        record = statement.source.ref
        met = self._roster.take(ref, category, exact=statement.exact_names, record_id=record)
        if record is not None and statement.source.kind in ("turn", "document"):
            self._mentions[Mention(record, met.called.uid)] = None
        return met

    def _place(self, statement: Proposed, uid: int) -> tuple[str, Line]:
        """The key and timeline of a statement: where the old value stands that it replaces, else its own."""
        key, relation = spelled(statement), statement.target is not None
        for other in statement.replaced_keys if statement.replaces else ():
            line = self._line(uid, other, relation=False)
            if not relation and matching(line.believed(statement.known_at), statement.replaces or "", loosely=True):
                return other, line
        return key, self._line(uid, key, relation=relation)

    def _line(self, uid: int, key: str, *, relation: bool) -> Line:
        found = self._lines.get((uid, key, relation))
        if found is None:
            rows = [row for row in self._standing.timelines.get((uid, key), ()) if row.source.kind != OBSERVED]
            single = relation_is_single_valued(key) if relation else is_single_valued(key)
            found = Line([row for row in rows if is_relation_form(row) == relation], single, self._floor)
            self._lines[uid, key, relation] = found
        return found

    def _row(self, statement: Proposed, key: str, line: Line, subject: Entity, target: Entity | None) -> Assertion:
        source, known = statement.source, statement.known_at
        start, assumed = (known, True) if statement.valid_from is None else (statement.valid_from, False)
        value = target.name if target else statement.value
        if statement.ends and not statement.exact_names:
            value = self._meant(line, statement, value, start)
        if assumed and statement.valid_until is not None:
            start, assumed = self._start_of_end(statement, line, target)
        return Assertion(
            id=self._new_id("relation" if target else "attribute"),
            context=self._proposal.context,
            entity_uid=subject.uid,
            key=key,
            value=value,
            scope_set=self._standing.scope_set,
            valid_from=start,
            known_at=known,
            created_at=self._now,
            target_uid=target.uid if target else None,
            valid_until=statement.valid_until,
            start_assumed=assumed,
            category=statement.category,
            importance=BASES[statement.category],
            confidence=min(statement.confidence, source.trust),
            source=source,
            labels=statement.labels,
            ends=statement.ends,
        )

    def _meant(self, line: Line, statement: Proposed, value: str, at: Instant) -> str:
        """The value that an ending in prose speaks of, as it stands."""
        if not value or statement.target is not None or not line.rows:
            return value
        found = matching(line.believed(max(at, statement.known_at)), value, loosely=True)
        return found.value if found else value

    def _start_of_end(self, statement: Proposed, line: Line, target: Entity | None) -> tuple[Instant, bool]:
        """The start of a statement of which only the end was said: that of what it ends.

        Where nothing such stands, prose about what is over speaks of a start that nobody knows.
        """
        believed = line.believed(statement.known_at) if line.rows else []
        if target is not None:
            found = next((row for row in believed if row.target_uid == target.uid), None)
        else:
            found = matching(believed, statement.value, loosely=False)
        if found is not None:
            return found.valid_from, found.start_assumed
        is_over = statement.valid_until is not None and statement.valid_until <= statement.known_at
        return (EARLIEST if is_over and not statement.exact_names else statement.known_at), True

    def _leave_old(self, statement: Proposed, key: str, line: Line, met: Met, target: Entity | None) -> str | None:
        """Ends the value that a statement names as left behind, where its own start would not do it; that value."""
        start = statement.known_at if statement.valid_from is None else statement.valid_from
        believed = line.believed(max(start, statement.known_at)) if line.rows else []
        old = matching(believed, statement.replaces or "", loosely=not statement.exact_names)
        if old is None or (target is not None and old.target_uid == target.uid):
            return None
        if line.single and old.valid_from <= start:
            return None
        parting = replace(statement, ends=True, value=old.value, valid_until=None)
        ending = replace(
            self._row(parting, key, line, met.entity, target),
            value=old.value,
            target_uid=old.target_uid,
            valid_from=start,
            start_assumed=False,
        )
        self._called[ending.id] = (met.called.uid, None)
        self._tell(parting, ending, line, met.entity, None)
        return old.value

    def _say_again(
        self, statement: Proposed, row: Assertion, twin: Assertion, subject: Entity, target: Entity | None
    ) -> None:
        """The same words of the same moment, or of the same document: no row, and of another source weight."""
        if document_of(row) is None:
            self._evidence.append(Evidence(twin.id, row.known_at, row.source))
        self._decisions.append(Decision("repeat", twin.id, (twin.id,), "said again by the same source"))
        if not row.ends:
            self._notes[statement.turn].state(twin, subject, target, repeated=True)

    def _told_before(self, row: Assertion, line: Line) -> Assertion | None:
        """The row in which the same document says so already, with its words where they stand in this reading."""
        same = told_before(line.rows, row)
        for old in same:
            if old.source.reading != row.source.reading:
                new = replace(old, source=row.source, labels=row.labels, confidence=row.confidence)
                line.retell(old, new)
                self._retold[old.id] = new
        stands = row.ends or any(old.known_at == row.known_at for old in same)
        return same[-1] if same and (stands or line.repeats(row)) else None

    def _tell(self, statement: Proposed, row: Assertion, line: Line, subject: Entity, target: Entity | None) -> None:
        """Adds a row to its line, and notes what it did there."""
        effect, notes = line.tell(row), self._notes[statement.turn]
        self._written.append(row)
        self._decisions.append(_decision(row, effect))
        if effect.host is None:
            self._roster.touch(subject.uid)
        if not row.ends:
            notes.state(effect.host or row, subject, target, repeated=effect.host is not None)
        for old in effect.old:
            notes.correct(subject.id, row.key, old.value, "" if row.ends else row.value)
        firm = effect.yields_to is None and row.confidence >= self._floor
        if firm and (row.ends or effect.wins or effect.host is not None):
            self._doubts.resolve(self._roster.names_of(subject.uid), row)
        stands = effect.by_document or effect.yields_to
        if stands is not None:
            by_document = effect.by_document is not None
            notes.doubt(self._doubts.about_claim(row, stands, subject, by_document=by_document))
        for claim in effect.overrules:
            notes.doubt(self._doubts.about_claim(claim, row, subject, by_document=True))

    def _as_called(self, row: Assertion) -> Assertion:
        """A row under the names that it was said with; of merged entities these are not the survivors."""
        uid, target = self._called.get(row.id, (row.entity_uid, None))
        return replace(row, entity_uid=uid, target_uid=row.target_uid if target is None else target)

    def instruct(self, wish: ProposedInstruction) -> None:
        """Takes a standing request, or words that take one back."""
        self._wishes.take(wish, self._notes[wish.turn])

    def doubt(self, uncertainty: ProposedUncertainty) -> None:
        """Takes what is not to be believed as it stands."""
        self._notes[uncertainty.turn].doubt(self._doubts.open(uncertainty))

    def mention(self, mention: ProposedMention) -> None:
        """Links a text to an entity that it names."""
        if mention.creates:
            met = self._roster.take(mention.entity, Category.KNOWLEDGE, exact=False)
        else:
            met = None if self._roster.is_ambiguous(mention.entity) else self._roster.find(mention.entity, exact=False)
        if met is not None:
            self._mentions[Mention(mention.record_id, met.called.uid)] = None

    def outcome(self) -> Outcome:
        """All rows of the write, and its answer."""
        flags: dict[str, bool] = {}
        for line in self._lines.values():
            if line.planned() or line.changed:
                flags |= line.flags(self._now)
        standing = {row.id: row.live for rows in self._standing.timelines.values() for row in rows}
        held = self._standing.session
        session = self._proposal.session if held is None or held.retired_at is not None else None
        scope_set = self._standing.scope_set
        changes = Changes(
            session=replace(session, scope_set=scope_set) if session else None,
            turns=tuple(replace(turn, scope_set=scope_set) for turn in self._proposal.turns),
            entities=self._roster.changed,
            block_keys=self._roster.new_keys,
            names=self._roster.learned,
            assertions=tuple(
                self._as_called(row if flags[row.id] else replace(row, live=False)) for row in self._written
            ),
            evidence=tuple(self._evidence),
            retold=tuple(self._retold.values()),
            live={one: live for one, live in flags.items() if one in standing and standing[one] != live},
            instructions=self._wishes.written,
            revoked=self._wishes.revoked,
            uncertainties=self._doubts.opened,
            resolved=self._doubts.resolved,
            mentions=tuple(self._mentions),
        )
        final = {row.id: row for row in changes.assertions}
        summaries = tuple(notes.summary(self._roster, final) for notes in self._notes)
        return Outcome(changes, summaries, tuple(self._decisions))


def _decision(row: Assertion, effect: Effect) -> Decision:
    old = tuple(one.id for one in effect.old)
    if effect.host is not None:
        return Decision("repeat", row.id, (effect.host.id,), "believed already when it was said")
    if effect.yields_to is not None:
        return Decision("claim", row.id, (effect.yields_to.id,), "less authority than what stands")
    if row.ends:
        return Decision("end", row.id, old, "" if old else "nothing such is believed then")
    if old:
        return Decision("supersede", row.id, old)
    return Decision("create" if effect.wins else "late", row.id)
