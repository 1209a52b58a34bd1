"""The embedder suite on the local ONNX model, and how it shares its threads."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from memory_core.adapters.embedded.onnx_embedder import REMEMBERED_QUERIES, OnnxEmbedder
from memory_core.adapters.embedded.onnx_model import OnnxModel
from memory_core.ports.embedder import Embedder
from memory_core.ports.errors import StoreUnavailable
from memory_core.ports.filters import Vector
from tests.contract.embedder_suite import EmbedderSuite

WAIT_S = 20


@pytest.fixture(scope="module")
def model() -> OnnxModel:
    return OnnxModel(None, threads=1)


@pytest.fixture
async def embedder(model: OnnxModel) -> AsyncIterator[Embedder]:
    embedder = OnnxEmbedder(model, batch_texts=8)
    yield embedder
    await embedder.close()


class TestOnnxEmbedder(EmbedderSuite):
    """The installed all-MiniLM-L6-v2."""


class HeldModel(OnnxModel):
    """A model that counts, and that takes up no batch of documents while it is held."""

    def __init__(self) -> None:
        self.name, self.dimensions = "held", 2
        self.batches: list[list[str]] = []
        self.free = threading.Event()

    def embed(self, texts: Sequence[str]) -> Vector:
        if not texts[0].startswith("query"):
            assert self.free.wait(WAIT_S)
        self.batches.append(list(texts))
        if "fail" in texts:
            raise RuntimeError("the runtime says something of its own")
        return np.tile(np.array([1, 0], dtype=np.float32), (len(texts), 1))


async def test_a_query_does_not_wait_for_documents_that_are_embedded() -> None:
    model = HeldModel()
    embedder = OnnxEmbedder(model, batch_texts=2)
    documents = asyncio.create_task(embedder.embed_documents([f"page {n}" for n in range(10)]))
    await asyncio.wait_for(embedder.embed_queries(["query"]), WAIT_S)
    assert model.batches == [["query"]]
    assert not documents.done()
    model.free.set()
    await documents
    await embedder.close()


async def test_a_short_note_does_not_wait_for_a_long_document() -> None:
    model = HeldModel()
    embedder = OnnxEmbedder(model, batch_texts=2)
    pages = asyncio.create_task(embedder.embed_documents([f"page {n:03}" for n in range(100)]))
    await asyncio.sleep(0)
    note = asyncio.create_task(embedder.embed_documents(["note"]))
    await asyncio.sleep(0)
    model.free.set()
    await asyncio.gather(pages, note)
    assert model.batches.index(["note"]) <= 2
    assert len(model.batches) == 51
    await embedder.close()


async def test_the_rest_of_a_cancelled_call_is_not_embedded() -> None:
    model = HeldModel()
    embedder = OnnxEmbedder(model, batch_texts=1)
    pages = asyncio.create_task(embedder.embed_documents([f"page {n:03}" for n in range(100)]))
    await asyncio.sleep(0)
    pages.cancel()
    with pytest.raises(asyncio.CancelledError):
        await pages
    model.free.set()
    await embedder.embed_documents(["note"])
    assert len(model.batches) <= 2
    await embedder.close()


async def test_a_repeated_query_is_embedded_once_and_memory_is_bounded() -> None:
    model = HeldModel()
    embedder = OnnxEmbedder(model, batch_texts=2)
    for _ in range(3):
        await embedder.embed_queries(["query"])
    assert len(model.batches) == 1
    for n in range(REMEMBERED_QUERIES):
        await embedder.embed_queries([f"query {n}"])
    await embedder.embed_queries(["query"])
    assert len(model.batches) == REMEMBERED_QUERIES + 2
    await embedder.close()


async def test_errors_of_the_runtime_are_told_as_a_store_that_is_not_available() -> None:
    model = HeldModel()
    model.free.set()
    embedder = OnnxEmbedder(model, batch_texts=1)
    for call in (embedder.embed_documents(["fail", "a", "b"]), embedder.embed_documents(["fail"])):
        with pytest.raises(StoreUnavailable) as caught:
            await call
        assert "runtime" not in str(caught.value)
    assert len(await embedder.embed_documents(["well"])) == 1
    await embedder.close()


async def test_closing_ends_what_waits() -> None:
    model = HeldModel()
    embedder = OnnxEmbedder(model, batch_texts=1)
    pages = asyncio.create_task(embedder.embed_documents([f"page {n}" for n in range(5)]))
    await asyncio.sleep(0)
    model.free.set()
    await embedder.close()
    await embedder.close()
    with pytest.raises(StoreUnavailable):
        await pages
        await embedder.embed_documents(["note"])
    with pytest.raises(StoreUnavailable):
        await embedder.embed_queries(["query"])


async def test_a_folder_without_a_model_is_told_as_such(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="no embedding model"):
        await OnnxEmbedder.open(tmp_path)
    (tmp_path / "model.onnx").write_bytes(b"nothing of the kind")
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(StoreUnavailable, match="can't be read"):
        await OnnxEmbedder.open(tmp_path)
