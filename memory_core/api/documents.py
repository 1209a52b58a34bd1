"""DocumentService: streams in and out, pages, and erasure."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable
from typing import Any

from memory_core.api.recall import RecallUses, query_documents
from memory_core.api.request import current
from memory_core.api.wire import instant, optional, selector, stamp, stamp_or_none
from memory_core.contract.errors import ApiError, bad_field
from memory_core.contract.gen.memory.v1 import common_pb2, documents_pb2, documents_pb2_grpc
from memory_core.engine.model import Chunk, Clauses, Document, DocumentStatus
from memory_core.engine.scopes import visible_clauses
from memory_core.service.authentication import require_context
from memory_core.service.documents import DocumentService, Upload, Uploaded
from memory_core.service.idempotency import IdempotencyService, Reservation
from memory_core.service.projector import Receipt
from memory_core.service.visibility import Visibility

PIECE = 256 << 10
STATUSES: dict[DocumentStatus, Any] = {
    status: documents_pb2.DocumentStatus.Value(f"DOCUMENT_STATUS_{status.value.upper()}") for status in DocumentStatus
}
_WORDS = {number: status.value for status, number in STATUSES.items()}
_DEFAULT_PAGE = 50


class DocumentServicer(documents_pb2_grpc.DocumentServiceServicer):
    """Translates; what documents are is service.documents."""

    def __init__(
        self,
        documents: DocumentService,
        idempotency: IdempotencyService,
        visibility: Visibility,
        uses: RecallUses,
        new_id: Callable[[str], str],
    ) -> None:
        self._documents, self._idempotency, self._visibility = documents, idempotency, visibility
        self._uses, self._new_id = uses, new_id

    async def UploadDocument(
        self, request_iterator: AsyncIterator[documents_pb2.UploadDocumentRequest], context: Any
    ) -> documents_pb2.UploadDocumentResponse:
        header = await _header(request_iterator)
        state = current()
        staged = await self._documents.stage(state.caller, _upload(header, _chunks(request_iterator)))
        said = header.SerializeToString(deterministic=True) + staged.content_hash.encode()

        async def work(reservation: Reservation) -> bytes:
            made = await self._documents.commit(state.caller, staged, lambda one: reservation.reply(_encoded(one)))
            return _encoded(made)

        fingerprint = hashlib.blake2b(said, digest_size=32).digest()
        payload = await self._idempotency.guarded(state.caller, state.idempotency_key, fingerprint, work)
        return documents_pb2.UploadDocumentResponse.FromString(payload)

    async def ReplaceDocument(
        self, request_iterator: AsyncIterator[documents_pb2.ReplaceDocumentRequest], context: Any
    ) -> documents_pb2.ReplaceDocumentResponse:
        header = await _header(request_iterator)
        if not header.document_id:
            raise bad_field("document_id", "is missing")
        first = await anext(aiter(request_iterator), None)
        given = None
        if first is not None:
            given = _upload(header, _chunks(request_iterator, first.chunk))
        made = await self._documents.replace(current().caller, header.document_id, given)
        return documents_pb2.ReplaceDocumentResponse(upload=_receipt(made))

    async def GetDocument(
        self, request: documents_pb2.GetDocumentRequest, context: Any
    ) -> documents_pb2.GetDocumentResponse:
        document = await self._documents.visible(current().caller, request.id)
        return documents_pb2.GetDocumentResponse(
            document=document_message(document, await self._shown_clauses(document))
        )

    async def ListDocuments(
        self, request: documents_pb2.ListDocumentsRequest, context: Any
    ) -> documents_pb2.ListDocumentsResponse:
        page, size = request.page, request.page_size if request.HasField("page_size") else _DEFAULT_PAGE
        status = _WORDS.get(request.status, "none") if request.HasField("status") else None
        rows, total = await self._documents.list_documents(
            current().caller, status, optional(request, "mime_type"), page, size
        )
        shown = [document_message(one, await self._shown_clauses(one)) for one in rows]
        return documents_pb2.ListDocumentsResponse(documents=shown, page=page, page_size=size, total=total)

    async def DeleteDocument(
        self, request: documents_pb2.DeleteDocumentRequest, context: Any
    ) -> documents_pb2.DeleteDocumentResponse:
        receipt = await self._documents.delete(current().caller, request.id)
        response = documents_pb2.DeleteDocumentResponse()
        if receipt is not None:
            response.receipt.CopyFrom(receipt_message(receipt, self._new_id("receipt")))
        return response

    async def DownloadDocument(
        self, request: documents_pb2.DownloadDocumentRequest, context: Any
    ) -> AsyncIterator[documents_pb2.DownloadDocumentResponse]:
        document, stream = await self._documents.download(current().caller, request.id)
        header = documents_pb2.DownloadHeader(
            content_hash=document.content_hash,
            filename=document.filename or document.title,
            mime_type=document.mime_type,
            size_bytes=document.size_bytes,
        )
        yield documents_pb2.DownloadDocumentResponse(header=header)
        async for piece in stream:
            yield documents_pb2.DownloadDocumentResponse(chunk=piece)

    async def ListChunks(
        self, request: documents_pb2.ListChunksRequest, context: Any
    ) -> documents_pb2.ListChunksResponse:
        page, size = request.page, request.page_size if request.HasField("page_size") else _DEFAULT_PAGE
        rows, total = await self._documents.chunks(current().caller, request.id, page, size)
        shown = [chunk_message(one) for one in rows]
        return documents_pb2.ListChunksResponse(chunks=shown, page=page, page_size=size, total=total)

    async def QueryDocuments(
        self, request: documents_pb2.QueryDocumentsRequest, context: Any
    ) -> documents_pb2.QueryDocumentsResponse:
        return await query_documents(request, self._uses)

    async def _shown_clauses(self, document: Document) -> Clauses:
        """Clauses that the caller covers: the others are none of its business."""
        clauses = await self._visibility.clauses_of(document.context, document.scope_set)
        return visible_clauses(current().caller.patterns("memory:read"), clauses)


async def _header(stream: AsyncIterator[Any]) -> documents_pb2.UploadHeader:
    first = await anext(aiter(stream), None)
    if first is None or first.WhichOneof("part") != "header":
        raise ApiError(
            "INVALID_ARGUMENT", "the first message must be the header", fields=[("header", "must come first")]
        )
    require_context(current().caller, first.header.context_id)
    return first.header


async def _chunks(stream: AsyncIterator[Any], first: bytes = b"") -> AsyncIterator[bytes]:
    if first:
        yield first
    async for message in stream:
        if message.WhichOneof("part") != "chunk":
            raise bad_field("header", "must come once, first")
        yield message.chunk


def _upload(header: documents_pb2.UploadHeader, content: AsyncIterator[bytes]) -> Upload:
    meta = header.metadata
    filename = optional(header, "filename") or None
    return Upload(
        content=content,
        title=optional(meta, "title") or None,
        source=optional(meta, "source") or None,
        mime_type=optional(meta, "mime_type"),
        part_type=optional(header, "content_type"),
        filename=filename,
        scopes=selector(meta.scopes, "scopes"),
        labels=tuple(meta.labels),
        observed_at=instant(meta, "observed_at"),
    )


def _encoded(made: Uploaded) -> bytes:
    return documents_pb2.UploadDocumentResponse(upload=_receipt(made)).SerializeToString()


def _receipt(made: Uploaded) -> documents_pb2.UploadReceipt:
    document = made.document
    return documents_pb2.UploadReceipt(
        content_hash=document.content_hash,
        deduplicated=made.deduplicated,
        id=document.id,
        status=STATUSES[document.status],
        version=document.version,
    )


def document_message(document: Document, clauses: Clauses) -> documents_pb2.Document:
    """A document as the doors show it."""
    return documents_pb2.Document(
        content_hash=document.content_hash,
        created_at=stamp(document.created_at),
        error=document.error,
        id=document.id,
        mime_type=document.mime_type,
        processing_completed_at=stamp_or_none(document.processing_completed_at),
        processing_started_at=stamp_or_none(document.processing_started_at),
        size_bytes=document.size_bytes,
        source=document.source,
        status=STATUSES[document.status],
        title=document.title,
        updated_at=stamp(document.updated_at),
        version=document.version,
        chunk_count=document.chunk_count,
        language=document.language,
        filename=document.filename,
        labels=document.labels,
        scopes=[common_pb2.ScopeClause(paths=clause) for clause in clauses],
        observed_at=stamp(document.observed_at),
    )


def chunk_message(chunk: Chunk) -> documents_pb2.Chunk:
    """A passage as the doors show it."""
    return documents_pb2.Chunk(
        char_end=chunk.char_end,
        char_start=chunk.char_start,
        document=chunk.document_id,
        id=chunk.id,
        position=chunk.position,
        section=chunk.section,
        text=chunk.text,
        token_count=chunk.token_count,
    )


def receipt_message(receipt: Receipt, receipt_id: str) -> common_pb2.ErasureReceipt:
    """What an erasure cleared, store by store."""
    at = stamp_or_none(receipt.verified_at)
    stores = [
        common_pb2.ErasedStore(store=name, copies=count, verified_at=at)
        for name, count in sorted(receipt.cleared.items())
    ]
    return common_pb2.ErasureReceipt(id=receipt_id, started_at=stamp(receipt.started_at), verified_at=at, stores=stores)
