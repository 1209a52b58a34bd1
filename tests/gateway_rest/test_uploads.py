"""Uploads: parts in either order, bodies that are cut or wrong, refusals that come while the body still streams."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from grpc.aio._call import StreamUnaryCall

from gateway_rest.config import RestConfig
from gateway_rest.upload import PIECE
from memory_core.contract.errors import ApiError
from tests.gateway_rest.door import MULTIPART, Door, file_part, metadata_part, multipart, running_door
from tests.gateway_rest.fake_core import DOCUMENT, TRACE, FakeCore
from tests.gateway_rest.test_routing import is_problem

META = {"title": "Notes", "mimeType": "text/plain", "labels": ["team=blue"], "scopes": "org/a", "observedAt": "2024-05"}
LARGE = bytes(range(256)) * (12 << 10)
LIMIT_S = 10.0
pytestmark = pytest.mark.filterwarnings(
    "ignore::aiohttp.BadContentDispositionHeader", "ignore::aiohttp.BadContentDispositionParam"
)


@pytest.mark.parametrize("content", [b"hello", LARGE, b"\r\n--boundary-of-nobody--\r\n--", b"\r\n", b"x" * PIECE])
@pytest.mark.parametrize("first", ["metadata", "file"])
async def test_metadata_may_come_before_or_after_the_file(
    core: FakeCore, door: Door, content: bytes, first: str
) -> None:
    parts = [metadata_part(META), file_part(content, "../../a.txt")]
    reply = await door.upload(parts if first == "metadata" else parts[::-1])
    assert reply.status == 202, reply.raw
    assert reply.body["id"] == DOCUMENT and reply.body["status"] == "queued" and reply.body["version"] == 1
    assert reply.headers["X-Trace-Id"] == TRACE
    header, came, _ = core.uploads[0]
    assert came == content
    meta = header.metadata
    assert (meta.title, meta.mime_type, list(meta.labels), meta.scopes[0].paths[0]) == (
        "Notes",
        "text/plain",
        ["team=blue"],
        "org/a",
    )
    assert (header.filename, header.content_type, header.context_id) == ("a.txt", "text/plain", "dev")


async def test_metadata_and_the_files_name_and_type_may_be_missing(core: FakeCore, door: Door) -> None:
    assert (await door.upload([file_part(b"x", None, None)])).status == 202
    header, _, _ = core.uploads[0]
    assert not header.HasField("filename") and not header.HasField("content_type")
    assert (await door.upload([("metadata", None, None, b'{"title": "plain"}'), file_part(b"x")])).status == 202
    assert (await door.upload([metadata_part(b""), file_part(b"x")])).status == 202
    assert [header.metadata.title for header, _, _ in core.uploads] == ["", "plain", ""]


@pytest.mark.parametrize(
    ("filename", "name"),
    [("C:\\docs\\a.md", "a.md"), ("用户.txt", "用户.txt"), ("/etc/", None), ("a b;c.txt", "a b;c.txt")],
)
async def test_of_a_file_name_only_the_last_part_is_told(
    core: FakeCore, door: Door, filename: str, name: str | None
) -> None:
    assert (await door.upload([metadata_part({}), file_part(b"x", filename.replace("\\", "\\\\"))])).status == 202
    header = core.uploads[0][0]
    assert (header.filename if header.HasField("filename") else None) == name


async def test_a_replacement_without_a_body_asks_to_read_the_file_again(core: FakeCore, door: Door) -> None:
    for body, headers in ((None, {}), (b"", MULTIPART), (b"{}", {"Content-Type": "application/json"})):
        assert (await door.send("PUT", "/documents/d", body, headers)).status == 202
    assert [(header.document_id, chunks) for header, _, chunks in core.uploads] == [("d", 0)] * 3


async def test_a_replacement_with_an_empty_file_is_no_such_question(core: FakeCore, door: Door) -> None:
    for parts in ([file_part(b"")], [metadata_part({}), file_part(b"")]):
        await door.upload(parts, "PUT", "/documents/document%3A1")
    assert [(header.document_id, content, chunks) for header, content, chunks in core.uploads] == [
        ("document:1", b"", 1)
    ] * 2


@pytest.mark.parametrize("first", ["metadata", "file"])
async def test_a_body_that_is_cut_off_anywhere_stores_nothing(core: FakeCore, door: Door, first: str) -> None:
    parts = [metadata_part({"title": "Notes"}), file_part(b"some words\r\nand more")]
    whole = multipart(parts if first == "metadata" else parts[::-1])
    for end in range(len(whole) - 2):
        reply = await door.send("POST", "/documents", whole[:end], MULTIPART)
        assert is_problem(reply, 400), end
    assert not core.uploads
    assert (await door.send("POST", "/documents", whole[:-2], MULTIPART)).status == 202


@pytest.mark.parametrize(
    ("body", "headers", "status", "reason"),
    [
        (multipart([file_part(b"x")]), {"Content-Type": "multipart/form-data"}, 400, "MALFORMED_BODY"),
        (multipart([file_part(b"x")]), {"Content-Type": "multipart/form-data; boundary=other"}, 400, "MALFORMED_BODY"),
        (
            multipart([file_part(b"x")]),
            {"Content-Type": f"multipart/form-data; boundary={'b' * 80}"},
            400,
            "MALFORMED_BODY",
        ),
        (b"", MULTIPART, 400, "MALFORMED_BODY"),
        (
            multipart([file_part(b"x")]).replace(b"Content-Disposition", b"Content-Nothing"),
            MULTIPART,
            400,
            "MALFORMED_BODY",
        ),
        (multipart([file_part(b"x")]).replace(b": form", b"form"), MULTIPART, 400, "MALFORMED_BODY"),
        (multipart([file_part(b"x", "n" * 9000)]), MULTIPART, 400, "MALFORMED_BODY"),
        (multipart([("file", None, "multipart/mixed; boundary=x", b"--x--")]), MULTIPART, 400, "MALFORMED_BODY"),
        (multipart([]), MULTIPART, 400, "INVALID_ARGUMENT"),
        (b'{"file": "x"}', {"Content-Type": "application/json"}, 415, "UNSUPPORTED_MEDIA_TYPE"),
        (multipart([file_part(b"x")]), {"Content-Type": "text/plain"}, 415, "UNSUPPORTED_MEDIA_TYPE"),
        (multipart([file_part(b"x")]), {}, 415, "UNSUPPORTED_MEDIA_TYPE"),
    ],
)
async def test_what_is_no_upload_is_refused(
    core: FakeCore, door: Door, body: bytes, headers: dict[str, str], status: int, reason: str
) -> None:
    reply = await door.send("POST", "/documents", body, headers)
    assert is_problem(reply, status, reason)
    assert reply.fields
    assert not core.uploads


@pytest.mark.parametrize(
    ("meta", "field"),
    [
        (b"{", "metadata"),
        (b"[]", "metadata"),
        (b"5", "metadata"),
        (b"\xff", "metadata"),
        ({"bogus": 1}, "bogus"),
        ({"title": 5}, "title"),
        ({"labels": [5]}, "labels[0]"),
        ({"labels": ["a=b", "novalue"]}, "labels[1]"),
        ({"title": "t" * 1025}, "title"),
        ({"observedAt": "2024-02-30T00:00:00Z"}, "observed_at"),
        ({"scopes": 5}, "scopes"),
    ],
)
@pytest.mark.parametrize("first", ["metadata", "file"])
async def test_bad_metadata_is_named(core: FakeCore, door: Door, meta: object, field: str, first: str) -> None:
    parts = [metadata_part(meta), file_part(b"x")]
    reply = await door.upload(parts if first == "metadata" else parts[::-1])
    assert is_problem(reply, 400)
    assert reply.fields == [field]
    assert "header" not in reply.body["detail"]
    assert not core.uploads


async def test_parts_that_no_upload_has_are_refused(core: FakeCore, door: Door) -> None:
    file, meta = file_part(b"x"), metadata_part({})
    for parts, field in (
        ([("title", None, None, b"x"), file], "title"),
        ([meta, file, ("other", None, None, b"x")], "other"),
        ([file, file], "file"),
        ([meta, file, meta], "metadata"),
        ([meta], "file"),
    ):
        reply = await door.upload(parts)
        assert is_problem(reply, 400)
        assert reply.fields == [field]
    assert not core.uploads


async def test_a_file_with_a_transfer_encoding_is_refused(core: FakeCore, door: Door) -> None:
    body = multipart([file_part(b"eA==")]).replace(
        b"Content-Type: text", b"Content-Transfer-Encoding: base64\r\nContent-Type: text"
    )
    reply = await door.send("POST", "/documents", body, MULTIPART)
    assert is_problem(reply, 400) and reply.fields == ["file"]
    assert not core.uploads


async def test_large_metadata_is_refused(door: Door) -> None:
    reply = await door.upload([metadata_part({"title": "x" * (2 << 20)}), file_part(b"x")])
    assert is_problem(reply, 413, "BODY_TOO_LARGE")
    assert "metadata" in reply.body["detail"]


async def test_a_file_that_waits_for_its_metadata_is_bounded_and_needs_a_known_key(core: FakeCore) -> None:
    async with running_door(core.target, RestConfig(upload_limit=100_000)) as door:
        reply = await door.upload([file_part(b"x" * 200_000)])
        assert is_problem(reply, 413, "BODY_TOO_LARGE") and "100000" in reply.body["detail"]
        assert (await door.upload([metadata_part({}), file_part(b"x" * 200_000)])).status == 202
        core.fails["Whoami"] = ApiError("UNAUTHENTICATED")
        assert is_problem(await door.upload([file_part(b"x")]), 401)
    assert len(core.uploads) == 1


async def endless(started: asyncio.Event) -> AsyncIterator[bytes]:
    """A body that has begun and never goes on."""
    yield multipart([metadata_part({}), file_part(b"x" * 300_000)])[:-100]
    started.set()
    await asyncio.Event().wait()


async def test_a_refusal_comes_while_the_body_is_still_on_its_way(core: FakeCore, door: Door) -> None:
    core.fails["UploadDocument"] = ApiError("PERMISSION_DENIED", "memory:write is not granted here")
    async with asyncio.timeout(LIMIT_S / 2):
        reply = await door.send("POST", "/documents", endless(asyncio.Event()), MULTIPART)
    assert is_problem(reply, 403, "PERMISSION_DENIED")


async def test_a_file_beyond_the_cores_bound_is_refused_as_the_core_says(core: FakeCore, door: Door) -> None:
    core.upload_limit = 1 << 20
    reply = await door.upload([metadata_part({}), file_part(b"x" * (8 << 20))])
    assert is_problem(reply, 413, "BODY_TOO_LARGE")
    assert "1048576" in reply.body["detail"]
    assert (await door.upload([metadata_part({}), file_part(b"x")])).status == 202


async def test_an_unknown_key_is_refused_before_the_file_has_come(door: Door) -> None:
    headers = {**MULTIPART, "Authorization": "Bearer wrong"}
    async with asyncio.timeout(LIMIT_S / 2):
        assert is_problem(await door.send("POST", "/documents", endless(asyncio.Event()), headers), 401)


async def test_a_refusal_is_told_though_a_write_fails_just_after_it(
    core: FakeCore, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    overwritten = list[str]()

    def fail(call: Any) -> None:
        """What grpc.aio does with the status of a call when a write meets its end."""
        if not overwritten:
            overwritten.append("once")
            call._cython_call.set_internal_error("a write failed")

    async def write(call: Any, message: object) -> None:
        call.add_done_callback(fail)
        await asyncio.Event().wait()

    monkeypatch.setattr(StreamUnaryCall, "write", write)
    headers = {**MULTIPART, "Authorization": "Bearer wrong"}
    async with asyncio.timeout(LIMIT_S):
        reply = await door.send("POST", "/documents", multipart([metadata_part({}), file_part(b"x")]), headers)
    assert is_problem(reply, 401, "UNAUTHENTICATED")
    assert overwritten


async def test_a_client_that_leaves_takes_its_upload_back(core: FakeCore, door: Door) -> None:
    started = asyncio.Event()
    sending = asyncio.create_task(door.send("POST", "/documents", endless(started), MULTIPART))
    async with asyncio.timeout(LIMIT_S):
        await started.wait()
        await core.entered.wait()
        sending.cancel()
        await core.cancelled.wait()
    assert not core.uploads
