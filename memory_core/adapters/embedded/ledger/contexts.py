"""Making and removing whole contexts."""

from __future__ import annotations

from collections.abc import Sequence

from memory_core.adapters.embedded.ledger.erase import bare_hash, remember
from memory_core.adapters.embedded.ledger.outbox_rows import erase_blobs, erase_context, last_seq
from memory_core.adapters.embedded.ledger.principals import store
from memory_core.adapters.embedded.ledger.rows import CONTEXTS
from memory_core.adapters.embedded.ledger.sql import Connection, column, scalar
from memory_core.adapters.embedded.ledger.trace_rows import GONE_CONTEXT
from memory_core.engine.model import Context, Instant, Principal

_COPIED = """
SELECT id FROM turns WHERE context = :context UNION ALL SELECT id FROM assertions WHERE context = :context
UNION ALL SELECT id FROM instructions WHERE context = :context
UNION ALL SELECT c.id FROM documents AS d CROSS JOIN chunks AS c ON c.document_id = d.id WHERE d.context = :context
"""
_FACTS = (
    "SELECT id FROM assertions WHERE context = :context UNION ALL SELECT id FROM instructions WHERE context = :context"
)
_HANGING = (
    "DELETE FROM entity_names WHERE uid IN (SELECT uid FROM entities WHERE context = :context)",
    "DELETE FROM mentions WHERE entity_uid IN (SELECT uid FROM entities WHERE context = :context)",
    f"DELETE FROM derivations WHERE record_id IN ({_FACTS} UNION ALL SELECT id FROM uncertainties WHERE context = :context)",
)
"""Rows that do not name their context; evidence, chunks, references of traces and of replies go with what they hang on."""
_TABLES = (
    "jobs replies traces audit documents uncertainties instructions assertions entity_keys entities turns sessions "
    "scope_sets scopes keys grant_history principals"
).split()


def create(connection: Connection, context: Context, principals: Sequence[Principal]) -> bool:
    """Stores a context with its principals; False when the id exists."""
    if scalar(connection, "SELECT 1 FROM contexts WHERE id = ?", (context.id,)) is not None:
        return False
    connection.execute("DELETE FROM erased WHERE record_id = ?", (GONE_CONTEXT.format(context.id),))
    CONTEXTS.insert(connection, context)
    for one in principals:
        store(connection, one, one.created_at)
    return True


def delete(connection: Connection, context: str, now: Instant) -> int | None:
    """Removes every row of a context; what the copies and the blob store hold of it is queued for erasure."""
    if scalar(connection, "SELECT 1 FROM contexts WHERE id = ?", (context,)) is None:
        return None
    bound = {"context": context}
    copied = column(connection, _COPIED, bound)
    hashes = column(connection, "SELECT DISTINCT content_hash FROM documents WHERE context = :context", bound)
    for sql in _HANGING:
        connection.execute(sql, bound)
    for table in _TABLES:
        connection.execute(f"DELETE FROM {table} WHERE context = :context", bound)
    connection.execute("DELETE FROM contexts WHERE id = :context", bound)
    remember(connection, [*copied, GONE_CONTEXT.format(context)], now)
    erase_blobs(connection, context, [bare_hash(one) for one in hashes], now)
    erase_context(connection, context, now)
    return last_seq(connection)
