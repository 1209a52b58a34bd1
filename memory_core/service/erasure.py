"""Eraser: takes records out of every store for good, and what only they could have put into traces with them.

A trace keeps the words of a question. Those that cite an erased record go with it in the ledger; those that only
hold its words ("what is the code of locker zq7" asked before, and not answered) are found here: a word of the
erased records that nothing else in memory holds was known from them alone. All of it is one transaction, so a kill
leaves nothing half done; after one the copies follow from the outbox until they confirm, and the ledger takes what is
left of the bytes off the disk as it is opened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import structlog

from memory_core.engine.analysis import STOP_WORDS, index_terms
from memory_core.engine.model import Assertion, Instant, Instruction, Trace, Turn, Uncertainty
from memory_core.ports.clock import Clock
from memory_core.ports.errors import StoreUnavailable
from memory_core.ports.ledger import Gate, Record
from memory_core.ports.store import Ledger
from memory_core.service.projector import Receipt

WAIT_S = 20.0
"""How long a receipt waits for the copies to confirm."""
TRACES_READ = 50_000
"""Newest traces whose words are looked at."""
END_OF_TIME: Instant = 253_402_300_799_999_999
"""The last microsecond of the year 9999."""
_WORDS_CHECKED = 64
_CITED_AT_MOST = 200
_SHORTEST_WORD = 4
log: Any = structlog.get_logger(__name__)


class Copies(Protocol):
    """The search copies, see service.projector.Projector."""

    async def receipt(self, outbox_seq: int, record_ids: Collection[str], timeout_s: float) -> Receipt:
        """Waits for an erasure to reach the copies and counts what it removed there."""
        ...


@dataclass(frozen=True, slots=True)
class Eraser:
    """Erases records of one context at a time."""

    ledger: Ledger
    copies: Copies
    clock: Clock
    wait_s: float = WAIT_S

    async def erase(self, context: str, record_ids: Collection[str]) -> Receipt:
        """Erases records of any kind with what hangs on them; says what went from which store, and when that was
        verified."""
        record_ids = [*record_ids, *await self._stated(context, record_ids)]
        traces = await self._traces_about(context, record_ids)
        erased = await self.ledger.memory.erase(context, [*record_ids, *traces])
        receipt = await self.copies.receipt(erased.outbox_seq, erased.record_ids, self.wait_s)
        await self.ledger.memory.scrub()
        apart = {"traces": "traces", "replies": "idempotency", "jobs": "jobs"}
        cleared = {store: erased.counts.get(table, 0) for table, store in apart.items()}
        cleared["ledger"] = sum(count for table, count in erased.counts.items() if table not in apart)
        cleared["blobs"] = len(erased.blobs)
        cleared |= receipt.cleared
        verified_at = None if receipt.verified_at is None else self.clock.now()
        return replace(receipt, cleared=cleared, verified_at=verified_at)

    async def settle(self, outbox_seq: int) -> None:
        """Waits until the copies confirm what a deleted context queued, and takes its bytes off the ledger's disk. What
        can't be done in time is done later, without a caller."""
        await self.copies.receipt(outbox_seq, (), self.wait_s)
        try:
            await self.ledger.memory.scrub()
        except StoreUnavailable:
            log.warning("bytes of a deleted context will be scrubbed later")

    async def _stated(self, context: str, record_ids: Collection[str]) -> list[str]:
        """What documents among the records state: it goes with them, so its words count as theirs."""
        documents = [one for one in record_ids if one.startswith("document:")]
        told = await self.ledger.memory.derived_from(context, documents) if documents else []
        given = set(record_ids)
        return [one.id for one in told if one.id not in given]

    async def _traces_about(self, context: str, record_ids: Collection[str]) -> list[str]:
        """Ids of traces that hold a word which nothing but the erased records holds."""
        texts = await self._texts(context, record_ids)
        traces = await self.ledger.traces.traces(context, None, (), TRACES_READ)
        holders = await asyncio.to_thread(_holders, texts, traces)
        gone = frozenset(record_ids)
        found: set[str] = set()
        for word in sorted(holders, key=_telling)[:_WORDS_CHECKED]:
            if not holders[word] <= found and await self._only_in(context, word, gone):
                found |= holders[word]
        return sorted(found)

    async def _only_in(self, context: str, word: str, gone: frozenset[str]) -> bool:
        gate = Gate(context, None, self.clock.now())
        limit = min(len(gone), _CITED_AT_MOST) + 1
        return {one.id for one in await self.ledger.memory.search_words(gate, [word], limit)} <= gone

    async def _texts(self, context: str, record_ids: Collection[str]) -> list[str]:
        """The words of records, retired ones too."""
        gate, memory = everything_in(Gate(context, None, self.clock.now())), self.ledger.memory
        of: dict[str, list[str]] = {}
        for one in record_ids:
            of.setdefault(one.partition(":")[0], []).append(one)
        facts = [*of.get("attribute", []), *of.get("relation", [])]
        records: list[Record] = [
            *await memory.turns(gate, of.get("turn", [])),
            *await memory.assertions(gate, ids=facts, limit=len(facts)),
            *await memory.instructions(gate, ids=of.get("instruction", [])),
        ]
        uids = {uid for row in records if isinstance(row, Assertion) for uid in (row.entity_uid, row.target_uid) if uid}
        names = [entity.name for entity in (await memory.entities(context, uids)).values()] if uids else []
        passages = [await self._passages(context, one) for one in of.get("document", [])]
        return [*names, *_words_of(records), *(text for some in passages for text in some)]

    async def _passages(self, context: str, document_id: str) -> list[str]:
        document = await self.ledger.documents.document(context, document_id, retired=True)
        if document is None:
            return []
        chunks, _ = await self.ledger.documents.document_chunks(document_id, max(document.chunk_count, 1), 0)
        return [document.title, document.source, document.filename or "", *(one.text for one in chunks)]


def everything_in(gate: Gate) -> Gate:
    """The same gate over all that is stored: retired, revoked, and what will be known later."""
    return replace(gate, known_at=END_OF_TIME, retired=True)


def _words_of(records: Iterable[Record]) -> list[str]:
    found: list[str] = []
    for one in records:
        match one:
            case Turn():
                found.append(one.content)
            case Assertion():
                found.append(f"{one.key.replace('_', ' ')} {one.value}")
            case Instruction():
                found.append(one.description)
            case Uncertainty():
                found.append(f"{one.about} {one.reason} {one.value or ''}")
            case _:
                pass
    return found


def _holders(texts: Sequence[str], traces: Sequence[Trace]) -> dict[str, set[str]]:
    """Word that a text and a trace share -> ids of such traces."""
    told = {term for text in texts for term in index_terms(text) if len(term) >= _SHORTEST_WORD}
    told -= STOP_WORDS
    found: dict[str, set[str]] = {}
    for trace in traces:
        for term in told.intersection(index_terms(trace.query_text)):
            found.setdefault(term, set()).add(trace.id)
    return found


def _telling(word: str) -> tuple[bool, int, str]:
    """Words that hardly occur elsewhere first."""
    return (word.isalpha(), -len(word), word)
