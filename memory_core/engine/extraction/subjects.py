"""The subject of a clause: the speaker, a pronoun, a name, kin ("my sister Ana"), a possession ("my lease"), a thing."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from memory_core.engine.extraction.asides import aside
from memory_core.engine.extraction.discourse import Discourse
from memory_core.engine.extraction.kinds import DESIGNATORS, kind_of
from memory_core.engine.extraction.lexicon import (
    KIN,
    KIN_MANY,
    NAMED_IN_PASSING,
    NATIONALITIES,
    NOT_NAMES,
    OCCUPATION_HEADS,
    OCCUPATION_SUFFIX,
    REVERSED_KIN,
    SPECIES,
    alternatives,
)
from memory_core.engine.extraction.model import EntityName
from memory_core.engine.extraction.phrases import Phrase, is_proper, name_at
from memory_core.engine.extraction.rules import SELF, Draft, Subject
from memory_core.engine.extraction.subject_forms import (
    ALONG_FIRST,
    APPOSED,
    CALLED,
    CASUAL_NAME,
    CONTRACTED,
    DESIGNATOR,
    EDITION,
    IS_SOMEBODY,
    KIN_NOUN,
    KIN_NOUNS,
    NAMES,
    NO_WORD_NAME,
    NOUN_IS,
    NOUN_PHRASE,
    OF,
    OPENER,
    PET,
    POSSESSIVE,
    PRONOUN,
    ROLE_NAMED,
    SPEAKER,
    THE,
    TOGETHER,
    WORD_BEFORE_VERB,
)
from memory_core.engine.extraction.text import TIME
from memory_core.engine.keys import SINGLE_VALUED, canonical_key


def _bare_attribute(noun: str) -> bool:
    """Whether a noun phrase without article is "Budget for ...", "Deadline of ..."."""
    of = OF.match(noun.strip())
    return of is not None and (canonical_key(of["noun"]) in SINGLE_VALUED or bool(EDITION.match(of["noun"])))


@dataclass(slots=True)
class Reading:
    """A subject, where the verb group begins, and what the subject itself told."""

    subject: Subject
    position: int
    drafts: list[Draft] = field(default_factory=list[Draft])


class SubjectReader:
    """Reads the subject of one clause. `start` is the clause's place in the source text."""

    def __init__(self, text: str, start: int, casual: bool, discourse: Discourse) -> None:
        self.text, self.start, self.casual, self.discourse = text, start, casual, discourse

    def read(self) -> Reading | None:
        """The subject after any openers ("Hi,", "By the way"); None when the clause has none that can be told."""
        position = self.skip_openers()
        for attempt in (self._speaker, self._pronoun, self._possession, self._definite, self._named):
            reading = attempt(position)
            if reading is not None:
                return reading
        return None

    def skip_openers(self) -> int:
        """Where the clause proper begins."""
        position = 0
        while position < len(self.text):
            match = OPENER.match(self.text, position)
            if match is None or match.end() == position:
                break
            position = match.end()
        return position

    def _speaker(self, position: int) -> Reading | None:
        along = ALONG_FIRST.match(self.text, position)
        if along and (along["kin"] or along["name"]):
            return Reading(Subject(along=along["name"] or along["kin"][3:].lower()), along.end())
        match = CONTRACTED.match(self.text, position) or SPEAKER.match(self.text, position)
        return Reading(Subject(), match.end()) if match else None

    def _pronoun(self, position: int) -> Reading | None:
        match = PRONOUN.match(self.text, position)
        if match is None:
            return None
        word, end = match[1].lower(), match.end()
        if word in ("hes", "shes"):
            word, end = word[:-1], end - 1
        entity = self.discourse.refer(word)
        if entity is None or word != "they":
            return Reading(Subject(entity), end) if entity else None
        first, *others = self.discourse.together(entity)
        return Reading(Subject(first, plural=True, others=tuple(others)), end)

    def _possession(self, position: int) -> Reading | None:
        match = POSSESSIVE.match(self.text, position)
        if match:
            return self._owned(match.end(), *self._owner(match[1]))
        name = self._name(position)
        if name and self.text.startswith(("'s ", "' "), name.end):
            owner = self.discourse.mention(name.text, kind_of(name.text, "work"), self._span(name))
            return self._owned(self.text.index(" ", name.end) + 1, owner, True)
        return None

    def _owner(self, pronoun: str) -> tuple[EntityName | None, bool]:
        if pronoun.lower() in ("my", "our"):
            return None, True
        entity = self.discourse.refer(pronoun)
        return entity, entity is not None

    def _owned(self, position: int, owner: EntityName | None, known: bool) -> Reading | None:
        if not known:
            return None
        while self.text[position : position + 1] in (TIME, " "):
            position += 1  # "our Q3 offsite": the thing, whenever it is
        kin, pet = KIN_NOUN.match(self.text, position), PET.match(self.text, position)
        if many := KIN_NOUNS.match(self.text, position):
            return self._many(many, owner)
        if kin and not re.match(
            r"\s+(?:tree|history|name\b|food|bed|meeting|tongue|board|country|ship|land|land's)\b",
            self.text[kin.end() :],
        ):
            return self._kin(kin, owner)
        if pet and not re.match(r"\s+(?:food|bed|insurance|shelter|sitter|walker)\b", self.text[pet.end() :]):
            return self._pet(pet, owner)
        return self._by_role(position) or self._thing(position, owner)

    def _kin(self, match: re.Match[str], owner: EntityName | None) -> Reading | None:
        noun = match["noun"].lower()
        together = TOGETHER.match(self.text, match.end())
        if together and owner is None:
            drafts = (
                []
                if not together["name"]
                else self.kin_drafts(noun, owner, self._person(together["name"], match.end() + 1, noun), self.discourse)
            )
            return Reading(Subject(along=noun), together.end(), drafts)
        name = self._apposed(match.end())
        if name is not None:
            person = self._person(name.text, name.start, noun)
            drafts = (
                self.kin_drafts(noun, owner, person, self.discourse) if noun in KIN or noun == "best friend" else []
            )
            return Reading(Subject(person), self._after(name, person), drafts)
        unnamed = EntityName("person", f"{(owner or self.discourse.speaker).name}'s {noun}")
        if self.text.startswith("'s ", match.end()) and not NOUN_IS.match(self.text, match.end()):
            inner = self._thing(match.end() + 3, unnamed)
            if inner and inner.subject.noun == "name":
                return Reading(Subject(unnamed, kin=noun, owner=owner), inner.position)
            return inner
        return Reading(Subject(unnamed, kin=noun, owner=owner), match.end())

    def _many(self, match: re.Match[str], owner: EntityName | None) -> Reading | None:
        """ "My parents, Olga and Viktor, live ...": each of them; without names they are one subject of many."""
        noun, names = match["nouns"].lower(), NAMES.match(self.text, match.end())
        people = (
            [part.strip() for part in re.split(r",\s+(?:and\s+)?|\s+(?:and|&)\s+", names["names"])] if names else []
        )
        if not names or any(name.lower() in NOT_NAMES for name in people):
            unnamed = EntityName("person", f"{(owner or self.discourse.speaker).name}'s {noun}")
            return Reading(Subject(unnamed, kin=noun, owner=owner, plural=True), match.end())
        label = KIN_MANY[noun]
        found: list[EntityName] = []
        for name in people:
            begin = self.start + self.text.index(name, names.start("names"))
            kind = "other" if label == "has_pet" else "person"
            found.append(self.discourse.mention(name, kind, (begin, begin + len(name))))
        self.discourse.pair = tuple(found)
        drafts = [Draft(label, one.name, owner or SELF, one, dated=False) for one in found]
        return Reading(Subject(found[0], owner=owner, plural=True, others=tuple(found[1:])), names.end(), drafts)

    def _apposed(self, position: int) -> Phrase | None:
        called = CALLED.match(self.text, position)
        begin = called.end() if called else position
        if begin >= len(self.text) or begin == position or self.text[begin] == "'":
            return None
        marked = bool(called and re.search(r"[a-z]", called[0]))
        name = name_at(self.text, begin, self.casual and marked, limit=4)
        if self.casual and not marked:
            name = self._before_verb(begin)
        elif name is None or not (marked or is_proper(name.text)):
            return None
        if name is None or name.text.lower() in NOT_NAMES:
            return None
        return name if not re.match(r"I\b", name.text) else None

    def _before_verb(self, position: int) -> Phrase | None:
        """The word before a verb, where capitals tell nothing ("my sister anna moved ...")."""
        match = WORD_BEFORE_VERB.match(self.text, position)
        if match is None or NO_WORD_NAME.fullmatch(match["name"]):
            return None
        return Phrase(match["name"], match.start("name"), match.end("name"))

    def _person(self, name: str, start: int, noun: str) -> EntityName:
        gender = KIN[noun][1] if noun in KIN else None
        span = (self.start + start, self.start + start + len(name))
        return self.discourse.mention(name, "person", span, gender, sure=True)

    @staticmethod
    def kin_drafts(noun: str, owner: EntityName | None, person: EntityName, discourse: Discourse) -> list[Draft]:
        """The relation between an owner (None: the speaker) and the person who is their `noun`."""
        discourse.describe(person, owner, noun)
        label = KIN[noun][0] if noun in KIN else NAMED_IN_PASSING.get(noun) or KIN_MANY[noun]
        if owner is None:
            return [Draft(label, person.name, SELF, person, dated=False)]
        if label in ("reports_to", "parent_of"):
            return [Draft(label, person.name, owner, person, dated=False)]
        return [Draft(REVERSED_KIN.get(label, f"{label}_of"), owner.name, person, owner, dated=False)]

    def _pet(self, match: re.Match[str], owner: EntityName | None) -> Reading | None:
        noun, name = match["noun"].lower(), self._apposed(match.end())
        if name is None:
            if NOUN_IS.match(self.text, match.end()) or re.match(
                r"(?:'s name)?\s+(?:is|was) (?:called|named)?|\s+(?:has|is|died|passed|loves|likes|hates|just|recently|weighs|turned|turns|needs)\b|'s name",
                self.text[match.end() :],
                re.IGNORECASE,
            ):
                end = match.end() + (7 if self.text.startswith("'s name", match.end()) else 0)
                return Reading(
                    Subject(
                        EntityName("other", f"{(owner or self.discourse.speaker).name}'s {noun}"), kin=noun, owner=owner
                    ),
                    end,
                )
            return self._thing(match.start(), owner)
        pet = self.discourse.mention(name.text, "other", self._span(name))
        self.discourse.pets.add(pet)
        return Reading(
            Subject(pet, owner=owner), self._after(name, pet), self.pet_drafts(noun, owner, pet, self.discourse)
        )

    @staticmethod
    def pet_drafts(noun: str, owner: EntityName | None, pet: EntityName, discourse: Discourse) -> list[Draft]:
        """That the owner has this pet, and of what kind it is."""
        discourse.describe(pet, owner, noun)
        drafts = [Draft("has_pet", pet.name, owner or SELF, pet, dated=False)]
        if noun in SPECIES:
            drafts.append(Draft("species", noun, pet, dated=False))
        return drafts

    def _by_role(self, position: int) -> Reading | None:
        """ "(our) new intern, Felix, ...": a person told by the role they have."""
        match = ROLE_NAMED.match(self.text, position)
        role = re.sub(r"(?i)^(?:new|old|former|current|own|other)\s+", "", match["role"]) if match else ""
        if match is None or not self._is_role(role) or match["name"].lower() in NOT_NAMES:
            return None
        name = name_at(self.text, match.start("name"), limit=4)
        if name is None:
            return None
        person = self.discourse.mention(name.text, "person", self._span(name))
        drafts = [] if role.lower() in KIN else [Draft("role", role, person, stative=False, dated=False)]
        return Reading(Subject(person), self._after(name), drafts)

    def _thing(self, position: int, owner: EntityName | None) -> Reading | None:
        match = NOUN_PHRASE.match(self.text, position)
        if match is None:
            return None
        noun, end = match["noun"].strip(), match.end()
        words = noun.split()
        named = [w for w in words if is_proper(w) and w.lower() not in NOT_NAMES]
        placed = len(words) >= 3 and words[1].lower() == "in" and named == words[2:] and owner is None
        if len(words) >= 2 and named and (kind := DESIGNATORS.get(words[0].lower(), "location" if placed else None)):
            return self._entity(" ".join(words[1:]) if words[1:] == named else self._placed(words), kind, match)
        return Reading(Subject(owner, noun=noun), end)

    @staticmethod
    def _placed(words: list[str]) -> str:
        """ "office in Rotterdam" as "Rotterdam office"."""
        if len(words) >= 3 and words[1].lower() in ("in", "at", "on"):
            return f"{' '.join(words[2:])} {words[0]}"
        return " ".join(words)

    def _entity(self, name: str, kind: str, match: re.Match[str]) -> Reading:
        entity = self.discourse.mention(name, kind, (self.start + match.start("noun"), self.start + match.end("noun")))
        return Reading(Subject(entity), match.end())

    def _definite(self, position: int) -> Reading | None:
        article = THE.match(self.text, position)
        if article and (reading := self._by_role(article.end())):
            return reading
        match = NOUN_PHRASE.match(self.text, article.end() if article else position)
        if match is None or not (article or _bare_attribute(match["noun"])):
            return None
        noun = match["noun"].strip()
        of = OF.match(noun)
        if of:
            name = DESIGNATOR.sub("", of["name"])
            begin = self.start + match.start("noun") + of.start("name")
            kind = DESIGNATORS.get(of["name"].split()[-1].lower()) or kind_of(name)
            entity = self.discourse.mention(name, kind, (begin, begin + len(of["name"])))
            return Reading(Subject(entity, noun=of["noun"].lower()), match.end())
        if article and self._is_somebodys(noun, match.end()):
            return Reading(Subject(noun=noun), match.end())
        words = noun.split()
        if any(is_proper(w) for w in words) and not self.casual:
            return self._described(words, match)
        if len(words) <= 4 and words[-1].lower() not in NOT_NAMES and " of " not in noun:
            kind = DESIGNATORS.get(words[-1].lower(), "topic")
            return Reading(Subject(EntityName(kind, noun.lower()), noun=""), match.end())
        return None

    def _is_somebodys(self, noun: str, position: int) -> bool:
        """ "The office manager is Ana Ruiz": a role, and whoever has it."""
        said = IS_SOMEBODY.match(self.text, position) if self._is_role(noun) else None
        return said is not None and said["name"].lower() not in NATIONALITIES | NOT_NAMES

    def _described(self, words: list[str], match: re.Match[str]) -> Reading:
        """ "The Atlas project" (the entity Atlas), "the API rate limit" (the rate limit of API), "the Berlin office"."""
        if len(words) > 1 and (kind := DESIGNATORS.get(words[0].lower())) and all(is_proper(w) for w in words[1:]):
            return self._entity(" ".join(words[1:]), kind, match)
        if words[0].lower() in ("new", "old", "latest", "current", "original", "updated") and is_proper(words[1]):
            words = words[1:]
        designator = DESIGNATORS.get(words[-1].lower())
        proper = [w for w in words if is_proper(w)]
        if designator is None and is_proper(words[0]) and words[: len(proper)] == proper and len(words) > len(proper):
            entity = self._entity(" ".join(proper), kind_of(" ".join(proper)), match).subject.entity
            return Reading(Subject(entity, noun=" ".join(words[len(proper) :])), match.end())
        name = " ".join(words)
        if designator in ("project", "product", "policy", "agent", "service"):
            name = DESIGNATOR.sub("", name)
        return self._entity(name, designator or kind_of(name, self.text[match.end() :].strip()), match)

    def _named(self, position: int) -> Reading | None:
        name = self._name(position)
        if name is None:
            return None
        others: list[EntityName] = []
        end, text = name.end, DESIGNATOR.sub("", name.text)
        also = aside(self.text, name.text, end)
        end = also.end if also else end
        kind = DESIGNATORS.get(name.text.split()[-1].lower()) or kind_of(text, self._predicate(end))
        if also and also.acronym:
            text, kind = name.text, "organisation"
        while (joined := re.match(r"(?:,| and|, and) (?=(?-i:[A-Z]))", self.text[end:])) and (
            other := self._name(end + joined.end())
        ):
            others.append(
                self.discourse.mention(other.text, kind_of(other.text, self._predicate(other.end)), self._span(other))
            )
            end = other.end
        if others:
            kind = others[-1].type
        designator = re.match(rf"\s+(?:{alternatives(DESIGNATORS)})\b", self.text[end:])
        if designator and not others:
            kind, end = DESIGNATORS[designator[0].strip().lower()], end + designator.end()
        if (along := re.match(r"(?:,? and|, and) (?:i|me|myself)\b", self.text[end:], re.IGNORECASE)) and not others:
            self.discourse.mention(text, "person" if kind == "other" else kind, self._span(name))
            return Reading(Subject(along=text), end + along.end())
        apposed = None if others else self.apposed(end)
        kind = "person" if apposed and kind == "other" else kind
        entity = self.discourse.mention(text, kind, self._span(name))
        self.discourse.pair = (entity, *others) if others else self.discourse.pair
        if also:
            self.discourse.name(entity, also.name)
        told = [replace(draft, subject=entity) for draft in apposed[0]] if apposed else []
        position = apposed[1] if apposed else self._after(Phrase(name.text, name.start, end))
        return Reading(Subject(entity, plural=bool(others), others=tuple(others)), position, told)

    def apposed(self, position: int) -> tuple[list[Draft], int] | None:
        """ "Dana, our head of sales, ..." at the end of a name: what it tells of who is named, and where it ends."""
        match = APPOSED.match(self.text, position)
        if match is None or not self._is_role(match["what"]):
            return None
        return [Draft("role", match["what"].strip(), stative=False)], match.end()

    @staticmethod
    def _is_role(text: str) -> bool:
        head = re.split(r"\s+(?:of|for|at|in)\s+", text.strip())[0].lower()
        return head in OCCUPATION_HEADS or head.split()[-1] in OCCUPATION_HEADS or bool(OCCUPATION_SUFFIX.search(head))

    def _predicate(self, end: int) -> str:
        """A first look at what follows a name, auxiliaries folded into "be"."""
        rest = self.text[end:].lstrip(" ,")
        return re.sub(
            r"^(?:'s|is|was|are|were|has been|will be|'re)\s+(?:(?:just|now|also|still|currently|officially)\s+)*",
            "be ",
            rest,
        )

    def _name(self, position: int) -> Phrase | None:
        if self.casual:
            match = CASUAL_NAME.match(self.text, position)
            if match is None or match["name"].split()[0] in NOT_NAMES or match["name"].split()[0].endswith("ing"):
                return None
            return Phrase(match["name"], match.start(), match.end("name"))
        name = name_at(self.text, position, limit=5)
        if name is None or name.text.split()[0].lower().split("'")[0] in NOT_NAMES or not is_proper(name.text):
            return None
        return name

    def _after(self, name: Phrase, entity: EntityName | None = None) -> int:
        also = aside(self.text, name.text, name.end) if entity else None
        if also and entity:
            self.discourse.name(entity, also.name)
            return also.end
        comma = re.match(r"[,)]\s+(?=[a-z])", self.text[name.end :])
        return name.end + comma.end() if comma else name.end

    def _span(self, phrase: Phrase) -> tuple[int, int]:
        return self.start + phrase.start, self.start + phrase.end
