"""The blob port in a folder: one file a content, named by its hash, in a folder for each context.

A content is written to a file of its own and gets its name once it is whole and on disk, so a name always stands for
all of it. Folders are named by a hash of the context's id, which may hold any character.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
from collections.abc import AsyncIterable, AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import BinaryIO, ParamSpec, TypeVar

import uuid_utils
from blake3 import blake3

from memory_core.ports.blobs import StoredBlob
from memory_core.ports.errors import StoreUnavailable

PIECE_BYTES = 256 * 1024
_HASH = re.compile(r"[0-9a-f]{64}")
_UNFINISHED = "unfinished"
_THREADS = 4
P = ParamSpec("P")
T = TypeVar("T")


class FileBlobs:
    """Implements ports.blobs.BlobStore. Made by `open_folder`; one process at a time uses a folder."""

    def __init__(self, folder: Path, threads: ThreadPoolExecutor) -> None:
        self._folder, self._threads = folder, threads
        self._closed = False

    @classmethod
    async def open_folder(cls, folder: Path) -> FileBlobs:
        """Opens or makes the folder; what an earlier process left unfinished there is removed."""
        store = cls(folder, ThreadPoolExecutor(_THREADS, "blobs"))
        await store._run(_prepare, folder)
        return store

    async def put(self, context: str, content: bytes | AsyncIterable[bytes]) -> StoredBlob:
        """See the port."""
        part = self._folder / _UNFINISHED / str(uuid_utils.uuid7())
        file = await self._run(_create, part)
        try:
            digest, size = blake3(), 0
            async for piece in _pieces(content):
                await self._run(_append, file, digest, piece)
                size += len(piece)
            content_hash = digest.hexdigest()
            await self._run(_finish, file, part, self._path(context, content_hash))
        finally:
            await asyncio.shield(self._run(_discard, file, part))
        return StoredBlob(content_hash, size)

    async def open(self, context: str, content_hash: str) -> AsyncIterator[bytes] | None:
        """See the port."""
        file = await self._run(_opened, self._path(context, content_hash))
        return None if file is None else self._read(file)

    async def size(self, context: str, content_hash: str) -> int | None:
        """See the port."""
        return await self._run(_size, self._path(context, content_hash))

    async def delete(self, context: str, content_hash: str) -> bool:
        """See the port."""
        return await self._run(_remove, self._path(context, content_hash))

    async def delete_context(self, context: str) -> int:
        """See the port."""
        return await self._run(_remove_all, self._context_folder(context))

    async def close(self) -> None:
        """See the port."""
        self._closed = True
        await asyncio.to_thread(self._threads.shutdown)

    async def _read(self, file: BinaryIO) -> AsyncIterator[bytes]:
        with file:  # an open file is read to its end even when its name is removed
            while piece := await self._run(file.read, PIECE_BYTES):
                yield piece

    async def _run(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs file work on a thread, with its errors as the port's."""
        if self._closed:
            raise StoreUnavailable("blobs")
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: call(*args, **kwargs))
        except OSError as error:
            raise StoreUnavailable("blobs") from error

    def _context_folder(self, context: str) -> Path:
        return self._folder / blake3(context.encode(errors="surrogatepass")).hexdigest()[:32]

    def _path(self, context: str, content_hash: str) -> Path:
        if not _HASH.fullmatch(content_hash):
            raise ValueError("content_hash is 64 lower-case hex digits")
        return self._context_folder(context) / content_hash[:2] / content_hash


async def _pieces(content: bytes | AsyncIterable[bytes]) -> AsyncIterator[bytes]:
    if isinstance(content, bytes):
        yield content
    else:
        async for piece in content:
            yield piece


def _prepare(folder: Path) -> None:
    shutil.rmtree(folder / _UNFINISHED, ignore_errors=True)
    (folder / _UNFINISHED).mkdir(parents=True)


def _create(path: Path) -> BinaryIO:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def _append(file: BinaryIO, digest: blake3, piece: bytes) -> None:
    digest.update(piece)
    file.write(piece)


def _finish(file: BinaryIO, part: Path, path: Path) -> None:
    file.flush()
    os.fsync(file.fileno())
    path.parent.mkdir(parents=True, exist_ok=True)
    part.replace(path)
    for folder in (path.parent, path.parent.parent, path.parent.parent.parent):
        _sync(folder)


def _discard(file: BinaryIO, part: Path) -> None:
    file.close()
    part.unlink(missing_ok=True)


def _opened(path: Path) -> BinaryIO | None:
    try:
        return path.open("rb")
    except FileNotFoundError:
        return None


def _size(path: Path) -> int | None:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return None


def _remove(path: Path) -> bool:
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    _sync(path.parent)
    return True


def _remove_all(folder: Path) -> int:
    count = sum(path.is_file() for path in folder.glob("*/*"))
    with contextlib.suppress(FileNotFoundError):
        shutil.rmtree(folder)
        _sync(folder.parent)
    return count


def _sync(folder: Path) -> None:
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
