"""Reading names, noun phrases and lists out of a clause, from a given place on.

Positions are those of the string that is read. A phrase never crosses a masked time or quotation.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory_core.engine.extraction.lexicon import words
from memory_core.engine.extraction.text import MASK, TIME

_TOKEN = re.compile(rf"[^\s,;:()\"{MASK}{TIME}/]+(?:/[^\s,;:()\"{MASK}{TIME}/]+)*")
_CONNECTORS = words(
    "of the de da do dos das del della di van von der den du la le al el bin ibn y e & n' 'n' zu zur am an in sur aux"
)
_STOP = words(
    "and but or so because since as at in on with for from to by who whom which that where when while although though if unless i i'm im i've"
    " my we our he she they his her their it it's its you your is was were are am be have has had will would now right currently these this"
    " though lol haha btw than then too also anymore via about around near until till before after during per not instead just only again"
    " until plus except like if every each whenever"
)
_DETERMINER = re.compile(
    r"(?i)(?:a little bit of|a little|a bit of|a lot of|lots of|some|any|both|either|all the|all|the|an|a|my own|my|our|your|his|her|their|its|these|those|various)\s+"
)
_TRAIL = re.compile(
    r"(?i)[\s,.!?;:\-–—'\"()]*(?:\b(?:now|currently|right now|at the moment|at present|at least|these days|nowadays|any ?more|any longer|too|as well|already|"
    r"though|tho|btw|by the way|haha|lol|again|for now|actually|honestly|please|so much|very much|a lot|the most|most of all|really|in general|"
    r"instead|or so|of course|if that helps|fyi|in case it matters|as always|since then|from now on|and so on|etc|in my free time|in my spare time|"
    r"of all time|more than anything|everyone|you know|over there|overall|officially|recently|earlier|together|finally|so far|today|soon)\b)?"
    r"[\s,.!?;:\-–—'\"()]*$"
)
_SPLIT = re.compile(
    rf"\s*,\s*(?:and|or|as well as|plus)\s+|\s*[,;]\s*|\s+(?:and also|and|or|as well as|plus|&|nor)\s+|\s*[{TIME}{MASK}]+\s*"
)
_PAIRS = re.compile(
    r"(?i)\b(?:rock and roll|mac and cheese|fish and chips|salt and pepper|gin and tonic|bread and butter|peanut butter and jelly|"
    r"drum and bass|rhythm and blues|arts and crafts|dungeons and dragons|black and white|research and development|track and field)\b"
)
_EDGES = " \t\n,.;:!?-–—'\"()*_"


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words of a clause with their place in it."""

    text: str
    start: int
    end: int


def trimmed(text: str, start: int, end: int) -> Phrase | None:
    """The phrase without punctuation at its edges and without closing adverbs ("now", "these days")."""
    previous = -1
    while end != previous:
        previous = end
        tail = _TRAIL.search(text, start, end)
        if tail and tail.start() > start:
            end = tail.start()
        while end > start and text[end - 1] in _EDGES + TIME + MASK:
            end -= 1
    while start < end and text[start] in _EDGES + TIME + MASK:
        start += 1
    return Phrase(text[start:end], start, end) if end > start else None


def undetermined(phrase: Phrase) -> Phrase:
    """Without a leading article, possessive or quantity."""
    match = _DETERMINER.match(phrase.text)
    if not match or match.end() >= len(phrase.text) or re.match(r"The [A-Z]", phrase.text):
        return phrase
    return undetermined(Phrase(phrase.text[match.end() :], phrase.start + match.end(), phrase.end))


def is_proper(token: str) -> bool:
    """Whether a word is written as a name: a capital or digit in it, or a script without capitals."""
    return any(c.isupper() or c.isdigit() for c in token) or (token[:1].isalpha() and not token[:1].islower())


