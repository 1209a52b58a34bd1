"""Uploads, streamed on so that no file is held in memory.

The metadata part may come before or after the file. A file that comes after it is sent on as it arrives; one that comes
first waits in a spooled temporary file. The stream to the core is ended only when the multipart body ended as it should,
so a body that is cut off stores nothing.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import IO, Any, cast

import grpc.aio
import orjson
from aiohttp import BodyPartReader, MultipartReader, web
from aiohttp.http_exceptions import HttpProcessingError

from gateway_rest.body import BOM, body_of, malformed, too_large
from memory_core.contract.errors import ApiError, Reason, bad_field
from memory_core.contract.gen.memory.v1 import documents_pb2
from memory_core.contract.jsonform import parse
from memory_core.contract.status import Ending, from_rpc_error

PIECE = 256 << 10
METADATA_LIMIT = 1 << 20
SPOOL = 4 << 20
"""Bytes of a waiting file that are held in memory."""
_BROKEN = (ValueError, AssertionError, EOFError, RuntimeError, KeyError, HttpProcessingError, web.RequestPayloadError)
"""What the multipart reader raises for bodies that are cut off or no multipart."""
_PLAIN_CODINGS = frozenset({"", "7bit", "8bit", "binary"})


class Upload:
    """One multipart request on its way into one client-streaming call."""

    def __init__(
        self,
        request: web.Request,
        call: Any,
        message: Callable[..., Any],
        header: documents_pb2.UploadHeader,
        spool_limit: int,
        before_spooling: Callable[[], Awaitable[None]],
    ) -> None:
        self._request, self._call, self._message, self._header = request, call, message, header
        self._spool_limit, self._before_spooling = spool_limit, before_spooling
        self._ending = Ending(call)

    async def send(self) -> Any:
        """The answer of the core. Raises its refusal as soon as it comes, or 400, 413, 415 for the body."""
        feeding = asyncio.create_task(self._feed())
        answering = asyncio.create_task(self._answer())
        try:
            await asyncio.wait((feeding, answering), return_when=asyncio.FIRST_COMPLETED)
            if not answering.done() and not _broken_by_core(feeding):
                feeding.result()  # raises what is wrong with the body
            return await answering
        finally:
            self._call.cancel()
            feeding.cancel()
            await asyncio.gather(feeding, answering, return_exceptions=True)

    async def _answer(self) -> Any:
        try:
            return await self._call
        except grpc.aio.AioRpcError as error:
            raise _as_sent(from_rpc_error(self._ending.told or error)) from error

    async def _feed(self) -> None:
        if not await self._asks_to_reprocess():
            await self._parts(_reader(self._request))
        await self._call.done_writing()

    async def _asks_to_reprocess(self) -> bool:
        """A replacement without a body, or with an empty object, is the header alone."""
        request = self._request
        if request.method != "PUT" or (request.can_read_body and request.content_type.startswith("multipart/")):
            return False
        if (await body_of(request, METADATA_LIMIT)).strip() not in (b"", b"{}"):
            return False
        await self._call.write(self._message(header=self._header))
        return True

    async def _parts(self, reader: MultipartReader) -> None:
        meta: dict[str, Any] | None = None
        seen = set[str]()
        waiting = False
        with tempfile.SpooledTemporaryFile(SPOOL) as spool:
            while (part := await _next(reader)) is not None:
                name = _named(part, seen)
                if name == "metadata":
                    meta = await _metadata(part)
                    continue
                self._describe(part)
                if meta is not None:
                    await self._send_file(meta, _pieces(part))
                else:
                    waiting = True
                    await self._before_spooling()
                    await self._spool(part, spool)
            if "file" not in seen:
                raise bad_field("file", "is missing")
            if waiting:
                await self._send_file(meta or {}, _spooled(spool))

    def _describe(self, part: BodyPartReader) -> None:
        if part.headers.get("Content-Transfer-Encoding", "").strip().lower() not in _PLAIN_CODINGS:
            raise bad_field("file", "must not have a transfer encoding")
        if kind := _shown(part.headers.get("Content-Type", "")):
            self._header.content_type = kind
        if filename := _shown(part.filename or "").replace("\\", "/").rpartition("/")[2]:
            self._header.filename = filename

    async def _send_file(self, meta: dict[str, Any], pieces: AsyncIterator[bytes]) -> None:
        self._header.metadata.CopyFrom(_parsed(meta))
        await self._call.write(self._message(header=self._header))
        empty = True
        async for piece in pieces:
            empty = False
            await self._call.write(self._message(chunk=piece))
        if empty:  # an empty file is not the same as none
            await self._call.write(self._message(chunk=b""))

    async def _spool(self, part: BodyPartReader, spool: IO[bytes]) -> None:
        total = 0
        async for piece in _pieces(part):
            total += len(piece)
            if total > self._spool_limit:
                raise too_large("a file that comes before its metadata", self._spool_limit)
            await asyncio.to_thread(spool.write, piece)


def _as_sent(error: ApiError) -> ApiError:
    """The core's refusal of a header, with the names that its fields have in the metadata part."""
    fields = [(field.removeprefix("header.").removeprefix("metadata."), text) for field, text in error.fields]
    message = error.message.replace("header.metadata.", "").replace("header.", "") if fields else error.message
    return ApiError(error.reason, message, fields=fields, metadata=error.metadata, retry_after=error.retry_after)


