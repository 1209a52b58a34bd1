"""JSON values into messages: a plan for every message type, made once.

The readers of single values are in jsonvalues.py. A refusal gathers names and indexes on its way up, so that the good
path builds no paths.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar, cast

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from memory_core.contract.errors import Reason, bad_field
from memory_core.contract.jsonvalues import (
    FREE_FORM,
    ShapeError,
    at,
    enum_reader,
    is_selector,
    json_text,
    kind_of,
    put_grants,
    put_selector,
    read_boolean,
    read_number,
    read_string,
    whole_reader,
    words_of,
)

M = TypeVar("M", bound=Message)
Put = Callable[[Any, Any, bool], None]
"""Puts a JSON value into one field of a message; the last argument says whether it is read leniently."""

FIELD_ALIASES = {"memory.v1.ListAuditRowsRequest": {"key": "principal"}}
NOTHING: Mapping[str, object] = {}
F = FieldDescriptor
WHOLE = frozenset({F.CPPTYPE_INT32, F.CPPTYPE_INT64, F.CPPTYPE_UINT32, F.CPPTYPE_UINT64})
REAL = frozenset({F.CPPTYPE_DOUBLE, F.CPPTYPE_FLOAT})


def parse(
    message_class: type[M],
    value: object,
    *,
    lenient: bool = False,
    ignore_unknown: bool = False,
    fixed: Mapping[str, object] | None = None,
    root: str = "body",
) -> M:
    """A message from a decoded JSON value.

    lenient: JSON text in place of arrays, objects, numbers and booleans, and one string or a comma-separated one in
    place of an array of words (arguments of models, query strings). ignore_unknown: unknown names are passed over
    (query strings). fixed: values by snake_case name that the address gives; the body must not name these fields.
    root: what an error calls the whole value. Raises ApiError (INVALID_ARGUMENT, UNKNOWN_FIELD, OUT_OF_RANGE) naming
    the first bad field. A null is the same as a missing field; whether a field is required is said by the rules of the
    proto, not here.
    """
    message = message_class()
    plan = plan_of(message_class.DESCRIPTOR)
    given = fixed or NOTHING
    try:
        plan.fill(message, value, lenient, given, ignore_unknown)
        for name, part in given.items():
            plan.put(name, message, part, lenient=True)
    except ShapeError as refusal:
        raise bad_field(refusal.path() or root, refusal.text, reason=refusal.reason) from None
    return message


class MessagePlan:
    """How to fill messages of one type."""

    def __init__(self, descriptor: Descriptor) -> None:
        self._puts: dict[str, Put] = {}
        self._names: dict[str, str] = dict(FIELD_ALIASES.get(descriptor.full_name, {}))
        for field in descriptor.fields:
            self._puts[field.name] = putter(field)
            self._names[field.name] = self._names[field.json_name] = field.name
            if is_selector(field) and field.name == "scopes":
                self._names["scope"] = field.name

    def fill(
        self,
        message: Message,
        value: object,
        lenient: bool,
        fixed: Mapping[str, object] = NOTHING,
        ignore_unknown: bool = False,
    ) -> None:
        """Fills a message from an object."""
        value = json_text(value, lenient)
        if not isinstance(value, dict):
            raise ShapeError(f"must be an object, not {kind_of(value)}")
        given: dict[str, tuple[str, object]] = {}
        for key, part in cast("dict[str, object]", value).items():
            name = self._names.get(key)
            if name is None or name in fixed:
                if ignore_unknown:
                    continue
                raise unknown(key)
            if part is None:
                continue
            if name in given and not same(given[name][1], part):
                raise at(name, ShapeError(f"is given twice with different values, as {given[name][0]} and as {key}"))
            given[name] = key, part
        for name, (_, part) in given.items():
            self.put(name, message, part, lenient)

    def put(self, name: str, message: Message, value: object, lenient: bool) -> None:
        """Sets one field."""
        try:
            self._puts[name](message, value, lenient)
        except ShapeError as refusal:
            raise at(name, refusal) from None


@cache
def plan_of(descriptor: Descriptor) -> MessagePlan:
    """The plan of a message type. No message of the contract contains itself, except the free-form ones."""
    return MessagePlan(descriptor)


def same(one: object, other: object) -> bool:
    """Whether two JSON values are equal; ones too deep to compare are taken to differ."""
    try:
        return one == other
    except RecursionError:
        return False


def unknown(key: str) -> ShapeError:
    """A name that no field has, cut to what can be shown."""
    shown = key.encode("utf-8", "replace").decode().replace("\x00", "?")[:128]
    return at(shown, ShapeError("is not known", Reason.UNKNOWN_FIELD))


def putter(field: FieldDescriptor) -> Put:
    """How one field is set."""
    name, kind = field.name, field.message_type
    if is_selector(field):
        return lambda message, value, lenient: put_selector(getattr(message, name), value, lenient)
    if kind is not None and kind.full_name == "memory.v1.Grants":
        return lambda message, value, lenient: put_grants(getattr(message, name), value, lenient)
    if kind is not None and kind.full_name in FREE_FORM:
        put = FREE_FORM[kind.full_name]
        return lambda message, value, lenient: put(getattr(message, name), value, lenient)
    if kind is not None:
        return message_list_putter(name, kind) if field.is_repeated else message_putter(name, kind)
    return scalar_list_putter(field) if field.is_repeated else scalar_putter(field)


def message_putter(name: str, kind: Descriptor) -> Put:
    """Fills a message inside the message."""
    plan = plan_of(kind)

    def put(message: Any, value: Any, lenient: bool) -> None:
        inner = getattr(message, name)
        inner.SetInParent()
        plan.fill(inner, value, lenient)

    return put


def message_list_putter(name: str, kind: Descriptor) -> Put:
    """Adds a message for each element."""
    plan = plan_of(kind)

    def put(message: Any, value: Any, lenient: bool) -> None:
        target = getattr(message, name)
        for index, item in enumerate(list_of(value, lenient)):
            try:
                plan.fill(target.add(), item, lenient)
            except ShapeError as refusal:
                raise at(index, refusal) from None

    return put


def scalar_putter(field: FieldDescriptor) -> Put:
    """Sets a scalar."""
    name, read = field.name, reader(field)

    def put(message: Any, value: Any, lenient: bool) -> None:
        setattr(message, name, read(value, lenient))

    return put


def scalar_list_putter(field: FieldDescriptor) -> Put:
    """Adds a scalar for each element."""
    name, read = field.name, reader(field)

    def put(message: Any, value: Any, lenient: bool) -> None:
        target = getattr(message, name)
        for index, item in enumerate(list_of(words_of(name, value, lenient), lenient)):
            try:
                target.append(read(item, lenient))
            except ShapeError as refusal:
                raise at(index, refusal) from None

    return put


def reader(field: FieldDescriptor) -> Callable[[Any, bool], Any]:
    """How a scalar is read. Bytes never come as JSON: doors send them as chunks."""
    if field.enum_type is not None:
        return enum_reader(field.enum_type)
    if field.cpp_type in WHOLE:
        return whole_reader(field)
    if field.cpp_type in REAL:
        return read_number
    return read_boolean if field.cpp_type == F.CPPTYPE_BOOL else read_string


def list_of(value: object, lenient: bool) -> list[object]:
    """The value as an array."""
    value = json_text(value, lenient)
    if not isinstance(value, list):
        raise ShapeError(f"must be an array, not {kind_of(value)}")
    return cast("list[object]", value)
