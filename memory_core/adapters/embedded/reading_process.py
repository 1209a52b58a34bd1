"""PassageReader with a process of its own for documents of more than a few passages.

Python runs one thread at a time, and a single search for a pattern can hold all others for a good while. So large
documents are read by a process at low priority, started when the first one comes. It ends with its parent, however that
ends, and is started again when it died. A small document is read on a thread, which costs less than a start.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from memory_core.engine.extraction import EntityName, Extraction, Mention, read_passages
from memory_core.engine.model import Instant
from memory_core.ports.errors import StoreUnavailable

_NICE = 10
_LOOK_S = 1.0


class ReadingProcess:
    """The embedded PassageReader."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="passages")
        self._process: ProcessPoolExecutor | None = None
        self._starting = asyncio.Lock()

    async def read(
        self,
        texts: Sequence[str],
        said_at: Instant,
        author: EntityName | None,
        recent: Sequence[Mention] = (),
        *,
        large: bool,
    ) -> list[Extraction]:
        pool = await self._started() if large else self._thread
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(pool, read_passages, list(texts), said_at, author, tuple(recent))
        except BrokenProcessPool as error:
            self._process = None
            raise StoreUnavailable("reader", "the process that reads passages has ended") from error

    async def close(self) -> None:
        for pool in (self._thread, self._process):
            if pool is not None:
                pool.shutdown(wait=False, cancel_futures=True)

    async def _started(self) -> ProcessPoolExecutor:
        async with self._starting:
            if self._process is None:
                self._process = await asyncio.to_thread(_start)
            return self._process


def _start() -> ProcessPoolExecutor:
    """A process that is ready. Spawned, so that it has none of the parent's threads, files and locks."""
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(1, mp_context=spawn, initializer=_begin, initargs=(os.getpid(),))
    pool.submit(os.getpid).result()
    return pool


def _begin(parent: int) -> None:
    """In the process: a signal to the group is the parent's to answer, and nobody's work is left to do without it."""
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, signal.SIG_IGN)
    os.nice(_NICE)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    waiting = threading.Event()
    while os.getppid() == parent:
        waiting.wait(_LOOK_S)
    os._exit(0)
