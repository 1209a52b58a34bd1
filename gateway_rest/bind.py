"""From an HTTP request to a request message: path, query and body, checked by type on the way."""

from __future__ import annotations

import re
from typing import Any

import orjson
from aiohttp import web
from google.protobuf.message import Message

from gateway_rest.match import Found
from memory_core.contract.errors import ApiError, Reason, bad_field
from memory_core.contract.jsonform import parse

_HUMP = re.compile(r"(?<=[a-z0-9])([A-Z])")


async def body_of(request: web.Request, limit: int) -> bytes:
    """The whole body. Raises BODY_TOO_LARGE."""
    too_large = ApiError(
        "BODY_TOO_LARGE", f"a JSON body may have at most {limit} bytes", metadata={"limit": str(limit)}
    )
    if (request.content_length or 0) > limit:
        raise too_large
    body = bytearray()
    async for piece in request.content.iter_any():
        body.extend(piece)
        if len(body) > limit:
            raise too_large
    return bytes(body)


def message_of(found: Found, query: list[tuple[str, str]], body: bytes) -> Message:
    """The request message. Raises INVALID_ARGUMENT, UNKNOWN_FIELD or MALFORMED_BODY with the field."""
    route = found.route
    message = parse(route.request, _json(body, found), lenient=False) if route.body else route.request()
    outside = {**_parameters(route.query, query), **found.parameters}
    if outside:
        message.MergeFrom(parse(route.request, outside, lenient=True))
    return message


def _json(body: bytes, found: Found) -> dict[str, Any]:
    if not body.strip():
        return {}
    try:
        value = orjson.loads(body.removeprefix(b"\xef\xbb\xbf"))
    except orjson.JSONDecodeError as error:
        raise ApiError(
            "MALFORMED_BODY", f"the body is not valid JSON: {error.msg}", fields=[("body", error.msg)]
        ) from None
    if value is None and not found.route.request.DESCRIPTOR.fields_by_name.get("query"):
        return {}
    if not isinstance(value, dict):
        raise bad_field("body", "must be a JSON object")
    for name in value:
        if snake(name) in found.parameters or snake(name) in found.route.query:
            raise bad_field(name, "is not a field of the body", reason=Reason.UNKNOWN_FIELD)
    return value


def _parameters(fields: tuple[str, ...] | list[str] | Any, query: list[tuple[str, str]]) -> dict[str, str]:
    """Query parameters that the route knows; others are ignored, and of two spellings that differ neither is believed."""
    out: dict[str, str] = {}
    for name, value in query:
        plain = snake(name)
        if plain not in fields:
            continue
        if plain in out and out[plain] != value:
            raise bad_field(plain, "is given twice with different values")
        out[plain] = value
    return out


def snake(name: str) -> str:
    """camelCase in snake_case."""
    return _HUMP.sub(lambda hump: f"_{hump.group(1).lower()}", name)
