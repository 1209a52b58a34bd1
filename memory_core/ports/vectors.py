"""The vector copy: nearest embeddings by cosine. Production: adapters.embedded.vectors_flat; server mode: Qdrant.

A copy like ports.text, with the same rules. Vectors come from ports.embedder; changing the embedder means a rebuild.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from memory_core.ports.filters import IndexFilter, IndexHit, IndexRecord, Vector


class VectorIndex(Protocol):
    """Embeddings of every record. Methods may be called at the same time; writes take effect in the order of the calls.

    What a write did is durable and visible to every search that starts after it returned. All of it is idempotent. Each
    method may raise StoreUnavailable("vectors"). Who opened the index closes it.
    """

    @property
    def dimensions(self) -> int:
        """Width of its vectors; others raise ValueError."""
        ...

    @property
    def fresh(self) -> bool:
        """Whether it was opened without the records of an earlier run: new, emptied for another model or layout, or
        thrown away as damaged. Then the ledger's records have to be queued again (`OutboxLedger.enqueue_all`)."""
        ...

    async def upsert(self, records: Sequence[IndexRecord]) -> None:
        """Puts records in place of all windows held of their ids: all windows of a record belong into one call.

        Each needs its vector; vectors are normalised on the way in. Of one id and window given twice, the last counts.
        """
        ...

    async def refresh(self, records: Sequence[IndexRecord]) -> frozenset[str]:
        """Replaces what filters look at and keeps the vectors, for records held with the same, known `text_hash`.

        One record an id; vectors in it are not looked at. Returns the ids that were refreshed; each other one needs an
        upsert. Saves embedding a text again when only its labels, scope or life changed.
        """
        ...

    async def delete(self, record_ids: Collection[str]) -> None:
        """Takes out all windows of these records; unknown ids are fine. Bytes may stay on disk for a while."""
        ...

    async def erase(self, record_ids: Collection[str]) -> int:
        """Takes out all windows of these records, and of whatever was deleted or replaced before, and makes sure that
        no file holds their vectors or ids any more when it returns. Returns how many of these ids were held."""
        ...

    async def erase_context(self, context: str) -> int:
        """Like `erase` for every record of a context; returns how many windows were held."""
        ...

    async def search(self, vector: Vector, narrowed: IndexFilter, limit: int) -> list[IndexHit]:
        """The `limit` records nearest to a vector, best first, equals by record id. A zero vector finds nothing."""
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
