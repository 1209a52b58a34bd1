"""Runs a tool: arguments to a request message, the call to the core, the answer to an outcome.

No HTTP in here: who calls is a `Sender` with the metadata that travels along.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

import grpc.aio
from google.protobuf.message import Message

from gateway_mcp.outcome import Outcome, failed, succeeded
from gateway_mcp.tools import BY_NAME, Tool
from gateway_mcp.words import SAY
from memory_core.contract.client import CoreClient
from memory_core.contract.errors import ApiError, Reason, bad_field
from memory_core.contract.gen.memory.v1 import access_pb2, documents_pb2
from memory_core.contract.jsonform import parse, render
from memory_core.contract.metadata import Metadata
from memory_core.contract.status import from_rpc_error

PIECE = 256 << 10
THREAD_ABOVE = 64 << 10
"""Characters of base64 beyond which decoding leaves the event loop."""
_HUMP = re.compile(r"(?<=[a-z0-9])([A-Z])")

RPCS: dict[str, Callable[[CoreClient], Any]] = {
    "remember": lambda core: core.memory.Remember,
    "recall": lambda core: core.recall.Query,
    "context": lambda core: core.memory.AssembleContext,
    "reflect": lambda core: core.memory.Reflect,
    "forget": lambda core: core.memory.Forget,
    "inspect": lambda core: core.memory.Inspect,
}


@dataclass(frozen=True, slots=True)
class Sender:
    """What travels with a call."""

    metadata: Metadata
    context_id: str = ""
    """From the context header; an argument wins over it."""
    scope: str | None = None
    """Default scope of retired tools, from the scope header."""


class ToolCaller:
    """The tools of one core."""

    def __init__(self, core: CoreClient, deadline_s: float) -> None:
        self.core, self._deadline = core, deadline_s

    async def check_key(self, sender: Sender) -> None:
        """Raises UNAUTHENTICATED for a key that is missing or not valid."""
        await self.send(self.core.access.Whoami, access_pb2.WhoamiRequest(), sender)

    async def run(self, name: str, arguments: object, sender: Sender) -> Outcome:
        """The outcome of a listed tool; failures of the operation are outcomes too. Raises UNAUTHENTICATED alone."""
        tool = BY_NAME[name]
        try:
            given = known_arguments(tool, arguments)
            if sender.context_id:
                given.setdefault("context_id", sender.context_id)
            answer = await (self._upload(given, sender) if tool.message is None else self._ask(tool, given, sender))
        except ApiError as error:
            if error.reason is Reason.UNAUTHENTICATED:
                raise
            return failed(error)
        return succeeded(answer, SAY[name])

    async def send(self, rpc: Any, message: Message, sender: Sender) -> Message:
        """One unary call. Raises ApiError."""
        try:
            return await rpc(message, metadata=sender.metadata, timeout=self._deadline)
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from error

    async def _ask(self, tool: Tool, given: dict[str, Any], sender: Sender) -> dict[str, Any]:
        assert tool.message is not None
        if given.get(tool.needs) is None:
            raise bad_field(tool.needs, "is required")
        message = parse(tool.message, given, lenient=True)
        body = render(await self.send(RPCS[tool.name](self.core), message, sender))
        return _with_trace(tool.name, body)

    async def _upload(self, given: dict[str, Any], sender: Sender) -> dict[str, Any]:
        content = await decoded(given.pop("bytes_base64", None))
        context_id, filename = given.pop("context_id", ""), given.pop("filename", None)
        for name, value in (("context_id", context_id), ("filename", filename)):
            if value is not None and not isinstance(value, str):
                raise bad_field(name, "must be a string")
        header = documents_pb2.UploadHeader(context_id=context_id, filename=filename or None)
        header.metadata.CopyFrom(parse(documents_pb2.UploadMetadata, given, lenient=True))
        message = documents_pb2.UploadDocumentRequest

        async def stream() -> AsyncIterator[documents_pb2.UploadDocumentRequest]:
            yield message(header=header)
            for at in range(0, len(content), PIECE):
                yield message(chunk=content[at : at + PIECE])

        try:
            call = self.core.documents.UploadDocument(stream(), metadata=sender.metadata, timeout=self._deadline)
            answer = await call
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from error
        body = render(answer.upload)
        return {**body, "traceId": answer.trace_id or ""}


def known_arguments(tool: Tool, arguments: object) -> dict[str, Any]:
    """Arguments by the names of request fields. Raises 400 for one that the tool doesn't have."""
    if arguments is None:
        arguments = {}
    if not isinstance(arguments, dict):
        raise bad_field("arguments", "must be an object")
    out: dict[str, Any] = {}
    for name, value in arguments.items():
        plain = _HUMP.sub(lambda hump: f"_{hump.group(1).lower()}", name)
        twin = {"scope": "scopes", "scopes": "scope"}.get(plain)
        if plain not in tool.arguments and twin not in tool.arguments:
            raise bad_field(name[:80], "is not an argument of this tool", reason=Reason.UNKNOWN_FIELD)
        field = "scopes" if plain == "scope" else plain
        if field in out and out[field] != value:
            raise bad_field(name, "is given twice with different values")
        out[field] = value
    if out.get("context_id") is None:
        out.pop("context_id", None)
    return out


async def decoded(given: object) -> bytes:
    """The bytes of a base64 argument."""
    if not isinstance(given, str):
        raise bad_field("bytes_base64", "is required and must be a string")

    def decode() -> bytes:
        return base64.b64decode("".join(given.split()), validate=True)

    try:
        return await asyncio.to_thread(decode) if len(given) > THREAD_ABOVE else decode()
    except (binascii.Error, ValueError):
        raise bad_field("bytes_base64", "is not valid base64") from None


def _with_trace(name: str, body: dict[str, Any]) -> dict[str, Any]:
    inner = body.get("trace")
    trace_id = body.get("traceId") or (inner.get("traceId") if isinstance(inner, dict) else "") or ""
    if name == "inspect":
        return body
    out = {**body, "traceId": trace_id}
    if name == "remember":
        out["trace_id"] = trace_id
    return out