def name_at(text: str, start: int, casual: bool = False, limit: int = 6) -> Phrase | None:
    """The name that begins at `start`: a run of capitalised words with connectors, or, in casual text, up to the next
    small word. An article before it is left out."""
    position, end, count = _skip(text, start), -1, 0
    first = position
    while count < limit:
        token = _TOKEN.match(text, position)
        if token is None or not _continues(text, token, first, casual):
            break
        bare_end = token.start() + len(token[0].rstrip(".!?'*"))
        if not (token[0].lower() in _CONNECTORS and not (casual and count == 0)):
            end = bare_end
        count += 1
        position = token.end()
        if token[0][-1] in ".!?" and not _keeps_dot(token[0]):
            break
        gap = re.compile(r"[ ]+(?=\S)").match(text, position)
        if gap is None:
            break
        position = gap.end()
    if end <= first:
        return None
    phrase = Phrase(text[first:end], first, end)
    return _without_possessive(phrase, text)


def _skip(text: str, start: int) -> int:
    match = re.compile(r"\s*(?:(?:the|a company called|called|named)\s+)?[\"*_]*(?=\S)", re.IGNORECASE).match(
        text, start
    )
    return match.end() if match else start


def _keeps_dot(token: str) -> bool:
    return bool(re.fullmatch(r"(?:[A-Z]\.)+|(?:St|Mt|Dr|Mr|Mrs|Ms|Prof|Inc|Co|Corp|Ltd|Jr|Sr)\.|[A-Z]\w+!", token))


def _continues(text: str, token: re.Match[str], first: int, casual: bool) -> bool:
    word = token[0]
    lower = word.lower().rstrip(".!?'")
    if casual:
        return lower not in _STOP and lower not in ("a", "an", "the") and lower.split("'")[0] not in _STOP
    if is_proper(word) and not (lower in _STOP and word[:1].islower()):
        return lower not in ("i", "i'm", "i've", "i'll", "i'd") and not re.fullmatch(r"(?:19|20)\d\d", lower)
    if token.start() == first or lower not in _CONNECTORS:
        return False
    following = re.compile(rf"\s+(?:(?:the|la|le|der|den|el|los|las)\s+)?([^\s,;:()\"{MASK}{TIME}]+)").match(
        text, token.end()
    )
    return lower not in ("in", "an", "am", "e", "y") and following is not None and following[1][:1].isupper()


def _without_possessive(phrase: Phrase, text: str) -> Phrase:
    """Takes the genitive off ("Bob's sister"), not the name's own ("St. John's, Newfoundland")."""
    if phrase.text.endswith(("'s", "'S")) and re.match(r" [a-z]", text[phrase.end : phrase.end + 2]):
        return Phrase(phrase.text[:-2], phrase.start, phrase.end - 2)
    return phrase


def until(text: str, start: int, stops: str = "") -> Phrase | None:
    """From `start` to the next punctuation, time, or one of the stop words (alternatives of a regular expression)."""
    pattern = rf"[,;!?()\"{TIME}{MASK}]|:(?=\s|$)|\s[-–—]+\s|(?<!\b(?-i:[A-Z]))\.(?=\s|$)" + (
        rf"|\s(?:{stops})\b" if stops else ""
    )
    stop = re.compile(pattern, re.IGNORECASE).search(text, start)
    return trimmed(text, start, stop.start() if stop else len(text))


def listed(text: str, start: int, end: int | None = None) -> list[Phrase]:
    """The members of "A, B and C", without determiners."""
    end = len(text) if end is None else end
    kept = [m.span() for m in _PAIRS.finditer(text, start, end)]
    parts: list[Phrase] = []
    position = start
    for match in _SPLIT.finditer(text, start, end):
        if any(a < match.start() < b for a, b in kept):
            continue
        _append(parts, text, position, match.start())
        position = match.end()
    _append(parts, text, position, end)
    return parts


def _append(parts: list[Phrase], text: str, start: int, end: int) -> None:
    phrase = trimmed(text, start, end)
    if phrase is not None:
        parts.append(undetermined(phrase))
