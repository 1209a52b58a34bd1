"""Which of two texts says the newer of two things: pure, and decided by the texts alone.

People restate what changed ("the budget is now $650") and rarely say what it was before. Two texts are taken for an update
when near a number both speak of what is asked, the numbers are of one kind (money, a share, a time of day, a date, or a
count of the same thing), they differ, and the later text speaks of a change there or of as much of what is asked. Nothing
is taken from the words of a language but its signs of change, which are English; elsewhere it needs the fuller match.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from memory_core.engine.analysis import index_terms
from memory_core.engine.model import Instant

READ_CHARS = 2_000
"""Of a text; what it is about comes early."""
NEAR_CHARS = 100
"""On each side of a number: the words that say what it counts."""
LEAST_SHARE = 0.2
"""Of the question's terms that have to stand near a number."""
CHANGED_SHARE = 0.4
"""How much of what the older text covers a later one has to cover when it speaks of a change."""
DEPTH = 30
"""Places in which the other telling is looked for."""
_LEADERS = 2
"""Best places of which it is asked whether something newer was said."""
_ROUNDS = 3
_COUNTED_WORDS = 3
_MONTH = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    "|nov(?:ember)?|dec(?:ember)?"
)
_NUMBER = re.compile(
    r"(?P<money>[$€£¥]\s?)?(?P<number>\d+(?:[.,:]\d+)*)\s?(?:(?P<share>%|percent\b)|(?P<clock>[ap]\.?m\b))?", re.I
)
_IN_PROSE = re.compile(r"(?:^|[\w.,;:!?(\"'“‘~–\-])\s*$")
"""What comes before a number that is told; after other signs it belongs to code or markup."""
_MONTH_BEFORE = re.compile(rf"\b(?:{_MONTH})\.?\s*$", re.I)
_MONTH_AFTER = re.compile(rf"^(?:st|nd|rd|th)?\s*(?:of\s+)?(?:{_MONTH})\b", re.I)
_WORD = re.compile(r"[^\W\d_]{3,}")
_CHANGE = re.compile(
    r"\b(?:now|recent(?:ly)?|new|no longer|instead|anymore|updat\w+|chang\w+|increas\w+|decreas\w+|reduc\w+|rais(?:e|ed|ing)"
    r"|lower\w*|extend\w+|shorten\w+|reschedul\w+|postpon\w+|moved|moving|push(?:ed)? back|brought forward|switch\w*"
    r"|upgrad\w+|reach\w+|grew|grown|improv\w+|drop\w+|correct\w+|revis\w+|actually|latest|current(?:ly)?|already|just)\b",
    re.I,
)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Value:
    """A number in a text, and what is said around it."""

    kinds: frozenset[str]
    """What it may be a number of."""
    number: str
    share: float
    """Of the question's terms that stand near it."""
    changed: bool
    """Whether a change is spoken of near it."""


@dataclass(frozen=True)
class Telling:
    """A text as one side of a comparison. Only tellings of one voice are compared, and read only then."""

    voice: str
    at: Instant
    text: str
    terms: tuple[str, ...]
    """Of the question."""

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """Numbers of the text that stand near terms of the question."""
        return values(self.text, self.terms)


def values(text: str, terms: Sequence[str]) -> tuple[Value, ...]:
    """Numbers of a text that stand near terms of the question."""
    head = text[:READ_CHARS].partition("```")[0]
    return tuple(
        value
        for match in _NUMBER.finditer(head)
        if _IN_PROSE.search(head[max(0, match.start() - 8) : match.start()])
        and (value := _value(head, match, terms)).share >= LEAST_SHARE
    )


def updates(newer: Telling, older: Telling) -> bool:
    """Whether `newer` gives another number than `older` for what is asked."""
    return (
        newer.voice == older.voice
        and newer.at > older.at
        and any(_replaces(value, older.values) for value in newer.values)
    )


def in_time(ranked: Sequence[T], telling: Callable[[T], Telling | None], *, newest: bool) -> list[T]:
    """The same hits with a newer telling (or the older one, unless `newest`) before the other, where that other leads.

    Only what says the same of another time is moved, and only in front of the hit that it replaces.
    """
    out = list(ranked)
    told = {id(one): telling(one) for one in out[:DEPTH]}
    for _ in range(_ROUNDS):
        if (move := _move(out, told, newest=newest)) is None:
            break
        place, found = move
        out.insert(place, out.pop(found))
    return out


def in_line(ranked: Sequence[T], ids: Callable[[T], str], replaced: Mapping[str, str], *, newest: bool) -> list[T]:
    """The same hits where of each pair in `replaced` (older id -> newer id) the one that is wanted leads the other."""
    out = list(ranked)
    place = {ids(one): one for one in out}
    for older, newer in replaced.items():
        if older in place and newer in place:
            first, second = (newer, older) if newest else (older, newer)
            at, behind = out.index(place[second]), out.index(place[first])
            if behind > at:
                out.insert(at, out.pop(behind))
    return out


def _move(out: Sequence[T], told: dict[int, Telling | None], *, newest: bool) -> tuple[int, int] | None:
    for place, leader in enumerate(out[:_LEADERS]):
        first = told[id(leader)]
        if first is None or not first.values:
            continue
        for found in range(place + 1, min(DEPTH, len(out))):
            other = told[id(out[found])]
            if other is not None and (updates(other, first) if newest else updates(first, other)):
                return place, found
    return None


def _replaces(value: Value, older: Sequence[Value]) -> bool:
    same = [one for one in older if one.kinds & value.kinds]
    if not same or any(one.number == value.number for one in same):
        return False
    return value.share >= (CHANGED_SHARE if value.changed else 1.0) * max(one.share for one in same)


def _value(text: str, match: re.Match[str], terms: Sequence[str]) -> Value:
    around = text[max(0, match.start() - NEAR_CHARS) : match.end() + NEAR_CHARS].casefold()
    near = frozenset(term for term in terms if term in around)
    kinds = _kinds(text, match) or near | _counted(text, match.end())
    return Value(kinds, match["number"], len(near) / max(len(terms), 1), bool(_CHANGE.search(around)))


def _kinds(text: str, match: re.Match[str]) -> frozenset[str]:
    for kind in ("money", "share", "clock"):
        if match[kind]:
            return frozenset((f"#{kind}",))
    before, after = text[max(0, match.start() - 12) : match.start()], text[match.end() : match.end() + 16]
    return frozenset(("#date",)) if _MONTH_BEFORE.search(before) or _MONTH_AFTER.match(after) else frozenset()


def _counted(text: str, at: int) -> frozenset[str]:
    words = _WORD.findall(text[at : at + 40].lower())[:_COUNTED_WORDS]
    return frozenset(term for word in words for term in index_terms(word)[:1])