def _broken_by_core(feeding: asyncio.Task[None]) -> bool:
    """Whether writing failed because the call has ended: then the call says why."""
    return isinstance(feeding.exception(), asyncio.InvalidStateError | grpc.aio.AioRpcError | grpc.aio.InternalError)


def _reader(request: web.Request) -> MultipartReader:
    if not request.content_type.startswith("multipart/"):
        told = "an upload is multipart/form-data with a part named file"
        raise ApiError("UNSUPPORTED_MEDIA_TYPE", told, fields=[("file", "needs multipart/form-data")])
    try:
        return MultipartReader(request.headers, request.content)
    except (ValueError, AssertionError) as error:
        raise malformed("has no boundary") from error


async def _next(reader: MultipartReader) -> BodyPartReader | None:
    """The next part; None after the closing boundary. Raises MALFORMED_BODY."""
    try:
        part = await reader.next()
    except _BROKEN as error:
        raise malformed("is not well-formed multipart") from error
    if part is not None and not isinstance(part, BodyPartReader):
        raise malformed("has parts within parts")
    return part


def _named(part: BodyPartReader, seen: set[str]) -> str:
    """The name of a part: file or metadata, each once."""
    name = _shown(part.name or "")
    if not name:
        raise malformed("has a part without a name")
    if name not in ("file", "metadata"):
        raise bad_field(name, "is not a part of an upload", reason=Reason.UNKNOWN_FIELD)
    if name in seen:
        raise bad_field(name, "is given twice")
    seen.add(name)
    return name


async def _pieces(part: BodyPartReader) -> AsyncIterator[bytes]:
    """The bytes of a part. Raises MALFORMED_BODY where the body ends early."""
    while True:
        try:
            piece = await part.read_chunk(PIECE)
        except _BROKEN as error:
            raise malformed("is not well-formed multipart") from error
        if not piece:
            return
        yield bytes(piece)


async def _spooled(spool: IO[bytes]) -> AsyncIterator[bytes]:
    await asyncio.to_thread(spool.seek, 0)
    while piece := await asyncio.to_thread(spool.read, PIECE):
        yield piece


async def _metadata(part: BodyPartReader) -> dict[str, Any]:
    raw = bytearray()
    async for piece in _pieces(part):
        raw += piece
        if len(raw) > METADATA_LIMIT:
            raise too_large("metadata", METADATA_LIMIT)
    if not raw.strip():
        return {}
    try:
        value = orjson.loads(raw.removeprefix(BOM))
    except orjson.JSONDecodeError as error:
        raise bad_field("metadata", f"is not valid JSON: {error.msg}") from None
    if not isinstance(value, dict):
        raise bad_field("metadata", "must be a JSON object")
    return cast("dict[str, Any]", value)


def _parsed(meta: dict[str, Any]) -> documents_pb2.UploadMetadata:
    return parse(documents_pb2.UploadMetadata, meta, root="metadata")


def _shown(text: str) -> str:
    """Text of a header as UTF-8 that a message can hold."""
    return text.encode("utf-8", "replace").decode().replace("\x00", "")
