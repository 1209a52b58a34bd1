"""Between messages and the values of the core: instants, scope selectors, enum words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from google.protobuf.timestamp_pb2 import Timestamp

from memory_core.contract.errors import bad_field
from memory_core.contract.gen.memory.v1 import common_pb2
from memory_core.engine.instants import Instants
from memory_core.engine.model import Category, Clauses, Instant, Role
from memory_core.engine.scopes import ScopeSyntaxError, parse_clauses, parse_lens

CATEGORIES = {
    Category.IDENTITY: common_pb2.MEMORY_CATEGORY_IDENTITY,
    Category.KNOWLEDGE: common_pb2.MEMORY_CATEGORY_KNOWLEDGE,
    Category.CONTEXT: common_pb2.MEMORY_CATEGORY_CONTEXT,
}
ROLES = {
    Role.USER: common_pb2.TURN_ROLE_USER,
    Role.ASSISTANT: common_pb2.TURN_ROLE_ASSISTANT,
    Role.SYSTEM: common_pb2.TURN_ROLE_SYSTEM,
    Role.TOOL: common_pb2.TURN_ROLE_TOOL,
}


def stamp(at: Instant) -> Timestamp:
    """An instant on the wire."""
    seconds, micros = divmod(at, 1_000_000)
    return Timestamp(seconds=seconds, nanos=micros * 1000)


def stamp_or_none(at: Instant | None) -> Timestamp | None:
    """An instant on the wire, or None where there is none."""
    return None if at is None else stamp(at)


def instant(message: Any, field: str) -> Instant | None:
    """The instant in an optional field; None when it is not set."""
    if not message.HasField(field):
        return None
    value = getattr(message, field)
    return value.seconds * 1_000_000 + value.nanos // 1000


def instants(message: Any) -> Instants:
    """The time block of a read; fields that the message lacks are not set."""
    names = message.DESCRIPTOR.fields_by_name
    return Instants(
        **{
            name: instant(message, name)
            for name in ("as_of", "at_instant", "valid_from", "valid_until")
            if name in names
        }
    )


def selector(clauses: Iterable[common_pb2.ScopeClause], field: str, *, lens: bool = False) -> Clauses | None:
    """A scope selector; None when none is given. Raises 400 naming the field for a malformed path."""
    given = [tuple(clause.paths) for clause in clauses]
    if not given:
        return None
    try:
        return parse_lens(given) if lens else parse_clauses(given)
    except ScopeSyntaxError as error:
        raise bad_field(field, str(error)) from None


def optional(message: Any, field: str) -> Any:
    """The value of an optional field; None when it is not set."""
    return getattr(message, field) if message.HasField(field) else None
