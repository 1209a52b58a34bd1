"""What each slot of the vector file means, in a small SQLite file: the durable half that decides what exists.

A vector is written to its slot first and its row is committed after, so a slot without a row is free, whatever a crash
left in it. Blocking; one thread.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw

from memory_core.ports.errors import DataDirectoryInUse
from memory_core.ports.filters import IndexRecord

_LAYOUT = 1
_SCHEMA = """
CREATE TABLE about (layout INTEGER NOT NULL, model TEXT NOT NULL, dimensions INTEGER NOT NULL);
CREATE TABLE rows (
    slot INTEGER PRIMARY KEY, record_id TEXT NOT NULL, window INTEGER NOT NULL, context TEXT NOT NULL,
    scope_set INTEGER NOT NULL, kind TEXT NOT NULL, labels TEXT NOT NULL, session_id TEXT, document_id TEXT,
    mime_type TEXT, source_kind TEXT, observed_at INTEGER NOT NULL, live INTEGER NOT NULL, text_hash INTEGER NOT NULL
);
"""


@dataclass(frozen=True, slots=True)
class SlotRow:
    """A slot and the record whose vector it holds (without words and vector)."""

    slot: int
    record: IndexRecord


class RowsDamaged(Exception):
    """The file is none of SQLite's, or broken."""


class RowStore:
    """The file of a folder. Raises DataDirectoryInUse when another process has it open, and RowsDamaged."""

    def __init__(self, path: Path) -> None:
        self._db: Any = apsw.Connection(str(path))
        try:
            self._run("PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL")
            self._run("PRAGMA secure_delete=ON; PRAGMA temp_store=MEMORY; BEGIN IMMEDIATE; COMMIT")
        except (apsw.BusyError, apsw.LockedError) as error:
            self._db.close()
            raise DataDirectoryInUse("another process has the vector index open") from error
        except (apsw.NotADBError, apsw.CorruptError) as error:
            self._db.close()
            raise RowsDamaged from error

    def is_of(self, model: str, dimensions: int) -> bool:
        """Whether the file holds vectors of a model, in the layout of this version."""
        try:
            rows = list(self._db.execute("SELECT layout, model, dimensions FROM about"))
        except apsw.SQLError:
            return False
        return rows == [(_LAYOUT, model, dimensions)]

    def reset(self, model: str, dimensions: int) -> None:
        """Starts anew, empty."""
        self._run("DROP TABLE IF EXISTS about; DROP TABLE IF EXISTS rows;")
        self._run(_SCHEMA)
        self._db.execute("INSERT INTO about VALUES (?, ?, ?)", (_LAYOUT, model, dimensions))
        self.scrub()

    def begin(self) -> None:
        """Starts a transaction."""
        self._run("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """Makes it durable."""
        self._run("COMMIT")

    def rollback(self) -> None:
        """Undoes it, if one was started."""
        if self._db.in_transaction:
            self._run("ROLLBACK")

    def put(self, rows: Iterable[SlotRow]) -> None:
        """Writes rows in place of whatever their slots meant."""
        self._db.executemany(
            "INSERT OR REPLACE INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", map(_values, rows)
        )

    def remove(self, slots: Sequence[int]) -> None:
        """Frees slots."""
        self._db.executemany("DELETE FROM rows WHERE slot = ?", ((slot,) for slot in slots))

    def all(self) -> Iterator[SlotRow]:
        """Every row, by slot."""
        for slot, record_id, window, context, scope_set, kind, labels, *rest in self._db.execute(
            "SELECT * FROM rows ORDER BY slot"
        ):
            session_id, document_id, mime_type, source_kind, observed_at, live, text_hash = rest
            yield SlotRow(
                slot,
                IndexRecord(
                    record_id=record_id,
                    window=window,
                    context=context,
                    scope_set=scope_set,
                    kind=kind,
                    labels=tuple(json.loads(labels)),
                    session_id=session_id,
                    document_id=document_id,
                    mime_type=mime_type,
                    source_kind=source_kind,
                    observed_at=observed_at,
                    live=bool(live),
                    text_hash=text_hash,
                ),
            )

    def scrub(self) -> None:
        """Makes sure that nothing removed is left in the file or its log."""
        self._run("VACUUM")
        self._run("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Closes the file."""
        self._db.close()

    def _run(self, statements: str) -> None:
        """Runs all of some statements; a cursor that nobody reads stops at the first row."""
        self._db.execute(statements).fetchall()


def _values(row: SlotRow) -> tuple[int | str | None, ...]:
    one = row.record
    return (
        row.slot,
        one.record_id,
        one.window,
        one.context,
        one.scope_set,
        one.kind,
        json.dumps(one.labels),
        one.session_id,
        one.document_id,
        one.mime_type,
        one.source_kind,
        one.observed_at,
        int(one.live),
        one.text_hash,
    )
