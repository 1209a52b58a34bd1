"""AuditService: who did what with which outcome, and never a word of memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from memory_core.contract.errors import ApiError
from memory_core.engine.model import AuditRow, Instant
from memory_core.ports.clock import Clock
from memory_core.ports.traces import TraceLedger
from memory_core.service.access_checks import MANAGE, principal_id
from memory_core.service.caller import Caller

RESPONSES = frozenset({"assemble_context", "assemble_session_context", "reflect", "chat"})
READS = ("query", "get_", "list_", "inspect", "download", "whoami")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a call ended."""

    operation: str
    """The RPC in snake case, such as mint_key."""
    outcome: str
    """ok, denied or failed."""
    reason: str | None = None
    """The error's reason when it is not ok."""
    latency_ms: int = 0
    rows_touched: int = 0
    trace_id: str = ""

    @property
    def kind(self) -> str:
        """What the row tells of: retrieval for reads, response for composed answers, decision for the rest."""
        if self.operation in RESPONSES:
            return "response"
        return "retrieval" if self.operation.startswith(READS) else "decision"


@dataclass(frozen=True, slots=True)
class AuditQuery:
    """Which rows are wanted."""

    principal: str | None = None
    """`principal:<id>` or `<id>`."""
    kind: str | None = None
    since: Instant | None = None
    until: Instant | None = None
    limit: int = 100


class AuditService:
    """Writes and lists the audit."""

    def __init__(self, traces: TraceLedger, clock: Clock, new_id: Callable[[str], str]) -> None:
        self._traces, self._clock, self._new_id = traces, clock, new_id

    async def record(self, caller: Caller, ended: Outcome) -> None:
        """Adds a row for a call of the data plane."""
        key_id = caller.key.id if caller.key else None
        await self._traces.record((), [self._row(caller.context.id, caller.acting_id, key_id, ended)])

    async def record_management(self, context: str, ended: Outcome) -> None:
        """Adds a row for a call with the management key, which no principal holds."""
        await self._traces.record((), [self._row(context, None, None, ended)])

    async def rows(self, caller: Caller, asked: AuditQuery) -> list[AuditRow]:
        """Own rows, and those of all for who holds grant:manage over everything; newest first.

        Raises 403 when others' rows are asked for without that.
        """
        wanted = None if asked.principal is None else principal_id(asked.principal)
        if not sees_all(caller):
            if wanted not in (None, caller.acting_id):
                raise ApiError("PERMISSION_DENIED", f"others' rows need {MANAGE} over *", metadata={"verb": MANAGE})
            wanted = caller.acting_id
        return await self._traces.audit(
            caller.context.id,
            principal_id=wanted,
            kind=asked.kind,
            since=asked.since,
            until=asked.until,
            limit=asked.limit,
        )

    def _row(self, context: str, principal: str | None, key_id: str | None, ended: Outcome) -> AuditRow:
        return AuditRow(
            id=self._new_id("audit"),
            context=context,
            principal_id=principal,
            key_id=key_id,
            kind=ended.kind,
            operation=ended.operation,
            outcome=ended.outcome,
            created_at=self._clock.now(),
            latency_ms=ended.latency_ms,
            rows_touched=ended.rows_touched,
            reason=ended.reason,
            trace_id=ended.trace_id,
        )


def sees_all(caller: Caller) -> bool:
    """Whether others' rows are shown: grant:manage over everything."""
    return "*" in caller.patterns(MANAGE)
