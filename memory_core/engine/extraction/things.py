"""Facts about named things: prices, sizes, owners, dates, places, status; what organisations do."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memory_core.engine.extraction.events import when_text
from memory_core.engine.extraction.phrases import Phrase, is_proper, undetermined, until
from memory_core.engine.extraction.readers import place_at
from memory_core.engine.extraction.rules import Clause, Draft, Rules
from memory_core.engine.keys import canonical_key

RULES = Rules()

MONEY = (
    r"(?:[$€£¥]\s?\d[\d,.]*\d?(?:\s?(?:k|m|bn|million|billion|thousand)\b)?|\d[\d,.]*\s?(?:k\s)?(?:million |billion |thousand )?(?:euros?|dollars?|usd|eur|gbp|pounds?|sek|nok|dkk|kr|kronor|chf|francs?|yen|jpy|"
    r"cents?|pence|rupees?|inr|pesos?|reais|zloty|€|\$|£)(?!\w))(?:\s?(?:per|a|an|/|each)\s?(?:month|year|week|day|hour|user|seat|person|night|kg|kilo|piece|unit|licen[cs]e|seat per month)?\b)?"
)
_UNIT = r"(?:mm|cm|m|km|metres?|meters?|kilomet(?:re|er)s?|centimet(?:re|er)s?|feet|foot|ft|inch(?:es)?|in|miles?|yards?|kg|kilos?|kilograms?|grams?|g|lbs?|pounds|tons?|tonnes?|stone|hectares?|acres?|square \w+|litres?|liters?|l|gb|tb|mb|storeys?|stories|floors?)"
_DIMENSIONS = {
    "tall": "height",
    "high": "height",
    "in height": "height",
    "long": "length",
    "in length": "length",
    "wide": "width",
    "in width": "width",
    "deep": "depth",
    "in depth": "depth",
    "heavy": "weight",
    "thick": "thickness",
    "in weight": "weight",
    "above sea level": "height",
    "in size": "size",
    "away": "distance",
}
_STATUS = (
    r"on hold|in progress|done|complete|completed|finished|blocked|cancell?ed|delayed|live|approved|rejected|behind schedule|on track|ahead of schedule|at risk|"
    r"in review|under review|in beta|deprecated|discontinued|out of stock|in stock|back in stock|sold out|closed|open|active|inactive|archived|pending|paused|overdue|in production|"
    r"shipped|launched|released|merged|deployed|down|offline|online|operational|under construction|bankrupt|shut down|dead|retired|end of life|paid|unpaid|signed|resolved|fixed"
)


def _thing(clause: Clause) -> bool:
    """Whether the clause speaks of something other than the speaker, with or without a noun of its own."""
    return clause.subject.entity is not None or bool(clause.subject.noun)


@RULES.on(
    rf"(?:be )?(?:cost|costs|costing|priced at|retail(?:s|ing)? (?:at|for)|sell(?:s|ing)? (?:at|for)|go(?:es|ing)? for|available for|charge[sd]?|be)\s*(?:me |us |you |about |around |only |just |now |currently |at |is )*(?P<money>{MONEY})"
)
def costs(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Costs 29.99 euros and ships from Leipzig."""
    if clause.subject.noun:
        noun = canonical_key(clause.subject.noun)
        worth = noun if match[0].lower().startswith("be ") else "price" if clause.subject.entity else f"{noun}_price"
        return [Draft(worth, match["money"].strip())]
    return [Draft("price", match["money"].strip())] if _thing(clause) else []


