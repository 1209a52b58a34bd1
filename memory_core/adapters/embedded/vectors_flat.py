"""The vector port without an index structure: every search looks at every vector that passes its filter.

That is exact under any filter that leaves some thousands, and all but exact above; it needs no training, no rebuild and
no merge, and takes a few milliseconds for 100,000 vectors of 384 numbers (docs/adr/0002-embedded-vectors.md). Opening,
searching and lifetime are here; what lies on disk and how it changes is in vectors_table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from memory_core.adapters.embedded.group_writer import GroupWriter
from memory_core.adapters.embedded.vectors_columns import Columns
from memory_core.adapters.embedded.vectors_scan import nearest
from memory_core.adapters.embedded.vectors_table import VectorTable
from memory_core.ports.errors import PortError, StoreUnavailable
from memory_core.ports.filters import IndexFilter, IndexHit, IndexRecord, Vector

IDLE_S = 30.0
"""Seconds without a search after which the mapped vectors are given back to the system's cache."""
_SEARCH_THREADS = 2


class FlatVectors:
    """Implements ports.vectors.VectorIndex on a folder. Made by `open`."""

    def __init__(self, table: VectorTable) -> None:
        self._table = table
        self._writer = GroupWriter("vectors", table)
        self._readers = ThreadPoolExecutor(_SEARCH_THREADS, "vectors-search")
        self._release: asyncio.TimerHandle | None = None
        self._closed = False

    @classmethod
    async def open(cls, folder: Path, *, model: str, dimensions: int) -> FlatVectors:
        """Opens or makes an index of one model's vectors. One of another model or layout is emptied, see `fresh`.

        Raises DataDirectoryInUse when another process has it open, StoreUnavailable when it can't be read.
        """
        try:
            return cls(await asyncio.to_thread(VectorTable, folder, model, dimensions))
        except PortError:
            raise
        except Exception as error:
            raise StoreUnavailable("vectors") from error

    @property
    def dimensions(self) -> int:
        """See the port."""
        return self._table.dimensions

    @property
    def fresh(self) -> bool:
        """See the port."""
        return self._table.fresh

    async def upsert(self, records: Sequence[IndexRecord]) -> None:
        """See the port."""
        vectors = [_normalised(one, self.dimensions) for one in records]
        if records:
            await self._writer.write(lambda: self._table.upsert(records, vectors))

    async def refresh(self, records: Sequence[IndexRecord]) -> frozenset[str]:
        """See the port."""
        return await self._writer.write(lambda: self._table.refresh(records)) if records else frozenset()

    async def delete(self, record_ids: Collection[str]) -> None:
        """See the port."""
        if record_ids:
            await self._writer.write(lambda: self._table.delete(record_ids))

    async def erase(self, record_ids: Collection[str]) -> int:
        """See the port."""
        held = await self._writer.write(lambda: self._table.delete(record_ids))
        await self._writer.alone(self._table.scrub)
        return held

    async def erase_context(self, context: str) -> int:
        """See the port."""
        held = await self._writer.write(lambda: self._table.delete_context(context))
        await self._writer.alone(self._table.scrub)
        return held

    async def search(self, vector: Vector, narrowed: IndexFilter, limit: int) -> list[IndexHit]:
        """See the port."""
        if self._closed:
            raise StoreUnavailable("vectors")
        if vector.shape != (self.dimensions,):
            raise ValueError(f"a vector of {self.dimensions} numbers is needed")
        length = float(np.linalg.norm(vector))
        if limit < 1 or not length > 0:
            return []
        loop = asyncio.get_running_loop()
        unit = (vector / length).astype(np.float32)
        try:
            hits = await loop.run_in_executor(self._readers, self._search, unit, narrowed, limit)
        except Exception as error:
            raise StoreUnavailable("vectors") from error
        if self._release is not None:
            self._release.cancel()
        self._release = loop.call_later(IDLE_S, self._table.file.release)
        return hits

    async def count(self) -> int:
        """See the port."""
        return self._table.count

    async def clear(self) -> None:
        """See the port."""
        await self._writer.alone(self._table.clear)

    async def close(self) -> None:
        """See the port."""
        if self._closed:
            return
        self._closed = True
        if self._release is not None:
            self._release.cancel()
        await self._writer.close()
        await asyncio.to_thread(self._readers.shutdown)
        await asyncio.to_thread(self._table.close)

    def _search(self, vector: Vector, narrowed: IndexFilter, limit: int) -> list[IndexHit]:
        table = self._table
        with table.readers.reading():
            # Rows before columns: a writer grows the file first and the columns then.
            rows, signs, columns = table.file.rows, table.signs, table.columns
            mask = columns.passing(narrowed)[: len(rows)]
            passing, wanted = int(np.count_nonzero(mask)), limit * 2
            while True:
                slots, scores = nearest(rows, signs, mask, vector, wanted)
                hits = _best_windows(columns, slots.tolist(), scores.tolist())
                if len(hits) >= limit or wanted >= passing:
                    return hits[:limit]
                wanted *= 4


def _best_windows(columns: Columns, slots: Sequence[int], scores: Sequence[float]) -> list[IndexHit]:
    best: dict[str, IndexHit] = {}
    for slot, score in zip(slots, scores, strict=True):
        hit = IndexHit(columns.record_ids[slot], max(-1.0, min(1.0, score)), columns.window(slot))
        known = best.get(hit.record_id)
        if known is None or (-hit.score, hit.window) < (-known.score, known.window):
            best[hit.record_id] = hit
    return sorted(best.values(), key=lambda hit: (-hit.score, hit.record_id))


def _normalised(record: IndexRecord, dimensions: int) -> Vector:
    vector = record.vector
    if vector is None or vector.shape != (dimensions,):
        raise ValueError(f"a vector of {dimensions} numbers is needed")
    length = float(np.linalg.norm(vector))
    if not np.isfinite(length):
        raise ValueError("a vector of finite numbers is needed")
    return (vector / (length or 1.0)).astype(np.float32)
