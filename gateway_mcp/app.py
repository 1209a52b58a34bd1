"""The HTTP side of the MCP door: one POST endpoint, JSON or an event stream, CORS, and refusals that are quick.

Start the server with `handler_cancellation=True`: in the modern era a client that goes away takes its request back. In
the legacy era it does not, so that work runs in tasks of its own.
"""

from __future__ import annotations

import asyncio
import re
import uuid
from collections.abc import Coroutine
from urllib.parse import urlsplit

import orjson
import structlog
from aiohttp import web

from gateway_mcp.calls import Sender
from gateway_mcp.config import McpConfig
from gateway_mcp.dispatch import FAILED, Answer, Dispatcher, Posted, failure
from gateway_mcp.protocol import Object, error_body, is_modern, wants_progress
from memory_core.contract import metadata
from memory_core.contract.client import CoreClient
from memory_core.contract.errors import ApiError

JSON, SSE = "application/json", "text/event-stream"
REQUEST_ID = "X-Request-Id"
REQUEST_ID_KEY = web.RequestKey("mcp_request_id", str)
DELEGATION = ("X-Memory-On-Behalf-Of", "X-Spectron-On-Behalf-Of", "X-Agent-Memory-On-Behalf-Of")
ALLOW_HEADERS = ", ".join(
    (
        *("Authorization", "Content-Type", "Accept", "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"),
        *("Mcp-Session-Id", "Last-Event-ID", "X-Spectron-Context", "X-Spectron-Scope", REQUEST_ID, *DELEGATION),
    )
)
CHECK_FIRST = 1 << 20
"""Bytes of a body beyond which the key is checked before the body is read."""
METADATA_PATH = "/.well-known/oauth-protected-resource"
SIGN_OF_LIFE = b": waiting\n\n"
_SANE_ID = re.compile(r"[\w.:\-]{1,128}", re.ASCII)
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class McpDoor:
    """Handlers of /mcp and of the paths that clients probe."""

    def __init__(self, core: CoreClient, config: McpConfig) -> None:
        self._config = config
        self._dispatcher = Dispatcher(core, config)
        self._running = set[asyncio.Task[Answer]]()
        """Work that goes on when its client has gone."""

    async def post(self, request: web.Request) -> web.StreamResponse:
        """One message, or a batch where the revision has them."""
        if (refused := self._bad_origin(request)) is not None:
            return refused
        try:
            posted = await self._posted(request)
        except ApiError as error:
            return self._json(request, failure(error, None))
        message, refusal = await self._dispatcher.read(posted)
        if refusal is not None:
            return self._json(request, refusal)
        if _streams(request.headers.get("Accept", "*/*").lower(), message):
            return await self._stream(request, message, posted)
        work = self._dispatcher.answer(message, posted)
        if is_modern(message, posted.headers):
            return self._json(request, await work)
        return self._json(request, await asyncio.shield(self._started(work)))

    async def close(self, _app: web.Application | None = None) -> None:
        """Ends what still runs for clients that have gone."""
        left = list(self._running)
        for work in left:
            work.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    async def _posted(self, request: web.Request) -> Posted:
        """The body and what came with it. Raises UNAUTHENTICATED, BODY_TOO_LARGE, or 400 for contradicting headers."""
        sender = _sender(request)
        headers = {name.lower(): ", ".join(request.headers.getall(name)) for name in request.headers}
        limit = self._config.body_limit
        told = f"a message may have at most {limit} bytes"
        too_large = ApiError("BODY_TOO_LARGE", told, metadata={"limit": str(limit)})
        length = request.content_length
        if length is None or length > CHECK_FIRST:
            await self._dispatcher.authenticate(sender)
        if (length or 0) > limit:
            raise too_large
        body = bytearray()
        async for piece in request.content.iter_any():
            body.extend(piece)
            if len(body) > limit:
                raise too_large
        return Posted(body, headers, sender)

    async def _stream(self, request: web.Request, message: object, posted: Posted) -> web.StreamResponse:
        """The answer as events. A refusal that comes before any event still has its status."""
        events = asyncio.Queue[Object | None]()
        work = self._started(self._dispatcher.answer(message, posted, events.put_nowait))
        work.add_done_callback(lambda _: events.put_nowait(None))
        response: web.StreamResponse | None = None
        try:
            while (event := await self._next(events)) is not None:
                response = response or await self._opened(request)
                await response.write(event)
            answer = work.result()
            if answer.status != 200 and response is None:
                return self._json(request, answer)
            response = response or await self._opened(request)
            for one in answer.body if isinstance(answer.body, list) else [answer.body]:
                await response.write(_event(one))
            await response.write_eof()
            return response
        except ConnectionResetError:  # the client has gone
            return response or web.Response(status=499)
        finally:
            if is_modern(message, posted.headers):
                work.cancel()

    async def _next(self, events: asyncio.Queue[Object | None]) -> bytes | None:
        """The next event, or a sign of life when it is time for one; None when there are no more."""
        try:
            async with asyncio.timeout(self._config.keepalive_s):
                event = await events.get()
        except TimeoutError:
            return SIGN_OF_LIFE
        return None if event is None else _event(event)

    async def _opened(self, request: web.Request) -> web.StreamResponse:
        headers = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no", **self._common(request)}
        response = web.StreamResponse(headers=headers)
        response.content_type = SSE
        await response.prepare(request)
        return response

    def _started(self, work: Coroutine[None, None, Answer]) -> asyncio.Task[Answer]:
        """The work as a task that outlives its request."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def options(self, request: web.Request) -> web.StreamResponse:
        """A preflight; needs no key."""
        return self._bad_origin(request) or web.Response(status=204, headers=self._cors(request))

    async def not_allowed(self, request: web.Request) -> web.StreamResponse:
        """There is no stream to open and no session to end."""
        headers = {"Allow": "POST, OPTIONS", **self._cors(request)}
        return web.json_response(error_body(FAILED, "only POST is served here"), status=405, headers=headers)

    async def unknown(self, request: web.Request) -> web.StreamResponse:
        """What OAuth clients probe; static keys must not start a flow."""
        headers = self._cors(request)
        if self._config.resource_url and request.path.startswith(METADATA_PATH):
            issuers = list(self._config.authorization_servers)
            told = {"resource": self._config.resource_url, "authorization_servers": issuers}
            return web.json_response({**told, "bearer_methods_supported": ["header"]}, headers=headers)
        return web.json_response({"error": "not_found"}, status=404, headers=headers)

    def _bad_origin(self, request: web.Request) -> web.Response | None:
        origin = request.headers.get("Origin")
        if origin is None or origin in self._config.allowed_origins or is_loopback_origin(origin):
            return None
        return web.json_response(error_body(FAILED, "origin not allowed"), status=403)

    def _common(self, request: web.Request) -> dict[str, str]:
        return {REQUEST_ID: _request_id(request), **self._cors(request)}

    def _cors(self, request: web.Request) -> dict[str, str]:
        return {
            "Access-Control-Allow-Origin": request.headers.get("Origin", "*"),
            "Access-Control-Allow-Methods": "POST, OPTIONS",
            "Access-Control-Allow-Headers": ALLOW_HEADERS,
            "Access-Control-Expose-Headers": f"{REQUEST_ID}, WWW-Authenticate, Retry-After",
            "Access-Control-Max-Age": "600",
            "Vary": "Origin",
        }

    def _json(self, request: web.Request, answer: Answer) -> web.Response:
        headers = {**answer.headers, **self._common(request)}
        if answer.unauthenticated:
            headers["WWW-Authenticate"] = self._challenge(request.headers.get("Authorization"))
        if answer.body is None:
            return web.Response(status=answer.status, headers=headers)
        return web.Response(status=answer.status, body=orjson.dumps(answer.body), content_type=JSON, headers=headers)

    def _challenge(self, authorization: str | None) -> str:
        """Names an error where a key was sent, and metadata only where an OAuth flow is wanted."""
        parts = ['realm="memory"']
        if metadata.secret_of(authorization):
            parts.append('error="invalid_token"')
        if self._config.resource_url:
            resource = urlsplit(self._config.resource_url)
            where = f"{resource.scheme}://{resource.netloc}{METADATA_PATH}{resource.path.rstrip('/')}"
            parts.append(f'resource_metadata="{where}"')
        return "Bearer " + ", ".join(parts)


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
    app.on_cleanup.append(door.close)


def _streams(accept: str, message: object) -> bool:
    """Events for who takes nothing else, and for who asks to be told of progress and takes them."""
    takes_json = JSON in accept or "*/*" in accept or "application/*" in accept
    takes_events = SSE in accept or "*/*" in accept or "text/*" in accept
    return takes_events and (not takes_json or wants_progress(message))


def _sender(request: web.Request) -> Sender:
    """What travels to the core. Raises 400 for delegation headers that contradict each other."""
    values = {
        metadata.AUTHORIZATION: request.headers.get("Authorization"),
        metadata.REQUEST_ID: _request_id(request),
        metadata.DOOR: "mcp",
        metadata.ON_BEHALF_OF: _delegate(request),
    }
    context_id = request.headers.get("X-Spectron-Context", "").strip()
    return Sender(metadata.outgoing(values), context_id, request.headers.get("X-Spectron-Scope"))


def _request_id(request: web.Request) -> str:
    """The caller's own request id where it is a sane one, else what logs call the request already, else a new one."""
    if REQUEST_ID_KEY not in request:
        given = request.headers.get(REQUEST_ID, "")
        if not _SANE_ID.fullmatch(given):
            given = structlog.contextvars.get_contextvars().get("request_id") or uuid.uuid4().hex
        request[REQUEST_ID_KEY] = given
    return request[REQUEST_ID_KEY]


def _delegate(request: web.Request) -> str | None:
    given = [value.strip() for name in DELEGATION for value in request.headers.getall(name, [])]
    if len({value.removeprefix("principal:") for value in given}) > 1:
        fields = [("x_memory_on_behalf_of", "differs from another delegation header")]
        raise ApiError("INVALID_ARGUMENT", "delegation headers name different principals", fields=fields)
    return given[0] if given else None


def _event(message: Object | None) -> bytes:
    return b"event: message\ndata: " + orjson.dumps(message) + b"\n\n"
