"""What people and organisations do to each other and to things: own, acquire, found, build; where they are."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memory_core.engine.extraction.events import when_text
from memory_core.engine.extraction.phrases import Phrase, is_proper, listed, until
from memory_core.engine.extraction.readers import place_at
from memory_core.engine.extraction.rules import Clause, Draft, Rules

RULES = Rules()

_VERBS = {
    **dict.fromkeys(("buys", "bought", "purchased", "acquire", "acquires", "took over"), "acquired"),
    **dict.fromkeys(("cofounded", "co-founded"), "founded"),
}
_TARGETS = {
    "organisation": frozenset(
        "acquired founded merged_with owns partners_with partnered_with supplies sponsors".split()
    ),
    "person": frozenset("hired married succeeded succeeds defeated beat".split()),
}
"""What kind of thing a verb is done to, where it is no product."""
_GROUP = re.compile(
    r"(?:the|our|my|a|an) (?P<name>(?:[\w-]+ ){1,3}(?:team|group|department|squad|company|agency|committee|crew|office|division|unit|community|foundation|startup|board))\b",
    re.IGNORECASE,
)
_LASTING = frozenset(
    "owned led managed run headed maintained sponsored handled overseen coordinated chaired hosted taught supplied funded".split()
)
"""Deeds of which the passive tells a state that lasts."""
_ONES_OWN = re.compile(r"found|co-?found|invent|wrote|creat|launch|built|publish|own|design|develop")


@RULES.on(
    r"be (?P<verb>owned|led|managed|run|headed|maintained|sponsored|founded|written|created|invented|designed|developed|directed|painted|composed|discovered|built|acquired|bought|supplied|funded|handled|overseen|co-founded|taught|coordinated|chaired|hosted|invented|taken over|published|released|recorded|produced|edited|translated|starred|set up|established)"
    r"(?:\s+and \w+)?(?:\s+(?:in|on|at|back in))?[\s\ue000]+by\s+"
)
def done_by(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Is owned by Dana Whitfield."""
    if clause.subject.speaker:
        return []
    verb, drafts = match["verb"].lower(), list[Draft]()
    kind = "organisation" if verb in ("acquired", "bought") else "person"
    for phrase in _agents(clause, match.end()):
        target = clause.known(phrase, clause.discourse.kind_of(phrase.text, kind))
        drafts.append(Draft(f"{verb.replace(' ', '_')}_by", target.name, target=target, stative=verb in _LASTING))
    group = _GROUP.match(clause.predicate, match.end())
    if not drafts and group:
        drafts.append(Draft(f"{verb.replace(' ', '_')}_by", group["name"], stative=verb in _LASTING))
    when = next((t for t in clause.times if t.kind == "at" and t.first), None)
    if drafts and when and verb in ("founded", "established", "set up"):
        drafts.append(Draft("founded", when_text(when), dated=False, stative=False))
    return drafts


def _agents(clause: Clause, position: int) -> list[Phrase]:
    """The names of "by A, B and C"."""
    whole = until(clause.predicate, position, "in|on|at|for|since|with|when|after|before|but|who|which")
    first = clause.phrase(position)
    if whole is None or first is None:
        return []
    if "," not in clause.predicate[position:] and " and " not in whole.text:
        found = [first]
    else:
        found = [p for part in listed(clause.predicate, position) if (p := clause.phrase(part.start))][:6]
    return [p for p in found if is_proper(p.text[:1]) or (clause.casual and p is first)]


