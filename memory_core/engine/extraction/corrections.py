"""Changes that name what they change: "switched from A to B", "stopped using X", "sorry, I mean Y", "not X"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memory_core.engine.extraction.lexicon import KIN, TOOLS
from memory_core.engine.extraction.phrases import Phrase, is_proper, trimmed, undetermined, until
from memory_core.engine.extraction.preferences import key_of_use
from memory_core.engine.extraction.rules import Clause, Draft, Rules
from memory_core.engine.keys import canonical_key

RULES = Rules()

_SWITCH = r"(?:be )?(?:switch(?:ed|es|ing)?|migrat(?:e|ed|es|ing)|mov(?:e|ed|ing)|transition(?:ed|ing)?|chang(?:e|ed|ing)|upgrad(?:e|ed|ing)|convert(?:ed|ing)?|went|jumped)\b"
_PURPOSE = re.compile(
    r"\s+(?:as|for)\s+(?:my|our|the|a)?\s*(?:main |default |daily |primary )?(?P<purpose>[\w ]+)", re.IGNORECASE
)
_NOUN_KEYS = {
    "job": "works_at",
    "compan": "works_at",
    "role": "role",
    "career": "role",
    "editor": "editor",
    "browser": "browser",
    "phone": "phone_model",
    "car": "car",
    "diet": "diet",
    "team": "team",
}
_REPAIR = re.compile(
    r"(?i)^(?:(?:oh|no|oops|wait|well|,|uh|um|ah|argh)[,\s]+)*(?:sorry|no wait|wait no|i mean(?:t)?|i meant to say|scratch that|make that|correction|rather|or rather|no|oops|wait|i should say|that is)\b"
    r"[,:\s-]*(?:(?:i mean(?:t)?|it's|it is|that should be|make that|not \S+,? but)\s+)?(?P<value>\S.*)?$"
)
_NOT = re.compile(
    r"(?i)^(?:and |but )?not\s+(?:(?:in|at|on|for|as|to|from|with|called|named)\s+)?(?:(?:the|a|an)\s+)?(?P<old>\S.*)$"
)
_SUCCESSOR = re.compile(
    r"(?i)^\W*(?:(?:and|but|now|so|then|instead)[,\s]+)*(?:it's|it is|that's|that is|that would be)\s+(?:now\s+)?(?:(?:owned|led|managed|run|headed|maintained) by\s+)?(?=\S)"
)
"""Opens the words that name who or what takes a place that has just fallen free."""
_GOT = re.compile(
    r"(?i)^\W*(?:(?:and|but|now|so|then|instead)[,\s]+)*(?:i|we|i've|we've)\s+(?:(?:now|just|have)\s+)*(?:got|have|bought|own|drive|use|switched to|took)\s+(?:now\s+)?(?:an?|the|my|our)?\s*(?=(?-i:[A-Z]))"
)
"""Opens the words that name the thing one has in place of another."""
_HELD = frozenset("car phone_model laptop owns uses editor browser operating_system".split())
"""Keys of things of which one takes the place of another."""
_NOT_BUT = re.compile(r"(?i)\bnot (?P<old>[^,;.]{1,60}?),? but (?:rather )?(?P<new>\S)")


@RULES.on(
    rf"{_SWITCH}\s*(?P<noun>(?:[\w ]{{0,20}}?))(?:over |across |away |up |back |home |house |abroad |together |down |in |out )*(?:from\s+(?P<old>.+?)\s+)?(?:over )?to\s+(?:using |writing |coding in )?(?P<new>\S.*)"
)
@RULES.on(
    r"(?:be )?(?:replac(?:e|ed|ing)|ditch(?:ed|ing)?|swapp?(?:ed|ing)?|dropp?(?:ed|ing)?|abandon(?:ed|ing)?|traded(?: in)?|exchang(?:ed|ing)|gave up)\s+(?P<noun>)(?P<old>.+?)\s+(?:with|for|in favou?r of|by)\s+(?P<new>\S.*)"
)
def switched(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Switched from Vim to Helix; replaced Jenkins with GitHub Actions."""
    new = until(
        clause.predicate, match.start("new"), "as|for|because|since|and|but|so|in|on|at|when|after|which|with|instead"
    )
    old = trimmed(clause.predicate, match.start("old"), match.end("old")) if match["old"] else None
    if (
        new is None
        or re.match(r"(?i)(?:my|our|his|her|their|the)\b", match["noun"])
        or len(new.text.split()) > 5
        or (
            re.match(
                r"(?i)(?:the|it|that|this|you|me|something|another|other|be|do|get|work|full|part|bed|school|sleep)\b",
                new.text,
            )
            and not old
        )
    ):
        return []
    new, old = undetermined(new), undetermined(old) if old else None
    purpose = _PURPOSE.match(clause.predicate, new.end)
    key = _key_of_switch(match["noun"] or "", new.text, purpose["purpose"] if purpose else "")
    if key == "uses" and _TRADED.match(clause.predicate) and not {new.text.lower(), (old or new).text.lower()} & TOOLS:
        key = "owns"
    known = new.text.lower() in TOOLS or (old is not None and old.text.lower() in TOOLS)
    if not (known or old or is_proper(new.text)) or (
        re.match(r"(?i)(?:be )?(?:went|jumped|mov)", match[0]) and not known and not match["noun"].strip()
    ):
        return []
    if clause.subject.noun or (clause.subject.entity and clause.subject.entity.type in ("event", "location")):
        return []
    return [Draft(key, new.text, replaces=old.text if old else None, stative=False)]


