"""Cuts long texts into windows that an embedder can take in and that BM25 weighs fairly; a long text is still one hit."""

from __future__ import annotations

WINDOW = 1200
"""Characters; about 256 tokens of English, which is what the default model reads."""
_SLACK = 200


def windows(text: str, size: int = WINDOW) -> list[str]:
    """Pieces of at most `size` characters that together are the text, cut at a blank where one is near."""
    if len(text) <= size:
        return [text]
    out: list[str] = []
    at = 0
    while at < len(text):
        end = min(at + size, len(text))
        if end < len(text):
            cut = max(text.rfind(" ", end - _SLACK, end), text.rfind("\n", end - _SLACK, end))
            end = cut + 1 if cut > at else end
        out.append(text[at:end])
        at = end
    return out
