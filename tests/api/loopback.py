"""A core's gRPC server on a loopback port: every step, access on the embedded ledger, and probes in place of recall and upload."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import grpc.aio
from grpc_health.v1 import health, health_pb2_grpc

from memory_core.api.access import AccessServicer, ScopeServicer
from memory_core.api.admin import AdminServicer
from memory_core.api.interceptors import Chain
from memory_core.api.request import current
from memory_core.contract.client import CoreClient, connect
from memory_core.contract.errors import ApiError
from memory_core.contract.gen.memory.v1 import (
    access_pb2_grpc,
    admin_pb2,
    admin_pb2_grpc,
    documents_pb2,
    documents_pb2_grpc,
    recall_pb2,
    recall_pb2_grpc,
    scopes_pb2_grpc,
)
from memory_core.contract.metadata import AUTHORIZATION, Metadata, bearer
from memory_core.contract.status import from_rpc_error
from memory_core.engine.model import Context
from tests.service.access_world import MANAGEMENT_SECRET, AccessWorld


@dataclass
class Probe(recall_pb2_grpc.RecallServiceServicer, documents_pb2_grpc.DocumentServiceServicer):
    """Servicers that do what a test tells them."""

    act: Callable[[], Awaitable[object]] | None = None
    seen: list[Any] = field(default_factory=list[Any])

    async def Query(self, request: recall_pb2.QueryRequest, context: Any) -> recall_pb2.QueryResponse:  # noqa: N802
        """Answers with a trace id."""
        self.seen.append(current())
        if self.act is not None:
            await self.act()
        return recall_pb2.QueryResponse(trace_id="trace:1")

    async def UploadDocument(  # noqa: N802
        self, request_iterator: AsyncIterator[documents_pb2.UploadDocumentRequest], context: Any
    ) -> documents_pb2.UploadDocumentResponse:
        """Reads everything."""
        async for message in request_iterator:
            self.seen.append(message)
        return documents_pb2.UploadDocumentResponse()

    async def DownloadDocument(  # noqa: N802
        self, request: documents_pb2.DownloadDocumentRequest, context: Any
    ) -> AsyncIterator[documents_pb2.DownloadDocumentResponse]:
        """Sends one message, then acts."""
        yield documents_pb2.DownloadDocumentResponse(chunk=b"first")
        if self.act is not None:
            await self.act()


async def reindexed(context: Context) -> int:
    """In place of a reindex."""
    return 3


async def migrations() -> list[Any]:
    """In place of the ledger's migrations."""
    return []


@asynccontextmanager
async def serving(world: AccessWorld, probe: Probe, chain: Chain) -> AsyncGenerator[CoreClient]:
    """A client of a server that ends with the block."""
    server = grpc.aio.server(interceptors=[chain])
    recall_pb2_grpc.add_RecallServiceServicer_to_server(probe, server)
    documents_pb2_grpc.add_DocumentServiceServicer_to_server(probe, server)
    access_pb2_grpc.add_AccessServiceServicer_to_server(AccessServicer(world.access, world.keys), server)
    forgets: Any = None
    scopes_pb2_grpc.add_ScopeServiceServicer_to_server(ScopeServicer(world.scopes, forgets, world.new_id), server)
    admin = AdminServicer(world.contexts, {admin_pb2.LIFECYCLE_OPERATION_REINDEX: reindexed}, migrations)
    admin_pb2_grpc.add_AdminServiceServicer_to_server(admin, server)
    checks: Any = health.aio.HealthServicer()  # pyright: ignore[reportAttributeAccessIssue]
    health_pb2_grpc.add_HealthServicer_to_server(checks, server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        async with connect(f"127.0.0.1:{port}") as client:
            yield client
    finally:
        await server.stop(0)


def with_key(secret: str, *more: tuple[str, str]) -> Metadata:
    """Metadata of a call."""
    return ((AUTHORIZATION, bearer(secret)), *more)


MANAGER = with_key(MANAGEMENT_SECRET)


async def error_of(call: Awaitable[Any]) -> ApiError:
    """The error that a call ends with."""
    try:
        await call
    except grpc.aio.AioRpcError as failed:
        return from_rpc_error(failed)
    raise AssertionError("the call was served")
