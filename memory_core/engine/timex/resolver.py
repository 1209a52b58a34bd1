"""From atoms to spans: prepositions, ranges and times of day around the calendar phrases of a text."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from memory_core.engine.timex import (
    absolute,  # noqa: F401  # pyright: ignore[reportUnusedImport]  (registers its patterns)
    relative,
)
from memory_core.engine.timex import (
    calendar as cal,
)
from memory_core.engine.timex.atoms import Atom, Now, find_atoms
from memory_core.engine.timex.model import Instant, Kind, Period, Prefer, TimeSpan
from memory_core.engine.timex.vocabulary import (
    AFTER,
    AT,
    BEFORE,
    MONTHS,
    NUMBER,
    SINCE,
    UNITS,
    UNTIL,
    WEEKDAYS,
    alternatives,
    number,
)


@dataclass(frozen=True, slots=True)
class Scan:
    """The time expressions of a text, and the places of those that cannot be resolved."""

    spans: tuple[TimeSpan, ...]
    unresolved: tuple[tuple[int, int], ...]


_TRIGGER = re.compile(
    r"\d|day|week|month|year|quarter|ago\b|morrow|tonight|night|morning|decade|fortnight|eas?ter|ostern|pâques|påsk|pascua|halloween|christmas|[tvx]ies\b|winter|summer|spring|autumn|fall\b|mas\b|gest|heute|morgen"
    r"|hier|jour|demain|ayer|hoy|mañana|går\b|ontem|hoje|amanhã|[年月日天周週]|woche|monat|jahr|semaine|mois|ann?ée|an\b|ans\b|seman|mes(?:es)?\b"
    r"|mês|año|ano|veck|månad|år\b|\b(?:jan|feb|mar|mär|apr|abr|avr|may|mai|maj|jun|juin|jul|juil|aug|ago|aoû|sep|set|oct|okt|out|nov|"
    r"dec|dez|déc|dic|ene|fév|fev|mon|tue|wed|thu|fri|sat|sun)|tag\b|lun|mardi|merc|jeu|vend|viern|sam|sáb|dom|dag\b|feira",
    re.IGNORECASE,
)
_LEAD = re.compile(
    rf"(?<!\w)(?:(?P<since>{SINCE})|(?P<until>{UNTIL})|(?P<before>{BEFORE})|(?P<after>{AFTER})|(?P<between>between)|(?P<at>{AT}))\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_RANGE = re.compile(
    r"\s*(?:[-–—]|to(?: the)?|until|till|through|thru|bis(?: zum)?|à|au|al?|hasta|till|até)\s*", re.IGNORECASE
)
_DAY_GAP = re.compile(r",?\s+(?:(?:the|den|dem|le|el|o|dia|día|der|am)\s+)?", re.IGNORECASE)
_DATE_BEGINS = re.compile(rf"(?:(?:the|den|le|el)\s+)?\d|(?:{alternatives(MONTHS)})\b", re.IGNORECASE)
_AND = re.compile(r"\s+(?:and|und|et|y|och|e)\s+", re.IGNORECASE)
_CLOCK = r"(?P<hour>[01]?\d|2[0-3])(?:[:.h](?P<minute>[0-5]\d))?\s?(?P<half>[ap]\.?m\b\.?)?|(?P<word>noon|midnight)"
_CLOCK_AFTER = re.compile(
    rf"(?:,?\s+(?:at|around|@|um|à|kl\.?|a las)\s+|,?\s+(?=\d{{1,2}}(?::\d\d|\s?[ap]m)))(?:{_CLOCK})(?![\w:])(?:\s?(?:uhr|h)\b)?",
    re.I,
)
_CLOCK_BEFORE = re.compile(rf"(?<![\w:])(?:at )?(?:{_CLOCK})\s+(?:on\s+)?$", re.IGNORECASE)
_EVENING = re.compile(r"(?i)\b(?:tonight|evening|night|afternoon)\b")
_TAIL = {"since": re.compile(r"\s*(?:から|以来|起|onwards?\b)"), "until": re.compile(r"\s*まで")}
_PAST = re.compile(r"(?i)\b(?:was|were|did|went|had|been|happened|said|ago|last|when did|\w{3,}ed)\b")
_FUTURE = re.compile(
    r"(?i)(?:\b(?:will|going to|gonna|due|deadline|ends?|expires?|upcoming|moving|starts?|starting|launch\w*|next|plan\w*|by|(?:moved|rescheduled|postponed|pushed|shifted|extended|delayed|deferred)(?: back| forward)? (?:from .{1,30} )?(?:to|until) (?=(?:the |next |this )?(?:\d|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|q\d|week|month|year|tomorrow)))\b|'ll\b)"
)
_AHEAD = re.compile(
    r"(?i)\b(?:am|is|are|'m|'re|i'm|we're)\s+(?:\w+ly\s+)?(?:getting|flying|leaving|visiting|travel+ing|going|coming|meeting|having|giving|taking|returning|arriving|switching|joining|relocating|retiring|graduating|marrying|hosting)\b"
)
_SINCE = re.compile(r"(?i)\bsince\b|\bago\b")
_DURATION = re.compile(
    rf"(?i)\b(?:for|since|seit|depuis|durante|i|há|desde hace)\s+(?:about |over |more than |almost |nearly |the (?:last|past) |around |like )*"
    rf"(?P<count>{NUMBER})\s+(?P<unit>{alternatives(u for u in UNITS if ord(u[0]) < 0x3000)})\b(?!\s+(?:ago|old))"
)


def resolve(text: str, anchor: Instant, prefer: Prefer | None = None) -> list[TimeSpan]:
    """Every time expression of a phrase or text that can be resolved, in order, against `anchor`.

    `prefer` says which way phrases without a year point ("in May"); None lets the words around them decide.
    """
    return list(scan(text, anchor, prefer).spans)


def scan(text: str, anchor: Instant, prefer: Prefer | None = None) -> Scan:
    """As `resolve`, with the phrases that look like a time and cannot be resolved ("31 February", "a few years ago")."""
    day = cal.day_of(anchor)
    if day is None or not _TRIGGER.search(text):
        return Scan((), ())
    if prefer is None:
        prefer = _leaning(text)
    atoms = _with_weekdays(text, find_atoms(text, Now(day, anchor, prefer)))
    spans: list[TimeSpan] = []
    unresolved: list[tuple[int, int]] = []
    index = 0
    while index < len(atoms):
        used, span = _compose(text, atoms, index)
        if span is not None:
            spans.append(span)
        elif any(a.period is None and not a.bare for a in atoms[index : index + used]) and not _is_weekday(
            text, atoms[index]
        ):
            unresolved.append((atoms[index].start, atoms[index + used - 1].end))
        index += used
    return Scan(tuple(spans), tuple(unresolved))


def _leaning(text: str) -> Prefer | None:
    """Which way the words around a phrase without a year point."""
    if _FUTURE.search(text):
        return "future"
    if _PAST.search(text):
        return "past"
    return "future" if _AHEAD.search(text) and not _SINCE.search(text) else None


def duration(text: str, anchor: Instant) -> TimeSpan | None:
    """ "For ten years" as the span from ten years before the anchor until it; None without such a phrase."""
    day, match = cal.day_of(anchor), _DURATION.search(text)
    if day is None or match is None:
        return None
    period = relative.counted(number(match["count"]), UNITS[match["unit"].lower()], Now(day, anchor, "past"), -1)
    if period is None:
        return None
    start = period.start if period.point is None else period.point
    return TimeSpan(start, anchor, match[0], period.precision, match.span(), "since", period.iso, None, start)


def _is_weekday(text: str, atom: Atom) -> bool:
    return text[atom.start : atom.end].lower() in WEEKDAYS


def _with_weekdays(text: str, atoms: list[Atom]) -> list[Atom]:
    """Atoms where "Thursday 14 May" is one: the date, in the year in which it falls on that day."""
    out: list[Atom] = []
    for atom in atoms:
        if out and _is_weekday(text, out[-1]) and _names_its_day(text, out[-1].end, atom):
            wanted = WEEKDAYS[text[out[-1].start : out[-1].end].lower()] - 1
            out[-1] = replace(atom, start=out[-1].start, period=_falling_on(wanted, atom))
        else:
            out.append(atom)
    return out


def _names_its_day(text: str, end: int, atom: Atom) -> bool:
    gap = text[end : atom.start]
    dated = atom.period is not None and atom.period.precision == "day" and _DATE_BEGINS.match(text, atom.start)
    return bool(dated and _DAY_GAP.fullmatch(gap))


def _falling_on(weekday: int, atom: Atom) -> Period | None:
    period = atom.period
    if period is None or atom.in_year is None:
        return period
    year = int(period.iso[:4])
    for one in (period, atom.in_year(year - 1), atom.in_year(year + 1)):
        day = cal.day_of(one.start) if one else None
        if one and day and day.weekday() == weekday:
            return one
    return period


def _compose(text: str, atoms: list[Atom], index: int) -> tuple[int, TimeSpan | None]:
    atom = atoms[index]
    lead = _LEAD.search(text, max(0, atom.start - 24), atom.start)
    start = atom.start - len(lead[0]) if lead else atom.start
    kind = lead.lastgroup if lead else None
    following = atoms[index + 1] if index + 1 < len(atoms) else None
    if following and _joined(text[atom.end : following.start], kind):
        if lead is None and _is_weekday(text, atom) and _is_weekday(text, following):
            return 2, None  # "Monday to Friday" comes round every week
        span = _range(text, start, atom, following)
        if span is not None:
            return 2, span
    if atom.period is None or (atom.bare and lead is None):
        return 1, None
    return 1, _single(text, start, atom, kind)


def _joined(between: str, kind: str | None) -> bool:
    return bool(_RANGE.fullmatch(between)) or (kind == "between" and bool(_AND.fullmatch(between)))


def _range(text: str, start: int, first: Atom, last: Atom) -> TimeSpan | None:
    from_period, to_period = first.period, last.period
    if first.in_year and to_period:
        year = int(to_period.iso[:4])
        from_period = first.in_year(year)
        if from_period and from_period.start > to_period.start:
            from_period = first.in_year(year - 1)
    elif from_period and to_period and _is_weekday(text, last):
        days = (to_period.start - from_period.start) // cal.DAY % 7
        to_period = cal.day_period(cal.day_of(from_period.start + days * cal.DAY))
    elif last.in_year and from_period:
        to_period = last.in_year(int(from_period.iso[:4]))
        if to_period and to_period.start < from_period.start:
            to_period = last.in_year(int(from_period.iso[:4]) + 1)
    if from_period is None or to_period is None or to_period.end <= from_period.start:
        return None
    return TimeSpan(
        from_period.start,
        to_period.end,
        text[start : last.end],
        to_period.precision,
        (start, last.end),
        "between",
        from_period.iso,
        to_period.iso,
        from_period.start,
        to_period.start,
    )


def _single(text: str, start: int, atom: Atom, kind: str | None) -> TimeSpan | None:
    end, period = atom.end, atom.period
    assert period is not None
    if period.precision == "day":
        start, end, period = _with_clock(text, start, end, period)
    for name, tail in _TAIL.items():
        match = tail.match(text, end)
        if match:
            kind, end = name, match.end()
    begins = period.start if period.point is None else period.point
    common = TimeSpan(period.start, period.end, text[start:end], period.precision, (start, end), label=period.label)
    if period.last:
        return replace(
            common,
            kind="between",
            first=period.iso,
            last=period.last,
            valid_from=begins,
            valid_until=cal.first_instant(period.last),
        )
    if kind == "since":
        return replace(common, end=None, kind="since", first=period.iso, valid_from=begins)
    if kind == "until":
        return replace(common, start=None, kind="until", last=period.iso, valid_until=begins)
    if kind == "before":
        return replace(common, start=None, end=period.start, kind="before", last=period.iso, valid_until=begins)
    if kind == "after":
        return replace(common, start=period.end, end=None, kind="after", first=period.iso, valid_from=begins)
    at: Kind = "at"
    return replace(common, kind=at, first=period.iso, valid_from=begins)


def _with_clock(text: str, start: int, end: int, period: Period) -> tuple[int, int, Period]:
    after = _CLOCK_AFTER.match(text, end)
    before = None if after else _CLOCK_BEFORE.search(text[max(0, start - 16) : start])
    match = after or before
    minutes = _minutes(match) if match else None
    if (
        minutes is not None
        and match is not None
        and not match["half"]
        and minutes < 12 * 60
        and _EVENING.search(text[start:end])
    ):
        minutes += 12 * 60
    day = cal.day_of(period.start)
    timed = cal.minute_period(day, minutes) if minutes is not None else None
    if match is None or timed is None:
        return start, end, period
    return (start, match.end(), timed) if after else (start - len(match[0]), end, timed)


def _minutes(match: re.Match[str]) -> int | None:
    if match["word"]:
        return 12 * 60 if match["word"].lower() == "noon" else 0
    hour, minute, half = int(match["hour"]), int(match["minute"] or 0), (match["half"] or "").lower()
    if half and not 1 <= hour <= 12:
        return None
    if (
        not half
        and not match["minute"]
        and "@" not in match[0]
        and not re.search(r"(?i)\b(?:at|um|kl|las|à)\b|\buhr|h\b", match[0])
    ):
        return None
    return (hour % 12 + 12 if half.startswith("p") else hour % 12 if half else hour) * 60 + minute
