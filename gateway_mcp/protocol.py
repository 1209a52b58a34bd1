"""JSON-RPC and the two eras of MCP: what a message is, which era it belongs to, and what its envelope must be.

Legacy revisions open with a handshake; the modern one is stateless and carries its version and the client's capabilities in
every request. A request is modern when its `_meta` holds one of the modern keys or its version header names the modern
revision; everything else is legacy.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

LEGACY = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
BATCHING = "2025-03-26"
MODERN = "2026-07-28"
META = "io.modelcontextprotocol/"

PARSE_ERROR, INVALID_REQUEST, NO_METHOD, BAD_PARAMS = -32700, -32600, -32601, -32602
HEADER_MISMATCH, UNSUPPORTED_VERSION = -32020, -32022


class RpcError(Exception):
    """A JSON-RPC error, with the HTTP status that it travels under."""

    def __init__(self, code: int, message: str, *, http: int = 200, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.http, self.data = code, message, http, data

    def body(self, ident: object) -> dict[str, Any]:
        """The message that is sent."""
        error: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.data is not None:
            error["data"] = dict(self.data)
        return {"jsonrpc": "2.0", "id": ident, "error": error}


@dataclass(frozen=True, slots=True)
class Call:
    """One request or notification whose envelope is in order."""

    method: str
    params: dict[str, Any]
    ident: int | str | None
    """None: a notification."""
    modern: bool
    version: str

    @property
    def meta(self) -> dict[str, Any]:
        """`_meta` of the params."""
        found = self.params.get("_meta")
        return found if isinstance(found, dict) else {}

    @property
    def progress_token(self) -> int | str | None:
        """Where the caller wants progress sent; None: nowhere."""
        token = self.meta.get("progressToken")
        return token if isinstance(token, int | str) and not isinstance(token, bool) else None


def ident_of(message: object) -> int | str | None:
    """The id that an error may be sent under; None where there is none that is allowed."""
    ident = message.get("id") if isinstance(message, dict) else None
    return ident if isinstance(ident, int | str) and not isinstance(ident, bool) else None


def is_reply(message: object) -> bool:
    """Whether it is a response; this server asks nothing, so it is accepted and dropped."""
    return isinstance(message, dict) and "method" not in message and ("result" in message or "error" in message)


def read_call(message: object, headers: Mapping[str, str]) -> Call:
    """Checks the envelope of one message. Raises RpcError. `headers` have lower-case names."""
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0" or not isinstance(message.get("method"), str):
        raise RpcError(INVALID_REQUEST, "not a JSON-RPC 2.0 request", http=400)
    method: str = message["method"]
    if "id" in message and ident_of(message) is None:
        raise RpcError(INVALID_REQUEST, "id must be a string or a whole number", http=400)
    if "id" not in message and not method.startswith("notifications/"):
        raise RpcError(INVALID_REQUEST, "a request needs an id", http=400)
    params = message.get("params", {})
    if not isinstance(params, dict):
        raise RpcError(BAD_PARAMS, "params must be an object", http=400)
    meta = params.get("_meta")
    keys = [key for key in meta if key.startswith(META)] if isinstance(meta, dict) else []
    if headers.get("mcp-protocol-version") == MODERN or keys:
        _check_modern(method, params, headers, notification="id" not in message)
        return Call(method, params, ident_of(message), True, MODERN)
    version = headers.get("mcp-protocol-version", BATCHING)
    if version not in LEGACY:
        raise RpcError(INVALID_REQUEST, f"unsupported protocol version {version[:40]!r}", http=400)
    return Call(method, params, ident_of(message), False, version)


def _check_modern(method: str, params: dict[str, Any], headers: Mapping[str, str], *, notification: bool) -> None:
    meta = params.get("_meta")
    meta = meta if isinstance(meta, dict) else {}
    named = meta.get(META + "protocolVersion")
    if not notification or META + "protocolVersion" in meta:
        if not isinstance(named, str):
            raise RpcError(BAD_PARAMS, f"_meta needs {META}protocolVersion", http=400)
        if headers.get("mcp-protocol-version") != named:
            raise RpcError(HEADER_MISMATCH, "MCP-Protocol-Version differs from _meta", http=400)
        if named != MODERN:
            data = {"supported": [MODERN], "requested": named}
            raise RpcError(UNSUPPORTED_VERSION, "unsupported protocol version", http=400, data=data)
        if not isinstance(meta.get(META + "clientCapabilities"), dict):
            raise RpcError(BAD_PARAMS, f"_meta needs {META}clientCapabilities", http=400)
    if headers.get("mcp-method", "").strip() != method and not notification:
        raise RpcError(HEADER_MISMATCH, "Mcp-Method differs from the method", http=400)
    name = params.get("name")
    if method == "tools/call" and isinstance(name, str) and decoded_name(headers.get("mcp-name")) != name.strip():
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
