"""Looking through mapped vectors, and keeping slots from being used again while somebody still looks at them."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from memory_core.adapters.embedded.vectors_columns import Mask
from memory_core.ports.filters import Vector

_GATHERED = 2
"""Copying a row out costs about as much as passing over it, so below that share rows are copied."""
_PIECE = 512
"""Rows copied at once; they stay in the processor's cache."""


class Readers:
    """Counts time in writes, and knows the oldest time that a reader still sees."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle = threading.Condition(self._lock)
        self._now = 0
        self._reading: dict[int, int] = {}
        self._next = 0

    @contextmanager
    def reading(self) -> Generator[None]:
        """Holds everything that is readable at its start."""
        with self._lock:
            ticket, self._next = self._next, self._next + 1
            self._reading[ticket] = self._now
        try:
            yield
        finally:
            with self._lock:
                del self._reading[ticket]
                self._idle.notify_all()

    def retire(self) -> int:
        """The time of what is taken out now; readers that start later don't see it."""
        with self._lock:
            self._now += 1
            return self._now

    def gone(self, time: int) -> bool:
        """Whether nobody reads any more what was taken out at a time."""
        with self._lock:
            return self._gone(time)

    def wait(self, time: int) -> None:
        """Waits until that is so: as long as one search takes."""
        with self._lock:
            self._idle.wait_for(lambda: self._gone(time))

    def _gone(self, time: int) -> bool:
        return all(started >= time for started in self._reading.values())


def nearest(rows: Vector, mask: Mask, vector: Vector, count: int) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """The best `count` slots that a mask lets through and their scores, in no order; more when the last ones tie.

    `vecdot` in place of a matrix product: it runs on the calling thread alone, where BLAS would wait for helper threads
    whenever the cores are busy, and the same vector scores the same wherever it lies.
    """
    passing = int(np.count_nonzero(mask))
    if passing * _GATHERED < len(mask):
        slots = np.flatnonzero(mask)
        pieces = [np.vecdot(rows[slots[at : at + _PIECE]], vector) for at in range(0, len(slots), _PIECE)]
        scores = np.concatenate(pieces) if pieces else np.empty(0, dtype=np.float32)
    else:
        everything = np.vecdot(rows[: len(mask)], vector)
        slots, scores = np.flatnonzero(mask), everything[mask]
    if passing > count:
        least = np.partition(scores, passing - count)[passing - count]
        best = np.flatnonzero(scores >= least)
        slots, scores = slots[best], scores[best]
    return slots, scores
