"""UpkeepLedger over SQLite: walks in pages by row number, and small changes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import groupby

from memory_core.adapters.embedded.ledger import entities
from memory_core.adapters.embedded.ledger.gate import FEW, bindings, conditions, in_sight
from memory_core.adapters.embedded.ledger.memory_read import visible_texts
from memory_core.adapters.embedded.ledger.rows import ASSERTIONS, words_of
from memory_core.adapters.embedded.ledger.sql import IN_LIST, Connection, Row, change, listed, rows
from memory_core.adapters.embedded.ledger.threads import Readers, Writer
from memory_core.engine.lifecycle.elaboration import Company
from memory_core.engine.model import Instant
from memory_core.ports.ledger import Gate
from memory_core.ports.upkeep import Counted, FactPage, Text, TextPage

_CHUNKS = "chunks AS c CROSS JOIN documents AS t ON t.id = c.document_id AND t.offered = 1"
_TEXTS = (
    ("turns AS t", "t.n", "t.id", "t.content", "observed_at", "TRUE"),
    (_CHUNKS, "c.n", "c.id", "c.text", "observed_at", "TRUE"),
    ("instructions AS t", "t.n", "t.id", "t.description", "known_at", "t.revoked_at IS NULL"),
    ("assertions AS t", "t.seq", "t.id", "t.value", "known_at", "t.ends = 0"),
)
"""FROM clause, row number, id, words, instant that the row is known by, and what else must hold."""
_KINDS = (
    ("turn", "turns", "observed_at", "TRUE"),
    ("attribute", "assertions", "known_at", "t.id LIKE 'attribute:%'"),
    ("relation", "assertions", "known_at", "t.id LIKE 'relation:%'"),
    ("instruction", "instructions", "known_at", "TRUE"),
    ("uncertainty", "uncertainties", "known_at", "TRUE"),
    ("document", "documents", "observed_at", "TRUE"),
    ("session", "sessions", "created_at", "TRUE"),
)


class SqliteUpkeep:
    """See ports.upkeep.UpkeepLedger."""

    def __init__(self, writer: Writer, readers: Readers) -> None:
        self._writer, self._readers = writer, readers

    async def facts(self, gate: Gate, after: int, limit: int) -> FactPage:
        return await self._readers.run(lambda c: facts(c, _whole(gate), after, limit))

    async def note_uses(self, uses: Mapping[str, tuple[int, Instant]]) -> int:
        return await self._writer.run(lambda c: note_uses(c, uses))

    async def set_importance(self, context: str, importance: Mapping[str, float]) -> int:
        return await self._writer.run(lambda c: set_importance(c, context, importance))

    async def texts(self, gate: Gate, after: tuple[int, int], limit: int) -> TextPage:
        return await self._readers.run(lambda c: texts(c, _whole(gate), after, limit))

    async def company(self, gate: Gate, entity_uids: Collection[int] | None, limit: int) -> list[Company]:
        return await self._readers.run(lambda c: company(c, gate, entity_uids, limit))

    async def counted(self, gate: Gate, samples: int) -> list[Counted]:
        return await self._readers.run(lambda c: counted(c, _whole(gate), samples))


def _whole(gate: Gate) -> Gate:
    return replace(gate, labels=(), session_id=None)


def facts(connection: Connection, gate: Gate, after: int, limit: int) -> FactPage:
    """The context's own index is in order of seq, so a walk of many pages looks at each row once."""
    sql = (
        f"SELECT {ASSERTIONS.of('a')} FROM assertions AS a INDEXED BY assertions_context "
        f"WHERE {conditions(gate, 'a', 'known_at')} AND a.seq > :after ORDER BY a.seq LIMIT :limit"
    )
    seen = list(rows(connection, sql, bindings(gate, after=after, limit=limit)))
    scope_set, seq = ASSERTIONS.place("scope_set"), ASSERTIONS.place("seq")
    passing = ASSERTIONS.all(row for row in seen if in_sight(gate, row[scope_set]))
    more = int(seen[-1][seq]) if len(seen) == limit else None
    return FactPage(entities.under_survivors(connection, passing), more)


def note_uses(connection: Connection, uses: Mapping[str, tuple[int, Instant]]) -> int:
    """Adds up."""
    sql = (
        "UPDATE assertions SET uses = uses + :count, used_at = max(coalesce(used_at, :at), :at) "
        "WHERE id = :id AND retired_at IS NULL"
    )
    return sum(change(connection, sql, {"id": one, "count": count, "at": at}) for one, (count, at) in uses.items())


def set_importance(connection: Connection, context: str, importance: Mapping[str, float]) -> int:
    """Writes down."""
    sql = "UPDATE assertions SET importance = ? WHERE id = ? AND context = ? AND retired_at IS NULL"
    return sum(change(connection, sql, (value, one, context)) for one, value in importance.items())


