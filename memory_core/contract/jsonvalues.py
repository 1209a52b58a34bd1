"""Readers of single JSON values: what each kind of field takes, and in which words it refuses the rest."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any, cast

import orjson
from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.internal.containers import RepeatedCompositeFieldContainer
from google.protobuf.struct_pb2 import NULL_VALUE

from memory_core.contract.errors import Reason
from memory_core.contract.gen.buf.validate import validate_pb2
from memory_core.contract.gen.memory.v1.common_pb2 import Grants, ScopeClause
from memory_core.contract.instants import EXPECTED, read_instant

MAX_DEPTH = 30
"""Of free-form values; the wire format itself ends at a hundred messages inside each other, three for each of these."""
EXACT = 2**53
"""Free-form numbers are doubles: whole ones beyond this would come back changed."""

ENUM_ALIASES: Mapping[str, Mapping[str, str]] = {
    "memory.v1.MemoryCategory": {"episodic": "context", "semantic": "knowledge", "preference": "identity"},
    "memory.v1.QueryInclude": {
        "fact": "facts",
        "passage": "passages",
        "attribute": "attributes",
        "entity": "entities",
        "relation": "relations",
        "turn": "turns",
        "memory_chunk": "turns",
        "memory_chunks": "turns",
        "chunk": "chunks",
        "document_chunk": "chunks",
        "document_chunks": "chunks",
        "document": "documents",
        "section": "sections",
        "trace": "traces",
    },
}

_WHOLE = re.compile(r"[+-]?\d{1,24}", re.ASCII)
_NUMBER = re.compile(r"[+-]?(?:\d{1,24}(?:\.\d{0,24})?|\.\d{1,24})(?:[eE][+-]?\d{1,3})?", re.ASCII)


class ShapeError(Exception):
    """What is wrong with a value, and where (innermost step first)."""

    def __init__(self, text: str, reason: Reason = Reason.INVALID_ARGUMENT) -> None:
        super().__init__(text)
        self.text, self.reason, self.steps = text, reason, list[str | int]()

    def path(self) -> str:
        """Such as `triples[0].entity.name`; empty when the whole value is meant."""
        text = ""
        for step in reversed(self.steps):
            text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
        return text


def at(step: str | int, refusal: ShapeError) -> ShapeError:
    """The refusal, one level further out."""
    refusal.steps.append(step)
    return refusal


def kind_of(value: object) -> str:
    """What a JSON value is, with its article."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a string"
    return "an object" if isinstance(value, dict) else "an array"


def json_text(value: object, lenient: bool) -> object:
    """The array or object that a string spells, when read leniently; otherwise the value."""
    if not lenient or not isinstance(value, str) or not value.lstrip().startswith(("[", "{")):
        return value
    try:
        return orjson.loads(value.encode("utf-8"))
    except ValueError:  # no JSON, or no UTF-8
        return value


def words_of(name: str, value: object, lenient: bool) -> object:
    """An array of strings from one string ("a" or "a,b"), when read leniently; otherwise the value.

    A comma inside a label's value is no separator: labels are split only where every part has a `=` of its own.
    """
    if not lenient or not isinstance(value, str) or value.lstrip().startswith("["):
        return value
    parts = [part.strip() for part in value.split(",")]
    return [value.strip()] if name == "labels" and not all("=" in part for part in parts) else parts


def read_string(value: object, _lenient: bool = False) -> str:
    """Any text but NUL and lone surrogates."""
    if not isinstance(value, str):
        raise ShapeError(f"must be a string, not {kind_of(value)}")
    if "\x00" in value:
        raise ShapeError("must not contain NUL")
    if not value.isascii():
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise ShapeError("must not contain a lone surrogate") from None
    return value


def read_boolean(value: object, lenient: bool = False) -> bool:
    """true or false."""
    if isinstance(value, bool):
        return value
    if lenient and isinstance(value, str) and value.strip().lower() in ("true", "false"):
        return value.strip().lower() == "true"
    raise ShapeError(f"must be true or false, not {kind_of(value)}")


