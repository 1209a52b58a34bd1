"""Other names of entities, each known in the scope set of the record that tells it and nowhere else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from memory_core.adapters.embedded.ledger.gate import bindings
from memory_core.adapters.embedded.ledger.rows import YEAR_9999
from memory_core.adapters.embedded.ledger.sql import IN_LIST, Connection, change_many, column, listed, rows
from memory_core.engine.entities import block_keys, normalise_name
from memory_core.engine.merging import mark_of
from memory_core.engine.plan import Changes
from memory_core.ports.ledger import Gate

_TOLD = (
    "NOT EXISTS(SELECT 1 FROM assertions AS a WHERE a.id = n.record_id AND a.retired_at <= {0}) "
    "AND NOT EXISTS(SELECT 1 FROM turns AS t WHERE t.id = n.record_id AND t.retired_at <= {0})"
)
"""What a retired record told is told no longer."""


def seen(gate: Gate) -> str:
    """SQL that a name `n` is told in a scope set of the gate."""
    return f"{_TOLD.format(':retired_after')} AND " + (
        "TRUE" if gate.scope_sets is None else "n.scope_set IN (SELECT value FROM json_each(:sets))"
    )


def put(connection: Connection, changes: Changes, given: Mapping[int, int]) -> None:
    """Stores and removes the names of a write; uids that were planned are replaced by those `given`."""
    sql = "INSERT OR IGNORE INTO entity_names(uid, scope_set, norm, name, record_id) VALUES(?,?,?,?,?)"
    change_many(
        connection,
        sql,
        (
            (
                given.get(one.entity_uid, one.entity_uid),
                one.scope_set,
                normalise_name(one.name),
                one.name,
                one.record_id,
            )
            for one in changes.names
        ),
    )
    change_many(connection, "DELETE FROM entity_names WHERE uid = ? AND record_id = ?", changes.unnamed)


def known_in(connection: Connection, uids: Collection[int], scope_set: int) -> dict[int, frozenset[str]]:
    """Uid -> other names in one scope set."""
    sql = f"SELECT n.uid, n.name FROM entity_names AS n WHERE n.uid {IN_LIST} AND n.scope_set = ? AND {_TOLD.format(YEAR_9999)}"
    found: dict[int, set[str]] = {}
    for uid, name in rows(connection, sql, (listed(uids), scope_set)):
        found.setdefault(uid, set()).add(name)
    return {uid: frozenset(names) for uid, names in found.items()}


def of_groups(connection: Connection, gate: Gate, groups: Mapping[int, Collection[int]]) -> dict[int, tuple[str, ...]]:
    """Survivor uid (of uid -> members) -> other names that the gate's scope sets tell, each once."""
    root_of = {member: root for root, members in groups.items() for member in members}
    sql = (
        "SELECT n.uid, n.norm, n.name FROM json_each(:uids) AS j CROSS JOIN entity_names AS n ON n.uid = j.value "
        f"WHERE {seen(gate)} ORDER BY n.name"
    )
    found: dict[int, dict[str, str]] = {}
    for uid, norm, name in rows(connection, sql, bindings(gate, uids=listed(root_of))):
        found.setdefault(root_of[uid], {}).setdefault(norm, name)
    return {root: tuple(names.values()) for root, names in found.items()}


def move(connection: Connection, scope_set: int, record_ids: Collection[str]) -> None:
    """Names that records tell follow them into another scope set."""
    sql = f"UPDATE OR REPLACE entity_names SET scope_set = ? WHERE record_id {IN_LIST}"
    connection.execute(sql, (scope_set, listed(record_ids)))


def forget(connection: Connection, record_ids: Collection[str]) -> None:
    """Removes what erased records told, with the look-up keys that only it was reached by."""
    sql = f"DELETE FROM entity_names WHERE record_id {IN_LIST} RETURNING uid"
    _drop_keys(connection, dict.fromkeys(column(connection, sql, (listed(record_ids),))))


def forget_entity(connection: Connection, uid: int) -> None:
    """Removes the names of an entity, and those that its merge told."""
    connection.execute("DELETE FROM entity_names WHERE uid = ?", (uid,))
    connection.execute("DELETE FROM entity_names WHERE record_id = ?", (mark_of(uid),))


def _drop_keys(connection: Connection, uids: Iterable[int]) -> None:
    for uid in uids:
        for type_, name in list(rows(connection, "SELECT type, name FROM entities WHERE uid = ?", (uid,))):
            left = column(connection, "SELECT DISTINCT name FROM entity_names WHERE uid = ?", (uid,))
            wanted = listed(block_keys(type_, [name, *left]))
            connection.execute(f"DELETE FROM entity_keys WHERE uid = ? AND NOT key {IN_LIST}", (uid, wanted))
