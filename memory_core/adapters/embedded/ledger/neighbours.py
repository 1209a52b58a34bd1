"""The turns around a turn: keys by which it is found, since what was said before and after tells what it is about.

Only turns of the same scope set that are not retired count: nobody may find a turn by words that they must not see.
"""

from __future__ import annotations

from collections.abc import Iterable

from memory_core.adapters.embedded.ledger.sql import Connection, column, rows
from memory_core.engine.model import Turn

SPAN = 2
"""Turns on each side."""
_SIDE = (
    "FROM turns INDEXED BY turns_session WHERE context = ? AND session_id = ? AND seq {0} ? AND scope_set = ? "
    "AND retired_at IS NULL ORDER BY seq {1} LIMIT ?"
)
_BEFORE, _AFTER = _SIDE.format("<", "DESC"), _SIDE.format(">", "ASC")
MOST_CHARS = 300
"""Of one neighbour; a long text says what it is about early, and four long ones would drown the turn's own words."""


def before(connection: Connection, turns: Iterable[Turn]) -> list[str]:
    """Ids of standing turns around new ones (which are stored by now)."""
    new = {turn.id for turn in turns}
    return [one for one in around(connection, new) if one not in new]


def around(connection: Connection, turn_ids: Iterable[str]) -> list[str]:
    """Ids of the turns that have one of these as a neighbour."""
    found: dict[str, None] = {}
    for turn_id in turn_ids:
        sql = "SELECT context, session_id, seq, scope_set FROM turns WHERE id = ?"
        for context, session_id, seq, scope_set in list(rows(connection, sql, (turn_id,))):
            place = (context, session_id, seq, scope_set, SPAN)
            for side in (_BEFORE, _AFTER):
                found |= dict.fromkeys(column(connection, f"SELECT id {side}", place))
    return list(found)


def words(connection: Connection, turn: Turn) -> str:
    """What was said around a turn, one line a turn, oldest first."""
    place = (turn.context, turn.session_id, turn.seq, turn.scope_set, SPAN)
    earlier = list(rows(connection, f"SELECT role, content {_BEFORE}", place))
    later = list(rows(connection, f"SELECT role, content {_AFTER}", place))
    return "\n".join(f"{role}: {content[:MOST_CHARS]}" for role, content in [*reversed(earlier), *later])
