"""Principals and keys: the second half of AccessLedger."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from memory_core.adapters.embedded.ledger.rows import CONTEXTS, KEYS, PRINCIPALS, grants_of, grants_text
from memory_core.adapters.embedded.ledger.sql import Connection, change, change_many, rows, scalar
from memory_core.adapters.embedded.ledger.threads import Readers, Writer
from memory_core.engine.model import Context, Grants, Instant, Key, Principal
from memory_core.ports.clock import Clock
from memory_core.ports.errors import AlreadyExists

_ALIVE = "WHERE context = ? AND deleted_at IS NULL"
_KEY = "WHERE context = ? AND principal_id = ? AND name = ? AND revoked_at IS NULL"
_BY_HASH = f"""
SELECT {KEYS.of("k")}, {PRINCIPALS.of("p")}, {CONTEXTS.of("c")}
FROM keys AS k INDEXED BY keys_hash
CROSS JOIN principals AS p ON p.context = k.context AND p.id = k.principal_id AND p.deleted_at IS NULL
CROSS JOIN contexts AS c ON c.id = k.context
WHERE k.secret_hash = ? AND k.revoked_at IS NULL
"""


class SqlitePrincipals:
    """See ports.access.AccessLedger."""

    def __init__(self, writer: Writer, readers: Readers, clock: Clock) -> None:
        self._writer, self._readers, self._clock = writer, readers, clock

    async def create_principal(self, principal: Principal) -> Principal:
        def work(connection: Connection) -> Principal:
            if principal.external_id is not None:
                where = f"{_ALIVE} AND external_id = ?"
                same = PRINCIPALS.first(connection, where, (principal.context, principal.external_id))
                if same is not None:
                    return same
            _refuse_name(connection, principal)
            store(connection, principal, principal.created_at)
            return principal

        return await self._writer.run(work)

    async def principal(self, context: str, principal_id: str) -> Principal | None:
        return await self._readers.run(lambda c: PRINCIPALS.first(c, f"{_ALIVE} AND id = ?", (context, principal_id)))

    async def principals(self, context: str) -> list[Principal]:
        return await self._readers.run(lambda c: PRINCIPALS.select(c, f"{_ALIVE} ORDER BY created_at, id", (context,)))

    async def change_principal(
        self, context: str, principal_id: str, change: Callable[[Principal], Principal]
    ) -> Principal | None:
        now = self._clock.now()

        def work(connection: Connection) -> Principal | None:
            old = PRINCIPALS.first(connection, f"{_ALIVE} AND id = ?", (context, principal_id))
            if old is None or (new := change(old)) == old:
                return old
            _refuse_name(connection, new)
            PRINCIPALS.replace(connection, new, "context", "id")
            if new.grants != old.grants:
                _note_grants(connection, context, principal_id, new.grants, now)
            return new

        return await self._writer.run(work)

    async def grants_at(self, context: str, principal_id: str, at: Instant) -> Grants:
        sql = (
            "SELECT grants FROM grant_history WHERE context = ? AND principal_id = ? AND at <= ? "
            "ORDER BY at DESC, n DESC LIMIT 1"
        )
        text = await self._readers.run(lambda c: scalar(c, sql, (context, principal_id, at)))
        return grants_of(text) or {}

    async def delete_principal(self, context: str, principal_id: str, at: Instant) -> bool:
        def work(connection: Connection) -> bool:
            sql = f"UPDATE principals SET deleted_at = ? {_ALIVE} AND id = ?"
            if not change(connection, sql, (at, context, principal_id)):
                return False
            revoke = "UPDATE keys SET revoked_at = ? WHERE context = ? AND principal_id = ? AND revoked_at IS NULL"
            connection.execute(revoke, (at, context, principal_id))
            _note_grants(connection, context, principal_id, {}, at)
            return True

        return await self._writer.run(work)

    async def create_key(self, key: Key) -> None:
        def work(connection: Connection) -> None:
            if KEYS.first(connection, _KEY, (key.context, key.principal_id, key.name)) is not None:
                raise AlreadyExists("key", key.name)
            KEYS.insert(connection, key)

        await self._writer.run(work)

    async def key_by_hash(self, secret_hash: bytes) -> tuple[Key, Principal, Context] | None:
        def work(connection: Connection) -> tuple[Key, Principal, Context] | None:
            first, second = len(KEYS.fields), len(KEYS.fields) + len(PRINCIPALS.fields)
            for row in rows(connection, _BY_HASH, (secret_hash,)):
                key, principal = KEYS.read(row[:first]), PRINCIPALS.read(row[first:second])
                context = CONTEXTS.read(row[second:])
                if key is not None and principal is not None and context is not None:
                    return key, principal, context
            return None

        return await self._readers.run(work)

    async def keys(self, context: str, principal_id: str | None) -> list[Key]:
        where = "WHERE context = ? AND (? IS NULL OR principal_id = ?) AND revoked_at IS NULL ORDER BY created_at, id"
        return await self._readers.run(lambda c: KEYS.select(c, where, (context, principal_id, principal_id)))

    async def rotate_key(self, key: Key) -> None:
        sql = "UPDATE keys SET secret_hash = ?, valid_until = ? WHERE id = ? AND revoked_at IS NULL"
        await self._writer.run(lambda c: change(c, sql, (key.secret_hash, key.valid_until, key.id)))

    async def revoke_key(self, context: str, principal_id: str, name: str, at: Instant) -> bool:
        sql = f"UPDATE keys SET revoked_at = ? {_KEY}"
        return bool(await self._writer.run(lambda c: change(c, sql, (at, context, principal_id, name))))

    async def touch_keys(self, used: dict[str, Instant]) -> None:
        sql = "UPDATE keys SET last_used_at = max(coalesce(last_used_at, ?1), ?1) WHERE id = ?2"
        await self._writer.run(lambda c: change_many(c, sql, [(at, key_id) for key_id, at in used.items()]))


def store(connection: Connection, principal: Principal, at: Instant) -> None:
    """Adds a principal and what it is granted from an instant on."""
    PRINCIPALS.insert(connection, principal)
    _note_grants(connection, principal.context, principal.id, principal.grants, at)


def _note_grants(
    connection: Connection, context: str, principal_id: str, grants: Mapping[str, tuple[str, ...]], at: Instant
) -> None:
    sql = "INSERT INTO grant_history(context, principal_id, at, grants) VALUES(?,?,?,?)"
    connection.execute(sql, (context, principal_id, at, grants_text(grants)))


def _refuse_name(connection: Connection, principal: Principal) -> None:
    where = f"SELECT 1 FROM principals {_ALIVE} AND display_name = ? AND id <> ?"
    if scalar(connection, where, (principal.context, principal.display_name, principal.id)) is not None:
        raise AlreadyExists("principal", principal.display_name)
