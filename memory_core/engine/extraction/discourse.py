"""Who has been named so far: mentions of the turn and of the one before, and whom a pronoun means."""

from __future__ import annotations

from collections.abc import Sequence

from memory_core.engine.extraction.kinds import kind_of
from memory_core.engine.extraction.lexicon import GIVEN_F, GIVEN_M
from memory_core.engine.extraction.model import EntityName, Mention, Span

_PLURAL_TYPES = frozenset({"organisation", "other"})


class Discourse:
    """Mentions in order of their appearance, those of the turn before first."""

    def __init__(self, speaker: EntityName, recent: Sequence[Mention]) -> None:
        self.speaker = speaker
        self.mentions: list[Mention] = []
        self.pets: set[EntityName] = set()
        self._recent = list(recent)

    def mention(self, name: str, kind: str, span: Span, gender: str | None = None) -> EntityName:
        """Notes that the text names an entity. A first name of a person named in full before is that person."""
        entity = self._full(EntityName(kind, name)) if kind in ("person", "other") else EntityName(kind, name)
        gender = gender or (gender_of(name) if entity.type == "person" else None)
        if not any(m.span == span for m in self.mentions):
            self.mentions.append(Mention(entity, span, gender))
        return entity

    def _full(self, entity: EntityName) -> EntityName:
        for mention in reversed([*self._recent, *self.mentions]):
            known = mention.name
            if known.name.casefold() == entity.name.casefold():
                return known
            if known.type == "person" and known.name.casefold().split()[:1] == [entity.name.casefold()]:
                return known
        return entity

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
