"""Values to columns and back. A column carries the name of the field; what is no plain value is JSON.

A row that can't be read (damaged, or written by a newer program) is left out of the answer and named in the log: one bad
record must not take a whole read down.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, Generic, TypeVar

import orjson
import structlog

from memory_core.adapters.embedded.ledger.sql import Bindings, Connection, Row, dumps, rows
from memory_core.engine.model import (
    Assertion,
    AuditRow,
    Category,
    Chunk,
    Context,
    Document,
    DocumentStatus,
    Entity,
    Evidence,
    Instruction,
    Key,
    Principal,
    Role,
    ScopeNode,
    ScopeSet,
    Session,
    Source,
    Trace,
    Turn,
    Uncertainty,
)

T = TypeVar("T")
Codec = tuple[Callable[[Any], Any] | None, Callable[[Any], Any]]
"""How a field becomes a column (None: as it is), and back."""
log: Any = structlog.get_logger(__name__)

_SOURCE = tuple(field.name for field in dataclasses.fields(Source))
YEAR_1 = -62_135_596_800_000_000
YEAR_9999 = 253_402_300_799_999_999


def source_text(source: Source) -> str:
    """A source as a column."""
    fields = {name: getattr(source, name) for name in _SOURCE}
    return dumps({name: value for name, value in fields.items() if value not in (None, ())})


def source_of(text: str) -> Source:
    """A source from its column."""
    given = orjson.loads(text)
    span = given.get("span")
    return Source(
        kind=given["kind"],
        ref=given.get("ref"),
        session_id=given.get("session_id"),
        span=(span[0], span[1]) if span else None,
        trust=given.get("trust", 1.0),
        derived_from=tuple(given.get("derived_from", ())),
        chunk_id=given.get("chunk_id"),
        reading=given.get("reading"),
    )


def grants_text(grants: Any) -> str | None:
    """Grants as a column; None stays None."""
    return None if grants is None else dumps({verb: list(patterns) for verb, patterns in grants.items()})


def grants_of(text: str | None) -> dict[str, tuple[str, ...]] | None:
    """Grants from their column."""
    return None if text is None else {verb: tuple(patterns) for verb, patterns in orjson.loads(text).items()}


def clauses_text(clauses: Any) -> str:
    """Clauses as the text that is unique in a context."""
    return dumps([list(clause) for clause in clauses])


def words_of(text: str) -> tuple[str, ...]:
    """Labels and their like from their column."""
    return () if text == "[]" else tuple(orjson.loads(text))


def _object(text: str) -> dict[str, Any]:
    found = orjson.loads(text)
    if not isinstance(found, dict):
        raise TypeError("not an object")
    return found  # pyright: ignore[reportUnknownVariableType]


def _instant(value: int | None) -> int | None:
    if value is not None and not YEAR_1 <= value <= YEAR_9999:
        raise ValueError("an instant outside the years 1 to 9999")
    return value


_WORDS: Codec = (lambda value: dumps(list(value)), words_of)
_FLAG: Codec = (int, bool)
_OBJECT: Codec = (lambda value: dumps(dict(value)), _object)
_CODECS: dict[str, Codec] = {
    "labels": _WORDS,
    "refs": _WORDS,
    "source": (source_text, source_of),
    "category": (str, Category),
    "role": (str, Role),
    "status": (str, DocumentStatus),
    "ends": _FLAG,
    "live": _FLAG,
    "start_assumed": _FLAG,
    "cached": _FLAG,
    "offered": _FLAG,
    "enforcement_blocked": _FLAG,
    "metadata": (
        lambda value: None if value is None else dumps(dict(value)),
        lambda text: None if text is None else _object(text),
    ),
    "config": _OBJECT,
    "payload": _OBJECT,
    "grants": (grants_text, grants_of),
    "clauses": (clauses_text, lambda text: tuple(tuple(clause) for clause in orjson.loads(text))),
}


def _codec(field: str) -> Codec | None:
    if field.endswith(("_at", "_from", "_until")):
        return None, _instant
    return _CODECS.get(field)


class Table(Generic[T]):
    """How a value lies in its table. `plain`: fields that are stored as they are although others of that name are not."""

    def __init__(self, name: str, kind: type[T], plain: tuple[str, ...] = ()) -> None:
        self.name, self._kind = name, kind
        self.fields: list[str] = [field.name for field in dataclasses.fields(kind)]  # pyright: ignore[reportArgumentType]
        codecs = [(n, _codec(field)) for n, field in enumerate(self.fields) if field not in plain]
        self._encode = [(n, codec[0]) for n, codec in codecs if codec and codec[0]]
        self._decode = [(n, codec[1]) for n, codec in codecs if codec]

    @cached_property
    def columns(self) -> str:
        """All columns in order of the fields."""
        return ", ".join(self.fields)

    def of(self, alias: str) -> str:
        """Columns of an aliased table."""
        return ", ".join(f"{alias}.{field}" for field in self.fields)

    def place(self, field: str) -> int:
        """Where a field is in a row."""
        return self.fields.index(field)

    def values(self, one: T) -> list[Any]:
        """Column values in order of the fields."""
        values = [getattr(one, field) for field in self.fields]
        for n, encode in self._encode:
            values[n] = encode(values[n])
        return values

    def insert(
        self, connection: Connection, one: T, *, verb: str = "INSERT", without: str | None = None, **also: Any
    ) -> None:
        """Adds a row; `also` holds columns that the value itself lacks, `without` names one that the store numbers."""
        given = dict(zip(self.fields, self.values(one), strict=True)) | also
        if without is not None:
            del given[without]
        marks = ",".join("?" * len(given))
        connection.execute(f"{verb} INTO {self.name}({','.join(given)}) VALUES({marks})", list(given.values()))

    def replace(self, connection: Connection, one: T, *key: str) -> None:
        """Sets every field of the row whose `key` fields are those of the value; nothing when there is none."""
        given = dict(zip(self.fields, self.values(one), strict=True))
        wanted = {field: given.pop(field) for field in key}
        sets, where = ", ".join(f"{f} = ?" for f in given), " AND ".join(f"{f} = ?" for f in wanted)
        connection.execute(f"UPDATE {self.name} SET {sets} WHERE {where}", [*given.values(), *wanted.values()])

    def read(self, row: Row) -> T | None:
        """A value from the columns of a row; None, with a line in the log, when the row can't be read."""
        values = list(row)
        try:
            for n, decode in self._decode:
                values[n] = decode(values[n])
            return self._kind(*values)
        except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
            log.error("unreadable ledger row left out", table=self.name, row=str(row[0]), error=type(error).__name__)
            return None

    def all(self, found: Iterable[Row]) -> list[T]:
        """Values of those rows that can be read."""
        return [one for one in map(self.read, found) if one is not None]

    def select(self, connection: Connection, where: str, bindings: Bindings = ()) -> list[T]:
        """Values of `SELECT ... FROM table <where>`."""
        return self.all(rows(connection, f"SELECT {self.columns} FROM {self.name} {where}", bindings))

    def first(self, connection: Connection, where: str, bindings: Bindings = ()) -> T | None:
        """The first of `select`, or None."""
        return next(iter(self.select(connection, f"{where} LIMIT 1", bindings)), None)


CONTEXTS = Table("contexts", Context)
PRINCIPALS = Table("principals", Principal)
KEYS = Table("keys", Key)
SCOPES = Table("scopes", ScopeNode)
SCOPE_SETS = Table("scope_sets", ScopeSet)
SESSIONS = Table("sessions", Session)
TURNS = Table("turns", Turn)
ENTITIES = Table("entities", Entity)
ASSERTIONS = Table("assertions", Assertion)
EVIDENCE = Table("evidence", Evidence)
INSTRUCTIONS = Table("instructions", Instruction)
UNCERTAINTIES = Table("uncertainties", Uncertainty)
DOCUMENTS = Table("documents", Document, plain=("source",))
CHUNKS = Table("chunks", Chunk)
TRACES = Table("traces", Trace)
AUDIT = Table("audit", AuditRow)
