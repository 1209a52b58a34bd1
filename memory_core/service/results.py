"""What the use cases of memory answer: values for the servicers to translate, with no message and no port in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory_core.engine.model import Assertion, Entity, Instant, Instruction, Uncertainty
from memory_core.engine.proposal import Summary


def as_seen(entity: Entity, rows: Sequence[Assertion]) -> Entity:
    """An entity as old as what is seen of it: when it was first told elsewhere is nobody's business here."""
    if not rows:
        return entity
    at = [row.created_at for row in rows]
    return replace(entity, created_at=min(at), updated_at=max(at))


@dataclass(frozen=True, slots=True)
class FactView:
    """A fact with the entities it names and its neighbours in time, as known at the instant asked about."""

    row: Assertion
    entity: Entity
    target: Entity | None = None
    """Of a relation."""
    supersedes: str | None = None
    superseded_by: str | None = None
    until: Instant | None = None
    """When it ends by its own words or by a later ending; None: open."""
    evidence: int = 1
    """How often it was told."""
    importance: float = 0.5
    """How much it matters at the instant asked about, 0 to 1."""
    stands_for: frozenset[str] = frozenset()
    """Ids of every row that it speaks for: repeats, and what an observation sums up."""


@dataclass(frozen=True, slots=True)
class EntityView:
    """An entity with what is believed about it."""

    entity: Entity
    attributes: tuple[FactView, ...]
    """By key, then newest start first."""
    relations: tuple[FactView, ...]
    """From and to it, by label."""
    aliases: tuple[str, ...] = ()
    """Other names that the scopes read tell, by name."""


@dataclass(frozen=True, slots=True)
class AttributeView:
    """One attribute with its history."""

    current: FactView | None
    history: tuple[FactView, ...]
    """Newest start first."""


@dataclass(frozen=True, slots=True)
class CategoryView:
    """What is believed in one category."""

    attributes: tuple[FactView, ...]
    entities: tuple[Entity, ...]
    relations: tuple[FactView, ...]


@dataclass(frozen=True, slots=True)
class StateView:
    """Everything that is believed."""

    identity: CategoryView
    knowledge: CategoryView
    context: CategoryView
    instructions: tuple[Instruction, ...]
    unknowns: tuple[Uncertainty, ...]


@dataclass(frozen=True, slots=True)
class ProfileView:
    """What is known of a person."""

    static: tuple[FactView, ...]
    """Who someone is."""
    dynamic: tuple[FactView, ...]
    """What is going on."""
    preferences: tuple[FactView, ...]
    """Likes, dislikes and wishes."""
    instructions: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """What was taken from one turn, from a conversation as a whole, or from triples."""

    summary: Summary
    turn_id: str = ""
    """Empty in a preview and for triples without a text."""
    written: frozenset[str] = frozenset()
    """Ids of the rows that this write makes; in a preview of those that it would make."""
    echo: bool = False
    """Whether the text, or part of it, is what this service served before; that part added nothing."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """The answer of one write."""

    session_id: str
    """Empty in a preview without one."""
    turn_ids: tuple[str, ...]
    """None in a preview and for triples without a text."""
    taken: tuple[Taken, ...]
    """One a turn, or one for all; none where nothing was to be extracted."""
    preview: bool = False
    trace_id: str | None = None
    """None in a preview."""
    indexed: bool = False
    """Whether the search copies held it when the write was acknowledged."""
