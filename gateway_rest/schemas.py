"""JSON Schemas of what the door reads and writes, made from the descriptors and the rules in the protos."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from memory_core.contract.gen.buf.validate import validate_pb2
from memory_core.contract.jsonvalues import words_of_enum
from memory_core.contract.jsonwrite import CHOICES, shown_if_set

Schema = dict[str, Any]
F = FieldDescriptor
STRINGS: Schema = {"type": "array", "items": {"type": "string"}}
SELECTOR: Schema = {
    "description": 'One path, or a list of alternatives; paths that must all hold are a list in it: "a", ["a", "b"], [["a", "b"]].',
    "oneOf": [{"type": "string"}, {"type": "array", "items": {"oneOf": [{"type": "string"}, STRINGS]}}],
}
FREE: Mapping[str, Schema] = {
    "google.protobuf.Timestamp": {"type": "string", "format": "date-time"},
    "google.protobuf.Struct": {"type": "object"},
    "google.protobuf.Value": {},
    "google.protobuf.FieldMask": {"type": "string", "description": "Names of fields, comma-separated."},
    "memory.v1.ScopeClause": STRINGS,
    "memory.v1.Grants": {"type": "object", "additionalProperties": STRINGS},
}
"""Message types that JSON shows otherwise than by their fields."""
SCALARS: Mapping[int, Schema] = {
    F.TYPE_STRING: {"type": "string"},
    F.TYPE_BOOL: {"type": "boolean"},
    F.TYPE_DOUBLE: {"type": "number", "format": "double"},
    F.TYPE_INT32: {"type": "integer", "format": "int32"},
    F.TYPE_INT64: {"type": "integer", "format": "int64"},
}
BOUNDS = {"gte": "minimum", "lte": "maximum", "gt": "exclusiveMinimum", "lt": "exclusiveMaximum"}


class Schemas:
    """Components by name, filled as they are referred to."""

    def __init__(self) -> None:
        self.components: dict[str, Schema] = {}

    def body(self, message: Descriptor, leave_out: frozenset[str]) -> Schema:
        """What a request message takes in its body."""
        return self._component(f"{message.name}Body", lambda: self._read(message, leave_out))

    def answer(self, message: Descriptor, snake: bool = False) -> Schema:
        """What is shown of an answer."""
        if message.full_name in FREE:
            return FREE[message.full_name]
        return self._component(message.name, lambda: self._written(message, snake))

    def parameter(self, field: FieldDescriptor) -> Schema:
        """A query parameter."""
        return self._read_field(field)

    def answer_field(self, field: FieldDescriptor, snake: bool = False) -> Schema:
        """What one field of an answer shows."""
        return self._many(field, lambda one: self._written_value(one, snake))

    def _component(self, name: str, make: Callable[[], Schema]) -> Schema:
        if name not in self.components:
            self.components[name] = {}  # no message contains itself, but two may contain a third
            self.components[name] = make()
        return {"$ref": f"#/components/schemas/{name}"}

    def _read(self, message: Descriptor, leave_out: frozenset[str] = frozenset()) -> Schema:
        fields = [field for field in message.fields if field.name not in leave_out]
        required = [field.json_name for field in fields if rules_of(field).required]
        properties = {field.json_name: self._read_field(field) for field in fields}
        shape: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
        return {**shape, "required": required} if required else shape

    def _read_field(self, field: FieldDescriptor) -> Schema:
        kind = field.message_type
        if kind is not None and kind.full_name == "memory.v1.ScopeClause":
            return SELECTOR
        shape = self._many(field, self._read_value)
        return {**shape, **constraints(field)}

    def _read_value(self, field: FieldDescriptor) -> Schema:
        kind = field.message_type
        if kind is None:
            return plain(field)
        return FREE.get(kind.full_name) or self._component(kind.name, lambda: self._read(kind))

    def _written(self, message: Descriptor, snake: bool) -> Schema:
        if message.full_name in CHOICES:
            return self._choice(message, snake)
        fields = {field.name if snake else field.json_name: field for field in message.fields}
        # An enum that is not set is left out, as an optional field is.
        required = [
            name
            for name, field in fields.items()
            if not shown_if_set(field) and (field.enum_type is None or field.is_repeated)
        ]
        properties = {name: self.answer_field(field, snake) for name, field in fields.items()}
        return {"type": "object", "properties": properties, "required": required}

    def _choice(self, message: Descriptor, snake: bool) -> Schema:
        _, tag = CHOICES[message.full_name]
        return {
            "oneOf": [
                {
                    "allOf": [
                        self.answer_field(field, snake),
                        {"properties": {tag: {"const": field.name}}, "required": [tag]},
                    ]
                }
                for field in message.fields
            ]
        }

    def _written_value(self, field: FieldDescriptor, snake: bool) -> Schema:
        return plain(field) if field.message_type is None else self.answer(field.message_type, snake)

    def _many(self, field: FieldDescriptor, one: Callable[[FieldDescriptor], Schema]) -> Schema:
        """The field's schema: of a map, an array or a single value."""
        kind = field.message_type
        if kind is not None and kind.GetOptions().map_entry:
            return {"type": "object", "additionalProperties": one(kind.fields_by_name["value"])}
        return {"type": "array", "items": one(field)} if field.is_repeated else one(field)


def plain(field: FieldDescriptor) -> Schema:
    """A scalar or an enum's words."""
    return enumerated(field.enum_type) if field.enum_type is not None else dict(SCALARS[field.type])


def enumerated(enum: EnumDescriptor) -> Schema:
    """One of the words that JSON has for an enum."""
    return {"type": "string", "enum": list(words_of_enum(enum))}


def rules_of(field: FieldDescriptor) -> validate_pb2.FieldRules:
    """The rules that the proto has for a field."""
    options: Any = field.GetOptions()
    return options.Extensions[validate_pb2.field]


def constraints(field: FieldDescriptor) -> Schema:
    """Bounds of a field in the words of JSON Schema; patterns are left to the server, whose dialect differs."""
    rules: Any = rules_of(field)
    kind = rules.WhichOneof("type")
    if kind is None:
        return {}
    own = getattr(rules, kind)
    if kind == "repeated":
        return {"maxItems": own.max_items} if own.HasField("max_items") else {}
    if kind == "string":
        lengths = {"minLength": "min_len", "maxLength": "max_len"}
        out: Schema = {word: getattr(own, rule) for word, rule in lengths.items() if own.HasField(rule)}
        allowed = list(getattr(own, "in"))
        return {**out, "enum": allowed} if allowed else out
    names = {one.name for one in own.DESCRIPTOR.fields}
    return {word: getattr(own, rule) for rule, word in BOUNDS.items() if rule in names and own.HasField(rule)}
