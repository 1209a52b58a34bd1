"""Writes that may be repeated: the same key and the same body write once and answer the same for 24 hours.

A call takes its key first, does its work, and hands the answer to the ledger inside the transaction of the write, so
that there is no moment at which the write is there and its answer is not. What happens to the key:

* the work fails: the key is free again;
* the work ends without a stored answer (it wrote nothing): free again;
* the client goes away: the work runs on to its end, since a write must not be both done and forgotten;
* the process dies: the lease runs out after a minute, unless the write and its answer were committed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from memory_core import telemetry
from memory_core.contract.errors import bad_field
from memory_core.engine.model import Instant
from memory_core.engine.plan import IdempotentReply
from memory_core.ports.clock import Clock
from memory_core.ports.outbox import IdempotencyLedger
from memory_core.service.caller import Caller

LEASE: Instant = 60_000_000
"""Microseconds that a running call holds its key; longer than any write may take."""

KEY_CHARACTERS = 256
log = telemetry.log(__name__)


class Reservation:
    """The place that a write's answer is put in. Without a key it takes nothing."""

    def __init__(self, caller: Caller, key: str | None, fingerprint: bytes) -> None:
        self._caller, self._key, self._fingerprint = caller, key, fingerprint
        self.filled = False

    def reply(self, payload: bytes) -> IdempotentReply | None:
        """The row to commit with the write, holding its serialised answer; None when no key was sent."""
        if self._key is None:
            return None
        self.filled = True
        caller = self._caller
        return IdempotentReply(caller.context.id, caller.reservation_owner, self._key, self._fingerprint, payload)


Work = Callable[[Reservation], Awaitable[bytes]]


class IdempotencyService:
    """Runs writes under their idempotency keys."""

    def __init__(self, ledger: IdempotencyLedger, clock: Clock) -> None:
        self._ledger, self._clock = ledger, clock
        self._running = set[asyncio.Task[bytes]]()

    async def guarded(self, caller: Caller, key: str | None, fingerprint: bytes, work: Work) -> bytes:
        """The answer of `work`, or the one kept from the first call with this key; both serialised.

        Raises IdempotencyConflict when the key was used with another body, IdempotencyInProgress while the first call
        runs, and 400 for a key beyond 256 characters.
        """
        if key is None:
            return await work(Reservation(caller, None, fingerprint))
        if len(key) > KEY_CHARACTERS:
            raise bad_field("idempotency-key", f"has at most {KEY_CHARACTERS} characters, not {len(key)}")
        now = self._clock.now()
        context, owner = caller.context.id, caller.reservation_owner
        done = await self._ledger.reserve(context, owner, key, fingerprint, now, now + LEASE)
        if done is not None:
            return done.reply
        task = asyncio.create_task(self._finish(caller, key, fingerprint, work))
        self._running.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    async def drain(self) -> None:
        """Waits for writes whose clients have gone."""
        await asyncio.gather(*self._running, return_exceptions=True)

    async def _finish(self, caller: Caller, key: str, fingerprint: bytes, work: Work) -> bytes:
        reservation = Reservation(caller, key, fingerprint)
        kept = False
        try:
            payload = await work(reservation)
            kept = reservation.filled
        finally:
            if not kept:
                await self._ledger.release(caller.context.id, caller.reservation_owner, key)
        return payload

    def _ended(self, task: asyncio.Task[bytes]) -> None:
        """Takes note of a failure that perhaps nobody waits for any more."""
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.debug("guarded write failed", error=type(error).__name__)
