"""The route table: which path is which RPC, where its request comes from, and what its answer looks like.

A path parameter fills the request field of its name. Query parameters are read in camelCase and snake_case. With `body`
everything else of the request is a JSON body. An RPC that streams its requests is an upload, one that streams its
answers a download.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from google.protobuf.descriptor import Descriptor, MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from memory_core.contract.client import CoreClient
from memory_core.contract.gen.memory.v1 import (
    access_pb2,
    admin_pb2,
    documents_pb2,
    entities_pb2,
    lifecycle_pb2,
    memory_pb2,
    recall_pb2,
    scopes_pb2,
    sessions_pb2,
    traces_pb2,
)

SERVICES: Mapping[str, ServiceDescriptor] = {
    "access": access_pb2.DESCRIPTOR.services_by_name["AccessService"],
    "admin": admin_pb2.DESCRIPTOR.services_by_name["AdminService"],
    "documents": documents_pb2.DESCRIPTOR.services_by_name["DocumentService"],
    "entities": entities_pb2.DESCRIPTOR.services_by_name["EntityService"],
    "lifecycle": lifecycle_pb2.DESCRIPTOR.services_by_name["LifecycleService"],
    "memory": memory_pb2.DESCRIPTOR.services_by_name["MemoryService"],
    "recall": recall_pb2.DESCRIPTOR.services_by_name["RecallService"],
    "scopes": scopes_pb2.DESCRIPTOR.services_by_name["ScopeService"],
    "sessions": sessions_pb2.DESCRIPTOR.services_by_name["SessionService"],
    "traces": traces_pb2.DESCRIPTOR.services_by_name["TraceService"],
}
"""By the name that CoreClient has for the stub."""


@dataclass(frozen=True, slots=True)
class Route:
    """One row: a method and path, and how it becomes a call."""

    method: str
    path: str
    rpc: str
    """`service.Method`, the service by its name in SERVICES. Empty: a page of the door itself."""
    body: bool = False
    """Whether a JSON body fills the request; without, a body is passed over."""
    nullable: bool = False
    """Whether a body of `null` is the same as none."""
    query: tuple[str, ...] = ()
    """Request fields that come as query parameters."""
    aliases: Mapping[str, str] = field(default_factory=dict[str, str])
    """Other names of query parameters."""
    fixed: Mapping[str, str] = field(default_factory=dict[str, str])
    """Request fields that the path stands for."""
    repeats: tuple[str, ...] = ()
    """Path parameters that the body may say again."""
    status: int = 200
    show: str = ""
    """Response field that is the answer; empty: the whole message."""
    created: str = ""
    """Response field that tells 201 (true) from 200."""
    snake: bool = False
    """Whether the answer has the names of the protos (the shapes of contexts) in place of camelCase."""
    idempotent: bool = False
    """Whether an Idempotency-Key counts."""
    long: bool = False
    """Whether it may take longer than other calls."""

    @property
    def segments(self) -> list[str]:
        """The path in parts."""
        return self.path.strip("/").split("/")

    @property
    def parameters(self) -> list[str]:
        """Names of the path parameters."""
        return [part[1:-1] for part in self.segments if part.startswith("{")]

    @property
    def call(self) -> MethodDescriptor:
        """The RPC."""
        return method_of(self.rpc)

    @property
    def fields(self) -> Descriptor:
        """The descriptor of its request."""
        asked: Any = self.call.input_type  # typed as a union with what C code makes
        return asked

    @property
    def asked(self) -> type[Message]:
        """The class of its request."""
        return GetMessageClass(self.call.input_type)

    def on(self, core: CoreClient) -> Any:
        """The callable of a client."""
        service, _, name = self.rpc.partition(".")
        return getattr(getattr(core, service), name)


@cache
def method_of(rpc: str) -> MethodDescriptor:
    """The RPC behind `service.Method`."""
    service, _, name = rpc.partition(".")
    return SERVICES[service].methods_by_name[name]


INSTANTS = ("as_of", "at_instant", "valid_from", "valid_until")
PAGE, ROWS = ("page", "page_size", "page_token"), ("limit", "offset", "page_token")
TTL = ("ttl_seconds",)
API = "/api/v1"
DATA, ADMIN = f"{API}/{{context_id}}", f"{API}/contexts/{{context_id}}"
HEALTH = Route("GET", f"{API}/health", "")
OPENAPI = Route("GET", f"{API}/openapi.json", "")

MEMORY = [
    Route("POST", f"{DATA}/facts", "memory.Remember", body=True, idempotent=True),
    Route("POST", f"{DATA}/facts/batch", "memory.RememberBatch", body=True, idempotent=True),
    Route("POST", f"{DATA}/query", "recall.Query", body=True),
    Route("POST", f"{DATA}/context", "memory.AssembleContext", body=True),
    Route("POST", f"{DATA}/forget", "memory.Forget", body=True, long=True),
    Route("POST", f"{DATA}/reflect", "memory.Reflect", body=True),
    Route("GET", f"{DATA}/inspect", "memory.Inspect", query=("ref", *INSTANTS)),
    Route("GET", f"{DATA}/state", "memory.GetState", query=INSTANTS),
    Route("GET", f"{DATA}/profile", "memory.GetProfile", query=INSTANTS),
]
SESSIONS = [
    Route("POST", f"{DATA}/sessions", "sessions.CreateSession", body=True, status=201),
    Route("DELETE", f"{DATA}/sessions/{{session_id}}", "sessions.DeleteSession", status=204),
    Route("GET", f"{DATA}/sessions/{{session_id}}/turns", "sessions.ListTurns", query=ROWS),
    Route("POST", f"{DATA}/sessions/{{session_id}}/context", "sessions.AssembleSessionContext", body=True),
]
LIFECYCLE = [
    Route("POST", f"{DATA}/lifecycle/decay", "lifecycle.RunDecay", body=True, nullable=True, long=True),
    Route("POST", f"{DATA}/lifecycle/expire", "lifecycle.RunExpiry", body=True, nullable=True, long=True),
    Route("POST", f"{DATA}/consolidate", "lifecycle.Consolidate", body=True, nullable=True, long=True),
    Route("POST", f"{DATA}/elaborate", "lifecycle.Elaborate", body=True, nullable=True, long=True),
    Route("POST", f"{DATA}/fsck", "lifecycle.CheckMemory", body=True, nullable=True, long=True),
]
_ENTITY = f"{DATA}/entities/{{entity_type}}/{{entity_name}}"
ENTITIES = [
    Route("GET", f"{DATA}/entities", "entities.ListEntities", query=("type", *ROWS, *INSTANTS)),
    Route("GET", _ENTITY, "entities.GetEntity", query=INSTANTS),
    Route("DELETE", _ENTITY, "entities.DeleteEntity", status=204),
    Route("POST", f"{_ENTITY}/merge", "entities.MergeEntities", body=True),
    Route("POST", f"{_ENTITY}/split", "entities.SplitEntity", body=True),
    Route("GET", f"{_ENTITY}/history/{{key}}", "entities.GetAttributeHistory", query=INSTANTS),
]
SCOPES = [
    Route("GET", f"{DATA}/scopes", "scopes.ListScopes", show="scopes"),
    Route("POST", f"{DATA}/scopes", "scopes.RegisterScope", body=True, show="scope", created="created"),
    Route("DELETE", f"{DATA}/scopes", "scopes.DeleteScope", query=("path",), status=204),
    Route("POST", f"{DATA}/scopes/forget", "scopes.ForgetScope", body=True, long=True),
]
_DOCUMENT = f"{DATA}/documents/{{id}}"
DOCUMENTS = [
    Route("GET", f"{DATA}/documents", "documents.ListDocuments", query=("status", "mime_type", *PAGE)),
    Route("POST", f"{DATA}/documents", "documents.UploadDocument", show="upload", status=202, idempotent=True),
    Route("POST", f"{DATA}/documents/query", "documents.QueryDocuments", body=True),
    Route("GET", _DOCUMENT, "documents.GetDocument", show="document"),
    Route("PUT", _DOCUMENT, "documents.ReplaceDocument", show="upload", status=202),
    Route("DELETE", _DOCUMENT, "documents.DeleteDocument", status=204, long=True),
    Route("GET", f"{_DOCUMENT}/chunks", "documents.ListChunks", query=PAGE),
    Route("GET", f"{_DOCUMENT}/raw", "documents.DownloadDocument"),
]
_AUDIT = ("principal", "kind", "since", "until", "limit", "page_token")
TRACES = [
    Route("GET", f"{DATA}/traces", "traces.ListTraces", query=("limit", "page_token")),
    Route("GET", f"{DATA}/traces/stats", "traces.GetTraceStats"),
    Route("GET", f"{DATA}/traces/{{trace_id}}", "traces.GetTrace", show="trace"),
    Route("GET", f"{DATA}/audit", "traces.ListAuditRows", query=_AUDIT, aliases={"key": "principal"}),
]
_KEY, _PRINCIPAL = f"{DATA}/keys/{{key_name}}", f"{DATA}/principals/{{principal_id}}"
ACCESS = [
    Route("GET", f"{DATA}/me", "access.Whoami"),
    Route("GET", f"{DATA}/keys", "access.ListKeys", show="keys"),
    Route("POST", f"{DATA}/keys", "access.MintKey", body=True, nullable=True, query=TTL, status=201, show="minted"),
    Route("DELETE", _KEY, "access.RevokeKey", status=204),
    Route("POST", f"{_KEY}/rotate", "access.RotateKey", body=True, query=TTL, show="minted"),
    Route("GET", f"{DATA}/principals", "access.ListPrincipals", show="principals"),
    Route("GET", _PRINCIPAL, "access.GetPrincipal", show="principal"),
    Route("GET", f"{_PRINCIPAL}/effective", "access.GetEffectiveGrants", query=("path", "as_of")),
    Route("POST", f"{_PRINCIPAL}/grants", "access.GrantVerbs", body=True, show="principal"),
    Route("DELETE", f"{_PRINCIPAL}/grants", "access.RevokeVerbs", body=True, show="principal"),
]
_ACTORS = f"{ADMIN}/principals"
_ACTOR = f"{_ACTORS}/{{principal_id}}"
_MINT = Route(
    "POST", f"{_ACTOR}/keys", "admin.MintPrincipalKey", body=True, nullable=True, query=TTL, status=201, show="minted"
)
_UPKEEP = [
    Route("POST", f"{ADMIN}/lifecycle/{name}", "admin.RunLifecycle", body=True, fixed={"operation": name}, long=True)
    for name in ("reindex", "decay", "expire")
]
MANAGEMENT = [
    Route("GET", f"{API}/contexts", "admin.ListContexts", snake=True),
    Route("GET", f"{API}/verbs", "admin.ListVerbs", snake=True),
    Route("GET", f"{API}/migrations", "admin.ListMigrations", snake=True),
    Route("POST", ADMIN, "admin.CreateContext", body=True, status=201, show="context", snake=True),
    Route("GET", ADMIN, "admin.GetContext", show="context", snake=True),
    Route("PATCH", ADMIN, "admin.UpdateContext", body=True, show="context", snake=True),
    Route("DELETE", ADMIN, "admin.DeleteContext", status=204, long=True),
    Route("GET", f"{ADMIN}/keys", "admin.ListContextKeys", show="keys"),
    Route("POST", f"{ADMIN}/access-tokens", "admin.CreateAccessToken", body=True, status=201, show="minted"),
    *_UPKEEP,
    Route("GET", _ACTORS, "admin.ListContextPrincipals", show="principals"),
    Route("POST", _ACTORS, "admin.CreatePrincipal", body=True, show="principal", created="created"),
    Route("PATCH", _ACTOR, "admin.UpdatePrincipal", body=True, show="principal"),
    Route("DELETE", _ACTOR, "admin.DeletePrincipal", status=204),
    Route("GET", f"{_ACTOR}/keys", "admin.ListPrincipalKeys", show="keys"),
    _MINT,
    replace(_MINT, path=f"{_ACTOR}/keys/{{name}}", repeats=("name",)),
    Route("DELETE", f"{_ACTOR}/keys/{{name}}", "admin.RevokePrincipalKey", status=204),
    Route("POST", f"{_ACTOR}/keys/{{name}}/rotate", "admin.RotatePrincipalKey", body=True, query=TTL, show="minted"),
]
ROUTES = [*MEMORY, *SESSIONS, *LIFECYCLE, *ENTITIES, *SCOPES, *DOCUMENTS, *TRACES, *ACCESS, *MANAGEMENT]
