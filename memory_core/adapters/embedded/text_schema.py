"""How a record lies in tantivy: one document a window, words as terms that are analysed already, and every field
stored, so that a document can be written again without asking anybody."""

from __future__ import annotations

from typing import Any

import tantivy

from memory_core.engine.analysis import index_fragments, index_terms, record_terms
from memory_core.ports.filters import IndexRecord

LAYOUT = 2
"""Counts up when fields change; an index of another layout is made again."""
WORDS, NAMES, FRAGMENTS = "words", "names", "fragments"
_RAW_FIELDS = ("record_id", "context", "kind", "labels", "session_id", "document_id", "mime_type", "source_kind")


def schema() -> Any:
    """The fields. Integers are signed: tantivy silently deletes nothing by an unsigned one."""
    builder: Any = tantivy.SchemaBuilder()
    for name in _RAW_FIELDS:
        builder.add_text_field(name, stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("key", tokenizer_name="raw", index_option="basic")
    for name in (WORDS, NAMES, FRAGMENTS):
        builder.add_text_field(name, stored=True, tokenizer_name="whitespace", index_option="freq")
    builder.add_integer_field("scope_set", stored=True, indexed=True, fast=True)
    builder.add_integer_field("live", stored=True, indexed=True)
    builder.add_integer_field("observed_at", stored=True, fast=True)
    builder.add_integer_field("window", stored=True)
    return builder.build()


def document(record: IndexRecord) -> dict[str, Any]:
    """The fields of a record, as tantivy.Document.from_dict takes them."""
    fields: dict[str, Any] = {
        "key": _key(record.record_id, record.window),
        "record_id": record.record_id,
        "context": record.context,
        "kind": record.kind,
        "labels": list(record.labels),
        "scope_set": record.scope_set,
        "live": int(record.live),
        "observed_at": record.observed_at,
        "window": record.window,
        WORDS: " ".join(record_terms(record.body, record.context_text)),
        NAMES: " ".join(index_terms(record.names)),
        FRAGMENTS: " ".join(index_fragments(f"{record.names} {record.body}")),
    }
    optional = {name: getattr(record, name) for name in ("session_id", "document_id", "mime_type", "source_kind")}
    return fields | {name: value for name, value in optional.items() if value is not None}


def restored(stored: dict[str, list[Any]]) -> dict[str, Any]:
    """The fields of a document that was read, ready to be written again."""
    return {"key": _key(stored["record_id"][0], stored["window"][0]), **stored}


def _key(record_id: str, window: int) -> str:
    return f"{record_id}\n{window}"
