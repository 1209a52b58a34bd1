"""What upkeep made of records, and what becomes of it when they go or move.

An observation holds the words of one of its tellings, so it goes with any of them; another one is made of the rest. An
elaboration holds no words but names, and stands while one of the texts does that it was made from.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from memory_core.adapters.embedded.ledger.sql import IN_LIST, Connection, column, listed
from memory_core.engine.model import Clauses

_MADE_OF = f"""
    SELECT DISTINCT d.record_id FROM derivations AS d CROSS JOIN assertions AS a ON a.id = d.record_id
    WHERE d.source_id {IN_LIST} AND a.context = ? AND json_extract(a.source, '$.kind') {{kinds}}
"""
_OBSERVATIONS = _MADE_OF.format(kinds="= 'consolidation'")
_ANY = _MADE_OF.format(kinds="IN ('consolidation', 'elaboration')")
_UNFOUNDED = (
    _MADE_OF.format(kinds="= 'elaboration'")
    + """
    AND NOT EXISTS(
        SELECT 1 FROM derivations AS o WHERE o.record_id = d.record_id
        AND o.source_id NOT IN (SELECT value FROM json_each(?)) AND (
            EXISTS(SELECT 1 FROM turns AS t WHERE t.id = o.source_id AND t.retired_at IS NULL)
            OR EXISTS(SELECT 1 FROM chunks AS c CROSS JOIN documents AS p ON p.id = c.document_id
                WHERE c.id = o.source_id AND p.retired_at IS NULL)))
    """
)


def going_with(connection: Connection, context: str, record_ids: Collection[str]) -> list[str]:
    """Ids of what was made of these records and can't stand without them."""
    sources = listed([*record_ids, *_passages(connection, record_ids)])
    found = column(connection, _OBSERVATIONS, (sources, context))
    found += column(connection, _UNFOUNDED, (sources, context, sources))
    # An observation may sum up elaborations that go.
    found += column(connection, _OBSERVATIONS, (listed(found), context)) if found else []
    return list(dict.fromkeys(found))


def moving_with(connection: Connection, context: str, changes: Mapping[str, Clauses]) -> dict[str, Clauses]:
    """The moves, and the same for what was made of the records: nobody may see more by it than by them."""
    moved = dict(changes)
    for one, clauses in changes.items():
        sources = listed([one, *_passages(connection, [one])])
        for made in column(connection, _ANY, (sources, context)):
            moved.setdefault(made, clauses)
    return moved


def _passages(connection: Connection, record_ids: Collection[str]) -> list[str]:
    sql = f"SELECT id FROM chunks WHERE document_id {IN_LIST}"
    return column(connection, sql, (listed(record_ids),))
