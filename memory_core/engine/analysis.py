"""From text to the terms of the text copy, and from a question to the terms it is searched by.

Words are brought to one form (compatibility characters, case, accents, endings), and beside that form what people
search by exactly is kept: the accented spelling, and identifiers, addresses and hyphenated words as a whole. Scripts
without blanks between words become pairs of characters, which finds any word without a dictionary. Very long words also
leave their beginnings and endings as fragments, so that part of a compound finds it. Nothing in a text is an operator.

The stores index these terms as they are and analyse nothing themselves, so every backend finds the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

import snowballstemmer  # pyright: ignore[reportMissingTypeStubs]

VERSION = 2
"""Counts up when the same text gives other terms; copies made by another version are made again."""
MAX_QUERY_TERMS = 64
"""Terms of a query that are looked up, the rarest."""
MAX_QUERY_CHARS = 20_000
"""Characters of a query that are looked at."""
OWN_WEIGHT = 3
"""How often a record's own words count against those around it."""
LONGEST_TERM = 200
"""Characters; longer runs (encoded data) are cut to pieces."""
LONG_WORD = 13
"""Letters from which a word leaves fragments; few English words have as many."""
SHORTEST_FRAGMENT = 5
_COMMON_ABOVE = 0.4
"""Share of records from which a word says next to nothing."""

STOP_WORDS = frozenset(
    """
    a about all am an and any are as at be been being but by can could did do does doing for from had has have
    having he her hers him his how i if in into is it its just me might more most must my no nor not of on or
    our ours she should so some such than that the their theirs them then there these they this those to too us
    very was we were what when where which who whom whose why will with would you your yours
    """.split()
)

# Combining marks that belong to words (re's \w leaves them out): accents, Cyrillic, Hebrew, Arabic, the Indic blocks.
_MARKS = "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc"
_INDIC = "\u0900-\u0963\u0966-\u0dff"
# Written without blanks, or (Hangul) with endings that stick to the word: kana, Han, Hangul; Thai, Lao, Burmese, Khmer.
_DENSE = (
    "\u0e00-\u0e5a\u0e81-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_LETTER = rf"(?:[^\W_{_DENSE}]|[{_MARKS}{_INDIC}])"
_TOKEN = re.compile(rf"[{_DENSE}]+|{_LETTER}+(?:[-_.@/:+&'’]+{_LETTER}+)*(?:\+\+|#)?")
_IS_DENSE = re.compile(rf"[{_DENSE}]")
_PART = re.compile(rf"{_LETTER}+(?:['’]{_LETTER}+)*")
_POSSESSIVE = re.compile(r"['’]s?$")
_APOSTROPHES = re.compile(r"['’]")
_UNFOLDED = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i", "ħ": "h"})
_stemmers = cast("Any", snowballstemmer)
_STEMMED_SCRIPTS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"[a-z]+"), "english"),
    (re.compile(r"[а-яё]+"), "russian"),
    (re.compile(r"[α-ω]+"), "greek"),
    (re.compile(r"[\u0620-\u064a]+"), "arabic"),
)


@dataclass(frozen=True, slots=True)
class QueryTerms:
    """What a question is looked up by."""

    terms: tuple[str, ...]
    """Terms as `index_terms` makes them, in order, without repeats. Words that carry nothing are only here when there
    is no other."""
    common: tuple[str, ...] = ()
    """The words that carry nothing; they help a very short question ("who is The Who")."""
    fragments: tuple[str, ...] = ()
    """Words to look up among the fragments of long words."""


def index_terms(text: str) -> list[str]:
    """Terms of a text, in order, with repeats."""
    return [term for token in _tokens(text) for term in _terms_of(token)]


def record_terms(body: str, around: str) -> list[str]:
    """Terms of a record with the words around it, its own repeated: in one field, so that a word which stands in both
    counts more often and not twice in full."""
    return index_terms(body) * OWN_WEIGHT + index_terms(around)


def index_fragments(text: str) -> list[str]:
    """Beginnings and endings of the long words of a text."""
    return [fragment for token in _tokens(text) for fragment in _fragments_of(token)]


