"""Names of persons: titles, first names and their short forms, middle names, last names, "Last, First"."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from memory_core.engine.entities.names import normalise_name
from memory_core.engine.entities.nicknames import full_names, same_first_name

_TITLES = frozenset(
    "mr mrs ms miss mx dr doctor prof professor sir madam herr frau monsieur madame señor señora".split()
)


def person_words(name: str) -> tuple[bool, list[str]]:
    """Whether a title leads, and the words of a person's name in the order first to last; none where they are no words
    of letters."""
    last, comma, first = normalise_name(name).partition(",")
    both = comma and first.strip() and "," not in first
    words = [word.strip(".,") for word in (f"{first} {last}" if both else f"{last} {first}").split()]
    title = len(words) > 1 and words[0] in _TITLES
    words = [word for word in words[title:] if word]
    if not all(word.replace("'", "").replace("’", "").replace("-", "").isalpha() for word in words):
        return False, []
    return title, words


def keys(name: str) -> set[str]:
    """Keys that two names share one of, where both may be one person's."""
    title, words = person_words(name)
    found: set[str] = set()
    if words and not title:
        found |= {f"first={full}" for full in full_names(words[0])}
    if len(words) > 1 or (title and words):
        found.add(f"last={words[-1]}")
    return found


def is_full(name: str) -> bool:
    """Whether it is a first and a last name, with or without a title."""
    return len(person_words(name)[1]) > 1


def is_first_name(name: str) -> bool:
    """Whether it is one bare word, as a first name is."""
    title, words = person_words(name)
    return not title and len(words) == 1


def shares_first_name(name: str, others: Collection[str]) -> bool:
    """Whether the first name is also that of one of others."""
    title, mine = person_words(name)
    return any(
        bool(mine and theirs) and not title and not other_title and same_first_name(mine[0], theirs[0])
        for other_title, theirs in map(person_words, others)
    )


def fits(name: str, others: Collection[str]) -> bool:
    """Whether a name may be that of a person who goes by others: a first name or nickname, a last name after a title,
    another nickname or a middle name. A full name has to agree with full names, where there are some."""
    full = [other for other in others if is_full(other)]
    return any(_same(name, other) for other in (full if full and is_full(name) else others))


def _same(name: str, other: str) -> bool:
    (title, mine), (other_title, theirs) = person_words(name), person_words(other)
    if not mine or not theirs:
        return False
    if (title and len(mine) == 1) or (other_title and len(theirs) == 1):
        return len(mine) + len(theirs) > 2 and mine[-1] == theirs[-1]
    if not same_first_name(mine[0], theirs[0]):
        return False
    if len(mine) == 1 or len(theirs) == 1:
        return mine != theirs
    shorter, longer = sorted((mine[1:], theirs[1:]), key=len)
    return shorter[-1] == longer[-1] and (len(shorter) == 1 or _agree(shorter, longer))


def _agree(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether middle and last names are the same, an initial standing for any name that it begins."""
    return len(one) == len(other) and all(
        mine == theirs or (1 in (len(mine), len(theirs)) and mine[0] == theirs[0])
        for mine, theirs in zip(one, other, strict=True)
    )
