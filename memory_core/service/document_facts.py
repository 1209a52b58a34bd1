"""DocumentFacts: finds what the passages of a document state, and lets go of what it states no longer.

Passages are read a few at a time, away from the loop (ports.reader). Each batch is one write: its facts, what it doubts, whom its
passages name, and how far the reading is, so that a reading that was killed goes on where it was, and one that is
delivered twice adds nothing twice (engine.reconcile.revision). The text of a document is data: it asks for nothing, and
one that tries to steer its reader has no weight against anybody.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from memory_core.engine.entities import EntityRef
from memory_core.engine.extraction import EntityName, Extraction, Mention, Statement, author_of
from memory_core.engine.masking import Masking, mask
from memory_core.engine.model import Assertion, Category, Chunk, Document, Source, Trace, Uncertainty
from memory_core.engine.plan import Changes, Standing
from memory_core.engine.proposal import Outcome, Proposal, Proposed, ProposedMention, ProposedUncertainty
from memory_core.engine.reconcile import need, outdated, reconcile, unfounded
from memory_core.ports.clock import Clock
from memory_core.ports.reader import PassageReader
from memory_core.ports.store import Ledger
from memory_core.service.forget_apply import Retirer
from memory_core.service.policy import Policies, Policy
from memory_core.service.remember_outcome import superseded, traced

BATCH = 8
"""Passages of one write, some 8,000 characters: a tenth of a second of work, and a few milliseconds of the ledger's
writer."""
RETIRED_AT_ONCE = 200
PRINCIPAL = "principal:system"
_QUOTE_CHARS = 300


@dataclass(frozen=True, slots=True)
class _Passage:
    """A passage with what was found in it; spans count characters of the passage."""

    chunk: Chunk
    found: Extraction


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """Reads documents whose passages are stored."""

    ledger: Ledger
    retirer: Retirer
    policies: Policies
    clock: Clock
    new_id: Callable[[str], str]
    reader: PassageReader

    async def read(self, document: Document) -> int | None:
        """Reads on from where the document is; the highest outbox number of it, 0 when nothing is to be projected.

        None when the document is gone, or another reading of it has begun. Raises StoreUnavailable.
        """
        policy = await self.policies.named(document.context)
        seq = 0
        if policy.extract_facts:
            first, _ = await self.ledger.documents.document_chunks(document.id, 1, 0)
            author = author_of(first[0].text) if first else None
            recent = await self._before(document)
            while document.facts_read < document.chunk_count:
                passages = await self._next(document, author, recent)
                seq = max(seq, await self._write(document, passages, policy))
                recent = passages[-1].found.mentions
                current = await self._current(document)
                if current is None:
                    return None
                document = current
        await self._let_go(document)
        return seq

    async def _next(self, document: Document, author: EntityName | None, recent: Sequence[Mention]) -> list[_Passage]:
        """The passages of the next batch, read."""
        chunks, _ = await self.ledger.documents.document_chunks(document.id, BATCH, document.facts_read)
        return await self._extracted(chunks, document, author, recent)

    async def _extracted(
        self, chunks: Sequence[Chunk], document: Document, author: EntityName | None, recent: Sequence[Mention]
    ) -> list[_Passage]:
        texts, large = [chunk.text for chunk in chunks], document.chunk_count > BATCH
        found = await self.reader.read(texts, document.observed_at, author, recent, large=large)
        return [_Passage(chunk, one) for chunk, one in zip(chunks, found, strict=True)]

    async def _current(self, document: Document) -> Document | None:
        """The document as it is now, unless it is gone or read anew."""
        now = await self.ledger.documents.document(document.context, document.id)
        return now if now is not None and now.reading == document.reading else None

    async def _before(self, document: Document) -> tuple[Mention, ...]:
        """Whom the passage before the next one names, which a pronoun may lean on."""
        if not document.facts_read:
            return ()
        chunks, _ = await self.ledger.documents.document_chunks(document.id, 1, document.facts_read - 1)
        found = await self._extracted(chunks, document, None, ())
        return found[-1].found.mentions if found else ()

    async def _write(self, document: Document, passages: Sequence[_Passage], policy: Policy) -> int:
        """Writes one batch, or nothing when the document is another by now; the outbox number."""
        clauses = await self.retirer.visibility.clauses_of(document.context, document.scope_set)
        proposal = Proposal(
            document.context,
            clauses,
            statements=tuple(_statements(document, passages, policy.masking)),
            mentions=tuple(_mentions(passages)),
            uncertainties=tuple(_findings(document, passages)),
            document_id=document.id,
        )
        begun, now = time.perf_counter(), self.clock.now()
        done = replace(document, facts_read=document.facts_read + len(passages), updated_at=now)

        def decide(standing: Standing) -> Changes:
            if not _is_current(document, standing):
                return Changes()
            fresh = replace(proposal, uncertainties=_new_findings(proposal, standing))
            outcome = reconcile(fresh, standing, now, self.new_id, policy.confidence_floor)
            return replace(outcome.changes, document=done, traces=(self._trace(document, outcome, begun),))

        committed = await self.ledger.memory.reconcile(need(proposal), decide)
        return committed.outbox_seq

    def _trace(self, document: Document, outcome: Outcome, begun: float) -> Trace:
        return Trace(
            id=self.new_id("trace"),
            context=document.context,
            principal_id=PRINCIPAL,
            kind="decision",
            operation="read_document",
            created_at=self.clock.now(),
            latency_ms=round((time.perf_counter() - begun) * 1000),
            refs=(document.id, *traced(outcome.changes)),
            payload={
                "documentId": document.id,
                "version": document.version,
                "superseded": superseded(outcome),
                "decisions": [
                    {"kind": one.kind, "id": one.assertion_id, "others": list(one.others), "reason": one.reason}
                    for one in outcome.decisions[:500]
                ],
            },
        )

    async def _let_go(self, document: Document) -> None:
        """Retires what this reading did not find any more, and brings back what it had stood in the way of."""
        told = await self.ledger.memory.derived_from(document.context, [document.id])
        rows = [one for one in told if isinstance(one, Assertion)]
        doubts = [one for one in told if isinstance(one, Uncertainty)]
        facts = await asyncio.to_thread(outdated, rows, document)
        for start in range(0, len(facts), RETIRED_AT_ONCE):
            part = facts[start : start + RETIRED_AT_ONCE]
            await self.retirer.revive(document.context, part)
            await self.ledger.memory.retire(document.context, [one.id for one in part], self.clock.now())
        open_ones = [one.id for one in unfounded(doubts, document)]
        if open_ones:
            await self.ledger.memory.retire(document.context, open_ones, self.clock.now())


def _is_current(document: Document, standing: Standing) -> bool:
    now = standing.document
    if now is None:
        return False
    return (now.reading, now.facts_read, now.scope_set) == (
        document.reading,
        document.facts_read,
        standing.scope_set,
    )


def _statements(document: Document, passages: Sequence[_Passage], masking: Masking) -> Iterator[Proposed]:
    for passage in passages:
        for one in passage.found.statements:
            if mask(one.value, masking) == one.value:  # a secret is no fact
                yield _statement(document, passage, one)


def _statement(document: Document, passage: _Passage, one: Statement) -> Proposed:
    assert one.subject is not None
    return Proposed(
        subject=EntityRef(one.subject.type, one.subject.name),
        key=one.key,
        known_at=document.observed_at,
        source=_source(document, passage, one.span),
        value="" if one.target is not None else one.value,
        target=None if one.target is None else EntityRef(one.target.type, one.target.name),
        valid_from=one.valid_from,
        valid_until=one.valid_until,
        category=Category(one.category),
        confidence=one.confidence,
        labels=document.labels,
        ends=one.ends,
        replaces=one.replaces,
    )


def _source(document: Document, passage: _Passage, span: tuple[int, int]) -> Source:
    start = passage.chunk.char_start
    return Source(
        "document",
        document.id,
        None,
        (start + span[0], start + span[1]),
        document.trust,
        chunk_id=passage.chunk.id,
        reading=document.reading,
    )


def _mentions(passages: Sequence[_Passage]) -> Iterator[ProposedMention]:
    for passage in passages:
        found = passage.found
        named = [one.name for one in found.mentions]
        named += [name for one in found.statements for name in (one.subject, one.target) if name is not None]
        for name in dict.fromkeys(named):
            yield ProposedMention(passage.chunk.id, EntityRef(name.type, name.name))


def _findings(document: Document, passages: Sequence[_Passage]) -> Iterator[ProposedUncertainty]:
    """Words that try to steer a reader, the first of each kind."""
    seen: set[str] = set()
    for passage in passages:
        for one in passage.found.injections:
            if one.kind not in seen:
                seen.add(one.kind)
                yield ProposedUncertainty(
                    "words that try to steer a model",
                    f"injection: {one.kind}",
                    document.observed_at,
                    _source(document, passage, one.span),
                    passage.chunk.text[one.span[0] : one.span[1]][:_QUOTE_CHARS],
                )


def _new_findings(proposal: Proposal, standing: Standing) -> tuple[ProposedUncertainty, ...]:
    """Findings of kinds that this reading has not found before."""
    known = {(one.source.ref, one.source.reading, one.reason) for one in standing.uncertainties}
    return tuple(one for one in proposal.uncertainties if (one.source.ref, one.source.reading, one.reason) not in known)