@RULES.on(
    r"(?P<verb>acquire[sd]?|buys|bought|purchased|took over|merged with|merges with|partners with|partnered with|owns|founded|co-founded|cofounded|makes|manufactures|produces|develops|publishes|invented|wrote|created|discovered|developed|designed|directed|launched|released|announced|sponsors|built|supplies|married|composed|painted|published|hired|employs|represents|defeated|beat|replaced|replaces|succeeded|succeeds)\s+(?:a company called |the |a startup called |(?:my|our|his|her|a|his own|her own|my own|our own) (?:\w+ )?(?:startup|start-up|company|business|app|blog|podcast|newsletter|book|shop|store|restaurant|studio|agency|consultancy|project|product|website|novel|album|game) (?:called |named )?)?(?=(?-i:[A-Z\d]))"
)
def did(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Acquired Initech for $2.1 billion in 2021."""
    phrase, said = clause.phrase(match.end()), match["verb"].lower()
    if phrase is None or clause.subject.noun or (clause.subject.speaker and not _ONES_OWN.match(said)):
        return []
    verb = _VERBS.get(said, said.replace(" ", "_"))
    kind = next((kind for kind, verbs in _TARGETS.items() if verb in verbs), "product")
    target = clause.known(phrase, clause.discourse.kind_of(phrase.text, kind))
    stative = verb in (
        "owns",
        "supplies",
        "sponsors",
        "employs",
        "makes",
        "manufactures",
        "produces",
        "develops",
        "publishes",
    )
    return [Draft("married_to" if verb == "married" else verb, target.name, target=target, stative=stative)]


@RULES.on(
    r"be (?:founded|established|built|created|opened|launched|incorporated|completed|released|invented|discovered|published|signed)\s*(?:back )?(?:in|on)?\s*(?P<time>[\ue000])"
)
def founded(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Was founded in 1998."""
    time = clause.time_at(match.start("time"))
    if time is None or not time.first or clause.subject.speaker:
        return []
    verb = match[0].split()[1].lower()
    return [
        Draft(
            "founded" if verb in ("established", "incorporated", "founded") else verb,
            when_text(time),
            dated=False,
            stative=False,
        )
    ]


@RULES.on(
    r"be (?:located|situated|headquartered|based|found|held|hosted|stored)\s+(?:just |right )?(?:in|at|on|near)\s+"
)
def located(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Is headquartered in Zurich."""
    place = place_at(clause, match.end())
    entity = clause.subject.entity
    if place is None or entity is None or (entity.type == "person" and not clause.subject.noun):
        return []
    clause.known(place, "location")
    return [Draft("headquarters" if "headquartered" in match[0] else "location", place.text)]


@RULES.on(r"be (?:now |currently |right )?in\s+(?=(?:the )?(?-i:[A-Z]))")
def thing_in(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """The new office is in Aarhus."""
    place, entity = place_at(clause, match.end()), clause.subject.entity
    if place is None or entity is None or entity.type == "person" or clause.subject.noun or not entity.name.islower():
        return []
    clause.known(place, "location")
    return [Draft("location", place.text)]


@RULES.on(
    r"be (?:the |a |an )?(?P<what>capital|largest city|currency|official language|president|king|queen|mayor|ceo|cto|cfo|founder|owner|author|creator|inventor|head office|headquarters)(?: city)? of\s+"
)
def is_of(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Canberra is the capital of Australia."""
    phrase, entity = clause.phrase(match.end()), clause.subject.entity
    if (
        phrase is None
        or entity is None
        or entity.type == "person"
        or match["what"].lower()
        not in ("capital", "largest city", "currency", "official language", "headquarters", "head office")
    ):
        return []
    target = clause.known(
        phrase, "location" if match["what"].lower() not in ("headquarters", "head office") else "organisation"
    )
    return [Draft(f"{match['what'].lower().replace(' ', '_')}_of", target.name, target=target)]


@RULES.on(
    r"(?:be )?(?P<verb>written in|built with|built on|built in|powered by|hosted on|deployed on|runs on|running on|runs(?= (?:the )?(?-i:[A-Z])\S*(?:\s+v?[\d.]+)?\s*(?:$|[,.]))|uses|use|supports|supporting|stored in|compatible with|implemented in|coded in|available on|integrates with|depends on|requires)\s+(?=\S)"
)
def technology(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Is written in Rust; runs on Postgres."""
    entity = clause.subject.entity
    if entity is None or entity.type == "person":
        return []
    what = until(clause.predicate, match.end(), "for|because|since|but|so|which|to|as|in|on|with|at")
    if what is None:
        return []
    key = match["verb"].lower().replace(" ", "_")
    key = "runs_on" if key == "runs" else key
    return [
        Draft(key, part.text) for part in listed(clause.predicate, what.start, what.end)[:6] if is_proper(part.text)
    ]


@RULES.on(r"(?:come|comes|be available|be sold) in\s+(?P<what>.+)")
def comes_in(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Comes in red, blue and green."""
    if clause.subject.entity is None or clause.subject.entity.type == "person":
        return []
    return [
        Draft("available_in", part.text)
        for part in listed(clause.predicate, match.start("what"))[:8]
        if len(part.text.split()) <= 4
    ]
