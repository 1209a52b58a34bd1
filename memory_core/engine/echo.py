"""Words that this service itself served, found again in a text: recalled context that was pasted back.

Nothing is learned from them. They are blanked, so that what is left keeps its places.
"""

from __future__ import annotations

import re

from memory_core.engine.assembly import FENCE_CLOSE, FENCE_OPEN, PREAMBLE

_BLOCK = re.compile(rf"{re.escape(FENCE_OPEN)}.*?(?:{re.escape(FENCE_CLOSE)}|\Z)", re.DOTALL)
_SOURCED = re.compile(
    r"^.*\[(?:turn|attribute|relation|instruction|uncertainty|chunk|document):[0-9a-f]{8}-[0-9a-f-]{27}\]\s*$",
    re.MULTILINE,
)


def without_echo(text: str) -> str:
    """The text with served blocks and lines blanked, character for character; the very same string when there are
    none."""
    if FENCE_OPEN in text:
        text = _BLOCK.sub(_blank, text)
    if PREAMBLE in text:
        text = text.replace(PREAMBLE, " " * len(PREAMBLE))
    return _SOURCED.sub(_blank, text) if "]" in text else text


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found.group())
