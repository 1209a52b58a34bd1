"""Documents of a world: uploaded, read by the worker at once, and asked for what they state."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from memory_core.adapters.embedded.blobs_files import FileBlobs
from memory_core.adapters.embedded.parser_files import FileParser
from memory_core.adapters.embedded.reading_process import ReadingProcess
from memory_core.engine.entities import EntityRef
from memory_core.engine.extraction import EntityName, Extraction, Mention
from memory_core.engine.instants import Instants
from memory_core.engine.model import Assertion, Chunk, Document, Instant, Uncertainty
from memory_core.service.caller import Caller
from memory_core.service.document_facts import DocumentFacts
from memory_core.service.document_worker import DocumentWorker
from memory_core.service.documents import DocumentService, Upload
from memory_core.service.policy import Policies, Policy
from tests.service.world import CONTEXT, World


class _Copies:
    """Copies that hold everything at once."""

    async def wait(self, outbox_seq: int, timeout_s: float) -> bool:
        return True

    def nudge(self) -> None:
        """Nothing waits."""


class Reader:
    """Reads on a thread, and is killed at a passage that a test names."""

    def __init__(self, reader: ReadingProcess) -> None:
        self._reader = reader
        self.read_passages: list[str] = []
        self.killed_at = ""

    async def read(
        self,
        texts: Sequence[str],
        said_at: Instant,
        author: EntityName | None,
        recent: Sequence[Mention] = (),
        *,
        large: bool,
    ) -> list[Extraction]:
        """As ports.reader.PassageReader."""
        self.read_passages += texts
        if self.killed_at and any(self.killed_at in text for text in texts):
            raise KeyboardInterrupt
        return await self._reader.read(texts, said_at, author, recent, large=False)

    async def close(self) -> None:
        """As ports.reader.PassageReader."""
        await self._reader.close()


class Papers:
    """The use cases of documents in a world."""

    def __init__(self, world: World, blobs: FileBlobs, parser: FileParser, reader: Reader) -> None:
        self.world, self.reader = world, reader
        copies: Any = _Copies()
        policies = Policies(world.ledger.access, Policy())
        self.facts = DocumentFacts(world.ledger, world.retirer, policies, world.clock, world.new_id, reader)
        self.worker = DocumentWorker(
            world.ledger, blobs, parser, copies, self.facts, world.clock, world.new_id, workers=0
        )
        self.service = DocumentService(
            world.ledger,
            blobs,
            parser,
            copies,
            world.visibility,
            world.clock,
            world.new_id,
            policies,
            lambda: None,
            world.eraser,
            world.retirer,
        )

    async def put(
        self, text: str, *scopes: str, at: Instant | None = None, by: Caller | None = None, **more: Any
    ) -> Document:
        """Uploads a text into scopes that stand for themselves (OR); not read yet."""
        clauses = tuple((path,) for path in scopes) or (("a",),)
        given = Upload(_bytes(text), mime_type="text/markdown", scopes=clauses, observed_at=at, **more)
        caller = by or self.world.admin
        made = await self.service.commit(caller, await self.service.stage(caller, given), lambda _: None)
        return made.document

    async def upload(self, text: str, *scopes: str, at: Instant | None = None, **more: Any) -> Document:
        """Uploads a text and reads it."""
        made = await self.put(text, *scopes, at=at, **more)
        await self.work()
        return await self.now(made)

    async def revise(
        self, document: Document, text: str | None, *scopes: str, at: Instant | None = None, **more: Any
    ) -> Document:
        """Puts another version, or without a text the same bytes again, and reads it."""
        clauses = tuple((path,) for path in scopes) or None
        given = None
        if text is not None:
            mime = more.pop("mime_type", "text/markdown")
            given = Upload(_bytes(text), mime_type=mime, scopes=clauses, observed_at=at, **more)
        made = await self.service.replace(self.world.admin, document.id, given)
        await self.work()
        return await self.now(made.document)

    async def work(self) -> None:
        """Lets the worker do all that waits."""
        while await self.worker.step():
            pass

    async def now(self, document: Document) -> Document:
        """The document as it is."""
        found = await self.world.ledger.documents.document(CONTEXT, document.id)
        assert found is not None
        return found

    async def stated(self, document: Document) -> list[Assertion]:
        """Facts of a document that are not retired."""
        told = await self.world.ledger.memory.derived_from(CONTEXT, [document.id])
        return [one for one in told if isinstance(one, Assertion) and one.retired_at is None]

    async def doubts(self) -> list[Uncertainty]:
        """Everything open that the administrator sees."""
        gate = await self.world.visibility.gate(self.world.admin)
        return await self.world.ledger.memory.uncertainties(gate, 100)

    async def passages(self, document: Document) -> list[Chunk]:
        """All passages."""
        return (await self.world.ledger.documents.document_chunks(document.id, 10_000, 0))[0]

    async def history(self, type_: str, name: str, key: str) -> list[tuple[str, str | None]]:
        """Values of a key with the row that took the place of each, newest first."""
        found = await self.world.entities.history(self.world.admin, EntityRef(type_, name), key, Instants())
        return [(one.row.value, one.superseded_by) for one in found]


async def _bytes(text: str) -> AsyncIterator[bytes]:
    yield text.encode()


@asynccontextmanager
async def open_papers(world: World, folder: Path) -> AsyncIterator[Papers]:
    """Documents kept in a folder."""
    blobs, parser = await FileBlobs.open_folder(folder), FileParser()
    reader = Reader(ReadingProcess())
    try:
        yield Papers(world, blobs, parser, reader)
    finally:
        await reader.close()
        await parser.close()
        await blobs.close()
