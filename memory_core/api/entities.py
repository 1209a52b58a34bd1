"""EntityService: entities and the history of their attributes."""

from __future__ import annotations

from typing import Any

from memory_core.api.convert import attribute_detail, entity_detail, relation_detail
from memory_core.api.request import current
from memory_core.api.wire import instants, optional
from memory_core.contract.gen.memory.v1 import entities_pb2, entities_pb2_grpc
from memory_core.contract.paging import next_token, page_offset
from memory_core.service.entities import EntityService, entity_ref

DEFAULT_LIMIT = 100


class EntityServicer(entities_pb2_grpc.EntityServiceServicer):
    """Translates; meanings are in service.entities."""

    def __init__(self, entities: EntityService) -> None:
        self._entities = entities

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
            entity=entity_detail(view.entity),
            relations=[relation_detail(one) for one in view.relations],
        )

    async def DeleteEntity(
        self, request: entities_pb2.DeleteEntityRequest, context: Any
    ) -> entities_pb2.DeleteEntityResponse:
        ref = entity_ref(request.entity_type, request.entity_name)
        return entities_pb2.DeleteEntityResponse(deleted=await self._entities.delete(current().caller, ref))

    async def GetAttributeHistory(
        self, request: entities_pb2.GetAttributeHistoryRequest, context: Any
    ) -> entities_pb2.GetAttributeHistoryResponse:
        ref = entity_ref(request.entity_type, request.entity_name)
        found = await self._entities.history(current().caller, ref, request.key, instants(request))
        return entities_pb2.GetAttributeHistoryResponse(history=[attribute_detail(one) for one in found])
