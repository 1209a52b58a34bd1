"""InspectService: one thing by reference, explained back to its words."""

from __future__ import annotations

from dataclasses import dataclass

from memory_core.contract.errors import ApiError
from memory_core.engine.entities import EntityRef
from memory_core.engine.instants import Instants
from memory_core.engine.keys import canonical_label
from memory_core.engine.model import Document
from memory_core.engine.temporal import is_relation_form
from memory_core.ports.clock import Clock
from memory_core.ports.ledger import Gate, MemoryLedger
from memory_core.service.beliefs import Beliefs
from memory_core.service.caller import Caller
from memory_core.service.documents import DocumentService
from memory_core.service.entities import EntityService
from memory_core.service.inspect_refs import AttributeRef, RelationRef, RowRef, parse_ref
from memory_core.service.results import AttributeView, EntityView, FactView
from memory_core.service.traces import TraceService, TraceView
from memory_core.service.visibility import Visibility

Inspected = EntityView | AttributeView | tuple[FactView, ...] | TraceView | Document


@dataclass(frozen=True, slots=True)
class InspectService:
    """Shows entities, attributes, relations, documents and traces."""

    memory: MemoryLedger
    visibility: Visibility
    beliefs: Beliefs
    entities: EntityService
    documents: DocumentService
    traces: TraceService
    clock: Clock

    async def inspect(self, caller: Caller, ref: str, instants: Instants) -> Inspected:
        """What a reference names, as known and believed at the instants asked about. A tuple holds relations.

        Raises 400 for a malformed reference, 403 without any memory:read, and the 404 of its kind also for what the
        caller does not see.
        """
        wanted = parse_ref(ref)
        if isinstance(wanted, RowRef) and wanted.kind == "trace":
            return await self.traces.trace(caller, wanted.id)
        caller.require("memory:read")
        if isinstance(wanted, RowRef) and wanted.kind == "document":
            return await self.documents.visible(caller, wanted.id)
        if isinstance(wanted, EntityRef):
            return await self.entities.get(caller, wanted, instants)
        gate = await self.visibility.gate(caller, known_at=instants.as_of)
        match wanted:
            case RowRef(kind="attribute"):
                return await self._attribute_row(gate, wanted.id, instants)
            case RowRef():
                return await self._relation_row(gate, wanted.id, instants)
            case AttributeRef():
                return await self._attribute(gate, wanted, instants)
            case RelationRef():
                return await self._relation(gate, wanted, instants)

    async def _attribute(self, gate: Gate, ref: AttributeRef, instants: Instants) -> AttributeView:
        try:
            history = await self.entities.history_within(gate, ref.entity, ref.key, Instants(as_of=instants.as_of))
        except ApiError as error:
            raise _no_attribute() from error
        if not history:
            raise _no_attribute()
        return await self._with_current(gate, history, instants)

    async def _attribute_row(self, gate: Gate, row_id: str, instants: Instants) -> AttributeView:
        rows = [one for one in await self.memory.assertions(gate, ids=[row_id]) if not is_relation_form(one)]
        if not rows:
            raise _no_attribute()
        history = await self.beliefs.history(gate, rows, Instants(as_of=instants.as_of), self.clock.now())
        return await self._with_current(gate, [one for one in history if one.target is None], instants, row_id)

    async def _with_current(
        self, gate: Gate, history: list[FactView], instants: Instants, row_id: str = ""
    ) -> AttributeView:
        """With the believed fact that speaks for a row, else the newest."""
        rows = [one.row for one in history]
        believed = await self.beliefs.of(gate, rows, instants, self.clock.now())

        def rank(one: FactView) -> tuple[bool, int, int, int]:
            return row_id in one.stands_for, one.row.valid_from, one.row.known_at, one.row.seq

        return AttributeView(max(believed, key=rank, default=None), tuple(history))

    async def _relation_row(self, gate: Gate, row_id: str, instants: Instants) -> tuple[FactView, ...]:
        rows = [one for one in await self.memory.assertions(gate, ids=[row_id]) if one.is_relation]
        if not rows:
            raise _no_relation()
        history = await self.beliefs.history(gate, rows, Instants(as_of=instants.as_of), self.clock.now())
        found = tuple(one for one in history if one.row.id == row_id)
        if not found:  # a repeat, or an observation: what it is told with
            believed = await self.beliefs.of(gate, rows, instants, self.clock.now())
            found = tuple(one for one in believed if row_id in one.stands_for)
        if not found:
            raise _no_relation()
        return found

    async def _relation(self, gate: Gate, ref: RelationRef, instants: Instants) -> tuple[FactView, ...]:
        for subject, label, target in ref.readings:
            try:
                known = await self.entities.known(gate, subject)
                other = await self.entities.known(gate, target)
            except ApiError:
                continue
            key = canonical_label(label) or label.strip()
            rows = [
                one
                for one in known.rows
                if (one.entity_uid, one.key, one.target_uid) == (known.entity.uid, key, other.entity.uid)
            ]
            found = await self.beliefs.of(gate, rows, instants, self.clock.now())
            if found:
                return tuple(found)
        raise _no_relation()


def _no_attribute() -> ApiError:
    return ApiError("ATTRIBUTE_NOT_FOUND", "no such attribute")


def _no_relation() -> ApiError:
    return ApiError("RELATION_NOT_FOUND", "no such relation")