def whole_reader(field: FieldDescriptor) -> Callable[[object, bool], int]:
    """A whole number that the field's type can hold; what it can't hold is refused with the field's own bounds."""
    bits = 32 if field.cpp_type in (FieldDescriptor.CPPTYPE_INT32, FieldDescriptor.CPPTYPE_UINT32) else 64
    low, high = bounds_of(field, -(2 ** (bits - 1)), 2 ** (bits - 1) - 1)

    def read(value: object, lenient: bool) -> int:
        if lenient and isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
            value = int(value)
        if isinstance(value, float) and math.isfinite(value) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise ShapeError(
                f"must be a whole number, not {'a fraction' if isinstance(value, float) else kind_of(value)}"
            )
        if not -(2 ** (bits - 1)) <= value < 2 ** (bits - 1):
            raise ShapeError(f"must be from {low} to {high}", Reason.OUT_OF_RANGE)
        return value

    return read


def bounds_of(field: FieldDescriptor, low: int, high: int) -> tuple[int, int]:
    """The least and greatest value by the rules of the field, within what its type can hold."""
    options: Any = field.GetOptions()
    rules: validate_pb2.FieldRules = options.Extensions[validate_pb2.field]
    own = rules.int32 if rules.HasField("int32") else rules.int64
    return own.gte if own.HasField("gte") else low, own.lte if own.HasField("lte") else high


def read_number(value: object, lenient: bool) -> float:
    """A finite number."""
    if lenient and isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        value = float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ShapeError(f"must be a number, not {kind_of(value)}")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ShapeError("must be a finite number")
    return number


def words_of_enum(enum: EnumDescriptor) -> dict[str, int]:
    """Lower-case word -> number, the unspecified value left out."""
    prefix = len(enum.values_by_number[0].name) - len("UNSPECIFIED")
    return {value.name[prefix:].lower(): value.number for value in enum.values if value.number}


def enum_reader(enum: EnumDescriptor) -> Callable[[object, bool], int]:
    """One of the enum's words, or another name for one."""
    words = words_of_enum(enum)
    numbers = words | {alias: words[word] for alias, word in ENUM_ALIASES.get(enum.full_name, {}).items()}
    expected = f"must be one of {', '.join(words)}"

    def read(value: object, lenient: bool) -> int:
        if not isinstance(value, str):
            raise ShapeError(f"{expected}, not {kind_of(value)}")
        number = numbers.get(value.strip().lower() if lenient else value)
        if number is None:
            raise ShapeError(expected)
        return number

    return read


def is_selector(field: FieldDescriptor) -> bool:
    """Whether the field is a list of scope clauses."""
    return field.message_type is not None and field.message_type.full_name == ScopeClause.DESCRIPTOR.full_name


def put_selector(target: RepeatedCompositeFieldContainer[ScopeClause], value: object, lenient: bool) -> None:
    """A scope selector: "a", ["a", "b"] (either), [["a", "b"]] (both at once), and mixes of these."""
    value = json_text(value, lenient)
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list):
        raise ShapeError(f"must be a path or an array of paths, not {kind_of(value)}")
    for index, item in enumerate(cast("list[object]", value)):
        clause = [item] if isinstance(item, str) else item
        if not isinstance(clause, list):
            raise at(index, ShapeError(f"must be a path or an array of paths, not {kind_of(clause)}"))
        paths = cast("list[object]", clause)
        if not paths:
            raise at(index, ShapeError("must name at least one path"))
        try:
            target.add(paths=[read_string(path) for path in paths])
        except ShapeError as refusal:
            raise at(index, refusal) from None


