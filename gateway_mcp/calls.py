"""Runs a tool: arguments to a request message, the call to the core, the answer to an outcome.

No HTTP in here: who calls is a `Sender` with the metadata that travels along.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import grpc.aio
import structlog
from google.protobuf.message import Message
from opentelemetry import propagate

from gateway_mcp.bodies import PIECE, decoded
from gateway_mcp.config import McpConfig
from gateway_mcp.outcome import Outcome, failed, succeeded
from gateway_mcp.protocol import Object, as_object, object_in
from gateway_mcp.tools import BY_NAME, Tool
from gateway_mcp.words import SAY
from memory_core.contract.client import CoreClient
from memory_core.contract.errors import ApiError, Reason, bad_field
from memory_core.contract.gen.memory.v1 import access_pb2, documents_pb2
from memory_core.contract.jsonform import parse, render
from memory_core.contract.metadata import TRACEPARENT, Metadata
from memory_core.contract.status import Ending, from_rpc_error

Tell = Callable[[float, float], None]
"""Told of progress: how much of how much is done."""
Answer = TypeVar("Answer", bound=Message)
STEPS = 10
"""How often an upload tells of its progress, about."""
_HUMP = re.compile(r"(?<=[a-z0-9])([A-Z])")
log: Any = structlog.get_logger(__name__)


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

    def __init__(self, core: CoreClient, config: McpConfig) -> None:
        self.core, self._config = core, config

    async def check_key(self, sender: Sender) -> None:
        """Raises UNAUTHENTICATED for a key that is missing or not valid, or what else the core has against the call."""
        await self.send(self.core.access.Whoami, access_pb2.WhoamiRequest(), sender)

    async def run(self, name: str, arguments: object, sender: Sender, tell: Tell) -> Outcome:
        """The outcome of a listed tool; failures of the operation are outcomes too. Raises UNAUTHENTICATED alone."""
        tool = BY_NAME[name]

        async def work() -> Object:
            given = known_arguments(tool, arguments)
            if sender.context_id:
                given.setdefault("context_id", sender.context_id)
            return await (self._upload(given, sender, tell) if tool.message is None else self._ask(tool, given, sender))

        try:
            return await self.outcome(work, SAY[name])
        except ApiError:
            if not names_context(arguments, sender):
                raise
            await self.check_key(sender)  # raises for a bad key; a good one was asked for another's context
            return failed(ApiError(Reason.CONTEXT_MISMATCH))

    async def outcome(self, work: Callable[[], Any], say: Callable[[Object], str]) -> Outcome:
        """What awaiting `work` comes to. Raises UNAUTHENTICATED alone: that is for the door to answer."""
        try:
            return succeeded(await work(), say)
        except ApiError as error:
            if error.reason is Reason.UNAUTHENTICATED:
                raise
            return failed(error)
        except Exception as error:
            log.exception("tool failed", error=type(error).__name__)
            return failed(ApiError(Reason.INTERNAL))

    async def send(
        self,
        rpc: Callable[..., grpc.aio.UnaryUnaryCall[Any, Answer] | grpc.aio.StreamUnaryCall[Any, Answer]],
        message: Message | AsyncIterator[Message],
        sender: Sender,
        *,
        long: bool = False,
    ) -> Answer:
        """One call with a single answer. Raises ApiError. Cancelling it cancels the call."""
        carried: dict[str, str] = {}
        propagate.inject(carried)
        metadata = [*sender.metadata, *((key, carried[key]) for key in (TRACEPARENT,) if key in carried)]
        timeout = self._config.long_deadline_s if long else self._config.deadline_s
        call = rpc(message, metadata=metadata, timeout=timeout)
        ending = Ending(call)
        try:
            return await call
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(ending.told or error) from error

    async def _ask(self, tool: Tool, given: Object, sender: Sender) -> Object:
        assert tool.message is not None and tool.rpc is not None
        if given.get(tool.needs) is None:
            raise bad_field(tool.needs, "is required")
        message = parse(tool.message, given, lenient=True)
        return with_trace(tool.name, render(await self.send(tool.rpc(self.core), message, sender, long=tool.long)))

    async def _upload(self, given: Object, sender: Sender, tell: Tell) -> Object:
        content = await decoded(given.pop("bytes_base64", None))
        named = {name: given.pop(name) for name in ("context_id", "filename") if name in given}
        header = parse(documents_pb2.UploadHeader, named)
        header.metadata.CopyFrom(parse(documents_pb2.UploadMetadata, given, lenient=True))
        stream = _upload_messages(header, content, tell)
        answer = await self.send(self.core.documents.UploadDocument, stream, sender, long=True)
        return {**render(answer.upload), "traceId": answer.trace_id}


async def _upload_messages(
    header: documents_pb2.UploadHeader, content: bytes | bytearray, tell: Tell
) -> AsyncIterator[documents_pb2.UploadDocumentRequest]:
    yield documents_pb2.UploadDocumentRequest(header=header)
    view, told, step = memoryview(content), 0, max(PIECE, len(content) // STEPS)
    for at in range(0, len(content), PIECE):
        yield documents_pb2.UploadDocumentRequest(chunk=bytes(view[at : at + PIECE]))
        sent = min(at + PIECE, len(content))
        if sent - told >= step:
            tell(sent, len(content))
            told = sent


def arguments_of(value: object) -> Object:
    """The arguments of a call; none at all are the same as an empty object. Raises 400."""
    arguments = {} if value is None else as_object(value)
    if arguments is None:
        raise bad_field("arguments", "must be an object")
    return arguments


def known_arguments(tool: Tool, arguments: object) -> Object:
    """Arguments by the names of request fields, without those that are null. Raises 400 for one that is not known."""
    out: Object = {}
    for name, value in arguments_of(arguments).items():
        plain = _HUMP.sub(lambda hump: f"_{hump.group(1).lower()}", name)
        twin = {"scope": "scopes", "scopes": "scope"}.get(plain)
        if plain not in tool.arguments and twin not in tool.arguments:
            raise unknown_argument(name)
        field = "scopes" if plain == "scope" else plain
        if field in out and out[field] != value:
            raise bad_field(name, "is given twice with different values")
        if value is not None:
            out[field] = value
    return out


def unknown_argument(name: str) -> ApiError:
    """The refusal of an argument that a tool doesn't have."""
    return bad_field(name[:80], "is not an argument of this tool", reason=Reason.UNKNOWN_FIELD)


def with_trace(tool: str, body: Mapping[str, Any]) -> Object:
    """The body with the id of its trace at the top, empty where there is none; under its older name too on remember."""
    trace_id = body.get("traceId") or object_in(body, "trace").get("traceId") or ""
    out = {**body, "traceId": trace_id}
    return {**out, "trace_id": trace_id} if tool == "remember" else out


def names_context(arguments: object, sender: Sender) -> bool:
    """Whether a context was named, in an argument of either spelling or by the header."""
    given: frozenset[object] = frozenset(arguments) if isinstance(arguments, dict) else frozenset()  # pyright: ignore[reportUnknownArgumentType]
    return bool(sender.context_id) or not given.isdisjoint({"context_id", "contextId"})
