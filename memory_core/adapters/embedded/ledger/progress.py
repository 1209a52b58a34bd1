"""How far the reading of a document is."""

from __future__ import annotations

from memory_core.adapters.embedded.ledger.sql import Connection, change
from memory_core.engine.model import Document

_PROGRESS = (
    "UPDATE documents SET status = ?1, error = ?, language = ?, chunk_count = ?, updated_at = ?, "
    "processing_started_at = ?, processing_completed_at = ?, trust = ?, facts_read = ?, "
    "offered = offered OR ?1 IN ('extracting_nodes', 'ready') WHERE id = ? AND reading = ?"
)


def note_progress(connection: Connection, document: Document) -> None:
    """Sets what the reading of a document changes; nothing when another reading has begun."""
    change(connection, _PROGRESS, (*_progress(document), document.id, document.reading))


def _progress(document: Document) -> tuple[object, ...]:
    return (
        document.status.value,
        document.error,
        document.language,
        document.chunk_count,
        document.updated_at,
        document.processing_started_at,
        document.processing_completed_at,
        document.trust,
        document.facts_read,
    )
