"""MemoryLedger over SQLite. The work is in memory_read, search, memory_write, retire, erase and scrub."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from memory_core.adapters.embedded.ledger import (
    entities,
    erase,
    kin,
    memory_read,
    memory_write,
    names,
    retire,
    search,
)
from memory_core.adapters.embedded.ledger.scrub import scrub
from memory_core.adapters.embedded.ledger.threads import Readers, Writer
from memory_core.adapters.embedded.ledger.traces import SqliteTraces
from memory_core.engine.model import (
    Assertion,
    Chunk,
    Clauses,
    Document,
    Entity,
    Evidence,
    Instant,
    Instruction,
    Mention,
    Turn,
    Uncertainty,
)
from memory_core.engine.plan import Changes, Kin, Need, Standing
from memory_core.ports.clock import Clock
from memory_core.ports.errors import StoreUnavailable
from memory_core.ports.ledger import Committed, Erased, Gate, Record

_SCRUB_TRIES = 20


class SqliteMemory:
    """See ports.ledger.MemoryLedger."""

    def __init__(self, writer: Writer, readers: Readers, traces: SqliteTraces, path: Path, clock: Clock) -> None:
        self._writer, self._readers, self._traces = writer, readers, traces
        self._path, self._clock = path, clock

    async def reconcile(self, need: Need, decide: Callable[[Standing], Changes]) -> Committed:
        now = self._clock.now()
        return await self._writer.run(lambda c: memory_write.reconcile(c, need, decide, now))

    async def kin(self, context: str, uids: Collection[int]) -> Kin:
        return await self._readers.run(lambda c: kin.read(c, context, uids))

    async def regroup(self, context: str, uids: Collection[int], decide: Callable[[Kin], Changes]) -> Committed:
        now = self._clock.now()
        return await self._writer.run(lambda c: memory_write.regroup(c, context, uids, decide, now))

    async def find_entities(self, gate: Gate, names: Collection[tuple[str | None, str]], limit: int) -> list[Entity]:
        return await self._readers.run(lambda c: entities.named(c, gate, names, limit))

    async def other_names(self, gate: Gate, uids: Collection[int]) -> dict[int, tuple[str, ...]]:
        return await self._readers.run(lambda c: names.of_groups(c, gate, entities.rooted(c, uids)))

    async def entities(self, context: str, uids: Collection[int]) -> dict[int, Entity]:
        return await self._readers.run(lambda c: entities.by_uid(c, context, uids))

    async def list_entities(self, gate: Gate, type_: str | None, limit: int, offset: int) -> list[Entity]:
        return await self._readers.run(lambda c: entities.listing(c, gate, type_, limit, offset))

    async def assertions(
        self,
        gate: Gate,
        *,
        entity_uids: Collection[int] | None = None,
        target_uids: Collection[int] | None = None,
        keys: Collection[str] | None = None,
        ids: Collection[str] | None = None,
        live_only: bool = False,
        strongest: bool = False,
        limit: int = 10_000,
    ) -> list[Assertion]:
        return await self._readers.run(
            lambda c: memory_read.assertions(
                c,
                gate,
                entity_uids=entity_uids,
                target_uids=target_uids,
                keys=keys,
                ids=ids,
                live_only=live_only,
                strongest=strongest,
                limit=limit,
            )
        )

    async def timelines(self, gate: Gate, lines: Collection[tuple[int, str, int]]) -> list[Assertion]:
        return await self._readers.run(lambda c: memory_read.timelines(c, gate, lines))

    async def evidence(self, gate: Gate, assertion_ids: Collection[str]) -> list[Evidence]:
        return await self._readers.run(lambda c: memory_read.evidence(c, gate, assertion_ids))

    async def turns(self, gate: Gate, ids: Collection[str]) -> list[Turn]:
        return await self._readers.run(lambda c: memory_read.turns(c, gate, ids))

    async def chunks(self, gate: Gate, ids: Collection[str]) -> list[tuple[Chunk, Document]]:
        return await self._readers.run(lambda c: memory_read.chunks(c, gate, ids))

    async def instructions(
        self, gate: Gate, *, ids: Collection[str] | None = None, limit: int = 1000
    ) -> list[Instruction]:
        return await self._readers.run(lambda c: memory_read.instructions(c, gate, ids, limit))

    async def uncertainties(self, gate: Gate, limit: int) -> list[Uncertainty]:
        return await self._readers.run(lambda c: memory_read.uncertainties(c, gate, limit))

    async def mentions(self, gate: Gate, entity_uids: Collection[int], limit: int) -> list[Mention]:
        return await self._readers.run(lambda c: memory_read.mentions(c, gate, entity_uids, limit))

    async def recent_turns(self, gate: Gate, limit: int) -> list[Turn]:
        return await self._readers.run(lambda c: memory_read.recent_turns(c, gate, limit))

    async def search_words(self, gate: Gate, words: Collection[str], limit: int) -> list[Record]:
        return await self._readers.run(lambda c: search.words(c, gate, words, limit))

    async def derived_from(self, context: str, source_refs: Collection[str]) -> list[Record]:
        return await self._readers.run(lambda c: search.derived_from(c, context, source_refs))

    async def retire(self, context: str, record_ids: Collection[str], at: Instant) -> int:
        now = self._clock.now()
        return await self._writer.run(lambda c: retire.retire(c, context, record_ids, at, now))

    async def rescope(self, context: str, changes: Mapping[str, Clauses]) -> int:
        now = self._clock.now()
        return await self._writer.run(lambda c: retire.rescope(c, context, changes, now))

    async def erase(self, context: str, record_ids: Collection[str]) -> Erased:
        now = self._clock.now()
        await self._traces.flush()
        return await self._writer.run(lambda c: erase.erase(c, context, record_ids, now))

    async def records_in_sets(self, context: str, scope_sets: Collection[int]) -> list[tuple[str, int]]:
        return await self._readers.run(lambda c: erase.records_in_sets(c, context, scope_sets))

    async def scrub(self) -> None:
        for _ in range(_SCRUB_TRIES):
            if await self._writer.run(lambda c: scrub(c, self._path), alone=True):
                return
        raise StoreUnavailable("ledger", "reads kept the log of the ledger from being cut")
