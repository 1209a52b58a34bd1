"""Interning of clauses."""

from __future__ import annotations

from memory_core.adapters.embedded.ledger.rows import clauses_text
from memory_core.adapters.embedded.ledger.sql import Connection, scalar
from memory_core.engine.model import Clauses
from memory_core.ports.errors import ContextGone


def find(connection: Connection, context: str, clauses: Clauses) -> int | None:
    """The number of a set, when it was interned before."""
    sql = "SELECT id FROM scope_sets WHERE context = ? AND clauses = ?"
    return scalar(connection, sql, (context, clauses_text(clauses)))


def intern(connection: Connection, context: str, clauses: Clauses) -> int:
    """The number of a set, made when new. Raises ContextGone.

    Every write of memory comes through here, so that nothing is written into a context that was deleted meanwhile.
    """
    known = find(connection, context, clauses)
    if known is not None:
        return known
    if scalar(connection, "SELECT 1 FROM contexts WHERE id = ?", (context,)) is None:
        raise ContextGone(context)
    connection.execute("INSERT INTO scope_sets(context, clauses) VALUES(?, ?)", (context, clauses_text(clauses)))
    return connection.last_insert_rowid()
