"""Sentences without a subject of their own that still introduce: "call me Ally", "you can reach me at ...", "Ally here"."""

from __future__ import annotations

import re

from memory_core.engine.extraction.discourse import Discourse
from memory_core.engine.extraction.lexicon import GIVEN_F, GIVEN_M
from memory_core.engine.extraction.model import Span
from memory_core.engine.extraction.phrases import is_proper, name_at
from memory_core.engine.extraction.rules import SELF, Draft
from memory_core.engine.extraction.values import contact_in

_LEAD = r"^\W*(?:(?:hi|hey|hello|and|but|so|oh|also|well|please|just|btw|by the way|feel free to|you can|you may|i(?:'d| would) (?:like|prefer|love) (?:it if )?you to|i want you to|from now on|from today on|always|actually|ok|okay|there|morning|good morning)[,!.\s]+)*"
_CALL_ME = re.compile(rf"(?i){_LEAD}(?:just )?call me (?=\S)")
_CALLED = re.compile(
    r"(?i)\b(?:everyone|everybody|people|friends|my friends|my family|they|folks|most people|all my friends|colleagues|coworkers|we all)(?: (?:at|in|from) (?!me\b)\w+(?: \w+)?)?(?: just| all| usually| mostly| always)? (?:calls? me|knows? me as) (?=\S)"
)
_MY_NAMES = re.compile(rf"(?i){_LEAD}my names (?!are\b|is\b|of\b|and\b|in\b)(?=\S)")
_FAVOURITE = re.compile(
    rf"(?i){_LEAD}(?P<what>[^,;:.!?]{{2,50}}?) (?:is|are) (?:still |definitely |probably )?(?:my|our) (?:all-time |absolute |personal )?"
    r"fav(?:ou?rites?)?(?: (?P<noun>[\w-]+(?: [\w-]+)?))?(?: (?:ever|of all time|right now|these days))?\W*$"
)
_REACH = re.compile(
    rf"(?i){_LEAD}(?:reach|contact|email|mail|text|call|ring|phone|message|find) me (?:\w+ )?(?:at|on|via|by|under)\s+(?P<rest>.+)$"
)
_THIS_IS = re.compile(
    rf"(?i){_LEAD}(?:this is|it's|the name's|name's|the name is)\s+(?P<name>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?)(?:\s+(?:here|speaking)|,?\s+(?:from|at|with)\s+(?P<org>(?-i:[A-Z]).*))\W*$"
)
_HERE = re.compile(
    rf"(?i){_LEAD}(?P<name>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?) here\b(?:,?\s+(?:from|at|with)\s+(?P<org>(?-i:[A-Z])[^.,;!]*))?"
)
_NOT_CALLED = re.compile(
    r"(?i)(?:if|when|back|at|on|later|tomorrow|today|tonight|anytime|any time|whenever|by my|crazy|old-fashioned|a |an |the |stupid|maybe|in |after|before|again|now|old\b|lazy|paranoid|biased|old fashioned)\b"
)


def read(text: str, start: int, casual: bool, discourse: Discourse) -> list[Draft]:
    """What such a sentence tells of the speaker; empty for any other."""
    call = _CALL_ME.search(text) or _CALLED.search(text)
    if call and not _NOT_CALLED.match(text[call.end() :]):
        name = name_at(text, call.end(), casual, limit=3)
        if name and (is_proper(name.text) or casual):
            return [Draft("nickname", name.text, SELF, dated=False)]
    named = _MY_NAMES.match(text)
    if named and (name := name_at(text, named.end(), casual, limit=2)):
        return [Draft("name", name.text, SELF, dated=False)]
    favourite = _FAVOURITE.match(text)
    if favourite and not re.match(
        r"(?i)(?:it|this|that|these|those|which|what|he|she|they|one|here)\b", favourite["what"]
    ):
        noun = favourite["noun"]
        return [Draft(f"favourite {noun}" if noun else "likes", favourite["what"].strip(), SELF, dated=False)]
    reach = _REACH.search(text)
    if reach:
        return [Draft(d.key, d.value, SELF, dated=False) for d in contact_in(reach["rest"])]
    hello = _THIS_IS.search(text) or _HERE.search(text)
    if hello and not casual and (hello["org"] or hello["name"].split()[0].lower() in GIVEN_F | GIVEN_M):
        return _introduced(hello, start, discourse)
    return []


def _introduced(match: re.Match[str], start: int, discourse: Discourse) -> list[Draft]:
    drafts = [Draft("name", match["name"], SELF, dated=False)]
    organisation = name_at(match["org"], 0, limit=4) if match["org"] else None
    if organisation:
        span: Span = (start + match.start("org"), start + match.start("org") + organisation.end)
        target = discourse.mention(organisation.text, "organisation", span)
        drafts.append(Draft("works_at", target.name, SELF, target, dated=False))
    return drafts
