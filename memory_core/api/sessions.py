"""SessionService: sessions and their turns; the context of a session is in api.recall."""

from __future__ import annotations

import json
from typing import Any

from google.protobuf import json_format

from memory_core.api.convert import scope_clauses, turn_message
from memory_core.api.recall import RecallUses, assemble_session_context
from memory_core.api.request import current
from memory_core.api.wire import optional, selector, stamp
from memory_core.contract.errors import bad_field
from memory_core.contract.gen.memory.v1 import sessions_pb2, sessions_pb2_grpc
from memory_core.contract.paging import next_token, page_offset
from memory_core.service.sessions import SessionService

DEFAULT_LIMIT = 100
METADATA_BYTES = 64 << 10


class SessionServicer(sessions_pb2_grpc.SessionServiceServicer):
    """Translates; meanings are in service.sessions."""

    def __init__(self, sessions: SessionService, recall: RecallUses) -> None:
        self._sessions, self._recall = sessions, recall

    async def CreateSession(
        self, request: sessions_pb2.CreateSessionRequest, context: Any
    ) -> sessions_pb2.CreateSessionResponse:
        scopes = selector(request.scopes, "scopes")
        opened = await self._sessions.create(current().caller, scopes, _metadata(request))
        return sessions_pb2.CreateSessionResponse(
            created_at=stamp(opened.session.created_at), id=opened.session.id, scopes=scope_clauses(opened.clauses)
        )

    async def DeleteSession(
        self, request: sessions_pb2.DeleteSessionRequest, context: Any
    ) -> sessions_pb2.DeleteSessionResponse:
        deleted = await self._sessions.delete(current().caller, request.session_id)
        return sessions_pb2.DeleteSessionResponse(deleted=deleted)

    async def ListTurns(self, request: sessions_pb2.ListTurnsRequest, context: Any) -> sessions_pb2.ListTurnsResponse:
        limit = request.limit if request.HasField("limit") else DEFAULT_LIMIT
        of = ("turns", request.session_id)
        token = optional(request, "page_token")
        offset = page_offset(token, *of) if token else request.offset
        turns = await self._sessions.turns(current().caller, request.session_id, limit, offset)
        return sessions_pb2.ListTurnsResponse(
            turns=[turn_message(one) for one in turns],
            next_page_token=next_token(offset, len(turns), limit, None, *of),
        )

    async def AssembleSessionContext(
        self, request: sessions_pb2.AssembleSessionContextRequest, context: Any
    ) -> sessions_pb2.AssembleSessionContextResponse:
        return await assemble_session_context(request, self._recall)


def _metadata(request: sessions_pb2.CreateSessionRequest) -> Any:
    if not request.HasField("metadata"):
        return None
    try:
        held = json_format.MessageToDict(request.metadata)
        size = len(json.dumps(held).encode())
    except (ValueError, json_format.Error, RecursionError):
        raise bad_field("metadata", "must be JSON") from None
    if size > METADATA_BYTES:
        raise bad_field("metadata", f"must have at most {METADATA_BYTES} bytes as JSON, not {size}")
    return held
