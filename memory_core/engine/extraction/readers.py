"""Reading what rules of several topics need: a role, an employer, a place, kin, and the tails of a sentence."""

from __future__ import annotations

import re

from memory_core.engine.extraction.cities import CITIES
from memory_core.engine.extraction.lexicon import (
    COMPANY_HEADS,
    COUNTRIES,
    FUNCTIONS,
    KIN,
    NAMED_IN_PASSING,
    OCCUPATION_HEADS,
    OCCUPATION_SUFFIX,
    alternatives,
)
from memory_core.engine.extraction.phrases import Phrase, is_proper, name_at, undetermined, until
from memory_core.engine.extraction.rules import Clause, Draft
from memory_core.engine.extraction.subjects import SubjectReader

KIN_NOUN = rf"(?P<noun>{alternatives([*KIN, *NAMED_IN_PASSING])})"
_ROLE_STOPS = (
    r"at|for|with|since|from|who|where|which|that|because|based|working|on|by|when|but|so|here|there|responsible|specialis\w+|specializ\w+"
    r"|in(?! (?:charge|chief|residence|training))|and(?! (?:an? |the )?(?:\w+ )?(?:"
    + alternatives(OCCUPATION_HEADS)
    + r")s?\b)"
)
_ACRONYM = re.compile(r"(?:co-)?(?:[A-Z]{1,3}O|[SE]?VP|PM|SRE|QA|GP|MD|RN|DBA|TPM|PO)\b")
_NO_ROLE = re.compile(
    r"(?i)\s(?:my|your|his|her|their|our)\s|^(?!acting|managing|leading|marketing|engineering|nursing|consulting|operating|"
    r"founding|supporting|visiting|training|manufacturing|building|mining|recording|voting|standing|cooking|writing|"
    r"painting|drawing|swimming|dancing|driving|flying|teaching)\w+ing\b"
)
_TAIL = re.compile(
    r"[\s,(\ue000]*(?P<word>as|at|for|in|with|based in|working (?:at|for)|over at|here at|within|(?:originally )?from)\s+(?=\S)",
    re.IGNORECASE,
)
_NOT_PLACES = re.compile(
    r"(?i)(?:a|an|the|my|our|this|that|fear|peace|harmony|hope|it|here|there|love|general|bed|person|touch|town|it's|silence|poverty|sin|"
    r"denial|constant|shared|his|her|their|one|two|three|charge|trouble)\b"
)
_REGION = re.compile(r",\s+(?=(?-i:[A-Z]))")
_WITH_KIN = re.compile(
    rf"(?:my|his|her|their|our)\s+(?:\w+\s+)?{KIN_NOUN}(?:,?\s+(?:called |named )?(?=\S))?", re.IGNORECASE
)


def role_at(text: str, start: int) -> Phrase | None:
    """The role that is named from `start` on, without its article."""
    phrase = until(text, start, _ROLE_STOPS)
    if phrase is None or len(phrase.text.split()) > 9:
        return None
    return undetermined(phrase)


def is_role(text: str) -> bool:
    """Whether a noun phrase names an occupation or office."""
    if _NO_ROLE.search(text):
        return False
    head_part = re.split(r"\s+(?:of|for|to|and)\s+", text)[0]
    head = head_part.split()[-1].lower() if head_part.split() else ""
    if _ACRONYM.match(head_part.split()[-1] if head_part.split() else ""):
        return True
    return (
        head in OCCUPATION_HEADS
        or bool(OCCUPATION_SUFFIX.search(head))
        or text.lower() in OCCUPATION_HEADS
        or head_part.lower() in OCCUPATION_HEADS
    )


def role_drafts(clause: Clause, role: Phrase, stative: bool = True) -> list[Draft]:
    """The role, and the organisation of "CEO of Acme"."""
    of = re.match(r"(?P<head>.+?) of (?P<body>(?:the )?[A-Z].*)$", role.text)
    if (
        of
        and (
            of["head"].rsplit(maxsplit=1)[-1].lower() in COMPANY_HEADS
            or re.match(r"(?i)(?:chief|managing)\b", of["head"])
        )
        and not set(of["body"].lower().split()) & FUNCTIONS
    ):
        if of["head"].lower() in ("owner", "co-owner", "product owner", "project owner"):
            return _owned(clause, Phrase(of["body"], role.start + of.start("body"), role.end))
        if clause.discourse.kind_of(of["body"]) == "location":
            return [Draft("role", role.text, stative=stative)]
        target = clause.known(Phrase(of["body"], role.start + of.start("body"), role.end), "organisation")
        return [
            Draft("role", of["head"], stative=stative),
            Draft("works_at", target.name, target=target, stative=stative),
        ]
    return [Draft("role", role.text, stative=stative)]


def _owned(clause: Clause, what: Phrase) -> list[Draft]:
    """ "Dana is the owner of Atlas", from Atlas to Dana."""
    owner = clause.subject.entity or clause.discourse.speaker
    thing = clause.known(what, clause.discourse.kind_of(what.text, "project"))
    return [Draft("owned_by", owner.name, thing, owner)]


