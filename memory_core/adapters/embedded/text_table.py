"""The tantivy index of a folder and how it changes. Blocking; one writing thread.

tantivy marks what is deleted and forgets it when segments happen to be merged. `scrub` does not wait for that: it
writes what is alive in a segment with deletions again, until that segment is empty and its files go.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tantivy

from memory_core.adapters.embedded import text_schema
from memory_core.engine.analysis import VERSION
from memory_core.ports.errors import DataDirectoryInUse
from memory_core.ports.filters import IndexRecord

_HEAP_BYTES = 20_000_000
SCRUB_SLICE = 12_000
"""Documents that one step of `scrub` writes again; some 0.3 seconds, in which other writes wait. More than the smallest
class of segments holds (10,000), since tantivy would merge smaller ones with those that are being emptied."""
SCRUB_AT_ONCE = 24_000
"""Documents beside deletions up to which one step does it all."""
_PAGE = 1_000
"""Documents asked for at once; the interpreter is held while their addresses are listed."""
_documents: Any = tantivy.Document
_INDEX, _LAYOUT, _META = "index", "layout", "meta.json"
_VERSION = f"{text_schema.LAYOUT}.{VERSION}"
_SEGMENT_NAME = 32


@dataclass(frozen=True, slots=True)
class _Segment:
    """A segment as the last commit left it."""

    number: int
    name: str
    before: int
    """Living documents of the segments before it."""
    alive: int
    deleted: int


class TextTable:
    """Implements group_writer.Transaction. `searcher` may be used by any thread; it is replaced by each commit."""

    def __init__(self, folder: Path) -> None:
        self.schema = text_schema.schema()
        self._folder = folder
        self.fresh = not _is_current(folder)
        if self.fresh:
            _make(folder)
        try:
            self._open()
        except ValueError:  # damaged; all of it can be made again
            self.fresh = True
            _make(folder)
            self._open()

    @property
    def searcher(self) -> Any:
        """A view of the last commit."""
        return self._searcher

    def begin(self) -> None:
        """Starts a batch; tantivy gathers what is written until the commit."""

    def commit(self) -> None:
        """Makes a batch durable and visible."""
        self._writer.commit()
        self._refresh()

    def rollback(self) -> None:
        """Undoes a batch. A writer that an error has ended is made again."""
        try:
            self._writer.rollback()
        except Exception:
            self._writer = None
            self._writer = self._index.writer(_HEAP_BYTES, 1)

    def upsert(self, records: Sequence[IndexRecord]) -> None:
        """Puts records in place of all that is held of their ids."""
        last = {(one.record_id, one.window): one for one in records}
        self.delete({one.record_id for one in records})
        for one in last.values():
            self._add(text_schema.document(one))

    def delete(self, record_ids: Collection[str]) -> None:
        """Takes out all windows of records."""
        for one in record_ids:
            self._writer.delete_documents_by_term("record_id", one)

    def delete_records(self, record_ids: Collection[str]) -> int:
        """Takes out and commits records; how many of them were held."""
        held = sum(self._holding("record_id", one) > 0 for one in record_ids)
        self._delete_terms("record_id", record_ids)
        return held

    def delete_context(self, context: str) -> int:
        """Takes out and commits a context; how many windows were held."""
        held = self._holding("context", context)
        self._delete_terms("context", (context,))
        return held

    def scrub(self, *, at_once: bool = False) -> bool:
        """Writes some of what is alive beside deletions again, or all; True once no file holds a deleted document."""
        self._refresh()
        dirty = [one for one in self._segments() if one.deleted]
        at_once = at_once or sum(one.alive for one in dirty) <= SCRUB_AT_ONCE
        for segment in dirty if at_once else dirty[:1]:
            self._rewrite(segment, segment.alive if at_once else SCRUB_SLICE)
        if dirty:
            self.commit()
        self._writer.garbage_collect_files()
        return not any(one.deleted for one in self._segments()) and not self._left_over()

    def clear(self) -> None:
        """Starts an empty index in place of this one; searches that run end on the old files."""
        self._writer = self._searcher = self._index = None
        _make(self._folder)
        self._open()

    def close(self) -> None:
        """Waits for merges, which would go on writing, and lets go of the folder."""
        self._writer.wait_merging_threads()
        self._writer = self._searcher = self._index = None

    def _open(self) -> None:
        self._index: Any = tantivy.Index.open(str(self._folder / _INDEX))
        try:
            self._writer: Any = self._index.writer(_HEAP_BYTES, 1)
        except ValueError as error:
            if "lock" in str(error).lower():
                raise DataDirectoryInUse("another process has the text index open") from error
            raise
        self._index.config_reader("manual", 0)
        self._searcher: Any = None
        self._refresh()

    def _refresh(self) -> None:
        self._index.reload()
        self._searcher = self._index.searcher()

    def _add(self, fields: dict[str, Any]) -> None:
        self._writer.add_document(_documents.from_dict(fields, self.schema))

    def _holding(self, field: str, value: str) -> int:
        query = tantivy.Query.term_query(self.schema, field, value, "basic")
        return int(self._searcher.search(query, 1, count=True).count)

    def _delete_terms(self, field: str, values: Collection[str]) -> None:
        for value in values:
            self._writer.delete_documents_by_term(field, value)
        self.commit()

    def _rewrite(self, segment: _Segment, limit: int) -> None:
        """Moves the first documents of a segment into the next commit."""
        query = tantivy.Query.all_query()
        for at in range(0, min(limit, segment.alive), _PAGE):
            # Without scores, documents come in the order of their segments.
            page = min(_PAGE, limit - at, segment.alive - at)
            hits = self._searcher.search(query, page, count=False, offset=segment.before + at).hits
            for _, address in hits:
                if address.segment_ord == segment.number:
                    fields = text_schema.restored(self._searcher.doc(address).to_dict())
                    self._writer.delete_documents_by_term("key", fields["key"])
                    self._add(fields)

    def _segments(self) -> list[_Segment]:
        listed: list[dict[str, Any]] = json.loads((self._folder / _INDEX / _META).read_bytes())["segments"]
        out: list[_Segment] = []
        before = 0
        for number, one in enumerate(listed):
            deleted = int((one["deletes"] or {"num_deleted_docs": 0})["num_deleted_docs"])
            out.append(_Segment(number, one["segment_id"].replace("-", ""), before, one["max_doc"] - deleted, deleted))
            before += out[-1].alive
        return out

    def _left_over(self) -> bool:
        """Whether files of segments remain that are none any more, or of a merge that still runs."""
        names = {one.name for one in self._segments()}
        files = (file.name.partition(".")[0] for file in (self._folder / _INDEX).iterdir())
        return any(len(name) == _SEGMENT_NAME and name not in names for name in files)


def _is_current(folder: Path) -> bool:
    layout = folder / _LAYOUT
    return layout.exists() and layout.read_text() == _VERSION and (folder / _INDEX / _META).exists()


def _make(folder: Path) -> None:
    """An empty index; the layout is written last, so that half an index is never taken for one."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _LAYOUT).unlink(missing_ok=True)
    shutil.rmtree(folder / _INDEX, ignore_errors=True)
    (folder / _INDEX).mkdir()
    tantivy.Index(text_schema.schema(), str(folder / _INDEX))
    (folder / _LAYOUT).write_text(_VERSION)
