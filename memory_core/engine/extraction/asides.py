"""What an aside behind a name says that somebody is also called: "Jane Porter (née Clayton)", "Margaret, aka Mags,"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory_core.engine.entities.spelling import acronym_of, as_acronym

_ASIDE = re.compile(
    r"""\s*(?:(?P<open>\()|,)\s*
    (?P<how>(?i:(?:(?:who|which)\s(?:is|was)\s)?(?:(?:also|better|formerly|previously|once)\s)?(?:known|called)\sas
        |a\.?k\.?a\.?|(?:who\s)?goes\sby|(?:also\s)?(?:called|nicknamed)|n[ée]e|formerly|born)\s)?
    \s*["“'‘]?(?P<name>[A-ZÀ-ÖØ-Þ][\w'’.-]*(?:\s[A-ZÀ-ÖØ-Þ][\w'’.-]*){0,4})["”'’]?
    \s*(?(open)\)|,(?=\s))""",
    re.VERBOSE,
)
_OF_BIRTH = re.compile(r"n[ée]e|born|formerly\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Aside:
    """Another name, and where the aside ends."""

    name: str
    end: int
    acronym: bool = False
    """Whether it is but the acronym of the name: then that is no person's."""


def aside(text: str, name: str, end: int) -> Aside | None:
    """The aside that follows a name which ends at `end`; None where none does, or it is about something else.

    A last name of birth is read with the first names; without words for it only an acronym is another name.
    """
    match = _ASIDE.match(text, end)
    if match is None:
        return None
    other, how = match["name"], (match["how"] or "").strip()
    if not how:
        short = as_acronym(other)
        return (
            Aside(other, match.end(), acronym=True) if match["open"] and short and short == acronym_of(name) else None
        )
    if _OF_BIRTH.match(how) and " " not in other and " " in name:
        other = f"{name.rpartition(' ')[0]} {other}"
    return Aside(other, match.end()) if other != name else None
