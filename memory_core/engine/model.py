"""Values that the engine, the services and the ports share: rows of the ledger and what is asked of it.

Everything here is immutable data without behaviour beyond small derived properties. Instants are microseconds since
the Unix epoch, UTC. A scope set is an OR of clauses, each an AND of slash paths; the ledger interns every distinct set
of a context under one integer, so that rows, filters and caches carry a number in place of paths.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

Instant = int
Clause = tuple[str, ...]
"""Paths that must all be covered, sorted, without repeats."""
Clauses = tuple[Clause, ...]
"""Alternatives, sorted, without repeats; never empty on a stored row."""
Grants = Mapping[str, tuple[str, ...]]
"""Verb -> scope patterns."""

ENTITY_TYPES = "person organisation project location topic product policy concept event agent service other".split()
VERBS = (
    "memory:read",
    "memory:write",
    "memory:forget",
    "scope:read",
    "scope:create",
    "scope:delete",
    "grant:manage",
)


class Category(StrEnum):
    """What kind of memory a fact is; decides how fast it decays."""

    IDENTITY = "identity"
    KNOWLEDGE = "knowledge"
    CONTEXT = "context"


class Role(StrEnum):
    """Who said a turn."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


class DocumentStatus(StrEnum):
    """Where a document is on its way into the index."""

    QUEUED = "queued"
    EXTRACTING = "extracting"
    CHUNKING = "chunking"
    EMBEDDING = "embedding"
    KEYWORDING = "keywording"
    EXTRACTING_NODES = "extracting_nodes"
    READY = "ready"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a row's words came from."""

    kind: str
    """turn, triple, document, reflect, consolidation, elaboration, or system."""
    ref: str | None = None
    """Id of the turn, document or chunk; None for triples without text."""
    session_id: str | None = None
    span: tuple[int, int] | None = None
    """Characters of the source text, end not included."""
    trust: float = 1.0
    """0 to 1; lowered by injection findings."""
    derived_from: tuple[str, ...] = ()
    """Ids of the records that a reflection, consolidation or elaboration was made from."""
    chunk_id: str | None = None
    """Of a document: the passage that the words stand in; `span` counts characters of the whole document."""
    reading: int | None = None
    """Of a document: which of its readings found the words last, see Document."""


@dataclass(frozen=True, slots=True)
class Session:
    """A conversation. Its scope set is that of the write that opened it."""

    id: str
    context: str
    scope_set: int
    created_at: Instant
    metadata: Mapping[str, Any] | None = None
    retired_at: Instant | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One message, kept word for word."""

    id: str
    context: str
    session_id: str
    scope_set: int
    seq: int
    """Place in the session, from 0; -1 asks the ledger to append."""
    role: Role
    content: str
    observed_at: Instant
    created_at: Instant
    labels: tuple[str, ...] = ()
    trust: float = 1.0
    retired_at: Instant | None = None


@dataclass(frozen=True, slots=True)
class Entity:
    """Who or what facts are about; one per context, type and normalised name."""

    uid: int
    """Ledger's own number; negative while it is only planned."""
    context: str
    type: str
    name: str
    """As it is called; shown and part of the public id."""
    norm: str
    """Normalised name; unique with context and type among entities that are not merged away."""
    created_at: Instant
    updated_at: Instant
    category: Category = Category.KNOWLEDGE
    importance: float = 0.5
    merged_into: int | None = None
    """The entity that it was merged into; what it goes by besides its name is told scope set by scope set (OtherName)."""

    @property
    def id(self) -> str:
        """Public id, `entity:<type>/<name>`."""
        return f"entity:{self.type}/{self.name}"


@dataclass(frozen=True, slots=True)
class OtherName:
    """Another name that an entity goes by in one scope set. What is told in one set says nothing to readers of another."""

    entity_uid: int
    name: str
    scope_set: int
    record_id: str
    """What tells it: an assertion, a turn, or a merge (engine.merging)."""


@dataclass(frozen=True, slots=True)
class Assertion:
    """One statement about an entity: an attribute (value) or a relation (target).

    Rows are never overwritten: what is believed, what superseded what and when something stopped being shown follow
    from the rows of one timeline, that is of one entity, key and scope set (see engine.temporal).
    """

    id: str
    """attribute:<uuidv7> or relation:<uuidv7>."""
    context: str
    entity_uid: int
    key: str
    """Canonical attribute key, or label of a relation."""
    value: str
    """Of a relation the name of its target."""
    scope_set: int
    valid_from: Instant
    known_at: Instant
    """observed_at of the statement."""
    created_at: Instant
    """When the row was committed; orders rows with equal known_at together with seq."""
    seq: int = 0
    """Commit order in the ledger, ascending; 0 while it is only planned."""
    target_uid: int | None = None
    valid_until: Instant | None = None
    """Stated end, not included; None: open."""
    start_assumed: bool = False
    """True when no start was said: valid_from is known_at then. Stored with the row: a later telling of what is believed
    anyway folds into it only when it names no start of its own (see engine.temporal)."""
    category: Category = Category.KNOWLEDGE
    confidence: float = 1.0
    importance: float = 0.5
    """How much it matters as last written down, 0 to 1: at first by its category, then by each run of decay. It only
    says which rows are looked at when a read can't look at all; what is shown is worked out (engine.lifecycle)."""
    source: Source = Source("triple")
    labels: tuple[str, ...] = ()
    ends: bool = False
    """True for a statement that only ends `value` at valid_from ("I no longer ..."), and puts nothing in its place."""
    retired_at: Instant | None = None
    evidence: int = 1
    """How often it was stated."""
    live: bool = True
    """Whether the copies should offer it to questions about now (a hint for filters; the gate decides)."""
    uses: int = 0
    """How many answers held it."""
    used_at: Instant | None = None
    """When the last of those answers was given."""

    @property
    def is_relation(self) -> bool:
        """Whether it links two entities."""
        return self.target_uid is not None


