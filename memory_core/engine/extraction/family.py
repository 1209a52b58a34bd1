"""Family, partners and work ties between people; names, ages, birthdays of anybody."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memory_core.engine.extraction.lexicon import (
    GIVEN_F,
    GIVEN_M,
    KIN,
    KIN_MANY,
    NATIONALITIES,
    NOT_NAMES,
    OCCUPATION_HEADS,
    PETS,
    WORD_NUMBERS,
    alternatives,
)
from memory_core.engine.extraction.model import EntityName
from memory_core.engine.extraction.phrases import is_proper, listed, name_at
from memory_core.engine.extraction.readers import (
    ALL,
    KIN_NOUN,
    is_role,
    key_of_place,
    place_at,
    role_at,
    role_drafts,
    tails,
)
from memory_core.engine.extraction.rules import SELF, Clause, Draft, Rules
from memory_core.engine.extraction.subjects import SubjectReader

RULES = Rules()

_NUMBER = rf"(?P<count>\d{{1,3}}|{alternatives(WORD_NUMBERS)})"
_PLURAL = {
    "kids": "parent_of",
    "children": "parent_of",
    "sons": "parent_of",
    "daughters": "parent_of",
    "boys": "parent_of",
    "girls": "parent_of",
    "brothers": "brother",
    "sisters": "sister",
    "siblings": "sibling",
    "grandchildren": "grandchild",
    "grandkids": "grandchild",
    "twins": "parent_of",
    "kids,": "parent_of",
    "stepchildren": "parent_of",
    "reports": "manages",
    "direct reports": "manages",
}
_ADJECTIVE = r"(?:(?:older|younger|little|big|twin|beautiful|lovely|baby|young|grown|grown-up|adult|small|wonderful|great|amazing|new|teenage|\d+[- ]year[- ]old|adopted)\s+)*"


def count_of(text: str) -> int:
    """A small number in digits or words."""
    return int(text) if text.isdecimal() else WORD_NUMBERS[text.lower()]


@RULES.on(
    rf"(?:be )?(?:have|has|had|got|have got|has got|raise|raising|am raising)\s+(?:also\s+)?{_NUMBER}\s+{_ADJECTIVE}(?P<who>{alternatives(_PLURAL)})\b"
)
def has_kin(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Has two kids, Ana and Luis."""
    label, who = _PLURAL[match["who"].lower()], match["who"].lower()
    number = str(count_of(match["count"]))
    if label == "parent_of" and who in ("kids", "children"):
        yield Draft("children_count", number)
    else:
        yield Draft(f"{who.replace(' ', '_')}_count", number)
    rest = re.compile(r"\s*(?:,|:|\(|-|—|called|named|who are called|aged [\d and]+)+\s*").match(
        clause.predicate, match.end()
    )
    for part in listed(clause.predicate, rest.end())[:8] if rest else ():
        name = name_at(clause.predicate, part.start, clause.casual, limit=3)
        if name and (is_proper(name.text) or clause.casual):
            person = clause.known(name, "person")
            yield Draft(label, person.name, target=person, dated=False)
            age = re.compile(r"\s*\(?(?:aged? )?(\d{1,2})\b").match(clause.predicate, name.end)
            if age:
                yield Draft("age", age[1], person, dated=False)


