"""The blob suite on a folder, and what only holds for files."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from memory_core.adapters.embedded.blobs_files import FileBlobs
from memory_core.ports.errors import StoreUnavailable
from tests.contract.blobs_suite import BlobSuite, OpenBlobs, read
from tests.contract.index_records import holds_bytes


@pytest.fixture
def open_blobs(tmp_path: Path) -> OpenBlobs:
    return lambda: FileBlobs.open_folder(tmp_path / "blobs")


class TestFileBlobs(BlobSuite):
    """Files in a folder."""


async def test_a_deleted_content_is_in_no_file_of_the_folder(tmp_path: Path) -> None:
    blobs = await FileBlobs.open_folder(tmp_path)
    stored = await blobs.put("a", b"zqcanary words")
    assert holds_bytes(tmp_path, b"zqcanary")
    await blobs.delete("a", stored.content_hash)
    assert holds_bytes(tmp_path, b"zqcanary") == []
    await blobs.close()


async def test_what_a_cancelled_or_killed_upload_wrote_is_removed(tmp_path: Path) -> None:
    blobs = await FileBlobs.open_folder(tmp_path)
    written, forever = asyncio.Event(), asyncio.Event()

    async def slow() -> AsyncIterator[bytes]:
        yield b"zqcanary"
        written.set()
        await forever.wait()

    upload = asyncio.create_task(blobs.put("a", slow()))
    await written.wait()
    upload.cancel()
    with pytest.raises(asyncio.CancelledError):
        await upload
    assert holds_bytes(tmp_path, b"") == []
    await blobs.close()
    (tmp_path / "unfinished" / "left by a crash").write_bytes(b"zqcanary")
    blobs = await FileBlobs.open_folder(tmp_path)
    assert holds_bytes(tmp_path, b"zqcanary") == []
    await blobs.close()


async def test_a_content_deleted_while_it_is_read_is_read_whole(tmp_path: Path) -> None:
    blobs = await FileBlobs.open_folder(tmp_path)
    stored = await blobs.put("a", b"x" * 1_000_000)
    pieces = await blobs.open("a", stored.content_hash)
    assert pieces is not None
    first = await anext(pieces)
    await blobs.delete("a", stored.content_hash)
    assert len(first) + sum([len(piece) async for piece in pieces]) == 1_000_000
    await blobs.close()


async def test_errors_of_the_disk_are_told_as_a_store_that_is_not_available(tmp_path: Path) -> None:
    blobs = await FileBlobs.open_folder(tmp_path / "blobs")
    (tmp_path / "blobs" / "unfinished").rmdir()
    with pytest.raises(StoreUnavailable) as caught:
        await blobs.put("a", b"words")
    assert str(tmp_path) not in str(caught.value)
    await blobs.close()
    with pytest.raises(StoreUnavailable):
        await read(blobs, "a", "0" * 64)
