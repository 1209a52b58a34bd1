"""JobLedger over SQLite."""

from __future__ import annotations

from collections.abc import Sequence

from memory_core.adapters.embedded.ledger.sql import Connection, change, listed, row, scalar
from memory_core.adapters.embedded.ledger.threads import Readers, Writer
from memory_core.engine.model import Instant
from memory_core.ports.outbox import Job

_NEXT = """
SELECT n, id, context, kind, record_id, attempts + 1 FROM jobs AS j
WHERE kind IN (SELECT value FROM json_each(:kinds)) AND not_before <= :now
    AND (lease_until IS NULL OR lease_until <= :now)
    AND NOT EXISTS(SELECT 1 FROM jobs AS other INDEXED BY jobs_record
        WHERE other.record_id = j.record_id AND other.kind = j.kind AND other.lease_until > :now)
ORDER BY n LIMIT 1
"""
"""The oldest job that is free; never a second one for a record that is worked on."""


class SqliteJobs:
    """See ports.outbox.JobLedger."""

    def __init__(self, writer: Writer, readers: Readers) -> None:
        self._writer, self._readers = writer, readers

    async def enqueue(self, job: Job, now: Instant) -> None:
        await self._writer.run(lambda c: enqueue(c, job, now))

    async def claim(self, kinds: Sequence[str], now: Instant, lease_until: Instant) -> Job | None:
        bound = {"kinds": listed(kinds), "now": now}
        if await self._readers.run(lambda c: row(c, _NEXT, bound)) is None:
            return None  # workers ask often; a question must not cost a write

        def work(connection: Connection) -> Job | None:
            found = row(connection, _NEXT, bound)
            if found is None:
                return None
            number, *job = found
            sql = "UPDATE jobs SET attempts = attempts + 1, lease_until = ? WHERE n = ?"
            connection.execute(sql, (lease_until, number))
            return Job(*job)

        return await self._writer.run(work)

    async def extend(self, job_id: str, lease_until: Instant) -> None:
        sql = "UPDATE jobs SET lease_until = ? WHERE id = ? AND lease_until IS NOT NULL"
        await self._writer.run(lambda c: change(c, sql, (lease_until, job_id)))

    async def finish(self, job_id: str) -> None:
        await self._writer.run(lambda c: change(c, "DELETE FROM jobs WHERE id = ?", (job_id,)))

    async def retry(self, job_id: str, not_before: Instant) -> None:
        sql = "UPDATE jobs SET lease_until = NULL, not_before = ? WHERE id = ?"
        await self._writer.run(lambda c: change(c, sql, (not_before, job_id)))

    async def waiting(self, kinds: Sequence[str]) -> int:
        sql = "SELECT count(*) FROM jobs WHERE kind IN (SELECT value FROM json_each(?))"
        return int(await self._readers.run(lambda c: scalar(c, sql, (listed(kinds),))))


def enqueue(connection: Connection, job: Job, now: Instant) -> None:
    """Adds a job unless one of its kind and record waits. One that is worked on does not count: it has read the record."""
    waits = "SELECT 1 FROM jobs WHERE record_id = ? AND kind = ? AND (lease_until IS NULL OR lease_until <= ?) LIMIT 1"
    if scalar(connection, waits, (job.record_id, job.kind, now)) is None:
        sql = "INSERT INTO jobs(id, context, kind, record_id, attempts, not_before) VALUES(?,?,?,?,?,?)"
        connection.execute(sql, (job.id, job.context, job.kind, job.record_id, job.attempts, now))


def release_all(connection: Connection) -> None:
    """Frees every lease; for the start, when no worker can hold one."""
    connection.execute("UPDATE jobs SET lease_until = NULL WHERE lease_until IS NOT NULL")
