"""What is told of a request: its id, a span, its latency, one log line. Neither query strings nor bodies are."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from aiohttp import web
from opentelemetry import metrics, propagate, trace

from gateway_rest.call import REQUEST_ID, REQUEST_ID_KEY, request_id_of
from gateway_rest.problem import own_error, problem
from memory_core.contract.errors import ApiError

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
ROUTE_KEY = web.RequestKey("route", str)
"""The template of the path that was found."""
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
GONE = 499
"""Status in logs and metrics when the client left before the answer."""
log: Any = structlog.get_logger(__name__)
tracer = trace.get_tracer("gateway_rest")
latency = metrics.get_meter("gateway_rest").create_histogram(
    "http.server.request.duration", unit="s", description="Time from request to answer."
)


@web.middleware
async def observe(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Names the request, watches it, and turns what nothing else caught into a problem body."""
    request[REQUEST_ID_KEY] = request_id_of(request.headers)
    structlog.contextvars.bind_contextvars(request_id=request[REQUEST_ID_KEY])
    method = request.method if request.method in METHODS else "_OTHER"
    parent = propagate.extract(request.headers)
    begun, status = time.perf_counter(), GONE
    with tracer.start_as_current_span(method, context=parent, kind=trace.SpanKind.SERVER) as span:
        try:
            response = await _answered(request, handler)
            status = response.status
            return response
        finally:
            took = time.perf_counter() - begun
            route = _route_of(request)
            span.update_name(f"{method} {route}".strip())
            span.set_attributes(
                {"http.request.method": method, "http.route": route, "http.response.status_code": status}
            )
            labels = {"http.request.method": method, "http.route": route, "http.response.status_code": status}
            latency.record(took, labels)
            log.debug("request", method=method, route=route, status=status, ms=round(took * 1000, 1))


async def _answered(request: web.Request, handler: Handler) -> web.StreamResponse:
    try:
        return await handler(request)
    except ApiError as error:
        return _refused(request, error)
    except web.HTTPException as refusal:
        return _refused(request, own_error(refusal.status, refusal.headers.get("Allow")))
    except ConnectionError:  # the client has gone; there is nobody to tell
        raise
    except Exception as error:
        log.exception("request failed", error=type(error).__name__)
        return _refused(request, ApiError("INTERNAL"))


def _refused(request: web.Request, error: ApiError) -> web.Response:
    response = problem(error, request.rel_url.raw_path)
    if request.content.exception() is not None:
        # The body can't be read to its end. Nor would the server find the next request, so the connection ends here.
        request.content.feed_eof()
        response.force_close()
    return response


def _route_of(request: web.Request) -> str:
    """A name with few values, whatever the path."""
    if ROUTE_KEY in request:
        return request[ROUTE_KEY]
    resource = request.match_info.route.resource
    return resource.canonical if resource is not None else ""


async def stamp(request: web.Request, response: web.StreamResponse) -> None:
    """Puts the request id on every answer, streams included."""
    name = request[REQUEST_ID_KEY] if REQUEST_ID_KEY in request else request_id_of(request.headers)
    response.headers.setdefault(REQUEST_ID, name)
