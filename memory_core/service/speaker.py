"""Who speaks: the person that "I" means in a turn.

It is the user that the scope names (`.../user/<name>`), else the principal that writes. A turn that opens with a
name and a colon is that person's, whatever its role: transcripts between people are sent as user and assistant
turns.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from memory_core.engine.description import speaks_of_self
from memory_core.engine.extraction.model import EntityName, Extraction, Span
from memory_core.engine.keys import MULTI_VALUED, SINGLE_VALUED, canonical_key
from memory_core.engine.model import Clauses, Principal, Role

_PREFIX = re.compile(r"\s*(?P<name>[^\W\d_][\w.'’\-]*(?: [^\W\d_][\w.'’\-]*){0,3}):\s+(?=\S)")
_NO_NAMES = frozenset(
    """
    note notes todo ps nb fyi update question answer q a summary reminder warning error correction context
    subject re fwd from to cc bcc date time edit example output input user assistant system tool human ai bot agent
    me you step task goal problem solution issue fix result results idea plan topic title description details option
    conclusion thanks sincerely hello hi hey dear important caution tip hint breakfast lunch dinner monday tuesday
    wednesday thursday friday saturday sunday today tomorrow yesterday morning evening http https
    """.split()
)


@dataclass(frozen=True, slots=True)
class Said:
    """A message as extraction reads it."""

    text: str
    """Without the name that it opens with."""
    role: Role
    speaker: EntityName
    offset: int
    """Characters of the message before `text`."""


def speaker_of(clauses: Clauses, principal: Principal) -> EntityName:
    """The person who speaks in a write to these scopes."""
    users = users_named(path for clause in clauses for path in clause)
    return EntityName("person", users[-1] if users else principal.display_name)


def users_named(paths: Iterable[str]) -> list[str]:
    """Names below `user/` in scope paths or patterns, in order, without repeats."""
    found: dict[str, None] = {}
    for path in paths:
        parts = path.split("/")
        for before, name in pairwise(parts):
            if before == "user" and name and name != "*":
                found.setdefault(name)
    return list(found)


def as_said(messages: Sequence[tuple[Role, str]], speaker: EntityName) -> list[Said]:
    """Each message with its speaker. A name that opens a message counts when it recurs or the message speaks of
    itself."""
    named = [_PREFIX.match(text) if role in (Role.USER, Role.ASSISTANT) else None for role, text in messages]
    recurring = Counter(found["name"] for found in named if found)
    said: list[Said] = []
    for (role, text), found in zip(messages, named, strict=True):
        name = found["name"] if found else ""
        if found and _is_name(name) and (recurring[name] > 1 or speaks_of_self(text[found.end() :])):
            said.append(Said(text[found.end() :], Role.USER, EntityName("person", name), found.end()))
        else:
            said.append(Said(text, role, speaker, 0))
    return said


def _is_name(label: str) -> bool:
    words = label.split()
    if canonical_key(label) in SINGLE_VALUED | MULTI_VALUED or any(word.casefold() in _NO_NAMES for word in words):
        return False
    return all(not word[:1].islower() for word in words)


def shifted(found: Extraction, offset: int) -> Extraction:
    """The same with spans that count from the start of the whole message."""
    if not offset:
        return found

    def moved(span: Span) -> Span:
        return span[0] + offset, span[1] + offset

    return Extraction(
        statements=tuple(replace(one, span=moved(one.span)) for one in found.statements),
        instructions=tuple(replace(one, span=moved(one.span)) for one in found.instructions),
        uncertainties=tuple(replace(one, span=moved(one.span)) for one in found.uncertainties),
        mentions=tuple(replace(one, span=moved(one.span)) for one in found.mentions),
        namings=found.namings,
        injections=tuple(replace(one, span=moved(one.span)) for one in found.injections),
    )
