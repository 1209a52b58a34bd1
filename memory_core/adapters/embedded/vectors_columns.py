"""What filters look at, one array a field and one element a slot, so that a filter is a handful of array operations."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from memory_core.ports.filters import IndexFilter, IndexRecord

Mask: TypeAlias = NDArray[np.bool_]
_NONE = -1
_FIELDS = {
    "taken": np.bool_,
    "live": np.bool_,
    "scope_set": np.int64,
    "observed_at": np.int64,
    "text_hash": np.int64,
    "window": np.int32,
    "context": np.int32,
    "kind": np.int32,
    "labels": np.int32,
    "session_id": np.int32,
    "document_id": np.int32,
    "mime_type": np.int32,
    "source_kind": np.int32,
}


class _Names:
    """Numbers for the values of one field, in the order they were first seen."""

    def __init__(self) -> None:
        self._numbers: dict[object, int] = {}

    def number(self, value: object) -> int:
        """The number of a value, a new one when needed; -1 for None."""
        return _NONE if value is None else self._numbers.setdefault(value, len(self._numbers))

    def known(self, value: object) -> int:
        """The number of a value; -2, which no slot has, when it was never seen."""
        return self._numbers.get(value, -2)

    def items(self) -> list[tuple[object, int]]:
        """All values with their numbers."""
        return list(self._numbers.items())


class Columns:
    """The fields of all slots. One thread writes; readers see each slot as it was or as it is."""

    def __init__(self) -> None:
        self._of: dict[str, NDArray[Any]] = {name: np.zeros(0, dtype=kind) for name, kind in _FIELDS.items()}
        self._names = {
            name: _Names()
            for name in ("context", "kind", "labels", "session_id", "document_id", "mime_type", "source_kind")
        }
        self.record_ids: list[str] = []
        """Record id a slot; only meaningful where the slot is taken."""

    def grow(self, capacity: int) -> None:
        """Makes room for slots."""
        missing = capacity - len(self.record_ids)
        if missing > 0:
            # New arrays in one assignment: who reads meanwhile keeps the old ones, which are of one length too.
            self._of = {name: np.concatenate([old, np.zeros(missing, old.dtype)]) for name, old in self._of.items()}
            self.record_ids.extend([""] * missing)

    def put(self, slot: int, record: IndexRecord) -> None:
        """Says what a slot holds."""
        of, names = self._of, self._names
        self.record_ids[slot] = record.record_id
        of["live"][slot], of["scope_set"][slot], of["window"][slot] = record.live, record.scope_set, record.window
        of["observed_at"][slot], of["text_hash"][slot] = record.observed_at, record.text_hash
        of["labels"][slot] = names["labels"].number(frozenset(record.labels))
        for name in ("context", "kind", "session_id", "document_id", "mime_type", "source_kind"):
            of[name][slot] = names[name].number(getattr(record, name))
        of["taken"][slot] = True

    def drop(self, slot: int) -> None:
        """Says that a slot holds nothing."""
        self._of["taken"][slot] = False

    def window(self, slot: int) -> int:
        """Window number of a slot."""
        return int(self._of["window"][slot])

    def text_hash(self, slot: int) -> int:
        """What the embedded text of a slot is known by."""
        return int(self._of["text_hash"][slot])

    def of_context(self, context: str) -> list[int]:
        """Slots of a context."""
        of = self._of
        return np.flatnonzero(of["taken"] & (of["context"] == self._names["context"].known(context))).tolist()

    def passing(self, narrowed: IndexFilter) -> Mask:
        """Which slots a filter lets through."""
        of, names = self._of, self._names
        mask = of["taken"] & (of["context"] == names["context"].known(narrowed.context))
        if narrowed.live_only:
            mask &= of["live"]
        if narrowed.scope_sets is not None:
            mask &= _among(of["scope_set"], narrowed.scope_sets)
        if narrowed.labels:
            mask &= self._labelled(of["labels"], frozenset(narrowed.labels))
        for name, values in _wanted(narrowed):
            mask &= _among(of[name], [names[name].known(value) for value in values])
        if narrowed.observed_until is not None:
            mask &= of["observed_at"] <= narrowed.observed_until
        if narrowed.turns_from is not None or narrowed.turns_before is not None:
            mask &= (of["kind"] != names["kind"].known("turn")) | self._said_within(narrowed)
        return mask

    def _said_within(self, narrowed: IndexFilter) -> Mask:
        at = self._of["observed_at"]
        mask = np.ones(len(at), dtype=np.bool_)
        if narrowed.turns_from is not None:
            mask &= at >= narrowed.turns_from
        if narrowed.turns_before is not None:
            mask &= at < narrowed.turns_before
        return mask

    def _labelled(self, column: NDArray[Any], labels: frozenset[str]) -> Mask:
        known = self._names["labels"].items()
        return _among(column, [number for held, number in known if isinstance(held, frozenset) and labels <= held])


def _wanted(narrowed: IndexFilter) -> Iterable[tuple[str, Collection[str]]]:
    for name, values in (
        ("kind", narrowed.kinds),
        ("session_id", None if narrowed.session_id is None else (narrowed.session_id,)),
        ("document_id", narrowed.document_ids),
        ("mime_type", narrowed.mime_types),
        ("source_kind", None if narrowed.source_kind is None else (narrowed.source_kind,)),
    ):
        if values is not None:
            yield name, values


def _among(column: NDArray[Any], values: Collection[int]) -> Mask:
    """Where a column of numbers from -1 has one of some values; negative values are had by none."""
    if len(values) == 1:
        (value,) = values
        return (column == value) if value >= 0 else np.zeros(len(column), dtype=np.bool_)
    wanted = np.fromiter((value for value in values if value >= 0), dtype=np.int64)
    highest = int(column.max(initial=0))
    table = np.zeros(highest + 2, dtype=np.bool_)  # the last element is what -1 looks up
    table[wanted[wanted <= highest]] = True
    return table[column]
