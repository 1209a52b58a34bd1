"""Who has been named so far: mentions of the turn and of the one before, and whom a pronoun means."""

from __future__ import annotations

from collections.abc import Sequence

from memory_core.engine.extraction.kinds import kind_of
from memory_core.engine.extraction.lexicon import GIVEN_F, GIVEN_M
from memory_core.engine.extraction.model import EntityName, Mention, Naming, Span

_SAME_NOUNS = {
    noun: nouns
    for nouns in (
        ("mother", "mom", "mum"),
        ("father", "dad"),
        ("husband", "hubby"),
        ("boss", "manager"),
    )
    for noun in nouns
}
"""Nouns for one and the same person."""
_PLURAL_TYPES = frozenset({"organisation", "other"})


class Discourse:
    """Mentions in order of their appearance, those of the turn before first."""

    def __init__(self, speaker: EntityName, recent: Sequence[Mention]) -> None:
        self.speaker = speaker
        self.mentions: list[Mention] = []
        self.namings: dict[Naming, None] = {}
        self.pets: set[EntityName] = set()
        self.pair: tuple[EntityName, ...] = ()
        """Two or more whom one clause named together: "they" are all of them."""
        self._recent = list(recent)

    def mention(self, name: str, kind: str, span: Span, gender: str | None = None, *, sure: bool = False) -> EntityName:
        """Notes that the text names an entity. A first name of the one person whom the turn named in full is that
        person.

        sure: the kind is said, so that nothing of another kind is meant.
        """
        entity = self._full(EntityName(kind, name), sure) if kind in ("person", "other") else EntityName(kind, name)
        gender = gender or (gender_of(name) if entity.type == "person" else None)
        if not any(m.span == span for m in self.mentions):
            self.mentions.append(Mention(entity, span, gender))
        return entity

    def _full(self, entity: EntityName, sure: bool) -> EntityName:
        """Whose first name was meant a turn ago is left to who knows everybody (engine.entities)."""
        name = entity.name.casefold()
        for mention in reversed([*self._recent, *self.mentions]):
            known = mention.name
            if known.name.casefold() == name and (known.type == entity.type or not sure):
                return known
        full = {one.name.name.casefold(): one.name for one in self.mentions if one.name.type == "person"}
        meant = [known for words, known in full.items() if words.split()[:1] == [name]]
        return meant[0] if len(meant) == 1 else entity

    def describe(self, entity: EntityName, owner: EntityName | None, noun: str) -> None:
        """Notes that an entity is its owner's (None: the speaker's) wife, boss, dog: it may be spoken of by that alone."""
        whose = (owner or self.speaker).name
        for one in _SAME_NOUNS.get(noun, (noun,)):
            self.namings[Naming(entity, f"{whose}'s {one}")] = None

    def name(self, entity: EntityName, other: str) -> None:
        """Notes that an entity is called something else too."""
        self.namings[Naming(entity, other)] = None

    def kind_of(self, name: str, default: str = "other") -> str:
        """The type of a name: as it was mentioned before, else as its words tell, else `default`."""
        for mention in reversed([*self._recent, *self.mentions]):
            if mention.name.name.casefold() == name.casefold():
                return mention.name.type
        kind = kind_of(name)
        return default if kind == "other" else kind

    def is_pet(self, entity: EntityName) -> bool:
        """Whether an entity was introduced as somebody's pet."""
        return entity in self.pets

    def named_before(self, entity: EntityName) -> bool:
        """Whether it is named elsewhere too, in this turn or the one before."""
        return sum(m.name == entity for m in [*self._recent, *self.mentions]) > 1

    def together(self, entity: EntityName) -> tuple[EntityName, ...]:
        """Those who are meant by "they" where it would mean this one, the last who was named."""
        return self.pair if entity in self.pair else (entity,)

    def refer(self, pronoun: str) -> EntityName | None:
        """The last mention that fits he, she, they or it (and his, her, their, its); None when nothing does."""
        pronoun = pronoun.lower()
        for mention in reversed([*self._recent, *self.mentions]):
            if _fits(mention, pronoun):
                return mention.name
        return None


def gender_of(name: str) -> str | None:
    """What a given name tells, for common names."""
    first = name.casefold().split()[0] if name.split() else ""
    male, female = first in GIVEN_M, first in GIVEN_F
    if male == female:
        return None
    return "m" if male else "f"


def _fits(mention: Mention, pronoun: str) -> bool:
    person = mention.name.type == "person"
    if pronoun in ("he", "his", "him"):
        return person and mention.gender != "f"
    if pronoun in ("she", "her", "hers"):
        return person and mention.gender != "m"
    if pronoun in ("they", "their", "them"):
        return person or mention.name.type in _PLURAL_TYPES
    return not person and mention.name.type not in ("location",)
