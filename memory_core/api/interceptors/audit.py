"""The audit: a row for every call of a known caller, denials included; the one place where they are written."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from google.protobuf.message import Message

from memory_core import telemetry
from memory_core.api.interceptors.base import Call, Step
from memory_core.contract.errors import ApiError, Reason
from memory_core.ports.errors import PortError
from memory_core.service.audit import AuditService, Outcome

UNHEARD = frozenset({Reason.RATE_LIMITED, Reason.ENFORCEMENT_BLOCKED})
"""Refused before anything was looked at; a row for each would let a caller without limits write without limits."""
COUNTED = frozenset({"deleted", "forgotten", "narrowed", "affected"})
log = telemetry.log(__name__)


class Audit(Step):
    """Writes who did what with which outcome. A row that can't be written never changes the answer."""

    def __init__(self, audit: AuditService) -> None:
        self._audit = audit

    @asynccontextmanager
    async def around(self, call: Call) -> AsyncGenerator[None]:
        try:
            yield
        except ApiError as error:
            if error.reason not in UNHEARD:
                await self._record(call, "denied" if error.row.http == 403 else "failed", error.reason.value)
            raise
        except Exception:
            await self._record(call, "failed", Reason.INTERNAL.value)
            raise
        await self._record(call, "ok", None)

    async def _record(self, call: Call, outcome: str, reason: str | None) -> None:
        state = call.state
        took = asyncio.get_running_loop().time() - state.started
        trace_id = str(getattr(call.answer, "trace_id", ""))
        rows = touched(call.answer) if state.rows is None and call.answer is not None else state.rows or 0
        ended = Outcome(state.operation, outcome, reason, round(took * 1000), rows, trace_id)
        try:
            if state.who is not None:
                await self._audit.record(state.who, ended)
            elif state.manager and state.target:
                await self._audit.record_management(state.target, ended)
        except PortError as error:
            log.warning("audit row lost", operation=state.operation, error=str(error))


def touched(answer: Message) -> int:
    """How many records an answer tells of: what it lists or counts; 1 for one that holds a single record."""
    listed = [field.name for field in answer.DESCRIPTOR.fields if field.is_repeated and field.message_type is not None]
    counted = COUNTED.intersection(answer.DESCRIPTOR.fields_by_name)
    if listed or counted:
        return sum(len(getattr(answer, name)) for name in listed) + sum(int(getattr(answer, name)) for name in counted)
    return int(any(field.message_type is not None for field, _ in answer.ListFields()))
