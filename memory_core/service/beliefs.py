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
from memory_core.engine.lifecycle.observations import fact_importance, shown
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
    importance: float
    stands_for: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Asked:
    wanted: frozenset[str]
    """Ids of rows that a fact must stand for to be told."""
    instants: Instants
    now: Instant
    floor: float
    summed_up: bool
    """Whether observations are shown in place of their tellings."""


@dataclass(frozen=True, slots=True)
class Beliefs:
    """Reads facts; the gate says which confidence displaces."""

    memory: MemoryLedger

    async def of(self, gate: Gate, rows: Sequence[Assertion], instants: Instants, now: Instant) -> list[FactView]:
        """Of these rows the ones that are believed at the instants asked about, timeline by timeline."""
        standing = await self._timelines(gate, rows)
        wanted = frozenset(row.id for row in rows)
        # An observation may sum up what was told in other sessions.
        asked = _Asked(wanted, instants, now, gate.confidence_floor, summed_up=gate.session_id is None)
        if len(standing) < _MANY_ROWS:
            return await self._named(gate, _believed(standing, asked))
        found = await asyncio.to_thread(_believed, standing, asked)
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


def _believed(rows: Sequence[Assertion], asked: _Asked) -> list[_Linked]:
    found: list[_Linked] = []
    instants, known_at = asked.instants, asked.instants.known_at(asked.now)
    for single, line in temporal.lines(rows):
        told = temporal.resolve(line, known_at, single, now=instants.as_of is None, floor=asked.floor)
        after = {old: new for new, old in told.links.items()}
        for one in shown(told, _at(told, instants, asked.now), known_at, summed_up=asked.summed_up):
            if asked.wanted.isdisjoint(one.stands_for):
                continue
            host = one.host
            until = told.ended.get(host.id, host.valid_until)
            links = (told.links.get(host.id), after.get(host.id), until)
            found.append(_Linked(one.row, *links, one.evidence, one.importance, one.stands_for))
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
        there = {row.id for row in _at(told, instants, now)} if pointed else None
        for one in temporal.history(line, known_at, single, now=latest, floor=floor):
            if there is None or one.row.id in there:
                evidence, matters = told.evidence(one.row), fact_importance(told, [one.row], known_at)
                found.append(_Linked(one.row, one.supersedes, one.superseded_by, one.until, evidence, matters))
    return sorted(found, key=lambda one: -one.row.valid_from)


def _is_named(row: Assertion, entities: Mapping[int, Entity]) -> bool:
    return row.entity_uid in entities and (row.target_uid is None or row.target_uid in entities)


def _view(one: _Linked, entities: Mapping[int, Entity]) -> FactView:
    target = None if one.row.target_uid is None else entities[one.row.target_uid]
    entity = entities[one.row.entity_uid]
    return FactView(
        one.row,
        entity,
        target,
        one.supersedes,
        one.superseded_by,
        one.until,
        one.evidence,
        one.importance,
        one.stands_for,
    )
