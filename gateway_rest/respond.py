"""From an answer of the core to an HTTP response."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson
from aiohttp import web
from google.protobuf.message import Message

from gateway_rest.body import LARGE
from gateway_rest.routes import Route
from memory_core.contract.jsonform import render

JSON = "application/json"
TRACE_ID = "X-Trace-Id"


async def response_of(route: Route, answer: Message) -> web.Response:
    """Status, headers and body as the route has them."""
    status = route.status
    if route.created:
        status = 201 if getattr(answer, route.created) else 200
    response = web.Response(status=status)
    if status != 204:
        large = answer.ByteSize() > LARGE
        response.body = await asyncio.to_thread(body_of, route, answer) if large else body_of(route, answer)
        response.content_type = JSON
    if trace_id := trace_of(answer):
        response.headers[TRACE_ID] = trace_id
    return response


def body_of(route: Route, answer: Message) -> bytes:
    """What is shown of an answer, all of it or one field, as JSON."""
    shape: dict[str, Any] = render(answer, snake=route.snake)
    return orjson.dumps(shape[route.show] if route.show else shape)


def trace_of(answer: Message) -> str:
    """The memory trace that an answer names, or an empty string."""
    trace = getattr(answer, "trace", None)
    return str(getattr(answer, "trace_id", "") or getattr(trace, "trace_id", ""))
