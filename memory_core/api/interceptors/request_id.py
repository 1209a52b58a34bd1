"""Names a call, in its logs and in its answer."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import uuid_utils

from memory_core import telemetry
from memory_core.api.interceptors.base import Call, Step
from memory_core.contract import metadata

SANE = re.compile(r"[A-Za-z0-9._:\-]{1,128}")
"""What is taken over into logs and answers; anything else is replaced by an id of our own."""
DOORS = frozenset({"grpc", "rest", "mcp"})


class RequestId(Step):
    """Takes the caller's id or makes one up, and reads what else is said of the call itself."""

    @asynccontextmanager
    async def around(self, call: Call) -> AsyncGenerator[None]:
        state, carried = call.state, call.carried
        given, door = carried.get(metadata.REQUEST_ID, ""), carried.get(metadata.DOOR, "")
        state.request_id = given if SANE.fullmatch(given) else uuid_utils.uuid7().hex
        state.door = door if door in DOORS else "grpc"
        state.idempotency_key = carried.get(metadata.IDEMPOTENCY_KEY) or None
        state.body_digest = carried.get(metadata.BODY_DIGEST, "").encode() or None
        telemetry.bind_request(state.request_id)
        await call.context.send_initial_metadata(((metadata.REQUEST_ID, state.request_id),))
        yield
