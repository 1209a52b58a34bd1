"""Calendar arithmetic that cannot fail: whatever falls outside the years 1 to 9999 is None.

Periods are made here and nowhere else; the last one ends with the last microsecond of the year 9999. Weeks start on Monday, seasons are those of the north (winter begins in
December), quarters are calendar quarters.
"""

from __future__ import annotations

import calendar as _calendar
from datetime import UTC, date, datetime, timedelta

from memory_core.engine.timex.model import Instant, Period

DAY: Instant = 86_400_000_000
MINUTE: Instant = 60_000_000
_EPOCH = date(1970, 1, 1).toordinal()
_LAST: Instant = (date.max.toordinal() - _EPOCH + 1) * DAY - 1
_SEASON_START = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}


def midnight(day: date) -> Instant:
    """The first instant of a day."""
    return (day.toordinal() - _EPOCH) * DAY


def day_of(instant: Instant) -> date | None:
    """The UTC day an instant falls on."""
    return day_number(instant // DAY + _EPOCH)


def day_number(ordinal: int) -> date | None:
    """The day with this proleptic ordinal."""
    return date.fromordinal(ordinal) if 1 <= ordinal <= date.max.toordinal() else None


def make_day(year: int, month: int, day: int) -> date | None:
    """A day, or None when there is no such day ("31 February")."""
    try:
        return date(year, month, day)
    except (ValueError, OverflowError):
        return None


def add_days(day: date, count: int) -> date | None:
    """The day `count` days later."""
    return day_number(day.toordinal() + count)


def add_months(day: date, count: int) -> date | None:
    """The same day `count` months later, or the last day of that month where it is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 + count, 12)
    if not 1 <= year <= 9999:
        return None
    return date(year, month + 1, min(day.day, _calendar.monthrange(year, month + 1)[1]))


def day_period(day: date | None) -> Period | None:
    """One whole day."""
    if day is None:
        return None
    return Period(midnight(day), min(midnight(day) + DAY, _LAST), "day", day.isoformat())


def week_period(day: date | None) -> Period | None:
    """The week, Monday to Sunday, that holds the day."""
    monday = add_days(day, -day.weekday()) if day else None
    if monday is None:
        return None
    return Period(midnight(monday), min(midnight(monday) + 7 * DAY, _LAST), "week", monday.isoformat())


def weekend_period(day: date | None) -> Period | None:
    """Saturday and Sunday of the week that holds the day."""
    saturday = add_days(day, 5 - day.weekday()) if day else None
    if saturday is None:
        return None
    return Period(midnight(saturday), min(midnight(saturday) + 2 * DAY, _LAST), "day", saturday.isoformat())


def month_period(year: int, month: int) -> Period | None:
    """One month."""
    first = make_day(year, month, 1)
    if first is None:
        return None
    length = _calendar.monthrange(year, month)[1]
    return Period(midnight(first), min(midnight(first) + length * DAY, _LAST), "month", f"{year:04}-{month:02}")


def quarter_period(year: int, quarter: int) -> Period | None:
    """A calendar quarter, 1 to 4."""
    return _months(year, quarter * 3 - 2, 3, "quarter", f"Q{quarter} {year}") if 1 <= quarter <= 4 else None


def half_period(year: int, half: int) -> Period | None:
    """The first or second half of a year."""
    return _months(year, half * 6 - 5, 6, "half", f"H{half} {year}") if half in (1, 2) else None


def season_period(year: int, season: str) -> Period | None:
    """A season that begins in this year."""
    return _months(year, _SEASON_START[season], 3, "season", f"{season} {year}")


def year_period(year: int) -> Period | None:
    """One calendar year."""
    first = make_day(year, 1, 1)
    if first is None:
        return None
    length = 366 if _calendar.isleap(year) else 365
    return Period(midnight(first), min(midnight(first) + length * DAY, _LAST), "year", f"{year:04}")


def decade_period(year: int) -> Period | None:
    """The ten years from this one on."""
    first, last = year_period(year), year_period(year + 9)
    return Period(first.start, last.end, "decade", f"{year:04}") if first and last else None


def minute_period(day: date | None, minutes: int) -> Period | None:
    """One minute of a day, `minutes` after its midnight."""
    if day is None:
        return None
    start = midnight(day) + minutes * MINUTE
    return Period(start, start + MINUTE, "minute", f"{day.isoformat()}T{minutes // 60:02}:{minutes % 60:02}")


def first_instant(iso: str) -> Instant | None:
    """The first instant of an ISO year, month, day or minute."""
    parts = iso.split("T", maxsplit=1)[0].split("-")
    day = make_day(int(parts[0]), int(parts[1]) if len(parts) > 1 else 1, int(parts[2]) if len(parts) > 2 else 1)
    if day is None:
        return None
    if "T" not in iso:
        return midnight(day)
    hours, minutes = iso.split("T")[1].split(":")[:2]
    return midnight(day) + (int(hours) * 60 + int(minutes)) * MINUTE


def instant_text(instant: Instant) -> str | None:
    """An instant as RFC 3339 in UTC, for traces and tests; None outside the years 1 to 9999."""
    if day_of(instant) is None:
        return None
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=instant)).isoformat().replace("+00:00", "Z")


def _months(year: int, month: int, count: int, precision: str, label: str) -> Period | None:
    first = make_day(year, month, 1)
    last = add_months(first, count - 1) if first else None
    if first is None or last is None:
        return None
    end = min(midnight(last) + _calendar.monthrange(last.year, last.month)[1] * DAY, _LAST)
    return Period(midnight(first), end, precision, f"{year:04}-{month:02}", label=label)  # pyright: ignore[reportArgumentType]
