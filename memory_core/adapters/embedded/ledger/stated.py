"""What documents state, and what becomes of it when they go or move.

Facts and uncertainties of a document name it as their source, so they go with it. What was made of facts goes with the
last of them, and an uncertainty with any of the facts that it links.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from memory_core.adapters.embedded.ledger.sql import Connection, column, listed
from memory_core.engine.model import Clauses

_BY = " UNION ALL ".join(
    f"SELECT s.id FROM json_each(:ids) AS j CROSS JOIN {table} AS s ON s.source_ref = j.value WHERE s.context = :context"
    for table in ("assertions", "uncertainties")
)
_DOUBTS = """
    SELECT DISTINCT u.id FROM json_each(:ids) AS j CROSS JOIN derivations AS d ON d.source_id = j.value
    CROSS JOIN uncertainties AS u ON u.id = d.record_id WHERE u.context = :context
"""
_UNFOUNDED = """
    SELECT DISTINCT a.id FROM json_each(:ids) AS j CROSS JOIN derivations AS d ON d.source_id = j.value
    CROSS JOIN assertions AS a ON a.id = d.record_id
    WHERE a.context = :context AND json_extract(a.source, '$.kind') = 'reflect' AND NOT EXISTS(
        SELECT 1 FROM derivations AS o WHERE o.record_id = a.id
        AND o.source_id NOT IN (SELECT value FROM json_each(:ids))
        AND (EXISTS(SELECT 1 FROM assertions AS s WHERE s.id = o.source_id AND s.retired_at IS NULL)
            OR EXISTS(SELECT 1 FROM turns AS t WHERE t.id = o.source_id AND t.retired_at IS NULL)))
"""


def by(connection: Connection, context: str, document_ids: Collection[str]) -> list[str]:
    """Ids of facts and uncertainties that these documents state; other ids state nothing."""
    documents = [one for one in document_ids if one.startswith("document:")]
    if not documents:
        return []
    return column(connection, _BY, {"ids": listed(documents), "context": context})


def going_with(connection: Connection, context: str, record_ids: Collection[str]) -> list[str]:
    """Ids of what can't stand without these records, which are retired or erased."""
    gone = dict.fromkeys([*record_ids, *by(connection, context, record_ids)])
    bound = {"ids": listed(gone), "context": context}
    while made := [one for one in column(connection, _UNFOUNDED, bound) if one not in gone]:
        gone |= dict.fromkeys(made)
        bound["ids"] = listed(gone)
    gone |= dict.fromkeys(column(connection, _DOUBTS, bound))
    given = set(record_ids)
    return [one for one in gone if one not in given]


def moving_with(connection: Connection, context: str, changes: Mapping[str, Clauses]) -> dict[str, Clauses]:
    """The moves, and the same for what the documents among them state."""
    moved = dict(changes)
    for one, clauses in changes.items():
        for told in by(connection, context, [one]):
            moved.setdefault(told, clauses)
    return moved
