"""What a write proposes and what becomes of it: the values on both sides of the reconciliation.

A proposal is what extraction, a caller's triples or a reflection would like to be believed. Nothing in it is settled:
names are as they were said, keys in any spelling, and whether a statement is new, a repeat or a correction is decided
against what stands (engine.reconcile).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from memory_core.engine.entities import EntityRef
from memory_core.engine.model import (
    Assertion,
    Category,
    Clauses,
    Entity,
    Instant,
    Instruction,
    Session,
    Source,
    Turn,
    Uncertainty,
)
from memory_core.engine.plan import Changes


@dataclass(frozen=True, slots=True)
class Proposed:
    """One statement: an attribute with a value, or a relation with a target."""

    subject: EntityRef
    key: str
    """Attribute key or relation label in any spelling."""
    known_at: Instant
    """When it was said (observed_at)."""
    source: Source
    value: str = ""
    """Of a relation left empty; of an ending what ended, "" for whatever stands."""
    target: EntityRef | None = None
    valid_from: Instant | None = None
    """None: not said; it holds from known_at."""
    valid_until: Instant | None = None
    category: Category = Category.KNOWLEDGE
    confidence: float = 1.0
    """0 to 1. Firm statements of one kind of source should all carry the same: a lower one displaces no higher one."""
    labels: tuple[str, ...] = ()
    ends: bool = False
    """It only says that the value holds no longer, from valid_from on."""
    replaces: str | None = None
    """The old value, where it was named ("from London to Berlin"); "" where a change was said without naming it."""
    replaced_keys: tuple[str, ...] = ()
    """Other keys under which the old value may stand; where it does, the statement goes there."""
    exact_names: bool = False
    """Names are data and not prose: only the exact name or a declared one means a known entity."""
    turn: int = 0
    """Which of the proposal's turns it came from; 0 where there are none."""


@dataclass(frozen=True, slots=True)
class ProposedInstruction:
    """A standing request, or, with `revokes`, words that take one back."""

    text: str
    label: str
    known_at: Instant
    source: Source
    labels: tuple[str, ...] = ()
    revokes: bool = False
    turn: int = 0


@dataclass(frozen=True, slots=True)
class ProposedUncertainty:
    """Something said that is not to be believed as it stands."""

    about: str
    reason: str
    known_at: Instant
    source: Source
    value: str | None = None
    subject: EntityRef | None = None
    key: str | None = None
    """With `subject`: what it is about in the words of the vocabulary, so that a firm statement can resolve it."""
    turn: int = 0


@dataclass(frozen=True, slots=True)
class ProposedName:
    """A text tells another name of somebody that its statements are about."""

    entity: EntityRef
    name: str
    record_id: str
    """The turn."""
    turn: int = 0


@dataclass(frozen=True, slots=True)
class ProposedMention:
    """A text names someone or something."""

    record_id: str
    """Turn or chunk."""
    entity: EntityRef
    creates: bool = False
    """Whether a name that nobody has yet makes an entity; else it is passed over."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """All of one write. Statements are taken in order, later ones see earlier ones."""

    context: str
    clauses: Clauses
    session: Session | None = None
    """Opened when the ledger doesn't have it. Its scope set, and that of the turns, is filled in."""
    turns: tuple[Turn, ...] = ()
    statements: tuple[Proposed, ...] = ()
    instructions: tuple[ProposedInstruction, ...] = ()
    uncertainties: tuple[ProposedUncertainty, ...] = ()
    mentions: tuple[ProposedMention, ...] = ()
    names: tuple[ProposedName, ...] = ()
    speaker: EntityRef | None = None
    """Who "I" is: never taken for a namesake with a longer name."""
    document_id: str | None = None
    """The document that it comes from."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A statement as it stands after the write."""

    row: Assertion
    """The row written or, of a repeat, the one that it repeats."""
    entity: Entity
    target: Entity | None
    repeated: bool


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """An entity that a turn speaks of in a statement."""

    entity: Entity
    is_new: bool


@dataclass(frozen=True, slots=True)
class Correction:
    """A value that was believed and is not any more; `new` is "" where nothing took its place."""

    entity_id: str
    key: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided about one statement, for the trace."""

    kind: str
    """create, repeat, supersede, late (takes its place in the past), claim, end."""
    assertion_id: str
    others: tuple[str, ...] = ()
    """Rows that it repeats, supersedes, ends or yields to."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """What one turn (or a call without turns) brought."""

    entities: tuple[NamedEntity, ...] = ()
    attributes: tuple[Fact, ...] = ()
    relations: tuple[Fact, ...] = ()
    corrections: tuple[Correction, ...] = ()
    instructions: tuple[Instruction, ...] = ()
    uncertainties: tuple[Uncertainty, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The rows to commit and what to tell the caller. A preview drops the former."""

    changes: Changes
    summaries: tuple[Summary, ...]
    """One a turn, and one where there are none."""
    decisions: tuple[Decision, ...] = field(default=())
