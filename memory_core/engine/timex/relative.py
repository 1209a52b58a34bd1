"""Phrases that count from the moment of speaking: yesterday, last Tuesday, two years ago, next month, 先週."""

from __future__ import annotations

import re
from datetime import date

from memory_core.engine.timex import calendar as cal
from memory_core.engine.timex.atoms import WEEKDAY, Now, pattern, shift_of
from memory_core.engine.timex.model import Period
from memory_core.engine.timex.vocabulary import (
    NUMBER,
    RELATIVE_DAYS,
    SHORT_WEEKDAYS,
    UNITS,
    WEEKDAYS,
    alternatives,
    number,
)

_UNIT = rf"(?P<unit>{alternatives(u for u in UNITS if u.isascii() or (u[0].isalpha() and ord(u[0]) < 0x3000))})\b"
_SHIFT = r"(?P<shift>last|past|previous|this coming|this past|this|the current|current|next|coming|upcoming|the coming)"


def shifted(unit: str, shift: int, now: Now) -> Period | None:
    """The unit of the calendar `shift` units away from the one of today."""
    day: date | None = now.day
    if unit == "day":
        return cal.day_period(cal.add_days(now.day, shift))
    if unit == "week":
        return cal.week_period(cal.add_days(now.day, 7 * shift))
    if unit == "month":
        day = cal.add_months(now.day.replace(day=1), shift)
        return cal.month_period(day.year, day.month) if day else None
    if unit == "quarter":
        day = cal.add_months(now.day.replace(day=1), 3 * shift)
        return cal.quarter_period(day.year, (day.month + 2) // 3) if day else None
    if unit == "year":
        return cal.year_period(now.day.year + shift)
    if unit == "decade":
        return cal.decade_period(now.day.year // 10 * 10 + 10 * shift)
    return None


def counted(count: int | None, unit: str, now: Now, sign: int) -> Period | None:
    """`count` units before (-1) or after (+1) today: the calendar unit reached, with the exact day as its point."""
    if count is None or count > 400_000:
        return None
    if unit == "fortnight":
        count, unit = 2 * count, "week"
    steps = sign * count
    if unit in ("hour", "minute"):
        minutes = steps * (60 if unit == "hour" else 1)
        instant = now.instant + minutes * cal.MINUTE
        return cal.day_period(cal.day_of(instant))
    day = {
        "day": lambda: cal.add_days(now.day, steps),
        "week": lambda: cal.add_days(now.day, 7 * steps),
        "month": lambda: cal.add_months(now.day, steps),
        "quarter": lambda: cal.add_months(now.day, 3 * steps),
        "year": lambda: cal.add_months(now.day, 12 * steps),
        "decade": lambda: cal.add_months(now.day, 120 * steps),
    }[unit]()
    return _around(day, unit)


def _around(day: date | None, unit: str) -> Period | None:
    if day is None:
        return None
    if unit in ("day", "week"):
        return cal.day_period(day)
    whole = cal.month_period(day.year, day.month) if unit in ("month", "quarter") else cal.year_period(day.year)
    return Period(whole.start, whole.end, whole.precision, whole.iso, cal.midnight(day)) if whole else None


@pattern(rf"(?<!\w)(?P<word>{alternatives(RELATIVE_DAYS)})(?!\w)(?:\s+(?:morning|afternoon|evening|night|at noon)\b)?")
def relative_day(match: re.Match[str], now: Now) -> Period | None:
    """Yesterday, the day after tomorrow, gestern, hier, ayer."""
    return cal.day_period(cal.add_days(now.day, RELATIVE_DAYS[match["word"].lower()]))


@pattern(r"\b(?:earlier |later )?this (?:morning|afternoon|evening)\b|\bearlier today\b|\blater today\b")
def this_morning(match: re.Match[str], now: Now) -> Period | None:
    """This morning."""
    return cal.day_period(now.day)


@pattern(
    rf"\b(?:earlier |later |(?:early|late|mid)[ -]|(?:the )?(?:end|beginning|start|middle) of )?{_SHIFT} "
    r"(?P<unit>week|month|year|quarter|decade)\b(?!['’-])"
)
@pattern(r"\b(?:the )?(?P<shift>)(?:end|beginning|start|middle) of the (?P<unit>week|month|year|quarter)\b")
def shifted_unit(match: re.Match[str], now: Now) -> Period | None:
    """Last week, next month, earlier this year, the end of the month."""
    return shifted(match["unit"].lower(), shift_of(match["shift"] or "this"), now)


@pattern(rf"\b{_SHIFT} weekend\b")
def weekend(match: re.Match[str], now: Now) -> Period | None:
    """Last weekend (the latest that is over), this weekend, next weekend."""
    return cal.weekend_period(cal.add_days(now.day, 7 * shift_of(match["shift"])))


@pattern(r"\b(?:the )?(?P<unit>week|month|year|quarter) (?P<way>after next|before last)\b")
def second_next(match: re.Match[str], now: Now) -> Period | None:
    """The week after next, the year before last."""
    return shifted(match["unit"].lower(), 2 if match["way"].lower() == "after next" else -2, now)


@pattern(rf"\b(?P<count>half a|{NUMBER})\s+{_UNIT} (?P<way>ago|back|from now|from today)\b")
@pattern(
    rf"\b(?P<way>vor|il y a|hace|há|in|dans|dentro de|om) (?:about |around |roughly |approximately |just over |less than )?(?P<count>{NUMBER})\s+{_UNIT}(?:['’]s? time\b)?(?!['’-])(?!\s+(?:or|tall|old|long))"
)
@pattern(rf"\bför (?P<count>{NUMBER})\s+{_UNIT} (?P<way>sedan)\b")
@pattern(rf"\b(?P<count>{NUMBER})\s+{_UNIT} (?P<way>atrás)\b")
def counted_units(match: re.Match[str], now: Now) -> Period | None:
    """Three weeks ago, in two days, vor drei Jahren, il y a deux ans."""
    sign = 1 if match["way"].lower() in ("in", "from now", "from today", "dans", "dentro de", "om") else -1
    unit = UNITS[match["unit"].lower()]
    if match["count"].lower() == "half a":
        return counted(6, "month", now, sign) if unit == "year" else None
    return counted(number(match["count"]), unit, now, sign)


@pattern(rf"\b(?P<count>{NUMBER})\s+(?P<unit>years?|months?|decades?) and a half (?P<way>ago|back|from now)\b")
@pattern(rf"\b(?P<count>{NUMBER}) and a half\s+(?P<unit>years|months|decades) (?P<way>ago|back|from now)\b")
def counted_and_a_half(match: re.Match[str], now: Now) -> Period | None:
    """A year and a half ago."""
    count, unit = number(match["count"]), match["unit"].lower().rstrip("s")
    if count is None or count > 400_000:
        return None
    sign = 1 if match["way"].lower() == "from now" else -1
    if unit == "month":
        day = cal.add_months(now.day, sign * count)
        return cal.day_period(cal.add_days(day, 15 * sign)) if day else None
    months = (24 * count + 12) // 2 if unit == "year" else 120 * count + 60
    whole = counted(months, "month", now, sign)
    return cal.year_period(int(whole.iso[:4])) if whole and unit == "decade" else whole


@pattern(rf"\b(?:a|one) week (?:from|on|after) (?P<next>next |this )?{WEEKDAY}")
@pattern(rf"\b(?P<next>){WEEKDAY} week\b")
def week_after(match: re.Match[str], now: Now) -> Period | None:
    """A week from Friday."""
    day = _weekday_day(WEEKDAYS[match["weekday"].lower()] - 1, "this", None, now)
    return cal.day_period(cal.add_days(day, 7)) if day else None


@pattern(
    rf"\b(?:a few|several|some|many|some time|quite a few|a while|ages|ein paar|einige|quelques|algunos|några) ?(?:{_UNIT} )?"
    r"(?P<way>ago|back|sedan|atrás)\b|(?<![\w] )\b(?:days|weeks|months|years) ago\b"
)
def vague(match: re.Match[str], now: Now) -> Period | None:
    """A few weeks ago: no date can be told."""
    return None


@pattern(rf"\b(?:(?:over|during|within|in|for) )?the (?:last|past) (?P<count>{NUMBER}) {_UNIT}")
@pattern(rf"\b(?:last|past) (?P<count>{NUMBER}) {_UNIT}")
def past_units(match: re.Match[str], now: Now) -> Period | None:
    """The past two years: from that day until now."""
    period = counted(number(match["count"]), UNITS[match["unit"].lower()], now, -1)
    if period is None:
        return None
    start = period.start if period.point is None else period.point
    return Period(start, cal.midnight(now.day) + cal.DAY, period.precision, period.iso, start)


@pattern(
    rf"\b(?:(?P<shift>last|past|previous|this coming|this past|this|next|coming|upcoming) )?{WEEKDAY}"
    r"(?: (?P<week>last|next|this) week)?(?: (?:morning|afternoon|evening|night)\b)?(?! (?:morning|night)s)"
)
@pattern(rf"\b(?P<week>last|next|this) week (?:on )?(?P<shift>){WEEKDAY}")
def weekday(match: re.Match[str], now: Now) -> Period | None:
    """Last Tuesday (the latest before today), next Friday (of the next week), on Monday."""
    word = match["weekday"].lower()
    if word in SHORT_WEEKDAYS and not (match["shift"] or _after_on(match)):
        return None
    if (
        word not in SHORT_WEEKDAYS
        and match["weekday"].islower()
        and not (match["shift"] or match["week"] or _after_on(match))
    ):
        return None
    return cal.day_period(_weekday_day(WEEKDAYS[word] - 1, (match["shift"] or "").lower(), match["week"], now))


def _after_on(match: re.Match[str]) -> bool:
    return bool(re.search(r"(?i)\b(on|by|until|since|from|to|till|am|el|le|on the)\s$", match.string[: match.start()]))


def _weekday_day(wanted: int, shift: str, week: str | None, now: Now) -> date | None:
    today = now.day.weekday()
    if week:
        return cal.add_days(now.day, wanted - today + 7 * shift_of(week))
    before, after = (today - wanted - 1) % 7 + 1, (wanted - today - 1) % 7 + 1
    if shift in ("last", "past", "previous", "this past"):
        return cal.add_days(now.day, -before)
    if shift == "next":
        return cal.add_days(now.day, wanted - today + 7)
    if shift in ("this", "this coming", "coming", "upcoming"):
        return cal.add_days(now.day, after if wanted != today else 0)
    return cal.add_days(now.day, -before if now.prefer == "past" else after)


_EUROPEAN = {
    "woche": "week",
    "monat": "month",
    "monats": "month",
    "jahr": "year",
    "jahres": "year",
    "semaine": "week",
    "mois": "month",
    "année": "year",
    "an": "year",
    "semana": "week",
    "mes": "month",
    "año": "year",
    "mês": "month",
    "ano": "year",
    "vecka": "week",
    "veckan": "week",
    "månad": "month",
    "månaden": "month",
    "år": "year",
    "året": "year",
}
_NAMED = rf"(?P<unit>{alternatives(_EUROPEAN)})\b"


@pattern(
    rf"\b(?P<back>letzte[nrsm]?|vorige[nrsm]?|vergangene[nrsm]?|förra)?(?(back)|(?:nächste[nrsm]?|kommende[nrsm]?|nästa)) "
    rf"(?:{_NAMED}|{WEEKDAY})"
)
@pattern(
    rf"\b(?:l[ea] |l['’]|el |a |o |na |no )?(?:{_NAMED}|{WEEKDAY}) "
    r"(?:(?P<back>derni[eè]re?|passée?|pasad[oa]|passad[oa])|prochaine?|próxim[oa]|que viene|que vem)\b"
)
@pattern(rf"\b(?:l[ea] |el |a |o |na |no )?(?P<back>)(?:próxim[oa]|prochaine?) (?:{_NAMED}|{WEEKDAY})")
def european_shift(match: re.Match[str], now: Now) -> Period | None:
    """Letzte Woche, la semaine prochaine, el año pasado, förra veckan."""
    if match["unit"]:
        return shifted(_EUROPEAN[match["unit"].lower()], -1 if match["back"] else 1, now)
    return cal.day_period(
        _weekday_day(WEEKDAYS[match["weekday"].lower()] - 1, "last" if match["back"] else "next", None, now)
    )


_ASIAN = {
    "一昨日": ("day", -2),
    "昨日": ("day", -1),
    "今日": ("day", 0),
    "明日": ("day", 1),
    "明後日": ("day", 2),
    "先週": ("week", -1),
    "今週": ("week", 0),
    "来週": ("week", 1),
    "先月": ("month", -1),
    "今月": ("month", 0),
    "来月": ("month", 1),
    "去年": ("year", -1),
    "昨年": ("year", -1),
    "今年": ("year", 0),
    "来年": ("year", 1),
    "前天": ("day", -2),
    "昨天": ("day", -1),
    "今天": ("day", 0),
    "明天": ("day", 1),
    "后天": ("day", 2),
    "上周": ("week", -1),
    "下周": ("week", 1),
    "上个月": ("month", -1),
    "下个月": ("month", 1),
    "明年": ("year", 1),
}
_KANJI = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "两": 2}
_KANJI_POWERS = {"十": 10, "百": 100, "千": 1000, "万": 10_000, "億": 100_000_000, "亿": 100_000_000}


@pattern(alternatives(_ASIAN))
def asian_shift(match: re.Match[str], now: Now) -> Period | None:
    """先週, 来月, 去年, 昨天."""
    return shifted(*_ASIAN[match[0]], now)


@pattern(r"(?P<y>\d{4})年(?:(?P<m>\d{1,2})月(?:(?P<d>\d{1,2})日)?)?")
def asian_date(match: re.Match[str], now: Now) -> Period | None:
    """2024年5月14日 and its shorter forms."""
    year = int(match["y"])
    if match["m"] is None:
        return cal.year_period(year)
    if match["d"] is None:
        return cal.month_period(year, int(match["m"]))
    return cal.day_period(cal.make_day(year, int(match["m"]), int(match["d"])))


@pattern(
    r"(?P<count>\d{1,9}|[一二三四五六七八九十百千万億亿两]{1,12})(?P<unit>日|週間|周|か月|ヶ月|カ月|个月|年)(?P<way>前|後|后)"
)
def asian_counted(match: re.Match[str], now: Now) -> Period | None:
    """3年前, 十万年前."""
    unit = {"カ月": "month"}.get(match["unit"]) or UNITS[match["unit"]]
    return counted(_kanji_number(match["count"]), unit, now, -1 if match["way"] == "前" else 1)


def _kanji_number(text: str) -> int:
    if text.isascii():
        return int(text)
    total = block = digit = 0
    for char in text:
        power = _KANJI_POWERS.get(char)
        if power is None:
            digit = _KANJI[char]
        elif power >= 10_000:
            total, block, digit = total + (block + digit or 1) * power, 0, 0
        else:
            block, digit = block + (digit or 1) * power, 0
    return total + block + digit
