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
from google.protobuf.message_factory import GetMessageClass
from grpc_health.v1 import health, health_pb2, health_pb2_grpc

from gateway_rest.routes import SERVICES
from memory_core.contract import metadata
from memory_core.contract.client import CHANNEL_OPTIONS
from memory_core.contract.errors import ApiError
from memory_core.contract.gen.memory.v1 import documents_pb2
from memory_core.contract.jsonform import parse
from memory_core.contract.status import abort
from memory_core.contract.validation import check

KEY, MANAGEMENT_KEY, CONTEXT = "key-of-the-tests", "management-key-of-the-tests", "dev"
TRACE = "trace:01900000-0000-7000-8000-000000000001"
DOCUMENT = "document:01900000-0000-7000-8000-000000000002"
WHEN = "2026-01-01T00:00:00Z"
FILE = b"first page\n" * 50_000

ANSWERS: dict[str, dict[str, Any]] = {
    "Remember": {"mode": "full", "sessionId": "session:1", "turnId": "turn:1", "traceId": TRACE},
    "Query": {
        "classificationKind": "hybrid",
        "tier": "hybrid",
        "trace": {"traceId": TRACE, "resolutionTier": "hybrid"},
        "hits": [
            {"id": "turn:1", "score": 0.9, "source": "memory_chunk", "text": "We moved to Lisbon.", "role": "user"}
        ],
    },
    "Inspect": {"document": {"id": DOCUMENT, "title": "Handbook", "status": "ready"}},
    "RegisterScope": {"scope": {"path": "org/a", "createdAt": WHEN}, "created": True},
    "ListScopes": {"scopes": [{"path": "org/a", "createdAt": WHEN}]},
    "ListKeys": {"keys": [{"id": "key:1", "name": "first", "createdAt": WHEN, "grants": {"memory:read": ["*"]}}]},
    "MintKey": {"minted": {"id": "key:1", "key": "secret", "validUntil": WHEN}},
    "MintPrincipalKey": {"minted": {"id": "key:1", "key": "secret", "validUntil": WHEN}},
    "CreateAccessToken": {"minted": {"id": "key:1", "key": "secret", "validUntil": WHEN}},
    "CreatePrincipal": {"principal": {"id": "principal:1", "displayName": "Ada", "kind": "user"}, "created": True},
    "ListContexts": {"contexts": [{"id": "dev", "config": {"someThing": {"aB": 1}}, "createdAt": WHEN}]},
    "GetContext": {"context": {"id": "dev", "config": {"someThing": {"aB": 1}}, "createdAt": WHEN}},
    "CreateContext": {"context": {"id": "dev", "createdAt": WHEN}},
    "ListVerbs": {"verbs": [{"verb": "memory:read", "description": "Reads."}]},
    "UploadDocument": {"upload": {"id": DOCUMENT, "status": "queued", "version": 1}, "traceId": TRACE},
    "ReplaceDocument": {"upload": {"id": DOCUMENT, "status": "queued", "version": 2}},
}
"""RPC -> its answer as JSON, where it is not the empty message."""


@dataclass
class FakeCore:
    """What all methods share. Set `fails`, `holds` or `answers` to change what comes."""

    target: str = ""
    """Where it listens."""
    fails: dict[str, ApiError] = field(default_factory=dict[str, ApiError])
    """By RPC, from now on; a streaming call fails after its header."""
    answers: dict[str, Message] = field(default_factory=dict[str, Message])
    """By RPC, in place of the canned one."""
    holds: asyncio.Event | None = None
    """Calls wait for it before they answer."""
    entered: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a call has come in."""
    cancelled: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a call was taken back."""
    calls: list[tuple[str, Any, dict[str, str]]] = field(default_factory=list[tuple[str, Any, dict[str, str]]])
    """(RPC, request, metadata) of every call with a valid key."""
    uploads: list[tuple[documents_pb2.UploadHeader, bytes, int]] = field(
        default_factory=list[tuple[documents_pb2.UploadHeader, bytes, int]]
    )
    """(header, content, chunks) of every upload that came to its end."""
    upload_limit: int = 50 << 20
    file: bytes = FILE
    breaks_after: int | None = None
    """Chunks after which a download fails."""
    health: Any = field(default_factory=health.aio.HealthServicer)  # pyright: ignore[reportAttributeAccessIssue]

    def last(self, rpc: str) -> Any:
        """The last request of an RPC."""
        return next(request for name, request, _ in reversed(self.calls) if name == rpc)

    def names(self) -> list[str]:
        """The RPCs that were called, in order."""
        return [name for name, _, _ in self.calls]

    async def admit(self, service: str, rpc: str, request: Any, context: Any) -> None:
        """The key, the rules, and the failure that it was told of."""
        came = metadata.incoming(context.invocation_metadata())
        wanted = MANAGEMENT_KEY if service == "admin" else KEY
        try:
            if metadata.secret_of(came.get(metadata.AUTHORIZATION)) != wanted:
                raise ApiError("UNAUTHENTICATED")
            self.calls.append((rpc, request, came))
            if request is not None:
                if service != "admin" and getattr(request, "context_id", CONTEXT) != CONTEXT:
                    raise ApiError("CONTEXT_MISMATCH")
                check(request)
                if rpc in self.fails:
                    raise self.fails[rpc]
        except ApiError as error:
            await abort(context, error)
        self.entered.set()

    async def wait(self) -> None:
        """Waits while calls are held, and notes when one was taken back meanwhile."""
        if self.holds is None:
            return
        try:
            await self.holds.wait()
        except asyncio.CancelledError:
            self.cancelled.set()
            raise

    def answer(self, rpc: str, kind: type[Message]) -> Message:
        """What it was told to answer, or the canned answer."""
        return self.answers.get(rpc) or parse(kind, ANSWERS.get(rpc, {}))


