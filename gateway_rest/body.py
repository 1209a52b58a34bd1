"""JSON bodies: read within a bound, and parsed without holding the event loop.

Parsers keep the interpreter to themselves for the whole of a body, in a thread as well. Sixteen megabytes of text take
them 20 ms, the same of empty arrays near a second; so the values of a large body are counted first, in small steps.
"""

from __future__ import annotations

import orjson
from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from memory_core.contract.errors import ApiError

LARGE = 64 << 10
"""Bytes beyond which work leaves the event loop."""
MAX_VALUES = 100_000
"""In a large body; a thousand triples with all their fields have a tenth of it."""
BOM = b"\xef\xbb\xbf"
_MARKS = (b",", b"[", b"{")


def too_large(what: str, limit: int) -> ApiError:
    """413, saying the bound."""
    return ApiError("BODY_TOO_LARGE", f"{what} may have at most {limit} bytes", metadata={"limit": str(limit)})


def malformed(text: str) -> ApiError:
    """400 for a body that can't be read; `text` goes on where "the body" ends."""
    return ApiError("MALFORMED_BODY", f"the body {text}", fields=[("body", text)])


async def body_of(request: web.Request, limit: int) -> bytes | bytearray:
    """The whole body. Raises BODY_TOO_LARGE, and MALFORMED_BODY when its transfer or content coding is broken."""
    if (request.content_length or 0) > limit:
        raise too_large("a JSON body", limit)
    body = bytearray()
    try:
        async for piece in request.content.iter_any():
            body += piece
            if len(body) > limit:
                raise too_large("a JSON body", limit)
    except (web.RequestPayloadError, HttpProcessingError) as error:
        raise malformed("is not encoded as its headers say") from error
    return body


def json_of(body: bytes | bytearray) -> object:
    """The value that a body spells; blank is an empty object. Raises MALFORMED_BODY."""
    body = body.removeprefix(BOM)
    if len(body) > LARGE and has_too_many_values(body):
        raise malformed(f"has more than {MAX_VALUES} values")
    if len(body) <= LARGE and not body.strip():
        return {}
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise malformed(f"is not valid JSON: {error.msg}") from None


def has_too_many_values(body: bytes | bytearray) -> bool:
    """Whether more than MAX_VALUES commas and opening brackets stand outside of strings."""
    count, at = 0, 0
    while at < len(body):
        quote = body.find(b'"', at)
        end = len(body) if quote < 0 else quote
        count += sum(body.count(mark, at, end) for mark in _MARKS)
        if count > MAX_VALUES:
            return True
        at = _after_string(body, end + 1)
    return False


def _after_string(body: bytes | bytearray, at: int) -> int:
    """Where a string ends that begins at `at`."""
    while (quote := body.find(b'"', at)) >= 0:
        before = body[at:quote]
        if (len(before) - len(before.rstrip(b"\\"))) % 2 == 0:
            return quote + 1
        at = quote + 1  # that one was escaped
    return len(body)
