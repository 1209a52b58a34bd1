"""The aiohttp application of the REST door."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import grpc.aio
import orjson
from aiohttp import web
from google.protobuf.message import Message
from grpc_health.v1 import health_pb2, health_pb2_grpc

from gateway_rest.bind import message_of
from gateway_rest.body import LARGE, body_of
from gateway_rest.call import authenticate, call_metadata, check_context_header, digest_of
from gateway_rest.config import RestConfig
from gateway_rest.download import send_download
from gateway_rest.match import Found, RouteTable
from gateway_rest.observe import ROUTE_KEY, observe, stamp
from gateway_rest.openapi import document
from gateway_rest.respond import JSON, response_of
from gateway_rest.routes import DATA, HEALTH, OPENAPI, ROUTES
from gateway_rest.upload import Upload
from memory_core.contract.client import CoreClient
from memory_core.contract.gen.memory.v1 import documents_pb2
from memory_core.contract.metadata import Metadata
from memory_core.contract.status import from_rpc_error

__all__ = ["add_routes", "build_app", "observe"]
KNOWN_FIRST = 1 << 20
"""Bytes of a body beyond which the core is asked about the key before the body is read."""
_HEALTH_S = 5.0


class RestDoor:
    """Handles every request below /api/."""

    def __init__(self, core: CoreClient, config: RestConfig) -> None:
        self._core, self._config = core, config
        self._table = RouteTable([HEALTH, OPENAPI, *ROUTES])
        self._health: Any = health_pb2_grpc.HealthStub(core.channel)  # its methods are made at run time
        self._openapi = orjson.dumps(document(ROUTES))

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Finds the route and serves it. Raises ApiError for what is refused."""
        found = self._table.find(request.method, request.rel_url.raw_path)
        route = found.route
        request[ROUTE_KEY] = route.path
        if route is HEALTH:
            return await self._is_healthy()
        if route is OPENAPI:
            return web.Response(body=self._openapi, content_type=JSON)
        if route.path.startswith(DATA):
            check_context_header(request.headers, found.parameters["context_id"])
        if route.call.client_streaming:
            return await self._upload(request, found)
        if route.call.server_streaming:
            return await self._download(request, found)
        return await self._unary(request, found)

    async def _unary(self, request: web.Request, found: Found) -> web.StreamResponse:
        route, config = found.route, self._config
        body: bytes | bytearray = b""
        if route.body:
            await self._check_key_first(request, found)
            body = await body_of(request, config.body_limit)
        query = request.rel_url.raw_query_string
        if len(body) > LARGE:
            message, digest = await asyncio.to_thread(_prepared, found, query, body)
        else:
            message, digest = _prepared(found, query, body)
        sent = call_metadata(request, found, digest)
        timeout = config.long_deadline_s if route.long else config.deadline_s
        try:
            answer = await route.on(self._core)(message, metadata=sent, timeout=timeout)
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from error
        return await response_of(route, answer)

    async def _upload(self, request: web.Request, found: Found) -> web.StreamResponse:
        sent = call_metadata(request, found)
        header = documents_pb2.UploadHeader(context_id=found.parameters["context_id"])
        if "id" in found.parameters:
            header.document_id = found.parameters["id"]
        call = found.route.on(self._core)(metadata=sent, timeout=self._config.transfer_deadline_s)
        upload = Upload(request, call, found.route.asked, header, self._config.upload_limit, self._knows(found, sent))
        return await response_of(found.route, await upload.send())

    async def _download(self, request: web.Request, found: Found) -> web.StreamResponse:
        sent = call_metadata(request, found)
        asked = message_of(found, "", b"")
        stream = found.route.on(self._core)(asked, metadata=sent, timeout=self._config.transfer_deadline_s)
        return await send_download(request, stream)

    async def _check_key_first(self, request: web.Request, found: Found) -> None:
        length = request.content_length
        if request.can_read_body and (length is None or length > KNOWN_FIRST):
            await self._knows(found, call_metadata(request, found))()

    def _knows(self, found: Found, sent: Metadata) -> Callable[[], Awaitable[None]]:
        """Asks the core whether it knows the key. Raises 401 or 403."""
        return lambda: authenticate(self._core, found, sent)

    async def _is_healthy(self) -> web.Response:
        """200 when the core serves; the core is asked, so a door that has lost it says so."""
        try:
            answer = await self._health.Check(health_pb2.HealthCheckRequest(), timeout=_HEALTH_S)
            serving = answer.status == health_pb2.HealthCheckResponse.SERVING
        except grpc.aio.AioRpcError:
            serving = False
        if serving:
            return web.json_response({"status": "ok"})
        return web.json_response({"status": "unavailable"}, status=503, headers={"Retry-After": "1"})


def _prepared(found: Found, query: str, body: bytes | bytearray) -> tuple[Message, str | None]:
    """The request message, and the digest of the body where a repeat is compared by it."""
    return message_of(found, query, body), digest_of(body) if found.route.idempotent else None


def add_routes(app: web.Application, core: CoreClient, config: RestConfig) -> None:
    """Serves everything below /api/ of an application that has `observe` as its outermost middleware."""
    app.router.add_route("*", "/api/{tail:.*}", RestDoor(core, config).handle)
    app.on_response_prepare.append(stamp)


def build_app(core: CoreClient, config: RestConfig | None = None) -> web.Application:
    """An application with the REST door alone."""
    config = config or RestConfig()
    app = web.Application(middlewares=[observe])
    add_routes(app, core, config)
    return app
