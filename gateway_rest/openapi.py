"""An OpenAPI document made from the route table and the protos' descriptors, so that it can't tell of anything else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from gateway_rest.problem import CONTENT_TYPE
from gateway_rest.routes import HEALTH, OPENAPI, Route
from gateway_rest.schemas import Schema, Schemas, rules_of
from memory_core.contract.errors import Reason
from memory_core.contract.gen.memory.v1 import documents_pb2

PROBLEM = "Problem"
JSON = "application/json"
REASONS: Mapping[int, str] = {
    400: "Something in the request is malformed or out of bounds; `errors` names it.",
    401: "The key is missing, unknown, or not for this context.",
    403: "Not granted.",
    404: "There is no such thing, or it can't be seen.",
    409: "The name is taken, or the Idempotency-Key was used with another body or is still being answered.",
    413: "Too large; the message says the bound.",
    415: "Not a type that can be read.",
    422: "A scope that is not registered.",
    429: "Too many requests; see Retry-After.",
    503: "Not available for now; see Retry-After.",
}
_IDEMPOTENCY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "A repeat with the same key and body within 24 hours is answered as the first call was, and writes nothing.",
    "schema": {"type": "string"},
}


def document(routes: Sequence[Route]) -> dict[str, Any]:
    """OpenAPI 3.1 for these routes and the door's own pages."""
    schemas = Schemas()
    schemas.components[PROBLEM] = _problem()
    paths: dict[str, Any] = {
        HEALTH.path: {"get": _page("health", "Whether the service is up; needs no key.")},
        OPENAPI.path: {"get": _page("openapi", "This document; needs no key.")},
    }
    names = set[str]()
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schemas, names)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Memory service", "version": "v1"},
        "security": [{"bearer": []}],
        "paths": paths,
        "components": {
            "schemas": schemas.components,
            "responses": {PROBLEM: _failed("Any other failure.")},
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(route: Route, schemas: Schemas, names: set[str]) -> dict[str, Any]:
    fields = route.fields.fields_by_name
    parameters: list[Schema] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for name in route.parameters
    ]
    for name in route.query:
        shape, required = schemas.parameter(fields[name]), name in _required(route)
        parameters.append({"name": fields[name].json_name, "in": "query", "required": required, "schema": shape})
    operation: dict[str, Any] = {
        "operationId": _name(route, names),
        "summary": _words(route.call.name),
        "tags": [route.rpc.partition(".")[0]],
        "parameters": [*parameters, *([_IDEMPOTENCY] if route.idempotent else [])],
        "responses": {**_done(route, schemas), **_failures(route)},
    }
    if body := _body(route, schemas):
        operation["requestBody"] = body
    return operation


def _required(route: Route) -> set[str]:
    return {field.name for field in route.fields.fields if rules_of(field).required}


def _name(route: Route, names: set[str]) -> str:
    name = route.call.name[0].lower() + route.call.name[1:]
    if name in names and route.fixed:  # the same RPC behind another path
        name += "".join(value.capitalize() for value in route.fixed.values())
    elif name in names:
        name += "By" + "".join(part.capitalize() for part in route.parameters[-1].split("_"))
    names.add(name)
    return name


def _words(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).capitalize()


def _body(route: Route, schemas: Schemas) -> Schema | None:
    if route.call.client_streaming:
        return _form(route, schemas)
    left_out = frozenset({*route.parameters, *route.query, *route.fixed} - set(route.repeats))
    left = [field.name for field in route.fields.fields if field.name not in left_out]
    if not route.body or not left:
        return None
    shape = schemas.body(route.fields, left_out)
    return {"required": bool(_required(route) & set(left)), "content": {JSON: {"schema": shape}}}


def _form(route: Route, schemas: Schemas) -> Schema:
    described: Any = documents_pb2.UploadMetadata.DESCRIPTOR
    metadata = schemas.body(described, frozenset())
    file = {"type": "string", "contentMediaType": "application/octet-stream"}
    shape = {
        "type": "object",
        "properties": {"metadata": metadata, "file": file},
        "required": ["file"],
        "additionalProperties": False,
    }
    encoding = {"metadata": {"contentType": JSON}}
    return {
        "required": route.method == "POST",
        "content": {"multipart/form-data": {"schema": shape, "encoding": encoding}},
    }


def _done(route: Route, schemas: Schemas) -> Schema:
    if route.call.server_streaming:
        return {
            "200": {
                "description": "The file, byte for byte.",
                "content": {"*/*": {"schema": {"type": "string", "format": "binary"}}},
            }
        }
    if route.status == 204:
        return {"204": {"description": "Done; nothing is there any more."}}
    answer = route.call.output_type
    shape = (
        schemas.answer_field(answer.fields_by_name[route.show], route.snake)
        if route.show
        else schemas.answer(answer, route.snake)
    )
    content = {JSON: {"schema": shape}}
    if route.created:
        return {
            "201": {"description": "Made.", "content": content},
            "200": {"description": "It was there.", "content": content},
        }
    return {str(route.status): {"description": "Done.", "content": content}}


def _failures(route: Route) -> Schema:
    own = {400, 401, 403, 429, 503}
    if len(route.parameters) > 1 or route.rpc.startswith("admin.") or "ref" in route.query:
        own.add(404)
    if route.idempotent or route.status == 201:
        own.add(409)
    if route.body or route.call.client_streaming:
        own |= {413, 422}
    if route.call.client_streaming:
        own.add(415)
    listed = {str(status): _failed(REASONS[status]) for status in sorted(own)}
    return {**listed, "default": {"$ref": f"#/components/responses/{PROBLEM}"}}


def _failed(description: str) -> Schema:
    return {
        "description": description,
        "content": {CONTENT_TYPE: {"schema": {"$ref": f"#/components/schemas/{PROBLEM}"}}},
    }


def _page(name: str, description: str) -> Schema:
    content = {JSON: {"schema": {"type": "object"}}}
    responses: Schema = {"200": {"description": description, "content": content}}
    if name == "health":
        responses["503"] = {"description": "The core does not serve.", "content": content}
    return {"operationId": name, "summary": description, "security": [], "responses": responses}


def _problem() -> Schema:
    text = {"type": "string"}
    row = {"type": "object", "properties": {"field": text, "message": text}, "required": ["field", "message"]}
    properties = {
        **dict.fromkeys(("type", "title", "detail", "message", "instance"), text),
        "status": {"type": "integer"},
        "reason": {"type": "string", "enum": [reason.value for reason in Reason]},
        "errors": {"type": "array", "items": row, "description": "Bad fields, each with what is wrong with it."},
    }
    return {"type": "object", "properties": properties, "required": [name for name in properties if name != "errors"]}
