"""Notes which facts answers held, off the path of the answer: a fact that is used fades later.

Ids and instants alone are kept, for a moment, and added up in the ledger in one transaction for many answers. What is
lost by a kill are a few seconds of uses.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress

from memory_core import telemetry
from memory_core.engine.model import Instant
from memory_core.ports.errors import PortError
from memory_core.ports.upkeep import UpkeepLedger

AFTER_S = 2.0
"""Seconds that uses wait for others."""
MOST = 10_000
"""Facts whose uses wait; those of further ones are not counted until the ledger has taken these."""
log = telemetry.log(__name__)


class Uses:
    """Collects uses; `close` writes the last ones."""

    def __init__(self, ledger: UpkeepLedger, after_s: float = AFTER_S) -> None:
        self._ledger, self._after_s = ledger, after_s
        self._noted: dict[str, tuple[int, Instant]] = {}
        self._timer: asyncio.Task[None] | None = None

    def note(self, record_ids: Iterable[str], now: Instant) -> None:
        """Counts a use of each. Returns at once."""
        for one in record_ids:
            count, last = self._noted.get(one, (0, now))
            if count or len(self._noted) < MOST:
                self._noted[one] = (count + 1, max(last, now))
        if self._noted and (self._timer is None or self._timer.done()):
            self._timer = asyncio.create_task(self._later(), name="note-uses")

    async def flush(self) -> None:
        """Writes what waits. Raises StoreUnavailable, and forgets it: a use more or less decides nothing."""
        noted, self._noted = self._noted, {}
        if noted:
            await self._ledger.note_uses(noted)

    async def close(self) -> None:
        """Ends the timer and writes what waits."""
        if self._timer is not None:
            self._timer.cancel()
            with suppress(asyncio.CancelledError):
                await self._timer
        await self._try_flush()

    async def _later(self) -> None:
        await asyncio.sleep(self._after_s)
        await self._try_flush()

    async def _try_flush(self) -> None:
        try:
            await self.flush()
        except PortError as error:
            log.warning("uses of facts lost", error=str(error))
