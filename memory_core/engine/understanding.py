"""What a question asks for: the names in it, quoted phrases, the words that carry it, and the same without names.

Pure and cheap (microseconds): recall runs it on every query. Nothing is guessed about meaning; each part only steers a leg
or a prior, and a wrong guess costs rank, never a hit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

_WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*")
_QUOTED = re.compile(r"[\"“]([^\"“”]{2,200})[\"”]")
_SENTENCE_END = re.compile(r"[.!?\n]\s*$")
_CONTRACTED = re.compile(r"(?:n['’]t|['’](?:m|d|s|re|ve|ll))$", re.IGNORECASE)
_POSSESSIVE = re.compile(r"['’]s$|['’]$")

STOP_WORDS = frozenset(
    """a about all am an and any are as at be been being but by can could did do does doing done for from had has have
    having he her hers him his how i if in into is it its just let me might more most must my no not now of on only or our
    ours please she should so some such than that the their theirs them then there these they this those to too us very
    was we were what when where which who whom whose why will with would you your yours tell know many much""".split()
)
_SELF = re.compile(r"\b(?:i|i['’](?:m|ve|d|ll)|my|me|mine|myself|we|our|ours|us)\b", re.IGNORECASE)
_TO_OTHER = re.compile(
    r"\b(?:did|have|had|were) you\b|\byou(?:['’]ve| have| had)? "
    r"(?:said|told|suggest\w*|recommend\w*|gave|given|mention\w*|explain\w*|provid\w*|advis\w*|wrote|list\w*)\b",
    re.IGNORECASE,
)
_EARLIER = re.compile(
    r"\b(?:used to|original(?:ly)?|initial(?:ly)?|at first|previous(?:ly)?|formerly|before)\b", re.IGNORECASE
)
_PAST = re.compile(r"\b(?:did|was|were|had)\b", re.IGNORECASE)
_VALUE = re.compile(
    r"\s*(?:how (?:many|much|long|often|old|far|big|large|high|tall|fast|heavy)|when (?:is|are|do|does|will|should)"
    r"|what(?:['’]s| is| are| (?:\w+ ){1,2}(?:is|are|do|does|should|will))|which|where (?:is|do|does|are|will|should)"
    r"|who (?:is|are))\b",
    re.IGNORECASE,
)
_ABOUT_ASKING = re.compile(r"\b(?:ask(?:s|ed|ing)?|question\w*|wonder\w*|curious)\b", re.IGNORECASE)
_BE = r"(?:is|are|was|were)"
_DO = r"(?:do|does|did)"
_ASKED = tuple(
    (re.compile(pattern, re.IGNORECASE), frozenset(keys.split()))
    for keys, pattern in (
        (
            "city country lives_in residence",
            rf"\bwhere (?:{_DO}|{_BE})\b.{{1,60}}\b(?:liv(?:e|es|ed|ing)|based|resid(?:e|es|ed|ing))\b",
        ),
        ("city country lives_in residence", r"\bwhat (?:city|town|country)\b.{1,60}\b(?:liv(?:e|es|ed|ing)|based)\b"),
        (
            "employer works_at",
            rf"\bwhere (?:{_DO}|{_BE})\b.{{1,60}}\bwork(?:s|ed|ing)?\b|\bwho {_DO}\b.{{1,60}}\bwork for\b",
        ),
        ("role", rf"\bwhat {_DO}\b.{{1,60}}\bdo for (?:a living|work)\b"),
        ("role", r"\bwhat(?:['’]s| is| was)\b.{1,60}\b(?:job|profession|occupation|position)\b"),
        ("age birthday", r"\bhow old\b"),
        ("birthday", rf"\bwhen {_BE}\b.{{1,60}}\b(?:birthday|born)\b"),
        ("hometown birthplace born_in nationality", rf"\bwhere {_BE}\b.{{1,60}}\b(?:from|born)\b"),
        ("married_to", rf"\bwho {_BE}\b.{{1,60}}\b(?:married to|husband|wife|spouse)\b"),
        ("price budget", rf"\bhow much (?:{_BE}|{_DO})\b"),
    )
)
"""Questions that ask for a key in other words than its own."""
MAX_WORDS = 4000
"""Words of a query that are looked at; a pasted text beyond that adds nothing that steers."""


MAX_STYLE_CHARS = 1_000
"""Characters of a query in which it is looked at how it asks."""


class Tense(StrEnum):
    """Which of several tellings of one thing a question is after."""

    NOW = "now"
    """The latest: a value in the present tense."""
    EARLIER = "earlier"
    """The first: what was so originally, or before."""
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Understanding:
    """A question, taken apart."""

    text: str
    names: tuple[str, ...]
    """Capitalised words that do not only open a sentence, casefolded, in order, without repeats."""
    quoted: tuple[str, ...]
    words: tuple[str, ...]
    """Casefolded words that carry meaning, in order, without repeats."""
    phrases: tuple[str, ...]
    """Runs of up to six words as they stand, longest first: candidates for names of entities."""
    nameless: str | None
    """The text without `names`, where enough is left to search by; else None."""
    of_self: bool = False
    """Whether who asks asks about themselves, and not about what they were told."""
    of_asking: bool = False
    """Whether it asks for what somebody asked."""
    tense: Tense = Tense.ANY
    keys: frozenset[str] = frozenset()
    """Keys that it asks for in words other than theirs ("where do I live": city)."""

    def asks_for(self, key: str) -> bool:
        """Whether it asks for a key or relation label, in its words or in others."""
        parts = key_words(key)
        return key in self.keys or (bool(parts) and all(part in self.words for part in parts))


def understand(text: str) -> Understanding:
    """Takes a question apart; any text is fine."""
    tokens = [(m.group(), m.start(), m.end()) for m in _WORD.finditer(text)][:MAX_WORDS]
    names = _names(text, tokens)
    words = tuple(dict.fromkeys(w for t, *_ in tokens if (w := _bare(t).casefold()) not in STOP_WORDS))
    nameless = _without(text, tokens, frozenset(names)) if names and len(set(words) - set(names)) >= 2 else None
    return Understanding(
        text=text,
        names=names,
        quoted=tuple(m.group(1).strip() for m in _QUOTED.finditer(text)),
        words=words,
        phrases=_phrases(text, tokens),
        nameless=nameless,
        of_self=bool(_SELF.search(text[:MAX_STYLE_CHARS])) and not _TO_OTHER.search(text[:MAX_STYLE_CHARS]),
        of_asking=bool(_ABOUT_ASKING.search(text[:MAX_STYLE_CHARS])),
        tense=_tense(text[:MAX_STYLE_CHARS]),
        keys=frozenset(key for form, keys in _ASKED if form.search(text[:MAX_STYLE_CHARS]) for key in keys),
    )


def key_words(key: str) -> tuple[str, ...]:
    """The words of an attribute key or relation label, casefolded."""
    return tuple(part for part in key.casefold().split("_") if part)


def _tense(text: str) -> Tense:
    if _EARLIER.search(text):
        return Tense.EARLIER
    return Tense.NOW if _VALUE.match(text) and not _PAST.search(text) else Tense.ANY


def _bare(word: str) -> str:
    return _POSSESSIVE.sub("", word)


def _names(text: str, tokens: list[tuple[str, int, int]]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for word, start, _ in tokens:
        bare = _bare(word)
        plain = _CONTRACTED.sub("", bare)
        if not bare[:1].isupper() or plain.casefold() in STOP_WORDS or len(plain) < 2:
            continue
        opens = not text[:start].strip() or bool(_SENTENCE_END.search(text[:start]))
        if not opens or word != bare:
            found.setdefault(bare.casefold())
    return tuple(found)


def _without(text: str, tokens: list[tuple[str, int, int]], names: frozenset[str]) -> str:
    out: list[str] = []
    at = 0
    for word, start, end in tokens:
        if _bare(word).casefold() in names:
            out.append(text[at:start])
            at = end
    return " ".join(("".join(out) + text[at:]).split())


def _phrases(text: str, tokens: list[tuple[str, int, int]], longest: int = 6, most: int = 120) -> tuple[str, ...]:
    head = tokens[:40]
    found: dict[str, None] = {}
    for size in range(min(longest, len(head)), 0, -1):
        for n in range(len(head) - size + 1):
            run = head[n : n + size]
            if size == 1 and _bare(run[0][0]).casefold() in STOP_WORDS:
                continue
            found.setdefault(_bare(text[run[0][1] : run[-1][2]]))
            if len(found) >= most:
                return tuple(found)
    return tuple(found)
