"""Files as they were uploaded. Production: adapters.embedded.blobs_files (a folder); server mode: S3."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class StoredBlob:
    """What `put` stored."""

    content_hash: str
    """BLAKE3 of the content, 64 lower-case hex digits."""
    size: int
    """Bytes."""


class BlobStore(Protocol):
    """Contents by their hash, apart for each context: none can be seen, or told to exist, from another one.

    What `put` returned is durable. Each method may raise StoreUnavailable("blobs"); a hash that is none raises
    ValueError.
    """

    async def put(self, context: str, content: bytes | AsyncIterable[bytes]) -> StoredBlob:
        """Stores a content; the same content again changes nothing. A stream that raises leaves nothing behind."""
        ...

    async def open(self, context: str, content_hash: str) -> AsyncIterator[bytes] | None:
        """The content in pieces of at most 256 KiB; None when unknown. Need not be read to the end. A content that is
        deleted meanwhile is still read whole, or StoreUnavailable is raised; it never just ends early."""
        ...

    async def size(self, context: str, content_hash: str) -> int | None:
        """Bytes of a content; None when unknown."""
        ...

    async def delete(self, context: str, content_hash: str) -> bool:
        """Removes a content; False when unknown. No file holds it when this returns."""
        ...

    async def delete_context(self, context: str) -> int:
        """Removes every content of a context; returns how many there were."""
        ...

    async def close(self) -> None:
        """Finishes what was started, then lets go of threads. Idempotent."""
        ...
