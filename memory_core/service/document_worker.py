"""DocumentWorker: reads queued documents, cuts them into passages, finds what they state, and calls them ready once the
copies hold all of it.

Jobs are leased: a worker that dies gives its job back when the lease ends. A file that can't be read fails for good with a
reason, and what an earlier version left is kept; a store that is down is tried again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import structlog

from memory_core.engine.chunking import Passage, chunk
from memory_core.engine.extraction import injections_in
from memory_core.engine.model import Chunk, Document, DocumentStatus, Instant
from memory_core.ports.blobs import BlobStore
from memory_core.ports.clock import Clock
from memory_core.ports.errors import StoreUnavailable
from memory_core.ports.outbox import Job
from memory_core.ports.parser import DocumentParser, ParsedDocument, UnreadableDocument
from memory_core.ports.store import Ledger
from memory_core.service.document_facts import DocumentFacts
from memory_core.service.documents import bare_hash
from memory_core.service.projector import Projector
from memory_core.service.remember_propose import POISONED_TRUST

LEASE_S = 300
MAX_ATTEMPTS = 5
RETRY_S = 5
INDEX_WAIT_S = 240.0
IDLE_POLL_S = 1.0
LOOKED_AT = 16
"""Passages that are searched at once for words that try to steer their reader; some milliseconds."""
DOCUMENT_TRUST = 0.9
"""Of a text that nobody told this service: as sure as a plain statement, and a little behind a turn in answers."""
log: Any = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Cut:
    """The passages of a text, and whether words in it try to steer its reader."""

    pieces: list[Passage]
    poisoned: bool


class DocumentWorker:
    """Takes one job after the other."""

    def __init__(
        self,
        ledger: Ledger,
        blobs: BlobStore,
        parser: DocumentParser,
        projector: Projector,
        facts: DocumentFacts,
        clock: Clock,
        new_id: Callable[[str], str],
        workers: int = 4,
    ) -> None:
        self._ledger, self._blobs, self._parser, self._projector = ledger, blobs, parser, projector
        self._facts, self._clock, self._new_id, self._workers = facts, clock, new_id, workers
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begins to work."""
        self._tasks = [asyncio.create_task(self._run(), name=f"documents-{n}") for n in range(self._workers)]

    def wake(self) -> None:
        """Says that a job was queued."""
        self._wake.set()

    async def close(self) -> None:
        """Stops; jobs at hand go back when their lease ends, or at the next start."""
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                worked = await self.step()
            except asyncio.CancelledError:
                raise
            except Exception as error:
                log.warning("document worker could not reach the ledger", error=type(error).__name__)
                worked = False
            if not worked:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(IDLE_POLL_S):
                        await self._wake.wait()

    async def step(self) -> bool:
        """Works on the next job that waits; whether there was one."""
        now = self._clock.now()
        job = await self._ledger.jobs.claim(["document"], now, now + LEASE_S * 1_000_000)
        if job is None:
            return False
        document = await self._ledger.documents.document(job.context, job.record_id)
        if document is None:
            await self._ledger.jobs.finish(job.id)
            return True
        try:
            await self._holding(job, document)
        except UnreadableDocument as error:
            await self._fail(document, str(error))
        except asyncio.CancelledError:
            await self._ledger.jobs.retry(job.id, now)
            raise
        except Exception as error:
            return await self._again(job, document, error)
        await self._ledger.jobs.finish(job.id)
        return True

    async def _holding(self, job: Job, document: Document) -> None:
        """Works on a document, with the lease kept however long it takes."""
        keeper = asyncio.create_task(self._keep(job), name=f"lease-{job.id}")
        try:
            await self._process(document)
        finally:
            keeper.cancel()

    async def _keep(self, job: Job) -> None:
        while True:
            await asyncio.sleep(LEASE_S / 3)
            with contextlib.suppress(StoreUnavailable):
                await self._ledger.jobs.extend(job.id, self._clock.now() + LEASE_S * 1_000_000)

    async def _process(self, document: Document) -> None:
        if document.status is DocumentStatus.EXTRACTING_NODES:  # its passages are stored: only facts were missing
            reading = document
        else:
            reading = await self._cut(document)
        if reading is None:
            return  # deleted, or replaced by a newer version, meanwhile
        seq = await self._facts.read(reading)
        if seq is None:
            return
        await self._projector.wait(seq, INDEX_WAIT_S)
        done = await self._ledger.documents.document(document.context, document.id)
        if done is not None and done.reading == document.reading:
            await self._note(done, DocumentStatus.READY, processing_completed_at=self._clock.now())

    async def _cut(self, document: Document) -> Document | None:
        """Stores the passages of a document; it with its progress, None when it is gone or another by now."""
        started = await self._note(document, DocumentStatus.EXTRACTING, processing_started_at=self._clock.now())
        stream = await self._blobs.open(document.context, bare_hash(document.content_hash))
        if stream is None:
            raise UnreadableDocument("the content is gone")
        pieces = [piece async for piece in stream]
        # A file may be large: even putting its pieces together would hold the loop.
        content = await asyncio.to_thread(b"".join, pieces)
        parsed = await self._parser.parse(content, document.mime_type)
        cutting = await self._note(started, DocumentStatus.CHUNKING)
        cut = await asyncio.to_thread(_cut_up, parsed)
        if not cut.pieces:
            raise UnreadableDocument("there is no text in it")
        chunks = await asyncio.to_thread(self._chunks, document, cut.pieces, parsed.text)
        embedding = replace(
            cutting,
            status=DocumentStatus.EMBEDDING,
            chunk_count=len(chunks),
            trust=POISONED_TRUST if cut.poisoned else DOCUMENT_TRUST,
            facts_read=0,
            updated_at=self._clock.now(),
        )
        seq = await self._ledger.documents.put_chunks(embedding, chunks, [])
        if not seq:
            return None
        await self._projector.wait(seq, INDEX_WAIT_S)
        return await self._note(embedding, DocumentStatus.EXTRACTING_NODES)

    async def _note(self, document: Document, status: DocumentStatus, **more: Instant) -> Document:
        """Writes down how far a document is."""
        noted = replace(document, status=status, updated_at=self._clock.now(), **more)
        await self._ledger.documents.update_document(noted)
        return noted

    def _chunks(self, document: Document, pieces: Sequence[Passage], text: str) -> list[Chunk]:
        return [_chunk(self._new_id("chunk"), document, n, one, text) for n, one in enumerate(pieces)]

    async def _fail(self, document: Document, why: str) -> None:
        """Says why a reading failed; passages and facts of the one before stay."""
        stands = await self._ledger.documents.document(document.context, document.id)
        if stands is None or stands.reading != document.reading:
            return
        await self._note(replace(stands, error=why), DocumentStatus.FAILED, processing_completed_at=self._clock.now())

    async def _again(self, job: Job, document: Document, error: Exception) -> bool:
        log.warning("document failed", document=document.id, attempt=job.attempts, error=type(error).__name__)
        if job.attempts >= MAX_ATTEMPTS:
            await self._fail(document, "it could not be processed")
            await self._ledger.jobs.finish(job.id)
        else:
            await self._ledger.jobs.retry(job.id, self._clock.now() + RETRY_S * job.attempts * 1_000_000)
        return True


def _cut_up(parsed: ParsedDocument) -> _Cut:
    pieces = chunk(parsed.text, markdown=parsed.markdown)
    return _Cut(pieces, _is_poisoned(parsed.text, pieces))


def _is_poisoned(text: str, pieces: Sequence[Passage]) -> bool:
    """Looks at some passages at a time, each time from the last one seen on: a pattern that runs over a whole file keeps
    the interpreter, and with it the loop, for as long."""
    return any(
        injections_in(text[pieces[at].start : pieces[min(at + LOOKED_AT, len(pieces) - 1)].end])
        for at in range(0, len(pieces), LOOKED_AT)
    )


def _chunk(chunk_id: str, document: Document, position: int, piece: Passage, text: str) -> Chunk:
    """A passage as it stands in the text: joined, passages are the text again."""
    return Chunk(
        id=chunk_id,
        document_id=document.id,
        position=position,
        char_start=piece.start,
        char_end=piece.end,
        text=text[piece.start : piece.end],
        section=piece.section,
        token_count=max(1, (piece.end - piece.start) // 4),
    )
