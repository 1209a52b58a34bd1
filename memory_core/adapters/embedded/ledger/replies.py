"""Replies kept for repeats of a call, with the ids of the records that they speak of, so that erasure finds them."""

from __future__ import annotations

from collections.abc import Collection

from memory_core.adapters.embedded.ledger.sql import IN_LIST, Connection, change, change_many, listed, row, scalar
from memory_core.engine.model import Instant
from memory_core.engine.plan import IdempotentReply
from memory_core.ports.errors import IdempotencyConflict, IdempotencyInProgress

KEPT: Instant = 24 * 3600 * 1_000_000
"""Microseconds that a reply is kept."""
_SWEPT = 100
"""Old replies removed with each reservation: more than come in, so that they never pile up."""
_KEY = "context = ? AND caller = ? AND key = ?"


def reserve(
    connection: Connection,
    wanted: IdempotentReply,
    now: Instant,
    lease_until: Instant,
) -> IdempotentReply | None:
    """Takes the key of `wanted` (whose reply is empty), or returns the finished reply. See ports.outbox."""
    sweep(connection, now, _SWEPT)
    key = (wanted.context, wanted.caller, wanted.key)
    found = row(connection, f"SELECT fingerprint, reply, lease_until, reserved_at FROM replies WHERE {_KEY}", key)
    if found is not None and found[3] >= now - KEPT:
        fingerprint, reply, leased, _ = found
        if fingerprint != wanted.fingerprint:
            raise IdempotencyConflict("the idempotency key was used for another call")
        if reply is not None:
            return IdempotentReply(*key, fingerprint, reply)
        if leased > now:
            raise IdempotencyInProgress("the first call with this idempotency key has not ended")
    connection.execute(
        "INSERT OR REPLACE INTO replies(context, caller, key, fingerprint, reply, reserved_at, lease_until) "
        "VALUES(?,?,?,?,NULL,?,?)",
        (*key, wanted.fingerprint, now, lease_until),
    )
    return None


def sweep(connection: Connection, now: Instant, limit: int) -> int:
    """Removes the oldest of the replies that are kept no longer; how many."""
    sql = "DELETE FROM replies WHERE n IN (SELECT n FROM replies WHERE reserved_at < ? ORDER BY reserved_at LIMIT ?)"
    return change(connection, sql, (now - KEPT, limit))


def release(connection: Connection, context: str, caller: str, key: str) -> None:
    """Frees a reservation that has no reply."""
    connection.execute(f"DELETE FROM replies WHERE {_KEY} AND reply IS NULL", (context, caller, key))


def release_all(connection: Connection) -> None:
    """Frees every reservation; for the start, when no call can be under way."""
    connection.execute("DELETE FROM replies WHERE reply IS NULL")


def finish(connection: Connection, reply: IdempotentReply, record_ids: Collection[str], now: Instant) -> None:
    """Keeps the answer of the write in this transaction.

    Raises IdempotencyInProgress, which undoes the write, when another call finished under the key meanwhile (the lease of
    this one had run out): the repeat of the call is answered with what that one wrote.
    """
    key = (reply.context, reply.caller, reply.key)
    found = row(connection, f"SELECT reserved_at FROM replies WHERE {_KEY} AND reply IS NOT NULL", key)
    if found is not None and found[0] >= now - KEPT:
        raise IdempotencyInProgress("another call with this idempotency key has ended meanwhile")
    reserved = scalar(connection, f"SELECT reserved_at FROM replies WHERE {_KEY} AND reply IS NULL", key)
    connection.execute(
        "INSERT OR REPLACE INTO replies(context, caller, key, fingerprint, reply, reserved_at, lease_until) "
        "VALUES(?,?,?,?,?,?,0)",
        (*key, reply.fingerprint, reply.reply, now if reserved is None else reserved),
    )
    number = connection.last_insert_rowid()
    sql = "INSERT OR IGNORE INTO reply_records(record_id, reply) VALUES(?, ?)"
    change_many(connection, sql, ((one, number) for one in record_ids))


def forget(connection: Connection, record_ids: Collection[str]) -> int:
    """Removes replies that speak of these records; how many."""
    sql = f"DELETE FROM replies WHERE n IN (SELECT reply FROM reply_records WHERE record_id {IN_LIST})"
    return change(connection, sql, (listed(record_ids),))
