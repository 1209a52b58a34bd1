"""Values of time expressions: what a phrase such as "since last May" stands for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Instant = int
"""Microseconds since the Unix epoch, UTC."""

Prefer = Literal["past", "future"]
"""Which way a phrase without a year points ("in May"), as the tense of its sentence tells."""

Precision = Literal["decade", "year", "half", "season", "quarter", "month", "week", "day", "minute"]

Kind = Literal["at", "since", "until", "before", "after", "between"]


@dataclass(frozen=True, slots=True)
class Period:
    """A stretch of the calendar. `iso` is its first instant written at the precision that was said."""

    start: Instant
    end: Instant
    """Not included."""
    precision: Precision
    iso: str
    point: Instant | None = None
    """Best estimate inside the period, where one exists ("two years ago" is that day two years earlier)."""
    last: str = ""
    """ISO of the last day, where the phrase itself names two ("4 to 6 November")."""
    label: str = ""
    """How people write it where ISO has no form of its own ("Q3 2026")."""


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """One time expression found in a text, resolved against the anchor.

    `start` and `end` cover what the phrase speaks of, the end not included; None is an open side ("since 2019" has no
    end). `first` and `last` are the said start and end as ISO strings at the precision that was said, so that "until
    30 September" has `last` 2026-09-30 although it covers that whole day.
    """

    start: Instant | None
    end: Instant | None
    text: str
    precision: Precision
    span: tuple[int, int]
    """Characters of the text, preposition included, end not included."""
    kind: Kind = "at"
    first: str | None = None
    last: str | None = None
    valid_from: Instant | None = None
    """Where a state that begins with this phrase begins: the point estimate, else the first instant."""
    valid_until: Instant | None = None
    """Where a state that ends with this phrase ends: the first instant of the said end."""
    label: str = ""
