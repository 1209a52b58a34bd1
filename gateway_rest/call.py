"""Calls to the core: what travels with them, and how they fail."""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Mapping

import grpc.aio
from aiohttp import web
from opentelemetry import propagate

from gateway_rest.match import Found
from memory_core.contract import metadata
from memory_core.contract.client import CoreClient
from memory_core.contract.errors import ApiError, Reason, bad_field
from memory_core.contract.gen.memory.v1 import access_pb2, admin_pb2
from memory_core.contract.status import from_rpc_error

REQUEST_ID, IDEMPOTENCY_KEY = "X-Request-Id", "Idempotency-Key"
MAX_IDEMPOTENCY_KEY = 256
DELEGATION = ("X-Memory-On-Behalf-Of", "X-Spectron-On-Behalf-Of", "X-Agent-Memory-On-Behalf-Of")
REQUEST_ID_KEY = web.RequestKey("request_id", str)
_SANE_ID = re.compile(r"[\w.:\-]{1,128}", re.ASCII)
_AUTHENTICATE_S = 10.0


def request_id_of(headers: Mapping[str, str]) -> str:
    """The caller's own request id where it is a sane one, else a new one."""
    given = headers.get(REQUEST_ID, "")
    return given if _SANE_ID.fullmatch(given) else uuid.uuid4().hex


def check_context_header(headers: Mapping[str, str], context_id: str | None) -> None:
    """The context header may say what the path says; anything else is not the key's context."""
    named = headers.get("X-Spectron-Context")
    if named and context_id and named != context_id:
        raise ApiError("CONTEXT_MISMATCH")


def digest_of(body: bytes | bytearray) -> str:
    """What idempotency compares of a body."""
    return hashlib.blake2b(body, digest_size=32).hexdigest()


def call_metadata(request: web.Request, found: Found, digest: str | None = None) -> metadata.Metadata:
    """What travels beside the request message. Raises 400 for delegation headers that contradict each other."""
    carried: dict[str, str] = {}
    propagate.inject(carried)
    return metadata.outgoing(
        {
            metadata.AUTHORIZATION: request.headers.get("Authorization"),
            metadata.REQUEST_ID: request[REQUEST_ID_KEY],
            metadata.TRACEPARENT: carried.get("traceparent"),
            metadata.DOOR: "rest",
            metadata.ON_BEHALF_OF: _delegate(request),
            metadata.IDEMPOTENCY_KEY: _idempotency_key(request) if found.route.idempotent else None,
            metadata.BODY_DIGEST: digest,
        }
    )


def _idempotency_key(request: web.Request) -> str | None:
    key = request.headers.get(IDEMPOTENCY_KEY) or None
    if key is not None and len(key) > MAX_IDEMPOTENCY_KEY:
        raise bad_field(
            IDEMPOTENCY_KEY, f"must have at most {MAX_IDEMPOTENCY_KEY} characters", reason=Reason.OUT_OF_RANGE
        )
    return key


def _delegate(request: web.Request) -> str | None:
    given = {name: value.strip() for name in DELEGATION for value in request.headers.getall(name, [])}
    bare = {value.removeprefix("principal:") for value in given.values()}
    if len(bare) > 1:
        fields = [(name, "differs from another delegation header") for name in given]
        raise ApiError("INVALID_ARGUMENT", "delegation headers name different principals", fields=fields)
    return next(iter(given.values()), None)


async def authenticate(core: CoreClient, found: Found, sent: metadata.Metadata) -> None:
    """Asks the core whether it knows the key, before much is read from a stranger. Raises 401 or 403."""
    try:
        if found.route.rpc.startswith("admin."):
            await core.admin.ListVerbs(admin_pb2.ListVerbsRequest(), metadata=sent, timeout=_AUTHENTICATE_S)
        else:
            asked = access_pb2.WhoamiRequest(context_id=found.parameters["context_id"])
            await core.access.Whoami(asked, metadata=sent, timeout=_AUTHENTICATE_S)
    except grpc.aio.AioRpcError as error:
        raise from_rpc_error(error) from error
