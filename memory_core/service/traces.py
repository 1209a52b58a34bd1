"""TraceService: how answers and decisions came about. Everybody sees their own; who manages every grant sees all."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from memory_core.contract.errors import ApiError
from memory_core.engine.model import Trace
from memory_core.ports.clock import Clock
from memory_core.ports.traces import TraceLedger
from memory_core.service.audit import sees_all
from memory_core.service.caller import Caller

WINDOW_HOURS = 24
"""What the figures sum up."""
HOUR = 3_600_000_000
_PREFIX = re.compile(r"^(?:trace:)*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TraceView:
    """A trace, the answer that it belongs to, and the searches behind it."""

    trace: Trace
    parent: Trace | None
    children: tuple[Trace, ...]
    """Oldest first."""


class TraceService:
    """Lists and shows traces."""

    def __init__(self, traces: TraceLedger, clock: Clock) -> None:
        self._traces, self._clock = traces, clock

    async def list_traces(self, caller: Caller, limit: int, offset: int) -> list[TraceView]:
        """The caller's traces (of all principals, for who manages every grant), newest first."""
        owner = None if sees_all(caller) else caller.acting_id
        rows = await self._traces.traces(caller.context.id, owner, (), limit + offset)
        return [TraceView(one, None, ()) for one in rows[offset:]]

    async def trace(self, caller: Caller, trace_id: str) -> TraceView:
        """One trace with its links both ways. Raises 404 TRACE_NOT_FOUND, also for another principal's."""
        context, wanted = caller.context.id, f"trace:{_PREFIX.sub('', trace_id)}"
        found = await self._traces.trace(context, wanted)
        if found is None or not (found.principal_id == caller.acting_id or sees_all(caller)):
            raise ApiError("TRACE_NOT_FOUND", "no such trace")
        parent = await self._traces.trace(context, found.parent_id) if found.parent_id else None
        return TraceView(found, parent, tuple(await self._traces.children(context, found.id)))

    async def stats(self, caller: Caller) -> dict[str, Any]:
        """Figures over the traces of the last day. Raises 403 without any memory:read."""
        caller.require("memory:read")
        return await self._traces.stats(caller.context.id, self._clock.now() - WINDOW_HOURS * HOUR)
