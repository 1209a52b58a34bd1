"""Errors as application/problem+json."""

from __future__ import annotations

import math
from typing import Any

import orjson
from aiohttp import web

from memory_core.contract.errors import ApiError, Reason

CONTENT_TYPE = "application/problem+json"
MAX_INSTANCE = 512
"""Characters of a path that an error repeats."""
_OWN = {404: Reason.NOT_FOUND, 405: Reason.METHOD_NOT_ALLOWED, 413: Reason.BODY_TOO_LARGE}
"""What the web server itself refuses, by status."""


def problem(error: ApiError, path: str) -> web.Response:
    """The answer that an error becomes; `path` is what was asked for."""
    row = error.row
    body: dict[str, Any] = {
        "type": f"urn:memory:error:{error.reason.value.lower().replace('_', '-')}",
        "title": row.summary,
        "status": row.http,
        "detail": error.message,
        "message": error.message,
        "instance": path[:MAX_INSTANCE].encode("utf-8", "replace").decode(),
        "reason": error.reason.value,
    }
    if error.fields:
        body["errors"] = [{"field": field, "message": text or error.message} for field, text in error.fields]
    response = web.Response(status=row.http, body=orjson.dumps(body), content_type=CONTENT_TYPE)
    if error.retry_after is not None or row.http in (429, 503):
        response.headers["Retry-After"] = str(max(1, math.ceil(error.retry_after or 1)))
    if row.http == 401:
        response.headers["WWW-Authenticate"] = 'Bearer realm="memory"'
    if allow := error.metadata.get("allow"):
        response.headers["Allow"] = allow
    return response


def own_error(status: int, allow: str | None = None) -> ApiError:
    """The error behind a refusal of the web server itself; its words may hold parts of headers and are left out."""
    if status == 400:
        return ApiError(Reason.MALFORMED_BODY, "the request is not valid HTTP, or its address or a header is too long")
    return ApiError(_OWN.get(status, Reason.INTERNAL), metadata={"allow": allow} if allow else None)
