"""The OpenAPI document: sound by its own rules, complete, and true to what the door does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from gateway_rest.openapi import document
from gateway_rest.routes import ROUTES
from tests.gateway_rest.door import Door
from tests.gateway_rest.fake_core import FakeCore

DOCUMENT = document(ROUTES)
METHODS = {"get", "post", "put", "patch", "delete"}


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(path, method, operation) of all."""
    for path, methods in DOCUMENT["paths"].items():
        yield from ((path, method, operation) for method, operation in methods.items())


def walked(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in it."""
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from walked(part)
    elif isinstance(value, list):
        for part in value:
            yield from walked(part)


def followed(reference: str) -> Any:
    """What a reference points to."""
    at: Any = DOCUMENT
    for step in reference.removeprefix("#/").split("/"):
        at = at[step]
    return at


async def test_it_is_served_without_a_key(door: Door) -> None:
    reply = await door.send("GET", "/api/v1/openapi.json", headers={"Authorization": None})
    assert (reply.status, reply.body) == (200, DOCUMENT)
    assert reply.headers["Content-Type"].startswith("application/json")


def test_every_route_is_in_it_and_nothing_else() -> None:
    served = {(route.path, route.method.lower()) for route in ROUTES}
    pages = {("/api/v1/health", "get"), ("/api/v1/openapi.json", "get")}
    assert {(path, method) for path, method, _ in operations()} == served | pages
    assert {method for _, method, _ in operations()} <= METHODS


def test_operation_ids_are_unique() -> None:
    ids = [operation["operationId"] for _, _, operation in operations()]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[a-z][A-Za-z]+", one) for one in ids)


def test_path_parameters_are_those_of_the_path() -> None:
    for path, _, operation in operations():
        told = [one["name"] for one in operation.get("parameters", []) if one["in"] == "path"]
        assert told == re.findall(r"\{(\w+)\}", path)


def test_every_reference_leads_somewhere_and_every_component_is_used() -> None:
    references = {one["$ref"] for one in walked(DOCUMENT) if "$ref" in one}
    assert all(isinstance(followed(reference), dict) for reference in references)
    used = {reference.rpartition("/")[2] for reference in references}
    assert set(DOCUMENT["components"]["schemas"]) == used | {"Problem"}


def test_no_component_serves_both_requests_and_answers() -> None:
    def reached(value: Any, seen: set[str]) -> set[str]:
        for one in walked(value):
            reference = one.get("$ref", "")
            if "/schemas/" in reference and reference not in seen:
                seen.add(reference)
                reached(followed(reference), seen)
        return seen

    asked = reached([operation.get("requestBody") for _, _, operation in operations()], set())
    answered = reached([operation["responses"] for _, _, operation in operations()], set())
    assert not asked & answered


def test_every_operation_tells_its_failures() -> None:
    for path, _, operation in operations():
        responses = operation["responses"]
        done = [status for status in responses if status.startswith("2")]
        assert done
        if path.endswith(("/health", "/openapi.json")):
            assert operation["security"] == []
            continue
        assert {"400", "401", "403", "429", "503", "default"} <= set(responses)
        assert "application/problem+json" in responses["400"]["content"]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/me", None),
        ("GET", "/keys", None),
        ("GET", "/scopes", None),
        ("GET", "/inspect?ref=document:1", None),
        ("GET", "/api/v1/contexts", None),
        ("GET", "/api/v1/contexts/dev", None),
        ("POST", "/query", {"query": "x"}),
        ("POST", "/facts", {"text": "x"}),
        ("POST", "/keys", {}),
        ("POST", "/scopes", {"path": "org/a"}),
    ],
)
async def test_answers_are_what_it_says(core: FakeCore, door: Door, method: str, path: str, body: object) -> None:
    reply = await door.send(method, path, body)
    full = path.partition("?")[0] if path.startswith("/api") else "/api/v1/{context_id}" + path.partition("?")[0]
    full = full.replace("/contexts/dev", "/contexts/{context_id}")
    response = DOCUMENT["paths"][full][method.lower()]["responses"][str(reply.status)]
    assert not list(faults(reply.body, response["content"]["application/json"]["schema"], "answer"))


KINDS: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
}


def faults(value: Any, schema: dict[str, Any], at: str) -> Iterator[str]:
    """Where a value is not as its schema says: as much of JSON Schema as the document uses of answers."""
    if "$ref" in schema:
        yield from faults(value, followed(schema["$ref"]), at)
    elif "oneOf" in schema:
        fitting = [one for one in schema["oneOf"] if not list(faults(value, one, at))]
        yield from [] if len(fitting) == 1 else [f"{at}: {len(fitting)} choices fit"]
    elif "allOf" in schema:
        for one in schema["allOf"]:
            yield from faults(value, one, at)
    elif "const" in schema or "enum" in schema:
        yield from [] if value in schema.get("enum", [schema.get("const")]) else [f"{at}: {value!r} is no word of it"]
    elif "type" in schema and not isinstance(value, KINDS[schema["type"]]):
        yield f"{at}: not {schema['type']}"
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from faults(part, schema.get("items", {}), f"{at}[{index}]")
    elif isinstance(value, dict):
        yield from members(value, schema, at)


def members(value: dict[str, Any], schema: dict[str, Any], at: str) -> Iterator[str]:
    """The same for the members of an object; `kind`, which tells choices apart, is not listed with them."""
    known, more = schema.get("properties", {}), schema.get("additionalProperties", {})
    yield from (f"{at}: no {name}" for name in schema.get("required", []) if name not in value)
    for name, part in value.items():
        if "type" in schema and known and name not in known and name != "kind":
            yield f"{at}: {name} is not told"
        yield from faults(part, known.get(name, more), f"{at}.{name}")