_TRADED = re.compile(r"(?i)(?:be )?(?:swap|trad|exchang)\w*(?: in)? (?:my|our|his|her|their) ")
"""Says that what was given away had been one's own: no tool in use, but a thing."""


def _key_of_switch(noun: str, new: str, purpose: str) -> str:
    stem = next((key for start, key in _NOUN_KEYS.items() if noun.strip().lower().startswith(start)), None)
    if stem is not None:
        return stem
    if noun.strip():
        return canonical_key(noun.strip().removesuffix("s"))
    return key_of_use(new, purpose)


_STOPPED = {
    "us": "uses",
    "play": "plays",
    "tak": "medications",
    "learn": "studies",
    "study": "studies",
    "wear": "wears",
    "do": "hobbies",
    "practi": "hobbies",
    "collect": "collects",
}


@RULES.on(
    r"(?:be )?(?:stopp?(?:ed|ing)?|quit|quitting|gave up|given up|giving up|done|ceased)\s+(?P<verb>\w+?)ing\s+(?P<what>.+)"
)
def stopped(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Stopped using Slack; gave up playing tennis."""
    what = until(clause.predicate, match.start("what"), "because|since|and|but|so|after|when|for|at|as|in|on")
    if (
        what is None
        or len(what.text.split()) > 5
        or re.match(r"(?i)(?:it|that|this|him|her|them|about|to|you|at|for|in|with|on)\b", what.text)
    ):
        return []
    verb = match["verb"].lower()
    key = next((k for stem, k in _STOPPED.items() if verb.startswith(stem)), None)
    value = undetermined(what).text
    return [
        Draft(
            key or "likes",
            value if key or verb in ("eat", "drink", "watch", "read") else f"{verb}ing {value}",
            ends=True,
            stative=False,
        )
    ]


@RULES.on(
    r"(?:be )?(?:stopp?(?:ed|ing)?|quit|quitting|gave up|given up|giving up)\s+(?:on )?(?P<what>smoking|drinking|coffee|alcohol|sugar|meat|caffeine|gaming|gluten|dairy|running|yoga|\w+ing\b)\s*(?=$|[,.!\ue000])"
)
def gave_up(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Quit smoking."""
    return [Draft("likes", match["what"], ends=True, stative=False)]


@RULES.on(
    r"(?:be )?(?:gave|given|giving) up (?:on )?(?:(?:my|our|his|her|their|the) )?(?P<what>[a-z][\w'-]*(?: [\w'-]+){0,2}?)(?=\s*(?:$|[,.!\ue000]|for good|because|since|when|after))"
)
def gave_up_thing(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Gave up the violin; gave up meat for good."""
    if _NO_PASTIME.match(match["what"]) or not clause.verb.plain:
        return []
    return [Draft("likes", match["what"], ends=True, stative=False)]


_NO_PASTIME = re.compile(
    r"(?i)(?:my|our|your|it|that|this|them|him|her|me|you|hope|trying|trust|seat|fight|search|chase|idea|job|position|role|place|spot|right|on|and|so|completely|easily|too|already|eventually|\w+ing)\b"
)


@RULES.on(
    r"(?:be )?(?:cancel+(?:ed|ing)?|unsubscribed from|ended|terminated|closed|didn't renew)\s+(?:my|our|the)\s+(?P<what>.+?)\s+(?P<kind>subscription|membership|account|contract|plan|policy|lease)\b"
)
def cancelled(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Cancelled my Netflix subscription."""
    return [Draft("uses", match["what"], ends=True, stative=False)]


@RULES.on(
    r"(?:be )?(?:broke up with|split up with|split from|separated from|divorced|divorcing|broken up with)\s+(?:my \w+\s+)?(?=(?-i:[A-Z]))"
)
def broke_up(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Broke up with Marco."""
    name = clause.name(match.end(), "person")
    return [Draft("partner", name.name, target=name, ends=True, stative=False)] if name else []


@RULES.on(
    r"(?:be |got |get |have )?(?P<how>broke up|split up|separated|divorced|divorcing|broken up|parted ways|called it quits|called off (?:the|our) (?:engagement|wedding))\b(?!\s+(?:with|from|the|a)\b)"
)
def separated(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """My girlfriend and I broke up; we got divorced."""
    subject = clause.subject
    if not subject.speaker or (
        not subject.along and re.match(r"(?i)\W*i\b", clause.text) and "div" not in match["how"]
    ):
        return []
    married = KIN.get(subject.along, ("", None))[0] == "married_to" or match["how"].lower() in ("separated", "divorced")
    keys = ("married_to", "partner") if married else ("partner", "married_to")
    status = (
        [Draft("marital_status", match["how"].lower(), stative=False)] if "divorced" in match["how"].lower() else []
    )
    return [*(Draft(key, "", ends=True, stative=False) for key in keys), *status]


def opens_successor(ended: Draft, *, named: bool) -> re.Pattern[str] | None:
    """What opens the words that name who or what takes the place of a fact that has just ended."""
    return _SUCCESSOR if named else _GOT if ended.key in _HELD else None


def repair(text: str, draft: Draft) -> bool:
    """Applies a remark that mends the fact before it ("sorry, Milan", "not the 4th"). Answers whether it did."""
    denied = _NOT.match(text)
    if denied:
        old = trimmed(text, denied.start("old"), len(text))
        if old is None or len(old.text.split()) > 6:
            return False
        draft.replaces = undetermined(old).text
        return True
    match = _REPAIR.match(text)
    value = until(text, match.start("value"), "because|since|but|which") if match and match["value"] else None
    if (
        value is None
        or len(value.text.split()) > 6
        or re.match(r"(?i)(?:i|he|she|they|we|it|about|for|to|my|that|this)\b", value.text)
    ):
        return False
    value = undetermined(_without_preposition(value))
    if draft.value.isdecimal() != value.text.isdecimal() and draft.key == "age":
        return False
    draft.replaces, draft.value = draft.value, value.text
    if draft.target is not None:
        draft.target = type(draft.target)(draft.target.type, value.text)
    return True


def _without_preposition(value: Phrase) -> Phrase:
    match = re.match(r"(?i)(?:in|at|on|for|to|from|as|with)\s+(?=\S)", value.text)
    return Phrase(value.text[match.end() :], value.start + match.end(), value.end) if match else value


_INSTEAD = re.compile(r"(?i)\s+(?:instead of|rather than) (?:in |at |the |a |an )?(?P<old>[^,;.]{1,40}?)\s*[.!]*$")


def instead_of(text: str) -> tuple[str, str] | None:
    """ "... Y instead of X" as the text with the tail blanked out, and X."""
    match = _INSTEAD.search(text)
    if match is None or re.search(r"(?i)\b(?:prefer|rather|like|love|enjoy)\w*\b", text):
        return None
    return text[: match.start()] + " " * (len(text) - match.start()), match["old"].strip()


def not_but(text: str) -> tuple[str, str, int] | None:
    """ "... not X but Y ..." as the text with "not X but " blanked out to the same length, and X, and where Y begins."""
    match = _NOT_BUT.search(text)
    if match is None or re.match(r"(?i)only\b", match["old"]):
        return None
    head = len(text[: match.start()].rstrip())
    shift = match.start("new") - match.start()
    # Y moves to the place of "not": the words keep their order and the rest is padded at the end.
    moved = text[: match.start()] + text[match.start("new") :] + " " * shift
    return (moved, re.sub(r"(?i)^(?:in|at|a|an|the|on|for)\s+", "", match["old"].strip()), head)
