"""One bit for each number of each vector, whether it is above zero: a coarse first look at very many vectors.

In how many signs two vectors differ tells their angle well enough to leave out what is surely far away, at a thirtieth
of the memory traffic of the vectors themselves. What is left is compared exactly (vectors_scan).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from memory_core.ports.filters import Vector

_WORD = 64
_PIECE = 4096


class Signs:
    """Signs of all slots. One thread writes; what a reader sees of a slot that is being written does not matter."""

    def __init__(self, dimensions: int) -> None:
        self._words = -(-dimensions // _WORD)
        # A row for each word of 64 signs, so that a pass runs along memory.
        self._of: NDArray[np.uint64] = np.zeros((self._words, 0), dtype=np.uint64)

    def fill(self, rows: Vector) -> None:
        """Takes the signs of all slots from the vectors."""
        taken = np.zeros((self._words, len(rows)), dtype=np.uint64)
        for at in range(0, len(rows), _PIECE):
            taken[:, at : at + _PIECE] = self._packed(rows[at : at + _PIECE]).T
        self._of = taken

    def grow(self, capacity: int) -> None:
        """Makes room for slots."""
        missing = capacity - self._of.shape[1]
        if missing > 0:
            self._of = np.concatenate([self._of, np.zeros((self._words, missing), dtype=np.uint64)], axis=1)

    def put(self, slot: int, vector: Vector) -> None:
        """Says what a slot holds."""
        self._of[:, slot] = self._packed(vector[None])[0]

    def differing(self, vector: Vector, slots: int) -> NDArray[np.uint16]:
        """In how many signs each of the first slots differs from a vector."""
        of, wanted = self._of[:, :slots], self._packed(vector[None])[0]
        count = np.zeros(slots, dtype=np.uint16)
        for word in range(self._words):
            count += np.bitwise_count(of[word] ^ wanted[word])
        return count

    def _packed(self, vectors: Vector) -> NDArray[np.uint64]:
        packed = np.packbits(vectors > 0, axis=1)
        padded = np.zeros((len(vectors), self._words * 8), dtype=np.uint8)
        padded[:, : packed.shape[1]] = packed
        return padded.view(np.uint64)
