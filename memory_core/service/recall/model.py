"""What recall is asked and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from memory_core.engine.fusion import Signal
from memory_core.engine.instants import Instants
from memory_core.engine.model import Assertion, Chunk, Clauses, Document, Entity, Instant, Instruction, Turn
from memory_core.engine.understanding import Understanding
from memory_core.service.results import FactView

_NOW = Instants()


class Mode(StrEnum):
    """Which legs search."""

    HYBRID = "hybrid"
    VECTOR = "vector"
    BM25 = "bm25"
    GRAPH = "graph"


class Tier(StrEnum):
    """How far the answer had to be looked for."""

    DIRECT = "direct"
    HYBRID = "hybrid"
    FULL_CONTEXT = "full_context"


FACT_KINDS = frozenset({"attribute", "relation", "instruction"})
PASSAGE_KINDS = frozenset({"turn", "chunk"})


@dataclass(frozen=True, slots=True)
class Question:
    """One call of recall, as the door read it."""

    text: str
    k: int = 10
    mode: Mode = Mode.HYBRID
    instants: Instants = _NOW
    lens: Clauses | None = None
    labels: tuple[str, ...] = ()
    session_id: str | None = None
    source: str | None = None
    """Kind of source (turn, triple, document, reflect) that hits are narrowed to."""
    kinds: frozenset[str] | None = None
    """Record kinds that may be hits; None: all."""
    include_duplicates: bool = False
    document_ids: frozenset[str] | None = None
    mime_types: frozenset[str] | None = None
    threshold: float | None = None
    """Least score, 0 to 1, of a hit."""
    operation: str = "query"


@dataclass(frozen=True, slots=True)
class ChunkView:
    """A passage with its document."""

    row: Chunk
    document: Document


Recallable = Turn | FactView | ChunkView | Instruction


@dataclass(slots=True)
class Hit:
    """A record that answers, with what spoke for it."""

    record: Recallable
    score: float
    signals: dict[str, Signal] = field(default_factory=dict[str, Signal])

    @property
    def id(self) -> str:
        """Record id."""
        match self.record:
            case FactView(row=row) | ChunkView(row=row):
                return row.id
            case other:
                return other.id

    @property
    def text(self) -> str:
        """Words that are shown."""
        match self.record:
            case Turn(content=content):
                return content
            case ChunkView(row=row):
                return row.text.strip("\n")
            case Instruction(description=description):
                return description
            case FactView(row=row, entity=entity, target=None):
                return f"{entity.name} {row.key.replace('_', ' ')}: {row.value}"
            case FactView(row=row, entity=entity, target=target):
                return f"{entity.name} {row.key.replace('_', ' ')} {target.name if target else row.value}"

    @property
    def occurred_at(self) -> Instant:
        """When it was said or became known."""
        match self.record:
            case Turn(observed_at=at) | ChunkView(document=Document(observed_at=at)):
                return at
            case FactView(row=Assertion(known_at=at)) | Instruction(known_at=at):
                return at


@dataclass(slots=True)
class Answer:
    """All that one question brought up."""

    trace_id: str
    hits: list[Hit]
    context_hits: list[Turn]
    """Turns beside the best hits, which are not hits themselves."""
    no_match: bool
    tier: Tier
    tier_reason: str
    candidates: int
    latency_ms: int
    understanding: Understanding
    seed_entities: list[Entity]
    missing_legs: list[str]
    """Legs that failed or ran out of time."""
