"""Reading candidates from the ledger, which alone decides what of them may be shown.

A copy may be stale: it may name what is gone, out of sight, or no longer believed. Everything passes the gate here, and of
facts only what is believed at the instants asked about.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from typing import Any

from memory_core.engine.instants import Instants
from memory_core.engine.model import Instant
from memory_core.ports.ledger import Gate, MemoryLedger
from memory_core.service.beliefs import Beliefs
from memory_core.service.recall.model import ChunkView, FactView, Recallable


async def hydrate(
    memory: MemoryLedger, beliefs: Beliefs, gate: Gate, ids: Collection[str], instants: Instants, now: Instant
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
    found |= _by_candidate(facts, await beliefs.of(gate, rows, instants, now))
    return found


async def replaced_turns(memory: MemoryLedger, gate: Gate, records: Collection[Recallable]) -> dict[str, str]:
    """Turns that told what the ledger holds as superseded -> the turn that told what is believed in its place."""
    current = {
        (view.row.entity_uid, view.row.key, view.row.scope_set): view.row
        for view in records
        if isinstance(view, FactView) and view.supersedes and view.row.source.ref
    }
    if not current:
        return {}
    rows = await memory.timelines(gate, set(current))
    found: dict[str, str] = {}
    for row in rows:
        now = current[row.entity_uid, row.key, row.scope_set]
        if row.value != now.value and row.valid_from <= now.valid_from and row.source.ref and now.source.ref:
            found[row.source.ref] = now.source.ref
    return {older: newer for older, newer in found.items() if older != newer}


def _by_candidate(ids: Sequence[str], views: Collection[FactView]) -> dict[str, Recallable]:
    """Believed facts under the id that a leg found them by: a repeat of a statement stands for the first telling, and
    any of its tellings for an observation. Of several that were found the first one counts."""
    place = {one: number for number, one in enumerate(ids)}
    found: dict[str, Recallable] = {}
    for view in views:
        found[min(view.stands_for & place.keys(), key=place.__getitem__)] = view
    return found


async def _nothing() -> list[Any]:
    return []
