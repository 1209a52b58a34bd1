"""DocumentLedger over SQLite."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from uuid import uuid4

from memory_core.adapters.embedded.ledger import derived, jobs, replies, retire, stated
from memory_core.adapters.embedded.ledger.erase import bare_hash, erase
from memory_core.adapters.embedded.ledger.gate import bindings, conditions, scan
from memory_core.adapters.embedded.ledger.memory_write import put_mentions
from memory_core.adapters.embedded.ledger.outbox_rows import (
    erase_blobs,
    erase_copies,
    keep_blob,
    last_seq,
    project,
)
from memory_core.adapters.embedded.ledger.progress import note_progress
from memory_core.adapters.embedded.ledger.rows import CHUNKS, DOCUMENTS
from memory_core.adapters.embedded.ledger.scope_sets import intern
from memory_core.adapters.embedded.ledger.sql import Connection, column, delete_by, rows, scalar
from memory_core.adapters.embedded.ledger.threads import Readers, Writer
from memory_core.engine.model import Chunk, Clauses, Document, DocumentStatus, Instant, Mention
from memory_core.engine.plan import IdempotentReply
from memory_core.ports.clock import Clock
from memory_core.ports.ledger import Gate
from memory_core.ports.outbox import Job


class SqliteDocuments:
    """See ports.ledger.DocumentLedger."""

    def __init__(self, writer: Writer, readers: Readers, clock: Clock) -> None:
        self._writer, self._readers, self._clock = writer, readers, clock

    async def put_document(self, document: Document, clauses: Clauses, reply: IdempotentReply | None) -> Document:
        now = self._clock.now()
        return await self._writer.run(lambda c: _put(c, document, clauses, reply, now))

    async def document(self, context: str, document_id: str, *, retired: bool = False) -> Document | None:
        where = "WHERE id = ? AND context = ?" + ("" if retired else " AND retired_at IS NULL")
        return await self._readers.run(lambda c: DOCUMENTS.first(c, where, (document_id, context)))

    async def document_by_hash(self, context: str, scope_set: int, content_hash: str) -> Document | None:
        where = (
            "INDEXED BY documents_hash WHERE context = ? AND content_hash = ? AND scope_set = ? AND retired_at IS NULL "
            "ORDER BY status = 'failed', n"
        )
        return await self._readers.run(lambda c: DOCUMENTS.first(c, where, (context, content_hash, scope_set)))

    async def list_documents(
        self, gate: Gate, status: str | None, mime_type: str | None, limit: int, offset: int
    ) -> tuple[list[Document], int]:
        source, seen = scan(gate, "documents", "d", "documents_created")
        where = (
            f"{seen} AND {conditions(gate, 'd', 'observed_at')} "
            "AND (:status IS NULL OR d.status = :status) AND (:type IS NULL OR d.mime_type = :type)"
        )
        page = (
            f"SELECT {DOCUMENTS.of('d')} FROM {source} WHERE {where} "
            "ORDER BY d.created_at DESC, d.n DESC LIMIT :limit OFFSET :offset"
        )
        bound = bindings(gate, status=status, type=mime_type, limit=limit, offset=offset)

        def work(connection: Connection) -> tuple[list[Document], int]:
            total = scalar(connection, f"SELECT count(*) FROM {source} WHERE {where}", bound)
            return DOCUMENTS.all(rows(connection, page, bound)), int(total)

        return await self._readers.run(work)

    async def update_document(self, document: Document) -> None:
        """News of an older reading are dropped."""
        await self._writer.run(lambda c: note_progress(c, document))

    async def put_chunks(self, document: Document, chunks: Sequence[Chunk], mentions: Sequence[Mention]) -> int:
        now = self._clock.now()
        return await self._writer.run(lambda c: _put_chunks(c, document, chunks, mentions, now))

    async def document_chunks(self, document_id: str, limit: int, offset: int) -> tuple[list[Chunk], int]:
        def work(connection: Connection) -> tuple[list[Chunk], int]:
            total = scalar(connection, "SELECT count(*) FROM chunks WHERE document_id = ?", (document_id,))
            where = "WHERE document_id = ? ORDER BY position LIMIT ? OFFSET ?"
            return CHUNKS.select(connection, where, (document_id, limit, offset)), int(total)

        return await self._readers.run(work)


def _put(
    connection: Connection, document: Document, clauses: Clauses, reply: IdempotentReply | None, now: Instant
) -> Document:
    stored = replace(document, scope_set=intern(connection, document.context, clauses), facts_read=0)
    stored = replace(stored, offered=document.status is DocumentStatus.READY)
    before = DOCUMENTS.first(connection, "WHERE id = ?", (document.id,))
    if before is None:
        DOCUMENTS.insert(connection, stored)
    else:
        stored = replace(stored, reading=before.reading + 1, offered=before.offered or stored.offered)
        DOCUMENTS.replace(connection, stored, "id")
        _follow(connection, before, stored, clauses, now)
    keep_blob(connection, document.context, bare_hash(document.content_hash))
    job = Job(f"job:{uuid4()}", document.context, "document", document.id, 0)
    jobs.enqueue(connection, job, now)
    if reply is not None:
        replies.finish(connection, reply, [document.id], now)
    return stored


def _follow(connection: Connection, before: Document, after: Document, clauses: Clauses, now: Instant) -> None:
    """A new version: the old file goes when nothing else needs it, passages and facts move to the new scope set at
    once."""
    sql = "SELECT 1 FROM documents INDEXED BY documents_hash WHERE context = ? AND content_hash = ? LIMIT 1"
    if scalar(connection, sql, (before.context, before.content_hash)) is None:
        erase_blobs(connection, before.context, [bare_hash(before.content_hash)], now)
    passages = _passages(connection, after.id)
    if before.scope_set != after.scope_set:
        _erase_made_of(connection, after.context, passages, now)
    for record_id in passages:
        connection.execute("UPDATE mentions SET scope_set = ? WHERE record_id = ?", (after.scope_set, record_id))
    project(connection, after.context, passages, now)
    if before.scope_set != after.scope_set:
        told = stated.by(connection, after.context, [after.id])
        retire.rescope(connection, after.context, dict.fromkeys(told, clauses), now)


def _put_chunks(
    connection: Connection,
    document: Document,
    chunks: Sequence[Chunk],
    mentions: Sequence[Mention],
    now: Instant,
) -> int:
    current = "SELECT 1 FROM documents WHERE id = ? AND reading = ? AND retired_at IS NULL"
    if scalar(connection, current, (document.id, document.reading)) is None:
        return 0
    old, new = _passages(connection, document.id), {one.id for one in chunks}
    _erase_made_of(connection, document.context, [one for one in old if one not in new], now)
    delete_by(connection, "mentions", "record_id", old)
    delete_by(connection, "chunks", "id", old)
    for one in chunks:
        CHUNKS.insert(connection, one)
    put_mentions(connection, mentions, {})
    note_progress(connection, replace(document, chunk_count=len(chunks)))
    erase_copies(connection, document.context, [one for one in old if one not in new], now)
    project(connection, document.context, [one.id for one in chunks], now)
    return last_seq(connection)


def _erase_made_of(connection: Connection, context: str, passages: Sequence[str], now: Instant) -> None:
    """What upkeep made of passages that are about to go, or to be seen by others."""
    made = derived.going_with(connection, context, passages)
    if made:
        erase(connection, context, made, now)


def _passages(connection: Connection, document_id: str) -> list[str]:
    return column(connection, "SELECT id FROM chunks WHERE document_id = ?", (document_id,))
