"""An OpenAPI document made from the route table and the protos' descriptors, so that it can't tell of anything else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from gateway_rest.routes import Route

_SCALARS = {
    FieldDescriptor.CPPTYPE_STRING: {"type": "string"},
    FieldDescriptor.CPPTYPE_BOOL: {"type": "boolean"},
    FieldDescriptor.CPPTYPE_DOUBLE: {"type": "number"},
    FieldDescriptor.CPPTYPE_FLOAT: {"type": "number"},
}
_WELL_KNOWN: dict[str, dict[str, Any]] = {
    "google.protobuf.Timestamp": {"type": "string", "format": "date-time"},
    "google.protobuf.Struct": {"type": "object"},
    "google.protobuf.Value": {},
    "google.protobuf.FieldMask": {"type": "string"},
    "memory.v1.ScopeClause": {"type": "array", "items": {"type": "string"}},
    "memory.v1.Grants": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}},
}


def document(routes: Sequence[Route]) -> dict[str, Any]:
    """OpenAPI 3.1 for these routes."""
    schemas: dict[str, Any] = {}
    paths: dict[str, Any] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Memory service", "version": "v1"},
        "security": [{"bearer": []}],
        "paths": paths,
        "components": {"schemas": schemas, "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}}},
    }


def _operation(route: Route, schemas: dict[str, Any]) -> dict[str, Any]:
    asked = route.request.DESCRIPTOR
    in_path = re.findall(r"\{(\w+)\}", route.path)
    parameters = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in in_path]
    fields = asked.fields_by_name
    parameters += [
        {"name": fields[name].json_name, "in": "query", "required": False, "schema": _field(fields[name], schemas)}
        for name in route.query
    ]
    operation: dict[str, Any] = {
        "operationId": f"{asked.name.removesuffix('Request')}_{'_'.join(route.segments[2:])}".replace("{", "").replace(
            "}", ""
        ),
        "parameters": parameters,
        "responses": {
            str(route.status): {"description": "Done"},
            "default": {"description": "application/problem+json"},
        },
    }
    if route.body:
        name = f"{asked.name}Body"
        schemas[name] = _object(asked, schemas, leave_out=frozenset({*in_path, *route.query}))
        operation["requestBody"] = {
            "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
        }
    return operation


def _object(kind: Descriptor, schemas: dict[str, Any], leave_out: frozenset[str] = frozenset()) -> dict[str, Any]:
    fields = [one for one in kind.fields if one.name not in leave_out]
    return {
        "type": "object",
        "properties": {one.json_name: _field(one, schemas) for one in fields},
        "additionalProperties": False,
    }


def _field(one: FieldDescriptor, schemas: dict[str, Any]) -> dict[str, Any]:
    if one.message_type is not None and one.message_type.GetOptions().map_entry:
        return {"type": "object", "additionalProperties": _single(one.message_type.fields_by_name["value"], schemas)}
    single = _single(one, schemas)
    return {"type": "array", "items": single} if one.is_repeated else single


def _single(one: FieldDescriptor, schemas: dict[str, Any]) -> dict[str, Any]:
    if one.enum_type is not None:
        prefix = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", one.enum_type.name).upper() + "_"
        words = [value.name.removeprefix(prefix).lower() for value in one.enum_type.values if value.number]
        return {"type": "string", "enum": words}
    if one.message_type is None:
        return _SCALARS.get(one.cpp_type, {"type": "integer"})
    name = one.message_type.full_name
    if name in _WELL_KNOWN:
        return _WELL_KNOWN[name]
    if one.message_type.name not in schemas:
        schemas[one.message_type.name] = {}
        schemas[one.message_type.name] = _object(one.message_type, schemas)
    return {"$ref": f"#/components/schemas/{one.message_type.name}"}
