"""The history of a timeline: all its rows, each linked to the row that it took the place of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory_core.engine.model import Assertion, Instant
from memory_core.engine.temporal.rows import Resolved, value_key


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One row of a history, with links to its neighbours in the same history that agree both ways."""

    row: Assertion
    supersedes: str | None
    superseded_by: str | None
    until: Instant | None
    """Its stated end, or when a later ending ended it."""


def chain(rows: Sequence[Assertion], resolved: Resolved, *, linked: bool) -> list[HistoryRow]:
    """History of folded rows in known order, newest start first; of one value, start and end the row told last."""
    last = {(value_key(row), row.valid_from, row.valid_until): row for row in rows if not row.ends}
    shown = {row.id for row in last.values()}
    ranked = sorted((row for row in rows if row.id in shown), key=lambda row: row.valid_from)
    until = {row.id: resolved.ended.get(row.id, row.valid_until) for row in ranked}
    claims = {row.id for row in resolved.claims}
    links = _links([row for row in ranked if row.id not in claims], until) if linked else {}
    by = {old: new for new, old in links.items()}
    return [HistoryRow(row, links.get(row.id), by.get(row.id), until[row.id]) for row in reversed(ranked)]


def _links(ranked: Sequence[Assertion], until: dict[str, Instant | None]) -> dict[str, str]:
    """Row id -> id of the row that stood when it began, unless an earlier one had taken that one's place already."""
    links: dict[str, str] = {}
    superseded: set[str] = set()
    stack: list[Assertion] = []
    for row in ranked:
        while stack and _is_over(until[stack[-1].id], row.valid_from):
            stack.pop()
        if stack and stack[-1].id not in superseded:
            links[row.id] = stack[-1].id
            superseded.add(stack[-1].id)
        stack.append(row)
    return links


def _is_over(end: Instant | None, at: Instant) -> bool:
    return end is not None and end <= at
