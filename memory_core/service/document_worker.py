"""DocumentWorker: reads queued documents, cuts them into passages, and calls them ready once the copies hold them.

Jobs are leased: a worker that dies gives its job back when the lease ends. A file that can't be read fails for good with a
reason; a store that is down is tried again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import structlog

from memory_core.engine.chunking import chunk
from memory_core.engine.model import Chunk, Document, DocumentStatus
from memory_core.ports.blobs import BlobStore
from memory_core.ports.clock import Clock
from memory_core.ports.outbox import Job
from memory_core.ports.parser import DocumentParser, UnreadableDocument
from memory_core.ports.store import Ledger
from memory_core.service.documents import bare_hash
from memory_core.service.projector import Projector

LEASE_S = 300
MAX_ATTEMPTS = 5
RETRY_S = 5
INDEX_WAIT_S = 240.0
IDLE_POLL_S = 1.0
log: Any = structlog.get_logger(__name__)


class DocumentWorker:
    """Takes one job after the other."""

    def __init__(
        self,
        ledger: Ledger,
        blobs: BlobStore,
        parser: DocumentParser,
        projector: Projector,
        clock: Clock,
        new_id: Callable[[str], str],
        workers: int = 4,
    ) -> None:
        self._ledger, self._blobs, self._parser, self._projector = ledger, blobs, parser, projector
        self._clock, self._new_id, self._workers = clock, new_id, workers
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
                worked = await self._step()
            except asyncio.CancelledError:
                raise
            except Exception as error:
                log.warning("document worker could not reach the ledger", error=type(error).__name__)
                worked = False
            if not worked:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(IDLE_POLL_S):
                        await self._wake.wait()

    async def _step(self) -> bool:
        now = self._clock.now()
        job = await self._ledger.jobs.claim(["document"], now, now + LEASE_S * 1_000_000)
        if job is None:
            return False
        document = await self._ledger.documents.document(job.context, job.record_id)
        if document is None:
            await self._ledger.jobs.finish(job.id)
            return True
        try:
            await self._process(document)
        except UnreadableDocument as error:
            await self._fail(document, str(error))
        except asyncio.CancelledError:
            await self._ledger.jobs.retry(job.id, now)
            raise
        except Exception as error:
            return await self._again(job, document, error)
        await self._ledger.jobs.finish(job.id)
        return True

    async def _process(self, document: Document) -> None:
        started = replace(
            document,
            status=DocumentStatus.EXTRACTING,
            processing_started_at=self._clock.now(),
            updated_at=self._clock.now(),
        )
        await self._ledger.documents.update_document(started)
        stream = await self._blobs.open(document.context, bare_hash(document.content_hash))
        if stream is None:
            raise UnreadableDocument("the content is gone")
        content = b"".join([piece async for piece in stream])
        parsed = await self._parser.parse(content, document.mime_type)
        pieces = await asyncio.to_thread(chunk, parsed.text, markdown=parsed.markdown)
        if not pieces:
            raise UnreadableDocument("there is no text in it")
        chunks = [
            Chunk(
                id=self._new_id("chunk"),
                document_id=document.id,
                position=n,
                char_start=piece.start,
                char_end=piece.end,
                text=parsed.text[piece.start : piece.end].strip("\n"),
                section=piece.section,
                token_count=max(1, (piece.end - piece.start) // 4),
            )
            for n, piece in enumerate(pieces)
        ]
        embedding = replace(
            started, status=DocumentStatus.EMBEDDING, chunk_count=len(chunks), updated_at=self._clock.now()
        )
        seq = await self._ledger.documents.put_chunks(embedding, chunks, [])
        if not seq:
            return  # deleted, or replaced by a newer version, meanwhile
        await self._projector.wait(seq, INDEX_WAIT_S)
        now = self._clock.now()
        await self._ledger.documents.update_document(
            replace(embedding, status=DocumentStatus.READY, processing_completed_at=now, updated_at=now)
        )

    async def _fail(self, document: Document, why: str) -> None:
        now = self._clock.now()
        await self._ledger.documents.update_document(
            replace(document, status=DocumentStatus.FAILED, error=why, processing_completed_at=now, updated_at=now)
        )

    async def _again(self, job: Job, document: Document, error: Exception) -> bool:
        log.warning("document failed", document=document.id, attempt=job.attempts, error=type(error).__name__)
        if job.attempts >= MAX_ATTEMPTS:
            await self._fail(document, "it could not be processed")
            await self._ledger.jobs.finish(job.id)
        else:
            await self._ledger.jobs.retry(job.id, self._clock.now() + RETRY_S * job.attempts * 1_000_000)
        return True
