"""Walks over the facts of a context, some timelines at a time, and changes of timelines under the ledger's lock.

Each step is a transaction of its own and is right whatever came between: it is decided again on what stands then. So a
walk may be broken off anywhere, and the next one goes on with what is left.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import TypeAlias, TypeVar

from memory_core.engine.model import Assertion
from memory_core.engine.plan import Changes, Need, Standing
from memory_core.engine.temporal import lines
from memory_core.ports.ledger import Gate
from memory_core.ports.store import Ledger
from memory_core.service.beliefs import ALL_ROWS
from memory_core.service.visibility import Visibility

PAGE = 100
"""Rows read in one step; with more of them the loop has to wait for the thread that reads their timelines."""
STEP = 50
"""Timelines changed in one transaction, so that other writes get their turn between."""
Line = tuple[int, str, int]
"""Entity, key and scope set of a timeline."""
Told = tuple[bool, list[Assertion]]
"""Whether its key holds one value, and all its rows."""
T = TypeVar("T")
Decide: TypeAlias = Callable[[list[Told]], tuple[Changes, T]]
"""From timelines to what is to be written, and what to tell of it."""


@dataclass(frozen=True, slots=True)
class Walk:
    """Reads and changes timelines of one context."""

    ledger: Ledger
    visibility: Visibility

    async def timelines(self, gate: Gate, wanted: Callable[[Assertion], bool]) -> AsyncIterator[list[Told]]:
        """Every timeline with a wanted row that passes the gate, whole and once, page by page."""
        seen: set[Line] = set()
        whole, after = replace(gate, labels=(), session_id=None), 0
        while True:
            page = await self.ledger.upkeep.facts(gate, after, PAGE)
            fresh = {line for row in page.rows if wanted(row) and (line := line_of(row)) not in seen}
            seen |= fresh
            if fresh:
                yield lines(await self.ledger.memory.timelines(whole, fresh))
            if page.after is None:
                return
            after = page.after

    async def of_entities(self, gate: Gate, uids: Collection[int]) -> list[Told]:
        """Every timeline of some entities that passes the gate."""
        whole = replace(gate, labels=(), session_id=None)
        rows = await self.ledger.memory.assertions(whole, entity_uids=uids, limit=ALL_ROWS)
        return await asyncio.to_thread(lines, rows)

    async def change(self, context: str, told: Sequence[Told], decide: Decide[T]) -> list[T]:
        """Decides on timelines as they stand under lock and commits what comes of it; what was decided in each step.

        `decide` may be called again and must not have effects.
        """
        done: list[T] = []
        keyed = sorted(told, key=lambda one: one[1][0].scope_set)
        for scope_set, of in groupby(keyed, key=lambda one: one[1][0].scope_set):
            clauses = await self.visibility.clauses_of(context, scope_set)
            for step in _steps(of):
                wanted = {(line[0].entity_uid, line[0].key) for _, line in step}
                found = await self.ledger.memory.entities(context, {uid for uid, _ in wanted})
                need = Need(
                    context=context,
                    clauses=clauses,
                    block_keys=frozenset((one.type, one.norm) for one in found.values()),
                    keys=frozenset(key for _, key in wanted),
                )
                done.append(await self._commit(need, wanted, decide))
        return done

    async def _commit(self, need: Need, wanted: set[tuple[int, str]], decide: Decide[T]) -> T:
        decided: list[T] = []

        def under_lock(standing: Standing) -> Changes:
            rows = [row for line, of in standing.timelines.items() if line in wanted for row in of]
            changes, one = decide(lines(rows))
            decided.append(one)
            return changes

        await self.ledger.memory.reconcile(need, under_lock)
        return decided[-1]


def line_of(row: Assertion) -> Line:
    """The timeline of a row."""
    return row.entity_uid, row.key, row.scope_set


def _steps(told: Iterable[Told]) -> Iterable[list[Told]]:
    left = iter(told)
    while step := list(islice(left, STEP)):
        yield step
