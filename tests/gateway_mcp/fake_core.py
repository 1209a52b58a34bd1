"""A core that is only pretended: real gRPC on the loopback, the rules of the protos, canned answers.

It can be told to fail or to hold the next calls, and remembers what came.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import grpc.aio
from google.protobuf.message import Message

from memory_core.contract import metadata
from memory_core.contract.client import CHANNEL_OPTIONS
from memory_core.contract.errors import ApiError
from memory_core.contract.gen.memory.v1 import (
    access_pb2,
    access_pb2_grpc,
    documents_pb2,
    documents_pb2_grpc,
    memory_pb2,
    memory_pb2_grpc,
    recall_pb2,
    recall_pb2_grpc,
)
from memory_core.contract.jsonform import parse
from memory_core.contract.status import abort
from memory_core.contract.validation import check

KEY, CONTEXT = "key-of-the-tests", "dev"
TRACE = "trace:01900000-0000-7000-8000-000000000001"
DOCUMENT = "document:01900000-0000-7000-8000-000000000002"

ANSWERS: dict[str, tuple[type[Message], dict[str, Any]]] = {
    "Whoami": (access_pb2.WhoamiResponse, {"displayName": "tests", "principalId": "principal:1"}),
    "Remember": (
        memory_pb2.RememberResponse,
        {
            "mode": "full",
            "sessionId": "session:1",
            "turnId": "turn:1",
            "traceId": TRACE,
            "extraction": {
                "turnId": "turn:1",
                "entities": [{"entityType": "person", "id": "entity:person/alice", "isNew": True, "name": "Alice"}],
                "attributes": [
                    {
                        "entityId": "entity:person/alice",
                        "id": "attribute:1",
                        "key": "city",
                        "value": "Singapore",
                        "memoryCategory": "identity",
                        "validFrom": "2026-06-01",
                    }
                ],
                "relations": [
                    {"subject": "entity:person/alice", "label": "works_at", "object": "entity:organisation/acme"}
                ],
                "instructions": [{"id": "instruction:1", "label": "style", "description": "always use bullet points"}],
                "corrections": [
                    {"entityId": "entity:person/alice", "key": "role", "oldValue": "CTO", "newValue": "VP"}
                ],
                "uncertainties": [{"about": "Alice: start", "reason": "no date"}],
            },
        },
    ),
    "Query": (
        recall_pb2.QueryResponse,
        {
            "classificationKind": "hybrid",
            "tier": "hybrid",
            "queryMs": 3,
            "traceId": TRACE,
            "trace": {"traceId": TRACE, "resolutionTier": "hybrid"},
            "hits": [
                {"id": "turn:1", "score": 0.9, "source": "memory_chunk", "text": "We moved to Lisbon.", "role": "user"}
            ],
            "contextHits": [{"id": "turn:2", "score": 0.1, "source": "memory_chunk", "text": "Where to?"}],
        },
    ),
    "AssembleContext": (
        memory_pb2.AssembleContextResponse,
        {"context": "### Alice\n- city: Lisbon", "queryMs": 4, "tier": "direct", "traceId": TRACE},
    ),
    "Reflect": (
        memory_pb2.ReflectResponse,
        {
            "evidence": ["turn:1", "entity:person/alice"],
            "reflection": "Alice moves a lot.",
            "traceId": TRACE,
            "mode": "extractive",
            "persistedAttributes": [{"entityId": "entity:person/alice", "key": "theme", "value": "moves"}],
        },
    ),
    "Forget": (
        memory_pb2.ForgetResponse,
        {"deleted": 3, "traceId": TRACE, "receipt": {"id": "receipt:1", "stores": [{"store": "ledger", "copies": 3}]}},
    ),
    "Inspect": (
        memory_pb2.InspectResponse,
        {
            "entity": {
                "entity": {"id": "entity:person/alice", "name": "Alice", "entityType": "person", "aliases": ["Al"]},
                "attributes": [
                    {"entity": "entity:person/alice", "id": "attribute:1", "key": "city", "value": "Lisbon"}
                ],
                "relations": [],
            }
        },
    ),
    "GetProfile": (
        memory_pb2.GetProfileResponse,
        {
            "static": [{"key": "name", "value": "Alice"}],
            "dynamic": [{"key": "focus", "value": "hiring"}],
            "preferences": [{"key": "language", "value": "British English"}],
            "instructions": [{"id": "instruction:1", "label": "style", "description": "always use bullet points"}],
        },
    ),
    "UploadDocument": (
        documents_pb2.UploadDocumentResponse,
        {
            "upload": {"id": DOCUMENT, "status": "queued", "contentHash": "blake3:00", "version": 1},
            "traceId": TRACE,
        },
    ),
    "GetDocument": (
        documents_pb2.GetDocumentResponse,
        {
            "document": {
                "id": DOCUMENT,
                "title": "Handbook",
                "mimeType": "text/markdown",
                "source": "wiki",
                "status": "ready",
                "version": 2,
                "chunkCount": 4,
                "createdAt": "2026-01-01",
            }
        },
    ),
    "QueryDocuments": (
        documents_pb2.QueryDocumentsResponse,
        {
            "traceId": TRACE,
            "results": [
                {
                    "score": 0.94,
                    "chunk": {"id": "chunk:1", "text": "Refunds within 14 days.", "section": "Refunds"},
                    "document": {"id": DOCUMENT, "title": "Policies", "source": "wiki"},
                }
            ],
        },
    ),
}
"""RPC -> its answer, as JSON."""


@dataclass
class FakeCore:
    """What the servicers below share. Set `fails`, `holds` or `answers` to change what comes."""

    target: str = ""
    """Where it listens."""
    fails: dict[str, ApiError] = field(default_factory=dict[str, ApiError])
    """By RPC, from now on."""
    answers: dict[str, Message] = field(default_factory=dict[str, Message])
    """By RPC, in place of the canned one."""
    holds: asyncio.Event | None = None
    """Calls beside Whoami wait for it."""
    entered: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a call beside Whoami has come in."""
    cancelled: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a call was taken back while it waited."""
    calls: list[tuple[str, Any, dict[str, str]]] = field(default_factory=list[tuple[str, Any, dict[str, str]]])
    """(RPC, request, metadata) of every call with a valid key, Whoami left out."""
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a call beside Whoami was answered."""
    uploaded: bytes = b""

    def last(self, rpc: str) -> Any:
        """The last request of an RPC."""
        return next(request for name, request, _ in reversed(self.calls) if name == rpc)

    async def serve(self, rpc: str, request: Any, context: grpc.aio.ServicerContext[Any, Any]) -> Any:
        """What every RPC does: the key, the rules, then what it was told to."""
        came = metadata.incoming(context.invocation_metadata())
        if metadata.secret_of(came.get(metadata.AUTHORIZATION)) != KEY:
            await abort(context, ApiError("UNAUTHENTICATED"))
        if rpc != "Whoami":
            self.calls.append((rpc, request, came))
            self.entered.set()
        try:
            check(request)
            if getattr(request, "context_id", "") not in ("", CONTEXT):
                raise ApiError("CONTEXT_MISMATCH")
            if rpc in self.fails:
                raise self.fails[rpc]
        except ApiError as error:
            await abort(context, error)
        await self._wait(rpc)
        kind, body = ANSWERS[rpc]
        return self.answers.get(rpc) or parse(kind, body)

    async def _wait(self, rpc: str) -> None:
        if rpc == "Whoami":
            return
        try:
            await (self.holds.wait() if self.holds else asyncio.sleep(0))
            self.answered.set()
        except asyncio.CancelledError:
            self.cancelled.set()
            raise


