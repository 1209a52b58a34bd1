"""What every embedder must do. An adapter's test subclasses EmbedderSuite and brings the fixture `embedder`."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

from memory_core.ports.embedder import Embedder

TEXTS = [
    "The cat sleeps on the warm windowsill.",
    "A kitten naps by the sunny window.",
    "Quarterly revenue grew by eleven percent.",
    "",
    "word " * 600,
    "日本語の文章です。",
]


class EmbedderSuite:
    """Behaviour of ports.embedder.Embedder."""

    async def test_vectors_have_the_promised_shape_and_length_one(self, embedder: Embedder) -> None:
        queries, documents = await embedder.embed_queries(TEXTS), await embedder.embed_documents(TEXTS)
        for made in (queries, documents):
            assert made.shape == (len(TEXTS), embedder.dimensions)
            assert made.dtype == np.float32
            assert np.linalg.norm(made, axis=1) == pytest.approx(np.ones(len(TEXTS)), abs=1e-4)

    async def test_no_texts_give_no_vectors(self, embedder: Embedder) -> None:
        assert (await embedder.embed_documents([])).shape == (0, embedder.dimensions)
        assert (await embedder.embed_queries([])).shape == (0, embedder.dimensions)

    async def test_like_meanings_are_near(self, embedder: Embedder) -> None:
        cat, kitten, revenue, *_ = await embedder.embed_documents(TEXTS)
        assert cat @ kitten > cat @ revenue + 0.2

    async def test_a_text_has_one_vector_whatever_it_is_embedded_with(self, embedder: Embedder) -> None:
        together = await embedder.embed_documents([*TEXTS, *[f"filler number {n}" for n in range(40)]])
        for text, vector in zip(TEXTS, together, strict=False):
            assert (await embedder.embed_documents([text]))[0] @ vector > 0.995
            assert (await embedder.embed_queries(["a question", text]))[1] @ vector > 0.995

    async def test_calls_at_the_same_time_get_their_own_vectors(self, embedder: Embedder) -> None:
        texts = [f"subject {n} and nothing else" for n in range(30)]
        alone = await embedder.embed_documents(texts)
        batches, queries = await asyncio.gather(
            asyncio.gather(*(embedder.embed_documents([text, "another text"]) for text in texts)),
            asyncio.gather(*(embedder.embed_queries(["a question", text]) for text in texts)),
        )
        for expected, batch, query in zip(alone, batches, queries, strict=True):
            assert expected @ batch[0] > 0.995
            assert expected @ query[1] > 0.995

    async def test_any_text_can_be_embedded(self, embedder: Embedder) -> None:
        strange = ["\x00", "\ud800", "🙂" * 1000, " \n\t", "a" * 100_000]
        assert np.isfinite(await embedder.embed_documents(strange)).all()
        assert np.isfinite(await embedder.embed_queries(strange)).all()
