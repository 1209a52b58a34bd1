"""IdempotencyLedger over SQLite."""

from __future__ import annotations

from memory_core.adapters.embedded.ledger import replies
from memory_core.adapters.embedded.ledger.threads import Writer
from memory_core.engine.model import Instant
from memory_core.engine.plan import IdempotentReply


class SqliteIdempotency:
    """See ports.outbox.IdempotencyLedger."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def reserve(
        self, context: str, caller: str, key: str, fingerprint: bytes, now: Instant, lease_until: Instant
    ) -> IdempotentReply | None:
        wanted = IdempotentReply(context, caller, key, fingerprint, b"")
        return await self._writer.run(lambda c: replies.reserve(c, wanted, now, lease_until))

    async def sweep(self, now: Instant, limit: int) -> int:
        return await self._writer.run(lambda c: replies.sweep(c, now, limit))

    async def release(self, context: str, caller: str, key: str) -> None:
        await self._writer.run(lambda c: replies.release(c, context, caller, key))
