"""Records as the copies need them, read at the moment of projection."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from memory_core.adapters.embedded.ledger import entities, neighbours
from memory_core.adapters.embedded.ledger.rows import ASSERTIONS, CHUNKS, DOCUMENTS, INSTRUCTIONS, TURNS
from memory_core.adapters.embedded.ledger.sql import IN_LIST, Connection, listed, rows
from memory_core.engine.speaking import named_speaker
from memory_core.ports.outbox import IndexSource


def read(connection: Connection, record_ids: Collection[str], *, beside: bool = True) -> list[IndexSource]:
    """Those that exist, in no order. `beside`: with the words of a turn's neighbours, which cost more than all else."""
    listed_ids = listed(dict.fromkeys(record_ids))
    return [
        *_turns(connection, listed_ids, beside=beside),
        *_assertions(connection, listed_ids),
        *_instructions(connection, listed_ids),
        *_chunks(connection, listed_ids),
    ]


def _turns(connection: Connection, ids: str, *, beside: bool) -> Iterator[IndexSource]:
    for turn in TURNS.select(connection, f"WHERE id {IN_LIST}", (ids,)):
        speaker, _ = named_speaker(turn.content)
        yield IndexSource(
            record_id=turn.id,
            context=turn.context,
            scope_set=turn.scope_set,
            kind="turn",
            labels=turn.labels,
            session_id=turn.session_id,
            document_id=None,
            mime_type=None,
            source_kind="turn",
            observed_at=turn.observed_at,
            live=turn.retired_at is None,
            body=turn.content,
            context_text=neighbours.words(connection, turn) if beside else "",
            names=f"{turn.role} {speaker}" if speaker else turn.role.value,
        )


def _assertions(connection: Connection, ids: str) -> Iterator[IndexSource]:
    found = ASSERTIONS.select(connection, f"WHERE id {IN_LIST}", (ids,))
    uids = {uid for row in found for uid in (row.entity_uid, row.target_uid) if uid is not None}
    named = entities.with_survivors(connection, uids)
    for row in found:
        subject = named.get(row.entity_uid)
        target = named.get(row.target_uid) if row.target_uid is not None else None
        name = subject.name if subject else ""
        value = target.name if target else row.value
        yield IndexSource(
            record_id=row.id,
            context=row.context,
            scope_set=row.scope_set,
            kind="relation" if row.is_relation else "attribute",
            labels=row.labels,
            session_id=row.source.session_id,
            document_id=row.source.ref if row.source.kind == "document" else None,
            mime_type=None,
            source_kind=row.source.kind,
            observed_at=row.known_at,
            live=row.live and row.retired_at is None,
            body=f"{name} {row.key.replace('_', ' ')} {value}",
            context_text=f"{subject.type} {name}" if subject else "",
            names=f"{name} {value}" if row.is_relation else name,
        )


def _instructions(connection: Connection, ids: str) -> Iterator[IndexSource]:
    for one in INSTRUCTIONS.select(connection, f"WHERE id {IN_LIST}", (ids,)):
        yield IndexSource(
            record_id=one.id,
            context=one.context,
            scope_set=one.scope_set,
            kind="instruction",
            labels=one.labels,
            session_id=one.source.session_id,
            document_id=None,
            mime_type=None,
            source_kind=one.source.kind,
            observed_at=one.known_at,
            live=one.retired_at is None and one.revoked_at is None,
            body=one.description,
            context_text="",
            names=one.label,
        )


def _chunks(connection: Connection, ids: str) -> Iterator[IndexSource]:
    width = len(DOCUMENTS.fields)
    sql = (
        f"SELECT {DOCUMENTS.of('d')}, {CHUNKS.of('c')} FROM json_each(?) AS j CROSS JOIN chunks AS c ON c.id = j.value "
        "CROSS JOIN documents AS d ON d.id = c.document_id"
    )
    for row in rows(connection, sql, (ids,)):
        document, chunk = DOCUMENTS.read(row[:width]), CHUNKS.read(row[width:])
        if document is None or chunk is None:
            continue
        yield IndexSource(
            record_id=chunk.id,
            context=document.context,
            scope_set=document.scope_set,
            kind="chunk",
            labels=document.labels,
            session_id=None,
            document_id=document.id,
            mime_type=document.mime_type,
            source_kind="document",
            observed_at=document.observed_at,
            live=document.retired_at is None,
            body=chunk.text,
            context_text=f"{document.title}\n{chunk.section}" if chunk.section else document.title,
            names=document.title,
        )
