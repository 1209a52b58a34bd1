"""The aiohttp application of the REST door.

Start it with `handler_cancellation=True`, so that a client who goes away ends the call to the core. Middlewares, outermost
first: request id and telemetry, then errors.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import grpc.aio
import structlog
from aiohttp import web
from grpc_health.v1 import health_pb2, health_pb2_grpc
from opentelemetry import metrics, propagate, trace

from gateway_rest.bind import body_of, message_of
from gateway_rest.call import REQUEST_ID, REQUEST_ID_KEY, call_metadata, check_context_header, request_id_of
from gateway_rest.config import RestConfig
from gateway_rest.match import Found, RouteTable
from gateway_rest.openapi import document
from gateway_rest.problem import problem
from gateway_rest.respond import response_of
from gateway_rest.routes import ROUTES, Route
from gateway_rest.upload import send_download, send_upload
from memory_core.contract.client import CoreClient
from memory_core.contract.errors import ApiError
from memory_core.contract.gen.memory.v1 import documents_pb2
from memory_core.contract.jsonform import render
from memory_core.contract.status import from_rpc_error

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
log: Any = structlog.get_logger(__name__)
tracer = trace.get_tracer("gateway_rest")
_latency = metrics.get_meter("gateway_rest").create_histogram(
    "http.server.request.duration", unit="s", description="Time from request to answer"
)
_DOCUMENTS = "/api/v1/{context_id}/documents"
UPLOADS: list[Route] = [
    Route("POST", _DOCUMENTS, lambda c: c.documents.UploadDocument, documents_pb2.UploadDocumentRequest, status=202),
    Route(
        "PUT",
        _DOCUMENTS + "/{id}",
        lambda c: c.documents.ReplaceDocument,
        documents_pb2.ReplaceDocumentRequest,
        status=202,
    ),
    Route(
        "GET", _DOCUMENTS + "/{id}/raw", lambda c: c.documents.DownloadDocument, documents_pb2.DownloadDocumentRequest
    ),
]
HEALTH = Route("GET", "/api/v1/health", lambda c: c, health_pb2.HealthCheckRequest)
OPENAPI = Route("GET", "/api/v1/openapi.json", lambda c: c, health_pb2.HealthCheckRequest)


class RestDoor:
    """Handles every request below /api/."""

    def __init__(self, core: CoreClient, config: RestConfig) -> None:
        self._core, self._config = core, config
        self._table = RouteTable([HEALTH, OPENAPI, *ROUTES, *UPLOADS])
        self._health = health_pb2_grpc.HealthStub(core.channel)
        self._openapi = document([*ROUTES, *UPLOADS])

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Finds the route and serves it; every failure is a problem body."""
        try:
            found = self._table.find(request.method, request.rel_url.raw_path)
            check_context_header(request, found.parameters.get("context_id"))
            return await self._serve(request, found)
        except ApiError as error:
            response = problem(error, request.rel_url.raw_path[:512])
            if allow := error.metadata.get("allow"):
                response.headers["Allow"] = allow
            return response

    async def _serve(self, request: web.Request, found: Found) -> web.StreamResponse:
        if found.route is HEALTH:
            return await self._is_healthy()
        if found.route is OPENAPI:
            return web.json_response(self._openapi)
        if found.route in UPLOADS:
            return await self._document(request, found)
        body = await body_of(request, self._config.body_limit) if found.route.body else b""
        message = message_of(found, list(request.query.items()), body)
        sent = call_metadata(request, body=body, idempotent=found.route.idempotent)
        timeout = self._config.long_deadline_s if found.route.long else self._config.deadline_s
        try:
            answer = await found.route.rpc(self._core)(message, metadata=sent, timeout=timeout)
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from error
        return response_of(found.route, answer)

    async def _document(self, request: web.Request, found: Found) -> web.StreamResponse:
        timeout = self._config.long_deadline_s
        names = found.parameters
        if request.method == "GET":
            sent = call_metadata(request, body=None, idempotent=False)
            asked = documents_pb2.DownloadDocumentRequest(context_id=names["context_id"], id=names["id"])
            return await send_download(
                request, self._core.documents.DownloadDocument(asked, metadata=sent, timeout=timeout)
            )
        header = documents_pb2.UploadHeader(context_id=names["context_id"])
        if "id" in names:
            header.document_id = names["id"]
        sent = call_metadata(request, body=None, idempotent=request.method == "POST")
        call = found.route.rpc(self._core)(metadata=sent, timeout=timeout)
        if request.method == "PUT" and not request.can_read_body:
            await call.write(documents_pb2.ReplaceDocumentRequest(header=header))
            await call.done_writing()
            answer = await _answered(call)
        else:
            answer = await send_upload(request, call, found.route.request, header, self._config.upload_limit + 1)
        return web.json_response(render(answer.upload), status=202)

    async def _is_healthy(self) -> web.Response:
        try:
            answer = await self._health.Check(health_pb2.HealthCheckRequest(), timeout=5)
            serving = answer.status == health_pb2.HealthCheckResponse.SERVING
        except grpc.aio.AioRpcError:
            serving = False
        body = {"status": "ok" if serving else "unavailable"}
        return web.json_response(body, status=200 if serving else 503)


async def _answered(call: Any) -> Any:
    try:
        return await call
    except grpc.aio.AioRpcError as error:
        raise from_rpc_error(error) from error


@web.middleware
async def observe(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Request id, span, latency and one log line, without query strings or bodies."""
    request[REQUEST_ID_KEY] = request_id = request_id_of(request)
    begun = time.perf_counter()
    parent = propagate.extract(dict(request.headers))
    with tracer.start_as_current_span(f"HTTP {request.method}", context=parent, kind=trace.SpanKind.SERVER) as span:
        try:
            response = await handler(request)
        except (web.HTTPException, asyncio.CancelledError):
            raise
        except Exception as error:
            log.error("request failed", error=type(error).__name__, request_id=request_id, exc_info=True)
            response = problem(ApiError("INTERNAL"), request.rel_url.raw_path[:512])
        took = time.perf_counter() - begun
        span.set_attribute("http.response.status_code", response.status)
        _latency.record(took, {"method": request.method, "status": response.status})
    if not response.prepared:
        response.headers[REQUEST_ID] = request_id
    log.debug("request", method=request.method, status=response.status, ms=round(took * 1000, 1), request_id=request_id)
    return response


async def _stamp(request: web.Request, response: web.StreamResponse) -> None:
    if REQUEST_ID_KEY in request:
        response.headers.setdefault(REQUEST_ID, request[REQUEST_ID_KEY])


def add_routes(app: web.Application, core: CoreClient, config: RestConfig) -> None:
    """Serves everything below /api/ of an application."""
    door = RestDoor(core, config)
    app.router.add_route("*", "/api/{tail:.*}", door.handle)
    app.on_response_prepare.append(_stamp)


def build_app(core: CoreClient, config: RestConfig | None = None) -> web.Application:
    """An application with the REST door alone."""
    app = web.Application(middlewares=[observe], client_max_size=(config or RestConfig()).body_limit)
    add_routes(app, core, config or RestConfig())
    return app
