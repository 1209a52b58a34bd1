"""Studies: subjects, degrees, schools."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memory_core.engine.extraction.lexicon import LANGUAGES, PROGRAMMING
from memory_core.engine.extraction.phrases import Phrase, trimmed, until
from memory_core.engine.extraction.rules import Clause, Draft, Rules

RULES = Rules()


@RULES.on(
    r"(?:be )?(?P<verb>study|studies|studying|studied|major(?:s|ed|ing)? in|get(?:ting)? (?:a|my) degree in|doing (?:a|my) (?:phd|masters?|degree|mba|bsc|msc) in|"
    r"(?:have|has|got|hold|holds|earned|did|completed|finished|received) (?:a|an|my|his|her|their)\s(?:\w+\s)?(?:degree|phd|ph\.d\.?|master'?s(?: degree)?|bachelor'?s(?: degree)?|mba|bsc|msc|doctorate|diploma)(?: (?:in|of))?)\s+"
)
def studies(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Studied physics at MIT; has a PhD in biology from Lund."""
    subject = until(clause.predicate, match.end(), "at|from|in|with|for|and|but|because|since|abroad|so|to")
    if subject is None or re.match(r"(?i)(?:at|from|hard|abroad|for|the|how|this|it)\b", subject.text):
        place = re.compile(r"(?:at|from)\s+").match(clause.predicate, match.end())
        name = clause.phrase(place.end()) if place else None
        return [_studied_at(clause, name)] if name else []
    key = (
        "studies"
        if match["verb"].lower().startswith("stud") and subject.text.lower() in LANGUAGES | PROGRAMMING
        else "field_of_study"
    )
    drafts = [Draft(key, subject.text, stative=False)]
    where = re.compile(r"\s*(?:at|from|in)\s+(?=(?:the )?(?-i:[A-Z]))").match(clause.predicate, subject.end)
    name = clause.phrase(where.end()) if where else None
    return [*drafts, _studied_at(clause, name)] if name else drafts


@RULES.on(
    r"(?:be )?(?:graduat(?:e|ed|es|ing) (?:\w+ )?(?:from|at)|attend(?:s|ed|ing)?|went to (?:college|university|school) (?:at|in)|go to (?:college|university) at|an? (?:\w+ )?(?:student|alum\w*) (?:at|of))\s+(?=(?-i:[A-Z]))"
)
def graduated(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Graduated from Lund University."""
    name = clause.phrase(match.end())
    if name is None:
        return []
    subject = re.compile(r"\s+(?:with (?:a|an) (?:degree|bachelor\S*|master\S*|phd) in|in)\s+([a-z][\w ]+)").match(
        clause.predicate, name.end
    )
    extra = trimmed(clause.predicate, subject.start(1), subject.end(1)) if subject else None
    return [_studied_at(clause, name), *([Draft("field_of_study", extra.text, stative=False)] if extra else [])]


def _studied_at(clause: Clause, name: Phrase) -> Draft:
    target = clause.known(name, "organisation")
    return Draft("studied_at", target.name, target=target, stative=False)
