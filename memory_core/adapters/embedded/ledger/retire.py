"""Retiring rows, and giving them another scope set."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from memory_core.adapters.embedded.ledger import derived, names, neighbours, stated
from memory_core.adapters.embedded.ledger.outbox_rows import project
from memory_core.adapters.embedded.ledger.scope_sets import intern
from memory_core.adapters.embedded.ledger.sql import IN_LIST, Connection, by_ids, column, listed, rows
from memory_core.engine.model import Clauses, Instant
from memory_core.ports.outbox import Target

TABLES = ("turns", "assertions", "instructions", "uncertainties", "documents", "sessions")
"""Those whose rows have a scope set of their own and can be retired. An id is looked up in each: ids of sessions may be
the application's own, so no kind is read off an id."""


def retire(connection: Connection, context: str, record_ids: Collection[str], at: Instant, now: Instant) -> int:
    """Marks rows and what can't stand without them; how many changed."""
    record_ids = [*record_ids, *stated.going_with(connection, context, record_ids)]
    record_ids = [*record_ids, *derived.going_with(connection, context, record_ids)]
    beside = neighbours.around(connection, record_ids)
    changed: list[str] = []
    for table in TABLES:
        sql = f"UPDATE {table} SET retired_at = ? WHERE {by_ids(table)} AND retired_at IS NULL RETURNING id"
        changed += column(connection, sql, (at, context, listed(record_ids)))
    _project(connection, context, changed, beside, now)
    return len(changed)


def rescope(connection: Connection, context: str, changes: Mapping[str, Clauses], now: Instant) -> int:
    """Moves rows into other scope sets, and with them what documents state and what upkeep made of them; how many
    changed. Neighbours are those before and after the move."""
    changes = derived.moving_with(connection, context, stated.moving_with(connection, context, changes))
    beside = neighbours.around(connection, changes)
    changed: list[str] = []
    for clauses in dict.fromkeys(changes.values()):
        moved = [one for one, wanted in changes.items() if wanted == clauses]
        ids = listed(moved)
        scope_set = intern(connection, context, clauses)
        bound = (scope_set, context, ids, scope_set)
        for table in TABLES:
            sql = f"UPDATE {table} SET scope_set = ? WHERE {by_ids(table)} AND scope_set <> ? RETURNING id"
            changed += column(connection, sql, bound)
        names.move(connection, scope_set, moved)
    _move_mentions(connection, changed)
    beside += neighbours.around(connection, changed)
    _project(connection, context, changed, beside, now)
    return len(changed)


def chunks_of(connection: Connection, document_ids: Collection[str]) -> list[str]:
    """Ids of the passages of documents."""
    return column(connection, f"SELECT id FROM chunks WHERE document_id {IN_LIST}", (listed(document_ids),))


def _project(
    connection: Connection, context: str, changed: Collection[str], beside: Collection[str], now: Instant
) -> None:
    """A document is in the copies by its passages; of the turns beside only the words around them changed."""
    project(connection, context, [one for one in beside if one not in set(changed)], now, (Target.TEXT,))
    project(connection, context, [*changed, *chunks_of(connection, changed)], now)


def _move_mentions(connection: Connection, record_ids: Collection[str]) -> None:
    sql = f"""
        SELECT t.scope_set, t.id FROM turns AS t WHERE t.id {IN_LIST}
        UNION ALL SELECT d.scope_set, c.id FROM documents AS d CROSS JOIN chunks AS c ON c.document_id = d.id
        WHERE d.id {IN_LIST}
    """
    ids = listed(record_ids)
    moved = list(rows(connection, sql, (ids, ids)))
    connection.executemany("UPDATE mentions SET scope_set = ? WHERE record_id = ?", moved)
