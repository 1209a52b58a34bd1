"""Extraction from a document: its text is a statement of its author, and a request to nobody.

The rules are those of a turn. What differs is who speaks: "I" is the author where the text names one, else what is said
in the first person states nothing; and nobody is asked, so that there are no instructions. Marks of layout are blanked,
character for character, so that places stay what they are in the document.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from memory_core.engine.echo import without_echo
from memory_core.engine.extraction import injections
from memory_core.engine.extraction.engine import extract
from memory_core.engine.extraction.model import EntityName, Extraction, Injection, Instant, Mention, Statement

_NOBODY = EntityName("person", "ⵣⵣⵣⵣ")
"""Stands for an author who is not named: letters that no text holds as a name."""
_HEAD = 1_500
"""Characters in which a document names its author."""
_AUTHOR = re.compile(
    r"^[ \t>*_#-]*(?:(?:author|authors|written by|prepared by|from)\s*:\**|by|written by)[ \t]+\**"
    r"(?P<name>(?-i:[A-Z])[\w.'’-]+(?: (?-i:[A-Z])[\w.'’-]*){0,3})\**[ \t]*(?:$|[,(<|])",
    re.IGNORECASE | re.MULTILINE,
)
_HEADING = re.compile(r"^[ \t]*#{1,6}(?=[ \t])", re.MULTILINE)
_EMPHASIS = re.compile(r"\*\*|__|(?<!\w)\*(?=\w)|(?<=\w)\*(?!\w)")
_WRAPPED = re.compile(r"(?<=[^\s.:!?|>-])(?P<end>[ \t]*\n)(?=[^\s#>|*+\d-])")
_LONG_LINE = 55
"""Characters of a line that was broken for want of room and not for what it says."""
_WINDOW, _OVERLAP = 4_000, 400


def author_of(text: str) -> EntityName | None:
    """Whom the head of a document names as its author."""
    found = _AUTHOR.search(text[:_HEAD])
    return EntityName("person", found["name"].rstrip(".,")) if found else None


def extract_passage(
    text: str, *, said_at: Instant, author: EntityName | None, recent: Sequence[Mention] = ()
) -> Extraction:
    """What one passage states. Never fails, whatever the text; spans count characters of the passage.

    `said_at` anchors relative dates, `recent` are the mentions of the passage before.
    """
    speaker = author or _NOBODY
    found = extract(plain(without_echo(text)), role="user", said_at=said_at, speaker=speaker, recent=recent)
    told = _third_person(found.statements, author)
    return Extraction(statements=tuple(told), mentions=found.mentions, injections=found.injections)


def read_passages(
    texts: Sequence[str], said_at: Instant, author: EntityName | None, recent: Sequence[Mention] = ()
) -> list[Extraction]:
    """What passages that follow each other state. One that the rules can't take is empty, so that the others are read."""
    found: list[Extraction] = []
    for text in texts:
        try:
            one = extract_passage(text, said_at=said_at, author=author, recent=recent)
        except Exception:
            one = Extraction()
        recent = one.mentions
        found.append(one)
    return found


def _third_person(statements: Iterable[Statement], author: EntityName | None) -> Iterator[Statement]:
    for one in statements:
        if author is not None:
            yield one if one.subject is not None else replace(one, subject=author)
        elif one.subject not in (None, _NOBODY) and one.target != _NOBODY and _NOBODY.name not in one.value:
            yield one


def plain(text: str) -> str:
    """The text without marks of headings and emphasis, and with lines joined that were broken for want of room."""
    text = _EMPHASIS.sub(_blank, _HEADING.sub(_blank, text))
    return _WRAPPED.sub(lambda found: _joined(text, found), text)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _joined(text: str, found: re.Match[str]) -> str:
    line = found.start() - (text.rfind("\n", 0, found.start()) + 1)
    return " " * len(found[0]) if line >= _LONG_LINE else found[0]


def injections_in(text: str) -> list[Injection]:
    """Words anywhere in a long text that try to steer a model, in order of place, each once."""
    found: dict[Injection, None] = {}
    for start in range(0, len(text), _WINDOW):
        begin = max(0, start - _OVERLAP)
        for one in injections.find(text[begin : start + _WINDOW]):
            found[Injection(one.kind, (one.span[0] + begin, one.span[1] + begin))] = None
    return sorted(found, key=lambda one: one.span)
