"""What the text and the vector copy have in common: the record that is indexed, the filter, the hit.

Both copies hold the same records under the same ids. A long text is indexed in windows: several records with one id and
numbers from 0, of which a search returns the best one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from memory_core.engine.instants import Instants
from memory_core.engine.model import Instant

Vector = NDArray[np.float32]
"""One embedding, shape (dimensions,), or several, shape (n, dimensions); each of length 1."""


class Filterable(Protocol):
    """All that a filter looks at; IndexRecord and ports.outbox.IndexSource have it."""

    @property
    def context(self) -> str: ...
    @property
    def scope_set(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def labels(self) -> tuple[str, ...]: ...
    @property
    def session_id(self) -> str | None: ...
    @property
    def document_id(self) -> str | None: ...
    @property
    def mime_type(self) -> str | None: ...
    @property
    def source_kind(self) -> str | None: ...
    @property
    def observed_at(self) -> Instant: ...
    @property
    def live(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class IndexRecord:
    """One window of one record as a copy holds it. Record id and window together are the key."""

    record_id: str
    """`<kind>:<uuid>`; belongs to one context for ever."""
    context: str
    scope_set: int
    """Id of the interned scope set, 0 or more."""
    kind: str
    """turn, attribute, relation, entity, chunk, section or instruction."""
    observed_at: Instant
    live: bool = True
    """False once retired, superseded or forgotten."""
    window: int = 0
    labels: tuple[str, ...] = ()
    session_id: str | None = None
    document_id: str | None = None
    mime_type: str | None = None
    source_kind: str | None = None
    body: str = ""
    """The record's own words. Not kept by the vector copy."""
    context_text: str = ""
    """Words around it (neighbour turns, section title); count less. Not kept by the vector copy."""
    names: str = ""
    """Speaker, entity names or title. Not kept by the vector copy."""
    vector: Vector | None = None
    """Needed by `VectorIndex.upsert` alone."""
    text_hash: int = 0
    """Stands for the embedded text of the whole record (the same in all windows), 63 bits; 0: unknown. Lets
    `VectorIndex.refresh` tell that a vector still holds."""


@dataclass(frozen=True, slots=True)
class IndexFilter:
    """What a search may return; everything given must hold. Applied before the best are cut off."""

    context: str
    scope_sets: frozenset[int] | None = None
    """Ids of visible scope sets; None: every set of the context; empty: nothing."""
    kinds: frozenset[str] | None = None
    labels: tuple[str, ...] = ()
    """All of them are on the record."""
    session_id: str | None = None
    document_ids: frozenset[str] | None = None
    mime_types: frozenset[str] | None = None
    source_kind: str | None = None
    observed_until: Instant | None = None
    """Inclusive."""
    turns_from: Instant | None = None
    """Of turns alone: said at or after. Other kinds pass: when a fact holds, the ledger tells."""
    turns_before: Instant | None = None
    """Of turns alone: said before."""
    live_only: bool = True
    """False also returns what was retired, superseded or forgotten and is still indexed."""

    def matches(self, record: Filterable) -> bool:
        """What a filter means; every copy's search agrees with it, and what waits for a copy is filtered by it."""
        return (
            record.context == self.context
            and (record.live or not self.live_only)
            and (self.scope_sets is None or record.scope_set in self.scope_sets)
            and (self.kinds is None or record.kind in self.kinds)
            and set(self.labels) <= set(record.labels)
            and self.session_id in (None, record.session_id)
            and (self.document_ids is None or record.document_id in self.document_ids)
            and (self.mime_types is None or record.mime_type in self.mime_types)
            and self.source_kind in (None, record.source_kind)
            and (self.observed_until is None or record.observed_at <= self.observed_until)
            and (
                record.kind != "turn"
                or Instants(valid_from=self.turns_from, valid_until=self.turns_before).in_window(record.observed_at)
            )
        )


@dataclass(frozen=True, slots=True)
class IndexHit:
    """A record that was found. A record is returned once, by its best window."""

    record_id: str
    score: float
    """Higher is better. Text: BM25, no upper bound. Vectors: cosine, -1 to 1."""
    window: int = 0
