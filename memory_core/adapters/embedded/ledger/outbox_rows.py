"""Rows of the outbox, written inside the transaction that makes them necessary."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from memory_core.adapters.embedded.ledger.sql import Connection, Row, change_many, delete_by, listed, rows, scalar
from memory_core.engine.model import Instant
from memory_core.ports.outbox import Operation, Target

_SCOPED = """
SELECT t.id, t.scope_set FROM json_each(:ids) AS j CROSS JOIN turns AS t ON t.id = j.value
UNION ALL SELECT a.id, a.scope_set FROM json_each(:ids) AS j CROSS JOIN assertions AS a ON a.id = j.value
UNION ALL SELECT i.id, i.scope_set FROM json_each(:ids) AS j CROSS JOIN instructions AS i ON i.id = j.value
UNION ALL SELECT c.id, d.scope_set FROM json_each(:ids) AS j CROSS JOIN chunks AS c ON c.id = j.value
    CROSS JOIN documents AS d ON d.id = c.document_id
"""
_INSERT = "INSERT INTO outbox(operation, record_id, context, scope_set, at, text, vectors) VALUES(?,?,?,?,?,?,?)"


def project(
    connection: Connection,
    context: str,
    record_ids: Collection[str],
    now: Instant,
    targets: Collection[Target] = tuple(Target),
) -> None:
    """Queues records to be written to the copies again; ids that no copy holds are left out."""
    if not record_ids:
        return
    scoped = dict(rows(connection, _SCOPED, {"ids": listed(dict.fromkeys(record_ids))}))
    wanted = ((one, scoped[one]) for one in dict.fromkeys(record_ids) if one in scoped)
    _queue(connection, Operation.UPSERT, context, wanted, now, targets)


def erase_copies(connection: Connection, context: str, record_ids: Collection[str], now: Instant) -> None:
    """Takes back what waits for these records and queues their erasure."""
    delete_by(connection, "outbox", "record_id", record_ids)
    _queue(connection, Operation.ERASE, context, ((one, None) for one in record_ids), now, tuple(Target))


def erase_context(connection: Connection, context: str, now: Instant) -> None:
    """Queues the erasure of all that the copies hold of a context, in place of what waits for its records."""
    waits = "DELETE FROM outbox WHERE context = ? AND operation <> ?"
    connection.execute(waits, (context, Operation.ERASE_BLOB.value))
    _queue(connection, Operation.ERASE_CONTEXT, context, [(context, None)], now, tuple(Target))


def erase_blobs(connection: Connection, context: str, hashes: Collection[str], now: Instant) -> None:
    """Queues the erasure of files, given as bare hex digits."""
    entries = ((f"{context}\n{one}", None) for one in hashes)
    _queue(connection, Operation.ERASE_BLOB, context, entries, now, (Target.TEXT,))


def keep_blob(connection: Connection, context: str, content_hash: str) -> None:
    """Takes back the erasure of a file that a document needs again."""
    delete_by(connection, "outbox", "record_id", [f"{context}\n{content_hash}"])


def last_seq(connection: Connection) -> int:
    """The highest number given so far; it never goes back, even when the queue is empty."""
    return int(scalar(connection, "SELECT seq FROM sqlite_sequence WHERE name = 'outbox'") or 0)


def _queue(
    connection: Connection,
    operation: Operation,
    context: str,
    entries: Iterable[Row],
    now: Instant,
    targets: Collection[Target],
) -> None:
    flags = (int(Target.TEXT in targets), int(Target.VECTORS in targets))
    change_many(connection, _INSERT, ((operation.value, one, context, scope, now, *flags) for one, scope in entries))
