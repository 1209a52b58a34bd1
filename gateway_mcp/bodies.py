"""A posted body as JSON, and base64 as bytes, without holding the event loop.

Parsers keep the interpreter to themselves, in a thread as well: one of 68 MB for a tenth of a second. A large upload is
nearly all one string, so that string is cut out before the rest is parsed, and decoded piece by piece in a thread.
"""

from __future__ import annotations

import asyncio
import binascii
import re
import secrets
from typing import cast

import orjson

from gateway_mcp.protocol import INVALID_REQUEST, PARSE_ERROR, RpcError, object_in
from memory_core.contract.errors import bad_field

ARGUMENTS = ("bytes_base64", "bytesBase64")
LARGE = 256 << 10
"""Bytes beyond which work leaves the event loop."""
JSON_LIMIT = 16 << 20
"""Bytes of a message beside an upload; the bound of JSON on every door."""
PIECE = 256 << 10
_KEY = re.compile(rb'"bytes_?[bB]ase64"\s*:\s*"')
_STAND_IN = secrets.token_hex(16)
"""What stands in the place of what was cut out; nobody outside can know it."""


async def parsed(body: bytes | bytearray) -> object:
    """The value that a body spells; a large base64 argument in it is a memoryview. Raises RpcError."""
    if len(body) <= LARGE:
        return _loads(body)
    rest, cut = _without_upload(body)
    if len(rest) > JSON_LIMIT and not any(f'"{name}"'.encode() in body for name in ARGUMENTS):
        raise RpcError(INVALID_REQUEST, f"a message may have at most {JSON_LIMIT} bytes beside an upload", http=413)
    message = await asyncio.to_thread(_loads, rest)
    if cut is None:
        return message
    arguments = object_in(object_in(message, "params"), "arguments")
    names = [name for name in ARGUMENTS if arguments.get(name) == _STAND_IN]
    if not names:  # it stood elsewhere
        return await asyncio.to_thread(_loads, body)
    arguments[names[0]] = cut
    return message


def _loads(body: bytes | bytearray) -> object:
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        raise RpcError(PARSE_ERROR, "not valid JSON", http=400) from None


def _without_upload(body: bytes | bytearray) -> tuple[bytes | bytearray, memoryview[int] | None]:
    """The body with a stand-in for the large value of a base64 argument, and that value; a value with escapes stays."""
    at = next((at for name in ARGUMENTS if (at := body.find(f'"{name}"'.encode())) > 0), 0)
    found = _KEY.match(body, at) if at > 0 and body[at - 1 : at] != b"\\" else None
    if found is None:
        return body, None
    start = found.end()
    end = body.find(b'"', start)
    if end - start < LARGE or body.find(b"\\", start, end) >= 0:
        return body, None
    return body[:start] + _STAND_IN.encode() + body[end:], memoryview(body)[start:end]


async def decoded(given: object, name: str = ARGUMENTS[0]) -> bytes | bytearray:
    """The bytes of a base64 argument; white space in it is passed over. Raises INVALID_ARGUMENT."""
    if given is None:
        raise bad_field(name, "is required")
    if not isinstance(given, str | memoryview):
        raise bad_field(name, "must be a string of base64")
    text = cast("str | memoryview[int]", given)
    try:
        return await asyncio.to_thread(_decode, text) if len(text) > LARGE else _decode(text)
    except ValueError:
        raise bad_field(name, "is not valid base64") from None


def _decode(given: str | memoryview[int]) -> bytearray:
    text = memoryview(given.encode("ascii")) if isinstance(given, str) else given
    out, carried = bytearray(), b""
    for at in range(0, len(text), PIECE):
        piece = carried + bytes(text[at : at + PIECE]).translate(None, b" \t\r\n")
        # The last whole group waits for the next round: padding is only right in the very last one.
        whole = max(0, len(piece) - len(piece) % 4 - 4)
        if b"=" in piece[:whole]:
            raise ValueError("padding before the end")
        out += binascii.a2b_base64(piece[:whole], strict_mode=True)
        carried = piece[whole:]
    return out + binascii.a2b_base64(carried, strict_mode=True)
