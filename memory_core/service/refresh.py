"""Judges anew what a context offers to questions about now, after its confidence floor was changed."""

from __future__ import annotations

from dataclasses import dataclass

from memory_core.ports.clock import Clock
from memory_core.ports.ledger import Gate, MemoryLedger
from memory_core.service.forget_apply import Retirer

PAGE = 200
"""Entities in one step, so that other writes get their turn between."""
EVERY_ROW = 10_000_000


@dataclass(frozen=True, slots=True)
class OfferRefresher:
    """Walks over the entities of a context. It may be stopped and run again at any point."""

    memory: MemoryLedger
    retirer: Retirer
    clock: Clock

    async def refresh(self, context: str) -> int:
        """How many facts were looked at. Facts whose place on offer changes are projected again."""
        gate, offset, seen = Gate(context, None, self.clock.now()), 0, 0
        while page := await self.memory.list_entities(gate, None, PAGE, offset):
            uids = [one.uid for one in page]
            rows = await self.memory.assertions(gate, entity_uids=uids, limit=EVERY_ROW)
            await self.retirer.judge(context, rows)
            offset, seen = offset + len(page), seen + len(rows)
        return seen
