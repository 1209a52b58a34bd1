"""Downloads: as they are, with a name and type that are safe to send, and cut short rather than wrong."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from memory_core.contract.errors import ApiError
from memory_core.contract.gen.memory.v1 import documents_pb2
from tests.gateway_rest.door import Door
from tests.gateway_rest.fake_core import FakeCore
from tests.gateway_rest.test_routing import is_problem

RAW = "/documents/document%3A1/raw"
LIMIT_S = 10.0


async def test_the_file_comes_byte_for_byte_with_name_and_type(core: FakeCore, door: Door) -> None:
    header = documents_pb2.DownloadHeader(
        content_hash="blake3:00", filename="Über uns.md", mime_type="text/markdown; charset=utf-8"
    )
    core.answers["DownloadDocument"] = header
    reply = await door.get(RAW)
    assert (reply.status, reply.raw) == (200, core.file)
    assert reply.headers["Content-Type"] == "text/markdown; charset=utf-8"
    assert reply.headers["Content-Disposition"] == "attachment; filename*=UTF-8''%C3%9Cber%20uns.md"
    assert reply.headers["ETag"] == '"blake3:00"'
    assert reply.headers["X-Content-Type-Options"] == "nosniff"
    assert reply.headers["X-Request-Id"]
    assert core.last("DownloadDocument").id == "document:1"


async def test_an_empty_file_is_an_empty_answer(core: FakeCore, door: Door) -> None:
    core.file = b""
    assert ((reply := await door.get(RAW)).status, reply.raw, reply.headers["Content-Length"]) == (200, b"", "0")


async def test_head_tells_the_size_and_sends_nothing(core: FakeCore, door: Door) -> None:
    reply = await door.send("HEAD", RAW)
    assert (reply.status, reply.raw, reply.headers["Content-Length"]) == (200, b"", str(len(core.file)))
    assert (await door.get("/me")).status == 200


@pytest.mark.parametrize(
    "kind", ["", "text", "text/html\r\nX-Bad: 1", "text/plain\n", "текст/plain", "a/b; c=<script>"]
)
async def test_a_type_that_is_none_is_sent_as_bytes(core: FakeCore, door: Door, kind: str) -> None:
    core.answers["DownloadDocument"] = documents_pb2.DownloadHeader(
        mime_type=kind, filename='a"\r\nX-Bad: 1', content_hash='"\r\n'
    )
    reply = await door.get(RAW)
    assert (reply.status, reply.headers["Content-Type"]) == (200, "application/octet-stream")
    assert "X-Bad" not in reply.headers


async def test_a_file_that_is_not_there_is_a_problem(core: FakeCore, door: Door) -> None:
    core.fails["DownloadDocument"] = ApiError("DOCUMENT_NOT_FOUND")
    assert is_problem(await door.get(RAW), 404, "DOCUMENT_NOT_FOUND")


async def test_a_download_that_breaks_ends_the_connection_and_never_shows_an_error_as_content(
    core: FakeCore, door: Door
) -> None:
    core.breaks_after = 2
    with pytest.raises(aiohttp.ClientPayloadError):
        await door.get(RAW)


async def test_a_client_that_leaves_ends_the_download(core: FakeCore, door: Door) -> None:
    core.file = b"x" * (32 << 20)
    async with asyncio.timeout(LIMIT_S):
        async with door.session.get(
            f"{door.url}/api/v1/dev{RAW}", headers={"Authorization": "Bearer key-of-the-tests"}
        ) as reply:
            await reply.content.readexactly(1000)
            reply.close()
        await core.cancelled.wait()
