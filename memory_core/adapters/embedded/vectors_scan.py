"""Looking through mapped vectors, and keeping slots from being used again while somebody still looks at them."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from memory_core.adapters.embedded.vectors_columns import Mask
from memory_core.adapters.embedded.vectors_signs import Signs
from memory_core.ports.filters import Vector

_GATHERED = 4
"""Copying a row out and comparing it costs up to this many times as much as passing over it."""
_PIECE = 512
"""Rows copied at once; they stay in the processor's cache."""
COARSE_FROM = 16_384
"""Vectors from which signs are compared first; below, comparing them all is quick enough."""
_COARSE_SHARE = 0.06
"""Of the vectors, the share that is compared exactly after that. It holds 999 in 1,000 of the true best hundred of
100,000 sentence vectors (docs/adr/0002-embedded-vectors.md)."""
_COARSE_BOUNDS = (4_096, 16_384)
_COARSE_DEPTH = 20
"""At least this many are compared exactly for one that is wanted."""


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


def nearest(
    rows: Vector, signs: Signs, mask: Mask, vector: Vector, count: int
) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """The best `count` slots that a mask lets through and their scores, in no order; more when the last ones tie.

    `vecdot` in place of a matrix product: it runs on the calling thread alone, where BLAS would wait for helper threads
    whenever the cores are busy, and the same vector scores the same wherever it lies.
    """
    passing = int(np.count_nonzero(mask))
    compared = _to_compare(passing, count)
    if compared < passing:
        slots = _alike(signs, mask, vector, compared)
        return _best(slots, _scores(rows, slots, vector), count)
    if passing * _GATHERED < len(mask):
        slots = np.flatnonzero(mask)
        return _best(slots, _scores(rows, slots, vector), count)
    return _best(np.flatnonzero(mask), np.vecdot(rows[: len(mask)], vector)[mask], count)


def _to_compare(passing: int, count: int) -> int:
    if passing < COARSE_FROM:
        return passing
    low, high = _COARSE_BOUNDS
    return max(min(max(int(passing * _COARSE_SHARE), low), high), count * _COARSE_DEPTH)


def _alike(signs: Signs, mask: Mask, vector: Vector, count: int) -> NDArray[np.intp]:
    """At least `count` slots of a mask that differ from a vector in the fewest signs."""
    differing = signs.differing(vector, len(mask))
    up_to = np.cumsum(np.bincount(differing[mask]))
    most = int(np.searchsorted(up_to, count))
    return np.flatnonzero((differing <= most) & mask)


def _scores(rows: Vector, slots: NDArray[np.intp], vector: Vector) -> NDArray[np.float32]:
    pieces = [np.vecdot(rows[slots[at : at + _PIECE]], vector) for at in range(0, len(slots), _PIECE)]
    return np.concatenate(pieces) if pieces else np.empty(0, dtype=np.float32)


def _best(
    slots: NDArray[np.intp], scores: NDArray[np.float32], count: int
) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    if len(slots) <= count:
        return slots, scores
    least = np.partition(scores, len(scores) - count)[len(scores) - count]
    best = np.flatnonzero(scores >= least)
    return slots[best], scores[best]