@RULES.on(
    rf"(?:be )?(?:have|has|had|got|have got|has got|welcomed|gained)\s+(?:a|an|one)\s+{_ADJECTIVE}{KIN_NOUN}(?:,|\s+(?:called|named|whose name is|by the name of))?\s*(?P<name>.*)"
)
def has_one(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Has a brother named Paul."""
    noun = match["noun"].lower()
    name = name_at(clause.predicate, match.start("name"), clause.casual, limit=3) if match["name"] else None
    if name is None or not (is_proper(name.text) or "called" in match[0] or "named" in match[0]):
        return []
    person = clause.discourse.mention(
        name.text, "person", (clause.source(name.start), clause.source(name.end)), KIN.get(noun, ("", None))[1]
    )
    drafts = SubjectReader.kin_drafts(noun, clause.subject.entity, person, clause.discourse)
    lives = re.compile(r"\s*,?\s*(?:who lives|living|who is based) in\s+(?=(?-i:[A-Z]))").match(
        clause.predicate, name.end
    )
    place = clause.phrase(lives.end()) if lives else None
    return [*drafts, *([Draft("city", place.text, person)] if place else [])]


@RULES.on(
    rf"be (?:the |a )?(?:proud |single |new |happy )?(?:parent|father|mother|dad|mum|mom)s? (?:of|to)\s+(?:{_NUMBER}\b)?"
)
def parent_of(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Is a mother of three."""
    if "single" in match[0].lower():
        yield Draft("marital_status", "single", dated=False)
    if match["count"]:
        yield Draft("children_count", str(count_of(match["count"])))
        return
    for part in listed(clause.predicate, match.end()):
        if is_proper(part.text[:1]):
            person = clause.known(part, "person")
            yield Draft("parent_of", person.name, target=person, dated=False)


@RULES.on(
    r"(?:be |got |get |getting |be getting )?(?P<state>married to|engaged to|marry|marries|married|marrying|dating|in a relationship with|seeing|wed)\s+(?!with|for|in\b|last|next|since|a\b|an\b)(?:my \w+ )?(?=\S)"
)
def partner(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Is married to Marco; got engaged to Ana."""
    name = clause.phrase(match.end())
    if name is None or not (is_proper(name.text) or clause.casual):
        return []
    person = clause.known(name, "person")
    married = match["state"].lower().startswith(("marr", "wed"))
    change = not match[0].startswith("be ") or "get" in match[0]
    if clause.subject.entity:
        clause.discourse.pair = (clause.subject.entity, person)
    return [Draft("married_to" if married else "partner", person.name, target=person, stative=not change)]


@RULES.on(
    r"(?:be |got |get |be getting )+(?P<state>married|single|divorced|widowed|engaged|separated|in a relationship)\b"
)
def marital(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Is married; got divorced last year."""
    state = match["state"].lower()
    if clause.subject.others and clause.subject.entity and state in ("married", "engaged", "in a relationship"):
        other = clause.subject.others[0]
        yield Draft(
            "married_to" if state == "married" else "partner",
            other.name,
            clause.subject.entity,
            other,
            stative="get" not in match[0],
        )
        return
    if re.match(r"\s+(?:with|in|to the|mother|father|mom|dad|parent)\b", clause.predicate[match.end() :]) and state in (
        "single",
        "engaged",
    ):
        return
    yield Draft("marital_status", state, stative=match[0].lower() == f"be {state}")
    if state == "divorced" and "got" in match[0].lower():
        yield Draft("married_to", "", ends=True, stative=False)


@RULES.on(
    r"be (?P<what>siblings|brothers|sisters|cousins|twins|friends|best friends|colleagues|neighbou?rs|roommates|flatmates|a couple|partners|co-?founders|married to each other)\b"
)
def tied(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Sven and Lotta are siblings."""
    subject, what = clause.subject, match["what"].lower()
    if subject.entity is None or not subject.others or not clause.verb.plain:
        return []
    label = {
        "a couple": "partner",
        "partners": "partner",
        "twins": "sibling",
        "married to each other": "married_to",
    }.get(what, what.rstrip("s").replace(" ", "_"))
    return [Draft(label, subject.others[0].name, subject.entity, subject.others[0], dated=False)]


@RULES.on(
    rf"be (?P<owner>my|our|his|her|their|(?-i:[A-Z])[\w'-]*(?: (?-i:[A-Z])[\w'-]*)?'s)\s+(?:new |older |younger |direct |best )*{KIN_NOUN}\b"
)
def is_kin_of(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Dana is my manager; Dana is Omar's sister."""
    person, noun, owner = clause.subject.entity, match["noun"].lower(), match["owner"]
    if person is None or clause.subject.noun:
        return []
    if owner.lower() in ("my", "our"):
        return SubjectReader.kin_drafts(noun, None, person, clause.discourse)
    other = EntityName("person", owner[:-2]) if owner.endswith("'s") else clause.discourse.refer(owner)
    return SubjectReader.kin_drafts(noun, other, person, clause.discourse) if other and other != person else []


@RULES.on(r"be (?:called |named )?(?=\S)")
def kin_is(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """My manager is Tomás Ibáñez; my brother is called Paul."""
    noun = clause.subject.kin
    if noun in KIN_MANY:
        return _many_are(clause, match, KIN_MANY[noun])
    name = clause.phrase(match.end()) if noun else None
    if (
        name is None
        or name.text[0].isdigit()
        or not (
            is_proper(name.text) or "called" in match[0] or "named" in match[0] or (clause.casual and _given(name.text))
        )
    ):
        return []
    if name.text.lower() in NATIONALITIES or name.text.split()[0].lower() in NOT_NAMES:
        return []
    if noun in PETS and noun not in KIN:
        pet = clause.known(name, "other")
        return SubjectReader.pet_drafts(noun, clause.subject.owner, pet, clause.discourse)
    gender = KIN[noun][1] if noun in KIN else None
    person = clause.discourse.mention(name.text, "person", (clause.source(name.start), clause.source(name.end)), gender)
    return SubjectReader.kin_drafts(noun, clause.subject.owner, person, clause.discourse)


_THEIR_NAMES = re.compile(
    r"(?P<names>[A-ZÀ-Þ][\w'-]+(?:,\s+[A-ZÀ-Þ][\w'-]+)*(?:,?\s+(?:and|&)\s+[A-ZÀ-Þ][\w'-]+))\s*(?:$|[.,;!(])"
)


def _many_are(clause: Clause, match: re.Match[str], label: str) -> list[Draft]:
    """My kids are Max, Nele and Ole; my cats are called Miso and Wasabi."""
    told = _THEIR_NAMES.match(clause.predicate, match.end())
    if told is None:
        return []
    names = re.split(r",\s+(?:and\s+)?|\s+(?:and|&)\s+", told["names"])
    if any(name.lower() in NOT_NAMES or name.lower() in NATIONALITIES for name in names):
        return []
    drafts: list[Draft] = []
    at, kind = told.start("names"), "other" if label == "has_pet" else "person"
    for name in names:
        at = clause.predicate.index(name, at)
        one = clause.discourse.mention(name, kind, (clause.source(at), clause.source(at + len(name))))
        drafts.append(Draft(label, name, clause.subject.owner or SELF, one, dated=False))
    return drafts


def _given(name: str) -> bool:
    return name.split(maxsplit=1)[0].lower() in GIVEN_M | GIVEN_F


@RULES.on(
    rf"(?:be |turn |turned |turning |turns |be turning |be only |be almost )+{_NUMBER}(?:[- ]?(?:years?|yrs?)(?:[- ]?old| of age)?|\s?y/?o)?(?=\s\s|\s*(?:$|[,!\ue000]|\.(?!\d)|and\b|now\b|but\b|today|this\b|old\b))"
)
def age(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Is 34; turned 30 last week."""
    subject, years = clause.subject, count_of(match["count"])
    animate = subject.speaker or (
        not subject.noun and subject.entity is not None and subject.entity.type in ("person", "other")
    )
    explicit = re.search(r"(?i)year|yr|y/?o|turn", match[0])
    if not (animate and 0 < years < 125) or (
        subject.entity and subject.entity.type == "other" and not explicit and not clause.extra
    ):
        return []
    return [Draft("age", str(years), stative="turn" not in match[0].lower())]


@RULES.on(
    r"be (?:known as|called|named|(?:better )?known to (?:my )?friends as)\s+|go(?:es)? by(?: the name)?\s+|be nicknamed\s+"
)
def called(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Goes by Ally."""
    name = clause.phrase(match.end())
    if name is None or (clause.subject.entity and clause.subject.entity.type != "person") or clause.subject.noun:
        return []
    key = "name" if re.match(r"(?i)be (?:called|named)", match[0]) and clause.subject.speaker else "nickname"
    return [Draft(key, name.text, dated=False)]


_NOT_SELF = frozenset(
    "in at on from back here there home not so very too glad happy sad sorry tired fine good great ok okay ready done sure busy sick late new old also still just".split()
)


@RULES.on(r"be (?=\S)")
def introduces(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """I'm Alice Chen."""
    if not clause.subject.speaker or clause.verb.past:
        return []
    name = clause.phrase(match.end())
    if name is None or name.start != match.end():
        return []
    words = name.text.split()
    if clause.casual:
        if not _given(name.text) or len(words) > 3:
            return []
        return [Draft("name", name.text, dated=False), *_described(clause, name.end)]
    if (
        len(words) > 4
        or not all(is_proper(w) and w[0].isalpha() for w in words)
        or words[0].lower() in NOT_NAMES | NATIONALITIES | _NOT_SELF
    ):
        return []
    if (
        words[-1].lower() in OCCUPATION_HEADS | PETS
        or re.fullmatch(r"[A-Z]{2,4}", name.text)
        or (
            re.match(r"\s+\w+", clause.predicate[name.end :])
            and not re.match(
                r"\s+(?:and|from|at|the|a|an|with|by|here|in|but|your|who)\b", clause.predicate[name.end :]
            )
        )
    ):
        return []
    return [Draft("name", name.text, dated=False), *_described(clause, name.end)]


_AGED = re.compile(
    r",?\s+(?:and\s+)?(?:aged\s+)?(?P<age>\d{2})(?:\s*(?:y/?o|years? old))?(?=\s*(?:,|$|\band\b))", re.IGNORECASE
)
_FROM = re.compile(
    r",?\s+(?:and\s+)?(?:(?P<home>(?:originally\s+)?from)|(?:based|living|currently)\s+in|in)\s+(?=\S)", re.IGNORECASE
)
_WITH_ROLE = re.compile(r",\s+(?:and\s+)?(?:(?:the|an?)\s+)?(?=[^\W\d_])", re.IGNORECASE)


def _described(clause: Clause, position: int) -> list[Draft]:
    """What follows a name that somebody gives as theirs: "Jonas, 28, a baker from Aarhus"."""
    drafts = tails(clause, position, "employer")
    if drafts:
        return drafts
    while position < len(clause.predicate):
        aged, home = _AGED.match(clause.predicate, position), _FROM.match(clause.predicate, position)
        opens = _WITH_ROLE.match(clause.predicate, position)
        role = role_at(clause.predicate, opens.end()) if opens and not aged else None
        if aged:
            drafts, position = [*drafts, Draft("age", aged["age"], dated=False)], aged.end()
        elif home and (place := place_at(clause, home.end())):
            key = "hometown" if home["home"] else key_of_place(place.text)
            drafts, position = [*drafts, Draft(key, place.text, dated=False)], place.end
        elif role and is_role(role.text):
            return [*drafts, *role_drafts(clause, role), *tails(clause, role.end, f"{ALL} house")]
        else:
            return drafts
    return drafts


@RULES.on(
    rf"be (?:a |an |originally |half |ethnically )?(?P<nation>{alternatives(NATIONALITIES)})(?: (?P<kind>citizen|national|passport holder|by birth))?(?=\s*(?:$|[,.!]|and\b|but\b|by\b|so\b))"
)
def nationality(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Is Swedish."""
    subject = clause.subject
    if subject.noun or (subject.entity and subject.entity.type not in ("person", "other")):
        return []
    return [Draft("nationality", clause.predicate[match.start("nation") : match.end("nation")], dated=False)]


@RULES.on(
    r"(?:be )?(?:live|lives|living|(?:share|shares|sharing) (?:a|an|my|our|the) (?:\w+ )?(?:flat|house|apartment|room|place|home))s? (?:together )?with\s+(?=(?-i:[A-Z]))"
)
def lives_with(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Lives with Ana."""
    for part in listed(clause.predicate, match.end())[:6]:
        if is_proper(part.text[:1]) and (name := clause.phrase(part.start)):
            person = clause.known(name, "person")
            yield Draft("lives_with", person.name, target=person)
