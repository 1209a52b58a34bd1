"""Where people live, move, come from and were born."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memory_core.engine.extraction.lexicon import TOOLS
from memory_core.engine.extraction.phrases import Phrase
from memory_core.engine.extraction.readers import key_of_place, kin_after_with, place_at, place_drafts, tails
from memory_core.engine.extraction.rules import Clause, Draft, Rules

RULES = Rules()

_TO = re.compile(r"[\s,]*(?:back |over |out |down |up )?to\s+", re.IGNORECASE)


_FROM = re.compile(r"[\s\ue000,]+from\s+(?=\S)", re.IGNORECASE)


@RULES.on(
    r"(?:be )?(?:live|lives|lived|living|reside|resides|resided|residing|based|located|dwell|settled|staying|stationed|at home|residing)\s+"
    r"(?:\w+ly\s+|alone\s+|happily\s+|together\s+|back\s+|over\s+|out\s+|down\s+|here\s+|full[- ]time\s+|with (?:my|his|her|their) [\w ]{2,30}? )?"
    r"(?:in (?:a|an|the)(?: [\w-]+){0,3}? (?:village|town|suburb|suburbs|house|flat|apartment|place|city|farm|cottage|neighbou?rhood|district|area|part|outskirts|north|south|east|west|countryside|hills)(?: called)?\s+)?"
    r"(?:of(?= (?-i:[A-Z]))|just outside(?: of)?|near|close to|in|at|on|outside(?: of)?)\s+"
)
def lives_in(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Lives in Lisbon with my husband Marco; is based in Oslo; lives at 12 High Street."""
    subject = clause.subject
    place_of_thing = subject.entity is not None and (
        subject.entity.type not in ("person", "other")
        or (subject.entity.type == "other" and re.match(r"be (?:located|situated)", match[0]))
    )
    if not subject.noun and place_of_thing:
        return _located(clause, match.end())
    if re.compile(r"\d+\w?\s+[A-Z]").match(clause.predicate, match.end()):
        return _address(clause, match.end())
    found = place_drafts(clause, match.end())
    if found is None:
        return []
    kin = re.search(r"(?i)\bwith (?=my )", match[0])
    beside = kin_after_with(clause, kin.end()) if kin else None
    return [*found[0], *(beside[0] if beside else tails(clause, found[1], "kin role employer"))]


def _located(clause: Clause, position: int) -> list[Draft]:
    place = place_at(clause, position)
    entity = clause.subject.entity
    if place is None or entity is None:
        return []
    key = "headquarters" if entity.type == "organisation" else "location"
    return [Draft(key, place.text)]


def _address(clause: Clause, position: int) -> list[Draft]:
    rest = re.split(r"\s+(?:with|and|since|but)\s|[\ue000\ue001]", clause.predicate[position:])[0].strip(" .,!")
    return [Draft("address", rest)] if rest else []


@RULES.on(
    r"(?:be )?(?P<verb>mov(?:e|es|ed|ing)|relocat(?:e|es|ed|ing)|transferr(?:ed|ing)|emigrat(?:e|ed|ing)|immigrat(?:e|ed|ing)|resettl(?:e|ed|ing))\s+"
    r"(?:house\s+|home\s+|out\s+|away\s+|over\s+|here\s+|back\s+|permanently\s+|together\s+|with \w+ \w+\s+)?(?P<way>from|to|into|in)\s+"
)
def moved(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Moved from London to Berlin; is moving to Singapore next month."""
    old, position = None, match.end()
    if match["way"].lower() == "from":
        old = place_at(clause, position)
        to = _TO.match(clause.predicate, old.end) if old else None
        if old is None or (to is None and "here" not in match[0].lower()):
            return []
        if to is None:
            return [Draft("hometown", old.text, dated=False, stative=False)]
        position = to.end()
    new = place_at(clause, position)
    if new is None or new.text.lower() in TOOLS or (old and old.text.lower() in TOOLS):
        return []
    back = _FROM.match(clause.predicate, new.end)
    old = old or (place_at(clause, back.end()) if back else None)
    if any(clause.discourse.kind_of(place.text) == "organisation" for place in (old, new) if place):
        target = clause.known(new, "organisation")
        return [Draft("works_at", target.name, target=target, replaces=old.text if old else None, stative=False)]
    clause.known(new, "location")
    return [_arrival(clause, match["verb"].lower(), old, new)]


def _arrival(clause: Clause, verb: str, old: Phrase | None, new: Phrase) -> Draft:
    draft = Draft(key_of_place(new.text), new.text, replaces=old.text if old else None, stative=False)
    subject = clause.subject
    if subject.entity is not None and subject.entity.type not in ("person", "other"):
        draft.key = "location"
    ahead = clause.verb.future or (verb.endswith("ing") and clause.predicate.startswith("be ") and not clause.verb.past)
    if ahead and not clause.times:
        draft.key = "moving_to"
    return draft


@RULES.on(
    r"(?:be )?(?:(?:mov(?:ed|ing)|left|leaving) (?:away from|out of|from)|stopped living in|done living in) (?=\S)"
)
def moved_away(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Moved out of Paris."""
    place = place_at(clause, match.end())
    return [Draft(key_of_place(place.text), place.text, ends=True, stative=False)] if place else []


@RULES.on(
    r"(?:be (?:originally )?from|come from|comes from|came from|grew up in|be raised in|be (?:a )?native of|hail(?:s)? from|be originally from)\s+"
)
def comes_from(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Is from Ghent; grew up in Cork."""
    place = place_at(clause, match.end())
    if place is None or (clause.subject.entity and clause.subject.entity.type not in ("person", "other")):
        return []
    return [Draft("hometown", place.text, dated=False, stative=False)]


@RULES.on(r"(?:be|went|travel+ed|flew|drove) (?:back |over |away )?(?:in|at|to) (?=(?:the )?(?-i:[A-Z]))")
def visited(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Was in Japan last month."""
    person = clause.subject.speaker or (clause.subject.entity is not None and clause.subject.entity.type == "person")
    past = clause.verb.past or not match[0].lower().startswith("be")
    if not person or clause.subject.noun or not past or not any(t.kind in ("at", "between") for t in clause.times):
        return []
    place = place_at(clause, match.end())
    return [Draft("visited", place.text, stative=False)] if place and clause.verb.plain else []


@RULES.on(r"be born\s+(?:and raised\s+)?(?:[\ue000\s,]*)(?:in|at)?\s*")
def born(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Was born on 3 March 1991 in Gothenburg."""
    drafts: list[Draft] = []
    when = next((t for t in clause.times if t.first and t.kind == "at"), None)
    if when and when.first:
        drafts.append(Draft("birthday", when.first.split("T")[0], dated=False, stative=False))
    where = re.compile(r".*?\b(?:in|at)\s+(?=[^\s\ue000])").match(clause.predicate)
    place = place_at(clause, where.end()) if where else None
    if place:
        drafts.append(Draft("birthplace", place.text, dated=False, stative=False))
    return drafts
