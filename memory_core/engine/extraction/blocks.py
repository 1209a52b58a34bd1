"""Lines of the form "Key: value", alone or as a card of several ("Name: ...", "Role: ...", "Email: ...").

The first line of a card that names a thing or a person ("Project: Atlas", "Contact: Dana") is the subject of the rest. A card
without such a line, or with the speaker's own name in it, is the speaker's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory_core.engine.extraction.attributes import yearless
from memory_core.engine.extraction.discourse import Discourse
from memory_core.engine.extraction.events import when_text
from memory_core.engine.extraction.kinds import DESIGNATORS, kind_of
from memory_core.engine.extraction.lexicon import words
from memory_core.engine.extraction.model import EntityName, Instant, Span
from memory_core.engine.extraction.phrases import listed
from memory_core.engine.extraction.rules import Draft
from memory_core.engine.extraction.text import MASK
from memory_core.engine.extraction.values import EMAIL, PHONE
from memory_core.engine.keys import MULTI_VALUED, SINGLE_VALUED, canonical_key
from memory_core.engine.timex import resolve

MAX_LINES = 40
_LINE = re.compile(
    rf"^[ ]{{0,12}}(?:[-*+]|\d{{1,3}}[.)])?[ ]{{0,4}}\**(?P<key>[^\W\d_][^:=\n{MASK}*|]{{0,38}}?)\**[ ]{{0,4}}[:=]\**[ ]{{1,12}}(?P<value>[^\n{MASK}]{{1,160}}?)[ ]*$",
    re.MULTILINE,
)
_INLINE = re.compile(
    r"(?:^|[,;|/]\s*)(?P<key>[^\W\d_][\w ]{1,25}?)\s*[:=]\s+(?P<value>[^:=;|]+?)(?=\s*(?:[;|]|[,/]\s*[^\W\d_][\w ]{1,25}?\s*[:=]\s|\.?\s*$))"
)
_SUBJECT_KEYS = {
    **{noun: kind for noun, kind in DESIGNATORS.items() if canonical_key(noun) not in SINGLE_VALUED | MULTI_VALUED},
    **dict.fromkeys(words("contact person employee colleague patient candidate attendee"), "person"),
    **dict.fromkeys(
        words("company customer client organisation organization vendor supplier account employer_name"), "organisation"
    ),
    "product name": "product",
    "project name": "project",
    "sku": "product",
    "codename": "project",
    "service name": "service",
    "service": "service",
    "event": "event",
}
_KNOWN = (SINGLE_VALUED | MULTI_VALUED) - {"is", "event"}
_PERSONAL = words(
    "name nickname pronouns gender role employer department city country residence address hometown birthplace nationality timezone"
    " birthday age email phone marital_status children_count diet blood_type languages allergies likes dislikes hobbies interests"
    " skills reports_to works_at"
)
"""Keys of a card that make it a person's."""
_OF_SPEAKER = words(
    "editor browser operating_system shell car laptop phone_model tools team salary website username working_hours conditions"
    " medications shoe_size religion education field_of_study instruments sports goals prefers pets deadline codename"
)
_LINKS = {
    "employer": ("works_at", "organisation"),
    "works_at": ("works_at", "organisation"),
    "owner": ("owned_by", "person"),
    "manager": ("reports_to", "person"),
    "reports_to": ("reports_to", "person"),
    "lead": ("led_by", "person"),
}
_NO_PERSON = words(
    "user me admin principal anonymous guest default owner customer client agent assistant system root dev test"
)
_NO_KEYS = words(
    "note notes ps nb fyi update question answer q a summary reminder warning error correction example todo subject re fwd from to cc bcc translate output input user assistant system human ai hint tip step goal problem"
    " solution issue fix result results idea plan topic title description details option conclusion http https instructions instruction prompt task context request format tone style hi hello hey thanks news quick_update fun_fact"
    " time edit p.s important remember response responses answers good_news bad_news one_thing actually confirmed expected actual given find"
)
_OWN = re.compile(r"(?i)\b(?:my|about me|me|mine|own)\b[^\n]{0,40}[:\n]?\s*$")
_OTHER = re.compile(
    r"(?i)(?:details|info|information|contact|profile|data|card|record|facts|about|specs?)\s+(?:of|for|on|about)?\s*(?P<name>(?-i:[A-Z])[^\n:]{1,40}?)\s*:\s*$|^(?P<head>(?-i:[A-Z])[\w'-]*(?: (?:(?-i:[A-Z\d])[\w'-]*|of|the|project|app)){0,4})\s*:?\s*$"
)
_VALUE_NO = re.compile(
    r"(?i)^(?:i|i'm|my|we|you|he|she|it|this|that|please|can|could|what|how|why|is|are|do|does|if|when|the following|see|use|write|make|create|n/?a|none|unknown|tbd|\?+|-+|\.\.\.)\b|[{}<>;]|\?$"
)


@dataclass(frozen=True, slots=True)
class Line:
    """One pair of a card; the span is that of key and value in the source."""

    key: str
    value: str
    span: Span


@dataclass(frozen=True, slots=True)
class BlockFact:
    """A fact of a card with its place."""

    draft: Draft
    span: Span


def read(text: str, said_at: Instant, discourse: Discourse) -> tuple[list[BlockFact], list[Span]]:
    """The facts of all cards of a normalised text, and the places that they have used up."""
    facts: list[BlockFact] = []
    used: list[Span] = []
    for card in _cards(text):
        subject, rest = _subject(card, text, discourse)
        found = [BlockFact(draft, line.span) for line in rest for draft in _facts(line, subject, said_at, discourse)]
        facts += found
        used += [line.span for line in card] if found else []
    return facts, used


