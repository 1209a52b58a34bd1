"""The vectors of a folder and how they change: file, rows and columns kept in step. Blocking; one writing thread.

A write takes free slots, puts vectors there, and commits what they mean; only then is the write answered. A slot that
was taken out is not used again, and not wiped, before the last search that could see it has ended.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from memory_core.adapters.embedded.vectors_columns import Columns
from memory_core.adapters.embedded.vectors_file import VectorFile
from memory_core.adapters.embedded.vectors_rows import RowsDamaged, RowStore, SlotRow
from memory_core.adapters.embedded.vectors_scan import Readers
from memory_core.adapters.embedded.vectors_signs import Signs
from memory_core.ports.filters import IndexRecord, Vector


class VectorTable:
    """Implements group_writer.Transaction. Columns and file may be read by other threads inside `readers.reading()`."""

    def __init__(self, folder: Path, model: str, dimensions: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.dimensions, self._model = dimensions, model
        self._rows = _opened(folder / "rows.sqlite")
        path = folder / "vectors.f32"
        whole = self._rows.is_of(model, dimensions) and path.exists()
        if not whole:
            path.unlink(missing_ok=True)
            self._rows.reset(model, dimensions)
        self.fresh = not whole
        self.readers = Readers()
        self.file = VectorFile(path, dimensions)
        self.signs = Signs(dimensions)
        self.columns = Columns()
        self.count = 0
        self._written = False
        self._load()

    def begin(self) -> None:
        """Starts a batch, which uses only slots that were free before it: until it is committed, the vectors that it
        replaces are the ones that count."""
        self._reclaim()
        self._rows.begin()
        self._written = False

    def commit(self) -> None:
        """Makes a batch durable: the vectors before the rows that name them."""
        if self._written:
            self.file.sync()
        self._rows.commit()

    def rollback(self) -> None:
        """Undoes a batch: what is in memory is read again from the rows."""
        self._rows.rollback()
        self.readers.wait(self.readers.retire())
        self._load()

    def upsert(self, records: Sequence[IndexRecord], vectors: Sequence[Vector]) -> None:
        """Puts records in place of all that is held of their ids."""
        last = {(one.record_id, one.window): (one, vector) for one, vector in zip(records, vectors, strict=True)}
        self.delete({one.record_id for one in records})
        slots = self._take(len(last))
        rows = [
            SlotRow(slot, replace(one, body="", context_text="", names="", vector=None))
            for slot, (one, _) in zip(slots, last.values(), strict=True)
        ]
        for slot, (_, vector) in zip(slots, last.values(), strict=True):
            self.file.write(slot, vector)
            self.signs.put(slot, vector)
        self._written = True
        self._rows.put(rows)
        for row in rows:
            self._hold(row)

    def refresh(self, records: Sequence[IndexRecord]) -> frozenset[str]:
        """Rewrites what filters see of records whose text is the same."""
        rows: list[SlotRow] = []
        for one in records:
            slots = self._slots.get(one.record_id, ())
            if slots and one.text_hash and all(self.columns.text_hash(slot) == one.text_hash for slot in slots):
                bare = replace(one, body="", context_text="", names="", vector=None)
                rows += [SlotRow(slot, replace(bare, window=self.columns.window(slot))) for slot in slots]
        self._rows.put(rows)
        for row in rows:
            self.columns.put(row.slot, row.record)
        return frozenset(row.record.record_id for row in rows)

    def delete(self, record_ids: Collection[str]) -> int:
        """Takes out all windows of records; how many of the records were held."""
        held = [one for one in dict.fromkeys(record_ids) if one in self._slots]
        self._drop([slot for one in held for slot in self._slots[one]])
        for one in held:
            del self._slots[one]
        return len(held)

    def delete_context(self, context: str) -> int:
        """Takes out a context; how many windows were held."""
        slots = self.columns.of_context(context)
        for slot in slots:
            self._slots.pop(self.columns.record_ids[slot], None)
        self._drop(slots)
        return len(slots)

    def scrub(self) -> None:
        """Wipes every slot that means nothing, and the traces of rows. Waits for the searches that run."""
        self.readers.wait(self.readers.retire())
        self._reclaim()
        self.file.wipe(sorted(self._dirty))
        self.file.sync()
        self._free.extend(sorted(self._dirty))
        self._dirty.clear()
        self._rows.scrub()

    def clear(self) -> None:
        """Empties everything and leaves no trace."""
        self._rows.reset(self._model, self.dimensions)
        self.file.clear()
        self._load()

    def close(self) -> None:
        """Closes the files."""
        self.file.close()
        self._rows.close()

    def _load(self) -> None:
        signs, columns = Signs(self.dimensions), Columns()
        signs.fill(self.file.rows)
        self.file.release()
        columns.grow(self.file.capacity)
        self._slots: dict[str, tuple[int, ...]] = {}
        self._limbo: deque[tuple[int, int]] = deque()
        self._free: list[int] = []
        self.signs, self.columns, self.count = signs, columns, 0
        for row in self._rows.all():
            if row.slot < self.file.capacity:
                self._hold(row)
        taken = {slot for slots in self._slots.values() for slot in slots}
        self._dirty = set(range(self.file.capacity)) - taken

    def _hold(self, row: SlotRow) -> None:
        self.columns.put(row.slot, row.record)
        self._slots[row.record.record_id] = (*self._slots.get(row.record.record_id, ()), row.slot)
        self.count += 1

    def _drop(self, slots: Sequence[int]) -> None:
        self._rows.remove(slots)
        for slot in slots:
            self.columns.drop(slot)
        self.count -= len(slots)
        time = self.readers.retire()
        self._limbo.extend((time, slot) for slot in slots)

    def _take(self, count: int) -> list[int]:
        """Free slots, of a larger file when there are too few."""
        missing = count - len(self._free) - len(self._dirty)
        if missing > 0:
            before = self.file.capacity
            self.file.grow(before + missing)
            self.signs.grow(self.file.capacity)
            self.columns.grow(self.file.capacity)
            self._free[:0] = range(self.file.capacity - 1, before - 1, -1)
        return [self._dirty.pop() if self._dirty else self._free.pop() for _ in range(count)]

    def _reclaim(self) -> None:
        while self._limbo and self.readers.gone(self._limbo[0][0]):
            self._dirty.add(self._limbo.popleft()[1])


def _opened(path: Path) -> RowStore:
    """The rows of a folder; a damaged file is thrown away, since all of it can be made again."""
    try:
        return RowStore(path)
    except RowsDamaged:
        for suffix in ("", "-wal", "-shm", "-journal"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        return RowStore(path)
