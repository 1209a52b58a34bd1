"""Words of time in the languages that are understood: months, weekdays, units, numbers, prepositions.

English, German, French, Spanish, Swedish, Portuguese; Japanese and Chinese have their own patterns.
"""

from __future__ import annotations

import re


def _table(rows: str) -> dict[str, int]:
    """Lines of synonyms; the value is the number of the line, from 1."""
    return {word: number for number, row in enumerate(rows.strip().splitlines(), 1) for word in row.split()}


MONTHS = _table("""
january jan januar januari janvier enero janeiro
february feb februar februari février fevrier febrero fevereiro
march mar märz maerz mars marzo março marco
april apr avril abril
may mai mayo maio maj
june jun juni juin junio junho
july jul juli juillet julio julho
august aug augusti août aout agosto
september sep sept septembre septiembre setembro
october oct okt oktober octobre octubre outubro
november nov novembre noviembre novembro
december dec dez dezember décembre decembre diciembre dezembro
""")

WEEKDAYS = _table("""
monday mon montag lundi lunes måndag segunda-feira
tuesday tue tues dienstag mardi martes tisdag terça-feira
wednesday wed mittwoch mercredi miércoles miercoles onsdag quarta-feira
thursday thu thur thurs donnerstag jeudi jueves torsdag quinta-feira
friday fri freitag vendredi viernes fredag sexta-feira
saturday sat samstag sonnabend samedi sábado sabado lördag
sunday sun sonntag dimanche domingo söndag
""")
SHORT_WEEKDAYS = frozenset("mon tue tues wed thu thur thurs fri sat sun".split())

UNITS = {
    word: unit
    for unit, words in {
        "day": "day days tag tage tagen jour jours día dia días dias dag dagar 日",
        "week": "week weeks wk wks woche wochen semaine semaines semana semanas vecka veckor 週間 周",
        "fortnight": "fortnight fortnights",
        "month": "month months monat monate monaten mois mes meses mês månad månader か月 ヶ月 个月",
        "quarter": "quarter quarters quartal quartalen",
        "year": "year years yr yrs jahr jahre jahren an ans année années annee annees año años ano anos år 年",
        "decade": "decade decades",
        "hour": "hour hours hr hrs stunde stunden heure heures hora horas timme timmar",
        "minute": "minute minutes min mins minuten minuto minutos minuter",
    }.items()
    for word in words.split()
}

NUMBERS = {
    **{
        w: n
        for n, w in enumerate(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split()
        )
    },
    "a": 1,
    "an": 1,
    "couple": 2,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "hundred": 100,
    "half a": 0,
    **{w: n for n, w in enumerate("ein zwei drei vier fünf sechs sieben acht neun zehn".split(), 1)},
    "einem": 1,
    "einer": 1,
    "eine": 1,
    **{w: n for n, w in enumerate("un deux trois quatre cinq six sept huit neuf dix".split(), 1)},
    "une": 1,
    **{w: n for n, w in enumerate("uno dos tres cuatro cinco seis siete ocho nueve diez".split(), 1)},
    "una": 1,
    **{w: n for n, w in enumerate("en två tre fyra fem sex sju åtta nio tio".split(), 1)},
    "ett": 1,
    **{w: n for n, w in enumerate("um dois três quatro cinco seis sete oito nove dez".split(), 1)},
    "uma": 1,
    "duas": 2,
}
ORDINALS = {w: n for n, w in enumerate("first second third fourth".split(), 1)}
SEASONS = {
    "spring": "spring",
    "summer": "summer",
    "autumn": "autumn",
    "fall": "autumn",
    "winter": "winter",
    "frühling": "spring",
    "frühjahr": "spring",
    "sommer": "summer",
    "herbst": "autumn",
    "printemps": "spring",
    "été": "summer",
    "automne": "autumn",
    "hiver": "winter",
    "primavera": "spring",
    "verano": "summer",
    "otoño": "autumn",
    "invierno": "winter",
    "vår": "spring",
    "höst": "autumn",
    "vinter": "winter",
    "verão": "summer",
    "outono": "autumn",
    "inverno": "winter",
}
FIXED_DAYS = {
    "christmas eve": (12, 24),
    "christmas day": (12, 25),
    "christmas": (12, 25),
    "boxing day": (12, 26),
    "new year's eve": (12, 31),
    "new years eve": (12, 31),
    "new year's day": (1, 1),
    "new year's": (1, 1),
    "valentine's day": (2, 14),
    "halloween": (10, 31),
    "weihnachten": (12, 25),
    "noël": (12, 25),
    "navidad": (12, 25),
}
RELATIVE_DAYS = {
    "the day before yesterday": -2,
    "day before yesterday": -2,
    "the day after tomorrow": 2,
    "day after tomorrow": 2,
    "yesterday": -1,
    "today": 0,
    "tomorrow": 1,
    "tonight": 0,
    "last night": -1,
    "tmrw": 1,
    "vorgestern": -2,
    "gestern": -1,
    "heute": 0,
    "übermorgen": 2,
    "avant-hier": -2,
    "hier": -1,
    "aujourd'hui": 0,
    "demain": 1,
    "après-demain": 2,
    "anteayer": -2,
    "ayer": -1,
    "hoy": 0,
    "pasado mañana": 2,
    "i förrgår": -2,
    "igår": -1,
    "i går": -1,
    "idag": 0,
    "i dag": 0,
    "imorgon": 1,
    "i morgon": 1,
    "i övermorgon": 2,
    "anteontem": -2,
    "ontem": -1,
    "hoje": 0,
    "amanhã": 1,
    "depois de amanhã": 2,
}

SINCE = (
    "since starting from|starting on|starting in|starting|beginning on|beginning in|beginning|as of|effective"
    "|ever since|since|seit|ab dem|ab|depuis|à partir du|à partir de|desde|a partir de|sedan|från och med|from|as from"
)
UNTIL = (
    "all the way to|up until|up to|until|till|til|through|thru|bis zum|bis|jusqu'au|jusqu'à|jusqu'en|hasta el"
    "|hasta|fram till|tills|till den|até o|até"
)
BEFORE = "no later than|by the end of|before|by|prior to|vor dem|avant|antes de|antes do|före|innan"
AFTER = "after|nach dem|après|después de|efter|depois de"
AT = (
    "early in|late in|back in|around|about|during|within|in the year|in|on|at|of|for|am|im|en|el|le|au|den|i|em|no|na|om"
    "|this coming|coming|dated|circa"
)


def alternatives(words: object) -> str:
    """A regular expression that matches any of the words, longer ones first."""
    return "|".join(re.escape(w) for w in sorted(words, key=len, reverse=True))  # type: ignore[call-overload]


def number(text: str) -> int | None:
    """The integer a numeral or number word stands for, in any of the languages."""
    text = text.strip().lower().replace(",", "").removesuffix(" of")
    text = re.sub(r"^a (?=couple|hundred)", "", text)
    if text.isdecimal():
        return int(text) if len(text) <= 9 else None
    if "-" in text or " " in text:
        parts = [NUMBERS.get(part) for part in re.split(r"[- ]", text)]
        if len(parts) == 2 and parts[0] in (20, 30, 40, 50) and parts[1] is not None and 0 < parts[1] < 10:
            return parts[0] + parts[1]
        return None
    return NUMBERS.get(text)


NUMBER = (
    r"(?:\d{1,3}(?:,\d{3})+|\d+|(?:twenty|thirty|forty|fifty)[- ](?:one|two|three|four|five|six|seven|eight|nine)"
    r"|a couple(?: of)?|a hundred|" + alternatives(n for n in NUMBERS if " " not in n) + ")"
)
