"""Small helpers around a connection, so that the rest of the package reads as SQL and values."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

import orjson

Row = tuple[Any, ...]
Bindings = Sequence[Any] | Mapping[str, Any]
IN_LIST = "IN (SELECT value FROM json_each(?))"
"""Membership in a bound list, see `listed`."""


class Connection(AbstractContextManager["Connection", bool | None], Protocol):
    """What is used of apsw.Connection, whose own types are not complete. As a context manager it is a savepoint."""

    @property
    def in_transaction(self) -> bool: ...
    def execute(self, statements: str, bindings: Bindings = (), /) -> Iterator[Row]: ...
    def executemany(self, statements: str, bindings: Iterable[Bindings], /) -> Iterator[Row]: ...
    def changes(self) -> int: ...
    def last_insert_rowid(self) -> int: ...
    def pragma(self, name: str, value: int | None = None, /) -> Any: ...
    def create_scalar_function(self, name: str, callable: Any, arguments: int, *, deterministic: bool) -> None: ...
    def wal_checkpoint(self, *, mode: int) -> Any: ...
    def release_memory(self) -> None: ...
    def close(self) -> None: ...


def by_ids(table: str) -> str:
    """Condition, bound with a context and a list of ids, that keeps SQLite from walking the whole context for the ids:
    the plus takes the context out of the choice of an index. Of sessions an id is one only together with its context."""
    return f"{'' if table == 'sessions' else '+'}context = ? AND id {IN_LIST}"


def rows(connection: Connection, sql: str, bindings: Bindings = ()) -> Iterator[Row]:
    """Rows of a query, read as they are asked for."""
    return connection.execute(sql, bindings)


def row(connection: Connection, sql: str, bindings: Bindings = ()) -> Row | None:
    """The first row of a query, or None."""
    return next(rows(connection, sql, bindings), None)


def scalar(connection: Connection, sql: str, bindings: Bindings = ()) -> Any:
    """The first column of the first row, or None."""
    found = row(connection, sql, bindings)
    return found[0] if found else None


def column(connection: Connection, sql: str, bindings: Bindings = ()) -> list[Any]:
    """The first column of all rows."""
    return [found[0] for found in rows(connection, sql, bindings)]


def change(connection: Connection, sql: str, bindings: Bindings = ()) -> int:
    """Runs a statement that changes rows; how many it changed."""
    connection.execute(sql, bindings)
    return connection.changes()


def change_many(connection: Connection, sql: str, many: Iterable[Bindings]) -> None:
    """Runs a statement once for each set of bindings."""
    connection.executemany(sql, many)


def delete_by(connection: Connection, table: str, name: str, values: Collection[Any]) -> int:
    """Removes rows whose column holds one of the values; how many."""
    if not values:
        return 0
    return change(connection, f"DELETE FROM {table} WHERE {name} {IN_LIST}", (listed(values),))


def listed(values: Iterable[Any]) -> str:
    """Values as the JSON that `json_each` walks over: one statement text for lists of any length."""
    return orjson.dumps(list(values)).decode()


def dumps(value: object) -> str:
    """Compact JSON."""
    return orjson.dumps(value).decode()
