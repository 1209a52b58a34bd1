"""Retirer: takes records off every surface, and brings back what they had stood in the way of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from memory_core.engine.model import Assertion, Document, Instant
from memory_core.engine.plan import Changes, Need, Standing
from memory_core.engine.temporal import live_changes
from memory_core.ports.clock import Clock
from memory_core.ports.ledger import MemoryLedger
from memory_core.service.forget_reach import Forgettable, Reach
from memory_core.service.policy import Policies
from memory_core.service.visibility import Visibility


@dataclass(frozen=True, slots=True)
class Retirer:
    """Carries out what a caller may do to records."""

    memory: MemoryLedger
    visibility: Visibility
    clock: Clock
    policies: Policies

    async def retire(self, context: str, reach: Reach) -> None:
        """Retires what goes whole and takes the covered clauses off the rest. History and audit keep what is
        retired."""
        told = await self.stated(context, reach.gone)
        await self.narrow(context, reach)
        await self.revive(context, [*reach.gone, *told])
        if reach.gone:
            await self.memory.retire(context, reach.gone_ids, self.clock.now())

    async def stated(self, context: str, records: Iterable[Forgettable]) -> list[Assertion]:
        """Facts that the documents among the records state: they go, and move, with them."""
        documents = [one.id for one in records if isinstance(one, Document)]
        told = await self.memory.derived_from(context, documents) if documents else []
        return [one for one in told if isinstance(one, Assertion)]

    async def narrow(self, context: str, reach: Reach) -> None:
        """Takes the covered clauses off what spans regions."""
        if reach.narrowed:
            told = await self.stated(context, reach.cut)
            await self.revive(context, [*reach.cut, *told])
            await self.memory.rescope(context, reach.narrowed)

    async def revive(self, context: str, gone: Iterable[Forgettable]) -> None:
        """Puts on offer again what is believed once these facts are out of its way.

        Comes before they go: a kill in between then leaves a fact on offer that a read still judges, never one that
        no question finds.
        """
        rows = [one for one in gone if isinstance(one, Assertion)]
        await self.judge(context, rows, frozenset(row.id for row in rows))

    async def judge(self, context: str, rows: Iterable[Assertion], going: frozenset[str] = frozenset()) -> None:
        """Judges anew what is on offer in the timelines of these facts, as if those that are `going` were not there."""
        lines: dict[int, list[Assertion]] = {}
        for one in rows:
            lines.setdefault(one.scope_set, []).append(one)
        for scope_set, line in lines.items():
            await self._judge_in(context, scope_set, line, going)

    async def _judge_in(self, context: str, scope_set: int, rows: list[Assertion], going: frozenset[str]) -> None:
        entities = await self.memory.entities(context, {row.entity_uid for row in rows})
        if not entities:
            return
        wanted = Need(
            context=context,
            clauses=await self.visibility.clauses_of(context, scope_set),
            block_keys=frozenset((one.type, one.norm) for one in entities.values()),
            keys=frozenset(row.key for row in rows),
        )
        now: Instant = self.clock.now()
        floor = (await self.policies.named(context)).confidence_floor

        def decide(standing: Standing) -> Changes:
            there = [row for line in standing.timelines.values() for row in line if row.id not in going]
            return Changes(live=live_changes(there, now, floor=floor))

        await self.memory.reconcile(wanted, decide)
