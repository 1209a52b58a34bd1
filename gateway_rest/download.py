"""Downloads, passed on as they come from the core."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import grpc.aio
import structlog
from aiohttp import web

from memory_core.contract.errors import ApiError
from memory_core.contract.gen.memory.v1 import documents_pb2
from memory_core.contract.status import from_rpc_error

log: Any = structlog.get_logger(__name__)
OPAQUE = "application/octet-stream"
_MEDIA_TYPE = re.compile(r"[\w.+-]+/[\w.+-]+(?:\s*;\s*[\w-]+=[\w.+-]+)*", re.ASCII)


async def send_download(request: web.Request, stream: Any) -> web.StreamResponse:
    """The file with its type and name; what is kept of the stream is cancelled with the request."""
    response: web.StreamResponse | None = None
    try:
        async for message in stream:
            if message.WhichOneof("part") == "header":
                response = _opened(message.header)
                await response.prepare(request)
                if request.method == "HEAD":
                    break
            elif response is not None:
                await response.write(message.chunk)
    except grpc.aio.AioRpcError as error:
        if response is None:
            raise from_rpc_error(error) from error
        # The headers promised a length, so a connection that ends early is what tells the client.
        log.warning("download broken off", code=error.code().name)
        if request.transport is not None:
            request.transport.abort()
        return response
    finally:
        stream.cancel()
    if response is None:
        raise ApiError("INTERNAL")
    return response


def _opened(header: documents_pb2.DownloadHeader) -> web.StreamResponse:
    response = web.StreamResponse()
    response.headers["Content-Type"] = header.mime_type if _MEDIA_TYPE.fullmatch(header.mime_type) else OPAQUE
    response.headers["ETag"] = f'"{quote(header.content_hash, safe=":")}"'
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(header.filename, safe='')}"
    response.content_length = header.size_bytes
    return response
