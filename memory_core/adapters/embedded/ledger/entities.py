"""Entities, their block keys, and merges.

A merged entity keeps its rows; reads find them under the survivor and show them as its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from memory_core.adapters.embedded.ledger import names
from memory_core.adapters.embedded.ledger.gate import bindings, conditions, scan
from memory_core.adapters.embedded.ledger.rows import ENTITIES
from memory_core.adapters.embedded.ledger.sql import (
    IN_LIST,
    Connection,
    change,
    change_many,
    column,
    dumps,
    listed,
    rows,
    scalar,
)
from memory_core.engine.model import Assertion, Entity
from memory_core.engine.plan import Changes
from memory_core.ports.ledger import Gate

SESSION = (
    "{0}.source_session = :session OR EXISTS(SELECT 1 FROM evidence AS repeated "
    "WHERE repeated.assertion_id = {0}.id AND repeated.source_session = :session)"
)
"""Whether an assertion came from a session, first or again."""

_FIND = f"""
SELECT {ENTITIES.of("e")}
FROM (
    SELECT coalesce(found.survivor, found.uid) AS uid, count(*) AS shared
    FROM json_each(:pairs) AS wanted
    CROSS JOIN entity_keys AS k ON k.context = :context AND k.key = json_extract(wanted.value, '$[1]')
    CROSS JOIN entities AS found ON found.uid = k.uid
    WHERE {{of_type}} AND {{told}}
    GROUP BY 1
) AS best
CROSS JOIN entities AS e ON e.uid = best.uid
ORDER BY best.shared DESC, e.uid
LIMIT :limit
"""
_TYPE = "json_extract(wanted.value, '$[0]')"
_OF_TYPE = f"""({_TYPE} IS NULL OR {_TYPE} = found.type OR EXISTS(
    SELECT 1 FROM entities AS own WHERE own.uid = coalesce(found.survivor, found.uid) AND own.type = {_TYPE})
    OR EXISTS(SELECT 1 FROM entities AS other INDEXED BY entities_survivor
    WHERE other.survivor = coalesce(found.survivor, found.uid) AND other.type = {_TYPE}))"""
"""A merged entity may be of another type than its survivor; the group goes by either."""


def find(connection: Connection, context: str, block_keys: Collection[tuple[str | None, str]]) -> list[Entity]:
    """Survivors that share a (type or any, block key), those that share most first."""
    if not block_keys:
        return []
    bound = {"pairs": _pairs(block_keys), "context": context, "limit": -1}
    return ENTITIES.all(rows(connection, _FIND.format(of_type=_OF_TYPE, told="TRUE"), bound))


def named(connection: Connection, gate: Gate, wanted: Collection[tuple[str | None, str]], limit: int) -> list[Entity]:
    """Survivors that go by one of these (type or any, normalised name) as far as the gate's scope sets tell."""
    if not wanted:
        return []
    told = f"""((found.survivor IS NULL AND found.norm = k.key) OR EXISTS(
        SELECT 1 FROM entity_names AS n WHERE n.uid = found.uid AND n.norm = k.key AND {names.seen(gate)}))"""
    sql = _FIND.format(of_type=_OF_TYPE, told=told)
    return ENTITIES.all(rows(connection, sql, bindings(gate, pairs=_pairs(wanted), limit=limit)))


def _pairs(keys: Collection[tuple[str | None, str]]) -> str:
    return dumps([[kind, key] for kind, key in keys])


def by_uid(connection: Connection, context: str, uids: Collection[int]) -> dict[int, Entity]:
    """Entities by uid, merged ones as they are."""
    found = ENTITIES.select(connection, f"WHERE uid {IN_LIST} AND context = ?", (listed(uids), context))
    return {one.uid: one for one in found}


def with_survivors(connection: Connection, uids: Collection[int]) -> dict[int, Entity]:
    """Uid -> the entity that speaks for it."""
    sql = (
        f"SELECT j.value, {ENTITIES.of('e')} FROM json_each(?) AS j CROSS JOIN entities AS own ON own.uid = j.value "
        "CROSS JOIN entities AS e ON e.uid = coalesce(own.survivor, own.uid)"
    )
    found = ((asked, ENTITIES.read(tuple(rest))) for asked, *rest in rows(connection, sql, (listed(uids),)))
    return {int(asked): entity for asked, entity in found if entity is not None}


