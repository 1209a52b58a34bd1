"""The table of time expressions: how an atom is registered, and what every pattern builds on.

An atom is one calendar phrase without its preposition ("3 March 1991", "last Tuesday", "Q3"). Each pattern has a
builder that answers the period, or None when the words look like a date that cannot be resolved.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from memory_core.engine.timex import calendar as cal
from memory_core.engine.timex.model import Instant, Period, Prefer
from memory_core.engine.timex.vocabulary import MONTHS, WEEKDAYS, alternatives

MONTH = rf"(?P<month>{alternatives(MONTHS)})\b\.?"
WEEKDAY = rf"(?P<weekday>{alternatives(WEEKDAYS)})\b(?!s\b)"
YEAR = r"(?P<year>\d{4}|['’]\d\d)\b"
EDGE = r"(?:(?P<edge>early|mid|late|(?:the )?(?:end|beginning|start|middle) of(?: the)?|anfang|mitte|ende|début|fin|principios de|finales de)[ -])?"
SHIFT = {
    "last": -1,
    "past": -1,
    "previous": -1,
    "this past": -1,
    "this": 0,
    "the current": 0,
    "current": 0,
    "next": 1,
    "coming": 1,
    "this coming": 1,
    "upcoming": 1,
    "following": 1,
    "the coming": 1,
}


@dataclass(frozen=True, slots=True)
class Now:
    """The anchor: its day, its instant, and which way open phrases point."""

    day: date
    instant: Instant
    prefer: Prefer | None

    def nearest(self, candidates: list[Period | None]) -> Period | None:
        """Of the same phrase in successive years, weeks or months, the one that is meant."""
        periods = [p for p in candidates if p is not None]
        today = cal.midnight(self.day)
        if self.prefer == "future":
            return next((p for p in periods if p.end > today), None)
        if self.prefer == "past":
            return next((p for p in reversed(periods) if p.start <= today), None)
        return min(periods, key=lambda p: max(p.start - today, today - p.end, 0), default=None)


@dataclass(frozen=True, slots=True)
class Atom:
    """A phrase found in a text. `period` None: it looks like a date and is none."""

    start: int
    end: int
    period: Period | None
    bare: bool
    """Whether it counts only with a preposition or as a side of a range ("May", "2019")."""
    in_year: Callable[[int], Period | None] | None = None
    """For phrases without a year of their own: the same phrase in that year."""


Builder = Callable[[re.Match[str], Now], Period | None]


@dataclass(frozen=True, slots=True)
class Pattern:
    """One row of the table."""

    regex: re.Pattern[str]
    build: Builder
    bare: bool
    yearless: Callable[[re.Match[str], int], Period | None] | None


PATTERNS: list[Pattern] = []


def pattern(
    regex: str, *, bare: bool = False, yearless: Callable[[re.Match[str], int], Period | None] | None = None
) -> Callable[[Builder], Builder]:
    """Registers a builder for a regular expression (case is ignored)."""

    def register(build: Builder) -> Builder:
        PATTERNS.append(Pattern(re.compile(regex, re.IGNORECASE), build, bare, yearless))
        return build

    return register


def find_atoms(text: str, now: Now) -> list[Atom]:
    """Every atom of the text, longest first at each place, without overlaps, in order."""
    found: list[tuple[int, int, re.Match[str], Pattern]] = []
    for row in PATTERNS:
        found += [(m.start(), -m.end(), m, row) for m in row.regex.finditer(text)]
    found.sort(key=lambda f: f[:2])
    atoms: list[Atom] = []
    for start, minus_end, match, row in found:
        if match.end() == start or (atoms and start < atoms[-1].end):
            continue
        atoms.append(_atom(start, -minus_end, match, row, now))
    return atoms


def _atom(start: int, end: int, match: re.Match[str], row: Pattern, now: Now) -> Atom:
    yearless = row.yearless
    if yearless is None or match.groupdict().get("year"):
        return Atom(start, end, row.build(match, now), row.bare)
    return Atom(start, end, row.build(match, now), row.bare, lambda year: yearless(match, year))


def full_year(text: str | None) -> int | None:
    """The year of `2024` or `'24`; two digits mean 1950 to 2049."""
    if not text:
        return None
    digits = int(text.lstrip("'’"))
    if len(text.lstrip("'’")) == 2:
        return digits + (1900 if digits >= 50 else 2000)
    return digits


def month_number(match: re.Match[str]) -> int:
    """The number of the month a match names."""
    return MONTHS[match["month"].lower().rstrip(".")]


def around(now: Now, build: Callable[[int], Period | None]) -> Period | None:
    """The phrase of the year that is meant, from the last three years to the next two."""
    year = now.day.year
    return now.nearest(
        [build(y) for y in range(year - 1, year + 3)]
        if now.prefer == "future"
        else [build(y) for y in range(year - 3, year + 2)]
    )


def shift_of(word: str) -> int:
    """-1, 0 or 1 for last, this, next."""
    return SHIFT[re.sub(r"\s+", " ", word.lower())]
