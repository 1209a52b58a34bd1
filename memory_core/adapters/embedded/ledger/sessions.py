"""SessionLedger over SQLite."""

from __future__ import annotations

from dataclasses import replace

from memory_core.adapters.embedded.ledger import memory_read
from memory_core.adapters.embedded.ledger.rows import SESSIONS
from memory_core.adapters.embedded.ledger.scope_sets import intern
from memory_core.adapters.embedded.ledger.sql import Connection, scalar
from memory_core.adapters.embedded.ledger.threads import Readers, Writer
from memory_core.engine.model import Clauses, Session, Turn
from memory_core.ports.ledger import Gate


class SqliteSessions:
    """See ports.ledger.SessionLedger."""

    def __init__(self, writer: Writer, readers: Readers) -> None:
        self._writer, self._readers = writer, readers

    async def create_session(self, context: str, clauses: Clauses, session: Session) -> Session:
        def work(connection: Connection) -> Session:
            made = replace(session, context=context, scope_set=intern(connection, context, clauses))
            begin(connection, made)
            stored = SESSIONS.first(connection, "WHERE context = ? AND id = ?", (context, session.id))
            return stored or made

        return await self._writer.run(work)

    async def session(self, context: str, session_id: str) -> Session | None:
        where = "WHERE context = ? AND id = ? AND retired_at IS NULL"
        return await self._readers.run(lambda c: SESSIONS.first(c, where, (context, session_id)))

    async def session_turns(self, gate: Gate, session_id: str, limit: int, offset: int) -> list[Turn]:
        return await self._readers.run(lambda c: memory_read.session_turns(c, gate, session_id, limit, offset))

    async def tail(self, gate: Gate, session_id: str, limit: int) -> list[Turn]:
        found = await self._readers.run(lambda c: memory_read.session_turns(c, gate, session_id, limit, 0, last=True))
        return found[::-1]


def begin(connection: Connection, session: Session) -> None:
    """Stores a session unless it stands; one that was retired begins a new life, and its old turns stay retired."""
    SESSIONS.insert(connection, session, verb="INSERT OR IGNORE")
    if not connection.changes():
        retired = "context = ? AND id = ? AND retired_at IS NOT NULL"
        place = (session.context, session.id)
        if scalar(connection, f"SELECT 1 FROM sessions WHERE {retired}", place):
            SESSIONS.replace(connection, session, "context", "id")
