"""OutboxLedger over SQLite."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from memory_core.adapters.embedded.ledger import memory_read, sources
from memory_core.adapters.embedded.ledger.gate import bindings, scan
from memory_core.adapters.embedded.ledger.outbox_rows import project
from memory_core.adapters.embedded.ledger.sql import IN_LIST, Connection, Row, listed, row, rows
from memory_core.adapters.embedded.ledger.threads import Readers, Writer
from memory_core.engine.model import Instant
from memory_core.ports.clock import Clock
from memory_core.ports.ledger import Gate
from memory_core.ports.outbox import IndexSource, Operation, OutboxRow, Target

_ENQUEUED = 1_000
"""Records queued in one transaction of a rebuild, so that other writes get their turn between."""
_EVERYTHING = """
SELECT context, id FROM turns UNION ALL SELECT context, id FROM assertions UNION ALL SELECT context, id FROM instructions
UNION ALL SELECT d.context, c.id FROM chunks AS c CROSS JOIN documents AS d ON d.id = c.document_id
"""


class SqliteOutbox:
    """See ports.outbox.OutboxLedger."""

    def __init__(self, writer: Writer, readers: Readers, clock: Clock) -> None:
        self._writer, self._readers, self._clock = writer, readers, clock

    async def pending(self, target: Target, limit: int, after: int = 0) -> list[OutboxRow]:
        sql = f"SELECT seq, operation, record_id, context FROM {_waiting(target)} AND seq > ? ORDER BY seq LIMIT ?"

        def work(connection: Connection) -> list[OutboxRow]:
            found = rows(connection, sql, (after, limit))
            return [OutboxRow(seq, target, Operation(what), one, context) for seq, what, one, context in found]

        return await self._readers.run(work)

    async def sources(self, record_ids: Collection[str]) -> list[IndexSource]:
        return await self._readers.run(lambda c: sources.read(c, record_ids))

    async def acknowledge(self, target: Target, seqs: Sequence[int]) -> None:
        if not seqs:
            return
        other = next(one for one in Target if one is not target)
        listed_seqs = (listed(seqs),)

        def work(connection: Connection) -> None:
            connection.execute(f"DELETE FROM outbox WHERE seq {IN_LIST} AND {other.value} = 0", listed_seqs)
            connection.execute(f"UPDATE outbox SET {target.value} = 0 WHERE seq {IN_LIST}", listed_seqs)

        await self._writer.run(work)

    async def backlog(self, target: Target) -> tuple[int, Instant | None]:
        sql = f"SELECT count(*), min(at) FROM {_waiting(target)}"
        found = await self._readers.run(lambda c: row(c, sql))
        return (int(found[0]), found[1]) if found else (0, None)

    async def unprojected(self, gate: Gate, target: Target, limit: int) -> list[IndexSource]:
        return await self._readers.run(lambda c: _unprojected(c, gate, target, limit))

    async def awaiting(self, target: Target, record_ids: Collection[str]) -> frozenset[str]:
        sql = (
            "SELECT o.record_id FROM json_each(?) AS j CROSS JOIN outbox AS o INDEXED BY outbox_record "
            f"ON o.record_id = j.value WHERE o.operation = 'upsert' AND o.{target.value} = 1"
        )
        return await self._readers.run(lambda c: frozenset(one for (one,) in rows(c, sql, (listed(record_ids),))))

    async def enqueue_all(self, target: Target) -> int:
        found = await self._readers.run(lambda c: list(rows(c, _EVERYTHING)))
        for start in range(0, len(found), _ENQUEUED):
            batch = found[start : start + _ENQUEUED]
            await self._writer.run(lambda c, batch=batch: _queue_again(c, batch, target, self._clock.now()))
        return len(found)


def _waiting(target: Target) -> str:
    return f"outbox INDEXED BY outbox_{target.value} WHERE {target.value} = 1"


def _unprojected(connection: Connection, gate: Gate, target: Target, limit: int) -> list[IndexSource]:
    upserts = f"o.operation = 'upsert' AND o.context = :context AND o.{target.value} = 1"
    source, seen = scan(gate, "outbox", "o", f"outbox_{target.value}")
    sql = f"SELECT o.record_id FROM {source} WHERE {seen} AND {upserts} ORDER BY o.seq DESC"
    waiting = _distinct(one for (one,) in rows(connection, sql, bindings(gate)))
    passing: list[str] = []
    while len(passing) < limit and (batch := list(islice(waiting, limit))):
        seen = memory_read.visible_texts(connection, gate, batch) | memory_read.visible_facts(connection, gate, batch)
        passing += [one for one in batch if one in seen]
    order = {one: n for n, one in enumerate(passing[:limit])}
    return sorted(sources.read(connection, order, beside=False), key=lambda one: order[one.record_id])


def _distinct(ids: Iterator[str]) -> Iterator[str]:
    seen: set[str] = set()
    for one in ids:
        if one not in seen:
            seen.add(one)
            yield one


def _queue_again(connection: Connection, batch: Sequence[Row], target: Target, now: Instant) -> None:
    by_context: dict[str, list[str]] = {}
    for context, one in batch:
        by_context.setdefault(context, []).append(one)
    for context, ids in by_context.items():
        project(connection, context, ids, now, (target,))
