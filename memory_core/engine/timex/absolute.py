"""Calendar dates: written with numbers or month names, quarters, seasons, years, feasts."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from memory_core.engine.timex import calendar as cal
from memory_core.engine.timex.atoms import EDGE, MONTH, YEAR, Now, around, full_year, month_number, pattern, shift_of
from memory_core.engine.timex.model import Period
from memory_core.engine.timex.vocabulary import FIXED_DAYS, MONTHS, ORDINALS, SEASONS, alternatives, number

_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|\.|º|ª|:a|:e)?"
_AFTER_NUMBER = r"(?![\d:%]|[.,]\d|\s*(?:percent|euros?|dollars?|kg|km|pm|am)\b)"
_SHIFT = r"(?P<shift>last|past|previous|this coming|this past|this|next|coming|upcoming)"


@pattern(
    r"(?<![\w/.-])(?P<y>\d{4})-(?P<m>\d\d)-(?P<d>\d\d)(?:[T ](?P<hour>\d\d):(?P<minute>\d\d)(?::\d\d(?:\.\d+)?)?"
    r"(?P<zone>Z|[+-]\d\d:?\d\d)?)?(?![\d-])"
)
def iso_date(match: re.Match[str], now: Now) -> Period | None:
    """2024-05-14, with or without a time and an offset."""
    day = cal.make_day(int(match["y"]), int(match["m"]), int(match["d"]))
    if day is None or match["hour"] is None:
        return cal.day_period(day)
    minutes = int(match["hour"]) * 60 + int(match["minute"])
    if minutes >= 24 * 60:
        return None
    zone = match["zone"]
    if zone and zone != "Z":
        offset = int(zone[1:3]) * 60 + int(zone[-2:])
        days, minutes = divmod(minutes - (offset if zone[0] == "+" else -offset), 24 * 60)
        day = cal.add_days(day, days)
    return cal.minute_period(day, minutes)


@pattern(r"(?<![\w/.-])(?P<y>[12]\d{3})-(?P<m>0[1-9]|1[0-2])(?![\w-])")
def iso_month(match: re.Match[str], now: Now) -> Period | None:
    """2024-05."""
    return cal.month_period(int(match["y"]), int(match["m"]))


@pattern(r"(?<![\w/.-])(?P<y>\d{4})[/.](?P<m>\d{1,2})[/.](?P<d>\d{1,2})(?![\w/])")
def year_first(match: re.Match[str], now: Now) -> Period | None:
    """2024/05/14."""
    return cal.day_period(cal.make_day(int(match["y"]), int(match["m"]), int(match["d"])))


@pattern(r"(?<![\w/.-])(?P<d>\d{1,2})\.\s?(?P<m>\d{1,2})\.\s?(?P<y>\d{4})(?![\w])")
def dotted(match: re.Match[str], now: Now) -> Period | None:
    """14.05.2024, always day first."""
    return cal.day_period(cal.make_day(int(match["y"]), int(match["m"]), int(match["d"])))


@pattern(r"(?<![\w/.-])(?P<a>\d{1,2})[/-](?P<b>\d{1,2})[/-](?P<y>\d{4})(?![\w/-])")
def slashed(match: re.Match[str], now: Now) -> Period | None:
    """14/05/2024 or 05/14/2024; 03/04/2024 may be either and resolves to nothing."""
    first, second, year = int(match["a"]), int(match["b"]), int(match["y"])
    readings = {cal.make_day(year, second, first), cal.make_day(year, first, second)} - {None}
    return cal.day_period(readings.pop()) if len(readings) == 1 else None


def _day_in(match: re.Match[str], year: int) -> Period | None:
    return cal.day_period(cal.make_day(year, month_number(match), int(match["day"])))


def _day_month(match: re.Match[str], now: Now) -> Period | None:
    if match["year"]:
        return _day_in(match, full_year(match["year"]) or 0)
    if cal.make_day(2000, month_number(match), int(match["day"])) is None:
        return None
    return around(now, lambda year: _day_in(match, year))


@pattern(
    rf"(?:\bthe )?(?<![\d.,/:+-])\b{_DAY}(?:\s+of| de| den)?\s+{MONTH}(?:,?\s+(?:of |de |del )?{YEAR})?",
    yearless=_day_in,
)
def day_month(match: re.Match[str], now: Now) -> Period | None:
    """3 March 1991, the 14th of June, 3. März, 3 de marzo de 1991."""
    return _day_month(match, now)


@pattern(rf"\b{MONTH}\s+(?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b{_AFTER_NUMBER}(?:,?\s+{YEAR})?", yearless=_day_in)
def month_day(match: re.Match[str], now: Now) -> Period | None:
    """May 14, 2024 or June 4th."""
    return _day_month(match, now)


@pattern(rf"\b{EDGE}{MONTH},?\s+(?:of |de |del )?{YEAR}")
def month_year(match: re.Match[str], now: Now) -> Period | None:
    """May 2024, early May 2024."""
    return cal.month_period(full_year(match["year"]) or 0, month_number(match))


def _days_in(match: re.Match[str], year: int) -> Period | None:
    first = cal.make_day(year, month_number(match), int(match["day"]))
    last = cal.make_day(year, month_number(match), int(match["until"]))
    if first is None or last is None or last <= first:
        return None
    whole = cal.day_period(first)
    return replace(whole, end=cal.midnight(last) + cal.DAY, last=last.isoformat()) if whole else None


_TO = r"\s*(?:-|–|to(?: the)?|until|till|through|and|bis|au|al|a|till)\s*"


@pattern(
    rf"(?<![\d.,/:+-])\b(?:the )?{_DAY}{_TO}(?:the )?(?P<until>\d{{1,2}})(?:st|nd|rd|th|\.)?(?:\s+of)?\s+{MONTH}(?:,?\s+{YEAR})?"
)
@pattern(rf"\b{MONTH}\s+{_DAY}{_TO}(?P<until>\d{{1,2}})(?:st|nd|rd|th)?\b{_AFTER_NUMBER}(?:,?\s+{YEAR})?")
def days_of_month(match: re.Match[str], now: Now) -> Period | None:
    """4 to 6 November, May 3-5, 2024."""
    year = full_year(match["year"])
    return _days_in(match, year) if year is not None else around(now, lambda y: _days_in(match, y))


def _month_in(match: re.Match[str], year: int) -> Period | None:
    return cal.month_period(year, month_number(match))


_LONE_MONTH = alternatives(set(MONTHS) - {"mar", "mars", "jan", "out", "sep", "abr"})


@pattern(rf"\b(?P<month>{_LONE_MONTH})\b(?![\w'’-])", bare=True, yearless=_month_in)
@pattern(r"(?:(?<=\ben )|(?<=\bi )|(?<=\bsedan )|(?<=\bdepuis ))(?P<month>mars)\b", bare=True, yearless=_month_in)
def month_alone(match: re.Match[str], now: Now) -> Period | None:
    """May, once a preposition says that it is a month."""
    return around(now, lambda year: _month_in(match, year))


@pattern(
    rf"\b(?P<edge>early|mid|late|(?:the )?(?:end|beginning|start|middle) of|anfang|mitte|ende|début|fin)[ -]{MONTH}(?![\w'’-])",
    yearless=_month_in,
)
def month_edge(match: re.Match[str], now: Now) -> Period | None:
    """Early May, the end of June."""
    return around(now, lambda year: _month_in(match, year))


@pattern(rf"\b{_SHIFT}\s+{MONTH}(?![\w'’-])")
def month_shifted(match: re.Match[str], now: Now) -> Period | None:
    """Last May, next March, this June."""
    shift, year, month = shift_of(match["shift"]), now.day.year, month_number(match)
    if shift < 0:
        return cal.month_period(year if month < now.day.month else year - 1, month)
    if shift > 0:
        return cal.month_period(year if month > now.day.month else year + 1, month)
    return cal.month_period(year, month)


def _quarter_in(match: re.Match[str], year: int) -> Period | None:
    word = match["quarter"].lower()
    return cal.quarter_period(year, ORDINALS[word] if word in ORDINALS else int(word))


@pattern(r"\bQ(?P<quarter>[1-4])\b(?:[ /-]?(?:of |in )?(?P<year>\d{4}|'\d\d)\b)?", yearless=_quarter_in)
@pattern(r"\b(?:the )?(?P<quarter>first|second|third|fourth) quarter\b(?: of (?P<year>\d{4})\b)?", yearless=_quarter_in)
@pattern(r"\b(?P<year>\d{4})[ -]?Q(?P<quarter>[1-4])\b")
def quarter(match: re.Match[str], now: Now) -> Period | None:
    """Q3, Q3 2024, the third quarter of 2024."""
    year = full_year(match["year"])
    if year is not None:
        return _quarter_in(match, year)
    return around(now, lambda y: _quarter_in(match, y))


@pattern(r"\bH(?P<half>[12]) (?P<year>\d{4})\b")
@pattern(r"\b(?:the )?(?P<half>first|second) half of (?P<year>\d{4})\b")
def half_year(match: re.Match[str], now: Now) -> Period | None:
    """H1 2024, the second half of 2023."""
    word = match["half"].lower()
    return cal.half_period(int(match["year"]), ORDINALS.get(word) or int(word))


def _season_in(match: re.Match[str], year: int) -> Period | None:
    return cal.season_period(year, SEASONS[match["season"].lower()])


_SEASON = rf"(?P<season>{alternatives(SEASONS)})"


@pattern(rf"\b{EDGE}{_SEASON}(?: of|,)? (?P<year>\d{{4}})\b")
@pattern(rf"\b(?:(?:early|mid|late)[ -])?{_SEASON}\b(?! of\b)(?!s?[\w'’-])", bare=True, yearless=_season_in)
def season(match: re.Match[str], now: Now) -> Period | None:
    """Summer 2022, or summer once a preposition says that it is a time."""
    year = full_year(match.groupdict().get("year"))
    return _season_in(match, year) if year is not None else around(now, lambda y: _season_in(match, y))


@pattern(rf"\b{_SHIFT} {_SEASON}\b")
def season_shifted(match: re.Match[str], now: Now) -> Period | None:
    """Last summer (the latest that is over), this winter, next spring."""
    shift, today = shift_of(match["shift"]), cal.midnight(now.day)
    candidates = [p for y in range(now.day.year - 2, now.day.year + 3) if (p := _season_in(match, y))]
    if shift < 0:
        return next((p for p in reversed(candidates) if p.end <= today), None)
    if shift > 0:
        return next((p for p in candidates if p.start > today), None)
    return next((p for p in candidates if p.end > today), None)


@pattern(
    r"(?<![\w.,/:$€£+#-])(?:(?:early|mid|late|(?:the )?(?:end|beginning|start|middle) of)[ -])(?P<y>\d{4})\b(?![.,:/-]\d)"
)
@pattern(
    r"(?:(?<![\w.,/:$€£+#-])|(?<=\b\d{4}-))(?P<y>1[5-9]\d\d|20\d\d|21\d\d)\b(?![.,:/]\d|-\d(?!\d{3}\b)|%|\s*(?:euros?|dollars?|km|kg|people|users)\b)",
    bare=True,
)
@pattern(r"\bthe year (?P<y>\d{1,9})\b")
def year_alone(match: re.Match[str], now: Now) -> Period | None:
    """2019, once a preposition says that it is a year."""
    return cal.year_period(int(match["y"]))


@pattern(r"\b(?:the )?(?:early |mid |late )?(?P<y>1[5-9]\d0|20\d0)s\b")
@pattern(r"\bthe (?:early |mid |late )?['’]?(?P<y>[2-9]0)s\b")
def decade(match: re.Match[str], now: Now) -> Period | None:
    """The 1990s, the 90s."""
    year = int(match["y"])
    return cal.decade_period(year + (1900 if year >= 30 else 2000) if year < 100 else year)


_DECADES = {f"{word}ties": n for n, word in enumerate("twen thir for fif six seven eigh nine".split(), 2)}


@pattern(rf"\bthe (?:early |mid |late |roaring )?(?P<word>{alternatives(_DECADES)})\b")
def decade_in_words(match: re.Match[str], now: Now) -> Period | None:
    """The nineties."""
    tens = _DECADES[match["word"].lower()]
    return cal.decade_period((1900 if tens >= 3 else 2000) + 10 * tens)


def _easter(year: int) -> date | None:
    """Easter Sunday of the western churches, by the anonymous Gregorian rule."""
    if not 1583 <= year <= 9999:
        return None
    century, rest = divmod(year, 100)
    moon = (19 * (year % 19) + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    week = (32 + 2 * (century % 4) + 2 * (rest // 4) - moon - rest % 4) % 7
    late = (year % 19 + 11 * moon + 22 * week) // 451
    month, day = divmod(moon + week - 7 * late + 114, 31)
    return date(year, month, day + 1)


def _easter_in(match: re.Match[str], year: int) -> Period | None:
    return cal.day_period(_easter(year))


_EASTER = r"(?:easter(?: sunday)?|ostern|pâques|påsk|pascua)\b"


@pattern(rf"\b(?P<shift>){_EASTER}(?P<year>)", bare=True, yearless=_easter_in)
@pattern(rf"\b(?P<shift>){_EASTER},? (?P<year>\d{{4}})\b")
@pattern(rf"\b(?P<shift>last|this|next) {_EASTER}(?P<year>)")
def easter(match: re.Match[str], now: Now) -> Period | None:
    """Easter 2024."""
    year = full_year(match["year"])
    if year is not None:
        return _easter_in(match, year)
    shift = shift_of(match["shift"]) if match["shift"] else 0
    prefer = now.prefer if shift == 0 else ("past" if shift < 0 else "future")
    return around(Now(now.day, now.instant, prefer), lambda y: _easter_in(match, y))


def _feast_in(match: re.Match[str], year: int) -> Period | None:
    month, day = FIXED_DAYS[match["feast"].lower().replace("’", "'")]
    return cal.day_period(cal.make_day(year, month, day))


_FEAST = rf"(?P<feast>{alternatives(FIXED_DAYS)})(?![\w'’])"


@pattern(rf"\b(?P<shift>last|this|next) {_FEAST}(?P<year>)")
@pattern(rf"\b(?P<shift>){_FEAST}(?: of|,)? (?P<year>\d{{4}})\b")
@pattern(rf"\b(?P<shift>){_FEAST}(?P<year>)", bare=True, yearless=_feast_in)
@pattern(rf"(?<=\bover )(?P<shift>){_FEAST}(?P<year>)", yearless=_feast_in)
def feast(match: re.Match[str], now: Now) -> Period | None:
    """Christmas 2023, next New Year's Eve."""
    year = full_year(match["year"])
    if year is not None:
        return _feast_in(match, year)
    shift = shift_of(match["shift"]) if match["shift"] else None
    prefer = now.prefer if shift is None else ("past" if shift < 0 else "future")
    return around(Now(now.day, now.instant, prefer), lambda y: _feast_in(match, y))


@pattern(r"(?<=\b(?:on|by) )the (?P<day>\d{1,2})(?:st|nd|rd|th)\b(?! (?!at\b|if\b|and\b|but\b)[a-z])")
@pattern(r"(?<=\b(?:until|since) )the (?P<day>\d{1,2})(?:st|nd|rd|th)\b(?! (?!at\b|if\b|and\b|but\b)[a-z])")
def day_of_month(match: re.Match[str], now: Now) -> Period | None:
    """On the 14th: of the month that is meant."""
    wanted = number(match["day"]) or 0
    first = date(now.day.year, now.day.month, 1)
    months = [m for n in range(-2, 4) if (m := cal.add_months(first, n))]
    return now.nearest([cal.day_period(cal.make_day(m.year, m.month, wanted)) for m in months])
