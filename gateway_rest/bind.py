"""From an HTTP request to a request message: path, query and body, checked by type on the way."""

from __future__ import annotations

import re
from typing import Any, cast
from urllib.parse import parse_qsl

from google.protobuf.message import Message

from gateway_rest.body import json_of
from gateway_rest.match import Found
from gateway_rest.routes import Route
from memory_core.contract.errors import Reason, bad_field
from memory_core.contract.jsonform import parse

_HUMP = re.compile(r"(?<=[a-z0-9])([A-Z])")


def message_of(found: Found, query: str, body: bytes | bytearray) -> Message:
    """The request message. Raises INVALID_ARGUMENT, UNKNOWN_FIELD, OUT_OF_RANGE or MALFORMED_BODY with the field."""
    route = found.route
    value: Any = json_of(body) if route.body else {}
    if value is None and route.nullable:
        value = {}
    if isinstance(value, dict):
        value = _without_address(cast("dict[str, object]", value), found)
    outside = {**route.fixed, **parameters_of(route, query), **found.parameters}
    return parse(route.asked, value, fixed=outside)


def _without_address(value: dict[str, object], found: Found) -> dict[str, object]:
    """The body without what it may repeat of the path. Raises 400 where it contradicts it, or says what only the query
    string says."""
    for name, part in value.items():
        plain = snake(name)
        if plain in found.route.query:
            raise bad_field(name, "is a query parameter, not a field of the body", reason=Reason.UNKNOWN_FIELD)
        if plain in found.route.repeats and part not in (None, found.parameters[plain]):
            raise bad_field(name, "differs from the one in the path")
    return {name: part for name, part in value.items() if snake(name) not in found.route.repeats}


def parameters_of(route: Route, query: str) -> dict[str, str]:
    """Query parameters that the route knows, by the field's name; others are ignored.

    Of two values for one field that differ neither is believed. Bytes that are no UTF-8 become lone surrogates, which
    no field takes.
    """
    out: dict[str, str] = {}
    for name, value in parse_qsl(query, keep_blank_values=True, errors="surrogateescape"):
        plain = route.aliases.get(snake(name), snake(name))
        if plain in route.query and out.setdefault(plain, value) != value:
            raise bad_field(plain, "is given twice with different values")
    return out


def snake(name: str) -> str:
    """camelCase in snake_case."""
    return _HUMP.sub(lambda hump: f"_{hump.group(1).lower()}", name)