def employer_at(clause: Clause, position: int) -> tuple[Draft, int] | None:
    """The employer that is named at a position of the predicate, and where its name ends."""
    phrase = clause.phrase(position)
    if phrase is not None and (clause.casual or is_proper(phrase.text)):
        target = clause.known(phrase, "organisation")
        return Draft("works_at", target.name, target=target), phrase.end
    common = until(clause.predicate, position, "as|since|because|and|but|where|with|who|for|right")
    if (
        common is None
        or not re.match(r"(?i)(?:a|an|the|my|our|his|her|their)\s", common.text)
        or len(common.text.split()) > 7
    ):
        return None
    bare = undetermined(common)
    if re.fullmatch(
        r"(?i)(?:moment|time|office|job|end|best|same|future|living|hour|weekend|project|.*\b(?:day|week|month|year|school)s?)",
        bare.text,
    ):
        return None
    return Draft("employer", bare.text), common.end


ALL = "role employer place kin"


def tails(clause: Clause, position: int, allowed: str = ALL) -> list[Draft]:
    """What follows the first fact of a clause: "... as a CTO at Acme in Berlin with my husband Marco"."""
    drafts: list[Draft] = []
    while (match := _TAIL.match(clause.predicate, position)) is not None:
        word, begin = match["word"].lower(), match.end()
        found: tuple[list[Draft], int] | None = None
        if word == "as" and "role" in allowed and (role := role_at(clause.predicate, begin)):
            found = role_drafts(clause, role), role.end
        elif word == "with" and "kin" in allowed and (kin := kin_after_with(clause, begin)):
            found = kin
        elif word in ("in", "based in") and "place" in allowed and _opens_place(clause, begin):
            found = _workplace(clause, begin, "works_in" if "workplace" in allowed else None)
        elif word.endswith("from"):
            home = place_at(clause, begin) if "house" in allowed else None
            found = ([Draft("hometown", home.text, dated=False, stative=False)], home.end) if home else None
        elif _may_employ(clause, word, begin, allowed):
            one = employer_at(clause, begin)
            found = ([one[0]], one[1]) if one else None
        if found is None:
            break
        drafts, position = drafts + found[0], found[1]
    return drafts


def _opens_place(clause: Clause, begin: int) -> bool:
    """Whether a place is named here: by its capital, or, where capitals tell nothing, as a known city."""
    if is_proper(clause.predicate[begin : begin + 1]):
        return True
    name = clause.phrase(begin) if clause.casual else None
    return name is not None and name.text.lower() in CITIES


def _may_employ(clause: Clause, word: str, begin: int, allowed: str) -> bool:
    """Whether a name follows that can be an employer's: one works "with" a company, and with a person too."""
    if word in ("in", "as", "based in") or "employer" not in allowed:
        return False
    named = re.compile(r"(?:the )?(?-i:[^\W\d_a-z])").match(clause.predicate, begin)
    if word != "with":
        return is_proper(clause.predicate[begin : begin + 1]) or bool(named)
    name = clause.phrase(begin) if named and "house" in allowed else None
    return name is not None and clause.discourse.kind_of(name.text, "organisation") == "organisation"


def _workplace(clause: Clause, position: int, key: str | None) -> tuple[list[Draft], int] | None:
    """Where somebody works; with no employer named it is taken as where they live, less surely."""
    found = place_drafts(clause, position)
    for draft in found[0] if found else ():
        draft.key, draft.confidence = key or draft.key, 0.65
    return found


def place_at(clause: Clause, position: int) -> Phrase | None:
    """The place named at a position of the predicate, with its region ("Austin, Texas")."""
    if _NOT_PLACES.match(clause.predicate, position) and not re.match(
        r"(?i)the (?:\S+ )?(?-i:[A-Z])", clause.predicate[position:]
    ):
        return None
    phrase = clause.phrase(position)
    if phrase is None or not (clause.casual or is_proper(phrase.text)) or phrase.text[:1].isdigit():
        return None
    region = _REGION.match(clause.predicate, phrase.end)
    more = clause.phrase(region.end()) if region else None
    return Phrase(clause.predicate[phrase.start : more.end], phrase.start, more.end) if more else phrase


def key_of_place(text: str) -> str:
    """City, unless the place is a country."""
    return "country" if text.lower() in COUNTRIES else "city"


def place_drafts(clause: Clause, position: int) -> tuple[list[Draft], int] | None:
    """Residence at the place named here, and where the name ends."""
    place = place_at(clause, position)
    if place is None:
        return None
    clause.known(place, "location")
    return [Draft(key_of_place(place.text), place.text)], place.end


def kin_after_with(clause: Clause, position: int) -> tuple[list[Draft], int] | None:
    """ "... with my husband Marco and our daughter Eva": the relations, and where they end."""
    drafts: list[Draft] = []
    while (match := _WITH_KIN.match(clause.predicate, position)) is not None:
        name = name_at(clause.predicate, match.end(), limit=3)
        if name and (is_proper(name.text) or clause.casual) and match["noun"].lower() in KIN:
            person = clause.discourse.mention(
                name.text, "person", (clause.source(name.start), clause.source(name.end)), KIN[match["noun"].lower()][1]
            )
            drafts += SubjectReader.kin_drafts(match["noun"].lower(), clause.subject.entity, person, clause.discourse)
        position = name.end if name else match.end()
        joined = re.compile(r"(?:,| and|, and)\s+").match(clause.predicate, position)
        position = joined.end() if joined else position
    return (drafts, position) if drafts else None
