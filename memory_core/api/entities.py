"""EntityService: entities and the history of their attributes."""

from __future__ import annotations

from typing import Any

from memory_core.api.convert import attribute_detail, entity_detail, relation_detail
from memory_core.api.request import current
from memory_core.api.wire import instants, optional
from memory_core.contract.gen.memory.v1 import entities_pb2, entities_pb2_grpc
from memory_core.contract.paging import next_token, page_offset
from memory_core.service.entities import EntityService, entity_ref
from memory_core.service.entity_merges import MergeService

DEFAULT_LIMIT = 100


class EntityServicer(entities_pb2_grpc.EntityServiceServicer):
    """Translates; meanings are in service.entities."""

    def __init__(self, entities: EntityService, merges: MergeService) -> None:
        self._entities, self._merges = entities, merges

    async def ListEntities(
        self, request: entities_pb2.ListEntitiesRequest, context: Any
    ) -> entities_pb2.ListEntitiesResponse:
        limit = request.limit if request.HasField("limit") else DEFAULT_LIMIT
        type_, asked = optional(request, "type") or None, instants(request)
        of = ("entities", type_, asked)
        token = optional(request, "page_token")
        offset = page_offset(token, *of) if token else request.offset
        found = await self._entities.list_entities(current().caller, type_, asked, limit, offset)
        return entities_pb2.ListEntitiesResponse(
            entities=[entity_detail(one) for one in found],
            next_page_token=next_token(offset, len(found), limit, None, *of),
        )

    async def GetEntity(self, request: entities_pb2.GetEntityRequest, context: Any) -> entities_pb2.GetEntityResponse:
        ref = entity_ref(request.entity_type, request.entity_name)
        view = await self._entities.get(current().caller, ref, instants(request))
        return entities_pb2.GetEntityResponse(
            attributes=[attribute_detail(one) for one in view.attributes],
            entity=entity_detail(view.entity, view.aliases),
            relations=[relation_detail(one) for one in view.relations],
        )

    async def DeleteEntity(
        self, request: entities_pb2.DeleteEntityRequest, context: Any
    ) -> entities_pb2.DeleteEntityResponse:
        ref = entity_ref(request.entity_type, request.entity_name)
        return entities_pb2.DeleteEntityResponse(deleted=await self._entities.delete(current().caller, ref))

    async def MergeEntities(
        self, request: entities_pb2.MergeEntitiesRequest, context: Any
    ) -> entities_pb2.MergeEntitiesResponse:
        state, ref = current(), entity_ref(request.entity_type, request.entity_name)
        made = await self._merges.merge(state.caller, ref, request.other, dry_run=request.dry_run)
        state.rows = 0 if request.dry_run else made.attributes + made.relations
        return entities_pb2.MergeEntitiesResponse(
            entity=None if made.entity is None else entity_detail(made.entity, made.aliases),
            aliases=made.aliases,
            merged=made.merged,
            moved_attributes=made.attributes,
            moved_relations=made.relations,
            trace_id=made.trace_id,
            dry_run=request.dry_run,
        )

    async def SplitEntity(
        self, request: entities_pb2.SplitEntityRequest, context: Any
    ) -> entities_pb2.SplitEntityResponse:
        state, ref = current(), entity_ref(request.entity_type, request.entity_name)
        made = await self._merges.split(state.caller, ref, request.other, dry_run=request.dry_run)
        state.rows = 0 if request.dry_run else made.attributes + made.relations
        return entities_pb2.SplitEntityResponse(
            entity=None if made.entity is None else entity_detail(made.entity, made.aliases),
            other=None if made.other is None else entity_detail(made.other),
            aliases=made.aliases,
            moved_attributes=made.attributes,
            moved_relations=made.relations,
            trace_id=made.trace_id,
            dry_run=request.dry_run,
        )

    async def GetAttributeHistory(
        self, request: entities_pb2.GetAttributeHistoryRequest, context: Any
    ) -> entities_pb2.GetAttributeHistoryResponse:
        ref = entity_ref(request.entity_type, request.entity_name)
        found = await self._entities.history(current().caller, ref, request.key, instants(request))
        return entities_pb2.GetAttributeHistoryResponse(history=[attribute_detail(one) for one in found])
