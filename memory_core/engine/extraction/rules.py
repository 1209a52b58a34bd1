"""What a rule sees and what it answers: the clause, the drafts, and the table that binds patterns to functions.

A rule's pattern is matched at the start of the clause's predicate: the words after the subject without auxiliaries and
adverbs, "be " standing for any form of that verb. First and third person therefore share their rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from memory_core.engine.extraction.discourse import Discourse
from memory_core.engine.extraction.model import EntityName
from memory_core.engine.extraction.phrases import Phrase, name_at
from memory_core.engine.extraction.verbgroup import VerbGroup
from memory_core.engine.timex import TimeSpan

SELF = EntityName("person", "")
"""As the subject of a draft: the speaker, whoever the clause speaks of."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Who or what a clause speaks of. `entity` None is the speaker; with `noun` it is a thing of theirs ("my lease")."""

    entity: EntityName | None = None
    noun: str = ""
    kin: str = ""
    """The noun, where the entity is known only by what it is to somebody ("my manager")."""
    owner: EntityName | None = None
    """Whose kin; None is the speaker."""
    plural: bool = False
    along: str = ""
    """The kin with whom the speaker does it ("my wife and I")."""
    others: tuple[EntityName, ...] = ()
    """Further subjects of the same predicate ("Ann and Bo live in Rome")."""

    @property
    def speaker(self) -> bool:
        """Whether it is the speaker as such."""
        return self.entity is None and not self.noun


@dataclass(slots=True)
class Draft:
    """A fact before its times, confidence and category are filled in."""

    key: str
    value: str
    subject: EntityName | None = None
    """None: whom the clause speaks of."""
    target: EntityName | None = None
    ends: bool = False
    replaces: str | None = None
    dated: bool = True
    """Whether the times of its clause say when it holds."""
    stative: bool = True
    """Whether it is a state that lasts, so that the past tense says that it is over ("lived in"), or a change ("moved to")."""
    denies: bool = False
    """Whether the rule has read a negation itself ("don't like" is a dislike)."""
    confidence: float = 0.9


@dataclass(slots=True)
class Clause:
    """A clause with its subject resolved and its times masked. Positions in `predicate` plus `base` are the source's."""

    text: str
    start: int
    subject: Subject
    verb: VerbGroup
    times: tuple[TimeSpan, ...]
    casual: bool
    discourse: Discourse
    extra: list[Draft] = field(default_factory=list[Draft])
    """Facts that the subject itself told ("my sister Ana ...")."""
    replaced: str | None = None
    """The X of "not X but Y"."""

    @property
    def predicate(self) -> str:
        """The words after the verb group."""
        return self.verb.predicate

    @property
    def past(self) -> bool:
        """Whether a state in it is over by its tense."""
        return self.verb.past and not self.verb.perfect

    def source(self, position: int) -> int:
        """Place in the source text of a position in the predicate."""
        return self.start + self.verb.base + position

    def time_at(self, position: int) -> TimeSpan | None:
        """The time expression that covers this position of the predicate."""
        place = self.source(position)
        return next((t for t in self.times if t.span[0] <= place < t.span[1]), None)

    def name(self, position: int, kind: str = "other") -> EntityName | None:
        """The name that is written at this position of the predicate, as an entity."""
        phrase = self.phrase(position)
        return self.known(phrase, kind) if phrase else None

    def phrase(self, position: int) -> Phrase | None:
        """The name that is written at this position of the predicate."""
        return name_at(self.predicate, position, self.casual)

    def known(self, phrase: Phrase, kind: str) -> EntityName:
        """The entity of a phrase; it becomes a mention that pronouns may refer to."""
        return self.discourse.mention(phrase.text, kind, (self.source(phrase.start), self.source(phrase.end)))


Rule = Callable[[Clause, re.Match[str]], Iterable[Draft] | None]


class Rules:
    """The rules of one topic, in order."""

    def __init__(self) -> None:
        self.rows: list[tuple[re.Pattern[str], Rule]] = []

    def on(self, pattern: str) -> Callable[[Rule], Rule]:
        """Registers a rule for predicates that begin with the pattern (case is ignored)."""

        def register(rule: Rule) -> Rule:
            self.rows.append((re.compile(pattern, re.IGNORECASE), rule))
            return rule

        return register

    def apply(self, clause: Clause) -> list[Draft]:
        """The drafts of the first rule that answers any."""
        for pattern, rule in self.rows:
            match = pattern.match(clause.predicate)
            drafts = list(rule(clause, match) or ()) if match else []
            if drafts:
                return drafts
        return []
