"""SQLite behind threads: nothing here ever runs on the event loop.

Writes go through one thread. It commits what waits as one transaction, each unit of work in a savepoint of its own, so that
a failing one undoes itself alone and many callers share one flush to disk. Reads run on threads that each have a read-only
connection, and see one snapshot of what was committed before they began.

A caller that is cancelled never breaks anything: work that has not begun is passed over, work that has begun is finished.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import apsw
import structlog

from memory_core.adapters.embedded.ledger.sql import Connection
from memory_core.ports.errors import StoreUnavailable

T = TypeVar("T")
Work = Callable[[Connection], T]
log: Any = structlog.get_logger(__name__)

QUEUED = 1024
"""Writes that may wait; further callers wait for a place."""
GROUP = 64
"""Most units of work in one transaction."""
GROUP_S = 0.01
"""Seconds after which a transaction takes no further unit: the first one must not wait for long."""
BUSY_MS = 10_000


def connect(path: Path, *, write: bool, synchronous: str = "FULL", cache_mib: int = 64) -> Connection:
    """Opens the file. Raises apsw.Error."""
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE if write else apsw.SQLITE_OPEN_READONLY
    opened: Any = apsw.Connection(str(path), flags=flags, statementcachesize=256)
    connection: Connection = opened
    opened.set_busy_timeout(BUSY_MS)
    # Temporary tables hold memory text too, so they must not reach a disk that `scrub` does not look at.
    pragmas = [f"cache_size=-{cache_mib * 1024}", "temp_store=MEMORY"]
    if write:
        pragmas += ["auto_vacuum=NONE", "journal_mode=WAL", f"synchronous={synchronous}", "secure_delete=ON"]
        pragmas += ["foreign_keys=ON", "journal_size_limit=67108864"]
    for pragma in pragmas:
        connection.execute(f"PRAGMA {pragma}")
    connection.create_scalar_function("fold", _fold, 1, deterministic=True)
    return connection


def _fold(text: object) -> str:
    return str(text).casefold()


def unavailable(error: apsw.Error) -> StoreUnavailable:
    """What callers get in place of a driver's error; its text stays in the cause."""
    log.error("ledger statement failed", error=type(error).__name__)
    failure = StoreUnavailable("ledger")
    failure.__cause__ = error
    return failure


@dataclass(slots=True)
class _Unit:
    work: Work[Any]
    done: asyncio.Future[Any]
    alone: bool = False
    """Runs outside any transaction."""
    result: Any = None
    error: BaseException | None = None


class _Thread:
    """A thread with a connection and a queue, telling results to the loop that made it."""

    def __init__(self, name: str, connection: Connection) -> None:
        self.connection = connection
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._serve, name=name, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        raise NotImplementedError

    async def joined(self) -> None:
        await asyncio.to_thread(self._thread.join)

    def tell(self, units: Sequence[_Unit]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(_settle, units)


class Writer(_Thread):
    """The one thread that changes the file."""

    def __init__(self, connection: Connection) -> None:
        self._queue: queue.SimpleQueue[_Unit | None] = queue.SimpleQueue()
        self._places = asyncio.Semaphore(QUEUED)
        self._closed = False
        super().__init__("ledger-writer", connection)

    async def run(self, work: Work[T], *, alone: bool = False) -> T:
        """Runs a unit of work in a transaction, or `alone` between two. What it raises undoes it and is raised here."""
        async with self._places:
            if self._closed:
                raise StoreUnavailable("ledger", "the ledger is closed")
            unit = _Unit(work, asyncio.get_running_loop().create_future(), alone)
            self._queue.put(unit)
            return await unit.done

    async def close(self) -> None:
        """Finishes what was queued before and ends the thread; the connection stays open."""
        self._closed = True
        self._queue.put(None)
        await self.joined()

    def _serve(self) -> None:
        unit = self._queue.get()
        while unit is not None:
            if unit.alone:
                _attempt(self.connection, unit)
                self.tell([unit])
                unit = self._queue.get()
            else:
                unit = self._transaction(unit) or self._queue.get()

    def _transaction(self, first: _Unit) -> _Unit | None:
        """Commits a unit and what waits behind it; the unit that could not join, if one was taken off the queue."""
        group = [first]
        after: _Unit | None = None
        ended = False
        until = time.monotonic() + GROUP_S
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            self._savepoint(first)
            while True:
                after, ended = self._next(until if len(group) < GROUP else 0)
                if after is None or after.alone:
                    break
                group.append(after)
                self._savepoint(after)
            self.connection.execute("COMMIT")
        except apsw.Error as error:
            self._undo(group, unavailable(error))
            after = None if after is group[-1] else after
        self.tell(group)
        if ended:
            self._queue.put(None)
        return after

    def _next(self, until: float) -> tuple[_Unit | None, bool]:
        """What waits, and whether the end was reached."""
        if time.monotonic() >= until:
            return None, False
        try:
            unit = self._queue.get_nowait()
        except queue.Empty:
            return None, False
        return unit, unit is None

    def _savepoint(self, unit: _Unit) -> None:
        self.connection.execute("SAVEPOINT unit")
        _attempt(self.connection, unit)
        if unit.error is not None:
            # A full disk ends the whole transaction: then this raises, and nobody of the group is told of a success.
            self.connection.execute("ROLLBACK TO unit")
        self.connection.execute("RELEASE unit")

    def _undo(self, group: Sequence[_Unit], failure: StoreUnavailable) -> None:
        with contextlib.suppress(apsw.Error):
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
        for unit in group:
            unit.error = unit.error or failure


class Readers:
    """Threads that share one queue of reads."""

    def __init__(self, connections: Sequence[Connection]) -> None:
        self._queue: queue.SimpleQueue[_Unit | None] = queue.SimpleQueue()
        self._closed = False
        self._threads = [_Reader(f"ledger-reader-{n}", one, self._queue) for n, one in enumerate(connections)]

    async def run(self, work: Work[T]) -> T:
        """Runs a read on a snapshot of what is committed."""
        if self._closed:
            raise StoreUnavailable("ledger", "the ledger is closed")
        unit = _Unit(work, asyncio.get_running_loop().create_future())
        self._queue.put(unit)
        return await unit.done

    async def close(self) -> None:
        """Finishes what was asked before, ends the threads and closes their connections."""
        self._closed = True
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            await thread.joined()
            thread.connection.close()


class _Reader(_Thread):
    def __init__(self, name: str, connection: Connection, queued: queue.SimpleQueue[_Unit | None]) -> None:
        self._queue = queued
        super().__init__(name, connection)

    def _serve(self) -> None:
        while (unit := self._queue.get()) is not None:
            if unit.done.cancelled():
                continue
            _attempt(self.connection, unit, snapshot=True)
            self.tell([unit])


def _attempt(connection: Connection, unit: _Unit, *, snapshot: bool = False) -> None:
    """Runs a unit and keeps its outcome; one whose caller left before it began is passed over."""
    if unit.done.cancelled():
        return
    try:
        with connection if snapshot else contextlib.nullcontext():
            unit.result = unit.work(connection)
    except apsw.Error as error:
        unit.error = unavailable(error)
    except StopIteration as error:  # a future can't carry it
        unit.error = RuntimeError("the work ran out of items")
        unit.error.__cause__ = error
    except BaseException as error:
        unit.error = error


def _settle(units: Sequence[_Unit]) -> None:
    for unit in units:
        if unit.done.done():
            continue
        if unit.error is not None:
            unit.done.set_exception(unit.error)
        else:
            unit.done.set_result(unit.result)
