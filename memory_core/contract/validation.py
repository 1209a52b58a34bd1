"""The rules written in the protos (protovalidate), as ApiError."""

from __future__ import annotations

import re

from google.protobuf.message import Message
from protovalidate import Violation, collect_violations

from memory_core.contract.errors import ApiError, FieldViolation, Reason

MAX_VIOLATIONS = 20
"""How many bad fields one error tells of."""

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
    else INVALID_ARGUMENT. Takes some microseconds for a small message."""
    violations = collect_violations(message)
    if not violations:
        return
    bounds_alone = all(one.proto.rule_id.rpartition(".")[2] in BOUND_RULES for one in violations)
    reason = Reason.OUT_OF_RANGE if bounds_alone else Reason.INVALID_ARGUMENT
    raise ApiError(reason, fields=[told(one) for one in violations[:MAX_VIOLATIONS]])


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