@dataclass(frozen=True, slots=True)
class Evidence:
    """A repeat of an assertion: adds weight and a source, no row."""

    assertion_id: str
    known_at: Instant
    source: Source


@dataclass(frozen=True, slots=True)
class Instruction:
    """A standing request of the user ("always answer in bullet points"); active until revoked."""

    id: str
    context: str
    scope_set: int
    label: str
    description: str
    known_at: Instant
    created_at: Instant
    source: Source
    labels: tuple[str, ...] = ()
    revoked_at: Instant | None = None
    retired_at: Instant | None = None


@dataclass(frozen=True, slots=True)
class Uncertainty:
    """Something that was said and is not believed as it stands; open until resolved."""

    id: str
    context: str
    scope_set: int
    about: str
    reason: str
    known_at: Instant
    created_at: Instant
    source: Source
    value: str | None = None
    refs: tuple[str, ...] = ()
    """Ids of assertions in doubt."""
    resolved_at: Instant | None = None
    retired_at: Instant | None = None


@dataclass(frozen=True, slots=True)
class Mention:
    """A text names an entity; what the graph leg walks over."""

    record_id: str
    """Turn or chunk."""
    entity_uid: int


@dataclass(frozen=True, slots=True)
class Document:
    """An uploaded file; its bytes are in the blob store under content_hash."""

    id: str
    context: str
    scope_set: int
    title: str
    source: str
    mime_type: str
    content_hash: str
    """blake3:<hex>."""
    size_bytes: int
    status: DocumentStatus
    created_at: Instant
    updated_at: Instant
    observed_at: Instant
    version: int = 1
    labels: tuple[str, ...] = ()
    filename: str | None = None
    error: str | None = None
    language: str | None = None
    chunk_count: int = 0
    processing_started_at: Instant | None = None
    processing_completed_at: Instant | None = None
    retired_at: Instant | None = None
    trust: float = 1.0
    """0 to 1; lowered by injection findings."""
    reading: int = 1
    """How often it was put: a new version, or the same bytes again. Given by the ledger."""
    facts_read: int = 0
    """Passages, from the first on, whose facts this reading has found."""
    offered: bool = False
    """Whether its passages may be shown: from when they were embedded first, also while another version is read and when
    that one fails. Kept by the ledger."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage of a document. char_start and char_end count characters of the document's extracted text."""

    id: str
    document_id: str
    position: int
    char_start: int
    char_end: int
    text: str
    section: str | None = None
    token_count: int | None = None


@dataclass(frozen=True, slots=True)
class Trace:
    """What one operation looked at or decided. Payload holds ids, scores and reasons; `query_text` the caller's words."""

    id: str
    context: str
    principal_id: str
    kind: str
    """decision, retrieval or response."""
    operation: str
    created_at: Instant
    latency_ms: int
    query_text: str = ""
    tier: str = ""
    tier_reason: str = ""
    cached: bool = False
    parent_id: str | None = None
    refs: tuple[str, ...] = ()
    """Ids of every record that it returned or wrote; a purge of one of them erases the trace's words."""
    payload: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One line of the audit: who did what with which outcome, and never any memory text."""

    id: str
    context: str
    principal_id: str | None
    key_id: str | None
    kind: str
    operation: str
    outcome: str
    """ok, denied or failed."""
    created_at: Instant
    latency_ms: int = 0
    rows_touched: int = 0
    reason: str | None = None
    trace_id: str = ""
    model: str | None = None
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class Context:
    """A tenant: nothing crosses it."""

    id: str
    created_at: Instant
    config: Mapping[str, Any] = field(default_factory=dict[str, Any])
    description: str | None = None
    enforcement_blocked: bool = False


@dataclass(frozen=True, slots=True)
class Principal:
    """Who may act in a context, and what it is granted."""

    id: str
    """principal:<uuidv7>; principal:system and principal:admin exist in each context."""
    context: str
    display_name: str
    kind: str
    """user, service, agent, system."""
    grants: Grants
    created_at: Instant
    external_id: str | None = None
    deleted_at: Instant | None = None


@dataclass(frozen=True, slots=True)
class Key:
    """A bearer key; the secret itself is never stored."""

    id: str
    context: str
    principal_id: str
    name: str
    secret_hash: bytes
    """Keyed BLAKE3 of the secret, 32 bytes; the look-up column."""
    created_at: Instant
    grants: Grants | None = None
    """None: all that the principal has; otherwise what it narrows them to."""
    valid_until: Instant | None = None
    last_used_at: Instant | None = None
    revoked_at: Instant | None = None


@dataclass(frozen=True, slots=True)
class ScopeNode:
    """A registered path."""

    context: str
    path: str
    created_at: Instant
    display_name: str | None = None
    description: str | None = None
    tombstoned_at: Instant | None = None


@dataclass(frozen=True, slots=True)
class ScopeSet:
    """An interned set of clauses."""

    id: int
    context: str
    clauses: Clauses
