"""What a question asks for: the names in it, quoted phrases, the words that carry it, and the same without names.

Pure and cheap (microseconds): recall runs it on every query. Nothing is guessed about meaning; each part only steers a leg
or a prior, and a wrong guess costs rank, never a hit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*")
_QUOTED = re.compile(r"[\"“]([^\"“”]{2,200})[\"”]")
_SENTENCE_END = re.compile(r"[.!?\n]\s*$")
_POSSESSIVE = re.compile(r"['’]s$|['’]$")

STOP_WORDS = frozenset(
    """a about all am an and any are as at be been being but by can could did do does doing done for from had has have
    having he her hers him his how i if in into is it its just let me might more most must my no not now of on or our
    ours please she should so some such than that the their theirs them then there these they this those to too us very
    was we were what when where which who whom whose why will with would you your yours tell know many much""".split()
)
MAX_WORDS = 4000
"""Words of a query that are looked at; a pasted text beyond that adds nothing that steers."""


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
    )


def key_words(key: str) -> tuple[str, ...]:
    """The words of an attribute key or relation label, casefolded."""
    return tuple(part for part in key.casefold().split("_") if part)


def _bare(word: str) -> str:
    return _POSSESSIVE.sub("", word)


def _names(text: str, tokens: list[tuple[str, int, int]]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for word, start, _ in tokens:
        bare = _bare(word)
        if not bare[:1].isupper() or bare.casefold() in STOP_WORDS or len(bare) < 2:
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