def _cards(text: str) -> list[list[Line]]:
    """Pairs on successive lines, or successive pairs of one line."""
    cards: list[list[Line]] = []
    end = -10
    for match in _LINE.finditer(text):
        lines = _inline(text, match) or [Line(match["key"].strip(), match["value"].strip(), match.span())]
        lines = [line for line in lines if _is_pair(line)]
        if not lines:
            continue
        near = not text[end : match.start()].strip() and text.count("\n", max(end, 0), match.start() + 1) <= 2
        if cards and near and len(cards[-1]) < MAX_LINES:
            cards[-1] += lines
        elif len(cards) < 20:
            cards.append(lines)
        end = match.end()
    return cards


def _inline(text: str, match: re.Match[str]) -> list[Line]:
    pairs = list(_INLINE.finditer(match[0]))
    if len(pairs) < 2 or not all(
        canonical_key(p["key"]) in _KNOWN or p["key"].lower() in _SUBJECT_KEYS for p in pairs[:2]
    ):
        return []
    return [
        Line(p["key"].strip(), p["value"].strip(), (match.start() + p.start("key"), match.start() + p.end()))
        for p in pairs
    ]


def _is_pair(line: Line) -> bool:
    key = line.key.lower()
    if (
        key in _NO_KEYS
        or len(key.split()) > 3
        or _VALUE_NO.search(line.value)
        or re.search(r"[.!?]\s+[A-Z]", line.value)
    ):
        return False
    return not re.match(
        r"(?i)(?:i|i'm|we|he|she|it|you|please|so|and|but|the thing|here|there|this|that|what|how|why|which|who)\b", key
    )


def _subject(card: list[Line], text: str, discourse: Discourse) -> tuple[EntityName | None, list[Line]]:
    """Whom a card speaks of (None: the speaker), and its lines without the one that says so."""
    head = card[0]
    kind = _SUBJECT_KEYS.get(head.key.lower())
    personal = any(canonical_key(line.key) in _PERSONAL for line in card[1:])
    if kind is not None and len(card) > 1 and not (kind == "organisation" and personal):
        return discourse.mention(head.value, kind, (head.span[1] - len(head.value), head.span[1])), card[1:]
    before = text[: head.span[0]].rstrip().rsplit("\n", 1)[-1].strip()
    own = bool(_OWN.search(before)) or head.key.lower().startswith("my ")
    heading = None if own else _OTHER.search(before)
    if heading:
        name = (heading["name"] or heading["head"]).strip()
        return discourse.mention(name, kind_of(name, "be from"), head.span), card
    return _named_in(card, own, discourse)


def _named_in(card: list[Line], own: bool, discourse: Discourse) -> tuple[EntityName | None, list[Line]]:
    line = next((line for line in card if canonical_key(line.key) == "name"), None)
    if line is None or len(card) < 2 or own or _may_be_called(discourse.speaker.name, line.value):
        return None, card
    kind = "person" if any(canonical_key(one.key) in _PERSONAL for one in card) else "product"
    return discourse.mention(line.value, kind, line.span), [one for one in card if one is not line]


def _may_be_called(speaker: str, name: str) -> bool:
    """Whether the speaker may have this name: they share a word, or the speaker is known by an id alone."""
    shared = set(re.findall(r"\w+", name.casefold())) & set(re.findall(r"\w+", speaker.casefold()))
    return (
        bool(shared) or not re.fullmatch(r"[^\W\d_]+(?:[ '-][^\W\d_]+)*", speaker) or speaker.casefold() in _NO_PERSON
    )


def _facts(line: Line, subject: EntityName | None, said_at: Instant, discourse: Discourse) -> list[Draft]:
    key, value = canonical_key(re.sub(r"(?i)^(?:new|current|my)\s+", "", line.key)), line.value.strip(" .,*`")
    if not value or re.search(r"(?i)password|passcode|\bpin\b|secret|token|api key", line.key):
        return []
    known = key in _KNOWN if subject else key in _PERSONAL | _OF_SPEAKER or key.startswith("favourite_")
    if len(value.split()) > (10 if known else 6) or not (known or subject):
        return []
    link = _LINKS.get(key)
    if link is not None:
        target = discourse.mention(value, link[1], (line.span[1] - len(line.value), line.span[1]))
        return [Draft(link[0], value, subject, target, dated=False)]
    at = re.match(r"(?P<role>.+?) (?:at|@) (?P<org>(?-i:[A-Z]).*)$", value) if key == "role" else None
    if at:
        target = discourse.mention(at["org"], "organisation", (line.span[1] - len(at["org"]), line.span[1]))
        return [
            Draft("role", at["role"], subject, dated=False),
            Draft("works_at", at["org"], subject, target, dated=False),
        ]
    if key in ("email", "phone"):
        found = re.search(EMAIL if key == "email" else PHONE, value)
        return [Draft(key, found[0].strip(), subject, dated=False)] if found else []
    if key in MULTI_VALUED:
        return [Draft(key, part.text, subject, dated=False) for part in listed(value, 0)]
    return [Draft(key, _dated(key, value, said_at), subject, dated=False)]


def _dated(key: str, value: str, said_at: Instant) -> str:
    """A value that is a date and nothing else, in ISO."""
    spans = resolve(value, said_at, "past" if key in ("birthday", "founded") else "future")
    if len(spans) != 1 or spans[0].span[1] - spans[0].span[0] < len(value) - 1:
        return value
    return yearless(value, when_text(spans[0])) if key == "birthday" else when_text(spans[0]) or value
