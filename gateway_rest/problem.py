"""Errors as application/problem+json."""

from __future__ import annotations

import math

import orjson
from aiohttp import web

from memory_core.contract.errors import ApiError

CONTENT_TYPE = "application/problem+json"


def problem(error: ApiError, instance: str) -> web.Response:
    """The answer that an error becomes; `instance` is the path that was asked for."""
    row = error.row
    body = {
        "type": f"urn:memory:error:{error.reason.value.lower().replace('_', '-')}",
        "title": row.summary,
        "status": row.http,
        "detail": error.message,
        "message": error.message,
        "instance": instance,
        "reason": error.reason.value,
    }
    if error.fields:
        body["errors"] = [{"field": field, "message": text or error.message} for field, text in error.fields]
    response = web.Response(status=row.http, body=orjson.dumps(body), content_type=CONTENT_TYPE)
    if error.retry_after is not None or row.http in (429, 503):
        response.headers["Retry-After"] = str(max(1, math.ceil(error.retry_after or 1)))
    if row.http == 401:
        response.headers["WWW-Authenticate"] = 'Bearer realm="memory"'
    return response