def listing(connection: Connection, gate: Gate, type_: str | None, limit: int, offset: int) -> list[Entity]:
    """Entities with an assertion that passes the gate, by type and name; as old as what passes of them."""
    source, seen = scan(gate, "assertions", "a")
    passing = f"{seen} AND {conditions(gate, 'a', 'known_at', session=SESSION.format('a'))}"
    sql = f"""
        WITH named(uid, first, last) AS (
            SELECT a.entity_uid, min(a.created_at), max(a.created_at) FROM {source} WHERE {passing} GROUP BY 1
            UNION ALL SELECT a.target_uid, min(a.created_at), max(a.created_at) FROM {source}
            WHERE {passing} AND a.target_uid IS NOT NULL GROUP BY 1
        ), kept(uid, first, last) AS (
            SELECT coalesce(e.survivor, e.uid), min(first), max(last)
            FROM named CROSS JOIN entities AS e ON e.uid = named.uid GROUP BY 1
        )
        SELECT kept.first, kept.last, {ENTITIES.of("e")} FROM kept CROSS JOIN entities AS e ON e.uid = kept.uid
        WHERE :type IS NULL OR e.type = :type
        ORDER BY e.type, e.name, e.uid LIMIT :limit OFFSET :offset
    """
    found = rows(connection, sql, bindings(gate, type=type_, limit=limit, offset=offset))
    read = ((first, last, ENTITIES.read(tuple(rest))) for first, last, *rest in found)
    return [replace(one, created_at=first, updated_at=last) for first, last, one in read if one is not None]


def members(connection: Connection, uids: Iterable[int]) -> list[int]:
    """The uids, the survivors that they were merged into, and all that was merged into those."""
    return sorted({member for group in groups(connection, set(uids)).values() for member in group})


def groups(connection: Connection, uids: Collection[int]) -> dict[int, list[int]]:
    """Uid -> all entities that are one with it, itself among them."""
    if not uids:
        return {}
    moved = survivors(connection, uids)
    roots = {uid: moved.get(uid, uid) for uid in uids}
    whole = {root: [root] for root in roots.values()}
    sql = f"SELECT survivor, uid FROM entities INDEXED BY entities_survivor WHERE survivor {IN_LIST}"
    for root, uid in rows(connection, sql, (listed(whole),)):
        whole[root].append(uid)
    return {uid: whole[root] for uid, root in roots.items()}


def rooted(connection: Connection, uids: Collection[int]) -> dict[int, list[int]]:
    """Survivor uid -> all entities that are one with it, for the groups of these uids."""
    moved = survivors(connection, uids)
    roots = {moved.get(uid, uid) for uid in uids}
    return groups(connection, roots)


def survivors(connection: Connection, uids: Collection[int]) -> dict[int, int]:
    """Uid -> survivor, for those that were merged."""
    sql = f"SELECT uid, survivor FROM entities WHERE uid {IN_LIST} AND survivor IS NOT NULL"
    return dict(rows(connection, sql, (listed(uids),))) if uids else {}


def under_survivors(connection: Connection, found: list[Assertion]) -> list[Assertion]:
    """Assertions with the survivors of merged entities in their place."""
    moved = survivors(connection, {uid for one in found for uid in (one.entity_uid, one.target_uid) if uid is not None})
    if not moved:
        return found
    return [
        replace(
            one,
            entity_uid=moved.get(one.entity_uid, one.entity_uid),
            target_uid=None if one.target_uid is None else moved.get(one.target_uid, one.target_uid),
        )
        for one in found
    ]