def texts(connection: Connection, gate: Gate, after: tuple[int, int], limit: int) -> TextPage:
    """One table after the other: the place is the number of the table and of the row in it."""
    table, number = after
    source, n, id_, words, known, extra = _TEXTS[table]
    sql = (
        f"SELECT {n}, {id_}, {words}, t.scope_set FROM {source} "
        f"WHERE {conditions(gate, 't', known)} AND {extra} AND {n} > :after ORDER BY {n} LIMIT :limit"
    )
    seen = list(rows(connection, sql, bindings(gate, after=number, limit=limit)))
    found = [Text(row[1], row[2]) for row in seen if in_sight(gate, row[3])]
    if len(seen) == limit:
        return TextPage(found, (table, int(seen[-1][0])))
    return TextPage(found, (table + 1, 0) if table + 1 < len(_TEXTS) else None)


def company(connection: Connection, gate: Gate, entity_uids: Collection[int] | None, limit: int) -> list[Company]:
    """Ids first, newest first, through the gate in batches; then who else each text names."""
    found: list[str] = []
    picked = _texts_naming(connection, gate, entity_uids)
    for start in range(0, len(picked), max(limit, 1)):
        batch = picked[start : start + limit]
        passing = visible_texts(connection, gate, batch)
        found += [one for one in batch if one in passing]
        if len(found) >= limit:
            break
    return _named_in(connection, found[:limit])


def _texts_naming(connection: Connection, gate: Gate, entity_uids: Collection[int] | None) -> list[str]:
    """Newest first; of texts that name one entity alone there is nothing to learn."""
    few = gate.scope_sets is not None and len(gate.scope_sets) <= FEW
    seen = "AND m.scope_set IN (SELECT value FROM json_each(:sets))" if few else ""
    named = "" if entity_uids is None else f"AND m.record_id IN ({_OF_UIDS})"
    sql = (
        "SELECT m.record_id, max(m.known_at), min(m.scope_set) FROM mentions AS m "
        "CROSS JOIN entities AS e ON e.uid = m.entity_uid AND e.context = :context "
        f"WHERE m.known_at <= :known_at {seen} {named} GROUP BY m.record_id "
        "HAVING count(DISTINCT coalesce(e.survivor, e.uid)) > 1 ORDER BY 2 DESC, 1"
    )
    uids = entities.members(connection, entity_uids or ())
    found = rows(connection, sql, bindings(gate, uids=listed(uids)))
    return [row[0] for row in found if in_sight(gate, row[2])]


_OF_UIDS = "SELECT record_id FROM mentions WHERE entity_uid IN (SELECT value FROM json_each(:uids))"


def _named_in(connection: Connection, record_ids: Collection[str]) -> list[Company]:
    sql = """
        SELECT m.record_id, m.scope_set, m.known_at, coalesce(e.survivor, e.uid), coalesce(t.labels, d.labels, '[]')
        FROM json_each(?) AS j CROSS JOIN mentions AS m INDEXED BY mentions_record ON m.record_id = j.value
        CROSS JOIN entities AS e ON e.uid = m.entity_uid LEFT JOIN turns AS t ON t.id = m.record_id
        LEFT JOIN chunks AS c ON c.id = m.record_id LEFT JOIN documents AS d ON d.id = c.document_id ORDER BY j.key
    """
    found = rows(connection, sql, (listed(record_ids),))
    return [_company(record_id, list(of)) for record_id, of in groupby(found, key=lambda row: str(row[0]))]


def _company(record_id: str, named: list[Row]) -> Company:
    _, scope_set, known_at, _, labels = named[0]
    uids = sorted({int(row[3]) for row in named})
    return Company(record_id, scope_set, known_at, tuple(uids), words_of(labels))


def counted(connection: Connection, gate: Gate, samples: int) -> list[Counted]:
    """Scope sets are matched in SQL: a count must not carry every id to Python."""
    out: list[Counted] = []
    seen = "TRUE" if gate.scope_sets is None else f"t.scope_set {IN_LIST.replace('?', ':sets')}"
    for kind, table, known, extra in _KINDS:
        passing = f"FROM {table} AS t WHERE {conditions(gate, 't', known)} AND {extra} AND {seen}"
        count = next(rows(connection, f"SELECT count(*) {passing}", bindings(gate)))[0]
        if count:
            sql = f"SELECT t.id {passing} ORDER BY t.rowid LIMIT :samples"
            ids = [row[0] for row in rows(connection, sql, bindings(gate, samples=samples))]
            out.append(Counted(kind, count, tuple(ids)))
    return out
