"""Things that happened or will happen at a stated time, and appointments."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memory_core.engine.extraction.phrases import trimmed
from memory_core.engine.extraction.rules import Clause, Draft, Rules
from memory_core.engine.timex import TimeSpan

RULES = Rules()
FALLBACK = Rules()
"""Tried when no other topic has an answer."""

_OCCASION = (
    r"appointment|meeting|interview|exam|flight|call|wedding|surgery|operation|check-?up|concert|trip|conference|presentation|reservation|"
    r"party|dinner|lunch|test|race|marathon|half-marathon|vacation|holiday|scan|mri|haircut|recital|performance|hearing|viewing|webinar|workshop|"
    r"reunion|ceremony|deadline|session|demo|standup|review|class|lesson|game|match|date|train|visit|booking|procedure|vaccination|hike|date night"
)
_PAST = re.compile(
    r"(?i)(?:\w+ed|went|had|got|met|saw|ran|won|lost|gave|took|made|built|bought|sold|broke|began|started|finished|flew|drove|rode|wrote|read|sang|swam|"
    r"ate|drank|slept|spent|taught|came|became|did|fell|felt|found|held|hit|left|led|paid|said|sent|set|spoke|told|thought|threw|caught|put|cut|quit|hurt|beat|"
    r"chose|drew|grew|hung|kept|laid|lent|shot|shut|stood|stole|struck|swept|tore|woke|wore)\b"
)
_AHEAD = re.compile(
    r"(?i)be (?:flying|travel+ing|visiting|going|meeting|getting|having|running|giving|presenting|attending|hosting|leaving|taking|starting|seeing|driving|throwing|moving|launching|defending|performing|celebrating|running|off|at|in|away|on)\b"
)
_EMPTY = re.compile(
    r"(?i)(?:remember|recall|it|that|this|them|well|so|said|told|thought|felt|was|did|wanted|needed|decided|tried|asked|wondered|heard|noticed|realised|realized|mentioned|(?:\w+)\s+(?:it|them|that|this|us|me|you|one|some more|a few more|over|back|in|up)\b|try\b|(?:had|have|having) (?:a|an|so|such) (?:\w+ )?(?:time|blast|experience|day|night|week|feeling|issue|problem|setback|conversation|chat|moment|thought)\b)\b"
)


def when_text(time: TimeSpan) -> str:
    """A time as the value of a fact: quarters and seasons as people write them, all else in ISO, a minute with a blank."""
    if time.kind == "between":
        return f"{time.first} to {time.last}"
    iso = time.first or time.last or ""
    return time.label or iso.replace("T", " ")


@RULES.on(
    rf"(?:be )?(?:have|has|had|got|scheduled|booked|arranged|set up|made|going to)\s+(?:a|an|my|our|the|another)\s+(?P<what>(?:[\w'-]+\s+){{0,4}}?(?:{_OCCASION}))\b"
)
def occasion(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Has a dentist appointment next Friday at 3pm."""
    time = next((t for t in clause.times if t.kind in ("at", "before", "between", "since")), None)
    if time is None:
        return []
    rest = trimmed(clause.predicate, match.start("what"), len(clause.predicate))
    value = re.sub(r"\s*[\ue000]+\s*", " ", rest.text if rest and len(rest.text) < 90 else match["what"]).strip()
    return [Draft("appointments", f"{value} ({when_text(time)})", stative=False)]


@FALLBACK.on(r"(?=\S)")
def dated(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Ran a marathon in Berlin last Sunday."""
    time = next((t for t in clause.times if t.kind in ("at", "between")), None)
    subject = clause.subject
    person = subject.speaker or (
        subject.entity is not None and not subject.noun and subject.entity.type == "person" and not subject.kin
    )
    if time is None or not person or not clause.verb.plain:
        return []
    ahead = clause.verb.future or bool(_AHEAD.match(clause.predicate))
    if not (ahead or _PAST.match(clause.predicate)) or _EMPTY.match(clause.predicate):
        return []
    text = re.sub(r"\s*[\ue000\ue001]+\s*", " ", clause.predicate).removeprefix("be ")
    phrase = trimmed(text, 0, len(text))
    least = 2 if subject.speaker else 1
    if phrase is None or not least <= len(phrase.text.split()) <= 16:
        return []
    return [Draft("event", phrase.text, stative=False, confidence=0.8)]
