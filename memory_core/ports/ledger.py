"""The ledger: the one true record. Production: adapters.embedded.ledger (SQLite).

The ledger is split by noun into narrow ports that one adapter object offers together (`Ledger`). Three rules hold for all:

* A write is one transaction. `MemoryLedger.reconcile` is the only way that memory is written: the adapter takes its lock
  over what the need names, reads what stands, hands it to a pure function, and writes what that returns together with the
  outbox rows, or nothing. The function may be called again when a transaction is retried, and on another thread, so it
  must not have effects beyond keeping its last answer.
* A read goes through a `Gate`. What lies outside the caller's scope sets, was not known at the gate's instant, or was
  retired by then is not returned and not counted, whoever asks for it by id.
* A read sees the whole of every write that was answered before it began, from whichever process. Of a write that commits
  meanwhile it may see a part, and two reads are not of one instant.

Every method may raise StoreUnavailable (retryable); none lets a driver's exception or text through. Nothing is closed by
callers except through `Ledger.close`, by who opened it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from memory_core.engine.model import (
    Assertion,
    Chunk,
    Clauses,
    Document,
    Entity,
    Evidence,
    Instant,
    Instruction,
    Mention,
    Session,
    Turn,
    Uncertainty,
)
from memory_core.engine.plan import Changes, IdempotentReply, Kin, Need, Standing
from memory_core.engine.temporal import FLOOR


@dataclass(frozen=True, slots=True)
class Gate:
    """What a read may see."""

    context: str
    scope_sets: frozenset[int] | None
    """Ids of visible scope sets; None: every set of the context; empty: nothing."""
    known_at: Instant
    """T: rows with known_at <= T that were not retired by T."""
    labels: tuple[str, ...] = ()
    """All must be on the row."""
    session_id: str | None = None
    """Only turns of this session and what came from them."""
    now: bool = True
    """Whether T is now: then anything retired is hidden, whenever that was."""
    retired: bool = False
    """Whether what was retired passes too, and what was revoked or resolved. For erasure, which must reach it."""
    confidence_floor: float = FLOOR
    """Of the context: confidence under which a statement displaces nothing. For who judges beliefs; a ledger hides
    nothing by it."""


@dataclass(frozen=True, slots=True)
class Committed:
    """What a write became."""

    outbox_seq: int
    """Highest outbox number of this write; 0 when it touched nothing to project. A freshness token."""
    scope_set: int


@dataclass(frozen=True, slots=True)
class Erased:
    """What an erasure removed from the ledger; the copies follow through outbox rows of the same transaction."""

    record_ids: tuple[str, ...]
    blobs: tuple[str, ...]
    """Content hashes (hex digits alone) that no document of the context needs any more."""
    counts: Mapping[str, int]
    """Table -> rows removed."""
    outbox_seq: int


Record: TypeAlias = Turn | Assertion | Instruction | Uncertainty | Chunk | Document | Session


class MemoryLedger(Protocol):
    """Turns, entities, assertions, instructions, uncertainties."""

    async def reconcile(self, need: Need, decide: Callable[[Standing], Changes]) -> Committed:
        """Reads `need` under lock, calls `decide`, commits its changes and their outbox rows in one transaction.

        Two calls are serial, in this process and in any other, when their needs share an entity (found by whichever of
        its keys), a block or filed key (of whatever type), or the document, or when both are of one scope set and read
        its instructions. Others may run at once. An exception raised by `decide` rolls back and is raised as it is. Turn
        seqs are given in order of `Changes.turns`, without gaps, whatever the needs share. Assertion seqs ascend in the
        order in which writes become visible.

        Rows of merged entities are read, here and everywhere, as those of their survivor; they keep the entity that they
        are written for, which may be a merged one. Raises ContextGone;
        AlreadyExists for the id of a new record that is taken; IdempotencyInProgress when another call finished under
        the key of `Changes.reply` meanwhile. Each of them writes nothing. Conflicts between writers are retried here and
        never reach the caller. StoreUnavailable: nothing was written, except where the store could not be asked any more
        whether it took the commit; a repeat with the same turn ids raises AlreadyExists then.
        """
        ...

    async def kin(self, context: str, uids: Collection[int]) -> Kin:
        """What a merge or a split of these entities would touch. Not gated: it is for deciding whether one may."""
        ...

    async def regroup(self, context: str, uids: Collection[int], decide: Callable[[Kin], Changes]) -> Committed:
        """As `reconcile`, for a merge or a split: reads `kin` of these entities under lock and commits what `decide`
        returns (entities, names, live flags, traces) with the outbox rows of all facts that read differently then."""
        ...

    async def find_entities(self, gate: Gate, names: Collection[tuple[str | None, str]], limit: int) -> list[Entity]:
        """Survivors that go by one of these (type or any, normalised name): by their own name, or by another that is
        told in a scope set of the gate. Those that go by most come first.

        An own name is found whatever the gate: the caller reads what the entity has through the gate before it shows it.
        """
        ...

    async def other_names(self, gate: Gate, uids: Collection[int]) -> dict[int, tuple[str, ...]]:
        """Survivor uid -> other names of its group that are told in scope sets of the gate, each once, by name."""
        ...

    async def entities(self, context: str, uids: Collection[int]) -> dict[int, Entity]:
        """Entities by uid as they are, missing ones left out. Not gated."""
        ...

    async def list_entities(self, gate: Gate, type_: str | None, limit: int, offset: int) -> list[Entity]:
        """Entities with at least one assertion (as subject or target) that passes the gate, by type and name. Created
        and updated are the first and the last commit of those assertions: nothing else of an entity is known there."""
        ...

    async def assertions(
        self,
        gate: Gate,
        *,
        entity_uids: Collection[int] | None = None,
        target_uids: Collection[int] | None = None,
        keys: Collection[str] | None = None,
        ids: Collection[str] | None = None,
        live_only: bool = False,
        strongest: bool = False,
        limit: int = 10_000,
    ) -> list[Assertion]:
        """Rows that pass the gate, ascending seq. Filters are ANDed, except entity_uids and target_uids: either.

        Of more than `limit` the first ones; with `strongest` those of the greatest importance as it is stored, of equals
        the newest.
        """
        ...

    async def timelines(self, gate: Gate, lines: Collection[tuple[int, str, int]]) -> list[Assertion]:
        """All rows that pass the gate of the timelines (entity uid, key, scope set), ascending seq, whatever labels."""
        ...

    async def evidence(self, gate: Gate, assertion_ids: Collection[str]) -> list[Evidence]:
        """Repeats of these assertions known by the gate's instant, oldest first."""
        ...

    async def turns(self, gate: Gate, ids: Collection[str]) -> list[Turn]:
        """Turns that pass the gate (observed_at is what they are known by), in no order."""
        ...

    async def chunks(self, gate: Gate, ids: Collection[str]) -> list[tuple[Chunk, Document]]:
        """Chunks whose document passes the gate and is offered, in no order."""
        ...

    async def instructions(
        self, gate: Gate, *, ids: Collection[str] | None = None, limit: int = 1000
    ) -> list[Instruction]:
        """Instructions active at the gate's instant, newest first."""
        ...

    async def uncertainties(self, gate: Gate, limit: int) -> list[Uncertainty]:
        """Uncertainties open at the gate's instant, newest first."""
        ...

    async def mentions(self, gate: Gate, entity_uids: Collection[int], limit: int) -> list[Mention]:
        """Texts that pass the gate and name one of the entities, newest first."""
        ...

    async def recent_turns(self, gate: Gate, limit: int) -> list[Turn]:
        """The latest turns that pass the gate, by observed_at, newest first."""
        ...

    async def search_words(self, gate: Gate, words: Collection[str], limit: int) -> list[Record]:
        """Turns, assertions, instructions, uncertainties and documents whose text holds every word (casefolded substring).

        A slow scan of visible rows for forgetting by description, where a stale copy must not decide what is hit.
        """
        ...

    async def derived_from(self, context: str, source_refs: Collection[str]) -> list[Record]:
        """Assertions, instructions and uncertainties whose source ref, session or derived_from names one of these ids, and
        uncertainties that doubt one of them; retired ones too.

        Not gated: for erasure, which must reach every derived row.
        """
        ...

    async def retire(self, context: str, record_ids: Collection[str], at: Instant) -> int:
        """Marks rows (any kind of record id) as retired at an instant; how many changed. Projected as not live.

        What can't stand without them goes with them, here and in `erase`: with a document what it states, with a fact the
        uncertainties that doubt it, a reflection with the last of what it was made from, an observation (source kind
        consolidation) with any of the records that it was made from, an elaboration with the last one that stands. What
        was made of records moves with them in `rescope`.
        """
        ...

    async def rescope(self, context: str, changes: Mapping[str, Clauses]) -> int:
        """Gives records another scope set (narrower; the caller computes it); how many changed. Projected again. What a
        document states moves with it."""
        ...

    async def erase(self, context: str, record_ids: Collection[str]) -> Erased:
        """Removes rows for good: with history, evidence, mentions, traces that cite them, replies kept for repeats that
        hold them and empty sessions; entities without any row left go too. Traces may be named by id. Other rows of a
        timeline stay as they are. A session that is named and still has turns only loses its metadata. Idempotent.
        Bytes leave the disk with `scrub`.
        """
        ...

    async def records_in_sets(self, context: str, scope_sets: Collection[int]) -> list[tuple[str, int]]:
        """(record id, scope set) of every turn, assertion, instruction, uncertainty, document and session there."""
        ...

    async def scrub(self) -> None:
        """Returns when bytes of erased rows are in no file of the ledger (secure delete, log truncated); at once when
        nothing was erased since. What a kill kept from it is done when the ledger is opened again."""
        ...


