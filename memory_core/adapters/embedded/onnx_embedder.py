"""The embedder port on a local ONNX model, on two threads of its own: one for questions, one for documents.

Both run the one loaded model. Documents go through in small batches of like length, the beginnings of every call before the
rest of a long one, so that a note of two lines does not wait for a book; and they make way for questions (onnx_pace).
"""

from __future__ import annotations

import asyncio
import itertools
import queue
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from blake3 import blake3

from memory_core.adapters.embedded.onnx_model import OnnxModel
from memory_core.adapters.embedded.onnx_pace import STEP_TEXTS, Pace
from memory_core.adapters.embedded.onnx_questions import Questions
from memory_core.ports.errors import StoreUnavailable
from memory_core.ports.filters import Vector

REMEMBERED_QUERIES = 1024
"""Query vectors that are kept (1.5 KiB each), under a hash: the same question is often asked again in one turn."""


PADDING_CHARS = 48
"""Characters of padding that cost as much as a run of the model for itself."""


def alike(lengths: Sequence[int], most: int) -> list[list[int]]:
    """Positions in groups of like length, short ones first: each text of a group costs as much as its longest."""
    groups: list[list[int]] = []
    for n in sorted(range(len(lengths)), key=lengths.__getitem__):
        group = groups[-1] if groups else []
        if group and len(group) < most and len(group) * (lengths[n] - lengths[group[-1]]) <= PADDING_CHARS:
            group.append(n)
        else:
            groups.append([n])
    return groups


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
        self._questions = Questions(self._embed)
        self._batches: queue.PriorityQueue[_Batch] = queue.PriorityQueue()
        self._numbers = itertools.count()
        self._remembered: OrderedDict[bytes, Vector] = OrderedDict()
        self._pace, self._closed = Pace(), threading.Event()
        self._documents = threading.Thread(target=self._embed_batches, name="embed-documents", daemon=True)
        self._documents.start()

    @classmethod
    async def open(cls, model_dir: Path | None = None, *, threads: int = 1, batch_texts: int = 8) -> OnnxEmbedder:
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

    async def embed_queries(self, texts: Sequence[str]) -> Vector:
        """See the port. A repeated text costs a look-up."""
        keys = [blake3(text.encode(errors="surrogatepass")).digest() for text in texts]
        known = {key: vector for key in keys if (vector := self._remembered.get(key)) is not None}
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        if new:
            known |= zip(new, await self._asked(list(new.values())), strict=True)
        out = np.empty((len(texts), self.dimensions), dtype=np.float32)
        for number, key in enumerate(keys):
            out[number] = known[key]
            self._remember(key, known[key])
        return out

    async def embed_documents(self, texts: Sequence[str]) -> Vector:
        """See the port."""
        self._check_open()
        groups = alike([len(text) for text in texts], self._batch_texts)
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
        if self._closed.is_set():
            return
        self._closed.set()
        self._batches.put(_Batch(-1, 0, (), Future()))
        await asyncio.to_thread(self._documents.join)
        await asyncio.to_thread(self._questions.close)

    async def _asked(self, texts: Sequence[str]) -> Vector:
        self._check_open()
        self._pace.asked(time.monotonic())
        try:
            return await asyncio.wrap_future(self._questions.ask(texts))
        finally:
            self._pace.asked(time.monotonic())

    def _remember(self, key: bytes, vector: Vector) -> None:
        self._remembered[key] = vector.copy() if vector.base is not None else vector
        self._remembered.move_to_end(key)
        if len(self._remembered) > REMEMBERED_QUERIES:
            self._remembered.popitem(last=False)

    def _check_open(self) -> None:
        if self._closed.is_set():
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
        self._make_way()
        if not batch.done.set_running_or_notify_cancel():
            return
        step = STEP_TEXTS if self._pace.is_busy(time.monotonic()) else len(batch.texts)
        vectors: list[Vector] = []
        try:
            for at in range(0, len(batch.texts), step):
                if at:
                    self._make_way()
                vectors.append(self._embed(batch.texts[at : at + step]))
            batch.done.set_result(np.concatenate(vectors))
        except StoreUnavailable as error:
            batch.done.set_exception(error)

    def _make_way(self) -> None:
        while (left := self._pace.left_s(time.monotonic())) > 0 and not self._closed.wait(left):
            pass
