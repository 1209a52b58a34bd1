"""Uploads and downloads, streamed both ways so that no file is held in memory.

The metadata part may come before or after the file. What comes first is sent on as it arrives; a file that precedes its
metadata waits in a spooled temporary file. The stream to the core is ended only after the multipart body ended as it should,
so a body that is cut off stores nothing.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import IO, Any
from urllib.parse import quote

import grpc.aio
import orjson
from aiohttp import BodyPartReader, MultipartReader, web

from memory_core.contract.errors import ApiError, bad_field
from memory_core.contract.gen.memory.v1 import documents_pb2
from memory_core.contract.jsonform import parse
from memory_core.contract.status import from_rpc_error

PIECE = 256 << 10
METADATA_LIMIT = 1 << 20
SPOOL = 4 << 20


@dataclass(slots=True)
class _Part:
    """The file part: its header, and its bytes from the wire or from the spool."""

    filename: str | None
    content_type: str | None
    pieces: AsyncIterator[bytes]


async def send_upload(
    request: web.Request, call: Any, message: type[Any], header: documents_pb2.UploadHeader, limit: int
) -> Any:
    """Feeds a multipart request into an open client-streaming call; the answer of the core."""
    try:
        async for one in _messages(request, message, header, limit):
            await call.write(one)
        await call.done_writing()
        return await call
    except grpc.aio.AioRpcError as error:
        raise from_rpc_error(error) from error
    except asyncio.InvalidStateError:  # the core ended the call before it was through
        try:
            return await call
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from error
    finally:
        call.cancel()


async def _messages(
    request: web.Request, message: type[Any], header: documents_pb2.UploadHeader, limit: int
) -> AsyncIterator[Any]:
    reader = _reader(request)
    meta: dict[str, Any] | None = None
    seen_file = False
    spool: IO[bytes] | None = None
    try:
        async for part in _parts(reader):
            if part.name == "metadata" and meta is None:
                meta = await _metadata(part)
            elif part.name == "file" and not seen_file:
                seen_file = True
                header.content_type = part.headers.get("Content-Type", "")
                header.filename = (part.filename or "").replace("\\", "/").rpartition("/")[2]
                if meta is not None:
                    yield message(header=_with(header, meta))
                    async for piece in _read(part, limit):
                        yield message(chunk=piece)
                else:
                    spool = tempfile.SpooledTemporaryFile(SPOOL)
                    async for piece in _read(part, limit):
                        await asyncio.to_thread(spool.write, piece)
            else:
                await part.release()
        if not seen_file:
            raise bad_field("file", "is missing")
        if spool is not None:
            yield message(header=_with(header, meta or {}))
            await asyncio.to_thread(spool.seek, 0)
            while piece := await asyncio.to_thread(spool.read, PIECE):
                yield message(chunk=piece)
    finally:
        if spool is not None:
            spool.close()


def _reader(request: web.Request) -> MultipartReader:
    if not request.content_type.startswith("multipart/"):
        raise ApiError(
            "UNSUPPORTED_MEDIA_TYPE", "an upload is multipart/form-data", fields=[("file", "needs multipart/form-data")]
        )
    try:
        return MultipartReader(request.headers, request.content)
    except (ValueError, AssertionError) as error:
        raise ApiError(
            "MALFORMED_BODY", "the multipart body has no boundary", fields=[("body", "has no boundary")]
        ) from error


async def _parts(reader: MultipartReader) -> AsyncIterator[BodyPartReader]:
    """Body parts in order. Raises MALFORMED_BODY where the body is not multipart or ends early."""
    while True:
        try:
            part = await reader.next()
        except (ValueError, AssertionError, EOFError, RuntimeError, KeyError, UnicodeError) as error:
            raise _malformed() from error
        if part is None:
            return
        if isinstance(part, BodyPartReader):
            yield part
        else:
            raise _malformed()


async def _read(part: BodyPartReader, limit: int) -> AsyncIterator[bytes]:
    total = 0
    while True:
        try:
            piece = await part.read_chunk(PIECE)
        except (ValueError, AssertionError, EOFError, RuntimeError) as error:
            raise _malformed() from error
        if not piece:
            return
        total += len(piece)
        if total > limit:
            raise ApiError("BODY_TOO_LARGE", f"a file may have at most {limit} bytes", metadata={"limit": str(limit)})
        yield bytes(piece)


async def _metadata(part: BodyPartReader) -> dict[str, Any]:
    raw = bytearray()
    async for piece in _read(part, METADATA_LIMIT):
        raw.extend(piece)
    if not raw.strip():
        return {}
    try:
        value = orjson.loads(bytes(raw))
    except orjson.JSONDecodeError as error:
        raise bad_field("metadata", f"is not valid JSON: {error.msg}") from None
    if not isinstance(value, dict):
        raise bad_field("metadata", "must be a JSON object")
    return value


def _with(header: documents_pb2.UploadHeader, meta: dict[str, Any]) -> documents_pb2.UploadHeader:
    header.metadata.CopyFrom(parse(documents_pb2.UploadMetadata, meta, lenient=False))
    for name in ("content_type", "filename"):
        if not getattr(header, name):
            header.ClearField(name)
    return header


def _malformed() -> ApiError:
    return ApiError(
        "MALFORMED_BODY", "the multipart body is malformed", fields=[("body", "is not well-formed multipart")]
    )


async def send_download(request: web.Request, stream: Any) -> web.StreamResponse:
    """Passes a server stream on as it comes."""
    response: web.StreamResponse | None = None
    try:
        async for message in stream:
            if message.WhichOneof("part") == "header":
                response = _opened(message.header)
                await response.prepare(request)
            elif response is not None:
                await response.write(message.chunk)
    except grpc.aio.AioRpcError as error:
        if response is None:
            raise from_rpc_error(error) from error
        raise  # headers are out: closing the connection is what tells the client
    if response is None:
        raise ApiError("INTERNAL")
    await response.write_eof()
    return response


def _opened(header: documents_pb2.DownloadHeader) -> web.StreamResponse:
    response = web.StreamResponse()
    response.headers["Content-Type"] = header.mime_type or "application/octet-stream"
    response.headers["ETag"] = f'"{header.content_hash}"'
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Content-Disposition"] = _disposition(header.filename)
    response.content_length = header.size_bytes
    return response


def _disposition(filename: str) -> str:
    return f"attachment; filename*=UTF-8''{quote(filename or 'document', safe='')}"
