"""The text copy: BM25 over words. Production: adapters.embedded.text_tantivy; server mode: OpenSearch.

A copy, rebuilt from the ledger at any time, so it never decides what a caller may see; its filters only keep what the
caller can't see from pushing out what the caller can.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from memory_core.engine.analysis import QueryTerms
from memory_core.ports.filters import IndexFilter, IndexHit, IndexRecord


class TextIndex(Protocol):
    """Words of every record. Methods may be called at the same time; writes take effect in the order they were called.

    What a write did is durable and visible to every search that starts after it returned. All of it is idempotent. Each
    method may raise StoreUnavailable("text"). Who opened the index closes it.
    """

    @property
    def fresh(self) -> bool:
        """Whether it was opened without the records of an earlier run: new, emptied for another layout, or
        thrown away as damaged. Then the ledger's records have to be queued again (`OutboxLedger.enqueue_all`)."""
        ...

    async def upsert(self, records: Sequence[IndexRecord]) -> None:
        """Puts records in place of all windows held of their ids: all windows of a record belong into one call.

        Words are body and context_text together, as `engine.analysis.record_terms` weighs them; apart from them names,
        which count half. Of one id and window given twice, the last counts.
        """
        ...

    async def delete(self, record_ids: Collection[str]) -> None:
        """Takes out all windows of these records; unknown ids are fine. Bytes may stay on disk for a while."""
        ...

    async def erase(self, record_ids: Collection[str]) -> int:
        """Takes out all windows of these records, and of whatever was deleted or replaced before, and makes sure that
        no file holds their words or ids any more when it returns. May take seconds. Returns how many of these ids were
        held."""
        ...

    async def erase_context(self, context: str) -> int:
        """Like `erase` for every record of a context; returns how many windows were held."""
        ...

    async def search(self, query: QueryTerms, narrowed: IndexFilter, limit: int) -> list[IndexHit]:
        """The best `limit` records with at least one of the terms, best first, equals by record id.

        A query without terms finds nothing. Of a long query the rarest terms count (64 at least), so time is bounded.
        """
        ...

    async def count(self) -> int:
        """Records' windows held, over all contexts."""
        ...

    async def clear(self) -> None:
        """Erases everything, for a rebuild."""
        ...

    async def close(self) -> None:
        """Finishes writes that were called, then lets go of files and threads. Idempotent."""
        ...
