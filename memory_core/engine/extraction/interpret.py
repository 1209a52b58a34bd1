"""Reading a sentence clause by clause: subject, verb group, times, then the rules of every topic."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory_core.engine.extraction import (
    attributes,
    contact,
    corrections,
    deeds,
    education,
    events,
    family,
    filters,
    health,
    hedges,
    places,
    possessions,
    preferences,
    things,
    verbgroup,
    work,
)
from memory_core.engine.extraction.clauses import PARTICIPLES, STATES, Piece, split
from memory_core.engine.extraction.discourse import Discourse
from memory_core.engine.extraction.finish import Book
from memory_core.engine.extraction.kinds import kind_of
from memory_core.engine.extraction.lexicon import NOT_NAMES
from memory_core.engine.extraction.model import EntityName, Instant
from memory_core.engine.extraction.phrases import name_at
from memory_core.engine.extraction.readers import is_role
from memory_core.engine.extraction.rules import SELF, Clause, Draft, Rules, Subject
from memory_core.engine.extraction.subjects import Reading, SubjectReader
from memory_core.engine.extraction.text import TIME, Sentence
from memory_core.engine.extraction.verbgroup import VerbGroup
from memory_core.engine.extraction.verbs import STEMS_PATTERN
from memory_core.engine.timex import TimeSpan, duration, scan

_OF_PEOPLE = (
    corrections.RULES,
    family.RULES,
    health.RULES,
    places.RULES,
    work.RULES,
    education.RULES,
    possessions.RULES,
    preferences.RULES,
    events.RULES,
    things.RULES,
    deeds.RULES,
    attributes.RULES,
    events.FALLBACK,
)
_OF_NOUNS = (attributes.RULES, things.RULES, deeds.RULES)
_ABLE = (preferences.RULES, attributes.RULES)
"""What "can" states: languages, instruments, how somebody is reached."""
_DOUBTED = "put in doubt by what follows"
_NOT_ASSERTED = frozenset("if unless when whenever once until before after as".split())
_CORRECTS = re.compile(
    r"(?i)^\W*(?:(?:oh|oops|no|wait|hmm|ah|well)[,\s]+)*(?:actually|correction|sorry|scratch that|update|i meant|wait|my mistake|to correct|in fact|no)\b"
)
_PAST_STATE = re.compile(
    r"(?i)(?:lived|worked|owned|had|used|loved|liked|hated|spoke|drove|studied|played|taught|led|managed|ran|served|stayed|resided|reported|enjoyed|preferred|kept|wore|took|belonged|weighed|cost)\b"
)
_NOTHING = re.compile(
    rf"^[\W\d{TIME}]*(?:(?:starting|effective|beginning|as of|from|since|on|in|at|by|until|and|so|early|first thing|then|back)\b[\W{TIME}]*)*$",
    re.IGNORECASE,
)
_PARTICIPLE = re.compile(rf"(?i)(?:{PARTICIPLES}|{STATES})\b")
_LEFT_OUT = re.compile(
    r"(?:(?:just|finally|recently|officially|already|also|currently|now|still|no longer|used to)\s+)*(?:got|moved|started|joined|bought|adopted|left|quit|became|"
    r"graduated|switched|turned|landed|accepted|sold|broke|sprained|launched|founded|lost|won|ran|finished|visited|met|married|retired|stopped|"
    r"living (?=in)|working (?=at|for|as|in)|based (?=in)|studying|learning|allergic to|born (?=in|on)|moving to|relocating to|relocated|migrated|"
    r"promoted to|engaged|diagnosed with|live (?=in)|work (?=at|for|as)|have (?=a|two|three|an))\b",
    re.IGNORECASE,
)
_OF_SPEAKER = re.compile(r"(?i)\b(?:i|i'm|my|we|our)\b|(?-i:[A-Z])\w+")
_CAPACITY = re.compile(r"(?i)^\W*as an? (?P<role>[\w' -]{3,40}?),?\s+(?:i|i'm|i've|we)\b")
"""Says in passing what one is: "As a nurse, I ..."."""
_STARTING = re.compile(r"(?i)\W*(?:starting|effective|beginning|as of)\b")
_LIFELESS = frozenset({"topic", "product", "policy", "concept", "project", "event"})
_OF_THE_LIVING = frozenset(
    "role works_at city country hometown birthplace birthday diet dietary_restriction allergies likes dislikes prefers interests"
    " habits hobbies languages marital_status children_count studied_at field_of_study nationality nickname event".split()
)
"""What no thing can be, have or do: a sentence that says so has been misread."""
_PREFERS = re.compile(r"(?i)(?:much )?(?:rather|sooner|prefer)\b")
_INFINITIVE = re.compile(rf"(?i)(?:{STEMS_PATTERN})\b(?!-)")
_NAME_START = re.compile(r"(?<![\w'.])[A-ZÀ-ÖØ-ÞĀ-Ž][\w'-]+")


@dataclass(frozen=True, slots=True)
class Timed:
    """A text whose resolved times are masked, with those times in places of the source."""

    text: str
    times: tuple[TimeSpan, ...]
    unresolved: tuple[str, ...]
    lasting: TimeSpan | None
    """"For ten years", which tells a beginning where the tense is perfect."""


def timed(text: str, start: int, said_at: Instant) -> Timed:
    """Masks the times of a text that begins at `start` of the source."""
    found = scan(text, said_at)
    lasting = duration(text, said_at)
    masked = text
    for span in [*(t.span for t in found.spans), *([lasting.span] if lasting else [])]:
        masked = masked[: span[0]] + TIME * (span[1] - span[0]) + masked[span[1] :]
    moved = tuple(replace(t, span=(t.span[0] + start, t.span[1] + start)) for t in found.spans)
    unresolved = tuple(text[a:b] for a, b in found.unresolved)
    return Timed(masked, moved, unresolved, lasting)


class Interpreter:
    """Books what the sentences of one turn state."""

    def __init__(self, discourse: Discourse, book: Book, said_at: Instant) -> None:
        self._discourse, self._book, self._said_at = discourse, book, said_at
        self._subject: Subject | None = None
        self._pending: tuple[TimeSpan, ...] = ()
        self._hedge: int | None = None

    def read(self, sentence: Sentence) -> None:
        """All clauses of a sentence. The subject of one sentence is no subject of the next."""
        self._subject, self._pending, self._hedge = None, (), None
        hedged_all = hedges.doubts_what_precedes(sentence.text)
        if hedged_all and self._book.doubt_last(_DOUBTED):
            return
        corrects = bool(_CORRECTS.match(sentence.text))
        for piece in split(sentence):
            self._piece(piece, sentence, corrects)

    def introduces(self, words: Sentence | Piece, casual: bool) -> bool:
        """Reads words that introduce the speaker without a clause ("call me Ally"); answers whether they did."""
        drafts = contact.read(words.text, words.start, casual, self._discourse)
        self._book.open_group()
        for draft in drafts:
            self._book.add(draft, None, (), (words.start, words.end))
        return bool(drafts)

    def note_names(self, sentence: Sentence) -> None:
        """Names of a sentence that states nothing: pronouns may still refer to them."""
        if sentence.casual:
            return
        for match in list(_NAME_START.finditer(sentence.text))[:20]:
            opens = match.start() == 0
            name = name_at(sentence.text, match.start(), limit=4)
            if (
                name is None
                or name.text.split()[0].lower().split("'")[0] in NOT_NAMES
                or (opens and " " not in name.text and kind_of(name.text) == "other")
            ):
                continue
            span = (sentence.start + name.start, sentence.start + name.end)
            if not any(m.span[0] <= span[0] < m.span[1] for m in self._discourse.mentions):
                self._discourse.mention(name.text, self._discourse.kind_of(name.text), span)

    def _piece(self, piece: Piece, sentence: Sentence, corrects: bool) -> None:
        if piece.conjunction in _NOT_ASSERTED:
            self._open_question(piece)
            return
        if filters.is_wish(piece.text) or filters.is_question(piece.text, ""):
            return
        if hedges.doubts_what_precedes(piece.text) and self._book.doubt_last(_DOUBTED):
            return
        if piece.conjunction == "or" and hedges.is_alternative(piece.text) and self._book.doubt_last(_DOUBTED):
            return
        if self.introduces(piece, sentence.casual) or self._succeeds(piece, sentence.casual):
            return
        if piece.conjunction and (row := self._book.last_told()) and corrections.repair(piece.text, row.draft):
            return
        hedged = hedges.is_hedged(piece.text)
        text = hedges.without_hedge(piece.text) if hedged else piece.text
        when = timed(text, piece.start, self._said_at)
        clause = self._clause(when, text, piece, sentence.casual)
        self._hedge = piece.start if hedged and clause is None else None
        if clause is None:
            self._fragment(when, hedged, piece)
            return
        if piece.conjunction == "since":
            self._book.date_last(when.times, VerbGroup())
        self._book.open_group()
        drafts = self._drafts(clause)
        self._settle(clause, drafts, hedged, piece, when, corrects)

    def _open_question(self, piece: Piece) -> None:
        """ "Not sure | if my flight is on Monday": what follows the conjunction is what is open."""
        if self._hedge is not None and _OF_SPEAKER.search(piece.text):
            self._book.doubt(piece.text.strip(" ,.!"), "hedged", (self._hedge, piece.end))

    def _succeeds(self, piece: Piece, casual: bool) -> bool:
        """ "(Jens isn't my manager any more,) it's Birgit now": another takes the place that fell free before."""
        old = self._book.last_told()
        if not (piece.conjunction and old and old.draft.ends):
            return False
        office = old.draft.key == "role" and old.subject is not None
        opens = corrections.opens_successor(old.draft, named=office or old.draft.target is not None)
        match = opens.match(piece.text) if opens else None
        name = name_at(piece.text, match.end(), casual, limit=4) if match else None
        if name is None:
            return False
        span = (piece.start + name.start, piece.start + name.end)
        if office:
            holder = self._discourse.mention(name.text, "person", span)
            draft = Draft("role", old.draft.value, holder, stative=False)
        else:
            kind = old.draft.target.type if old.draft.target else None
            target = self._discourse.mention(name.text, kind, span) if kind else None
            draft = Draft(old.draft.key, name.text, old.subject, target, replaces=old.draft.value, stative=False)
        self._book.add(draft, old.subject, (), (piece.start, piece.end))
        return True

    def _clause(self, when: Timed, source: str, piece: Piece, casual: bool) -> Clause | None:
        text, replaced = when.text, None
        contrast = corrections.not_but(text)
        if contrast is not None:
            text, replaced = contrast[0], contrast[1]
        elif (instead := corrections.instead_of(text)) is not None:
            text, replaced = instead
        if replaced and TIME in replaced and replaced in when.text:
            begin = when.text.index(replaced)
            replaced = source[begin : begin + len(replaced)]
        reader = SubjectReader(text, piece.start, casual, self._discourse)
        reading = self._reading(reader, piece)
        if reading is None:
            return None
        capacity = _CAPACITY.match(text)
        if capacity and is_role(capacity["role"]) and reading.subject.speaker:
            reading.drafts.append(Draft("role", capacity["role"], SELF, dated=False))
        verb = verbgroup.read(text, reading.position)
        if not verb.predicate.startswith("be ") and _PARTICIPLE.match(verb.predicate):
            verb.predicate, verb.base = f"be {verb.predicate[0].lower()}{verb.predicate[1:]}", verb.base - 3
        verb.past |= bool(_PAST_STATE.match(verb.predicate)) and not verb.perfect
        if piece.conjunction not in ("who", "which"):
            self._subject = reading.subject
        times = when.times + self._pending
        if when.lasting is not None and verb.perfect:
            times += (when.lasting,)
        self._pending = ()
        clause = Clause(text, piece.start, reading.subject, verb, times, casual, self._discourse, reading.drafts)
        clause.replaced = replaced
        return clause

    def _reading(self, reader: SubjectReader, piece: Piece) -> Reading | None:
        """The subject of a clause: carried over where a verb opens it, else as it stands."""
        if piece.conjunction in ("who", "which"):
            return self._relative(reader)
        if piece.elided and self._subject is not None:
            return self._elided(reader)
        return self._implied(reader, piece) or reader.read() or self._continued(reader)

    def _relative(self, reader: SubjectReader) -> Reading | None:
        """ "... Ana, who lives in Porto": speaks of the last person named."""
        person = self._discourse.refer("they")
        return Reading(Subject(person), reader.skip_openers()) if person else None

    def _continued(self, reader: SubjectReader) -> Reading | None:
        """ "(My manager is no longer Carla,) it's Ben now": "it" takes up the noun before."""
        position = reader.skip_openers()
        match = re.compile(r"(?:it|that)(?='s| is| was|s\b)", re.IGNORECASE).match(reader.text, position)
        subject = self._subject
        topic = subject is not None and subject.entity is not None and subject.entity.type == "topic"
        if match is None or subject is None or not (subject.noun or subject.kin or topic):
            return None
        return Reading(subject, match.end())

    @staticmethod
    def _implied(reader: SubjectReader, piece: Piece) -> Reading | None:
        """ "Moved to Berlin", "got promoted!": a note in which "I" is left out."""
        position = reader.skip_openers()
        opens = piece.conjunction in ("", ",", "and", "but", "so", "then")
        return Reading(Subject(), position) if opens and _LEFT_OUT.match(reader.text, position) else None

    def _elided(self, reader: SubjectReader) -> Reading | None:
        """ "... and works at Acme": speaks of the subject before."""
        return Reading(self._subject, reader.skip_openers()) if self._subject is not None else None

    @staticmethod
    def _drafts(clause: Clause) -> list[Draft]:
        if _disagrees(clause):
            return []
        if clause.verb.modal and not clause.verb.negated and not _PREFERS.match(clause.predicate):
            topics: Sequence[Rules] = (places.RULES, work.RULES, health.RULES, attributes.RULES)
        elif clause.verb.can and not clause.verb.negated:
            topics = _ABLE
        else:
            topics = _OF_NOUNS if clause.subject.noun else _OF_PEOPLE
        drafts: list[Draft] = next((found for rules in topics if (found := rules.apply(clause))), list[Draft]())
        for draft in drafts:
            draft.replaces = draft.replaces or clause.replaced
        return drafts

    def _settle(
        self, clause: Clause, drafts: list[Draft], hedged: bool, piece: Piece, when: Timed, corrects: bool
    ) -> None:
        span = (piece.start, piece.end)
        if hedged or (clause.verb.modal and not _PREFERS.match(clause.predicate)):
            for draft in drafts:
                self._book.doubt_fact(draft, clause.subject.entity, "hedged", span)
            if hedged and not drafts:
                self._book.doubt(piece.text.strip(" ,.!"), "hedged", span)
            drafts = []
        drafts += self._apposed(clause, drafts)
        if clause.subject.entity and clause.subject.entity.type in _LIFELESS and not clause.subject.noun:
            drafts = [d for d in drafts if d.key not in _OF_THE_LIVING or d.subject is not None]
        for draft in [*clause.extra, *drafts]:
            verb = VerbGroup() if any(draft is one for one in clause.extra) and not draft.dated else clause.verb
            for subject in (clause.subject.entity, *(clause.subject.others if draft in drafts else ())):
                one = draft if subject == clause.subject.entity else _of(draft, subject, clause)
                self._book.add(one, subject, clause.times, span, verb, corrects)
        for phrase in when.unresolved if drafts else ():
            self._book.doubt_fact(drafts[0], clause.subject.entity, "the time cannot be resolved", span, phrase)

    @staticmethod
    def _apposed(clause: Clause, drafts: Sequence[Draft]) -> list[Draft]:
        """ "I report to Simone, our VP of Sales": what is told of a person named last."""
        person = next((d.target for d in reversed(drafts) if d.target is not None and d.target.type == "person"), None)
        place = clause.text.rfind(person.name) if person else -1
        if person is None or place < 0:
            return []
        reader = SubjectReader(clause.text, clause.start, clause.casual, clause.discourse)
        found = reader.apposed(place + len(person.name))
        return [replace(draft, subject=person, dated=False) for draft in found[0]] if found else []

    def _fragment(self, when: Timed, hedged: bool, piece: Piece) -> None:
        """A piece without a clause: a time that belongs to what stands before or after it, or a hedge of its own."""
        if when.times and _NOTHING.match(when.text):
            if self._book.rows and (piece.conjunction or _STARTING.match(piece.text)):
                self._book.date_last(when.times, VerbGroup())
            else:
                self._pending = when.times
        elif hedged and re.search(r"(?i)\b(?:i|my|we|our)\b", piece.text):
            self._book.doubt(piece.text.strip(" ,.!"), "hedged", (piece.start, piece.end))


def _disagrees(clause: Clause) -> bool:
    """Whether a third person has the verb of the first ("Sounds like fun"): then it is no subject."""
    subject = clause.subject
    if subject.entity is None or subject.noun or subject.plural or clause.casual or clause.verb.helped:
        return False
    return bool(_INFINITIVE.match(clause.predicate))


def _of(draft: Draft, subject: EntityName | None, clause: Clause) -> Draft:
    """The same of another subject of the clause ("Ann and Bo have a son")."""
    return replace(draft, subject=subject if draft.subject == clause.subject.entity else draft.subject)
