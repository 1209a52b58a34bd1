"""What is still to be carried to the copies, jobs, and replies kept for repeats. Production: adapters.embedded.ledger (SQLite)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from memory_core.engine.model import Instant
from memory_core.engine.plan import IdempotentReply
from memory_core.ports.ledger import Gate


class Target(StrEnum):
    """A derived copy."""

    TEXT = "text"
    VECTORS = "vectors"


class Operation(StrEnum):
    """What a copy has to do with a record."""

    UPSERT = "upsert"
    DELETE = "delete"
    ERASE = "erase"
    """Delete, and the bytes leave the disk."""
    ERASE_CONTEXT = "erase_context"
    """Erase all that the copy holds of a context; the record id is the context's. Rows of a context that is made again
    under the id come after it."""
    ERASE_BLOB = "erase_blob"
    """The record id is context + newline + content hash (hex digits alone); done once, with target TEXT."""


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """One step for one copy. Rows of a record are in order by seq."""

    seq: int
    target: Target
    operation: Operation
    record_id: str
    context: str


@dataclass(frozen=True, slots=True)
class IndexSource:
    """A record as the copies need it, made from the ledger at projection time (so that a late upsert is never stale)."""

    record_id: str
    context: str
    scope_set: int
    kind: str
    labels: tuple[str, ...]
    session_id: str | None
    document_id: str | None
    mime_type: str | None
    source_kind: str | None
    observed_at: Instant
    live: bool
    body: str
    context_text: str
    """Neighbours of a turn (two each side, oldest first), title and section of a chunk, entity line of an assertion."""
    names: str


class OutboxLedger(Protocol):
    """The queue between ledger and copies; at least once, idempotent, in order per record.

    A step that both copies take has one seq for both; some steps are for one copy alone. Seqs are never used again, and
    rows become visible in their order: once `pending` has returned a row or `Committed` named its seq, no row with a
    smaller one appears. A reader that has dealt with everything up to a number has missed nothing before it.
    """

    async def pending(self, target: Target, limit: int, after: int = 0) -> list[OutboxRow]:
        """Rows not acknowledged, ascending seq."""
        ...

    async def sources(self, record_ids: Collection[str]) -> list[IndexSource]:
        """Records as they are now; those that are gone are left out (the projector deletes them from the copy)."""
        ...

    async def acknowledge(self, target: Target, seqs: Sequence[int]) -> None:
        """Removes rows that the copy holds durably."""
        ...

    async def backlog(self, target: Target) -> tuple[int, Instant | None]:
        """How many rows wait, and the instant of the oldest."""
        ...

    async def unprojected(self, gate: Gate, target: Target, limit: int) -> list[IndexSource]:
        """Records that pass the gate and whose upsert waits, newest first: what recall adds so that writes are read.

        Turns come without the words of their neighbours."""
        ...

    async def awaiting(self, target: Target, record_ids: Collection[str]) -> frozenset[str]:
        """Those of these records whose upsert waits for a copy. Not gated: it tells nothing but that."""
        ...

    async def enqueue_all(self, target: Target) -> int:
        """Queues every record for a rebuild of one copy; how many rows."""
        ...


class IdempotencyLedger(Protocol):
    """Replies for repeats of one call, for 24 hours."""

    async def reserve(
        self, context: str, caller: str, key: str, fingerprint: bytes, now: Instant, lease_until: Instant
    ) -> IdempotentReply | None:
        """Takes the key, or returns the finished reply of the same call.

        Raises IdempotencyConflict when it was used with another fingerprint and IdempotencyInProgress while such a call
        holds a lease that has not run out.
        """
        ...

    async def sweep(self, now: Instant, limit: int) -> int:
        """Removes at most `limit` replies that are older than a day; how many went."""
        ...

    async def release(self, context: str, caller: str, key: str) -> None:
        """Frees a reservation whose call failed. A finished one stays."""
        ...


@dataclass(frozen=True, slots=True)
class Job:
    """Work that goes on after the answer."""

    id: str
    context: str
    kind: str
    """document, reindex, ..."""
    record_id: str
    attempts: int


class JobLedger(Protocol):
    """A leased queue: a worker that dies gives its job back when the lease runs out."""

    async def enqueue(self, job: Job, now: Instant) -> None:
        """Adds a job; one with the same kind and record that waits (not: is worked on) is kept as it is."""
        ...

    async def claim(self, kinds: Sequence[str], now: Instant, lease_until: Instant) -> Job | None:
        """The oldest job that is free or whose lease ran out, leased to the caller; its attempts count this one.

        None of a record that another worker holds a lease on.
        """
        ...

    async def extend(self, job_id: str, lease_until: Instant) -> None:
        """Keeps the lease of a job that is worked on; one that is gone is left alone."""
        ...

    async def finish(self, job_id: str) -> None:
        """Removes a job."""
        ...

    async def retry(self, job_id: str, not_before: Instant) -> None:
        """Gives a job back for a later try."""
        ...

    async def waiting(self, kinds: Sequence[str]) -> int:
        """How many jobs are not finished."""
        ...
