"""From raw text to sentences: one place for normalising, masking what is not the speaker's own word, and splitting.

Every step keeps the length of the text, so that positions in any derived string are positions in the source.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MASK = "\ue001"
"""Stands for characters that are not the speaker's statement: code, quotations, pasted lines."""
TIME = "\ue000"
"""Stands for characters of a resolved time expression."""

MAX_SENTENCES = 200
"""Sentences of one turn that are analysed; what is longer is pasted bulk."""
MAX_SENTENCE = 600
"""Characters; what runs on longer without a full stop is no sentence that a person said."""

_SAME_LENGTH = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "ʼ": "'",
        "´": "'",
        "“": '"',
        "”": '"',
        "„": '"',
        "«": '"',
        "»": '"',
        "\u00a0": " ",
        "\u202f": " ",
        "\u2009": " ",
        "\t": " ",
        "\r": "\n",
        "\u2028": "\n",
        "\u2029": "\n",
        "\u200b": " ",
        "\ufeff": " ",
        MASK: " ",
        TIME: " ",
        "•": " ",
        "‑": "-",
        "‐": "-",
    }
)
_GAP = re.compile(r"\s{33,}")
"""More blank than anybody leaves inside of a sentence. What patterns do at a blank they would do at each of thousands."""
_EMOJI = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\ufe0f\u200d\u20e3\U000e0000-\U000e007f]")
_EMOJI_STOP = re.compile(
    r"(?i)(?<=[a-z)] )[\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff][\ufe0f\u200d\U0001f000-\U0001faff]*(?=\s+(?:i|i'm|im|i've|ive|my|we|we're|he|she|they)\s+[a-z])"
)
"""An emoji between two statements, where others put a full stop."""
_SMILEY = re.compile(r"(?<![\w(])(?:[:;=]-?[)(DPp|/]|<3|\^\^|xD)(?!\w)")
_CODE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|<(script|pre|code)\b.*?(?:</\1>|\Z)|`[^`\n]{25,400}`", re.DOTALL)
_PASTED_LINE = re.compile(
    r"^(?:[ ]*>.*|\s{4,}\S.*[;{}()=].*|.*[{};]\s*$|\s*(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d|\[?(?:DEBUG|INFO|WARN(?:ING)?|ERROR|TRACE|FATAL)\b).*"
    r"|\s*(?:def |class \w+[(:]|import \w|from \w+ import|#include|function \w*\(|(?:const|let|var) \w+ ?=|SELECT |INSERT |UPDATE |CREATE TABLE|\$ |>>> |at [\w.$]+\().*"
    r"|\s*Traceback .*|\s*File \".*|\s*\|.*\|\s*)$",
    re.MULTILINE,
)
_QUOTED = re.compile(r'"([^"\n]{2,500})"|(?<![\w])\'((?=(?-i:[A-Z]))[^\'\n]{3,300}(?:\'(?=\w)[^\'\n]{1,300})*)\'(?!\w)')
_PERSONAL = re.compile(
    r"(?i)\b(?:i|i'm|i've|my|we|our|you|your|he|she|they|is|are|was|were|will|have|has|don't|never|always|please)\b"
)
_END = re.compile(r"\n+|[.!?…]+[\"')\]]*(?=\s|$)|[。！？]+|(?<=\w[.!?])(?=(?-i:[A-Z])[a-z]+ )")
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|No|Nr|vs|etc|approx|ca|e\.g|i\.e|z\.B|u\.a|Mt|Ave|Rd|Lt|Col|Gen|Rev|Hon|bzw|Str|incl)"
    r"|\b[A-Z]|\b(?:[a-z]\.)+[a-z]|\b[A-Z]\.[A-Z])$"
)
_COMPANY_DOT = re.compile(r"\b(?:Inc|Corp|Ltd|Co|Bros|GmbH|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)$")
_NUMBERED = re.compile(r"(?:^|\n)\s*\d{1,2}$|\d$")
_LOOK_BACK = 40
"""Characters before a full stop that say whether it ends a sentence."""
_NEW_LINE_JOINS = re.compile(r"[a-zà-ÿ,]\n[a-zà-ÿ]")
_SPEAKS = re.compile(r"(?i)\s+(?:i|i'm|im|i've|my|we|he|she|they|it|and i|but i)\b")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A stretch of the normalised text. `end` leaves out the full stop; `mark` is what ended it."""

    start: int
    end: int
    text: str
    mark: str
    casual: bool
    """Whether it is written without capitals (or all in capitals), so that capitals tell nothing."""


def normalise(text: str) -> str:
    """Straight quotes, plain blanks, no emoji, nothing that is read across a long gap; the same length as `text`."""
    plain = _GAP.sub(_bridged, text.translate(_SAME_LENGTH))
    plain = _EMOJI_STOP.sub(lambda m: "." + " " * (len(m[0]) - 1), plain)
    plain = _EMOJI.sub(" ", plain)
    return _SMILEY.sub(lambda m: " " * len(m[0]), plain)


def _bridged(gap: re.Match[str]) -> str:
    return "\n" + MASK * (len(gap[0]) - 2) + "\n"


def mask_foreign(text: str) -> str:
    """Takes out code, quoted speech, log and pasted lines. Short quoted names stay."""
    for pattern in (_CODE, _PASTED_LINE):
        text = pattern.sub(_blank, text)
    return _QUOTED.sub(_quoted, text)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", MASK, match[0])


def _quoted(match: re.Match[str]) -> str:
    inner = match[1] or match[2] or ""
    if len(inner.split()) <= 4 and not _PERSONAL.search(inner):
        return f" {inner} "
    return MASK * len(match[0])


def sentences(text: str) -> list[Sentence]:
    """The sentences of a normalised and masked text, in order, at most MAX_SENTENCES."""
    found: list[Sentence] = []
    start = 0
    for match in _END.finditer(text):
        if match.start() < start or not _ends(text, start, match):
            continue
        _add(found, text, start, match.start(), match[0])
        start = match.end()
        if len(found) >= MAX_SENTENCES:
            return found
    _add(found, text, start, len(text), "")
    return found


def _add(found: list[Sentence], text: str, start: int, end: int, mark: str) -> None:
    body = text[start:end]
    begin = start + len(body) - len(body.lstrip())
    body = body.strip()
    if not body or body.count(MASK) == len(body) or len(body) > MAX_SENTENCE:
        return
    found.append(Sentence(begin, begin + len(body), body, mark, is_casual(body)))


def is_casual(body: str) -> bool:
    """Whether capitals tell nothing: none but "I", or hardly anything else."""
    letters = [c for c in body if c.isalpha()]
    capitals = sum(c.isupper() for c in letters)
    if capitals == 0 or (len(letters) >= 12 and capitals > 0.8 * len(letters)):
        return True
    if letters[0].isupper():
        return False
    return not any(word[:1].isupper() for word in re.findall(r"[^\W\d_]+", body) if word not in ("I",))


def _ends(text: str, start: int, match: re.Match[str]) -> bool:
    begin = max(start, match.start() - _LOOK_BACK)
    mark, before, after = match[0], text[begin : match.start()], text[match.end() : match.end() + 20]
    if mark.startswith("\n"):
        return not (mark == "\n" and _NEW_LINE_JOINS.match(text[match.start() - 1 : match.end() + 1]))
    if mark == "!" and re.match(r"\s+[a-z]", after) and re.search(r"\s[A-Z]\w+$", before):
        return bool(_SPEAKS.match(after))
    if mark != ".":
        return True
    if _ABBREVIATION.search(before):
        return not after.strip() or after.startswith("\n")
    if _COMPANY_DOT.search(before):
        return not re.match(r"\s+[a-z\d(]", after)
    if _NUMBERED.search(before):
        return not re.match(
            r"\s+(?:[a-zà-ÿ]|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)", after
        )
    return True