def servicer(core: FakeCore, base: type, *rpcs: str) -> Any:
    """A servicer whose unary RPCs answer as the core says."""

    def method(rpc: str) -> Any:
        async def call(_self: object, request: Any, context: grpc.aio.ServicerContext[Any, Any]) -> Any:
            return await core.serve(rpc, request, context)

        return call

    return type(base.__name__, (base,), {rpc: method(rpc) for rpc in rpcs})()


def document_servicer(core: FakeCore) -> Any:
    """Documents, with the one RPC that takes a stream."""

    async def upload(
        _self: object,
        parts: AsyncIterator[documents_pb2.UploadDocumentRequest],
        context: grpc.aio.ServicerContext[Any, Any],
    ) -> Any:
        content, header = bytearray(), documents_pb2.UploadHeader()
        if "UploadDocument" in core.fails:  # a refusal comes while the file is still on its way
            return await core.serve("UploadDocument", header, context)
        async for part in parts:
            if part.WhichOneof("part") == "header":
                header = part.header
            content.extend(part.chunk)
        core.uploaded = bytes(content)
        return await core.serve("UploadDocument", header, context)

    made = servicer(core, documents_pb2_grpc.DocumentServiceServicer, "GetDocument", "QueryDocuments")
    type(made).UploadDocument = upload
    return made


@asynccontextmanager
async def running_core() -> AsyncGenerator[FakeCore]:
    """A fake core that listens."""
    core, server = FakeCore(), grpc.aio.server(options=list(CHANNEL_OPTIONS))
    memory = ("Remember", "AssembleContext", "Forget", "Reflect", "Inspect", "GetProfile")
    memory_pb2_grpc.add_MemoryServiceServicer_to_server(
        servicer(core, memory_pb2_grpc.MemoryServiceServicer, *memory), server
    )
    recall_pb2_grpc.add_RecallServiceServicer_to_server(
        servicer(core, recall_pb2_grpc.RecallServiceServicer, "Query"), server
    )
    access_pb2_grpc.add_AccessServiceServicer_to_server(
        servicer(core, access_pb2_grpc.AccessServiceServicer, "Whoami"), server
    )
    documents_pb2_grpc.add_DocumentServiceServicer_to_server(document_servicer(core), server)
    core.target = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    await server.start()
    try:
        yield core
    finally:
        await server.stop(None)
