"""ElaborationService: relations between entities that texts name together, within what the caller reads and writes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from memory_core.contract.errors import bad_field
from memory_core.engine.entities import EntityRef
from memory_core.engine.lifecycle.elaboration import LABEL, Link, propose, relation_of
from memory_core.engine.model import Entity, Trace
from memory_core.engine.plan import Changes, Need, Standing
from memory_core.ports.clock import Clock
from memory_core.ports.ledger import Gate
from memory_core.ports.store import Ledger
from memory_core.service.beliefs import ALL_ROWS
from memory_core.service.caller import Caller
from memory_core.service.entities import EntityService
from memory_core.service.inspect_refs import parse_ref
from memory_core.service.lifecycle.region import upkeep_gate
from memory_core.service.visibility import Visibility

DEFAULT_BUDGET = 20
TEXTS = 5_000
"""Newest texts that a run looks at."""


@dataclass(frozen=True, slots=True)
class ElaborationRequest:
    """What a run looks at, and how far it goes."""

    entity_ref: str | None = None
    """Only relations of this entity."""
    sweep: bool | None = None
    """All entities; also without an entity_ref."""
    budget: int = DEFAULT_BUDGET
    """Relations that are made at most."""
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Elaborated:
    """What was proposed for one entity."""

    entity: Entity
    proposed: tuple[tuple[Entity, str, Entity], ...]
    """Subject, label, object."""
    emitted: int
    """Relations that were made of them."""
    trace_id: str


@dataclass(frozen=True, slots=True)
class ElaborationService:
    """Proposes relations and keeps them."""

    ledger: Ledger
    visibility: Visibility
    entities: EntityService
    clock: Clock
    new_id: Callable[[str], str]

    async def elaborate(self, caller: Caller, asked: ElaborationRequest) -> list[Elaborated]:
        """One outcome for each entity that something is proposed for; of a single entity always one.

        Raises 403 without memory:read or memory:write, 400 naming entity_ref or sweep, 404 ENTITY_NOT_FOUND.
        """
        begun = time.perf_counter()
        if asked.sweep and asked.entity_ref is not None:
            raise bad_field("sweep", "must not be true together with entity_ref")
        if asked.sweep is False and asked.entity_ref is None:
            raise bad_field("entity_ref", "is required where sweep is false")
        gate = await upkeep_gate(self.visibility, caller)
        of = None if asked.entity_ref is None else await self._entity(caller, asked.entity_ref)
        links = await self._links(gate, of, asked.budget)
        uids = {uid for link in links for uid in (link.subject, link.target)}
        named = await self.ledger.memory.entities(gate.context, uids)
        links = [one for one in links if one.subject in named and one.target in named]
        made = {} if asked.dry_run else await self._keep(gate, links, named)
        by_subject: dict[int, list[Link]] = {of.uid: []} if of else {}
        for link in links:
            by_subject.setdefault(link.subject, []).append(link)
        took = round((time.perf_counter() - begun) * 1000)
        known = named | ({of.uid: of} if of else {})
        return [await self._outcome(caller, known, uid, some, made, took) for uid, some in by_subject.items()]

    async def _entity(self, caller: Caller, ref: str) -> Entity:
        wanted = parse_ref(ref, "entity_ref")
        if not isinstance(wanted, EntityRef):
            raise bad_field("entity_ref", "must name an entity, as entity:<type>/<name>")
        return (await self.entities.known(await self.visibility.gate(caller), wanted)).entity

    async def _links(self, gate: Gate, of: Entity | None, budget: int) -> list[Link]:
        texts = await self.ledger.upkeep.company(gate, None if of is None else [of.uid], TEXTS)
        uids = {uid for text in texts for uid in text.uids}
        rows = await self.ledger.memory.assertions(gate, entity_uids=uids, limit=ALL_ROWS) if uids else []
        linked = {(row.entity_uid, row.target_uid, row.scope_set) for row in rows if row.target_uid is not None}
        return await asyncio.to_thread(propose, texts, linked, of.uid if of else None, budget)

    async def _keep(self, gate: Gate, links: Sequence[Link], named: Mapping[int, Entity]) -> dict[Link, str]:
        """The relations that were made, each in a transaction of its own: link -> id."""
        made: dict[Link, str] = {}
        for link in links:
            kept = await self._keep_one(gate, link, named[link.subject], named[link.target])
            if kept is not None:
                made[link] = kept
        return made

    async def _keep_one(self, gate: Gate, link: Link, subject: Entity, target: Entity) -> str | None:
        need = Need(
            context=gate.context,
            clauses=await self.visibility.clauses_of(gate.context, link.scope_set),
            block_keys=frozenset({(subject.type, subject.norm), (target.type, target.norm)}),
            keys=frozenset({LABEL}),
        )
        now, decided = self.clock.now(), list[Changes]()

        def decide(standing: Standing) -> Changes:
            rows = (
                () if _is_linked(standing, link) else (relation_of(link, target, standing.scope_set, now, self.new_id),)
            )
            decided.append(Changes(assertions=rows))
            return decided[-1]

        await self.ledger.memory.reconcile(need, decide)
        return next((row.id for row in decided[-1].assertions), None)

    async def _outcome(
        self,
        caller: Caller,
        named: Mapping[int, Entity],
        uid: int,
        links: Sequence[Link],
        made: Mapping[Link, str],
        took: int,
    ) -> Elaborated:
        kept = [made[link] for link in links if link in made]
        trace = Trace(
            id=self.new_id("trace"),
            context=caller.context.id,
            principal_id=caller.acting_id,
            kind="decision",
            operation="elaborate",
            created_at=self.clock.now(),
            latency_ms=took,
            refs=tuple(kept),
            payload={"proposed": len(links), "emitted": len(kept)},
        )
        await self.ledger.traces.record([trace], [])
        proposed = tuple((named[link.subject], LABEL, named[link.target]) for link in links)
        return Elaborated(named[uid], proposed, len(kept), trace.id)


def _is_linked(standing: Standing, link: Link) -> bool:
    ends = ((link.subject, link.target), (link.target, link.subject))
    rows = [row for one, other in ends for row in standing.timelines.get((one, LABEL), ()) if row.target_uid == other]
    return bool(rows)
