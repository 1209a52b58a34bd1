"""What words describe, for forgetting by description: a record is hit when it holds every one of them, or not at
all.

A description is taken apart into its telling words ("everything about locker 7" -> locker, 7). Each of them must be
met by the record: by its own words, by the names of the entity that it is about, or by a word for its key ("job"
for `role`). There is no nearness and no threshold, because what was not described must stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from memory_core.engine.analysis import STOP_WORDS, index_terms, query_terms
from memory_core.engine.keys import MULTI_VALUED, SINGLE_VALUED, canonical_key, canonical_label

_LEAD = re.compile(
    r"""^\W*(?:please\s+)?(?:(?:can|could)\s+you\s+(?:please\s+)?)?(?:(?:forget|delete|remove|erase|purge)\b\s*)?
        (?:
          (?:(?:everything|anything|all|whatever|what|any)\b\s*)?(?:(?:of|the|my|your)\s+)*
          (?:(?:facts?|memory|memories|information|info|details|stuff|things?|data|records?|entries|knowledge)\b\s*)?
          (?:(?:that|which)\s+)?(?:{said}\s+)?(?:about|on|of|regarding|concerning|related\s+to|involving)\b
        | (?:(?:everything|anything|all|whatever|what|that)\b\s*)?{said}
        | (?:everything|anything|all|that)\b
        )?""".replace(
        "{said}",
        r"(?:(?:i|you|we)\s+(?:have\s+|ever\s+)?(?:said|told\s+you|know|remember|mentioned|stored|saved|learned)\b)",
    ),
    re.IGNORECASE | re.VERBOSE,
)
_TAIL = re.compile(r"\W*\b(?:please|thanks|thank you)\W*$", re.IGNORECASE)
_WORD = re.compile(r"\S+")
_EDGE = re.compile(r"^[^\w]+|[^\w+#]+$")
_OWN = frozenset("i me my mine myself".split())
_LONGEST_NAME = 8
_KEYS = SINGLE_VALUED | MULTI_VALUED


@dataclass(frozen=True, slots=True)
class Word:
    """One telling word, as it stands and as the terms that stand for it."""

    text: str
    terms: frozenset[str]


@dataclass(frozen=True, slots=True)
class Description:
    """A description, taken apart. Without words it describes nothing."""

    words: tuple[Word, ...]
    own: bool
    """Whether it speaks of the speaker's own ("my phone number")."""
    phrases: tuple[str, ...]
    """Runs of words as they stand, longest first: candidates for names of entities."""
    keys: tuple[tuple[str, frozenset[int]], ...] = field(default=())
    """(key, indexes of the words that spell it); a synonym is read."""


def describe(text: str) -> Description:
    """Takes a description apart; any text is fine."""
    bare = _TAIL.sub("", text.strip())
    rest = _LEAD.sub("", bare, count=1) if not _quoted(bare) else bare
    raw = [_EDGE.sub("", found.group()) for found in _WORD.finditer(rest)]
    raw = [one for one in raw if one]
    words = tuple(word for one in raw if (word := _word(one)).terms and not _empty(one))
    return Description(
        words=words,
        own=speaks_of_self(rest),
        phrases=_phrases(raw),
        keys=tuple(_key_words([word.text for word in words])),
    )


def search_words(asked: Description) -> list[str]:
    """A word that every record which is hit by its own words holds as a casefolded substring: the most telling one.

    Endings are cut as far as other forms of the word may differ. Words that spell a key are passed over where there
    are others, since a fact may spell it otherwise.
    """
    spelt = {place for _, places in asked.keys for place in places}
    own = [word for n, word in enumerate(asked.words) if n not in spelt]
    stems = sorted(
        (_substring(word) for word in own or asked.words), key=lambda one: (not any(map(str.isdigit, one)), -len(one))
    )
    return stems[:1]


def holds(asked: Description, texts: Iterable[str], met: frozenset[int] = frozenset()) -> bool:
    """Whether the texts of one record together hold every word, but for those that are met already."""
    return bool(asked.words) and not missing(asked, texts, met)


def missing(asked: Description, texts: Iterable[str], met: frozenset[int] = frozenset()) -> frozenset[int]:
    """Indexes of the words that the texts do not hold."""
    held = frozenset(term for text in texts for term in index_terms(text))
    return frozenset(n for n, word in enumerate(asked.words) if n not in met and not word.terms <= held)


def met_by_key(asked: Description, key: str) -> frozenset[int]:
    """Indexes of the words that spell this key or label of a fact."""
    return frozenset[int]().union(*(places for name, places in asked.keys if name == key))


def speaks_of_self(text: str) -> bool:
    """Whether a text speaks in the first person."""
    return any(one.casefold() in _OWN for one in _spoken(text))


def _spoken(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text)


def _quoted(text: str) -> bool:
    return text[:1] in "\"'“«" and text[-1:] in "\"'”»"


def _word(text: str) -> Word:
    return Word(text, frozenset(query_terms(text).terms))


def _empty(text: str) -> bool:
    return text.casefold() in STOP_WORDS or text.casefold() in _OWN


def _substring(word: Word) -> str:
    """The longest beginning of the word that its other forms share, casefolded."""
    whole = word.text.casefold()
    if not whole.isalpha():
        return max(re.findall(r"\w+", whole), key=len, default=whole)
    stems = [term for term in word.terms if term.isalpha()]
    shared = min((_common(whole, stem) for stem in stems), key=len, default=whole)
    return shared[:-1] if len(shared) > 4 and len(shared) < len(whole) else shared


def _common(one: str, other: str) -> str:
    size = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return one[: max(size, 1)]


def _phrases(raw: list[str]) -> tuple[str, ...]:
    head = raw[:40]
    found: dict[str, None] = {}
    for size in range(min(_LONGEST_NAME, len(head)), 0, -1):
        for n in range(len(head) - size + 1):
            found.setdefault(re.sub(r"['’]s?$", "", " ".join(head[n : n + size])))
    return tuple(found)


def _key_words(words: list[str]) -> Iterable[tuple[str, frozenset[int]]]:
    for size in (3, 2, 1):
        for n in range(len(words) - size + 1):
            spelt = "_".join(words[n : n + size])
            places = frozenset(range(n, n + size))
            if (key := canonical_key(spelt)) in _KEYS:
                yield key, places
            if (label := canonical_label(spelt)) != key:
                yield label, places
