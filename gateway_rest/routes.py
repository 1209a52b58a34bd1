"""The route table: which path is which RPC, where its request comes from, and what its answer looks like.

Paths are matched segment by segment on the raw path, so that a name may hold an encoded slash. `{context_id}` and its like
fill request fields of the same name; query parameters are read in camelCase and snake_case; everything else is the body.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from google.protobuf.message import Message

from memory_core.contract.client import CoreClient
from memory_core.contract.gen.memory.v1 import (
    access_pb2,
    admin_pb2,
    documents_pb2,
    entities_pb2,
    memory_pb2,
    recall_pb2,
    scopes_pb2,
    sessions_pb2,
    traces_pb2,
)

INSTANTS = ("as_of", "at_instant", "valid_from", "valid_until")
RESERVED_CONTEXTS = frozenset({"contexts", "verbs", "health", "migrations", "openapi.json"})
_DATA, _ADMIN = "/api/v1/{context_id}", "/api/v1/contexts/{context_id}"


@dataclass(frozen=True, slots=True)
class Route:
    """One row: a method and path, and how it becomes a call."""

    method: str
    path: str
    rpc: Callable[[CoreClient], Any]
    request: type[Message]
    body: bool = False
    """Whether a JSON body fills the request."""
    query: Sequence[str] = ()
    """Request fields that come as query parameters."""
    status: int = 200
    show: str = ""
    """Response field that is the answer; empty: the whole message."""
    created: str = ""
    """Response field that tells 201 (true) from 200."""
    idempotent: bool = False
    """Whether an Idempotency-Key counts."""
    long: bool = False
    only: dict[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    """Path parameter -> names that belong to other routes, served or not."""

    @property
    def segments(self) -> list[str]:
        """The path in parts."""
        return self.path.strip("/").split("/")


def _data(method: str, path: str, rpc: Callable[[CoreClient], Any], request: type[Message], **more: Any) -> Route:
    return Route(method, _DATA + path, rpc, request, **more)


def _admin(method: str, path: str, rpc: Callable[[CoreClient], Any], request: type[Message], **more: Any) -> Route:
    return Route(method, _ADMIN + path, rpc, request, **more)


_NOT_IDS = {"id": frozenset({"keywords", "query", "recompute-links"})}
_NOT_TRACES = {"trace_id": frozenset({"stats"})}

MEMORY = [
    _data("POST", "/facts", lambda c: c.memory.Remember, memory_pb2.RememberRequest, body=True, idempotent=True),
    _data(
        "POST",
        "/facts/batch",
        lambda c: c.memory.RememberBatch,
        memory_pb2.RememberBatchRequest,
        body=True,
        idempotent=True,
    ),
    _data("POST", "/query", lambda c: c.recall.Query, recall_pb2.QueryRequest, body=True),
    _data("POST", "/context", lambda c: c.memory.AssembleContext, memory_pb2.AssembleContextRequest, body=True),
    _data("POST", "/forget", lambda c: c.memory.Forget, memory_pb2.ForgetRequest, body=True, long=True),
    _data("POST", "/reflect", lambda c: c.memory.Reflect, memory_pb2.ReflectRequest, body=True),
    _data("GET", "/inspect", lambda c: c.memory.Inspect, memory_pb2.InspectRequest, query=("ref", *INSTANTS)),
    _data("GET", "/state", lambda c: c.memory.GetState, memory_pb2.GetStateRequest, query=INSTANTS),
    _data("GET", "/profile", lambda c: c.memory.GetProfile, memory_pb2.GetProfileRequest, query=INSTANTS),
]
SESSIONS = [
    _data(
        "POST",
        "/sessions",
        lambda c: c.sessions.CreateSession,
        sessions_pb2.CreateSessionRequest,
        body=True,
        status=201,
    ),
    _data(
        "DELETE",
        "/sessions/{session_id}",
        lambda c: c.sessions.DeleteSession,
        sessions_pb2.DeleteSessionRequest,
        status=204,
    ),
    _data(
        "GET",
        "/sessions/{session_id}/turns",
        lambda c: c.sessions.ListTurns,
        sessions_pb2.ListTurnsRequest,
        query=("limit", "offset", "page_token"),
    ),
    _data(
        "POST",
        "/sessions/{session_id}/context",
        lambda c: c.sessions.AssembleSessionContext,
        sessions_pb2.AssembleSessionContextRequest,
        body=True,
    ),
]
ENTITIES = [
    _data(
        "GET",
        "/entities",
        lambda c: c.entities.ListEntities,
        entities_pb2.ListEntitiesRequest,
        query=("type", "limit", "offset", "page_token", *INSTANTS),
    ),
    _data(
        "GET",
        "/entities/{entity_type}/{entity_name}",
        lambda c: c.entities.GetEntity,
        entities_pb2.GetEntityRequest,
        query=INSTANTS,
    ),
    _data(
        "DELETE",
        "/entities/{entity_type}/{entity_name}",
        lambda c: c.entities.DeleteEntity,
        entities_pb2.DeleteEntityRequest,
        status=204,
    ),
    _data(
        "GET",
        "/entities/{entity_type}/{entity_name}/history/{key}",
        lambda c: c.entities.GetAttributeHistory,
        entities_pb2.GetAttributeHistoryRequest,
        query=INSTANTS,
    ),
]
SCOPES = [
    _data("GET", "/scopes", lambda c: c.scopes.ListScopes, scopes_pb2.ListScopesRequest, show="scopes"),
    _data(
        "POST",
        "/scopes",
        lambda c: c.scopes.RegisterScope,
        scopes_pb2.RegisterScopeRequest,
        body=True,
        show="scope",
        created="created",
    ),
    _data(
        "DELETE", "/scopes", lambda c: c.scopes.DeleteScope, scopes_pb2.DeleteScopeRequest, query=("path",), status=204
    ),
    _data(
        "POST", "/scopes/forget", lambda c: c.scopes.ForgetScope, scopes_pb2.ForgetScopeRequest, body=True, long=True
    ),
]
DOCUMENTS = [
    _data(
        "GET",
        "/documents",
        lambda c: c.documents.ListDocuments,
        documents_pb2.ListDocumentsRequest,
        query=("status", "mime_type", "page", "page_size", "page_token"),
    ),
    _data(
        "POST", "/documents/query", lambda c: c.documents.QueryDocuments, documents_pb2.QueryDocumentsRequest, body=True
    ),
    _data(
        "GET",
        "/documents/{id}",
        lambda c: c.documents.GetDocument,
        documents_pb2.GetDocumentRequest,
        show="document",
        only=_NOT_IDS,
    ),
    _data(
        "DELETE",
        "/documents/{id}",
        lambda c: c.documents.DeleteDocument,
        documents_pb2.DeleteDocumentRequest,
        status=204,
        long=True,
        only=_NOT_IDS,
    ),
    _data(
        "GET",
        "/documents/{id}/chunks",
        lambda c: c.documents.ListChunks,
        documents_pb2.ListChunksRequest,
        query=("page", "page_size", "page_token"),
        only=_NOT_IDS,
    ),
]
TRACES = [
    _data("GET", "/traces", lambda c: c.traces.ListTraces, traces_pb2.ListTracesRequest, query=("limit", "page_token")),
    _data("GET", "/traces/stats", lambda c: c.traces.GetTraceStats, traces_pb2.GetTraceStatsRequest),
    _data(
        "GET",
        "/traces/{trace_id}",
        lambda c: c.traces.GetTrace,
        traces_pb2.GetTraceRequest,
        show="trace",
        only=_NOT_TRACES,
    ),
    _data(
        "GET",
        "/audit",
        lambda c: c.traces.ListAuditRows,
        traces_pb2.ListAuditRowsRequest,
        query=("principal", "kind", "since", "until", "limit", "page_token"),
    ),
]
ACCESS = [
    _data("GET", "/me", lambda c: c.access.Whoami, access_pb2.WhoamiRequest),
    _data("GET", "/keys", lambda c: c.access.ListKeys, access_pb2.ListKeysRequest, show="keys"),
    _data(
        "POST",
        "/keys",
        lambda c: c.access.MintKey,
        access_pb2.MintKeyRequest,
        body=True,
        query=("ttl_seconds",),
        status=201,
        show="minted",
    ),
    _data("DELETE", "/keys/{key_name}", lambda c: c.access.RevokeKey, access_pb2.RevokeKeyRequest, status=204),
    _data(
        "POST",
        "/keys/{key_name}/rotate",
        lambda c: c.access.RotateKey,
        access_pb2.RotateKeyRequest,
        query=("ttl_seconds",),
        show="minted",
    ),
    _data("GET", "/principals", lambda c: c.access.ListPrincipals, access_pb2.ListPrincipalsRequest, show="principals"),
    _data(
        "GET",
        "/principals/{principal_id}",
        lambda c: c.access.GetPrincipal,
        access_pb2.GetPrincipalRequest,
        show="principal",
    ),
    _data(
        "GET",
        "/principals/{principal_id}/effective",
        lambda c: c.access.GetEffectiveGrants,
        access_pb2.GetEffectiveGrantsRequest,
        query=("path", "as_of"),
    ),
    _data(
        "POST",
        "/principals/{principal_id}/grants",
        lambda c: c.access.GrantVerbs,
        access_pb2.GrantVerbsRequest,
        body=True,
        show="principal",
    ),
    _data(
        "DELETE",
        "/principals/{principal_id}/grants",
        lambda c: c.access.RevokeVerbs,
        access_pb2.RevokeVerbsRequest,
        body=True,
        show="principal",
    ),
]
_KEYS = "/principals/{principal_id}/keys"
ADMIN = [
    Route("GET", "/api/v1/contexts", lambda c: c.admin.ListContexts, admin_pb2.ListContextsRequest),
    Route("GET", "/api/v1/verbs", lambda c: c.admin.ListVerbs, admin_pb2.ListVerbsRequest),
    Route("GET", "/api/v1/migrations", lambda c: c.admin.ListMigrations, admin_pb2.ListMigrationsRequest),
    _admin(
        "POST",
        "",
        lambda c: c.admin.CreateContext,
        admin_pb2.CreateContextRequest,
        body=True,
        status=201,
        show="context",
    ),
    _admin("GET", "", lambda c: c.admin.GetContext, admin_pb2.GetContextRequest, show="context"),
    _admin("PATCH", "", lambda c: c.admin.UpdateContext, admin_pb2.UpdateContextRequest, body=True, show="context"),
    _admin("DELETE", "", lambda c: c.admin.DeleteContext, admin_pb2.DeleteContextRequest, status=204, long=True),
    _admin("GET", "/keys", lambda c: c.admin.ListContextKeys, admin_pb2.ListContextKeysRequest, show="keys"),
    _admin(
        "POST",
        "/access-tokens",
        lambda c: c.admin.CreateAccessToken,
        admin_pb2.CreateAccessTokenRequest,
        body=True,
        status=201,
        show="minted",
    ),
    _admin(
        "POST",
        "/lifecycle/{operation}",
        lambda c: c.admin.RunLifecycle,
        admin_pb2.RunLifecycleRequest,
        long=True,
        only={"operation": frozenset({"decay", "expire"})},
    ),
    _admin(
        "GET",
        "/principals",
        lambda c: c.admin.ListContextPrincipals,
        admin_pb2.ListContextPrincipalsRequest,
        show="principals",
    ),
    _admin(
        "POST",
        "/principals",
        lambda c: c.admin.CreatePrincipal,
        admin_pb2.CreatePrincipalRequest,
        body=True,
        show="principal",
        created="created",
    ),
    _admin(
        "PATCH",
        "/principals/{principal_id}",
        lambda c: c.admin.UpdatePrincipal,
        admin_pb2.UpdatePrincipalRequest,
        body=True,
        show="principal",
    ),
    _admin(
        "DELETE",
        "/principals/{principal_id}",
        lambda c: c.admin.DeletePrincipal,
        admin_pb2.DeletePrincipalRequest,
        status=204,
    ),
    _admin("GET", _KEYS, lambda c: c.admin.ListPrincipalKeys, admin_pb2.ListPrincipalKeysRequest, show="keys"),
    _admin(
        "POST",
        _KEYS,
        lambda c: c.admin.MintPrincipalKey,
        admin_pb2.MintPrincipalKeyRequest,
        body=True,
        query=("ttl_seconds",),
        status=201,
        show="minted",
    ),
    _admin(
        "POST",
        _KEYS + "/{name}",
        lambda c: c.admin.MintPrincipalKey,
        admin_pb2.MintPrincipalKeyRequest,
        body=True,
        query=("ttl_seconds",),
        status=201,
        show="minted",
    ),
    _admin(
        "POST",
        _KEYS + "/{name}/rotate",
        lambda c: c.admin.RotatePrincipalKey,
        admin_pb2.RotatePrincipalKeyRequest,
        query=("ttl_seconds",),
        show="minted",
    ),
    _admin(
        "DELETE",
        _KEYS + "/{name}",
        lambda c: c.admin.RevokePrincipalKey,
        admin_pb2.RevokePrincipalKeyRequest,
        status=204,
    ),
]
ROUTES: list[Route] = [*ADMIN, *MEMORY, *SESSIONS, *ENTITIES, *SCOPES, *DOCUMENTS, *TRACES, *ACCESS]
