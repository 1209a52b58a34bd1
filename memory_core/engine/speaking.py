"""Turns of transcripts: the name that a turn opens with ("Ann: see you there"), and what is said after it.

Recall and the copies read turns this way, whoever is named. Whose statements a turn makes is stricter, see service.speaker.
"""

from __future__ import annotations

import re

_PREFIX = re.compile(r"^([^\W\d_][\w .'’\-]{0,40}?):\s+")


def named_speaker(text: str) -> tuple[str, str]:
    """The name and the words after it; an empty name and the whole text where none is named."""
    found = _PREFIX.match(text)
    return (found.group(1), text[found.end() :]) if found else ("", text)
