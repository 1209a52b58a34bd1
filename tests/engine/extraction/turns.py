"""Short forms for tests: a turn said by Robin on Tuesday 12 May 2026, and what was found in it as tuples."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from memory_core.engine.extraction import EntityName, Extraction, Mention, Statement, extract

SAID_AT = int(dt.datetime(2026, 5, 12, 10, tzinfo=dt.UTC).timestamp() * 1_000_000)
ROBIN = EntityName("person", "robin")

Fact = tuple[str, str, str] | tuple[str, str, str, str] | tuple[str, str, str, str, str]
"""Subject ("I" for the speaker), key, value, then from and until as said ("" for none)."""


def said(text: str, role: str = "user", recent: Sequence[Mention] = ()) -> Extraction:
    return extract(text, role=role, said_at=SAID_AT, speaker=ROBIN, recent=recent)


def facts(found: Extraction) -> list[Fact]:
    return [_fact(one) for one in found.statements if not one.ends]


def endings(found: Extraction) -> list[tuple[str, str, str]]:
    return [(_subject(one), one.key, one.value) for one in found.statements if one.ends]


def _fact(one: Statement) -> Fact:
    plain = (_subject(one), one.key, one.value)
    if one.valid_until_text:
        return (*plain, one.valid_from_text or "", one.valid_until_text)
    return (*plain, one.valid_from_text) if one.valid_from_text else plain


def _subject(one: Statement) -> str:
    return "I" if one.subject is None else one.subject.name
