"""The embedder port on a local ONNX model, on two threads of its own: one for queries, one for documents.

Both run the one loaded model. Documents go through in small batches of like length, the beginnings of every call before
the rest of a long one, so that a note of two lines does not wait for a book.
"""

from __future__ import annotations

import asyncio
import itertools
import queue
import threading
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from blake3 import blake3

from memory_core.adapters.embedded.onnx_model import OnnxModel
from memory_core.ports.errors import StoreUnavailable
from memory_core.ports.filters import Vector

REMEMBERED_QUERIES = 1024
"""Query vectors that are kept (1.5 KiB each), under a hash: the same question is often asked again in one turn."""


@dataclass(order=True, slots=True)
class _Batch:
    """Some texts of one call; the n-th batch of every call comes before the n+1-th of any."""

    position: int
    number: int
    texts: Sequence[str] = field(compare=False)
    done: Future[Vector] = field(compare=False)


class OnnxEmbedder:
    """Implements ports.embedder.Embedder. Made by `open`."""

    def __init__(self, model: OnnxModel, batch_texts: int) -> None:
        self._model, self._batch_texts = model, batch_texts
        self._queries = ThreadPoolExecutor(1, "embed-query")
        self._batches: queue.PriorityQueue[_Batch] = queue.PriorityQueue()
        self._numbers = itertools.count()
        self._remembered: OrderedDict[bytes, Vector] = OrderedDict()
        self._closed = False
        self._documents = threading.Thread(target=self._embed_batches, name="embed-documents", daemon=True)
        self._documents.start()

    @classmethod
    async def open(cls, model_dir: Path | None = None, *, threads: int = 2, batch_texts: int = 8) -> OnnxEmbedder:
        """Loads `model.onnx` and `tokenizer.json` of a folder, or the model that is installed as packages."""
        return cls(await asyncio.to_thread(OnnxModel, model_dir, threads), batch_texts)

    @property
    def name(self) -> str:
        """Model and variant."""
        return self._model.name

    @property
    def dimensions(self) -> int:
        """Width of its vectors."""
        return self._model.dimensions

    async def embed_query(self, text: str) -> Vector:
        """See the port. A repeated query costs a look-up."""
        key = blake3(text.encode(errors="surrogatepass")).digest()
        known = self._remembered.get(key)
        if known is not None:
            self._remembered.move_to_end(key)
            return known
        self._check_open()
        work = asyncio.get_running_loop().run_in_executor(self._queries, self._embed, [text])
        vector = (await work)[0]
        vector.flags.writeable = False
        self._remembered[key] = vector
        if len(self._remembered) > REMEMBERED_QUERIES:
            self._remembered.popitem(last=False)
        return vector

    async def embed_documents(self, texts: Sequence[str]) -> Vector:
        """See the port."""
        self._check_open()
        by_length = sorted(range(len(texts)), key=lambda n: len(texts[n]))
        groups = [by_length[at : at + self._batch_texts] for at in range(0, len(texts), self._batch_texts)]
        batches = [
            _Batch(position, next(self._numbers), [texts[n] for n in group], Future())
            for position, group in enumerate(groups)
        ]
        for batch in batches:
            self._batches.put(batch)
        out = np.empty((len(texts), self.dimensions), dtype=np.float32)
        try:
            for group, batch in zip(groups, batches, strict=True):
                out[group] = await asyncio.wrap_future(batch.done)
        finally:
            for batch in batches:
                batch.done.cancel()
        return out

    async def close(self) -> None:
        """See the port."""
        if self._closed:
            return
        self._closed = True
        self._batches.put(_Batch(-1, 0, (), Future()))
        await asyncio.to_thread(self._documents.join)
        await asyncio.to_thread(self._queries.shutdown, cancel_futures=True)

    def _check_open(self) -> None:
        if self._closed:
            raise StoreUnavailable("embedder")

    def _embed(self, texts: Sequence[str]) -> Vector:
        try:
            return self._model.embed(texts)
        except Exception as error:
            raise StoreUnavailable("embedder") from error

    def _embed_batches(self) -> None:
        while (batch := self._batches.get()).position >= 0:
            self._finish(batch)
        while not self._batches.empty():
            waiting = self._batches.get()
            if waiting.done.set_running_or_notify_cancel():
                waiting.done.set_exception(StoreUnavailable("embedder"))

    def _finish(self, batch: _Batch) -> None:
        if not batch.done.set_running_or_notify_cancel():
            return
        try:
            batch.done.set_result(self._embed(batch.texts))
        except StoreUnavailable as error:
            batch.done.set_exception(error)
