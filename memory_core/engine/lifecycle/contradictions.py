"""Values that contradict each other: of a key that holds one value, in one scope set, for overlapping time.

What is believed never contradicts itself. What is looked for are claims that stand beside it (less certain, or a turn's
against a document's), and a fact that is told both as an attribute and as a relation with different values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from memory_core.engine.lifecycle.meaning import meaning
from memory_core.engine.model import Assertion, Instant
from memory_core.engine.temporal import FLOOR, resolve
from memory_core.engine.temporal.rows import holds

FORMS: Mapping[str, str] = {"works_at": "employer", "owned_by": "owner", "headquartered_in": "headquarters"}
"""Relation -> the key that says the same."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Values that can't all be true."""

    entity_uid: int
    key: str
    values: tuple[str, ...]
    """What is believed first."""


def contradictions(
    lines: Sequence[tuple[bool, list[Assertion]]], now: Instant, floor: float = FLOOR
) -> list[Contradiction]:
    """Of whole timelines, each given with whether its key holds one value; all those of an entity together."""
    believed: dict[tuple[int, int, str, bool], Assertion] = {}
    found: list[Contradiction] = []
    for single, rows in lines:
        if not single:
            continue
        line = resolve(rows, now, single, now=True, floor=floor)
        standing = line.at(now)
        if not standing:
            continue
        [row] = standing
        believed[row.entity_uid, row.scope_set, row.key, row.target_uid is not None] = row
        claims = [one for one in line.claims if holds(one, now) and one is not row]
        found += _against(row, row.key, claims)
    return [*found, *_between_forms(believed)]


def _against(row: Assertion, key: str, others: Sequence[Assertion]) -> Iterator[Contradiction]:
    values = {meaning(one.value): one.value for one in reversed([row, *others])}
    if len(values) > 1:
        said = [row.value, *sorted(value for sense, value in values.items() if sense != meaning(row.value))]
        yield Contradiction(row.entity_uid, key, tuple(said))


def _between_forms(believed: Mapping[tuple[int, int, str, bool], Assertion]) -> Iterator[Contradiction]:
    for (uid, scope_set, label, linked), relation in believed.items():
        row = believed.get((uid, scope_set, FORMS.get(label, ""), False)) if linked else None
        if row is not None and not _same_name(row.value, relation.value):
            yield from _against(row, row.key, [relation])


def _same_name(one: str, other: str) -> bool:
    """Whether one name may be the other in short."""
    mine, theirs = set(meaning(one)), set(meaning(other))
    return mine <= theirs or theirs <= mine