@RULES.on(
    rf"(?:be )?(?:about |around |roughly |approximately |only |exactly |nearly |over )?(?P<value>\d[\d,.]*\s?{_UNIT}(?:\s?\d+\s?{_UNIT}?)?)\s+(?P<dim>{'|'.join(sorted(_DIMENSIONS, key=len, reverse=True))})\b"
)
def measures(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Is 5,895 metres tall."""
    return [Draft(_DIMENSIONS[match["dim"].lower()], match["value"])] if match["value"] else []


@RULES.on(
    rf"(?:weigh|weighs|weighed|be weighing)\s+(?:about |around |roughly |only |in at )*(?P<value>\d[\d,.]*\s?{_UNIT})"
)
def weighs(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Weighs 2.4 kg."""
    return [Draft("weight", match["value"])]


@RULES.on(
    r"(?:have|has|had)\s+(?:a|an)\s+(?P<noun>height|length|width|depth|weight|population|capacity|budget|battery life|range|top speed|area|diameter|revenue|value|valuation|market cap|memory|screen size|lifespan|warranty|resolution)\s+of\s+(?P<value>.+)"
)
@RULES.on(
    r"(?:have|has|had|employs?|employed)\s+(?:about |around |over |more than |roughly |nearly |some )*(?P<value>\d[\d,.]*(?:\s?(?:k|m|million|billion|thousand))?)\s+(?P<noun>employees|users|customers|floors|rooms|seats|members|students|inhabitants|residents|people|subscribers|stores|offices|branches|pages|people working)"
)
def has_measure(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Has a population of 1.2 million; has 50 employees."""
    if not _thing(clause):
        return []
    value = until(clause.predicate, match.start("value"), "and|with|but|in|as|which")
    key = match["noun"].lower().replace(" ", "_")
    key = (
        "population"
        if key in ("inhabitants", "residents")
        else key
        if match.start("noun") < match.start("value")
        else f"{key}_count"
    )
    if clause.subject.noun and key.endswith("_count"):
        return [Draft(f"{canonical_key(clause.subject.noun)}_size", match["value"])]
    if match.start("value") < match.start("noun"):
        return [Draft(key, match["value"])]
    return [Draft(key, value.text)] if value else []


@RULES.on(
    rf"(?:have|has|comes with|features|includes|offers)\s+(?:a |an )?(?P<what>(?:[\w-]+ )?\d[\d.,]*(?:[- ]?{_UNIT}|[- ]?\w+)?(?: [\w-]+){{1,4}}?)(?=\s*(?:$|[,.;]|and\b|with\b|but\b))"
)
def feature(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Has a 14-inch screen."""
    entity = clause.subject.entity
    if entity is None or entity.type in ("person", "other", "topic") or clause.subject.noun:
        return []
    return [Draft("features", match["what"])]


@RULES.on(r"(?:be )?(?:ship|ships|shipped|shipping|dispatched|delivered|sent)\s+(?:out )?from\s+")
def ships_from(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Ships from Leipzig."""
    place = place_at(clause, match.end())
    return [Draft("ships_from", place.text)] if place and _thing(clause) else []


@RULES.on(
    r"be (?:made|manufactured|produced|built|assembled|handmade|designed|grown|brewed)\s+(?P<how>by|in|of|from|out of)\s+"
)
def made(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Is made of oak; is made by Bosch in Germany."""
    what = until(clause.predicate, match.end(), "and|by|in|for|with|since|at|but|which")
    if what is None or not _thing(clause) or len(what.text.split()) > 6:
        return []
    key = {"by": "manufacturer", "in": "made_in"}.get(match["how"].lower(), "material")
    return [Draft(key, what.text)] if key == "material" or is_proper(what.text) else []


@RULES.on(
    r"(?:be )?(?P<verb>due|launching|launch|launches|releasing|released|release|releases|ships|shipping|going live|goes live|go live|scheduled|planned|set|slated|expected|opens|opening|coming out|comes out|kicks? off|starts|starting|ends|expires|expiring|closes|held|taking place|takes place|happening|finishes|be)\s*(?:for |on |in |to (?:launch|ship|start|end|open|release|go live|finish) ?(?:in |on )?|by |at |out )*(?P<time>[\ue000])"
)
def thing_dated(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Is due in Q3; launches on 5 June; the launch is on Friday."""
    subject, time = clause.subject, clause.time_at(match.start("time"))
    if subject.entity is None or time is None or (subject.entity.type == "person" and not subject.noun):
        return []
    if clause.past and not re.search(r"(?i)releas|launch|ship|open|held|went live", match[0]):
        return []
    return [
        Draft(
            key_of_date(match[0].lower(), subject.noun, subject.entity.name),
            when_text(time),
            dated=False,
            stative=False,
        )
    ]


def key_of_date(words: str, noun: str, name: str) -> str:
    """The key of a date that something has: by the words of its clause, by the noun, or by what the thing is called."""
    if noun:
        return canonical_key(noun)
    for pattern, key in (
        ("due", "deadline"),
        ("launch|go(?:es|ing)? live", "launch_date"),
        ("ship", "ship_date"),
        ("releas|com(?:es|ing) out", "release_date"),
        ("end|expir|clos|finish", "end_date"),
        ("start|open|kick", "start_date"),
    ):
        if re.search(pattern, words):
            return key
    last = (name.lower().rsplit(maxsplit=1) or [""])[-1]
    return {"deadline": "deadline", "release": "release_date", "launch": "launch_date"}.get(last, "date")


@RULES.on(
    r"(?:takes? place|be (?:being |going to be )?held|happens?|be (?:happening|taking place|hosted|on))\s+(?:in|at)\s+(?=(?-i:[A-Z]))"
)
def held_in(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Takes place in Lisbon from 4 to 6 November."""
    place, entity = place_at(clause, match.end()), clause.subject.entity
    if place is None or (entity is None and not clause.subject.noun) or (entity and entity.type == "person"):
        return []
    time = next(iter(clause.times), None)
    prefix = f"{canonical_key(clause.subject.noun)}_" if clause.subject.noun else ""
    dated = [Draft(f"{prefix}date", when_text(time), dated=False)] if time else []
    return [Draft(f"{prefix}location", place.text, dated=False), *dated]


@RULES.on(
    r"(?P<verb>closes?|opens?|closed|opened|starts?|begins?|ends?|arrives?|departs?|leaves?)\s+(?:daily |every day |early |late )?at\s+(?P<what>\d.*|noon.*|midnight.*)"
)
def hours(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Closes at 6pm on Fridays."""
    key = {
        "c": "closing_time",
        "o": "opening_time",
        "s": "start_time",
        "b": "start_time",
        "e": "end_time",
        "a": "arrival_time",
        "d": "departure_time",
        "l": "departure_time",
    }
    what = until(clause.predicate, match.start("what"), "and|but|so|because")
    return [Draft(key[match["verb"][0].lower()], what.text)] if what and _thing(clause) else []


@RULES.on(
    r"be (?:always |usually |now )?at (?P<what>(?:\d{1,2}(?:[:.]\d\d)?\s?(?:[ap]\.?m\b)?|noon|midnight)(?![\d%]).*)"
)
def at_hour(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """The standup is at 9:15 every morning."""
    entity, what = clause.subject.entity, until(clause.predicate, match.start("what"), "and|but|so|because|in|on the")
    ok = entity is not None and entity.type in ("topic", "event") and not clause.subject.noun
    clock = what is not None and re.match(r"(?i)(?:\d{1,2}[:.]\d\d|\d{1,2}\s?[ap]\.?m|noon|midnight)", what.text)
    return [Draft("time", what.text, stative=False)] if ok and clock and what and len(what.text.split()) <= 5 else []


@RULES.on(
    r"be (?:open|closed)\s+(?P<what>(?:from |on |every |daily|until |all |24|Mon|Tue|Wed|Thu|Fri|Sat|Sun|between |\d).*)"
)
def opening(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Is open from 9 to 5."""
    what = until(clause.predicate, match.start("what"), "but|so|because")
    return (
        [Draft("opening_hours", match[0][3:].strip() if what is None else clause.predicate[3 : what.end].strip())]
        if _thing(clause)
        else []
    )


@RULES.on(
    rf"be (?:currently |now |still |officially )*(?P<status>(?!(?:launched|released)\s*(?:on|in|back in)?\s*[\ue000])(?:{_STATUS}))\b(?=\s*(?:$|[,.!;]|since|until|due|because|and|for|as|by|again|[\ue000]))"
)
def status(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Is on hold."""
    entity = clause.subject.entity
    ok = entity is not None and entity.type not in ("person", "topic") and not clause.subject.noun
    done = match["status"].lower().endswith("ed") or match["status"].lower() in ("shut down", "sold out", "paid")
    return [Draft("status", match["status"], stative=not done)] if ok else []


@RULES.on(r"be (?:code-?named|called|named|known as|nicknamed|internally called)\s+")
def codename(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Our new product is codenamed Bluebird."""
    name = clause.phrase(match.end())
    if (
        name is None
        or clause.subject.speaker
        or clause.subject.kin
        or (clause.subject.entity and clause.subject.entity.type == "person")
    ):
        return []
    key = "codename" if "code" in match[0] else "name"
    if clause.subject.noun:
        key = key if key == "codename" else f"{canonical_key(clause.subject.noun)}_{key}"
    return [Draft(key, name.text)]


@RULES.on(r"be (?:now |currently |still )?(?:the |an? )?(?=(?-i:[A-Z\d]))")
def stands_for(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """The venue is the Marriott; the room number is 412."""
    entity = clause.subject.entity
    if entity is None or entity.type in ("person", "organisation", "location") or clause.subject.noun:
        return []
    if not re.fullmatch(r"[a-z][a-z -]*", entity.name) or len(entity.name.split()) > 3 or _VAGUE.search(entity.name):
        return []
    value = until(clause.predicate, match.end(), "because|since|but|so|which|who|that|and|when|if")
    key = canonical_key(entity.name)
    return [Draft(key, undetermined(value).text)] if value and len(value.text.split()) <= 6 else []


_VAGUE = re.compile(
    r"\b(?:problem|issue|answer|question|solution|reason|result|results|error|bug|code|function|output|input|thing|point|best|worst|first|last|second|next|only|movie|film|book|song|one|other|main|rest|same|capital|"
    r"winner|weather|time|day|date|year|month|week|word|name|title|story|character|hero|idea|fact|truth|example|formula|^number|sum|total|value|distance|password|pin|secret|token|key|passcode|code|god|king|queen)\b"
)


@RULES.on(r"be an?\s+(?:very |really )?(?:(?P<age>\d{1,2})[- ](?:years?|months?)[- ]old\s+)?(?P<what>\S.*)")
def is_a(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Rex is a 3 year old labrador; Kubernetes is a container orchestrator."""
    entity = clause.subject.entity
    if entity is None or clause.subject.noun or (clause.subject.kin and not clause.extra) or entity.type == "topic":
        return []
    what = until(
        clause.predicate,
        match.start("what"),
        "that|which|who|with|and|but|because|from|in|at|by|we|i|since|when|where|so|based|headquartered|located|founded",
    )
    if what is None or len(what.text.split()) > 7 or not _told_apart(clause, what):
        return []
    pet = any(draft.key == "has_pet" for draft in clause.extra) or clause.discourse.is_pet(entity)
    drafts = [Draft("breed" if pet else "is", undetermined(what).text)]
    base = re.compile(r"[\s,]+(?:based|headquartered|located)\s+in\s+(?=\S)").match(clause.predicate, what.end)
    if base and (place := place_at(clause, base.end())):
        drafts.append(
            Draft("headquarters" if entity.type == "organisation" or "company" in what.text else "location", place.text)
        )
    for draft in clause.extra if pet else ():
        draft.confidence = 0.0 if draft.key == "species" else draft.confidence
    if match["age"]:
        drafts.append(Draft("age", match["age"]))
    return drafts


_REMARKS = re.compile(
    r"(?i)\b(?:way|thing|bit|lot|joy|blast|pain|shame|pity|good|great|nice|bad|mess|must|dream|idea|choice|start|point|reason|one|time|fan|problem|disaster|wonderful|amazing|lovely|beautiful|"
    r"fun|best|worst|sweetheart|star|gem|legend|genius|angel|hero|treat|delight|challenge|blessing|perfect|important|essential|key|adventure|man|goat|place|experience|choice|option|commitment|most|more|reminder|must-see|classic|favorite|favourite|part|step|approach|strong|rich|reasonable|big|huge|little|real|true|long|short|new|tough|hard|nightmare|mystery|marvel|masterpiece)\b"
)
_CLASSES = re.compile(
    r"(?i)\b(?:company|startup|start-up|firm|bank|airline|brand|charity|ngo|university|college|newspaper|magazine|agency|retailer|manufacturer|library|framework|database|app|tool|language|platform|band|city|country|river|"
    r"island|village|town|mountain|lake|planet|protocol|format|editor|browser|engine|plugin|service|search engine|game|album|orchestrator|compiler|island)\b"
)


def _told_apart(clause: Clause, what: Phrase) -> bool:
    """Whether "X is a Y" names a thing and its kind, and is no remark ("Painting is a fun way ...")."""
    entity = clause.subject.entity
    if entity and is_proper(entity.name[:1]) and _CLASSES.search(what.text) and not _REMARKS.search(what.text):
        return True
    if entity is None or not re.search(r"[A-Z\d]|[^\x00-\x7f]", entity.name) or _REMARKS.search(what.text):
        return False
    words = entity.name.split()
    return (
        clause.extra != []
        or len(words) >= 2
        or any(c.isdigit() for c in entity.name)
        or any(c.isupper() for c in entity.name[1:])
        or clause.discourse.named_before(entity)
    )


@RULES.on(r"be (?:about |around |almost |nearly )?(?P<age>\d{1,3}) (?:years?|months?) old\b")
def thing_age(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """The house is 120 years old."""
    return [Draft("age", match["age"])] if clause.subject.entity is not None and not clause.subject.noun else []
