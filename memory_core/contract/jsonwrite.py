"""Messages into JSON values, fast enough for fifty hits in well under a millisecond.

Optional fields that are not set are left out; lists, and scalars without `optional`, are always there; so are messages
without `optional`, as what they are when empty, except instants. An enum's unspecified value is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from memory_core.contract.instants import write_instant
from memory_core.contract.jsonvalues import EXACT, words_of_enum

Write = Callable[[Any], Any]
"""What a field holds, as JSON."""
CHOICES = {"memory.v1.InspectResponse": ("subject", "kind")}
"""Messages that show what was chosen: (name of the oneof, name of the field that says which)."""
TIMESTAMP = "google.protobuf.Timestamp"


def render(message: Message, *, snake: bool = False) -> dict[str, Any]:
    """A message as a JSON object with camelCase names, or the names of the proto. The dict and all in it are new."""
    return writer(message.DESCRIPTOR, snake)(message)


@cache
def writer(descriptor: Descriptor, snake: bool) -> Write:
    """How messages of one type are written."""
    name = descriptor.full_name
    if name in SPECIAL:
        return SPECIAL[name]
    if name in CHOICES:
        return choice_writer(descriptor, snake)
    return object_writer(descriptor, snake)


def object_writer(descriptor: Descriptor, snake: bool) -> Write:
    """A message as an object of its fields."""
    always: list[tuple[str, str, Write]] = []
    enums: list[tuple[str, str, Write]] = []
    if_set: list[tuple[str, str, Write]] = []
    for field in descriptor.fields:
        plan = (field.name if snake else field.json_name, field.name, field_writer(field, snake))
        if shown_if_set(field):
            if_set.append(plan)
        else:
            (enums if field.enum_type is not None and not field.is_repeated else always).append(plan)

    def write(message: Any) -> dict[str, Any]:
        out = {key: make(getattr(message, name)) for key, name, make in always}
        for key, name, make in enums:
            if number := getattr(message, name):
                out[key] = make(number)
        has = message.HasField
        for key, name, make in if_set:
            if has(name):
                out[key] = make(getattr(message, name))
        return out

    return write


def shown_if_set(field: FieldDescriptor) -> bool:
    """Whether a field that is not set is left out."""
    if not field.has_presence:
        return False
    return field.containing_oneof is not None or (
        field.message_type is not None and field.message_type.full_name == TIMESTAMP
    )


def choice_writer(descriptor: Descriptor, snake: bool) -> Write:
    """A message with one oneof as the fields of what was chosen, and a field that names it."""
    oneof, kind = CHOICES[descriptor.full_name]

    def write(message: Any) -> dict[str, Any]:
        chosen = message.WhichOneof(oneof)
        return {kind: chosen, **render(getattr(message, chosen), snake=snake)} if chosen else {}

    return write


def field_writer(field: FieldDescriptor, snake: bool) -> Write:
    """How what one field holds is written."""
    kind = field.message_type
    if kind is not None and kind.GetOptions().map_entry:
        make = value_writer(kind.fields_by_name["value"], snake)
        return lambda value: {key: make(part) for key, part in value.items()}
    make = value_writer(field, snake)
    if not field.is_repeated:
        return make
    return list if make is plain else lambda value: [make(part) for part in value]


def value_writer(field: FieldDescriptor, snake: bool) -> Write:
    """How one value of a field is written."""
    if field.message_type is not None:
        return writer(field.message_type, snake)
    if field.enum_type is not None:
        words = {number: word for word, number in words_of_enum(field.enum_type).items()}
        return lambda number: words.get(number, str(number))
    return plain


def plain(value: Any) -> Any:
    """Strings, numbers and booleans as they are."""
    return value


def write_timestamp(value: Any) -> str:
    """RFC 3339."""
    return write_instant(value.seconds, value.nanos)


def write_struct(value: Any) -> dict[str, Any]:
    """A free-form object."""
    return {key: write_value(part) for key, part in value.fields.items()}


def write_value(value: Any) -> Any:
    """A free-form value; whole numbers without a fraction."""
    kind = value.WhichOneof("kind")
    if kind == "struct_value":
        return write_struct(value.struct_value)
    if kind == "list_value":
        return [write_value(part) for part in value.list_value.values]
    if kind == "number_value":
        number = value.number_value
        return int(number) if number.is_integer() and abs(number) <= EXACT else number
    return None if kind in (None, "null_value") else getattr(value, kind)


SPECIAL: dict[str, Write] = {
    TIMESTAMP: write_timestamp,
    "google.protobuf.Struct": write_struct,
    "google.protobuf.Value": write_value,
    "google.protobuf.FieldMask": lambda value: ",".join(value.paths),
    "memory.v1.ScopeClause": lambda value: list(value.paths),
    "memory.v1.Grants": lambda value: {verb: list(listed.patterns) for verb, listed in value.verbs.items()},
}
"""Message types that JSON shows otherwise than by their fields."""
