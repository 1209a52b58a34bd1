"""DocumentService: files come in, are kept byte for byte, and are read in the background; see service.document_worker."""

from __future__ import annotations

import mimetypes
from collections.abc import AsyncIterable, AsyncIterator, Callable
from dataclasses import dataclass, replace

from memory_core.contract.errors import ApiError
from memory_core.engine.model import Chunk, Clauses, Document, DocumentStatus, Instant
from memory_core.engine.plan import IdempotentReply
from memory_core.engine.scopes import narrowed, uncovered
from memory_core.ports.blobs import BlobStore
from memory_core.ports.clock import Clock
from memory_core.ports.parser import DocumentParser
from memory_core.ports.store import Ledger
from memory_core.service.caller import Caller
from memory_core.service.erasure import Eraser
from memory_core.service.forget_apply import Retirer
from memory_core.service.policy import Policies
from memory_core.service.projector import Projector, Receipt
from memory_core.service.visibility import Visibility

_TEXT_SUFFIXES = {".md": "text/markdown", ".markdown": "text/markdown", ".txt": "text/plain", ".log": "text/plain"}
_OPAQUE = frozenset({"application/octet-stream", "binary/octet-stream", ""})


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it arrives, with what the caller says of it."""

    content: AsyncIterable[bytes]
    title: str | None = None
    source: str | None = None
    mime_type: str | None = None
    part_type: str | None = None
    """Content type of the multipart part."""
    filename: str | None = None
    scopes: Clauses | None = None
    labels: tuple[str, ...] = ()
    observed_at: Instant | None = None


@dataclass(frozen=True, slots=True)
class Staged:
    """A checked upload whose bytes are stored."""

    given: Upload
    clauses: Clauses
    content_hash: str
    size: int
    mime_type: str


@dataclass(frozen=True, slots=True)
class Uploaded:
    """What became of an upload."""

    document: Document
    deduplicated: bool


class DocumentService:
    """Uploads, versions, pages and erasure of documents."""

    def __init__(
        self,
        ledger: Ledger,
        blobs: BlobStore,
        parser: DocumentParser,
        projector: Projector,
        visibility: Visibility,
        clock: Clock,
        new_id: Callable[[str], str],
        policies: Policies,
        wake: Callable[[], None],
        eraser: Eraser,
        retirer: Retirer,
    ) -> None:
        self._ledger, self._blobs, self._parser, self._projector = ledger, blobs, parser, projector
        self._visibility, self._clock, self._new_id = visibility, clock, new_id
        self._policies, self._wake, self._eraser, self._retirer = policies, wake, eraser, retirer

    async def stage(self, caller: Caller, given: Upload) -> Staged:
        """Checks a new document and stores its bytes; nothing refers to them yet.

        Raises 403, 422 SCOPE_NOT_REGISTERED, 413 BODY_TOO_LARGE, 400 (no file), 415 (a type that can't be read).
        """
        clauses = await self._visibility.write_clauses(caller, given.scopes)
        content_hash, size, head = await self._stored(caller, given)
        return Staged(given, clauses, content_hash, size, self._type_of(given, head))

    async def commit(
        self, caller: Caller, staged: Staged, reply: Callable[[Uploaded], IdempotentReply | None]
    ) -> Uploaded:
        """Makes a document of staged bytes; the same bytes in the same scopes are answered with the one that is there."""
        given = staged.given
        scope_set = await self._ledger.access.intern(caller.context.id, staged.clauses)
        same = await self._ledger.documents.document_by_hash(caller.context.id, scope_set, staged.content_hash)
        if same is not None and same.status is not DocumentStatus.FAILED:
            return Uploaded(same, True)
        now = self._clock.now()
        document = Document(
            id=self._new_id("document"),
            context=caller.context.id,
            scope_set=scope_set,
            title=given.title or given.filename or "upload",
            source=given.source or given.filename or "upload",
            mime_type=staged.mime_type,
            content_hash=staged.content_hash,
            size_bytes=staged.size,
            status=DocumentStatus.QUEUED,
            created_at=now,
            updated_at=now,
            observed_at=now if given.observed_at is None else given.observed_at,
            labels=given.labels,
            filename=given.filename,
        )
        made = Uploaded(document, False)
        await self._ledger.documents.put_document(document, staged.clauses, reply(made))
        self._wake()
        return made

    async def replace(self, caller: Caller, document_id: str, given: Upload | None) -> Uploaded:
        """A new version under the same id, or, without content, the same bytes read again.

        Raises 404 when it can't be seen, 403 without memory:write over its scopes, and as `stage` does.
        """
        old = await self.visible(caller, document_id, or_writable=True)
        await self._writable(caller, old)
        now = self._clock.now()
        clauses = await self._visibility.clauses_of(caller.context.id, old.scope_set)
        new = replace(old, status=DocumentStatus.QUEUED, updated_at=now, error=None)
        if given is not None:
            if given.scopes is not None:
                clauses = await self._visibility.write_clauses(caller, given.scopes)
            content_hash, size, head = await self._stored(caller, given)
            new = replace(
                new,
                scope_set=await self._ledger.access.intern(caller.context.id, clauses),
                title=given.title or old.title,
                source=given.source or old.source,
                mime_type=self._type_of(given, head),
                content_hash=content_hash,
                size_bytes=size,
                version=old.version + 1,
                labels=given.labels or old.labels,
                filename=given.filename or old.filename,
                observed_at=now if given.observed_at is None else given.observed_at,
            )
        moves = new.scope_set != old.scope_set
        if moves:
            await self._retirer.revive(caller.context.id, await self._retirer.stated(caller.context.id, [old]))
        made = Uploaded(await self._ledger.documents.put_document(new, clauses, None), False)
        if moves:
            await self._retirer.judge(caller.context.id, await self._retirer.stated(caller.context.id, [old]))
        self._wake()
        return made

    async def visible(self, caller: Caller, document_id: str, *, or_writable: bool = False) -> Document:
        """A document that the caller sees. Raises 404 DOCUMENT_NOT_FOUND, and 403 without any memory:read."""
        if not or_writable:
            caller.require("memory:read")
        wanted = document_id if document_id.startswith("document:") else f"document:{document_id}"
        document = await self._ledger.documents.document(caller.context.id, wanted)
        if document is None or not await self._visibility.can_see(caller, document.scope_set, "memory:read"):
            raise ApiError("DOCUMENT_NOT_FOUND", "no such document")
        return document

    async def list_documents(
        self, caller: Caller, status: str | None, mime_type: str | None, page: int, page_size: int
    ) -> tuple[list[Document], int]:
        """One page of what the caller sees, newest first, and how many there are."""
        caller.require("memory:read")
        gate = await self._visibility.gate(caller)
        return await self._ledger.documents.list_documents(gate, status, mime_type, page_size, page * page_size)

    async def chunks(self, caller: Caller, document_id: str, page: int, page_size: int) -> tuple[list[Chunk], int]:
        """One page of passages by position, and how many there are."""
        document = await self.visible(caller, document_id)
        return await self._ledger.documents.document_chunks(document.id, page_size, page * page_size)

    async def download(self, caller: Caller, document_id: str) -> tuple[Document, AsyncIterator[bytes]]:
        """The bytes as they were uploaded."""
        document = await self.visible(caller, document_id)
        stream = await self._blobs.open(caller.context.id, bare_hash(document.content_hash))
        if stream is None:
            raise ApiError("DOCUMENT_NOT_FOUND", "no such document")
        return document, stream

    async def delete(self, caller: Caller, document_id: str) -> Receipt | None:
        """Erases a document with all that was made from it; where the caller covers only some of its scopes, those go.

        Raises 404 when it can't be seen, 403 without memory:forget over any of its scopes.
        """
        document = await self.visible(caller, document_id, or_writable=True)
        clauses = await self._visibility.clauses_of(caller.context.id, document.scope_set)
        left = narrowed(clauses, caller.patterns("memory:forget"))
        if left == clauses:
            raise ApiError("PERMISSION_DENIED", "memory:forget is not granted here", metadata={"verb": "memory:forget"})
        told = await self._retirer.stated(caller.context.id, [document])
        await self._retirer.revive(caller.context.id, told)
        if not left:
            return await self._eraser.erase(caller.context.id, [document.id])
        await self._ledger.memory.rescope(caller.context.id, {document.id: left})
        await self._retirer.judge(caller.context.id, await self._retirer.stated(caller.context.id, [document]))
        self._projector.nudge()
        return None

    async def _writable(self, caller: Caller, document: Document) -> None:
        clauses = await self._visibility.clauses_of(caller.context.id, document.scope_set)
        if uncovered(caller.patterns("memory:write"), clauses):
            raise ApiError("PERMISSION_DENIED", "memory:write is not granted here", metadata={"verb": "memory:write"})

    async def _stored(self, caller: Caller, given: Upload) -> tuple[str, int, bytes]:
        """Stores the content; its hash, its size and its first bytes."""
        context, limit = caller.context.id, self._policies.of(caller.context).upload_bytes
        head = bytearray()
        total = 0

        async def bounded() -> AsyncIterator[bytes]:
            nonlocal total
            async for piece in given.content:
                total += len(piece)
                if total > limit:
                    raise ApiError("BODY_TOO_LARGE", f"a document may have at most {limit} bytes")
                if len(head) < 512:
                    head.extend(piece[:512])
                yield piece

        blob = await self._blobs.put(context, bounded())
        if not blob.size:
            await self._blobs.delete(context, blob.content_hash)
            raise ApiError("INVALID_ARGUMENT", "the file is empty", fields=[("file", "must hold at least one byte")])
        return f"blake3:{blob.content_hash}", blob.size, bytes(head)

    def _type_of(self, given: Upload, head: bytes) -> str:
        named = _TEXT_SUFFIXES.get(_suffix(given.filename)) or mimetypes.guess_type(given.filename or "")[0]
        for one in (given.mime_type, given.part_type, named, _sniffed(head)):
            bare = (one or "").partition(";")[0].strip().lower()
            if bare not in _OPAQUE:
                if self._parser.reads(bare):
                    return bare
                raise ApiError(
                    "UNSUPPORTED_MEDIA_TYPE",
                    f"documents of type {bare[:80]!r} can't be read",
                    fields=[("mime_type", "is not a type that can be read")],
                )
        raise ApiError(
            "UNSUPPORTED_MEDIA_TYPE",
            "the type of the document is not known",
            fields=[("mime_type", "is not a type that can be read")],
        )


def bare_hash(content_hash: str) -> str:
    """The hex digits of `blake3:<hex>`."""
    return content_hash.removeprefix("blake3:")


def _suffix(filename: str | None) -> str:
    return "." + filename.rpartition(".")[2].lower() if filename and "." in filename else ""


def _sniffed(head: bytes) -> str:
    if head.startswith(b"%PDF-"):
        return "application/pdf"
    start = head.lstrip().lower()
    if start.startswith((b"<!doctype html", b"<html")):
        return "text/html"
    return "" if b"\x00" in head and not head.startswith((b"\xff\xfe", b"\xfe\xff")) else "text/plain"
