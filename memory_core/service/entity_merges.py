"""MergeService: makes one entity of two, and two of one again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace

from memory_core.contract.errors import ApiError, bad_field
from memory_core.engine.entities import EntityIdError, EntityRef, normalise_name, parse_entity_id, root_of
from memory_core.engine.merging import MergeRefused, Regrouping, merge, split
from memory_core.engine.model import Entity, Trace
from memory_core.engine.plan import Changes, Kin
from memory_core.engine.scopes import uncovered
from memory_core.engine.temporal import is_relation_form
from memory_core.ports.clock import Clock
from memory_core.ports.ledger import Gate, MemoryLedger
from memory_core.service.beliefs import ALL_ROWS
from memory_core.service.caller import Caller
from memory_core.service.entities import EntityService, entity_ref, not_found
from memory_core.service.freshness import Freshness
from memory_core.service.policy import Policies
from memory_core.service.results import as_seen
from memory_core.service.visibility import WRITE, Visibility

Plan = Callable[[Kin], Regrouping]
_TRIES = 5
"""How often what is touched may grow between looking at the grants and taking the lock."""


@dataclass(frozen=True, slots=True)
class Regrouped:
    """What a merge or a split made."""

    entity: Entity | None
    """The survivor as the caller sees it."""
    other: Entity | None
    """After a split the one that came back, as the caller sees it."""
    aliases: tuple[str, ...]
    merged: tuple[str, ...]
    """Ids of the entities that changed sides."""
    attributes: int
    relations: int
    trace_id: str
    """"" where nothing was written."""


class _Grown(Exception):
    """Something else is touched by now, over which the grants were not looked at."""


@dataclass(frozen=True, slots=True)
class MergeService:
    """Merges entities and undoes it, for who sees both and may write wherever they are spoken of.

    Whoever may not write everywhere learns by the refusal that one of the two is spoken of elsewhere too, and no more.
    """

    memory: MemoryLedger
    entities: EntityService
    visibility: Visibility
    policies: Policies
    freshness: Freshness
    clock: Clock
    new_id: Callable[[str], str]

    async def merge(self, caller: Caller, ref: EntityRef, other: str, *, dry_run: bool) -> Regrouped:
        """Merges `other` (an id) into the entity. Raises 400 naming `other`, 403 without memory:write over all that
        both touch, 404 ENTITY_NOT_FOUND for one that the caller does not see."""
        gate = await self._gate(caller)
        into = (await self.entities.known(gate, ref, of_type=True)).entity
        gone = (await self.entities.known(gate, _other_ref(other), of_type=True)).entity
        now, floor = self.clock.now(), self.policies.of(caller.context).confidence_floor

        def plan(kin: Kin) -> Regrouping:
            ends = [root_of(one.uid, kin.entities) for one in (into, gone)]
            if ends[0] is None or ends[1] is None:
                raise not_found()
            return merge(kin, ends[0], ends[1], now, floor)

        told = set(await self.entities.aliases(gate, into)) | set(await self.entities.aliases(gate, gone))
        done, trace_id = await self._carry_out(caller, "merge_entities", [into.uid, gone.uid], plan, dry_run=dry_run)
        if dry_run:
            told |= {one.name for one in done.moved}
            aliases = tuple(sorted(name for name in told if normalise_name(name) != into.norm))
        else:
            aliases = await self.entities.aliases(gate, into)
        return self._answer(gate, await self._seen(gate, into.uid), None, aliases, done, trace_id)

    async def split(self, caller: Caller, ref: EntityRef, other: str, *, dry_run: bool) -> Regrouped:
        """Takes back the merge of `other` (the id of a merged entity). Raises as `merge` does."""
        gate = await self._gate(caller)
        whole = (await self.entities.known(gate, ref, of_type=True)).entity
        wanted = _other_ref(other)
        names = await self.memory.other_names(gate, [whole.uid])
        told = {normalise_name(name) for name in names.get(whole.uid, ())}
        kin = await self.memory.kin(gate.context, [whole.uid])
        found = _merged_as(kin, whole.uid, wanted, told)
        if found is None:
            await self.entities.known(gate, wanted, of_type=True)
            raise bad_field("other", "was not merged into that entity")
        now, floor = self.clock.now(), self.policies.of(caller.context).confidence_floor

        def plan(kin: Kin) -> Regrouping:
            root = root_of(found, kin.entities)
            if root is None:
                raise not_found()
            return split(kin, root, found, now, floor)

        done, trace_id = await self._carry_out(caller, "split_entity", [whole.uid], plan, dry_run=dry_run)
        joined = done.changes.entities[0].merged_into
        back = None if dry_run else await self._seen(gate, found if joined is None else joined)
        aliases = await self.entities.aliases(gate, whole)
        if dry_run:
            gone = {one.norm for one in done.moved}
            aliases = tuple(name for name in aliases if normalise_name(name) not in gone)
        return self._answer(gate, await self._seen(gate, whole.uid), back, aliases, done, trace_id)

    async def _gate(self, caller: Caller) -> Gate:
        caller.require(WRITE)
        if not caller.patterns("memory:read"):
            raise not_found()
        return await self.visibility.gate(caller)

    async def _carry_out(
        self, caller: Caller, operation: str, uids: Collection[int], plan: Plan, *, dry_run: bool
    ) -> tuple[Regrouping, str]:
        for _ in range(_TRIES):
            kin = await self.memory.kin(caller.context.id, uids)
            allowed = await self._writable(caller, kin)
            if dry_run:
                return _tried(plan, kin), ""
            try:
                return await self._commit(caller, operation, uids, plan, allowed)
            except _Grown:
                continue
        raise ApiError("STORE_UNAVAILABLE", "the entities are written to all the time")

    async def _commit(
        self, caller: Caller, operation: str, uids: Collection[int], plan: Plan, allowed: frozenset[int]
    ) -> tuple[Regrouping, str]:
        trace_id, plans = self.new_id("trace"), list[Regrouping]()

        def decide(kin: Kin) -> Changes:
            if not _touched(kin) <= allowed:
                raise _Grown
            done = _tried(plan, kin)
            plans.append(done)
            trace = self._trace(caller, operation, trace_id, kin, done)
            return replace(done.changes, traces=(trace,))

        committed = await self.memory.regroup(caller.context.id, uids, decide)
        await self.freshness.after_write(caller, committed.outbox_seq, len(uids))
        return plans[-1], trace_id

    async def _writable(self, caller: Caller, kin: Kin) -> frozenset[int]:
        """The scope sets that are touched. Raises 403 where one of them is not wholly inside memory:write."""
        touched, granted = _touched(kin), caller.patterns(WRITE)
        for scope_set in touched:
            if uncovered(granted, await self.visibility.clauses_of(caller.context.id, scope_set)):
                raise ApiError(
                    "PERMISSION_DENIED", f"{WRITE} is not granted over all that they touch", metadata={"verb": WRITE}
                )
        return touched

    async def _seen(self, gate: Gate, uid: int) -> Entity | None:
        """A survivor as far as it is seen."""
        rows = await self.memory.assertions(gate, entity_uids=[uid], target_uids=[uid], limit=ALL_ROWS)
        found = await self.memory.entities(gate.context, [uid]) if rows else {}
        return as_seen(found[uid], rows) if uid in found else None

    def _answer(
        self,
        gate: Gate,
        entity: Entity | None,
        other: Entity | None,
        aliases: tuple[str, ...],
        done: Regrouping,
        trace_id: str,
    ) -> Regrouped:
        rows = [row for row in done.rows if gate.scope_sets is None or row.scope_set in gate.scope_sets]
        relations = sum(map(is_relation_form, rows))
        merged = tuple(one.id for one in done.moved)
        return Regrouped(entity, other, aliases, merged, len(rows) - relations, relations, trace_id)

    def _trace(self, caller: Caller, operation: str, trace_id: str, kin: Kin, done: Regrouping) -> Trace:
        before = kin.entities[done.moved[0].uid]
        after = done.changes.entities[0].merged_into
        parents = {"was": before.merged_into, "is": after}
        return Trace(
            id=trace_id,
            context=caller.context.id,
            principal_id=caller.acting_id,
            kind="decision",
            operation=operation,
            created_at=self.clock.now(),
            latency_ms=0,
            refs=done.told,
            payload={
                "moved": [one.id for one in done.moved],
                "mergedInto": {when: None if uid is None else kin.entities[uid].id for when, uid in parents.items()},
                "live": dict(list(done.changes.live.items())[:500]),
            },
        )


def _tried(plan: Plan, kin: Kin) -> Regrouping:
    try:
        return plan(kin)
    except MergeRefused as error:
        raise bad_field("other", str(error)) from error


def _touched(kin: Kin) -> frozenset[int]:
    return frozenset[int]().union(*kin.touched.values())


def _other_ref(text: str) -> EntityRef:
    try:
        ref = parse_entity_id(text)
    except EntityIdError as error:
        raise bad_field("other", "must read entity:<type>/<name>") from error
    return entity_ref(ref.type, ref.name, name_field="other")


def _merged_as(kin: Kin, whole: int, wanted: EntityRef, told: Collection[str]) -> int | None:
    """The merged entity of that type and name, of several the newest. One that only joined its own namesake is none."""
    root, norm = root_of(whole, kin.entities), normalise_name(wanted.name)
    found = [one for one in _merged(kin) if root_of(one.uid, kin.entities) == root and norm in told]
    named = [one.uid for one in found if (one.type, one.norm) == (wanted.type, norm)]
    return max(named, default=None)


def _merged(kin: Kin) -> Iterable[Entity]:
    for one in kin.entities.values():
        above = kin.entities.get(one.merged_into) if one.merged_into is not None else None
        if above is not None and (above.type, above.norm) != (one.type, one.norm):
            yield one
