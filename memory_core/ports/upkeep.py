"""What the upkeep of memory needs of the ledger: walks over everything, some at a time, and small changes.

Production: adapters.embedded.ledger (SQLite). What is decided about beliefs goes through `MemoryLedger.reconcile`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

from memory_core.engine.lifecycle.elaboration import Company
from memory_core.engine.model import Assertion, Instant
from memory_core.ports.ledger import Gate


@dataclass(frozen=True, slots=True)
class FactPage:
    """Part of a walk over assertions."""

    rows: list[Assertion]
    """Those that pass the gate, ascending seq; perhaps none although there is more."""
    after: int | None
    """Where the next part begins; None: this was the last one."""


@dataclass(frozen=True, slots=True)
class Text:
    """Words of a turn, a passage, an instruction or a fact."""

    record_id: str
    words: str


@dataclass(frozen=True, slots=True)
class TextPage:
    """Part of a walk over texts."""

    texts: list[Text]
    """Those that pass the gate; perhaps none although there is more."""
    after: tuple[int, int] | None
    """Where the next part begins; None: this was the last one."""


@dataclass(frozen=True, slots=True)
class Counted:
    """How many records of one kind pass a gate."""

    table: str
    """turn, attribute, relation, instruction, uncertainty, document or session."""
    count: int
    sample_ids: tuple[str, ...]
    """The first few."""


class UpkeepLedger(Protocol):
    """Walks over memory. Part of a ledger, see ports.store; reads and errors are as ports.ledger says."""

    async def facts(self, gate: Gate, after: int, limit: int) -> FactPage:
        """The next assertions by seq from after `after` on (0: the first), whatever the gate's labels and session; at
        most `limit` are looked at."""
        ...

    async def note_uses(self, uses: Mapping[str, tuple[int, Instant]]) -> int:
        """Adds to how often assertions were used, and when last; how many there were. Retired and unknown ones are
        passed over, so that what was purged stays unknown. Nothing is projected."""
        ...

    async def set_importance(self, context: str, importance: Mapping[str, float]) -> int:
        """Writes down how much assertions matter; how many there were, retired ones left out. Nothing is projected."""
        ...

    async def texts(self, gate: Gate, after: tuple[int, int], limit: int) -> TextPage:
        """The next texts from after a place on ((0, 0): the first): turns, passages, instructions, then values of
        facts. At most `limit` are looked at."""
        ...

    async def company(self, gate: Gate, entity_uids: Collection[int] | None, limit: int) -> list[Company]:
        """The newest texts that pass the gate and name two entities or more; with uids those that name one of them.

        At most `limit` texts, newest first; of what is equally new by id.
        """
        ...

    async def counted(self, gate: Gate, samples: int) -> list[Counted]:
        """How many records of each kind pass the gate, kinds without any left out, in the order of `Counted.table`;
        whatever the gate's labels and session."""
        ...
