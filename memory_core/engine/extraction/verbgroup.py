"""The verb group of a clause: auxiliaries, negation and adverbs, taken off until the words that carry meaning are left."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ADVERBS = (
    "just|currently|presently|now|still|also|usually|really|actually|recently|always|already|finally|officially|mostly|mainly|typically|often|"
    "definitely|absolutely|normally|generally|primarily|basically|literally|honestly|personally|newly|only|even|sometimes|regularly|"
    "frequently|proudly|happily|sadly|unfortunately|temporarily|permanently|originally|both|all|truly|genuinely|simply|then|soon|"
    "kind of|sort of|pretty much|probably|apparently|supposedly|possibly|today|as well|so|quite|totally|completely|eventually|once|later|"
    "absolutely|particularly|especially|especially|secretly|rarely|occasionally|lately|long"
)
_PARTICIPLE = (
    r"(?:\w+ed|been|had|gone|got|gotten|become|begun|left|bought|sold|made|taken|given|won|lost|broken|chosen|grown|known|met|spent|taught|"
    r"written|driven|run|led|kept|built|found|held|come|done|seen|started|put|set|quit|worn|eaten|slept|fallen|flown|rented)\b"
)
_STEPS: list[tuple[str, re.Pattern[str]]] = [
    (name, re.compile(pattern + r"\s*", re.IGNORECASE))
    for name, pattern in (
        ("ended", r"(?:no longer|used to be(?= )|used to|use to|not .{0,3}any ?more)\b"),
        ("negated", r"(?:not|never|n't)\b"),
        ("adverb", rf"(?:{_ADVERBS})\b,?(?! of\b)"),
        (
            "future",
            r"(?:'ll|will|shall|won't|wont|going to be(?= )|going to(?= [a-z])|gonna|about to|set to|due to(?= [a-z])|planning to|scheduled to)(?![\w'])",
        ),
        (
            "modal",
            (
                r"(?:'d|would|could|might|may|should|must|wouldn't|couldn't|shouldn't|wouldve|ought to|have to|need to|want to|hope to|plan to|hoping to)"
                r"(?![\w'])(?! (?:be a|like))"
            ),
        ),
        ("can", r"(?:can't|cannot|cant|can not|can)(?![\w'])(?= \S)"),
        ("do", r"(?:do|does|did|don't|doesn't|didn't|dont|doesnt|didnt)(?![\w'])(?= \S)"),
        (
            "have",
            rf"(?:'ve|have|has|had|haven't|hasn't|hadn't|havent|hasnt|ve|'s(?! (?:called|named)\b)|'d)(?![\w'])(?= (?:(?:{_ADVERBS}|not|never)\s)*{_PARTICIPLE})",
        ),
        (
            "be",
            r"(?:'m|'re|'s|am|is|are|was|were|isn't|aren't|wasn't|weren't|ain't|isnt|arent|wasnt|werent|be|been|being|m|s|re)(?![\w'])",
        ),
    )
]
_NEGATIVE = re.compile(
    r"(?i)n't|\b(?:cannot|cant|can not|dont|doesnt|didnt|isnt|arent|wasnt|werent|havent|hasnt|wont)\b"
)
_ANYMORE = re.compile(r"(?i)[,\s]*\b(?:any ?more|any longer)\b(?=\s*,|[\s.!]*$)")


@dataclass(slots=True)
class VerbGroup:
    """What the auxiliaries say, and the predicate without them. After a form of "be" it reads "be ..."."""

    predicate: str = ""
    base: int = 0
    """Position of the predicate's first character in the string that was read (before it, for the added "be ")."""
    negated: bool = False
    ended: bool = False
    future: bool = False
    past: bool = False
    perfect: bool = False
    modal: bool = False
    can: bool = False
    helped: bool = False
    """Whether an auxiliary other than "be" or "have" came first, so that the verb is an infinitive."""

    @property
    def plain(self) -> bool:
        """Whether it asserts: neither denied, nor over, nor only possible."""
        return not (self.negated or self.ended or self.modal)


def _step(text: str, position: int) -> tuple[str, re.Match[str]] | None:
    for name, pattern in _STEPS:
        if match := pattern.match(text, position):
            return name, match
    return None


def read(text: str, start: int) -> VerbGroup:
    """The verb group that begins at `start`, right after the subject."""
    group, position, copula = VerbGroup(), start, False
    while position < len(text):
        if text[position] in " ,":
            position += 1
            continue
        step = _step(text, position)
        if step is None or step[1].end() == position:
            break
        name, match = step
        if (
            copula
            and name in ("be", "do", "have")
            and not (name == "be" and match[0].strip().lower() in ("been", "being", "be"))
        ):
            break
        _apply(group, name, match[0].lower())
        copula = (
            (copula and (name in ("adverb", "negated", "be") or match[0].lower().startswith("no longer")))
            or name == "be"
            or match[0].lower().rstrip().endswith("to be")
        )
        position = match.end()
    group.predicate, group.base = (f"be {text[position:]}", position - 3) if copula else (text[position:], position)
    _close(group)
    return group


def _apply(group: VerbGroup, name: str, word: str) -> None:
    group.negated |= name == "negated" or bool(_NEGATIVE.search(word))
    group.ended |= name == "ended"
    group.future |= name == "future"
    group.modal |= name == "modal"
    group.can |= name == "can"
    group.helped |= name in ("do", "can", "modal", "future", "ended")
    group.perfect |= name == "have"
    group.past |= word.strip() in ("was", "were", "did", "didn't", "wasn't", "weren't", "had", "didnt", "wasnt")


def _close(group: VerbGroup) -> None:
    anymore = _ANYMORE.search(group.predicate)
    if anymore:
        group.ended, group.predicate = True, group.predicate[: anymore.start()]
    if group.ended:
        group.negated = False
