"""Retention: takes away what is kept for a time alone: old traces and audit rows, replies kept for repeats, notes of
erasures. What goes, goes in small batches, so that no write waits for it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import structlog

from memory_core.engine.model import Instant
from memory_core.ports.clock import Clock
from memory_core.ports.store import Ledger

EVERY_S = 3600.0
BATCH = 500
"""Rows of a kind in one transaction; some ten milliseconds."""
PAUSE_S = 0.05
"""Between two batches."""
DAY = 24 * 3600 * 1_000_000
log: Any = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Kept:
    """For how many days; None: for ever."""

    traces_days: float | None
    audit_days: float | None


class Retention:
    """One worker for all contexts. It may be stopped at any point, and several may run."""

    def __init__(
        self, ledger: Ledger, clock: Clock, kept: Kept, pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._ledger, self._clock, self._kept, self._pause = ledger, clock, kept, pause
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Sweeps now, and again and again."""
        self._task = asyncio.create_task(self._run(), name="retention")

    async def close(self) -> None:
        """Stops after the batch at hand."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def sweep(self) -> int:
        """Removes all that is due, and ends erasures whose bytes could not leave the disk at once; how many rows
        went."""
        now, kept = self._clock.now(), self._kept
        traces, audit = _before(now, kept.traces_days), _before(now, kept.audit_days)
        gone = 0
        while more := await self._ledger.traces.trim(now, traces, audit, BATCH):
            gone += more
            await self._pause(PAUSE_S)
        while more := await self._ledger.idempotency.sweep(now, BATCH):
            gone += more
            await self._pause(PAUSE_S)
        await self._ledger.memory.scrub()
        return gone

    async def _run(self) -> None:
        while True:
            try:
                if gone := await self.sweep():
                    log.info("old rows removed", rows=gone)
            except Exception as error:
                log.warning("retention failed, will be repeated", error=type(error).__name__)
            await self._pause(EVERY_S)


def _before(now: Instant, days: float | None) -> Instant | None:
    return None if days is None else now - round(days * DAY)
