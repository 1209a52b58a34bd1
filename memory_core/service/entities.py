"""EntityService: who and what facts are about. An entity is there for a caller who sees a fact of it, and for
nobody else."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from memory_core.contract.errors import ApiError, bad_field
from memory_core.engine.entities import OTHER, PERSON, EntityRef, fold_type, normalise_name
from memory_core.engine.instants import Instants
from memory_core.engine.keys import canonical_key
from memory_core.engine.model import ENTITY_TYPES, Assertion, Entity
from memory_core.engine.temporal import is_relation_form
from memory_core.ports.clock import Clock
from memory_core.ports.ledger import Gate, MemoryLedger
from memory_core.service.beliefs import ALL_ROWS, Beliefs
from memory_core.service.caller import Caller
from memory_core.service.forget_apply import Retirer
from memory_core.service.forget_reach import FORGET, reach_of, touching_gate
from memory_core.service.results import EntityView, FactView, as_seen
from memory_core.service.visibility import Visibility

NAMESAKES = 50


@dataclass(frozen=True, slots=True)
class Known:
    """An entity with every row of it that a gate lets through, as subject or target."""

    entity: Entity
    rows: Sequence[Assertion]


@dataclass(frozen=True, slots=True)
class EntityService:
    """Lists, shows and forgets entities."""

    memory: MemoryLedger
    visibility: Visibility
    beliefs: Beliefs
    retirer: Retirer
    clock: Clock

    async def list_entities(
        self, caller: Caller, type_: str | None, instants: Instants, limit: int, offset: int
    ) -> list[Entity]:
        """Entities with a fact that the caller sees, by type and name. Raises 403 without any memory:read."""
        gate = await self._reading(caller, instants)
        return await self.memory.list_entities(gate, fold_type(type_) if type_ else None, limit, offset)

    async def get(self, caller: Caller, ref: EntityRef, instants: Instants) -> EntityView:
        """What is believed about an entity. Raises 404 ENTITY_NOT_FOUND when nothing of it is seen and known then."""
        gate = await self._reading(caller, instants)
        known = await self.known(gate, ref)
        found = await self.beliefs.of(gate, known.rows, instants, self.clock.now())
        return view_of(known.entity, found, await self.aliases(gate, known.entity))

    async def history(self, caller: Caller, ref: EntityRef, key: str, instants: Instants) -> list[FactView]:
        """Every row of one attribute, newest start first; none for a key that the entity does not have.

        Raises 404 ENTITY_NOT_FOUND as `get` does.
        """
        return await self.history_within(await self._reading(caller, instants), ref, key, instants)

    async def history_within(self, gate: Gate, ref: EntityRef, key: str, instants: Instants) -> list[FactView]:
        """`history` through a gate that is there already."""
        known = await self.known(gate, ref)
        wanted = canonical_key(key) or key.strip()
        rows = [one for one in known.rows if one.entity_uid == known.entity.uid and one.key == wanted]
        rows = [one for one in rows if not is_relation_form(one)]
        found = await self.beliefs.history(gate, rows, instants, self.clock.now())
        return [one for one in found if one.target is None]

    async def delete(self, caller: Caller, ref: EntityRef) -> int:
        """Retires what is known about an entity: its facts, relations from and to it (whoever else is at the other end),
        and open uncertainties about those. What spans regions loses only the covered clauses.

        Facts of others whose value is its name, and texts that name it, stay. Answers how many facts and relations were
        touched. Raises 403 without memory:forget over any of them, and 404
        when the caller sees none.
        """
        caller.require(FORGET)
        gate = await self.visibility.gate(caller) if caller.patterns("memory:read") else None
        if gate is None:
            raise not_found()
        known = await self.known(gate, ref, of_type=True)
        touching = await touching_gate(self.visibility, caller)
        rows = [one for one in known.rows if touching.scope_sets is None or one.scope_set in touching.scope_sets]
        reach = await reach_of(self.visibility, caller, rows)
        if not reach.count:
            raise ApiError("PERMISSION_DENIED", f"{FORGET} is not granted here", metadata={"verb": FORGET})
        ids = {row.id for row in rows}
        doubts = [one for one in await self.memory.uncertainties(touching, ALL_ROWS) if not ids.isdisjoint(one.refs)]
        await self.retirer.retire(caller.context.id, await reach_of(self.visibility, caller, [*rows, *doubts]))
        return reach.count

    async def known(self, gate: Gate, ref: EntityRef, *, of_type: bool = False) -> Known:
        """The entity that a name means through a gate. Raises 404 ENTITY_NOT_FOUND.

        A thing that is known without its type (`other`) is found under any type but a person's, and the other way round;
        of_type: not so, for what changes it.
        """
        for name in dict.fromkeys((ref.name, unquote(ref.name))):
            norm = normalise_name(name)
            for types in [(ref.type,)] if of_type else _types_of(ref):
                near = await self.memory.find_entities(gate, {(type_, norm) for type_ in types}, NAMESAKES)
                for entity in sorted(near, key=lambda one: (one.norm != norm, one.type != ref.type, one.uid)):
                    uids = [entity.uid]
                    rows = await self.memory.assertions(gate, entity_uids=uids, target_uids=uids, limit=ALL_ROWS)
                    if rows:
                        return Known(as_seen(entity, rows), rows)
        raise not_found()

    async def aliases(self, gate: Gate, entity: Entity) -> tuple[str, ...]:
        """Other names of an entity that may be told through a gate, by name."""
        told = await self.memory.other_names(gate, [entity.uid])
        return tuple(name for name in told.get(entity.uid, ()) if normalise_name(name) != entity.norm)

    async def _reading(self, caller: Caller, instants: Instants) -> Gate:
        caller.require("memory:read")
        return await self.visibility.gate(caller, known_at=instants.as_of)


def _types_of(ref: EntityRef) -> list[Collection[str]]:
    """Types to look under, one after the other."""
    if ref.type == PERSON:
        return [(ref.type,)]
    return [(ref.type,), [one for one in ENTITY_TYPES if one != PERSON] if ref.type == OTHER else (OTHER,)]


def entity_ref(type_: str, name: str, *, name_field: str = "entity_name") -> EntityRef:
    """An entity as a path names it. Raises 400 for a blank or malformed part."""
    for field, text in (("entity_type", type_), (name_field, name)):
        if not text.strip():
            raise bad_field(field, "must hold more than blanks")
        if "\x00" in text or "\ufffd" in text:
            raise bad_field(field, "must not hold NUL or broken characters")
    return EntityRef(fold_type(type_), name)


def view_of(entity: Entity, found: Sequence[FactView], aliases: tuple[str, ...] = ()) -> EntityView:
    """Facts of an entity in the order they are shown: by key, then newest start first."""
    ordered = sorted(found, key=lambda one: (one.row.key, -one.row.valid_from, one.row.id))
    return EntityView(
        entity,
        tuple(one for one in ordered if one.target is None),
        tuple(one for one in ordered if one.target is not None),
        aliases,
    )


def not_found() -> ApiError:
    """The same for an entity that never was and for one out of sight."""
    return ApiError("ENTITY_NOT_FOUND", "no such entity")
