"""The HTTP side of the MCP door: one POST endpoint, JSON or an event stream, CORS, and refusals that are quick.

Start the server with `handler_cancellation=True`: in the modern era a client that goes away takes its request back.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import uuid
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import orjson
from aiohttp import web
from opentelemetry import propagate

from gateway_mcp.calls import Sender, ToolCaller
from gateway_mcp.config import McpConfig
from gateway_mcp.dispatch import Answer, Dispatcher, Posted
from memory_core.contract import metadata
from memory_core.contract.client import CoreClient

JSON, SSE = "application/json", "text/event-stream"
ALLOW_HEADERS = (
    "Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID, "
    "X-Spectron-Context, X-Spectron-Scope, X-Memory-On-Behalf-Of"
)
DELEGATION = ("X-Memory-On-Behalf-Of", "X-Spectron-On-Behalf-Of", "X-Agent-Memory-On-Behalf-Of")
_SANE_ID = re.compile(r"[\w.:\-]{1,128}")
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class McpDoor:
    """Handlers of /mcp and of the paths that clients probe."""

    def __init__(self, core: CoreClient, config: McpConfig) -> None:
        self._config = config
        self._dispatcher = Dispatcher(ToolCaller(core, config.deadline_s), config)

    async def post(self, request: web.Request) -> web.StreamResponse:
        """One message, or a batch where the revision has them."""
        if (refused := self._bad_origin(request)) is not None:
            return refused
        body = await _body(request, self._config.body_limit)
        if body is None:
            return self._json(request, Answer(413, _error("the message is too large")))
        posted = Posted(body, {name.lower(): value for name, value in request.headers.items()}, _sender(request))
        message, refusal = await self._dispatcher.read(posted)
        if refusal is not None:
            return self._json(request, refusal)
        accept = request.headers.get("Accept", "*/*").lower()
        takes_json = JSON in accept or "*/*" in accept or "application/*" in accept
        takes_stream = SSE in accept or "*/*" in accept or "text/*" in accept
        if takes_stream and (not takes_json or self._dispatcher.streams(message)):
            return await self._stream(request, message, posted)
        work = self._dispatcher.answer(message, posted, _no_progress)
        if self._dispatcher.is_modern(posted, message):
            return self._json(request, await work)
        return self._json(request, await asyncio.shield(asyncio.ensure_future(work)))

    async def _stream(self, request: web.Request, message: object, posted: Posted) -> web.StreamResponse:
        queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue(64)
        work = asyncio.ensure_future(self._dispatcher.answer(message, posted, queue.put))
        modern = self._dispatcher.is_modern(posted, message)
        response: web.StreamResponse | None = None
        try:
            while not work.done() or not queue.empty():
                event = await self._next(queue, work)
                if event is None and work.done():
                    break
                if response is None:
                    response = await self._opened(request)
                await response.write(_event(event) if event is not None else b": waiting\n\n")
            answer = work.result()
            if answer.status != 200 and response is None:
                return self._json(request, answer)
            response = response or await self._opened(request)
            for one in answer.body if isinstance(answer.body, list) else [answer.body]:
                await response.write(_event(one))
            await response.write_eof()
            return response
        finally:
            if modern and not work.done():
                work.cancel()

    async def _next(self, queue: asyncio.Queue[dict[str, Any]], work: asyncio.Future[Answer]) -> dict[str, Any] | None:
        """The next event; None when the work ended, or when it is time for a sign of life."""
        getter = asyncio.ensure_future(queue.get())
        try:
            await asyncio.wait({getter, work}, timeout=self._config.keepalive_s, return_when=asyncio.FIRST_COMPLETED)
            return getter.result() if getter.done() else None
        finally:
            if not getter.done():
                getter.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await getter

    async def _opened(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Cache-Control": "no-cache", "X-Accel-Buffering": "no"})
        response.content_type = SSE
        response.headers.update(self._cors(request))
        await response.prepare(request)
        return response

    async def options(self, request: web.Request) -> web.StreamResponse:
        """A preflight; needs no key."""
        return self._bad_origin(request) or web.Response(status=204, headers=self._cors(request))

    async def not_allowed(self, request: web.Request) -> web.StreamResponse:
        """There is no stream to open and no session to end."""
        headers = {"Allow": "POST, OPTIONS", **self._cors(request)}
        return web.json_response(_error("only POST is served here"), status=405, headers=headers)

    async def unknown(self, request: web.Request) -> web.StreamResponse:
        """What OAuth clients probe; static keys must not start a flow."""
        if self._config.resource_url and request.path.startswith("/.well-known/oauth-protected-resource"):
            issuers = list(self._config.authorization_servers)
            return web.json_response({"resource": self._config.resource_url, "authorization_servers": issuers})
        return web.json_response({"error": "not_found"}, status=404)

    def _bad_origin(self, request: web.Request) -> web.Response | None:
        origin = request.headers.get("Origin")
        if origin is None or origin in self._config.allowed_origins or is_loopback_origin(origin):
            return None
        return web.json_response(_error("origin not allowed"), status=403)

    def _cors(self, request: web.Request) -> dict[str, str]:
        return {
            "Access-Control-Allow-Origin": request.headers.get("Origin", "*"),
            "Access-Control-Allow-Methods": "POST, OPTIONS",
            "Access-Control-Allow-Headers": ALLOW_HEADERS,
            "Access-Control-Expose-Headers": "X-Request-Id, WWW-Authenticate",
            "Access-Control-Max-Age": "600",
            "Vary": "Origin",
        }

    def _json(self, request: web.Request, answer: Answer) -> web.Response:
        headers = {**answer.headers, **self._cors(request)}
        if answer.unauthenticated:
            sent = bool(metadata.secret_of(request.headers.get("Authorization")))
            headers["WWW-Authenticate"] = 'Bearer realm="memory"' + (', error="invalid_token"' if sent else "")
        if answer.body is None:
            return web.Response(status=answer.status, headers=headers)
        return web.Response(status=answer.status, body=orjson.dumps(answer.body), content_type=JSON, headers=headers)


def is_loopback_origin(origin: str) -> bool:
    """Whether a browser page on this very machine calls."""
    try:
        parts = urlsplit(origin)
        return parts.scheme in ("http", "https") and parts.hostname in _LOOPBACK
    except ValueError:
        return False


def add_routes(app: web.Application, core: CoreClient, config: McpConfig) -> None:
    """Serves /mcp and what clients probe around it."""
    door = McpDoor(core, config)
    for path in ("/mcp", "/mcp/"):
        app.router.add_route("POST", path, door.post)
        app.router.add_route("OPTIONS", path, door.options)
        app.router.add_route("*", path, door.not_allowed)
    app.router.add_route("*", "/.well-known/{tail:.*}", door.unknown)
    app.router.add_route("*", "/register", door.unknown)


def build_app(core: CoreClient, config: McpConfig) -> web.Application:
    """An application with the MCP door alone."""
    app = web.Application(client_max_size=config.body_limit)
    add_routes(app, core, config)
    return app


async def _body(request: web.Request, limit: int) -> bytes | None:
    """The whole body; None when it is too large."""
    if (request.content_length or 0) > limit:
        return None
    body = bytearray()
    async for piece in request.content.iter_any():
        body.extend(piece)
        if len(body) > limit:
            return None
    return bytes(body)


def _sender(request: web.Request) -> Sender:
    given = request.headers.get("X-Request-Id", "")
    carried: dict[str, str] = {}
    propagate.inject(carried)
    values: Mapping[str, str | None] = {
        metadata.AUTHORIZATION: request.headers.get("Authorization"),
        metadata.REQUEST_ID: given if _SANE_ID.fullmatch(given) else uuid.uuid4().hex,
        metadata.TRACEPARENT: carried.get("traceparent") or request.headers.get("traceparent"),
        metadata.DOOR: "mcp",
        metadata.ON_BEHALF_OF: next((request.headers[name] for name in DELEGATION if name in request.headers), None),
    }
    return Sender(
        metadata.outgoing(values),
        request.headers.get("X-Spectron-Context", "").strip(),
        request.headers.get("X-Spectron-Scope"),
    )


def _event(message: dict[str, Any]) -> bytes:
    return b"event: message\ndata: " + orjson.dumps(message) + b"\n\n"


def _error(message: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": None, "error": {"code": -32000, "message": message}}


async def _no_progress(_: dict[str, Any]) -> None:
    return None
