"""The rules written in the protos (protovalidate), as ApiError."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from protovalidate import Violation, collect_violations

from memory_core.contract.errors import ApiError, FieldViolation, Reason
from memory_core.contract.gen.buf.validate import validate_pb2

MAX_VIOLATIONS = 20
"""How many bad fields one error tells of."""
MAX_ITEMS = 10_000
"""Of a list or map that has no rule of its own, such as a scope selector."""
PACKAGE = "memory.v1"

_BETWEEN = re.compile(r"greater than or equal to (\S+) and less than or equal to (\S+)")
BOUND_RULES = ("gte", "lte", "gt", "lt", "gte_lte", "gt_lte", "max_len", "min_len", "max_items", "min_items")
PATTERNS = {
    r"[^\s\v\p{Z}\x1c-\x1f\x85]": "must not be blank",  # a character that str.strip() keeps
    r"^[^=]{1,128}=(?s:.){1,128}$": "must be key=value, each part 1 to 128 characters",
    r"^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$": (
        "must be 1 to 128 letters, digits, '.', '_' or '-', the first one a letter or a digit"
    ),
}
"""In words, what the patterns of the protos ask for."""


def check(message: Message) -> None:
    """Raises ApiError naming every field that breaks a rule of its proto: OUT_OF_RANGE when bounds alone are broken,
    else INVALID_ARGUMENT. Takes some microseconds for a small message.

    Sizes come first and alone: the other rules look at every element and character, which takes seconds for lists and
    texts made to be long.
    """
    if oversized := list(islice(too_large(message), MAX_VIOLATIONS)):
        raise ApiError(Reason.OUT_OF_RANGE, fields=oversized)
    violations = collect_violations(message)
    if not violations:
        return
    bounds_alone = all(one.proto.rule_id.rpartition(".")[2] in BOUND_RULES for one in violations)
    reason = Reason.OUT_OF_RANGE if bounds_alone else Reason.INVALID_ARGUMENT
    raise ApiError(reason, fields=[told(one) for one in violations[:MAX_VIOLATIONS]])


def too_large(message: Message, path: str = "") -> Iterator[FieldViolation]:
    """Lists, maps and texts above their bounds, in the message and in those within it."""
    field: FieldDescriptor
    value: Any
    for field, value in message.ListFields():
        most, inner = bounds_of(field)
        name = f"{path}{field.name}"
        if most is not None and len(value) > most:
            bound = f"contain no more than {most} item(s)" if field.is_repeated else f"be at most {most} characters"
            yield name, f"must {bound}"
        elif inner and not field.is_repeated:
            yield from too_large(value, f"{name}.")
        elif inner:
            # A list of messages, or a map of them by name.
            keys = value if inner == "map" else range(len(value))
            for key in keys:
                yield from too_large(value[key], f"{name}.{key}." if inner == "map" else f"{name}[{key}].")


@cache
def bounds_of(field: FieldDescriptor) -> tuple[int | None, str]:
    """How much a field may hold, and whether what it holds has to be looked into ("map", "message" or not at all)."""
    options: Any = field.GetOptions()
    rules: validate_pb2.FieldRules = options.Extensions[validate_pb2.field]
    kind = field.message_type
    is_map = kind is not None and kind.GetOptions().map_entry
    held = kind.fields_by_name["value"].message_type if kind is not None and is_map else kind
    ours = held is not None and held.file.package == PACKAGE and has_bounds(held)
    inner = ("map" if is_map else "message") if ours else ""
    if field.is_repeated:
        return (rules.repeated.max_items if rules.repeated.HasField("max_items") else MAX_ITEMS), inner
    if field.type == FieldDescriptor.TYPE_STRING and rules.string.HasField("max_len"):
        return rules.string.max_len, inner
    return None, inner


@cache
def has_bounds(kind: Descriptor) -> bool:
    """Whether a field of a message, or of one within it, has a bound. No message of ours contains itself."""
    return any(bounds_of(field) != (None, "") for field in kind.fields)


def told(violation: Violation) -> FieldViolation:
    """(path, what is wrong) of one violation."""
    rule, value = violation.proto.rule_id, violation.rule_value
    if rule == "required":
        text = "is required"
    elif rule == "string.pattern":
        text = PATTERNS.get(str(value), f"must match {value}")
    else:
        text = _BETWEEN.sub(r"from \1 to \2", violation.proto.message.removeprefix("value "))
    return path_of(violation), text


def path_of(violation: Violation) -> str:
    """Such as `triples[0].entity.name`; map keys as names."""
    text = ""
    for element in violation.proto.field.elements if violation.proto.field else ():
        text += f".{element.field_name}" if text else element.field_name
        if element.subscript is not None:
            key = element.subscript.value
            text += f"[{key}]" if element.subscript.field == "index" else f".{key}"
    return text
