"""Facts of the form "my <noun> is <value>": contact data, favourites, numbers, dates of things one has."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memory_core.engine.extraction import values
from memory_core.engine.extraction.events import when_text
from memory_core.engine.extraction.phrases import Phrase, is_proper, listed, trimmed, undetermined
from memory_core.engine.extraction.readers import place_at
from memory_core.engine.extraction.rules import Clause, Draft, Rules
from memory_core.engine.extraction.text import TIME
from memory_core.engine.extraction.things import key_of_date
from memory_core.engine.keys import MULTI_VALUED, SINGLE_VALUED, canonical_key

RULES = Rules()

_SECRET = re.compile(
    r"(?i)\b(?:password|passwort|passcode|pin|api key|secret|token|private key|card number|cvv|cvc|ssn|social security)\b"
)
_PREFIX = re.compile(
    r"(?i)^(?:(?:new|current|main|own|actual|full|personal|primary|official|real|present|latest|preferred|go-to|default|daily|everyday)\s+)+(?=\S)"
)
_SUFFIX = re.compile(
    r"(?i)\s+(?:in the (?:whole |entire )?world|of all time|ever|right now|at the moment|these days|at work|so far)$"
)
_NO_FACT = re.compile(
    r"(?i)\b(?:question|problem|issue|point|concern|understanding|guess|opinion|thought|feeling|impression|plan|idea|mind|heart|day|week|weekend|life|time|code|"
    r"script|query|function|error|turn|bad|fault|pleasure|head|stomach|mistake|apologies|words?|hope|wish|intention|reason|next step|worry|experience|friend|friends|"
    r"family|parents|kids|take|approach|thinking|understanding|only|biggest|main|first|last|request|answer|dream|fear|advice|suggestion|bet|task|assignment|homework|"
    r"input|output|app|website|data|file|model|results?|progress|way|side|part|body|decision|goals|priorities|boss's|luck|mood|face|eyes|response)$"
)
_KNOWN = SINGLE_VALUED | MULTI_VALUED
_OF_NAMES = frozenset("team department owner ceo cto cfo website headquarters currency capital version".split())
"""Keys whose values are names or have a digit."""
_CHOICE = re.compile(
    r"(?i)^(?:all-?time |absolute |current |personal )?(?:favou?rite|fave|fav|preferred|go-to|least favou?rite|native|mother|first|second|main|dominant|blood|shoe|star|zodiac|eye|hair)\b|.*\b(?:handle|username|user name|gamertag|alias|account name|linkedin|twitter|instagram|github|gitlab|telegram|discord|skype|mastodon|bluesky|facebook|whatsapp|signal|steam|tiktok|slack|xbox live|psn)$"
)
_CHOSEN = re.compile(r"(?i)^(?:preferred|go-to)\s+(?!name\b)")
_VALUE_STOP = re.compile(
    r"[;!?\ue001]|\s[-–—]+\s|(?<!\b(?-i:[A-Z]))\.(?=\s|$)|,\s+(?:so|but|and|which|because|though|if|in case|please|just)\b|\s(?:because|since|but|so that|which|if you|in case|right now|when)\b",
    re.IGNORECASE,
)
_VALUELIKE = re.compile(r"\d|[A-Z]|@|^https?:")
_CLAUSE_LIKE = re.compile(
    r"(?i)^(?:that|to|because|about|whether|how|what|why|if|when|not|very|too|so|super|such|quite|always|never|completely|really|pretty|quite|going|getting|being|doing|coming|still|just|about to|here|there|"
    r"gone|full|out|up|down|off|on fire|in|at|with|like|more|less|better|worse|broken|dead|great|good|bad|fine|ok|okay|terrible|awful|amazing|awesome|killing|driving|"
    r"\w+ing\b|(?:i|you|he|she|they|we)\b)"
)
_ENDS = r"(?:end|ends|run|runs|be up|expire|expires|be (?:valid|good|due to end|ending|expiring|running out|up|over)|last|lasts|finish|finishes|run out|runs out|continue|continues|go|goes)"
_NOUN_END = {"passport": "passport_expiry", "visa": "visa_expiry", "driving licence": "licence_expiry"}


@RULES.on(r"be (?:located |based |situated |held |kept |stored |parked )?(?:in|at|near) (?=(?:the )?(?-i:[A-Z]))")
def noun_in(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Acme's headquarters are in Denver; my parents' house is near Bath."""
    noun, place = _noun(clause), place_at(clause, match.end())
    if not noun or place is None or len(noun.split()) > 3 or _NO_FACT.search(noun):
        return []
    key = canonical_key(noun)
    clause.known(place, "location")
    return [Draft(key if key in ("headquarters", "birthplace", "hometown") else f"{key}_location", place.text)]


