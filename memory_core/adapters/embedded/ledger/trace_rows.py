"""Storing traces and audit lines."""

from __future__ import annotations

from collections.abc import Sequence

from memory_core.adapters.embedded.ledger.rows import AUDIT, TRACES
from memory_core.adapters.embedded.ledger.sql import IN_LIST, Connection, change, change_many, listed, scalar
from memory_core.engine.model import AuditRow, Instant, Trace

REMEMBERED: Instant = 24 * 3600 * 1_000_000
"""Microseconds that erased ids are kept, against traces of reads that were under way; far longer than any read takes."""
GONE_CONTEXT = "context:{0}"
"""How a deleted context is remembered in `erased`."""


def put(connection: Connection, traces: Sequence[Trace], audit: Sequence[AuditRow]) -> None:
    """Stores rows, except words about what was erased while they were under way."""
    for one in traces:
        if _erased(connection, [*one.refs, GONE_CONTEXT.format(one.context)]):
            continue
        TRACES.insert(connection, one, verb="INSERT OR IGNORE")
        if connection.changes():
            number = connection.last_insert_rowid()
            sql = "INSERT OR IGNORE INTO trace_refs(record_id, trace) VALUES(?, ?)"
            change_many(connection, sql, ((ref, number) for ref in one.refs))
    for one in audit:
        if not _erased(connection, [GONE_CONTEXT.format(one.context)]):
            AUDIT.insert(connection, one)


def trim(
    connection: Connection, now: Instant, traces_before: Instant | None, audit_before: Instant | None, limit: int
) -> int:
    """Removes old rows; see ports.traces. Rows are stored as they are made, so the oldest have the lowest numbers."""
    gone = 0
    for table, before in (("traces", traces_before), ("audit", audit_before)):
        if before is not None:
            oldest = f"SELECT n, created_at FROM {table} ORDER BY n LIMIT ?"
            sql = f"DELETE FROM {table} WHERE n IN (SELECT n FROM ({oldest}) WHERE created_at < ?)"
            gone += change(connection, sql, (limit, before))
    late = "SELECT record_id FROM erased WHERE at < ? ORDER BY at LIMIT ?"
    return gone + change(connection, f"DELETE FROM erased WHERE record_id IN ({late})", (now - REMEMBERED, limit))


def _erased(connection: Connection, ids: Sequence[str]) -> bool:
    sql = f"SELECT 1 FROM erased WHERE record_id {IN_LIST} LIMIT 1"
    return scalar(connection, sql, (listed(ids),)) is not None
