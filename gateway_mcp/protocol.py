"""JSON-RPC and the two eras of MCP: what a message is, which era it belongs to, and what its envelope must be.

Legacy revisions open with a handshake; the modern one is stateless and carries its version and the client's
capabilities in every request. A request is modern when its `_meta` holds one of the modern keys or its version header
names the modern revision; everything else is legacy.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

LEGACY = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
BATCHING = "2025-03-26"
"""The one revision with batches, and the one that a missing header means."""
MODERN = "2026-07-28"
META = "io.modelcontextprotocol/"
VERSION_KEY, CAPABILITIES_KEY = META + "protocolVersion", META + "clientCapabilities"
MODERN_KEYS = frozenset({VERSION_KEY, CAPABILITIES_KEY, META + "clientInfo", META + "logLevel"})
"""Others under the same prefix, such as related-task, are older than the modern era."""
VERSION_HEADER, METHOD_HEADER, NAME_HEADER = "mcp-protocol-version", "mcp-method", "mcp-name"

PARSE_ERROR, INVALID_REQUEST, NO_METHOD, BAD_PARAMS = -32700, -32600, -32601, -32602
HEADER_MISMATCH, UNSUPPORTED_VERSION = -32020, -32022

Object = dict[str, Any]
"""A decoded JSON object."""


class RpcError(Exception):
    """A JSON-RPC error, with the HTTP status that it travels under."""

    def __init__(self, code: int, message: str, *, http: int = 200, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.http, self.data = code, message, http, data

    def body(self, ident: object) -> Object:
        """The message that is sent."""
        return error_body(self.code, self.message, ident, self.data)


@dataclass(frozen=True, slots=True)
class Call:
    """One request or notification whose envelope is in order."""

    method: str
    params: Object
    ident: int | str | None
    """None: a notification."""
    modern: bool

    @property
    def progress_token(self) -> int | str | None:
        """Where the caller wants progress sent; None: nowhere."""
        return _text_or_whole(object_in(self.params, "_meta").get("progressToken"))


def error_body(code: int, message: str, ident: object = None, data: Mapping[str, Any] | None = None) -> Object:
    """A JSON-RPC error message; without an id where the request had none that can be told."""
    error: Object = {"code": code, "message": message}
    if data is not None:
        error["data"] = dict(data)
    return {"jsonrpc": "2.0", "id": ident, "error": error}


def as_object(value: object) -> Object | None:
    """The value where it is a JSON object."""
    return cast("Object", value) if isinstance(value, dict) else None


def object_in(value: object, name: str) -> Object:
    """The object under a name in an object; an empty one where there is none."""
    return as_object((as_object(value) or {}).get(name)) or {}


def ident_of(message: object) -> int | str | None:
    """The id that an error may be sent under; None where there is none that is allowed."""
    return _text_or_whole((as_object(message) or {}).get("id"))


def wants_progress(message: object) -> bool:
    """Whether the caller asks to be told of progress."""
    meta = object_in(object_in(message, "params"), "_meta")
    return _text_or_whole(meta.get("progressToken")) is not None


def is_reply(message: object) -> bool:
    """Whether it is a response; this server asks nothing, so it is accepted and dropped."""
    given = as_object(message) or {}
    return "method" not in given and ("result" in given or "error" in given)


def is_modern(message: object, headers: Mapping[str, str]) -> bool:
    """Whether a message belongs to the stateless era; a malformed one belongs to what its header says."""
    meta = object_in(object_in(message, "params"), "_meta")
    return headers.get(VERSION_HEADER) == MODERN or not MODERN_KEYS.isdisjoint(meta)


def read_call(message: object, headers: Mapping[str, str]) -> Call:
    """Checks the envelope of one message. Raises RpcError. `headers` have lower-case names."""
    given = as_object(message) or {}
    method = given.get("method")
    if given.get("jsonrpc") != "2.0" or not isinstance(method, str):
        raise RpcError(INVALID_REQUEST, "not a JSON-RPC 2.0 request", http=400)
    ident, notification = ident_of(given), "id" not in given
    if ident is None and not notification:
        raise RpcError(INVALID_REQUEST, "id must be a string or a whole number", http=400)
    if notification and not method.startswith("notifications/"):
        raise RpcError(INVALID_REQUEST, "a request needs an id", http=400)
    params = as_object(given.get("params") if given.get("params") is not None else {})
    if params is None:
        raise RpcError(BAD_PARAMS, "params must be an object", http=400)
    modern = is_modern(given, headers)
    if not modern and headers.get(VERSION_HEADER, BATCHING) not in LEGACY:
        named = headers[VERSION_HEADER][:40]
        raise RpcError(INVALID_REQUEST, f"unsupported protocol version {named!r}", http=400)
    if modern and not notification:
        _check_modern(method, params, headers)
    return Call(method, params, ident, modern)


def _check_modern(method: str, params: Object, headers: Mapping[str, str]) -> None:
    """Each request repeats its version, method and tool in headers that must agree with the body."""
    meta = object_in(params, "_meta")
    named = meta.get(VERSION_KEY)
    if not isinstance(named, str):
        raise RpcError(BAD_PARAMS, f"_meta needs {VERSION_KEY}", http=400)
    if headers.get(VERSION_HEADER) != named:
        raise RpcError(HEADER_MISMATCH, "MCP-Protocol-Version differs from _meta", http=400)
    if named != MODERN:
        data = {"supported": [MODERN], "requested": named}
        raise RpcError(UNSUPPORTED_VERSION, "unsupported protocol version", http=400, data=data)
    if as_object(meta.get(CAPABILITIES_KEY)) is None:
        raise RpcError(BAD_PARAMS, f"_meta needs {CAPABILITIES_KEY}", http=400)
    if headers.get(METHOD_HEADER, "").strip() != method:
        raise RpcError(HEADER_MISMATCH, "Mcp-Method differs from the method", http=400)
    name = params.get("name")
    if method == "tools/call" and isinstance(name, str) and decoded_name(headers.get(NAME_HEADER)) != name.strip():
        raise RpcError(HEADER_MISMATCH, "Mcp-Name differs from the tool's name", http=400)


def decoded_name(value: str | None) -> str | None:
    """A header that may be written as =?base64?...?=; None when it is missing or can't be read."""
    if value is None:
        return None
    value = value.strip()
    if not (value.startswith("=?base64?") and value.endswith("?=")):
        return value
    try:
        return base64.b64decode(value[9:-2], validate=True).decode().strip()
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return None


def _text_or_whole(value: object) -> int | str | None:
    return value if isinstance(value, int | str) and not isinstance(value, bool) else None
