"""What every vector copy must do. An adapter's test subclasses VectorSuite and brings the fixture `open_index`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from memory_core.ports.filters import IndexFilter, Vector
from memory_core.ports.vectors import VectorIndex
from tests.contract.index_records import CONTEXT, assorted, filters, ids, record

OpenVectors: TypeAlias = Callable[[], Awaitable[VectorIndex]]
"""Opens the same store of 16 dimensions again each time it is called; the one opened before must be closed."""
DIMENSIONS = 16
EVERYTHING = IndexFilter(CONTEXT, live_only=False)
EAST, NORTH = np.eye(DIMENSIONS, dtype=np.float32)[:2]


def towards(cosine: float) -> Vector:
    """A vector whose cosine with EAST is given."""
    return (cosine * EAST + np.sqrt(1 - cosine * cosine) * NORTH).astype(np.float32)


def random_vectors(count: int, seed: int = 5) -> Vector:
    """Vectors of length 1; always the same ones."""
    vectors = np.random.default_rng(seed).standard_normal((count, DIMENSIONS)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


class VectorSuite:
    """Behaviour of ports.vectors.VectorIndex."""

    @pytest.fixture
    async def index(self, open_index: OpenVectors) -> AsyncIterator[VectorIndex]:
        index = await open_index()
        yield index
        await index.close()

    async def test_the_nearest_come_first_with_their_cosine(self, index: VectorIndex) -> None:
        cosines = {"same": 1.0, "near": 0.8, "far": 0.1, "against": -0.9}
        await index.upsert([record(name, vector=towards(cosine)) for name, cosine in cosines.items()])
        hits = await index.search(EAST, EVERYTHING, 10)
        assert {name: hit.score for name, hit in zip(ids(hits), hits, strict=True)} == pytest.approx(cosines, abs=1e-3)
        assert ids(hits) == list(cosines)

    async def test_lengths_of_vectors_do_not_matter(self, index: VectorIndex) -> None:
        await index.upsert([record("a", vector=towards(0.5) * 40), record("b", vector=towards(0.6) / 40)])
        hits = await index.search(EAST * 7, EVERYTHING, 10)
        assert ids(hits) == ["b", "a"]
        assert hits[0].score == pytest.approx(0.6, abs=1e-3)

    async def test_search_agrees_with_comparing_every_vector(self, index: VectorIndex) -> None:
        vectors = random_vectors(700)
        await index.upsert([record(f"{n:03}", vector=vector) for n, vector in enumerate(vectors)])
        for query in random_vectors(20, seed=6):
            expected = np.argsort(-(vectors @ query))[:10].tolist()
            assert ids(await index.search(query, EVERYTHING, 10)) == [f"{n:03}" for n in expected]

    async def test_equals_are_ordered_by_record_id(self, index: VectorIndex) -> None:
        names = [f"{n:02}" for n in range(30)]
        for name in reversed(names):
            await index.upsert([record(name, vector=towards(0.5))])
        assert ids(await index.search(EAST, EVERYTHING, 30)) == names
        assert ids(await index.search(EAST, EVERYTHING, 7)) == names[:7]

    async def test_a_record_is_returned_once_by_its_best_window(self, index: VectorIndex) -> None:
        windows = [record("long", window=n, vector=towards(0.9 if n == 3 else 0.8)) for n in range(20)]
        await index.upsert([*windows, record("other", vector=towards(0.5))])
        hits = await index.search(EAST, EVERYTHING, 2)
        assert ids(hits) == ["long", "other"]
        assert hits[0].window == 3

    async def test_an_upsert_replaces_all_windows(self, index: VectorIndex) -> None:
        await index.upsert([record("a", window=n, vector=towards(0.9)) for n in range(3)])
        await index.upsert([record("a", vector=towards(0.2))])
        (hit,) = await index.search(EAST, EVERYTHING, 10)
        assert hit.score == pytest.approx(0.2, abs=1e-3)
        assert await index.count() == 1

    async def test_of_one_window_given_twice_the_last_counts(self, index: VectorIndex) -> None:
        await index.upsert([record("a", vector=towards(0.9)), record("a", vector=towards(0.2))])
        (hit,) = await index.search(EAST, EVERYTHING, 10)
        assert hit.score == pytest.approx(0.2, abs=1e-3)

    async def test_refreshing_changes_what_filters_see_and_keeps_vectors(self, index: VectorIndex) -> None:
        await index.upsert([record("a", window=n, vector=towards(0.9), text_hash=7) for n in range(2)])
        await index.upsert([record("b", vector=towards(0.8), text_hash=8), record("c", vector=towards(0.7))])
        dead = {"live": False, "labels": ("red",), "scope_set": 5}
        refreshed = await index.refresh(
            [
                record("a", text_hash=7, **dead),
                record("b", text_hash=9, **dead),  # says something else by now
                record("c", text_hash=0, **dead),  # nobody knows what it said
                record("unknown", text_hash=7, **dead),
            ]
        )
        assert refreshed == {"turn:a"}
        assert ids(await index.search(EAST, IndexFilter(CONTEXT), 10)) == ["b", "c"]
        narrow = IndexFilter(CONTEXT, scope_sets=frozenset({5}), labels=("red",), live_only=False)
        (hit,) = await index.search(EAST, narrow, 10)
        assert hit.score == pytest.approx(0.9, abs=1e-3)
        assert await index.count() == 4
        assert await index.refresh([]) == frozenset()

    async def test_deleting_and_writing_are_idempotent(self, index: VectorIndex) -> None:
        for _ in range(2):
            await index.upsert([record("a", vector=EAST), record("b", vector=EAST)])
        assert await index.count() == 2
        for _ in range(2):
            await index.delete(["turn:a", "turn:unknown"])
        assert ids(await index.search(EAST, EVERYTHING, 10)) == ["b"]

    async def test_writes_at_the_same_time_all_take_effect_in_their_order(self, index: VectorIndex) -> None:
        await asyncio.gather(
            *(index.upsert([record(f"{n:02}", vector=towards(0.5))]) for n in range(40)),
            index.delete(["turn:07"]),
            index.upsert([record("08", vector=towards(0.9))]),
        )
        found = ids(await index.search(EAST, EVERYTHING, 100))
        assert found == ["08", *(f"{n:02}" for n in range(40) if n not in (7, 8))]

    async def test_searches_beside_writes_return_each_record_with_its_own_vector(self, index: VectorIndex) -> None:
        cosines = {f"{n:02}": n / 100 for n in range(60)}

        async def rewrite() -> None:
            for _ in range(5):
                for name, cosine in cosines.items():
                    await index.upsert([record(name, vector=towards(cosine))])
                    await index.delete([f"turn:{name}"] if name > "50" else [])

        async def look() -> None:
            while not writing.done():
                hits = await index.search(EAST, EVERYTHING, 100)
                assert all(abs(hit.score - cosines[hit.record_id[5:]]) < 1e-3 for hit in hits)

        writing = asyncio.create_task(rewrite())
        await asyncio.gather(writing, look(), look())

    @pytest.mark.parametrize("limit", [0, -1])
    async def test_a_limit_below_one_finds_nothing(self, index: VectorIndex, limit: int) -> None:
        await index.upsert([record("a", vector=EAST)])
        assert await index.search(EAST, EVERYTHING, limit) == []

    async def test_a_zero_vector_finds_nothing(self, index: VectorIndex) -> None:
        await index.upsert([record("a", vector=EAST)])
        assert await index.search(np.zeros(DIMENSIONS, dtype=np.float32), EVERYTHING, 10) == []

    @pytest.mark.parametrize(
        "vector", [None, np.ones(DIMENSIONS + 1, dtype=np.float32), np.full(DIMENSIONS, np.nan, dtype=np.float32)]
    )
    async def test_a_wrong_vector_is_refused_and_changes_nothing(
        self, index: VectorIndex, vector: Vector | None
    ) -> None:
        await index.upsert([record("a", vector=EAST)])
        with pytest.raises(ValueError, match="vector"):
            await index.upsert([record("b", vector=EAST), record("a", vector=vector)])
        assert ids(await index.search(EAST, EVERYTHING, 10)) == ["a"]
        with pytest.raises(ValueError, match="vector"):
            await index.search(np.ones(DIMENSIONS + 1, dtype=np.float32), EVERYTHING, 10)

    async def test_what_a_caller_cannot_see_pushes_nothing_out(self, index: VectorIndex) -> None:
        others = [record(f"{n:04}", scope_set=2, vector=EAST) for n in range(1_000)]
        await index.upsert([*others, record("mine", scope_set=1, vector=towards(-0.5))])
        for sets in ({1}, {1, *range(3, 10_000)}):
            narrow = IndexFilter(CONTEXT, scope_sets=frozenset(sets))
            assert ids(await index.search(EAST, narrow, 5)) == ["mine"]
        assert await index.search(EAST, IndexFilter(CONTEXT, scope_sets=frozenset()), 5) == []

    async def test_every_filter_lets_through_what_it_means(self, index: VectorIndex) -> None:
        records = [replace(one, vector=v) for one, v in zip(assorted(60), random_vectors(60), strict=True)]
        await index.upsert(records)
        loop = asyncio.get_running_loop()

        @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
        @given(filters())
        def holds(narrowed: IndexFilter) -> None:
            hits = asyncio.run_coroutine_threadsafe(index.search(EAST, narrowed, 100), loop).result(10)
            assert {hit.record_id for hit in hits} == {one.record_id for one in records if narrowed.matches(one)}

        await asyncio.to_thread(holds)

    async def test_erasing_counts_the_records_held_and_is_idempotent(self, index: VectorIndex) -> None:
        windows = [record("a", window=n, vector=EAST) for n in range(3)]
        await index.upsert([*windows, record("b", vector=EAST)])
        assert await index.erase(["turn:a", "turn:unknown"]) == 1
        assert await index.erase(["turn:a", "turn:unknown"]) == 0
        assert await index.erase([]) == 0
        assert ids(await index.search(EAST, EVERYTHING, 10)) == ["b"]

    async def test_erasing_a_context_leaves_others_alone(self, index: VectorIndex) -> None:
        others = [record(f"{n}", vector=EAST, context="tenant-b") for n in range(250)]
        await index.upsert([*others, record("mine", vector=EAST)])
        assert await index.erase_context("tenant-b") == 250
        assert await index.erase_context("tenant-b") == 0
        assert await index.count() == 1
        await index.upsert(others[:3])
        assert await index.count() == 4

    async def test_clearing_leaves_an_index_that_can_be_filled_again(self, index: VectorIndex) -> None:
        await index.upsert([record("a", vector=EAST)])
        await index.clear()
        assert await index.count() == 0
        assert await index.search(EAST, EVERYTHING, 10) == []
        await index.upsert([record("b", vector=EAST)])
        assert ids(await index.search(EAST, EVERYTHING, 10)) == ["b"]

    async def test_what_was_written_is_there_after_opening_again(self, open_index: OpenVectors) -> None:
        first = await open_index()
        assert first.fresh
        kept = record("a", vector=towards(0.7), labels=("red", "a label/with: signs"), session_id="session:1")
        await first.upsert([kept, record("b", vector=EAST)])
        await first.delete(["turn:b"])
        await first.close()
        await first.close()
        second = await open_index()
        assert not second.fresh
        narrow = IndexFilter(CONTEXT, labels=("a label/with: signs",), session_id="session:1")
        assert ids(await second.search(EAST, narrow, 10)) == ["a"]
        assert ids(await second.search(EAST, EVERYTHING, 10)) == ["a"]
        await second.close()


def exact_vectors(count: int) -> list[Vector]:
    """Vectors that are stored to the bit as they are: quarters, whose length is exactly 1."""
    signs = np.random.default_rng(17).choice((-0.25, 0.25), (count, DIMENSIONS))
    return list(signs.astype(np.float32))
