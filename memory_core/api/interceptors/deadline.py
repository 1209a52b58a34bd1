"""No answer is worked on for longer than somebody waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from memory_core.api.interceptors.base import Call, Step
from memory_core.contract.errors import ApiError

LONGEST_S = 120.0
"""For a call with a single request and answer whose caller set no deadline; far above what any of them needs."""


class Deadline(Step):
    """Ends a call when its time is up. Streams without a deadline run on: a large file takes as long as it takes."""

    def __init__(self, longest_s: float = LONGEST_S) -> None:
        self._longest_s = longest_s

    @asynccontextmanager
    async def around(self, call: Call) -> AsyncGenerator[None]:
        left: Any = call.context.time_remaining()  # None without a deadline, whatever its annotation says
        if left is None and not call.streams:
            left = self._longest_s
        call.state.deadline = None if left is None else asyncio.get_running_loop().time() + left
        try:
            async with asyncio.timeout_at(call.state.deadline):
                yield
        except TimeoutError:
            raise ApiError("DEADLINE_EXCEEDED") from None
