"""SweepService: decay and expiry of a whole context, or of what a caller may change in it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from memory_core.engine.lifecycle.expiry import Expiry, expire, may_expire
from memory_core.engine.lifecycle.observations import fact_importance, tellings_of
from memory_core.engine.lifecycle.strength import DAY, changed
from memory_core.engine.model import Assertion, Context, Instant
from memory_core.engine.plan import Changes
from memory_core.engine.temporal import resolve
from memory_core.ports.clock import Clock
from memory_core.ports.ledger import Gate
from memory_core.ports.store import Ledger
from memory_core.service.caller import Caller
from memory_core.service.lifecycle.region import FORGET, WRITE
from memory_core.service.lifecycle.uses import Uses
from memory_core.service.lifecycle.walk import Told, Walk
from memory_core.service.policy import Policies
from memory_core.service.visibility import Visibility


@dataclass(frozen=True, slots=True)
class Region:
    """What a sweep may change."""

    context: Context
    writable: frozenset[int] | None = None
    """Scope sets; None: all."""
    forgettable: frozenset[int] | None = None
    """Those where facts may be retired."""


@dataclass(frozen=True, slots=True)
class SweepService:
    """Runs sweeps. Each may be broken off and run again at any time: it finds what is left to do."""

    ledger: Ledger
    visibility: Visibility
    policies: Policies
    uses: Uses
    clock: Clock

    async def region_of(self, caller: Caller) -> Region:
        """What the caller may change: records with memory:write over every clause; where memory:forget is held so too,
        facts may be retired. Raises 403 without any memory:write."""
        caller.require(WRITE)
        return Region(
            caller.context,
            await self.visibility.whole_sets(caller, WRITE),
            await self.visibility.whole_sets(caller, FORGET),
        )

    async def decay(self, region: Region) -> int:
        """Writes down how much facts matter now; of how many that changed. What is shown never waits for it."""
        await self.uses.flush()
        now, total = self.clock.now(), 0
        gate = self._gate(region, now)
        async for told in self._walk.timelines(gate, lambda row: True):
            found = await asyncio.to_thread(_faded, told, now, gate.confidence_floor)
            if found:
                total += await self.ledger.upkeep.set_importance(region.context.id, found)
        return total

    async def expire(self, region: Region) -> int:
        """Takes facts whose end is past off offer, and retires context that has run out; how many facts."""
        await self.uses.flush()
        now, policy = self.clock.now(), self.policies.of(region.context)
        ttl = round(policy.context_ttl_days * DAY)
        asked = Expiry(now, now - ttl if ttl else None, policy.confidence_floor)
        total = 0
        async for told in self._walk.timelines(self._gate(region, now), lambda row: may_expire(row, asked)):
            for retire in (True, False):
                some = [one for one in told if _may_retire(one, region) == retire]
                total += await self._expire(region.context.id, some, asked, retire=retire)
        return total

    @property
    def _walk(self) -> Walk:
        return Walk(self.ledger, self.visibility)

    def _gate(self, region: Region, now: Instant) -> Gate:
        floor = self.policies.of(region.context).confidence_floor
        return Gate(region.context.id, region.writable, now, confidence_floor=floor)

    async def _expire(self, context: str, told: Sequence[Told], asked: Expiry, *, retire: bool) -> int:
        due = await asyncio.to_thread(lambda: [one for one in told if _touched(expire([one], asked, retire=retire))])
        if not due:
            return 0

        def decide(lines: Sequence[Told]) -> tuple[Changes, int]:
            changes = expire(lines, asked, retire=retire)
            return changes, _touched(changes)

        return sum(await self._walk.change(context, due, decide))


def _may_retire(told: Told, region: Region) -> bool:
    return region.forgettable is None or told[1][0].scope_set in region.forgettable


def _touched(changes: Changes) -> int:
    return len(changes.retired) + len(changes.live)


def _faded(told: Sequence[Told], now: Instant, floor: float) -> dict[str, float]:
    """Row id -> how much it matters, where that is not what was written down; repeats matter as what they repeat."""
    found: list[tuple[Assertion, float]] = []
    for single, rows in told:
        line = resolve(rows, now, single, now=True, floor=floor)
        for row in line.told:
            tellings = tellings_of(line, row)
            matters = fact_importance(line, [row], now)
            found += [(one, matters) for one in tellings]
    return changed(found)