class SessionLedger(Protocol):
    """Sessions and their turns in order."""

    async def create_session(self, context: str, clauses: Clauses, session: Session) -> Session:
        """Opens a session (its scope_set is replaced by that of `clauses`); one that stands is returned as it is. One
        that was retired begins a new life under its id, here and by `Changes.session`; its old turns stay retired."""
        ...

    async def session(self, context: str, session_id: str) -> Session | None:
        """A session that is not retired. Not gated: the caller compares its scope set."""
        ...

    async def session_turns(self, gate: Gate, session_id: str, limit: int, offset: int) -> list[Turn]:
        """Turns of a session that pass the gate, by seq."""
        ...

    async def tail(self, gate: Gate, session_id: str, limit: int) -> list[Turn]:
        """The last turns of a session, oldest first."""
        ...


class DocumentLedger(Protocol):
    """Documents, their passages, and the jobs that make them."""

    async def put_document(self, document: Document, clauses: Clauses, reply: IdempotentReply | None) -> Document:
        """Stores a new document or a new version of one (same id) and queues its processing job, in one transaction.

        The file of the version before is erased when no document of the context needs it any more. Its passages and facts
        stay on offer, in the scope set of the new one, until others take their place. The ledger counts readings, and
        another one begins without facts read.
        """
        ...

    async def document(self, context: str, document_id: str, *, retired: bool = False) -> Document | None:
        """A document that is not retired; `retired`: or that is. Not gated: the caller compares its scope set."""
        ...

    async def document_by_hash(self, context: str, scope_set: int, content_hash: str) -> Document | None:
        """The live document with these bytes in this very scope set (no deduplication across scopes)."""
        ...

    async def list_documents(
        self, gate: Gate, status: str | None, mime_type: str | None, limit: int, offset: int
    ) -> tuple[list[Document], int]:
        """A page, newest first, and how many there are in all."""
        ...

    async def update_document(self, document: Document) -> None:
        """Replaces the row's status, error, counts, language, trust and instants. Unknown ids (deleted meanwhile) and older
        readings are ignored."""
        ...

    async def put_chunks(self, document: Document, chunks: Sequence[Chunk], mentions: Sequence[Mention]) -> int:
        """Replaces all passages of a document and notes its progress as given, with outbox rows; the outbox number.

        Passages of an earlier version are erased from the copies. 0 when the document is gone, or newer, meanwhile.
        """
        ...

    async def document_chunks(self, document_id: str, limit: int, offset: int) -> tuple[list[Chunk], int]:
        """A page of passages by position, and how many there are."""
        ...
