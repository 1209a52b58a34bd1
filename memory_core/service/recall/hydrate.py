"""Reading candidates from the ledger, which alone decides what of them may be shown.

A copy may be stale: it may name what is gone, out of sight, or no longer believed. Everything passes the gate here, and of
facts only what is believed at the instants asked about.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable

from memory_core.engine import temporal
from memory_core.engine.instants import Instants
from memory_core.engine.keys import is_single_valued, relation_is_single_valued
from memory_core.engine.model import Assertion, Instant
from memory_core.ports.ledger import Gate, MemoryLedger
from memory_core.service.recall.model import AssertionView, ChunkView, Recallable


async def hydrate(
    memory: MemoryLedger, gate: Gate, ids: Collection[str], instants: Instants, now: Instant
) -> dict[str, Recallable]:
    """Record id -> what it says, for those ids that may be shown and, of facts, are believed then."""
    by_kind: dict[str, list[str]] = {}
    for one in ids:
        by_kind.setdefault(one.partition(":")[0], []).append(one)
    facts = by_kind.get("attribute", []) + by_kind.get("relation", [])
    turns, rows, chunks, instructions = await asyncio.gather(
        memory.turns(gate, by_kind.get("turn", [])) if "turn" in by_kind else _nothing(),
        memory.assertions(gate, ids=facts) if facts else _nothing(),
        memory.chunks(gate, by_kind.get("chunk", [])) if "chunk" in by_kind else _nothing(),
        memory.instructions(gate, ids=by_kind["instruction"]) if "instruction" in by_kind else _nothing(),
    )
    found: dict[str, Recallable] = {turn.id: turn for turn in turns}
    found |= {chunk.id: ChunkView(chunk, document) for chunk, document in chunks}
    found |= {one.id: one for one in instructions}
    found |= {
        view.row.id: view for view in await views(memory, gate, await believed(memory, gate, rows, instants, now))
    }
    return found


async def believed(
    memory: MemoryLedger, gate: Gate, rows: Collection[Assertion], instants: Instants, now: Instant
) -> list[Assertion]:
    """Of these rows the ones that are believed, judged by their whole timelines."""
    if not rows:
        return []
    lines = {(row.entity_uid, row.key, row.scope_set) for row in rows}
    standing: dict[tuple[int, str, int], list[Assertion]] = {}
    for row in await memory.timelines(gate, lines):
        standing.setdefault((row.entity_uid, row.key, row.scope_set), []).append(row)
    kept: set[str] = set()
    for line in standing.values():
        kept |= {row.id for row in believed_of(line, instants, now)}
    return [row for row in rows if row.id in kept]


def believed_of(line: list[Assertion], instants: Instants, now: Instant) -> list[Assertion]:
    """What of one timeline is believed at the instants asked about."""
    first = line[0]
    single = relation_is_single_valued(first.key) if first.is_relation else is_single_valued(first.key)
    known_at = instants.known_at(now)
    if instants.windowed:
        return list(temporal.overlapping(line, known_at, instants.valid_from, instants.valid_until, single))
    return list(temporal.believed(line, known_at, instants.about(now), single))


async def views(memory: MemoryLedger, gate: Gate, rows: Iterable[Assertion]) -> list[AssertionView]:
    """Rows with the entities that they name; a row whose entity is gone meanwhile is left out."""
    rows = list(rows)
    uids = {uid for row in rows for uid in (row.entity_uid, row.target_uid) if uid is not None}
    entities = await memory.entities(gate.context, uids) if uids else {}
    return [
        AssertionView(
            row, entities[row.entity_uid], entities.get(row.target_uid) if row.target_uid is not None else None
        )
        for row in rows
        if row.entity_uid in entities
    ]


async def _nothing() -> list[object]:
    return []
