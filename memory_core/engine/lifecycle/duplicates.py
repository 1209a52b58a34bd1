"""Entities that may be one, by their names. It reports, and merges nothing.

Names are compared word by word, by their letters without accents, casing and punctuation: two are as near as their least
similar words, which are near by a slip of the pen, else by their Jaro similarity. Names of unlike length are compared as
a whole and are never as near as the usual threshold; names that differ in a digit are not near at all. An acronym and what
it stands for, and two full names of persons that differ by a nickname, a title or a middle name, count as near too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from memory_core.engine.entities import EntityRef, plain_letters, resolve
from memory_core.engine.model import Entity

THRESHOLD = 0.95
_SAME_NAME = 0.97
"""Of names that the ladder takes for those of one entity."""
_SLIP = 0.3
"""What one slip takes off, divided by the letters of the word: six letters and more stay above the usual threshold."""
_UNLIKE = 0.94
"""The most that names of unlike length reach."""
_ALL_PAIRS = 200
"""Up to so many entities of a type every pair is compared; beyond, those that share a word, a beginning or an end."""
_MOST_TOGETHER = 400
"""Entities that share such a part; where more do, it tells nothing."""
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Two entities of one type that may be one."""

    one: Entity
    other: Entity
    similarity: float
    """0 to 1."""


def duplicates(entities: Sequence[Entity], threshold: float) -> list[Duplicate]:
    """Pairs of one type that are at least so similar, most similar first, then by name."""
    by_type: dict[str, list[Entity]] = {}
    for entity in entities:
        by_type.setdefault(entity.type, []).append(entity)
    found = [
        Duplicate(one, other, similar)
        for of in by_type.values()
        for one, other in _pairs(sorted(of, key=lambda entity: (entity.name, entity.uid)))
        if (similar := similarity(one, other)) >= threshold
    ]
    return sorted(found, key=lambda pair: (-pair.similarity, pair.one.id, pair.other.id))


def similarity(one: Entity, other: Entity) -> float:
    """How near the names of two entities of one type are, 0 to 1."""
    if _DIGITS.findall(one.name) != _DIGITS.findall(other.name):
        return 0.0
    near = _nearness(one.name, other.name)
    return max(near, _SAME_NAME) if near < _SAME_NAME and _goes_by_both(one, other) else near


def _nearness(one: str, other: str) -> float:
    mine, theirs = plain_letters(one), plain_letters(other)
    if mine == theirs:
        return 1.0
    words = [[letters for word in name.split() if (letters := plain_letters(word))] for name in (one, other)]
    if len(words[0]) == len(words[1]) > 0:
        return min(_word(*pair) for pair in zip(*words, strict=True))
    return min(jaro(mine, theirs), _UNLIKE)


def _word(one: str, other: str) -> float:
    """How near two words are: a slip of the pen costs the less the longer they are."""
    if one == other:
        return 1.0
    return 1 - _SLIP / max(len(one), len(other)) if _is_slip(one, other) else jaro(one, other)


def _is_slip(one: str, other: str) -> bool:
    """Whether one letter is added, left out, another one, or changed places with its neighbour."""
    begin = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    mine, theirs = one[begin:], other[begin:]
    return mine[1:] == theirs[1:] or mine[1:] == theirs or mine == theirs[1:] or mine[1::-1] + mine[2:] == theirs


def _goes_by_both(one: Entity, other: Entity) -> bool:
    if one.type == "person" and (" " not in one.name.strip() or " " not in other.name.strip()):
        return False  # a first name alone is that of many
    return resolve(EntityRef(one.type, one.name), [other], {other.uid}) is not None


def jaro(one: str, other: str) -> float:
    """Jaro similarity of two texts, 0 to 1."""
    if one == other:
        return 1.0
    reach = max(max(len(one), len(other)) // 2 - 1, 0)
    taken = [False] * len(other)
    mine: list[str] = []
    for place, letter in enumerate(one):
        for at in range(max(0, place - reach), min(len(other), place + reach + 1)):
            if not taken[at] and other[at] == letter:
                taken[at] = True
                mine.append(letter)
                break
    if not mine:
        return 0.0
    theirs = [letter for letter, held in zip(other, taken, strict=True) if held]
    swapped = sum(a != b for a, b in zip(mine, theirs, strict=True)) / 2
    same = len(mine)
    return (same / len(one) + same / len(other) + (same - swapped) / same) / 3


def _pairs(entities: Sequence[Entity]) -> Iterator[tuple[Entity, Entity]]:
    if len(entities) <= _ALL_PAIRS:
        yield from combinations(entities, 2)
        return
    parts: dict[str, list[int]] = {}
    for place, entity in enumerate(entities):
        for part in _parts(entity):
            parts.setdefault(part, []).append(place)
    together = Counter(
        pair for places in parts.values() if len(places) <= _MOST_TOGETHER for pair in combinations(places, 2)
    )
    for one, other in sorted(together):
        yield entities[one], entities[other]


def _parts(entity: Entity) -> set[str]:
    letters = plain_letters(entity.name)
    words = {f"word {plain_letters(word)}" for word in entity.name.split()}
    initials = "".join(word[0] for word in entity.name.split()).casefold()
    return words | {f"begins {letters[:4]}", f"ends {letters[-4:]}", f"short {letters}", f"short {initials}"}
