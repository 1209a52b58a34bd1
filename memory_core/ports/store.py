"""All ledger ports of one store, offered by one adapter object."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from memory_core.engine.model import Instant
from memory_core.ports.access import AccessLedger
from memory_core.ports.ledger import DocumentLedger, MemoryLedger, SessionLedger
from memory_core.ports.outbox import IdempotencyLedger, JobLedger, OutboxLedger
from memory_core.ports.traces import TraceLedger
from memory_core.ports.upkeep import UpkeepLedger


@dataclass(frozen=True, slots=True)
class Migration:
    """A step that brought the schema of a store to a version."""

    version: int
    name: str
    applied_at: Instant


class Ledger(Protocol):
    """All ledger ports of one store, see also ports.access, ports.traces and ports.outbox."""

    @property
    def memory(self) -> MemoryLedger: ...
    @property
    def sessions(self) -> SessionLedger: ...
    @property
    def documents(self) -> DocumentLedger: ...
    @property
    def access(self) -> AccessLedger: ...
    @property
    def traces(self) -> TraceLedger: ...
    @property
    def outbox(self) -> OutboxLedger: ...
    @property
    def idempotency(self) -> IdempotencyLedger: ...
    @property
    def jobs(self) -> JobLedger: ...
    @property
    def upkeep(self) -> UpkeepLedger: ...

    async def migrations(self) -> list[Migration]:
        """Every step taken, by version."""
        ...

    async def close(self) -> None:
        """Finishes what was started, then closes files and threads. Idempotent."""
        ...
