"""What a merge or a split touches, read inside the writer's transaction or before it."""

from __future__ import annotations

from collections.abc import Collection

from memory_core.adapters.embedded.ledger import entities
from memory_core.adapters.embedded.ledger.rows import ASSERTIONS
from memory_core.adapters.embedded.ledger.sql import IN_LIST, Connection, listed, rows
from memory_core.engine.model import Assertion, Entity
from memory_core.engine.plan import Kin

_LINES = f"""
SELECT {ASSERTIONS.of("a")} FROM (
    SELECT entity_uid, key, scope_set FROM assertions INDEXED BY assertions_line WHERE entity_uid {IN_LIST}
    UNION SELECT entity_uid, key, scope_set FROM assertions INDEXED BY assertions_target WHERE target_uid {IN_LIST}
) AS line CROSS JOIN assertions AS a INDEXED BY assertions_line
    ON a.entity_uid = line.entity_uid AND a.key = line.key AND a.scope_set = line.scope_set
WHERE a.retired_at IS NULL
"""
_TOUCHED = f"""
SELECT entity_uid, scope_set FROM assertions INDEXED BY assertions_subject WHERE entity_uid {IN_LIST}
UNION SELECT target_uid, scope_set FROM assertions INDEXED BY assertions_target WHERE target_uid {IN_LIST}
UNION SELECT entity_uid, scope_set FROM mentions WHERE entity_uid {IN_LIST}
"""


def read(connection: Connection, context: str, uids: Collection[int]) -> Kin:
    """See plan.Kin."""
    asked = entities.members(connection, uids)
    namesakes = _namesakes(connection, asked)
    groups = entities.members(connection, [*asked, *namesakes.values()])
    lines = _lines(connection, groups)
    named = {uid for row in lines for uid in (row.entity_uid, row.target_uid) if uid is not None}
    whole = entities.members(connection, {*groups, *named})
    return Kin(_there(connection, context, whole), tuple(lines), _touched(connection, asked), namesakes)


def _there(connection: Connection, context: str, uids: Collection[int]) -> dict[int, Entity]:
    return entities.by_uid(connection, context, uids)


def _namesakes(connection: Connection, uids: Collection[int]) -> dict[int, int]:
    sql = (
        "SELECT e.uid, other.uid FROM json_each(?) AS j CROSS JOIN entities AS e ON e.uid = j.value "
        "CROSS JOIN entities AS other INDEXED BY entities_norm ON other.context = e.context AND other.type = e.type "
        "AND other.norm = e.norm AND other.merged_into IS NULL WHERE e.merged_into IS NOT NULL"
    )
    return dict(rows(connection, sql, (listed(uids),)))


def _lines(connection: Connection, uids: Collection[int]) -> list[Assertion]:
    """Rows of the groups, and the timelines of others that point to them, those of the others' groups among them."""
    found = {row.seq: row for row in ASSERTIONS.all(rows(connection, _LINES, (listed(uids), listed(uids))))}
    subjects = {row.entity_uid for row in found.values()}
    beside = entities.groups(connection, subjects)
    wanted = {
        (member, row.key, row.scope_set)
        for row in found.values()
        for member in beside[row.entity_uid]
        if member not in subjects or member != row.entity_uid
    }
    sql = "WHERE entity_uid = ? AND key = ? AND scope_set = ? AND retired_at IS NULL"
    for line in wanted:
        found |= {row.seq: row for row in ASSERTIONS.select(connection, sql, line)}
    return [found[seq] for seq in sorted(found)]


def _touched(connection: Connection, uids: Collection[int]) -> dict[int, frozenset[int]]:
    found: dict[int, set[int]] = {}
    for uid, scope_set in rows(connection, _TOUCHED, (listed(uids),) * 3):
        found.setdefault(uid, set()).add(scope_set)
    return {uid: frozenset(sets) for uid, sets in found.items()}
