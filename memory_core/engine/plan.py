"""What a write reads and what it becomes: the values between the pure reconciliation and the ledger.

`Need` says what to lock and read, `Standing` is what stands there, `Changes` are all rows of one write. `Kin` is what
stands before a merge or a split.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from memory_core.engine.model import (
    Assertion,
    AuditRow,
    Clauses,
    Document,
    Entity,
    Evidence,
    Instant,
    Instruction,
    Mention,
    OtherName,
    Session,
    Trace,
    Turn,
    Uncertainty,
)


@dataclass(frozen=True, slots=True)
class Need:
    """What a reconciliation has to read and lock."""

    context: str
    clauses: Clauses
    """Scope set of the write; interned in the same transaction."""
    block_keys: frozenset[tuple[str | None, str]] = frozenset()
    """(entity type or any, block key) pairs, see engine.entities: entities sharing one are read and locked."""
    keys: frozenset[str] = frozenset()
    """Attribute keys and relation labels whose timelines are read (of those entities, in this scope set)."""
    session_id: str | None = None
    instructions: bool = False
    """Whether active instructions and open uncertainties of this scope set are read, and the scope set locked, too."""
    document_id: str | None = None
    """The document that the write comes from; read and locked."""
    filed_keys: frozenset[str] = frozenset()
    """Block keys besides under which the write may file an entity of whatever type: locked and not read. A write that
    files one it did not name here is right all the same, but two of them may take turns in undoing each other."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands before a write."""

    scope_set: int
    session: Session | None
    entities: tuple[Entity, ...] = ()
    """Those that share a block key, with all that is merged with them."""
    present: frozenset[int] = frozenset()
    """Uids of those survivors that have a row, or one of whose merged ones has, in this very scope set."""
    names: Mapping[int, frozenset[str]] = field(default_factory=dict[int, frozenset[str]])
    """Entity uid -> other names that this very scope set knows it by, as they are spelled."""
    timelines: Mapping[tuple[int, str], tuple[Assertion, ...]] = field(
        default_factory=dict[tuple[int, str], tuple[Assertion, ...]]
    )
    """(entity uid, key) -> rows in this scope set that are not retired, ascending seq."""
    instructions: tuple[Instruction, ...] = ()
    uncertainties: tuple[Uncertainty, ...] = ()
    document: Document | None = None
    """The document asked for, as it is now; None also when it was deleted or retired meanwhile."""


@dataclass(frozen=True, slots=True)
class Kin:
    """What a merge or a split touches: whole groups, each a survivor with all that was merged into it."""

    entities: Mapping[int, Entity]
    """Every member of the groups asked about, of those of namesakes, and of those that share a timeline with them."""
    lines: tuple[Assertion, ...]
    """Ascending seq: the timelines, without retired rows, of the groups asked about and of all that points to them. Rows
    name the entities that they were written for."""
    touched: Mapping[int, frozenset[int]]
    """Uid of a member asked about -> scope sets in which it has a row, retired ones too, or is named by a text."""
    namesakes: Mapping[int, int]
    """Uid of a merged one -> uid of the entity that has its type and normalised name by now."""


@dataclass(frozen=True, slots=True)
class IdempotentReply:
    """The answer kept for a repeat of the same call."""

    context: str
    caller: str
    """Principal and delegated principal, joined."""
    key: str
    fingerprint: bytes
    reply: bytes


@dataclass(frozen=True, slots=True)
class Changes:
    """All rows of one write. New entities carry negative uids that assertions and mentions refer to.

    The adapter derives the outbox: every turn, assertion, entity, instruction and chunk here (and every record in
    `live`) is projected again, and so are the turns within two places of a new turn, whose neighbours changed.
    """

    session: Session | None = None
    """To open, when it does not exist or was retired: then it begins anew, and what it held stays retired."""
    turns: tuple[Turn, ...] = ()
    entities: tuple[Entity, ...] = ()
    """New ones, and old ones whose name, category, updated_at or survivor changed."""
    block_keys: Mapping[int, frozenset[str]] = field(default_factory=dict[int, frozenset[str]])
    """Entity uid (negative for new ones) -> block keys to add."""
    names: tuple[OtherName, ...] = ()
    unnamed: tuple[tuple[int, str], ...] = ()
    """(entity uid, record id): names of the entity that the record told, and that go."""
    assertions: tuple[Assertion, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    retold: tuple[Assertion, ...] = ()
    """Standing assertions with another source, and with it other labels and confidence: a newer reading of their document
    says them again."""
    document: Document | None = None
    """Whose progress is noted."""
    live: Mapping[str, bool] = field(default_factory=dict[str, bool])
    """Standing assertion id -> whether it is still on offer for questions about now."""
    retired: tuple[tuple[str, Instant], ...] = ()
    """Standing assertions to take off every surface, and since when."""
    instructions: tuple[Instruction, ...] = ()
    revoked: tuple[tuple[str, Instant], ...] = ()
    uncertainties: tuple[Uncertainty, ...] = ()
    resolved: tuple[tuple[str, Instant], ...] = ()
    mentions: tuple[Mention, ...] = ()
    traces: tuple[Trace, ...] = ()
    audit: tuple[AuditRow, ...] = ()
    reply: IdempotentReply | None = None
