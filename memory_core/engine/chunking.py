"""Cuts a document's text into passages along its own structure: sections, paragraphs, sentences.

Passages follow each other without a gap, so that joined they are the text again, character for character.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

TARGET = 1000
"""Characters a passage grows to; about 220 tokens of English, within the window of the default model."""
_HEADING = re.compile(r"^#{1,6}[ \t]+(?P<title>[^\n]+?)[ \t#]*$", re.MULTILINE)
_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+|\n+")


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a text: characters from start to end, end not included."""

    start: int
    end: int
    section: str | None


def chunk(text: str, *, markdown: bool = False, target: int = TARGET) -> list[Passage]:
    """Passages of about `target` characters, none of blanks alone; an empty list for a blank text."""
    out: list[Passage] = []
    begun = 0
    for start, end, section in _sections(text, markdown):
        for first, last in _packed(text, start, end, target):
            if text[first:last].strip():
                out.append(Passage(begun, last, section))
            elif out:
                out[-1] = Passage(out[-1].start, last, out[-1].section)
            else:
                continue  # blanks before all words go with the first passage
            begun = last
    return out


def _sections(text: str, markdown: bool) -> Iterator[tuple[int, int, str | None]]:
    heads = list(_HEADING.finditer(text)) if markdown else []
    starts = [0, *(head.start() for head in heads)]
    titles = [None, *(head.group("title").strip() for head in heads)]
    for n, (start, title) in enumerate(zip(starts, titles, strict=True)):
        end = starts[n + 1] if n + 1 < len(starts) else len(text)
        if end > start:
            yield start, end, title


def _packed(text: str, start: int, end: int, target: int) -> Iterator[tuple[int, int]]:
    """Neighbouring pieces joined while they fit."""
    first = last = start
    for piece_end in _pieces(text, start, end, target):
        if piece_end - first > target and last > first:
            yield first, last
            first = last
        last = piece_end
    if last > first:
        yield first, last


def _pieces(text: str, start: int, end: int, target: int) -> Iterator[int]:
    """Ends of paragraphs; of sentences in a paragraph that is too long; of words, or anywhere, in such a sentence."""
    for paragraph_end in _ends(_PARAGRAPH, text, start, end):
        if paragraph_end - start <= target:
            yield paragraph_end
        else:
            yield from _sentences(text, start, paragraph_end, target)
        start = paragraph_end


def _sentences(text: str, start: int, end: int, target: int) -> Iterator[int]:
    for sentence_end in _ends(_SENTENCE, text, start, end):
        while sentence_end - start > target:
            cut = text.rfind(" ", start + target // 2, start + target)
            start = cut + 1 if cut > 0 else start + target
            yield start
        if sentence_end > start:
            yield sentence_end
        start = sentence_end


def _ends(pattern: re.Pattern[str], text: str, start: int, end: int) -> Iterator[int]:
    for match in pattern.finditer(text, start, end):
        if match.end() > start:
            yield match.end()
            start = match.end()
    if start < end:
        yield end
