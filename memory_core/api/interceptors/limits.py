"""How often a key may call, and how large a message may be."""

from __future__ import annotations

import math
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from google.protobuf.message import Message
from limits import RateLimitItemPerSecond
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import FixedWindowRateLimiter

from memory_core.api.interceptors.base import Call, Step
from memory_core.contract.errors import ApiError


class Limits(Step):
    """Counts calls for each key in this process, in windows of a second (longer ones for rates below one a second)."""

    def __init__(self, requests_per_s: float | None, message_bytes: int) -> None:
        self._window = None if requests_per_s is None else window(requests_per_s)
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._message_bytes = message_bytes

    @asynccontextmanager
    async def around(self, call: Call) -> AsyncGenerator[None]:
        caller = call.state.who
        if self._window is not None and caller is not None:
            owner = caller.key.id if caller.key else caller.acting_id
            if not await self._limiter.hit(self._window, owner):
                raise ApiError("RATE_LIMITED", "too many calls with this key", retry_after=self._window.get_expiry())
        yield

    async def inspect(self, call: Call, message: Message) -> None:
        """Refuses a message beyond the bound. The bytes were read already; what is saved is the work on them."""
        if (size := message.ByteSize()) > self._message_bytes:
            text = f"a request has at most {self._message_bytes} bytes, not {size}"
            raise ApiError("BODY_TOO_LARGE", text, metadata={"bytes": str(self._message_bytes)})


def window(requests_per_s: float) -> RateLimitItemPerSecond:
    """The window that holds a rate: whole calls in whole seconds."""
    seconds = max(1, math.ceil(1 / requests_per_s))
    return RateLimitItemPerSecond(max(1, int(requests_per_s * seconds)), seconds)
