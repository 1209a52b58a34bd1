"""When two values say the same in other words: by rules that rather miss a pair than join two that differ.

Casing, punctuation at the edges of words, articles, possessives and plurals don't count, nor whether a deed is told as "to
hike", "hike" or "hiking". Order counts, and so does every other word. Values with digits or signs of a code are the same
only when they are spelled the same.
"""

from __future__ import annotations

import re
from functools import lru_cache

from memory_core.engine.temporal.rows import same_text

_CODE = re.compile(r"[\d_@/\\]")
_EDGE = ".,;:!?\"'’‘“”()[]{}…"
_EMPTY = frozenset("a an the my our your his her its their some".split())
_LEADING = frozenset("to going doing really very also just".split())
_LATIN = re.compile(r"[a-z]+")
_VOWEL = re.compile(r"[aeiouy]")
_HISSING = ("sses", "ches", "shes", "xes", "zes")
_SHORTEST = 4
"""Letters of a word whose ending is looked at."""


@lru_cache(maxsize=32_768)
def meaning(value: str) -> tuple[str, ...]:
    """What a value says: equal for values that say the same."""
    plain = same_text(value)
    if _CODE.search(plain):
        return (plain.rstrip(".!?"),)
    words = [word.strip(_EDGE) for word in plain.split()]
    telling = [word for word in words if word and word not in _EMPTY]
    while len(telling) > 1 and telling[0] in _LEADING:
        telling = telling[1:]
    if not telling:
        return (plain,)
    return (_deed(telling[0]), *(_one(word) for word in telling[1:]))


def _one(word: str) -> str:
    """A word without the ending of its plural."""
    if len(word) < _SHORTEST or not _LATIN.fullmatch(word):
        return word
    if word.endswith("ies") and len(word) > _SHORTEST:
        return f"{word[:-3]}y"
    if word.endswith(_HISSING):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _deed(word: str) -> str:
    """A first word, which may be a deed: without the endings of plural and gerund, and of what those hide."""
    word = _one(word)
    stem = word[:-3] if word.endswith("ing") and _LATIN.fullmatch(word) else ""
    if len(stem) >= 3 and _VOWEL.search(stem):
        doubled = len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "lsz"
        word = stem[:-1] if doubled else stem
    return word[:-1] if len(word) >= _SHORTEST and word.endswith("e") and _LATIN.fullmatch(word) else word
