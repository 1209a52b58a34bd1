"""What every blob store must do. An adapter's test subclasses BlobSuite and brings the fixture `open_blobs`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import TypeAlias

import pytest
from blake3 import blake3

from memory_core.ports.blobs import BlobStore

OpenBlobs: TypeAlias = Callable[[], Awaitable[BlobStore]]
"""Opens the same store again each time it is called; the one opened before must be closed."""
UNKNOWN = "0" * 64


async def stream(pieces: Iterable[bytes]) -> AsyncIterator[bytes]:
    for piece in pieces:
        yield piece


async def read(blobs: BlobStore, context: str, content_hash: str) -> bytes | None:
    pieces = await blobs.open(context, content_hash)
    return None if pieces is None else b"".join([piece async for piece in pieces])


class BlobSuite:
    """Behaviour of ports.blobs.BlobStore."""

    @pytest.fixture
    async def blobs(self, open_blobs: OpenBlobs) -> AsyncIterator[BlobStore]:
        blobs = await open_blobs()
        yield blobs
        await blobs.close()

    @pytest.mark.parametrize("content", [b"", b"a", bytes(range(256)) * 4_000])
    async def test_a_content_is_read_back_by_its_hash(self, blobs: BlobStore, content: bytes) -> None:
        stored = await blobs.put("a", content)
        assert stored.content_hash == blake3(content).hexdigest()
        assert stored.size == len(content)
        assert await read(blobs, "a", stored.content_hash) == content
        assert await blobs.size("a", stored.content_hash) == len(content)

    async def test_a_stream_is_the_same_content_as_its_bytes(self, blobs: BlobStore) -> None:
        pieces = [b"x" * 300_000, b"", b"y" * 10]
        stored = await blobs.put("a", stream(pieces))
        assert stored == await blobs.put("a", b"".join(pieces))
        assert await read(blobs, "a", stored.content_hash) == b"".join(pieces)

    async def test_contents_come_in_small_pieces(self, blobs: BlobStore) -> None:
        stored = await blobs.put("a", b"x" * 1_000_000)
        pieces = await blobs.open("a", stored.content_hash)
        assert pieces is not None
        assert {len(piece) <= 256 * 1024 async for piece in pieces} == {True}

    async def test_reading_may_stop_before_the_end(self, blobs: BlobStore) -> None:
        stored = await blobs.put("a", b"x" * 1_000_000)
        pieces = await blobs.open("a", stored.content_hash)
        assert pieces is not None
        assert await anext(pieces)
        assert await blobs.delete("a", stored.content_hash)

    async def test_the_same_content_at_the_same_time_is_stored_once(self, blobs: BlobStore) -> None:
        stored = await asyncio.gather(*(blobs.put("a", stream([b"same ", b"words"])) for _ in range(8)))
        assert len(set(stored)) == 1
        assert await blobs.delete("a", stored[0].content_hash)
        assert await read(blobs, "a", stored[0].content_hash) is None

    async def test_a_stream_that_fails_leaves_nothing_behind(self, blobs: BlobStore) -> None:
        async def broken() -> AsyncIterator[bytes]:
            yield b"half"
            raise ConnectionResetError

        with pytest.raises(ConnectionResetError):
            await blobs.put("a", broken())
        assert await blobs.size("a", blake3(b"half").hexdigest()) is None
        assert await blobs.delete_context("a") == 0

    @pytest.mark.parametrize("other", ["b", "A", "a/", "../a", "a\x00", "ä", ""])
    async def test_contexts_do_not_see_each_other(self, blobs: BlobStore, other: str) -> None:
        stored = await blobs.put("a", b"words")
        assert await read(blobs, other, stored.content_hash) is None
        assert await blobs.size(other, stored.content_hash) is None
        assert not await blobs.delete(other, stored.content_hash)
        assert await blobs.put(other, b"words") == stored
        assert await blobs.delete_context(other) == 1
        assert await read(blobs, "a", stored.content_hash) == b"words"

    async def test_what_is_unknown_is_told_by_none_and_false(self, blobs: BlobStore) -> None:
        assert await blobs.open("a", UNKNOWN) is None
        assert await blobs.size("a", UNKNOWN) is None
        assert not await blobs.delete("a", UNKNOWN)
        assert await blobs.delete_context("a") == 0

    @pytest.mark.parametrize("content_hash", ["", "../../etc/passwd", "0" * 63, "G" * 64, "A" * 64, "0" * 64 + "\n"])
    async def test_what_is_no_hash_is_refused(self, blobs: BlobStore, content_hash: str) -> None:
        for call in (blobs.open, blobs.size, blobs.delete):
            with pytest.raises(ValueError, match="hash"):
                await call("a", content_hash)

    async def test_deleting_a_context_counts_all_it_held(self, blobs: BlobStore) -> None:
        for n in range(120):
            await blobs.put("a", f"content {n}".encode())
        kept = await blobs.put("b", b"content 1")
        assert await blobs.delete_context("a") == 120
        assert await blobs.size("a", kept.content_hash) is None
        assert await blobs.size("b", kept.content_hash) == 9

    async def test_contents_are_there_after_opening_again(self, open_blobs: OpenBlobs) -> None:
        first = await open_blobs()
        stored = await first.put("a", b"words")
        await first.close()
        await first.close()
        second = await open_blobs()
        assert await read(second, "a", stored.content_hash) == b"words"
        await second.close()
