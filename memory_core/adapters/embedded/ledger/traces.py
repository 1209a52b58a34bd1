"""TraceLedger over SQLite. Rows are buffered for a moment and stored together; every read stores what waits first."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any

import structlog

from memory_core.adapters.embedded.ledger import stats, trace_rows
from memory_core.adapters.embedded.ledger.rows import AUDIT, TRACES
from memory_core.adapters.embedded.ledger.sql import listed
from memory_core.adapters.embedded.ledger.threads import Readers, Writer
from memory_core.engine.model import AuditRow, Instant, Trace

DELAY_S = 0.05
"""How long a row waits for others."""
GROUP = 200
"""Rows that are stored without waiting longer."""
MOST_BUFFERED = 20_000
"""Rows kept while the file can't be written; more are dropped, oldest first, and counted in the log."""
log: Any = structlog.get_logger(__name__)


class SqliteTraces:
    """See ports.traces.TraceLedger."""

    def __init__(self, writer: Writer, readers: Readers) -> None:
        self._writer, self._readers = writer, readers
        self._traces: list[Trace] = []
        self._audit: list[AuditRow] = []
        self._timer: asyncio.Task[None] | None = None
        self._storing = asyncio.Lock()

    async def record(self, traces: Sequence[Trace], audit: Sequence[AuditRow]) -> None:
        self._traces += traces
        self._audit += audit
        if len(self._traces) + len(self._audit) >= GROUP:
            await self._try_flush()
        elif self._timer is None or self._timer.done():
            self._timer = asyncio.create_task(self._later(), name="ledger-traces")

    async def flush(self) -> None:
        """Returns when every row recorded before is stored. Raises StoreUnavailable and keeps them otherwise."""
        async with self._storing:
            traces, audit = self._traces, self._audit
            if not traces and not audit:
                return
            self._traces, self._audit = [], []
            try:
                await self._writer.run(lambda c: trace_rows.put(c, traces, audit))
            except BaseException:
                self._keep(traces, audit)
                raise

    async def close(self) -> None:
        """Stores what waits."""
        if self._timer is not None:
            self._timer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._timer
        await self._try_flush()

    async def trace(self, context: str, trace_id: str) -> Trace | None:
        await self.flush()
        return await self._readers.run(lambda c: TRACES.first(c, "WHERE id = ? AND context = ?", (trace_id, context)))

    async def traces(self, context: str, principal_id: str | None, kinds: Sequence[str], limit: int) -> list[Trace]:
        await self.flush()
        where, bound = "WHERE context = ?", [context]
        if principal_id is not None:
            where, bound = f"{where} AND principal_id = ?", [*bound, principal_id]
        if kinds:
            where, bound = f"{where} AND kind IN (SELECT value FROM json_each(?))", [*bound, listed(kinds)]
        where += " ORDER BY created_at DESC, n DESC LIMIT ?"
        return await self._readers.run(lambda c: TRACES.select(c, where, [*bound, limit]))

    async def children(self, context: str, parent_id: str) -> list[Trace]:
        await self.flush()
        where = "WHERE parent_id = ? AND context = ? ORDER BY created_at, n"
        return await self._readers.run(lambda c: TRACES.select(c, where, (parent_id, context)))

    async def audit(
        self,
        context: str,
        *,
        principal_id: str | None,
        kind: str | None,
        since: Instant | None,
        until: Instant | None,
        limit: int,
    ) -> list[AuditRow]:
        await self.flush()
        asked = {"principal_id = ?": principal_id, "kind = ?": kind, "created_at >= ?": since, "created_at < ?": until}
        given = {sql: value for sql, value in asked.items() if value is not None}
        where = f"WHERE {' AND '.join(['context = ?', *given])} ORDER BY created_at DESC, n DESC LIMIT ?"
        return await self._readers.run(lambda c: AUDIT.select(c, where, [context, *given.values(), limit]))

    async def trim(self, now: Instant, traces_before: Instant | None, audit_before: Instant | None, limit: int) -> int:
        return await self._writer.run(lambda c: trace_rows.trim(c, now, traces_before, audit_before, limit))

    async def stats(self, context: str, since: Instant) -> dict[str, Any]:
        await self.flush()
        return await self._readers.run(lambda c: stats.read(c, context, since))

    async def _later(self) -> None:
        await asyncio.sleep(DELAY_S)
        await self._try_flush()

    async def _try_flush(self) -> None:
        """A failure is left to the next try: nobody's answer depends on a trace."""
        try:
            await self.flush()
        except Exception as error:
            log.warning("traces could not be stored", error=type(error).__name__, waiting=len(self._traces))

    def _keep(self, traces: list[Trace], audit: list[AuditRow]) -> None:
        self._traces, self._audit = [*traces, *self._traces], [*audit, *self._audit]
        dropped = max(0, len(self._traces) - MOST_BUFFERED) + max(0, len(self._audit) - MOST_BUFFERED)
        if dropped:
            log.error("traces dropped", rows=dropped)
            self._traces, self._audit = self._traces[-MOST_BUFFERED:], self._audit[-MOST_BUFFERED:]