def query_terms(text: str) -> QueryTerms:
    """Terms of a question of any length and content; empty for one without words."""
    tokens = list(_tokens(text[:MAX_QUERY_CHARS]))
    carrying = [token for token in tokens if _folded(token) not in STOP_WORDS]
    common = [token for token in tokens if _folded(token) in STOP_WORDS]
    if not carrying:
        carrying, common = common, []
    parts = (part for token in carrying if not _IS_DENSE.match(token) for part in _PART.findall(token))
    return QueryTerms(
        terms=_distinct(term for token in carrying for term in _asked_of(token)),
        common=_distinct(term for token in common for term in _terms_of(token)),
        fragments=_distinct(w for part in parts if len(w := _folded(part)) >= SHORTEST_FRAGMENT and w.isalpha()),
    )


def selective(
    terms: Iterable[str], frequency: Mapping[str, int], total: int, limit: int = MAX_QUERY_TERMS
) -> list[str]:
    """The rarest `limit` of the terms that occur at all, rarest first.

    `frequency` says in how many of the `total` records each occurs. Terms that nearly every record has are left out,
    unless fewer than three others are left.
    """
    held = sorted((term for term in terms if frequency.get(term, 0) > 0), key=lambda term: (frequency[term], term))
    telling = [term for term in held if frequency[term] <= _COMMON_ABOVE * total]
    return (telling if len(telling) >= 3 else held)[:limit]


def _tokens(text: str) -> Iterable[str]:
    for match in _TOKEN.finditer(unicodedata.normalize("NFKC", text).casefold()):
        token = match.group()
        if len(token) <= LONGEST_TERM:
            yield token
        else:
            yield from (token[at : at + LONGEST_TERM] for at in range(0, len(token), LONGEST_TERM))


def _terms_of(token: str) -> tuple[str, ...]:
    if _IS_DENSE.match(token):
        return (*token, *_pairs(token)) if len(token) > 1 else (token,)
    return _terms_of_words(token)


@lru_cache(maxsize=32_768)
def _terms_of_words(token: str) -> tuple[str, ...]:
    parts = _PART.findall(token)
    terms = [form for part in parts for form in _forms(part)]
    if token not in parts:
        terms.append(token)
    return tuple(terms)


def _asked_of(token: str) -> tuple[str, ...]:
    if _IS_DENSE.match(token) and len(token) > 1:
        return tuple(_pairs(token))
    return _terms_of(token)


def _pairs(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(len(run) - 1)]


def _forms(word: str) -> list[str]:
    """The common form of a word, and its accented spelling where it has one."""
    bare = _bare(word)
    folded = _folded(word)
    stem = _stemmed(folded)
    return [stem] if folded == bare else [stem, bare]


def _bare(word: str) -> str:
    return _APOSTROPHES.sub("", _POSSESSIVE.sub("", word) or word)


@lru_cache(maxsize=32_768)
def _folded(word: str) -> str:
    """Without accents and vowel points; signs of Indic scripts stay, they are letters there."""
    bare = _bare(word)
    if bare.isascii():
        return bare
    apart = unicodedata.normalize("NFKD", bare.translate(_UNFOLDED))
    return unicodedata.normalize("NFC", "".join(c for c in apart if unicodedata.combining(c) < 10)) or bare


def _stemmed(word: str) -> str:
    for script, language in _STEMMED_SCRIPTS:
        if len(word) > 2 and script.fullmatch(word):
            # A stemmer keeps state, so each call has its own; making one costs less than stemming a word.
            return str(_stemmers.stemmer(language).stemWord(word))
    return word


def _fragments_of(token: str) -> tuple[str, ...]:
    if len(token) < LONG_WORD or _IS_DENSE.match(token):
        return ()
    words = [folded for part in _PART.findall(token) if len(folded := _folded(part)) >= LONG_WORD and folded.isalpha()]
    return tuple(
        dict.fromkeys(
            fragment
            for word in words
            for n in range(SHORTEST_FRAGMENT, min(len(word) - 2, 40))
            for fragment in (word[:n], word[-n:])
        )
    )


def _distinct(terms: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(terms))
