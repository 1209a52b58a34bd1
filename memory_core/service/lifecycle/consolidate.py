"""ConsolidationService: tellings of the same statement become observations, within what the caller reads and writes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, replace

from memory_core.engine.lifecycle.consolidation import Observation, Rules, changes_of, consolidate
from memory_core.engine.model import Entity, Trace
from memory_core.engine.plan import Changes
from memory_core.ports.clock import Clock
from memory_core.ports.ledger import Gate
from memory_core.ports.store import Ledger
from memory_core.service.caller import Caller
from memory_core.service.lifecycle.region import upkeep_gate
from memory_core.service.lifecycle.walk import Told, Walk
from memory_core.service.visibility import Visibility

DEFAULT_FACTS, DEFAULT_OBSERVATIONS = 10_000, 500
_CITED = 1000


@dataclass(frozen=True, slots=True)
class ConsolidationRequest:
    """How far a run goes."""

    facts: int = DEFAULT_FACTS
    """Tellings that are taken up at most; the rest waits for another run."""
    observations: int = DEFAULT_OBSERVATIONS
    """Observations that are made at most."""
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Consolidated:
    """What a run made; a dry one what it would make."""

    made: tuple[tuple[Entity, Observation], ...]
    trace_id: str


@dataclass(frozen=True, slots=True)
class ConsolidationService:
    """Makes observations."""

    ledger: Ledger
    visibility: Visibility
    clock: Clock
    new_id: Callable[[str], str]

    async def consolidate(self, caller: Caller, asked: ConsolidationRequest) -> Consolidated:
        """Makes observations in every scope set that the caller reads and, with every clause, writes.

        Raises 403 without memory:read or memory:write.
        """
        begun = time.perf_counter()
        gate = await upkeep_gate(self.visibility, caller)
        made = [one async for one in self._made(caller.context.id, gate, asked)]
        found = await self.ledger.memory.entities(caller.context.id, {one.row.entity_uid for one in made})
        trace = Trace(
            id=self.new_id("trace"),
            context=caller.context.id,
            principal_id=caller.acting_id,
            kind="decision",
            operation="consolidate",
            created_at=self.clock.now(),
            latency_ms=round((time.perf_counter() - begun) * 1000),
            refs=() if asked.dry_run else tuple(one.row.id for one in made)[:_CITED],
            payload={"observations": len(made), "dryRun": asked.dry_run},
        )
        await self.ledger.traces.record([trace], [])
        named = tuple((found[one.row.entity_uid], one) for one in made if one.row.entity_uid in found)
        return Consolidated(named, trace.id)

    async def _made(self, context: str, gate: Gate, asked: ConsolidationRequest) -> AsyncIterator[Observation]:
        walk = Walk(self.ledger, self.visibility)
        left = Rules(gate.known_at, self.new_id, gate.confidence_floor, asked.facts, asked.observations)
        async for told in walk.timelines(gate, lambda row: True):
            due = await asyncio.to_thread(_due, told, left)
            for line in due:
                [made] = await walk.change(context, [line], _decide(left, dry_run=asked.dry_run))
                left = _after(left, made)
                for one in made:
                    yield one
            if not left.observations or not left.facts:
                return


def _due(told: Sequence[Told], rules: Rules) -> list[Told]:
    """Timelines with something to do."""
    return [one for one in told if len(one[1]) > 1 and consolidate([one], rules)]


def _decide(rules: Rules, *, dry_run: bool) -> Callable[[Sequence[Told]], tuple[Changes, list[Observation]]]:
    def decide(lines: Sequence[Told]) -> tuple[Changes, list[Observation]]:
        made = consolidate(lines, rules)
        return Changes() if dry_run else changes_of(made, rules.now), made

    return decide


def _after(rules: Rules, made: Sequence[Observation]) -> Rules:
    facts = rules.facts - sum(one.tellings for one in made)
    return replace(rules, facts=facts, observations=rules.observations - len(made))
