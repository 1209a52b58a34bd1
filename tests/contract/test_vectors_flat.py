"""The vector suite on the flat file, and what only holds for files of one process."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import numpy as np
import pytest

from memory_core.adapters.embedded.vectors_flat import FlatVectors
from memory_core.ports.errors import DataDirectoryInUse, StoreUnavailable
from memory_core.ports.filters import IndexFilter
from tests.contract.index_records import CONTEXT, holds_bytes, ids, killed_after, record
from tests.contract.vectors_suite import (
    DIMENSIONS,
    EAST,
    EVERYTHING,
    OpenVectors,
    VectorSuite,
    exact_vectors,
    random_vectors,
    towards,
)

_WRITE_UNTIL_KILLED = """
import asyncio, sys
from pathlib import Path
from memory_core.adapters.embedded.vectors_flat import FlatVectors
from tests.contract.index_records import record
from tests.contract.vectors_suite import DIMENSIONS, random_vectors

async def main():
    index = await FlatVectors.open(Path(sys.argv[1]), model="model", dimensions=DIMENSIONS)
    for n, vector in enumerate(random_vectors(100_000)):
        await index.upsert([record(f"{n:06}", vector=vector)])
        await index.delete([f"turn:{n - 3:06}"] if n % 7 == 3 else [])
        print(n, flush=True)

asyncio.run(main())
"""


async def opened(folder: Path, model: str = "model") -> FlatVectors:
    return await FlatVectors.open(folder / "vectors", model=model, dimensions=DIMENSIONS)


@pytest.fixture
def open_index(tmp_path: Path) -> OpenVectors:
    return lambda: opened(tmp_path)


class TestFlatVectors(VectorSuite):
    """A mapped file and SQLite rows in a folder."""


async def test_erased_vectors_are_in_no_file_of_the_folder(tmp_path: Path) -> None:
    index = await opened(tmp_path)
    secret, replaced, kept = exact_vectors(3)
    await index.upsert([record(f"{n}", vector=vector) for n, vector in enumerate(random_vectors(50, seed=9))])
    await index.upsert([record("secret", vector=secret, labels=("zqlabel",)), record("kept", vector=kept)])
    await index.upsert([record("1", vector=replaced)])
    await index.upsert([record("1", vector=EAST)])
    marks = [secret.tobytes(), replaced.tobytes(), b"turn:secret", b"zqlabel"]
    assert all(holds_bytes(tmp_path, mark) for mark in marks)
    assert await index.erase(["turn:secret"]) == 1
    assert holds_bytes(tmp_path, *marks) == []
    assert holds_bytes(tmp_path, kept.tobytes())
    assert await index.count() == 51
    await index.close()


async def test_nothing_acknowledged_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    script = [sys.executable, "-c", _WRITE_UNTIL_KILLED, str(tmp_path / "vectors")]
    acknowledged = await asyncio.to_thread(killed_after, 60, script)
    vectors = random_vectors(100_000)
    index = await opened(tmp_path)
    for n in range(acknowledged + 1):
        best = (await index.search(vectors[n], EVERYTHING, 1))[0]
        deleted = n % 7 == 0 and n + 3 <= acknowledged
        if n + 3 <= acknowledged or n % 7:
            assert (best.record_id == f"turn:{n:06}" and best.score > 0.9999) is not deleted
    await index.close()


async def test_among_very_many_vectors_nearly_all_of_the_best_are_found_inside_the_filter(tmp_path: Path) -> None:
    dimensions, count = 100, 17_000
    rng = np.random.default_rng(4)
    space = rng.standard_normal((12, dimensions), dtype=np.float32)
    vectors = rng.standard_normal((count, 12), dtype=np.float32) @ space
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    index = await FlatVectors.open(tmp_path, model="model", dimensions=dimensions)
    await index.upsert([record(f"{n}", scope_set=n % 50, vector=vector) for n, vector in enumerate(vectors)])
    for _ in range(2):
        found = 0
        for query in vectors[:20]:
            hits = await index.search(query, IndexFilter(CONTEXT, scope_sets=frozenset(range(49))), 20)
            scores = np.where(np.arange(count) % 50 < 49, vectors @ query, -2)
            assert all(int(name) % 50 < 49 for name in ids(hits))
            found += len({int(name) for name in ids(hits)} & set(np.argsort(-scores)[:20].tolist()))
        assert found >= 396  # of 400
        await index.close()
        index = await FlatVectors.open(tmp_path, model="model", dimensions=dimensions)
    await index.close()


async def test_a_folder_in_use_is_refused(tmp_path: Path) -> None:
    index = await opened(tmp_path)
    with pytest.raises(DataDirectoryInUse):
        await opened(tmp_path)
    await index.close()


async def test_vectors_of_another_model_and_damaged_files_are_made_again(tmp_path: Path) -> None:
    index = await opened(tmp_path)
    await index.upsert([record("a", vector=EAST)])
    await index.close()
    index = await opened(tmp_path, model="another model")
    assert index.fresh
    assert await index.count() == 0
    await index.close()
    (tmp_path / "vectors" / "rows.sqlite").write_bytes(b"not a database" * 400)
    index = await opened(tmp_path, model="another model")
    assert index.fresh
    await index.upsert([record("a", vector=EAST)])
    await index.close()
    (tmp_path / "vectors" / "vectors.f32").unlink()
    index = await opened(tmp_path, model="another model")
    assert index.fresh
    await index.close()


async def test_a_batch_that_fails_is_undone_and_the_index_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = await opened(tmp_path)
    await index.upsert([record("a", vector=EAST)])

    def full(self: object, rows: object) -> None:
        raise OSError("no space left on device")

    with monkeypatch.context() as broken:
        broken.setattr("memory_core.adapters.embedded.vectors_rows.RowStore.put", full)
        with pytest.raises(StoreUnavailable):
            await index.upsert([record("a", vector=towards(0.1)), record("b", vector=EAST)])
    (hit,) = await index.search(EAST, EVERYTHING, 10)
    assert (hit.record_id, hit.score) == ("turn:a", 1.0)
    await index.upsert([record("b", vector=towards(0.5))])
    assert ids(await index.search(EAST, EVERYTHING, 10)) == ["a", "b"]
    await index.close()


async def test_a_search_still_works_after_idle_pages_were_given_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memory_core.adapters.embedded.vectors_flat.IDLE_S", 0.0)
    index = await opened(tmp_path)
    vectors = random_vectors(300)
    await index.upsert([record(f"{n:03}", vector=vector) for n, vector in enumerate(vectors)])
    for n in range(20):
        assert ids(await index.search(vectors[n], EVERYTHING, 1)) == [f"{n:03}"]
        await asyncio.sleep(0)
    await index.close()


async def test_a_closed_index_says_so(tmp_path: Path) -> None:
    index = await opened(tmp_path)
    await index.close()
    with pytest.raises(StoreUnavailable):
        await index.upsert([record("a", vector=EAST)])
    with pytest.raises(StoreUnavailable):
        await index.search(np.asarray(EAST), EVERYTHING, 1)
