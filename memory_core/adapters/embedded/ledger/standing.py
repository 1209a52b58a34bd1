"""What stands before a write, read inside the writer's transaction, which is the lock."""

from __future__ import annotations

from collections.abc import Collection

from memory_core.adapters.embedded.ledger import entities, names
from memory_core.adapters.embedded.ledger.rows import ASSERTIONS, DOCUMENTS, INSTRUCTIONS, SESSIONS, UNCERTAINTIES
from memory_core.adapters.embedded.ledger.sql import Connection, listed, rows
from memory_core.engine.model import Assertion
from memory_core.engine.plan import Need, Standing

_LINES = f"""
SELECT {ASSERTIONS.of("a")} FROM json_each(:uids) AS u CROSS JOIN json_each(:keys) AS k
CROSS JOIN assertions AS a INDEXED BY assertions_line
    ON a.entity_uid = u.value AND a.key = k.value AND a.scope_set = :set
WHERE a.retired_at IS NULL ORDER BY a.seq
"""
_ACTIVE = "WHERE context = ? AND scope_set = ? AND retired_at IS NULL"


def read(connection: Connection, need: Need, scope_set: int) -> Standing:
    """Reads what `need` names. A retired session is read too: it exists, and says so."""
    found = entities.find(connection, need.context, need.block_keys)
    uids = entities.members(connection, [one.uid for one in found])
    whole = entities.by_uid(connection, need.context, uids)
    moved = entities.survivors(connection, uids)
    present = {moved.get(uid, uid) for uid in entities.present(connection, uids, scope_set)}
    where = (need.context, scope_set)
    session = None
    if need.session_id is not None:
        session = SESSIONS.first(connection, "WHERE context = ? AND id = ?", (need.context, need.session_id))
    document = None
    if need.document_id is not None:
        current = "WHERE id = ? AND context = ? AND retired_at IS NULL"
        document = DOCUMENTS.first(connection, current, (need.document_id, need.context))
    active = need.instructions
    return Standing(
        scope_set=scope_set,
        session=session,
        entities=(*found, *(one for uid, one in sorted(whole.items()) if uid in moved)),
        present=frozenset(present),
        names=names.known_in(connection, uids, scope_set),
        timelines=_timelines(connection, uids, need.keys, scope_set),
        instructions=tuple(INSTRUCTIONS.select(connection, f"{_ACTIVE} AND revoked_at IS NULL ORDER BY n", where))
        if active
        else (),
        uncertainties=tuple(UNCERTAINTIES.select(connection, f"{_ACTIVE} AND resolved_at IS NULL ORDER BY n", where))
        if active
        else (),
        document=document,
    )


def _timelines(
    connection: Connection, uids: Collection[int], keys: Collection[str], scope_set: int
) -> dict[tuple[int, str], tuple[Assertion, ...]]:
    if not uids or not keys:
        return {}
    bound = {"uids": listed(uids), "keys": listed(keys), "set": scope_set}
    found = entities.under_survivors(connection, ASSERTIONS.all(rows(connection, _LINES, bound)))
    lines: dict[tuple[int, str], list[Assertion]] = {}
    for one in found:
        lines.setdefault((one.entity_uid, one.key), []).append(one)
    return {line: tuple(of) for line, of in lines.items()}
