"""From an answer of the core to an HTTP response."""

from __future__ import annotations

from typing import Any

import orjson
from aiohttp import web
from google.protobuf.message import Message

from gateway_rest.routes import Route
from memory_core.contract.jsonform import render

JSON = "application/json"


def response_of(route: Route, answer: Message) -> web.Response:
    """Status, headers and body as the route has them."""
    status = route.status
    if route.created:
        status = 201 if getattr(answer, route.created) else 200
    if status == 204:
        response = web.Response(status=204)
    else:
        response = web.Response(status=status, body=orjson.dumps(shape_of(route, answer)), content_type=JSON)
    if trace_id := trace_of(answer):
        response.headers["X-Trace-Id"] = trace_id
    return response


def shape_of(route: Route, answer: Message) -> Any:
    """What is shown of an answer: all of it, one field, or a bare list."""
    body = render(answer)
    return body[route.show] if route.show else body


def trace_of(answer: Message) -> str:
    """The memory trace that an answer names, or an empty string."""
    names = answer.DESCRIPTOR.fields_by_name
    if "trace_id" in names:
        return str(getattr(answer, "trace_id", ""))
    trace = getattr(answer, "trace", None) if "trace" in names else None
    return str(getattr(trace, "trace_id", "") or "")
