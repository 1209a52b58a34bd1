"""StateService: everything that is believed, by category, and the profile of the person that the caller serves."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from memory_core.engine.entities import normalise_name
from memory_core.engine.instants import Instants
from memory_core.engine.model import Assertion, Category, Clauses, Entity
from memory_core.ports.clock import Clock
from memory_core.ports.ledger import Gate, MemoryLedger
from memory_core.service.beliefs import Beliefs
from memory_core.service.caller import Caller
from memory_core.service.results import CategoryView, FactView, ProfileView, StateView, as_seen
from memory_core.service.speaker import users_named
from memory_core.service.visibility import Visibility

MOST_ROWS = 5_000
"""Rows that are looked at, those that matter most: more would not be read by anybody."""
STANDING_REQUESTS = 500
OPEN_QUESTIONS = 500
_PREFERENCES = frozenset("likes dislikes prefers wants hobbies interests habits collects fears".split())


@dataclass(frozen=True, slots=True)
class Narrowing:
    """What a read of state or profile is narrowed to."""

    instants: Instants = field(default_factory=Instants)
    lens: Clauses | None = None
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StateService:
    """Shows what is believed."""

    memory: MemoryLedger
    visibility: Visibility
    beliefs: Beliefs
    clock: Clock

    async def state(self, caller: Caller, asked: Narrowing) -> StateView:
        """Everything that the caller sees. Raises 403 without any memory:read."""
        gate = await self._gate(caller, asked)
        rows = await self.memory.assertions(gate, strongest=True, limit=MOST_ROWS)
        facts = await self.beliefs.of(gate, rows, asked.instants, self.clock.now())
        identity, knowledge, context = await asyncio.to_thread(_by_category, facts)
        return StateView(
            identity=identity,
            knowledge=knowledge,
            context=context,
            instructions=tuple(await self.memory.instructions(gate, limit=STANDING_REQUESTS)),
            unknowns=tuple(await self.memory.uncertainties(gate, OPEN_QUESTIONS)),
        )

    async def profile(self, caller: Caller, asked: Narrowing) -> ProfileView:
        """What is known of the person whom the caller's scopes name; of everybody in them where they name nobody.

        Raises 403 without any memory:read.
        """
        gate = await self._gate(caller, asked)
        facts = await self._personal(caller, gate, asked.instants)
        preferences = [one for one in facts if _is_preference(one.row.key)]
        rest = [one for one in facts if not _is_preference(one.row.key)]
        return ProfileView(
            static=tuple(one for one in rest if one.row.category is not Category.CONTEXT),
            dynamic=tuple(one for one in rest if one.row.category is Category.CONTEXT),
            preferences=tuple(preferences),
            instructions=tuple(await self.memory.instructions(gate, limit=STANDING_REQUESTS)),
        )

    async def _gate(self, caller: Caller, asked: Narrowing) -> Gate:
        caller.require("memory:read")
        return await self.visibility.gate(caller, lens=asked.lens, labels=asked.labels, known_at=asked.instants.as_of)

    async def _personal(self, caller: Caller, gate: Gate, instants: Instants) -> list[FactView]:
        """Facts about the persons in question, newest start first."""
        names = users_named([*caller.patterns("memory:read"), *caller.patterns("memory:write")])
        uids = await self._persons(gate, names)
        rows = await self.memory.assertions(gate, entity_uids=uids or None, strongest=True, limit=MOST_ROWS)
        if not uids:
            rows = [row for row in rows if row.category is not Category.KNOWLEDGE]
        facts = await self.beliefs.of(gate, rows, instants, self.clock.now())
        return sorted(facts, key=lambda one: (-one.row.valid_from, one.row.key, one.row.id))

    async def _persons(self, gate: Gate, names: Sequence[str]) -> list[int]:
        keys = {("person", normalise_name(name)) for name in names}
        found = await self.memory.find_entities(gate, keys, len(keys) * 2) if keys else []
        return [one.uid for one in found]


def _by_category(facts: Iterable[FactView]) -> list[CategoryView]:
    """Identity, knowledge, context."""
    ordered = sorted(facts, key=lambda one: (one.entity.type, one.entity.name, one.row.key, -one.row.valid_from))
    return [_category(ordered, one) for one in (Category.IDENTITY, Category.KNOWLEDGE, Category.CONTEXT)]


def _category(facts: Sequence[FactView], category: Category) -> CategoryView:
    named: dict[int, list[Assertion]] = {}
    known: dict[int, Entity] = {}
    for fact in facts:
        for one in (fact.entity, fact.target):
            if one is not None:
                known[one.uid] = one
                named.setdefault(one.uid, []).append(fact.row)
    entities = sorted(
        (as_seen(known[uid], rows) for uid, rows in named.items()), key=lambda one: (one.type, one.name, one.uid)
    )
    mine = [one for one in facts if one.row.category is category]
    return CategoryView(
        attributes=tuple(one for one in mine if one.target is None),
        entities=tuple(one for one in entities if one.category is category),
        relations=tuple(one for one in mine if one.target is not None),
    )


def _is_preference(key: str) -> bool:
    return key in _PREFERENCES or key.startswith("favourite_")
