"""Calls to the core: what travels with them, and how they fail."""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Mapping

from aiohttp import web
from opentelemetry import propagate

from memory_core.contract import metadata
from memory_core.contract.errors import ApiError

REQUEST_ID = "X-Request-Id"
DELEGATION = ("X-Memory-On-Behalf-Of", "X-Spectron-On-Behalf-Of", "X-Agent-Memory-On-Behalf-Of")
_SANE_ID = re.compile(r"[\w.:\-]{1,128}")
REQUEST_ID_KEY = web.RequestKey("request_id", str)


def request_id_of(request: web.Request) -> str:
    """The caller's own request id where it is a sane one, else a new one."""
    given = request.headers.get(REQUEST_ID, "")
    return given if _SANE_ID.fullmatch(given) else uuid.uuid4().hex


def check_context_header(request: web.Request, context_id: str | None) -> None:
    """The context header is tolerated where it says what the path says; anything else is not the key's context."""
    named = request.headers.get("X-Spectron-Context")
    if named and context_id and named != context_id:
        raise ApiError("CONTEXT_MISMATCH", "the key is not for this context")


def call_metadata(request: web.Request, *, body: bytes | None, idempotent: bool) -> metadata.Metadata:
    """What travels beside the request message. Raises 400 for delegation headers that contradict each other."""
    carried: dict[str, str] = {}
    propagate.inject(carried)
    values: Mapping[str, str | None] = {
        metadata.AUTHORIZATION: request.headers.get("Authorization"),
        metadata.REQUEST_ID: request[REQUEST_ID_KEY],
        metadata.TRACEPARENT: carried.get("traceparent"),
        metadata.DOOR: "rest",
        metadata.ON_BEHALF_OF: _delegate(request),
        metadata.IDEMPOTENCY_KEY: request.headers.get("Idempotency-Key") if idempotent else None,
        metadata.BODY_DIGEST: hashlib.blake2b(body, digest_size=32).hexdigest()
        if idempotent and body is not None
        else None,
    }
    return metadata.outgoing(values)


def _delegate(request: web.Request) -> str | None:
    given = {value.strip() for name in DELEGATION for value in request.headers.getall(name, [])}
    bare = {value.removeprefix("principal:") for value in given}
    if len(bare) > 1:
        raise ApiError(
            "INVALID_ARGUMENT",
            "delegation headers name different principals",
            fields=[("x_memory_on_behalf_of", "differs from another delegation header")],
        )
    return next(iter(given), None)
