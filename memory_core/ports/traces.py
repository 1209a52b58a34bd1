"""Traces and audit. Production: adapters.embedded.ledger (SQLite)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from memory_core.engine.model import AuditRow, Instant, Trace


class TraceLedger(Protocol):
    """What was looked at, decided and answered, and who did what."""

    async def record(self, traces: Sequence[Trace], audit: Sequence[AuditRow]) -> None:
        """Stores rows. May buffer them for a short time; every read of this port, and MemoryLedger.erase, sees them.

        A trace that cites what was erased meanwhile, or is of a context that was, is dropped.
        """
        ...

    async def trace(self, context: str, trace_id: str) -> Trace | None:
        """One trace, or None."""
        ...

    async def traces(self, context: str, principal_id: str | None, kinds: Sequence[str], limit: int) -> list[Trace]:
        """Newest first; of one principal or of all."""
        ...

    async def children(self, context: str, parent_id: str) -> list[Trace]:
        """Traces whose parent this is, oldest first."""
        ...

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
        """Newest first."""
        ...

    async def trim(self, now: Instant, traces_before: Instant | None, audit_before: Instant | None, limit: int) -> int:
        """Removes the oldest rows that were made before these instants (None: none of the kind), at most `limit` of
        each kind, and of what was remembered of erasures for a day; how many went. 0: nothing is left to remove."""
        ...

    async def stats(self, context: str, since: Instant) -> dict[str, Any]:
        """Figures over rows since an instant, under the field names of the contract's GetTraceStatsResponse, all but
        window_hours. Candidate sets are read from `candidates` in the payload of retrieval traces."""
        ...
