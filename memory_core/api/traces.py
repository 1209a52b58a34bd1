"""TraceService: traces with their links, figures, and the audit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from google.protobuf import json_format, struct_pb2

from memory_core.api.request import current
from memory_core.api.wire import instant, optional, stamp
from memory_core.contract.gen.memory.v1 import traces_pb2, traces_pb2_grpc
from memory_core.contract.paging import next_token, page_offset
from memory_core.engine.model import AuditRow, Trace
from memory_core.service.audit import AuditQuery, AuditService
from memory_core.service.traces import WINDOW_HOURS, TraceService, TraceView

DEFAULT_LIMIT = 100
_KINDS = {
    "decision": traces_pb2.TRACE_KIND_DECISION,
    "retrieval": traces_pb2.TRACE_KIND_RETRIEVAL,
    "response": traces_pb2.TRACE_KIND_RESPONSE,
}
_TIERS = {"direct": 1, "cache": 2, "hybrid": 3, "full_context": 4}
_WORDS = {number: word for word, number in _KINDS.items()}


class TraceServicer(traces_pb2_grpc.TraceServiceServicer):
    """Translates; meanings are in service.traces and service.audit."""

    def __init__(self, traces: TraceService, audit: AuditService) -> None:
        self._traces, self._audit = traces, audit

    async def ListTraces(self, request: traces_pb2.ListTracesRequest, context: Any) -> traces_pb2.ListTracesResponse:
        limit = request.limit if request.HasField("limit") else DEFAULT_LIMIT
        token = optional(request, "page_token")
        offset = page_offset(token, "traces") if token else 0
        found = await self._traces.list_traces(current().caller, limit, offset)
        return traces_pb2.ListTracesResponse(
            traces=[trace_record(one) for one in found],
            next_page_token=next_token(offset, len(found), limit, None, "traces"),
        )

    async def GetTrace(self, request: traces_pb2.GetTraceRequest, context: Any) -> traces_pb2.GetTraceResponse:
        view = await self._traces.trace(current().caller, request.trace_id)
        return traces_pb2.GetTraceResponse(trace=trace_record(view))

    async def GetTraceStats(
        self, request: traces_pb2.GetTraceStatsRequest, context: Any
    ) -> traces_pb2.GetTraceStatsResponse:
        figures = await self._traces.stats(current().caller)
        return json_format.ParseDict({**figures, "window_hours": WINDOW_HOURS}, traces_pb2.GetTraceStatsResponse())

    async def ListAuditRows(
        self, request: traces_pb2.ListAuditRowsRequest, context: Any
    ) -> traces_pb2.ListAuditRowsResponse:
        limit = request.limit if request.HasField("limit") else DEFAULT_LIMIT
        asked = AuditQuery(
            principal=optional(request, "principal"),
            kind=_WORDS.get(request.kind),
            since=instant(request, "since"),
            until=instant(request, "until"),
        )
        of = ("audit", asked)
        token = optional(request, "page_token")
        offset = page_offset(token, *of) if token else 0
        rows = await self._audit.rows(current().caller, replace(asked, limit=limit + offset))
        shown = rows[offset:]
        return traces_pb2.ListAuditRowsResponse(
            rows=[_audit_row(one) for one in shown],
            next_page_token=next_token(offset, len(shown), limit, None, *of),
        )


def trace_record(view: TraceView) -> traces_pb2.TraceRecord:
    """A trace as the doors show it."""
    trace = view.trace
    searches = [one for one in (trace, *view.children) if one.kind == "retrieval"]
    record = traces_pb2.TraceRecord(
        cached=trace.cached,
        created_at=stamp(trace.created_at),
        id=trace.id,
        latency_ms=trace.latency_ms,
        query_text=trace.query_text,
        resolution_tier=trace.tier,
        retrievals=[_retrieval(one) for one in searches],
        tier_reason=trace.tier_reason,
        kind=_KINDS.get(trace.kind),
        operation=trace.operation,
        refs=trace.refs,
        details=_struct(trace.payload),
    )
    if view.parent is not None:
        record.parent.CopyFrom(_answer(view.parent))
    return record


def _retrieval(trace: Trace) -> traces_pb2.RetrievalTraceSummary:
    scores = [float(one) for one in trace.payload.get("scores", ())]
    returned = [
        traces_pb2.ReturnedRef(
            id=ref, ref=ref, rank=n, score=scores[n - 1] if n <= len(scores) else None, table=ref.partition(":")[0]
        )
        for n, ref in enumerate(trace.refs, 1)
    ]
    return traces_pb2.RetrievalTraceSummary(
        created_at=stamp(trace.created_at),
        id=trace.id,
        latency_ms=trace.latency_ms,
        mode=str(trace.payload.get("mode", "")),
        retrieved_ids=trace.refs,
        returned=returned,
        scores=scores,
        tier_entered=_TIERS.get(trace.tier, 0),
        tier_reason=trace.tier_reason,
    )


def _answer(trace: Trace) -> traces_pb2.ResponseTraceSummary:
    return traces_pb2.ResponseTraceSummary(
        cached=trace.cached,
        created_at=stamp(trace.created_at),
        id=trace.id,
        latency_ms=trace.latency_ms,
        response_text=str(trace.payload.get("response", "")),
        session_id=trace.payload.get("sessionId"),
        source=trace.operation,
        user_message=trace.query_text,
    )


def _struct(payload: Mapping[str, Any]) -> struct_pb2.Struct:
    return json_format.ParseDict(dict(payload), struct_pb2.Struct())


def _audit_row(row: AuditRow) -> traces_pb2.AuditRow:
    return traces_pb2.AuditRow(
        cost=row.cost,
        created_at=stamp(row.created_at),
        kind=_KINDS.get(row.kind, traces_pb2.TRACE_KIND_DECISION),
        latency_ms=row.latency_ms,
        model=row.model,
        principal=row.principal_id,
        rows_touched=row.rows_touched,
        trace_id=row.trace_id,
        operation=row.operation,
        outcome=row.outcome,
        reason=row.reason,
    )