def _unary(core: FakeCore, service: str, rpc: str, kind: type[Message]) -> Any:
    async def call(request: Any, context: Any) -> Message:
        await core.admit(service, rpc, request, context)
        await core.wait()
        return core.answer(rpc, kind)

    return call


def _upload(core: FakeCore, service: str, rpc: str, kind: type[Message]) -> Any:
    async def call(stream: AsyncIterator[Any], context: Any) -> Message:
        await core.admit(service, rpc, None, context)
        header, content, chunks = documents_pb2.UploadHeader(), bytearray(), 0
        try:
            async for message in stream:
                if message.WhichOneof("part") == "header":
                    header = message.header
                    if rpc in core.fails:
                        raise core.fails[rpc]
                    check(message)
                    continue
                content += message.chunk
                chunks += 1
                if len(content) > core.upload_limit:
                    raise ApiError("BODY_TOO_LARGE", f"a file may have at most {core.upload_limit} bytes")
            # A stream that was taken back ends like a whole one; that it was is known at the next await.
            await context.send_initial_metadata(())
        except ApiError as error:
            await abort(context, error)
        except asyncio.CancelledError:
            core.cancelled.set()
            raise
        await core.wait()
        core.uploads.append((header, bytes(content), chunks))
        return core.answer(rpc, kind)

    return call


def _download(core: FakeCore, service: str, rpc: str) -> Any:
    async def call(request: Any, context: Any) -> AsyncIterator[documents_pb2.DownloadDocumentResponse]:
        await core.admit(service, rpc, request, context)
        canned = core.answers.get(rpc)
        header = canned if isinstance(canned, documents_pb2.DownloadHeader) else documents_pb2.DownloadHeader()
        header.size_bytes = len(core.file)
        yield documents_pb2.DownloadDocumentResponse(header=header)
        try:
            for count, at in enumerate(range(0, len(core.file), 64 << 10)):
                if count == core.breaks_after:
                    await abort(context, ApiError("STORE_UNAVAILABLE"))
                yield documents_pb2.DownloadDocumentResponse(chunk=core.file[at : at + (64 << 10)])
            await core.wait()
        except (asyncio.CancelledError, GeneratorExit):
            core.cancelled.set()
            raise

    return call


def _handlers(core: FakeCore) -> list[grpc.GenericRpcHandler]:
    """Generic handlers of every service of the contract."""
    out: list[grpc.GenericRpcHandler] = []
    for service, descriptor in SERVICES.items():
        methods: dict[str, Any] = {}
        for rpc, method in descriptor.methods_by_name.items():
            asked, answered = GetMessageClass(method.input_type), GetMessageClass(method.output_type)
            coders = {"request_deserializer": asked.FromString, "response_serializer": answered.SerializeToString}
            if method.client_streaming:
                methods[rpc] = grpc.stream_unary_rpc_method_handler(_upload(core, service, rpc, answered), **coders)
            elif method.server_streaming:
                methods[rpc] = grpc.unary_stream_rpc_method_handler(_download(core, service, rpc), **coders)
            else:
                methods[rpc] = grpc.unary_unary_rpc_method_handler(_unary(core, service, rpc, answered), **coders)
        out.append(grpc.method_handlers_generic_handler(descriptor.full_name, methods))
    return out


@asynccontextmanager
async def running_core() -> AsyncGenerator[FakeCore]:
    """A core that listens on a free port."""
    core = FakeCore()
    server = grpc.aio.server(options=list(CHANNEL_OPTIONS))
    server.add_generic_rpc_handlers(_handlers(core))
    health_pb2_grpc.add_HealthServicer_to_server(core.health, server)
    await core.health.set("", health_pb2.HealthCheckResponse.SERVING)
    core.target = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    await server.start()
    try:
        yield core
    finally:
        await server.stop(None)