@RULES.on(rf"{_ENDS}\s*(?:on|until|by|through|in|up|out|till)?\s*(?P<time>[\ue000])")
def noun_ends(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """My lease runs until 30 September 2026."""
    time = clause.time_at(match.start("time"))
    noun = _noun(clause)
    if not noun or time is None or clause.past:
        return []
    iso = time.last or time.first
    return [Draft(_NOUN_END.get(noun, f"{canonical_key(noun)}_end"), iso, dated=False)] if iso else []


@RULES.on(
    r"(?:be )?(?:start|starts|begin|begins|starting|commences|kicks? off|scheduled(?: for)?|booked(?: for)?|set for|planned for|taking place|takes place|happening|coming up|due)\s*(?:on|in|for|at|by)?\s*(?P<time>[\ue000])"
)
def noun_starts(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """My new job starts on 1 June; our rent is due on Friday."""
    time, noun = clause.time_at(match.start("time")), _noun(clause)
    if not noun or time is None:
        return []
    suffix = (
        "due"
        if "due" in match[0]
        else "date"
        if re.search(r"(?i)schedul|booked|set|planned|place|happen|coming", match[0])
        else "start"
    )
    return [Draft(f"{canonical_key(noun)}_{suffix}", when_text(time), dated=False)]


@RULES.on(r"be\s+(?:scheduled for\s+|set for\s+|now\s+|on\s+)?(?P<time>[\ue000])")
def noun_on_day(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """My birthday is on June 4th; our deadline is Friday."""
    time, noun = clause.time_at(match.start("time")), _noun(clause)
    if not noun or time is None or _SECRET.search(noun):
        return []
    key = canonical_key(noun)
    return [
        Draft(
            key,
            yearless(time.text, when_text(time))
            if key in ("birthday", "anniversary", "wedding_anniversary")
            else when_text(time),
            dated=False,
        )
    ]


def yearless(text: str, iso: str) -> str:
    """A day of the year ("--06-04") where the words name no year."""
    return iso if re.search(r"\d{4}", text) or len(iso) != 10 else f"-{iso[4:]}"


@RULES.on(
    r"be (?:called |named |spelled |spelt |spelled as |set to |listed as |registered as |currently |now |still |(?:about|around|roughly|approximately|over|nearly|almost|exactly|only|just) (?=[$€£]?\d)|at |the (?!(?-i:[A-Z]))|a |an )*(?=\S)"
)
def noun_is(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """My favourite colour is green; my email is a@b.c; my job is teaching."""
    noun = _noun(clause)
    if (
        not noun
        or _SECRET.search(noun)
        or clause.subject.kin
        or re.match(r"(?i)be (?:now )?(?:code-?named|nicknamed)\b", clause.predicate)
    ):
        return []
    start = match.end()
    stop = _VALUE_STOP.search(clause.predicate, start)
    value = trimmed(clause.predicate, start, stop.start() if stop else len(clause.predicate))
    if value is None or "\ue000" in value.text:
        return []
    return _noun_value(clause, noun, value)


def _noun_value(clause: Clause, noun: str, value: Phrase) -> list[Draft]:
    key = canonical_key(noun)
    special = values.read(clause, key, value)
    if special is not None:
        return special
    chosen = bool(_CHOSEN.match(clause.subject.noun)) and key not in _KNOWN
    key = f"favourite_{key}" if chosen else key
    choice = chosen or bool(_CHOICE.match(noun))
    if not choice and key not in _KNOWN and is_proper(value.text[:1]) and values.is_office(noun, clause):
        return values.office_holder(clause, noun, value)
    if key in MULTI_VALUED:
        return [Draft(key, part.text) for part in listed(clause.predicate, value.start, value.end)]
    return [Draft(key, undetermined(value).text)] if _is_value(noun, key, value.text, choice=choice) else []


def _is_value(noun: str, key: str, value: str, *, choice: bool) -> bool:
    """Whether "my <noun> is <value>" is worth a fact, and no remark ("my day is going well")."""
    if len(noun.split()) > 4 or len(value) > 100 or re.search(r"(?i)\b(?:him|her|them|you|me|it)\b", noun):
        return False
    valuelike = bool(_VALUELIKE.search(value))
    if choice:
        return not re.match(r"(?i)(?:that|to\b|when|because|the one|you|this|it)\b", value)
    if (key in _OF_NAMES and not valuelike) or (key not in _KNOWN and (_NO_FACT.search(noun) or not valuelike)):
        return False
    return not _CLAUSE_LIKE.match(value) or (key in _KNOWN and is_proper(value[:1]))


@RULES.on(
    r"(?:change|changed|changing|update|updated|switch|switched)\s+(?P<whose>my|our|his|her|their|the)\s+(?P<noun>[\w -]{2,40}?)\s+(?:from\s+(?P<old>.+?)\s+)?to\s+(?P<new>\S.*)"
)
def changed_noun(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Changed my email to a@b.c."""
    value = trimmed(clause.predicate, match.start("new"), len(clause.predicate))
    if value is None or _SECRET.search(match["noun"]) or not clause.verb.plain:
        return []
    drafts = _noun_value(clause, match["noun"], value)
    for draft in drafts:
        draft.stative, draft.replaces = False, match["old"]
    return drafts


@RULES.on(
    r"(?:be )?(?P<verb>move|moved|change|changed|push|pushed(?: back)?|postpone|postponed|reschedul\w+|shift|shifted|slip|slipped|bring|brought forward|go|went|goes|increas\w+|rais\w+|drop\w*|decreas\w+|reduc\w+|rise|rose|risen|fell|delayed|extended|bumped|updated)\b"
    r"\s*(?:up |down |back |forward |out )?(?:from\s+(?P<old>[\ue000]+|.+?)\s+)?(?:to|until|till)?\s*(?P<new>[\ue000]+|\S.*)$"
)
def noun_moved(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """The deadline moved from Friday to Monday; the price went from $20 to $25."""
    subject = clause.subject
    noun = _noun(clause)
    if subject.speaker or (
        not noun and (subject.entity is None or subject.entity.type in ("person", "organisation", "location"))
    ):
        return []
    new, old = _moved_value(clause, match, "new"), _moved_value(clause, match, "old")
    if not new and noun and re.match(r"(?i)(?:be )?(?:chang|updat)", match[0]) and not match["new"].startswith(TIME):
        return _renamed(clause, noun, match)
    if not new:
        return []
    money = re.search(r"[$€£]|(?i:euro|dollar|usd|eur|pound|per )", new)
    name = subject.entity.name if subject.entity else ""
    key = canonical_key(noun) if noun else "price" if money else key_of_date("", "", name)
    return [Draft(key, new, replaces=old, dated=False, stative=False)]


def _renamed(clause: Clause, noun: str, match: re.Match[str]) -> list[Draft]:
    """My role changed from engineer to engineering manager."""
    value = trimmed(clause.predicate, match.start("new"), len(clause.predicate))
    if (
        value is None
        or len(value.text.split()) > 6
        or not re.search(r"(?i)\bto\s+$", match[0][: match.start("new") - match.start()])
    ):
        return []
    drafts = _noun_value(clause, noun, value)
    for draft in drafts:
        draft.stative, draft.replaces = False, match["old"]
    return drafts


def _moved_value(clause: Clause, match: re.Match[str], group: str) -> str | None:
    if not match[group]:
        return None
    time = clause.time_at(match.start(group))
    if time is not None:
        return time.last if time.kind in ("until", "between") else when_text(time)
    phrase = trimmed(clause.predicate, match.start(group), match.end(group))
    return phrase.text if phrase and re.search(r"\d", phrase.text) and len(phrase.text.split()) <= 6 else None


@RULES.on(r"(?:be )?(?:reachable|reached|contacted)\s+(?:at|on|by|via)\s+(?P<rest>.*)")
def reachable(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Can be reached at a@b.c."""
    return values.contact_in(match["rest"])


@RULES.on(
    r"be (?:in|on) (?:the )?(?P<zone>(?:UTC|GMT) ?[+-] ?\d{1,2}(?::\d\d)?|(?-i:UTC|GMT|CES?T|E[SD]T|P[SD]T|C[SD]T|M[SD]T|BST|IST|JST|AES?T|WES?T|EES?T)|(?-i:[A-Z][a-z]+/[A-Z]\w+)|(?:Pacific|Eastern|Central|Mountain|Central European|Japan Standard|India Standard)(?= time))(?: time ?zone| time)?\b"
)
def in_timezone(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Is in the UTC+2 timezone."""
    return [Draft("timezone", match["zone"])]


@RULES.on(
    r"(?:wear|wears|take|takes|be)\s+(?:a )?size (?P<size>[\w.½]+)(?: (?:in )?(?P<what>shoes?|boots?|trainers|sneakers|shirts?|jeans|trousers|dress(?:es)?|jackets?|clothes))?\b"
)
def sizes(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Wears size 43 shoes."""
    shoes = re.match(r"(?i)shoe|boot|trainer|sneaker", match["what"] or "")
    return [Draft("shoe_size" if shoes else "clothing_size", match["size"])]


@RULES.on(
    r"(?:wear|wears|need|needs|have|has|got) (?P<what>(?:reading |contact |hearing |prescription )?(?:glasses|contact lenses|contacts|hearing aids?|braces|dentures|lenses)|a (?:hijab|turban|wig|hearing aid|prosthe\w+|pacemaker))\b"
)
def wears(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Wears glasses."""
    return [Draft("wears", match["what"])]


def _noun(clause: Clause) -> str:
    """The attribute noun of the subject, without words that tell nothing; "" when the subject is none."""
    noun = _SUFFIX.sub("", _PREFIX.sub("", clause.subject.noun)).strip()
    return noun
