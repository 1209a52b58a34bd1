"""Slow scans of visible rows for the words in them, and rows by where they came from."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from memory_core.adapters.embedded.ledger import entities
from memory_core.adapters.embedded.ledger.gate import bindings, conditions, scan
from memory_core.adapters.embedded.ledger.rows import ASSERTIONS, DOCUMENTS, INSTRUCTIONS, TURNS, UNCERTAINTIES, Table
from memory_core.adapters.embedded.ledger.sql import Connection, listed, rows
from memory_core.engine.model import Assertion
from memory_core.ports.ledger import Gate, Record

_NAMED = (
    "SELECT own.name || ' ' || e.name FROM entities AS own JOIN entities AS e ON e.uid = coalesce(own.survivor, own.uid) "
    "WHERE own.uid = a.{0}"
)
"""The name that a fact was said with, and that of the survivor."""
_FACT = (
    f"coalesce(({_NAMED.format('entity_uid')}), '') || ' ' || replace(a.key, '_', ' ') || ' ' || a.value "
    f"|| ' ' || coalesce(({_NAMED.format('target_uid')}), '')"
)
_PASSAGES = "SELECT group_concat(c.text, ' ') FROM chunks AS c WHERE c.document_id = d.id"
_SCANS: tuple[tuple[Table[Any], str, str, str | None, str], ...] = (
    (TURNS, "t", "observed_at", "t.session_id = :session", "t.content"),
    (
        ASSERTIONS,
        "a",
        "known_at",
        entities.SESSION.format("a"),
        _FACT,
    ),
    (INSTRUCTIONS, "i", "known_at", "i.source_session = :session", "i.label || ' ' || i.description"),
    (
        UNCERTAINTIES,
        "u",
        "known_at",
        "u.source_session = :session",
        "u.about || ' ' || u.reason || ' ' || coalesce(u.value, '')",
    ),
    (DOCUMENTS, "d", "observed_at", None, f"d.title || ' ' || d.source || ' ' || coalesce(({_PASSAGES}), '')"),
)
"""Table, alias, column it is known by, what a session gate asks, and the text that is searched."""


def words(connection: Connection, gate: Gate, wanted: Collection[str], limit: int) -> list[Record]:
    """Rows that pass the gate and whose text holds every word."""
    found: list[Record] = []
    folded = {f"word{n}": word.casefold() for n, word in enumerate(wanted)}
    for table, alias, known, session, text in _SCANS:
        source, seen = scan(gate, table.name, alias)
        passing = conditions(gate, alias, known, session=session, labels=table is not UNCERTAINTIES)
        holds = " AND ".join(f"instr(folded.text, :{name}) > 0" for name in folded) or "TRUE"
        sql = (
            f"SELECT {table.of('whole')} FROM (SELECT {alias}.rowid AS n, fold({text}) AS text FROM {source} "
            f"WHERE {seen} AND {passing}) AS folded CROSS JOIN {table.name} AS whole ON whole.rowid = folded.n "
            f"WHERE {holds} ORDER BY whole.rowid LIMIT :limit"
        )
        bound = bindings(gate, limit=max(limit - len(found), 0), **folded)
        found += table.all(rows(connection, sql, bound))
    facts = [one for one in found if isinstance(one, Assertion)]
    shown = {one.id: one for one in entities.under_survivors(connection, facts)}
    return [shown.get(one.id, one) for one in found]


def derived_from(connection: Connection, context: str, source_ids: Collection[str]) -> list[Record]:
    """Rows whose source, session or derived_from is one of the ids."""
    found: list[Record] = []
    for table in (ASSERTIONS, INSTRUCTIONS, UNCERTAINTIES):
        name = table.name
        sql = f"""
            SELECT {table.of("r")} FROM (
                SELECT s.id FROM json_each(:ids) AS j CROSS JOIN {name} AS s ON s.source_ref = j.value
                UNION SELECT s.id FROM json_each(:ids) AS j CROSS JOIN {name} AS s ON s.source_session = j.value
                UNION SELECT d.record_id FROM json_each(:ids) AS j CROSS JOIN derivations AS d ON d.source_id = j.value
            ) AS picked CROSS JOIN {name} AS r ON r.id = picked.id WHERE r.context = :context ORDER BY r.rowid
        """
        found += table.all(rows(connection, sql, {"ids": listed(source_ids), "context": context}))
    return found