def put_grants(target: Grants, value: object, lenient: bool) -> None:
    """{verb: [pattern]}."""
    value = json_text(value, lenient)
    if not isinstance(value, dict):
        raise ShapeError(f"must be an object of verbs, not {kind_of(value)}")
    target.SetInParent()
    for verb, patterns in cast("dict[str, object]", value).items():
        try:
            name, listed = read_string(verb), json_text(patterns, lenient)
            if not isinstance(listed, list):
                raise ShapeError(f"must be an array of patterns, not {kind_of(listed)}")
            target.verbs[name].patterns.extend(read_string(pattern) for pattern in cast("list[object]", listed))
        except ShapeError as refusal:
            raise at(verb.encode("utf-8", "replace").decode()[:128], refusal) from None


def put_timestamp(target: Any, value: object, _lenient: bool) -> None:
    """An instant in one of the spellings of contract.instants."""
    if not isinstance(value, str):
        raise ShapeError(f"{EXPECTED}, not {kind_of(value)}")
    try:
        target.seconds, target.nanos = read_instant(value)
    except ValueError:
        raise ShapeError(EXPECTED) from None
    target.SetInParent()


def put_mask(target: Any, value: object, _lenient: bool) -> None:
    """Names of fields, comma-separated or as an array, in camelCase or snake_case."""
    names = [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value
    if not isinstance(names, list):
        raise ShapeError(f"must be names of fields, comma-separated, not {kind_of(names)}")
    target.SetInParent()
    for name in cast("list[object]", names):
        target.paths.append(re.sub(r"[A-Z]", lambda found: "_" + found[0].lower(), read_string(name)))


def put_struct(target: Any, value: object, lenient: bool) -> None:
    """A free-form object."""
    value = json_text(value, lenient)
    if not isinstance(value, dict):
        raise ShapeError(f"must be an object, not {kind_of(value)}")
    target.SetInParent()
    fill_struct(target, cast("dict[str, object]", value), MAX_DEPTH)


def put_value(target: Any, value: object, _lenient: bool) -> None:
    """A free-form value of any kind."""
    fill_value(target, value, MAX_DEPTH)


def fill_struct(target: Any, value: dict[str, object], depth: int) -> None:
    """Fills a google.protobuf.Struct."""
    for key, part in value.items():
        try:
            fill_value(target.fields[read_string(key)], part, depth - 1)
        except ShapeError as refusal:
            raise at(key.encode("utf-8", "replace").decode()[:128], refusal) from None


def fill_value(target: Any, value: object, depth: int) -> None:
    """Fills a google.protobuf.Value."""
    if depth < 0:
        raise ShapeError(f"must not be nested deeper than {MAX_DEPTH}")
    if value is None:
        target.null_value = NULL_VALUE
    elif isinstance(value, bool):
        target.bool_value = value
    elif isinstance(value, int | float):
        target.number_value = free_number(value)
    elif isinstance(value, str):
        target.string_value = read_string(value)
    elif isinstance(value, dict):
        target.struct_value.SetInParent()
        fill_struct(target.struct_value, cast("dict[str, object]", value), depth)
    else:
        target.list_value.SetInParent()
        fill_list(target.list_value, cast("list[object]", value), depth)


def fill_list(target: Any, value: list[object], depth: int) -> None:
    """Fills a google.protobuf.ListValue."""
    for index, part in enumerate(value):
        try:
            fill_value(target.values.add(), part, depth - 1)
        except ShapeError as refusal:
            raise at(index, refusal) from None


def free_number(value: float) -> float:
    """A number that a double holds exactly enough to come back as it was."""
    if isinstance(value, int) and abs(value) > EXACT:
        raise ShapeError(f"must be from -{EXACT} to {EXACT}", Reason.OUT_OF_RANGE)
    if not math.isfinite(value):
        raise ShapeError("must be a finite number")
    return float(value)


FREE_FORM: Mapping[str, Callable[[Any, object, bool], None]] = {
    "google.protobuf.Timestamp": put_timestamp,
    "google.protobuf.FieldMask": put_mask,
    "google.protobuf.Struct": put_struct,
    "google.protobuf.Value": put_value,
}
"""Message types that JSON shows otherwise than by their fields."""
