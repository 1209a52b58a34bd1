"""How much a fact matters: a base by its category, raised by each use and repeat, fading with the days since the last.

It is worked out from the rows and the instant asked about, never from what was worked out before. So it does not matter
how often a run of decay takes place, how late, or in which order uses and repeats came in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memory_core.engine.model import Assertion, Category, Instant

DAY: Instant = 86_400_000_000
BASES: Mapping[Category, float] = {Category.IDENTITY: 1.0, Category.KNOWLEDGE: 0.8, Category.CONTEXT: 0.5}
DAILY: Mapping[Category, float] = {Category.IDENTITY: 1.0, Category.KNOWLEDGE: 0.995, Category.CONTEXT: 0.95}
"""What is left of it after a day without use."""
GAIN = 1.1
"""What one use or repeat multiplies it by, up to 1."""
_COUNTED = 16
"""Uses and repeats beyond these change nothing: any base has reached 1 by then."""
PLACES = 3
"""Decimals that are written down; less is no change."""


@dataclass(frozen=True, slots=True)
class Reinforcement:
    """What keeps a fact from fading."""

    count: int
    """Uses and repeats."""
    last: Instant
    """The latest of its tellings and uses."""


def reinforcement(tellings: Sequence[Assertion], at: Instant) -> Reinforcement:
    """Of the tellings of one fact (at least one), as known at an instant.

    Uses are not dated one by one: those of a row whose last use came later than `at` are not counted.
    """
    used = [one for one in tellings if one.used_at is not None and one.used_at <= at]
    said = sum(one.evidence for one in tellings)
    moments = [one.known_at for one in tellings] + [one.used_at for one in used if one.used_at is not None]
    return Reinforcement(max(0, said - 1) + sum(one.uses for one in used), max(moments))


def strength(category: Category, reinforced: Reinforcement, at: Instant) -> float:
    """How much it matters at an instant, above 0 and at most 1. It has not faded before its last use."""
    days = max(0, at - reinforced.last) / DAY
    return min(1.0, BASES[category] * GAIN ** min(reinforced.count, _COUNTED)) * DAILY[category] ** days


def importance(tellings: Sequence[Assertion], at: Instant) -> float:
    """How much the fact with these tellings (the first one gives the category) matters at an instant."""
    return strength(tellings[0].category, reinforcement(tellings, at), at)


def changed(importances: Iterable[tuple[Assertion, float]]) -> dict[str, float]:
    """Row id -> what is to be written down, of rows of which that differs from what was."""
    rounded = ((row, round(value, PLACES)) for row, value in importances)
    return {row.id: value for row, value in rounded if round(row.importance, PLACES) != value}
