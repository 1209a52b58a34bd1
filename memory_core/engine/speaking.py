"""Turns of transcripts: the name that a turn opens with ("Ann: see you there"), and what is said after it.

Recall and the copies read turns this way, whoever is named. Whose statements a turn makes is stricter, see service.speaker.
"""

from __future__ import annotations

import re

_CLAUSE_ENDS = ".!\n?,;:。！"
_QUESTION_MARKS = str.maketrans("？؟", "??")
_READ_CHARS = 2_000
_LONGEST_NAME = 43
_PREFIX = re.compile(r"^([^\W\d_][\w .'’\-]{0,40}?):\s+")


def named_speaker(text: str) -> tuple[str, str]:
    """The name and the words after it; an empty name and the whole text where none is named."""
    found = _PREFIX.match(text) if ":" in text[:_LONGEST_NAME] else None
    return (found.group(1), text[found.end() :]) if found else ("", text)


def asking(text: str) -> float:
    """How much of a text is questions, 0 to 1, counted by clauses: who only asks tells little."""
    head = text[:_READ_CHARS].translate(_QUESTION_MARKS)
    asked, at = 0, -1
    while (at := head.find("?", at + 1)) >= 0:
        asked += at - max(head.rfind(end, 0, at) for end in _CLAUSE_ENDS)
    return asked / len(head) if head else 0.0
