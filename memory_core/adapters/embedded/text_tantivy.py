"""The text port on tantivy, in a folder. What lies on disk is in text_table, what is asked is in text_query."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from memory_core.adapters.embedded.group_writer import GroupWriter
from memory_core.adapters.embedded.text_query import filtered, scoring_query
from memory_core.adapters.embedded.text_table import TextTable
from memory_core.engine.analysis import QueryTerms
from memory_core.ports.errors import PortError, StoreUnavailable
from memory_core.ports.filters import IndexFilter, IndexHit, IndexRecord

SCRUB_STEPS = 100
"""Steps of an erasure between which other writes go on: enough for a million records."""
_SEARCH_THREADS = 2
_MANY_SETS = 256
"""Scope sets from which it is quicker to look at the best hits first than to gather all records of the sets."""
_TOO_DEEP = 20_000


class TantivyText:
    """Implements ports.text.TextIndex. Made by `open`."""

    def __init__(self, table: TextTable) -> None:
        self._table = table
        self._writer = GroupWriter("text", table)
        self._readers = ThreadPoolExecutor(_SEARCH_THREADS, "text-search")
        self._closed = False

    @classmethod
    async def open(cls, folder: Path) -> TantivyText:
        """Opens or makes an index. One of another layout is made again, empty, see `fresh`.

        Raises DataDirectoryInUse when another process has it open, StoreUnavailable when it can't be read.
        """
        try:
            return cls(await asyncio.to_thread(TextTable, folder))
        except PortError:
            raise
        except Exception as error:
            raise StoreUnavailable("text") from error

    @property
    def fresh(self) -> bool:
        """See the port."""
        return self._table.fresh

    async def upsert(self, records: Sequence[IndexRecord]) -> None:
        """See the port."""
        if records:
            await self._writer.write(lambda: self._table.upsert(records))

    async def delete(self, record_ids: Collection[str]) -> None:
        """See the port."""
        if record_ids:
            await self._writer.write(lambda: self._table.delete(record_ids))

    async def erase(self, record_ids: Collection[str]) -> int:
        """See the port."""
        ids = frozenset(record_ids)
        held = await self._writer.alone(lambda: self._table.delete_records(ids))
        await self._scrub()
        return held

    async def erase_context(self, context: str) -> int:
        """See the port."""
        held = await self._writer.alone(lambda: self._table.delete_context(context))
        await self._scrub()
        return held

    async def search(self, query: QueryTerms, narrowed: IndexFilter, limit: int) -> list[IndexHit]:
        """See the port."""
        if self._closed:
            raise StoreUnavailable("text")
        nothing = narrowed.scope_sets is not None and not narrowed.scope_sets
        if limit < 1 or nothing:
            return []
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._readers, self._search, query, narrowed, limit)
        except Exception as error:
            raise StoreUnavailable("text") from error

    async def count(self) -> int:
        """See the port."""
        return int(self._table.searcher.num_docs)

    async def clear(self) -> None:
        """See the port."""
        await self._writer.alone(self._table.clear)

    async def close(self) -> None:
        """See the port."""
        if self._closed:
            return
        self._closed = True
        await self._writer.close()
        await asyncio.to_thread(self._readers.shutdown)
        await asyncio.to_thread(self._table.close)

    async def _scrub(self) -> None:
        """Between its steps other writes go on."""
        for step in itertools.count():
            # Writes between the steps may bring about new deletions; what needs many steps is ended by one long one.
            at_once = step >= SCRUB_STEPS
            if await self._writer.alone(lambda at_once=at_once: self._table.scrub(at_once=at_once)):
                return
            if step > 2 * SCRUB_STEPS:
                raise StoreUnavailable("text")
            await asyncio.sleep(0.01)

    def _search(self, query: QueryTerms, narrowed: IndexFilter, limit: int) -> list[IndexHit]:
        schema, searcher = self._table.schema, self._table.searcher
        scoring = scoring_query(schema, searcher, query)
        if scoring is None:
            return []
        sets = narrowed.scope_sets
        if sets is not None and len(sets) > _MANY_SETS:
            found = _best(searcher, filtered(schema, scoring, narrowed, scoped=False), limit, sets, limit * 4)
            if found is not None:
                return found
        return _best(searcher, filtered(schema, scoring, narrowed, scoped=True), limit) or []


def _best(
    searcher: Any, query: Any, limit: int, sets: frozenset[int] | None = None, deepest: int = _TOO_DEEP
) -> list[IndexHit] | None:
    """The best records of a query, of some scope sets only; None when that can't be said without looking deeper."""
    depth = limit * 4 if sets is not None else limit + limit // 4 + 8
    while True:
        hits = searcher.search(query, depth, count=False).hits
        # Records whose score the next hit may share are not sure: order among equals is by id, not by place.
        ended = len(hits) < depth
        sure = hits if ended else [hit for hit in hits if hit[0] > hits[-1][0]]
        kept = sure if sets is None else _within(searcher, sure, sets)
        best = _best_windows(searcher, kept)
        if len(best) >= limit or ended:
            return best[:limit]
        if depth >= deepest:
            return None if sets is not None else _best_windows(searcher, hits)[:limit]
        depth *= 4


def _within(searcher: Any, hits: Sequence[Any], sets: frozenset[int]) -> list[Any]:
    scope_sets = searcher.fast_field_values("scope_set", [address for _, address in hits])
    return [hit for hit, scope_set in zip(hits, scope_sets, strict=True) if scope_set in sets]


def _best_windows(searcher: Any, hits: Sequence[Any]) -> list[IndexHit]:
    best: dict[str, IndexHit] = {}
    for score, address in hits:
        stored = searcher.doc(address)
        hit = IndexHit(stored.get_first("record_id"), float(score), stored.get_first("window"))
        known = best.get(hit.record_id)
        if known is None or (-hit.score, hit.window) < (-known.score, known.window):
            best[hit.record_id] = hit
    return sorted(best.values(), key=lambda hit: (-hit.score, hit.record_id))