def put(connection: Connection, changes: Changes) -> dict[int, int]:
    """Stores new and changed entities, their keys and other names; planned uid (negative) -> stored one."""
    given: dict[int, int] = {}
    for entity in changes.entities:
        if entity.uid < 0:
            ENTITIES.insert(connection, entity, without="uid")
            given[entity.uid] = connection.last_insert_rowid()
        else:
            _update(connection, entity)
    keys = ((key, given.get(uid, uid)) for uid, keys in changes.block_keys.items() for key in keys)
    sql = "INSERT OR IGNORE INTO entity_keys(context, key, uid) SELECT context, ?, uid FROM entities WHERE uid = ?"
    change_many(connection, sql, keys)
    names.put(connection, changes, given)
    return given


def records_of(connection: Connection, uids: Collection[int]) -> list[str]:
    """Ids of assertions whose words include the name of one of the entities."""
    if not uids:
        return []
    every = listed(members(connection, uids))
    sql = (
        f"SELECT id FROM assertions WHERE entity_uid {IN_LIST} "
        f"UNION SELECT id FROM assertions WHERE target_uid {IN_LIST}"
    )
    return column(connection, sql, (every, every))


def present(connection: Connection, uids: Collection[int], scope_set: int) -> set[int]:
    """Those of the uids that have a row, or are named by a text, in this very scope set."""
    sql = """
        SELECT j.value FROM json_each(:uids) AS j WHERE
        EXISTS(SELECT 1 FROM assertions AS a INDEXED BY assertions_subject
               WHERE a.entity_uid = j.value AND a.scope_set = :set AND a.retired_at IS NULL)
        OR EXISTS(SELECT 1 FROM assertions AS a INDEXED BY assertions_target
                  WHERE a.target_uid = j.value AND a.scope_set = :set AND a.retired_at IS NULL)
        OR EXISTS(SELECT 1 FROM mentions AS m WHERE m.entity_uid = j.value AND m.scope_set = :set)
    """
    return set(column(connection, sql, {"uids": listed(uids), "set": scope_set}))


def drop_bare(connection: Connection, uids: Collection[int]) -> int:
    """Removes those entities of which no row is left; how many. The survivor of a merge stays while a member has rows."""
    sql = f"""
        SELECT e.uid FROM entities AS e WHERE e.uid {IN_LIST}
        AND NOT EXISTS(SELECT 1 FROM assertions AS a INDEXED BY assertions_subject WHERE a.entity_uid = e.uid)
        AND NOT EXISTS(SELECT 1 FROM assertions AS a INDEXED BY assertions_target WHERE a.target_uid = e.uid)
        AND NOT EXISTS(SELECT 1 FROM mentions AS m WHERE m.entity_uid = e.uid)
        ORDER BY e.survivor IS NULL
    """
    bare, removed = column(connection, sql, (listed(members(connection, uids)),)), 0
    while leaves := [one for one in bare if not _has_merged(connection, one)]:
        for uid in leaves:
            connection.execute("DELETE FROM entity_keys WHERE uid = ?", (uid,))
            names.forget_entity(connection, uid)
            removed += change(connection, "DELETE FROM entities WHERE uid = ?", (uid,))
        bare = [one for one in bare if one not in leaves]
    return removed


def _has_merged(connection: Connection, uid: int) -> bool:
    return scalar(connection, "SELECT 1 FROM entities WHERE merged_into = ? LIMIT 1", (uid,)) is not None


def _update(connection: Connection, entity: Entity) -> None:
    before = _merged_into(connection, entity.uid)
    ENTITIES.replace(connection, entity, "uid")
    if before != entity.merged_into:
        _follow_merges(connection, entity.uid)


def _follow_merges(connection: Connection, uid: int) -> None:
    """Sets the survivor of an entity and of all that was merged into it, however long the chain."""
    root = uid
    while (above := _merged_into(connection, root)) is not None and above != uid:
        root = above
    below = """
        WITH RECURSIVE below(uid) AS (
            VALUES(:uid) UNION SELECT e.uid FROM below CROSS JOIN entities AS e ON e.merged_into = below.uid
        )
        UPDATE entities SET survivor = CASE WHEN uid = :root THEN NULL ELSE :root END WHERE uid IN below
    """
    connection.execute(below, {"uid": uid, "root": root})


def _merged_into(connection: Connection, uid: int) -> int | None:
    return scalar(connection, "SELECT merged_into FROM entities WHERE uid = ?", (uid,))
