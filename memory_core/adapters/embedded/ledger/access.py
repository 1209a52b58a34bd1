"""AccessLedger over SQLite: contexts and scopes here, principals and keys in `principals`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from memory_core.adapters.embedded.ledger import contexts, scope_sets
from memory_core.adapters.embedded.ledger.principals import SqlitePrincipals
from memory_core.adapters.embedded.ledger.rows import CONTEXTS, SCOPE_SETS, SCOPES
from memory_core.adapters.embedded.ledger.sql import Connection, change, column, listed
from memory_core.engine.model import Clauses, Context, Instant, Principal, ScopeNode, ScopeSet

_PATH = "WHERE context = ? AND path = ?"


class SqliteAccess(SqlitePrincipals):
    """See ports.access.AccessLedger."""

    async def create_context(self, context: Context, principals: Sequence[Principal]) -> bool:
        return await self._writer.run(lambda c: contexts.create(c, context, principals))

    async def context(self, context_id: str) -> Context | None:
        return await self._readers.run(lambda c: CONTEXTS.first(c, "WHERE id = ?", (context_id,)))

    async def contexts(self) -> list[Context]:
        return await self._readers.run(lambda c: CONTEXTS.select(c, "ORDER BY id"))

    async def change_context(self, context_id: str, change: Callable[[Context], Context]) -> Context | None:
        def work(connection: Connection) -> Context | None:
            old = CONTEXTS.first(connection, "WHERE id = ?", (context_id,))
            new = None if old is None else change(old)
            if new is not None and new != old:
                CONTEXTS.replace(connection, new, "id")
            return new

        return await self._writer.run(work)

    async def delete_context(self, context_id: str) -> int | None:
        now = self._clock.now()
        return await self._writer.run(lambda c: contexts.delete(c, context_id, now))

    async def register_scope(self, node: ScopeNode) -> tuple[ScopeNode, bool]:
        return await self._writer.run(lambda c: _register(c, node))

    async def scopes(self, context: str) -> list[ScopeNode]:
        return await self._readers.run(lambda c: SCOPES.select(c, "WHERE context = ? ORDER BY path", (context,)))

    async def unregistered(self, context: str, paths: Sequence[str]) -> list[str]:
        sql = (
            "SELECT j.value FROM json_each(?) AS j WHERE NOT EXISTS(SELECT 1 FROM scopes AS s "
            "WHERE s.context = ? AND s.path = j.value AND s.tombstoned_at IS NULL) ORDER BY j.id"
        )
        return await self._readers.run(lambda c: column(c, sql, (listed(paths), context)))

    async def tombstone_scope(self, context: str, path: str, at: Instant) -> bool:
        sql = f"UPDATE scopes SET tombstoned_at = ? {_PATH} AND tombstoned_at IS NULL"
        return bool(await self._writer.run(lambda c: change(c, sql, (at, context, path))))

    async def scope_sets_since(self, context: str, after_id: int) -> list[ScopeSet]:
        where = "INDEXED BY scope_sets_context WHERE context = ? AND id > ? ORDER BY id"
        return await self._readers.run(lambda c: SCOPE_SETS.select(c, where, (context, after_id)))

    async def intern(self, context: str, clauses: Clauses) -> int:
        known = await self._readers.run(lambda c: scope_sets.find(c, context, clauses))
        if known is not None:
            return known
        return await self._writer.run(lambda c: scope_sets.intern(c, context, clauses))


def _register(connection: Connection, node: ScopeNode) -> tuple[ScopeNode, bool]:
    """A node that was ended counts as new when it comes back; it keeps the instant at which it was first made."""
    found = SCOPES.first(connection, _PATH, (node.context, node.path))
    if found is None:
        SCOPES.insert(connection, node)
        return node, True
    if found.tombstoned_at is None:
        return found, False
    back = replace(node, created_at=found.created_at, tombstoned_at=None)
    SCOPES.replace(connection, back, "context", "path")
    return back, True
