"""One thread that owns a store's writes: what is called while it works is done together in the next batch.

A commit costs the same for one write and for fifty, so under load the cost of each falls by itself. Writes take effect
in the order they were called.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from memory_core.ports.errors import StoreUnavailable

MAX_BATCH = 256
Result = TypeVar("Result")


class Transaction(Protocol):
    """How a store makes a batch one. All of it is called on the writer's thread."""

    def begin(self) -> None:
        """Starts a batch."""
        ...

    def commit(self) -> None:
        """Makes the batch durable and visible."""
        ...

    def rollback(self) -> None:
        """Undoes the batch after an error; may itself fail."""
        ...


@dataclass(slots=True)
class _Job:
    call: Callable[[], Any]
    done: Future[Any]
    alone: bool


class GroupWriter:
    """Runs writes in batches on a thread of its own. `store` names the store in StoreUnavailable."""

    def __init__(self, store: str, transaction: Transaction) -> None:
        self._store, self._transaction = store, transaction
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=f"{store}-writer", daemon=True)
        self._thread.start()

    async def write(self, call: Callable[[], Result]) -> Result:
        """Runs a call inside the next batch and returns its result once the batch is committed."""
        return await self._put(call, alone=False)

    async def alone(self, call: Callable[[], Result]) -> Result:
        """Runs a call between two batches, in none."""
        return await self._put(call, alone=True)

    async def close(self) -> None:
        """Finishes what was called before and ends the thread. Idempotent."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    async def _put(self, call: Callable[[], Result], *, alone: bool) -> Result:
        if self._closed:
            raise StoreUnavailable(self._store)
        done: Future[Result] = Future()
        self._jobs.put(_Job(call, done, alone))
        return await asyncio.wrap_future(done)

    def _run(self) -> None:
        ahead: _Job | None = None
        while True:
            first = ahead or self._jobs.get()
            ahead = None
            if first is None:
                return
            if first.alone:
                self._finish([first], self._plain)
                continue
            batch, ahead, ended = self._gather(first)
            self._finish(batch, self._together)
            if ended:
                return

    def _gather(self, first: _Job) -> tuple[list[_Job], _Job | None, bool]:
        """What waits behind a job: the rest of its batch, the job that can't be in it, and whether that is the end."""
        batch = [first]
        while len(batch) < MAX_BATCH:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:
                return batch, None, True
            if job.alone:
                return batch, job, False
            batch.append(job)
        return batch, None, False

    def _finish(self, jobs: list[_Job], perform: Callable[[list[_Job]], list[Any]]) -> None:
        running = [job for job in jobs if job.done.set_running_or_notify_cancel()]
        if not running:
            return
        try:
            results = perform(running)
        except Exception as error:
            for job in running:
                job.done.set_exception(self._unavailable(error))
            return
        for job, result in zip(running, results, strict=True):
            job.done.set_result(result)

    def _plain(self, jobs: list[_Job]) -> list[Any]:
        return [job.call() for job in jobs]

    def _together(self, jobs: list[_Job]) -> list[Any]:
        try:
            self._transaction.begin()
            results = self._plain(jobs)
            self._transaction.commit()
        except Exception:
            with contextlib.suppress(Exception):
                self._transaction.rollback()
            raise
        return results

    def _unavailable(self, error: Exception) -> StoreUnavailable:
        unavailable = StoreUnavailable(self._store)
        unavailable.__cause__ = error
        return unavailable
