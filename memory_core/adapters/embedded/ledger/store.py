"""All ledger ports on one SQLite file, held by one process at a time."""

from __future__ import annotations

import asyncio
import fcntl
import os
from pathlib import Path
from typing import Literal

import apsw

from memory_core.adapters.embedded.ledger import jobs, replies
from memory_core.adapters.embedded.ledger.access import SqliteAccess
from memory_core.adapters.embedded.ledger.documents import SqliteDocuments
from memory_core.adapters.embedded.ledger.idempotency import SqliteIdempotency
from memory_core.adapters.embedded.ledger.jobs import SqliteJobs
from memory_core.adapters.embedded.ledger.memory import SqliteMemory
from memory_core.adapters.embedded.ledger.outbox import SqliteOutbox
from memory_core.adapters.embedded.ledger.schema import applied, migrate
from memory_core.adapters.embedded.ledger.scrub import cut_log, scrub
from memory_core.adapters.embedded.ledger.sessions import SqliteSessions
from memory_core.adapters.embedded.ledger.sql import Connection
from memory_core.adapters.embedded.ledger.threads import Readers, Writer, connect
from memory_core.adapters.embedded.ledger.traces import SqliteTraces
from memory_core.adapters.embedded.ledger.upkeep import SqliteUpkeep
from memory_core.ports.clock import Clock
from memory_core.ports.errors import DataDirectoryInUse, StoreUnavailable
from memory_core.ports.store import Migration

FILE = "ledger.db"
LOCK = "ledger.lock"


class SqliteLedger:
    """See ports.store.Ledger. Made by `open_ledger`."""

    def __init__(self, writer: Writer, readers: Readers, path: Path, lock: int, clock: Clock) -> None:
        self._writer, self._readers, self._lock = writer, readers, lock
        self.traces = SqliteTraces(writer, readers)
        self.memory = SqliteMemory(writer, readers, self.traces, path, clock)
        self.sessions = SqliteSessions(writer, readers)
        self.documents = SqliteDocuments(writer, readers, clock)
        self.access = SqliteAccess(writer, readers, clock)
        self.outbox = SqliteOutbox(writer, readers, clock)
        self.idempotency = SqliteIdempotency(writer)
        self.jobs = SqliteJobs(writer, readers)
        self.upkeep = SqliteUpkeep(writer, readers)
        self._closing: asyncio.Task[None] | None = None

    async def migrations(self) -> list[Migration]:
        return await self._readers.run(applied)

    async def close(self) -> None:
        # One task for all callers, and one that is cancelled does not stop it half way.
        self._closing = self._closing or asyncio.create_task(self._close(), name="ledger-close")
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        try:
            await self.traces.close()
            await self._writer.close()
            await self._readers.close()
            await asyncio.to_thread(_close_file, self._writer.connection)
        finally:
            os.close(self._lock)


async def open_ledger(
    folder: Path,
    *,
    clock: Clock,
    synchronous: Literal["FULL", "NORMAL"] = "FULL",
    readers: int = 2,
    cache_mib: int = 64,
) -> SqliteLedger:
    """Opens or makes the ledger of a data directory; every connection has a page cache of `cache_mib`.

    Raises DataDirectoryInUse when another process has it, StoreUnavailable when the file can't be opened or was written
    by a newer program.
    """
    lock = await asyncio.to_thread(_take, folder)
    try:
        path = folder / FILE
        written = await asyncio.to_thread(_open, path, clock, synchronous, cache_mib)
        read = [await asyncio.to_thread(connect, path, write=False, cache_mib=cache_mib) for _ in range(readers)]
    except (apsw.Error, ValueError) as error:
        os.close(lock)
        raise StoreUnavailable("ledger", "the ledger file can't be opened") from error
    return SqliteLedger(Writer(written), Readers(read), path, lock, clock)


def _take(folder: Path) -> int:
    """Locks the directory; the lock goes with the process, however it ends."""
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise DataDirectoryInUse(f"{folder} is in use by another process") from None
    return handle


def _open(path: Path, clock: Clock, synchronous: str, cache_mib: int) -> Connection:
    path.touch(mode=0o600)
    connection = connect(path, write=True, synchronous=synchronous, cache_mib=cache_mib)
    migrate(connection, clock.now())
    with connection:
        # Nobody else has the directory, so whoever held a lease is gone.
        jobs.release_all(connection)
        replies.release_all(connection)
    scrub(connection, path)  # nothing, but for an erasure that was cut off
    return connection


def _close_file(connection: Connection) -> None:
    try:
        cut_log(connection)
    finally:
        connection.close()
