"""What is believed, read from the ledger through a gate: facts with the entities they name and their links in time.

A label or a lens narrows which facts are shown; what is believed is decided by whole timelines all the same, as the
engine reads them (engine.temporal).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memory_core.engine import temporal
from memory_core.engine.instants import Instants
from memory_core.engine.model import Assertion, Entity, Instant
from memory_core.ports.ledger import Gate, MemoryLedger
from memory_core.service.results import FactView

ALL_ROWS = 1_000_000
"""More than a context holds of one kind."""
_MANY_ROWS = 300
"""Rows from which timelines are read on another thread, so that the loop never stalls."""


@dataclass(frozen=True, slots=True)
class _Linked:
    row: Assertion
    supersedes: str | None
    superseded_by: str | None
    until: Instant | None
    evidence: int


@dataclass(frozen=True, slots=True)
class Beliefs:
    """Reads facts; the gate says which confidence displaces."""

    memory: MemoryLedger

    async def of(self, gate: Gate, rows: Sequence[Assertion], instants: Instants, now: Instant) -> list[FactView]:
        """Of these rows the ones that are believed at the instants asked about, timeline by timeline."""
        standing = await self._timelines(gate, rows)
        wanted = frozenset(row.id for row in rows)
        if len(standing) < _MANY_ROWS:
            return await self._named(gate, _believed(standing, wanted, instants, now, gate.confidence_floor))
        found = await asyncio.to_thread(_believed, standing, wanted, instants, now, gate.confidence_floor)
        return await self._named(gate, found)

    async def history(self, gate: Gate, rows: Sequence[Assertion], instants: Instants, now: Instant) -> list[FactView]:
        """Every row known by then of the timelines of these rows, newest start first; where an instant or a window
        is asked about, only what is believed there."""
        standing = await self._timelines(gate, rows)
        found = await asyncio.to_thread(_history, standing, instants, now, gate.confidence_floor)
        return await self._named(gate, found)

    async def _timelines(self, gate: Gate, rows: Sequence[Assertion]) -> list[Assertion]:
        lines = {(row.entity_uid, row.key, row.scope_set) for row in rows}
        return await self.memory.timelines(gate, lines) if lines else []

    async def _named(self, gate: Gate, found: Sequence[_Linked]) -> list[FactView]:
        uids = {uid for one in found for uid in (one.row.entity_uid, one.row.target_uid) if uid is not None}
        entities = await self.memory.entities(gate.context, uids) if uids else {}
        return [_view(one, entities) for one in found if _is_named(one.row, entities)]


def _believed(
    rows: Sequence[Assertion], wanted: frozenset[str], instants: Instants, now: Instant, floor: float
) -> list[_Linked]:
    found: list[_Linked] = []
    for single, line in temporal.lines(rows):
        told = temporal.resolve(line, instants.known_at(now), single, now=instants.as_of is None, floor=floor)
        after = {old: new for new, old in told.links.items()}
        for row in _at(told, instants, now):
            if wanted.isdisjoint([row.id, *(one.id for one in told.repeats.get(row.id, ()))]):
                continue
            until = told.ended.get(row.id, row.valid_until)
            found.append(_Linked(row, told.links.get(row.id), after.get(row.id), until, told.evidence(row)))
    return found


def _at(told: temporal.Timeline, instants: Instants, now: Instant) -> list[Assertion]:
    if instants.windowed:
        return told.between(instants.valid_from, instants.valid_until)
    return told.at(instants.about(now))


def _history(rows: Sequence[Assertion], instants: Instants, now: Instant, floor: float) -> list[_Linked]:
    found: list[_Linked] = []
    latest = instants.as_of is None
    for single, line in temporal.lines(rows):
        known_at = instants.known_at(now)
        told = temporal.resolve(line, known_at, single, now=latest, floor=floor)
        pointed = instants.windowed or instants.at_instant is not None
        shown = {row.id for row in _at(told, instants, now)} if pointed else None
        for one in temporal.history(line, known_at, single, now=latest, floor=floor):
            if shown is None or one.row.id in shown:
                evidence = told.evidence(one.row)
                found.append(_Linked(one.row, one.supersedes, one.superseded_by, one.until, evidence))
    return sorted(found, key=lambda one: -one.row.valid_from)


def _is_named(row: Assertion, entities: Mapping[int, Entity]) -> bool:
    return row.entity_uid in entities and (row.target_uid is None or row.target_uid in entities)


def _view(one: _Linked, entities: Mapping[int, Entity]) -> FactView:
    target = None if one.row.target_uid is None else entities[one.row.target_uid]
    entity = entities[one.row.entity_uid]
    return FactView(one.row, entity, target, one.supersedes, one.superseded_by, one.until, one.evidence)
