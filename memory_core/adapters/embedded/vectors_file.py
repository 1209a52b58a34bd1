"""Vectors in one file of equal rows, mapped into memory: row n is slot n.

What a slot means is said elsewhere (vectors_rows); a slot that means nothing may hold anything until it is wiped. The
pages belong to the system's cache, which takes them back when memory is short. Blocking; one writer, many readers.
"""

from __future__ import annotations

import mmap
import os
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from memory_core.ports.filters import Vector

_GROWTH = 4096


class VectorFile:
    """A file of float32 rows."""

    def __init__(self, path: Path, dimensions: int) -> None:
        self._path, self._dimensions, self._row_bytes = path, dimensions, dimensions * 4
        self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._map: mmap.mmap | None = None
        self.rows: Vector = self._mapped()
        """All slots, shape (capacity, dimensions), read-only. Replaced when the file grows; older ones stay valid."""

    @property
    def capacity(self) -> int:
        """Slots that the file has room for."""
        return len(self.rows)

    def grow(self, needed: int) -> None:
        """Makes room for that many slots at least."""
        if needed > self.capacity:
            capacity = max(needed, self.capacity + max(_GROWTH, self.capacity // 4))
            os.ftruncate(self._fd, capacity * self._row_bytes)
            self.rows = self._mapped()

    def write(self, slot: int, vector: Vector) -> None:
        """Puts a vector into a slot; durable after `sync`."""
        os.pwrite(self._fd, vector.astype("<f4", copy=False).tobytes(), slot * self._row_bytes)

    def wipe(self, slots: Iterable[int]) -> None:
        """Overwrites slots with zeros where they are not; durable after `sync`."""
        zeros = bytes(self._row_bytes)
        for slot in slots:
            if self.rows[slot].any():
                os.pwrite(self._fd, zeros, slot * self._row_bytes)

    def clear(self) -> None:
        """Starts an empty file in place of this one; rows that are still held stay readable."""
        self._path.unlink()
        self.close()
        self._fd = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self.rows = self._mapped()

    def sync(self) -> None:
        """Waits until everything written is on disk."""
        os.fdatasync(self._fd)

    def release(self) -> None:
        """Gives mapped pages back to the system's cache; the next scan maps them again within milliseconds."""
        if self._map is not None:
            self._map.madvise(mmap.MADV_DONTNEED)

    def close(self) -> None:
        """Closes the file; rows that are still held stay readable."""
        os.close(self._fd)

    def _mapped(self) -> Vector:
        capacity = os.fstat(self._fd).st_size // self._row_bytes
        self._map = mmap.mmap(self._fd, capacity * self._row_bytes, prot=mmap.PROT_READ) if capacity else None
        flat = np.frombuffer(self._map, dtype="<f4") if self._map is not None else np.empty(0, dtype=np.float32)
        return flat.reshape(capacity, self._dimensions)
