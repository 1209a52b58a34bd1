"""Measures engines for embedded vectors against each other: the numbers of docs/adr/0002-embedded-vectors.md.

    python -m tests.bench.vectors_bench flat|edge|usearch [--count 100000]

`edge` needs qdrant-edge-py and `usearch` needs usearch; the product depends on neither. Prints one line a figure.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol

import numpy as np

DIMENSIONS = 384
LIMIT = 100


class Engine(Protocol):
    """What is measured of every candidate. All calls block."""

    def add(self, first: int, vectors: Any) -> None:
        """Makes rows durable: number n is of scope set n % 10,000 and of n % 500."""
        ...

    def search(self, vector: Any, field: str | None, sets: list[int]) -> list[int]:
        """Numbers of the nearest rows, of some sets only."""
        ...

    def erase(self, number: int) -> None:
        """Removes a row and its bytes, where the engine can."""
        ...

    def size(self) -> int:
        """Rows held."""
        ...

    def close(self) -> None:
        """Closes files."""
        ...


class FlatEngine:
    """The product's adapter, called from outside its event loop."""

    def __init__(self, folder: Path) -> None:
        from memory_core.adapters.embedded.vectors_flat import FlatVectors

        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self._index = self._wait(FlatVectors.open(folder, model="bench", dimensions=DIMENSIONS))

    def _wait(self, coroutine: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    def add(self, first: int, vectors: Any) -> None:
        from memory_core.ports.filters import IndexRecord

        records = [
            IndexRecord(f"turn:{n}", "bench", n % 10_000, "turn", 0, session_id=str(n % 500), vector=vectors[n - first])
            for n in range(first, first + len(vectors))
        ]
        self._wait(self._index.upsert(records))

    def search(self, vector: Any, field: str | None, sets: list[int]) -> list[int]:
        from memory_core.ports.filters import IndexFilter

        narrowed = IndexFilter("bench")
        if field == "of10000":
            narrowed = IndexFilter("bench", scope_sets=frozenset(sets))
        elif field == "of500":
            narrowed = IndexFilter("bench", session_id=str(sets[0]))
        return [int(hit.record_id[5:]) for hit in self._wait(self._index.search(vector, narrowed, LIMIT))]

    def erase(self, number: int) -> None:
        self._wait(self._index.erase([f"turn:{number}"]))

    def size(self) -> int:
        return self._wait(self._index.count())

    def close(self) -> None:
        self._wait(self._index.close())


class EdgeEngine:
    """Qdrant's engine in process, without optimize(): exact, and nothing that holds the interpreter for long."""

    def __init__(self, folder: Path) -> None:
        import qdrant_edge as q

        self._q = q
        if folder.exists() and any(folder.iterdir()):
            self._shard = q.EdgeShard.load(str(folder))
            return
        folder.mkdir(parents=True, exist_ok=True)
        hnsw = q.HnswIndexConfig(m=16, ef_construct=100, full_scan_threshold=150_000)
        config = q.EdgeConfig(vectors=q.EdgeVectorParams(DIMENSIONS, q.Distance.Cosine), hnsw_config=hnsw)
        self._shard = q.EdgeShard.create(str(folder), config)
        for field in ("of500", "of10000"):
            self._shard.update(q.UpdateOperation.create_field_index(field, q.PayloadSchemaType.Integer))

    def add(self, first: int, vectors: Any) -> None:
        q = self._q
        points = [
            q.Point(n, vectors[n - first].tolist(), {"of500": n % 500, "of10000": n % 10_000})
            for n in range(first, first + len(vectors))
        ]
        self._shard.update(q.UpdateOperation.upsert_points(points))

    def search(self, vector: Any, field: str | None, sets: list[int]) -> list[int]:
        q = self._q
        only = q.Filter(must=[q.FieldCondition(field, match=q.MatchAny(sets))]) if field else None
        request = q.SearchRequest(query=q.Query.Nearest(vector.tolist()), limit=LIMIT, filter=only)
        return [int(point.id) for point in self._shard.search(request)]

    def erase(self, number: int) -> None:
        self._shard.update(self._q.UpdateOperation.delete_points([number]))
        self._shard.flush()

    def size(self) -> int:
        return int(self._shard.count(self._q.CountRequest(exact=True)))

    def close(self) -> None:
        self._shard.close()


class UsearchEngine:
    """An HNSW graph as a cache, with the vectors in SQLite; filtered searches compare the rows of the sets."""

    def __init__(self, folder: Path) -> None:
        import apsw
        import usearch.index as u

        self._u = u
        folder.mkdir(parents=True, exist_ok=True)
        self._db: Any = apsw.Connection(str(folder / "vectors.sqlite"))
        self._db.execute("PRAGMA journal_mode=WAL").fetchall()
        self._db.execute("PRAGMA secure_delete=ON").fetchall()
        self._db.execute("CREATE TABLE IF NOT EXISTS v(n INTEGER PRIMARY KEY, vector BLOB)")
        self._index: Any = u.Index(ndim=DIMENSIONS, metric="cos", dtype="f32")
        rows = self._db.execute("SELECT n, vector FROM v").fetchall()
        if rows:
            vectors = np.frombuffer(b"".join(blob for _, blob in rows), dtype=np.float32).reshape(-1, DIMENSIONS)
            self._index.add(np.array([n for n, _ in rows]), vectors)

    def add(self, first: int, vectors: Any) -> None:
        numbers = range(first, first + len(vectors))
        self._db.execute("BEGIN")
        self._db.executemany("INSERT INTO v VALUES (?, ?)", ((n, vectors[n - first].tobytes()) for n in numbers))
        self._db.execute("COMMIT")
        self._index.add(np.arange(first, first + len(vectors)), vectors)

    def search(self, vector: Any, field: str | None, sets: list[int]) -> list[int]:
        if field is None:
            return self._index.search(vector, LIMIT).keys.tolist()
        modulus = 500 if field == "of500" else 10_000
        wanted = np.zeros(modulus, dtype=np.bool_)
        wanted[sets] = True
        numbers = np.flatnonzero(wanted[np.arange(self.size()) % modulus])
        found = self._u.search(np.asarray(self._index.get(numbers)), vector, LIMIT, metric="cos", exact=True)
        return numbers[found.keys].tolist()

    def erase(self, number: int) -> None:
        self._index.remove(number)
        self._db.execute("DELETE FROM v WHERE n = ?", (number,))
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def size(self) -> int:
        return len(self._index)

    def close(self) -> None:
        self._db.close()


ENGINES: dict[str, Callable[[Path], Engine]] = {"flat": FlatEngine, "edge": EdgeEngine, "usearch": UsearchEngine}


def unit_vectors(count: int, seed: int = 1) -> Any:
    """Vectors of length 1 that lie about as texts do: near one space of 32 dimensions."""
    space = np.random.default_rng(0).standard_normal((32, DIMENSIONS), dtype=np.float32)
    rng = np.random.default_rng(seed)
    vectors = rng.standard_normal((count, 32), dtype=np.float32) @ space
    vectors += 2 * rng.standard_normal((count, DIMENSIONS), dtype=np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def say(name: str, value: float, unit: str) -> None:
    print(f"{name:<52} {value:12.3f} {unit}", flush=True)


def resident_mib() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4 / 1024


def disk_mib(folder: Path) -> float:
    return sum(path.stat().st_blocks * 512 for path in folder.rglob("*") if path.is_file()) / 2**20


def build(engine: Engine, vectors: Any, batch: int = 500) -> None:
    start = time.perf_counter()
    for at in range(0, len(vectors), batch):
        engine.add(at, vectors[at : at + batch])
    seconds = time.perf_counter() - start
    say("build", seconds, "s")
    say("build", len(vectors) / seconds, "vectors/s")


def queries(engine: Engine, vectors: Any) -> None:
    rng = np.random.default_rng(2)
    asked = {
        "unfiltered": (None, []),
        "1 of 500 sets": ("of500", [7]),
        "5,000 of 10,000 sets": ("of10000", rng.choice(10_000, 5_000, replace=False).tolist()),
    }
    for name, (field, sets) in asked.items():
        taken: list[float] = []
        agreed = 0
        modulus = {"of500": 500, "of10000": 10_000}.get(field or "", 1)
        visible = np.isin(np.arange(len(vectors)) % modulus, sets) if field else np.ones(len(vectors), dtype=np.bool_)
        for query in unit_vectors(40, seed=3):
            start = time.perf_counter()
            found = engine.search(query, field, sets)
            taken.append((time.perf_counter() - start) * 1000)
            truth = np.argsort(-np.where(visible, np.vecdot(vectors, query), -2))[:LIMIT]
            agreed += len(set(found) & set(truth.tolist()))
        say(f"search, {name}, p50", sorted(taken)[20], "ms")
        say(f"search, {name}, p95", sorted(taken)[38], "ms")
        say(f"search, {name}, recall at {LIMIT}", agreed / 40 / min(LIMIT, int(visible.sum())), "")


def stall(engine: Engine, vectors: Any, seconds: float = 4.0) -> None:
    """The longest that an event loop in this process is kept from running while threads write and search."""

    async def watch() -> float:
        worst, ends = 0.0, time.perf_counter() + seconds
        loop, pool = asyncio.get_running_loop(), ThreadPoolExecutor(2)

        def write() -> None:
            at = len(vectors)
            while time.perf_counter() < ends:
                engine.add(at, vectors[:64])
                at += 64

        def read() -> None:
            while time.perf_counter() < ends:
                engine.search(vectors[5], None, [])

        work = [loop.run_in_executor(pool, write), loop.run_in_executor(pool, read)]
        while time.perf_counter() < ends:
            start = time.perf_counter()
            await asyncio.sleep(0.002)
            worst = max(worst, time.perf_counter() - start - 0.002)
        await asyncio.gather(*work)
        return worst

    say("event loop kept waiting at most, writes and searches", asyncio.run(watch()) * 1000, "ms")


def killed(name: str, count: int = 3_000) -> None:
    """Rows that were acknowledged and are gone after a kill -9."""
    with tempfile.TemporaryDirectory() as folder:
        script = [sys.executable, "-m", "tests.bench.vectors_bench", name, "--write-until-killed", folder]
        with subprocess.Popen(script, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            while int(process.stdout.readline()) < count:
                pass
            process.send_signal(signal.SIGKILL)
            acknowledged = max([count, *map(int, process.stdout.read().split())])
        engine = ENGINES[name](Path(folder) / "store")
        say("acknowledged rows lost by kill -9", max(0, acknowledged - engine.size()), f"of {acknowledged}")
        engine.close()


def erasure(engine: Engine, folder: Path, vectors: Any) -> None:
    needle = vectors[11].astype("<f4").tobytes()[40:56]
    start = time.perf_counter()
    engine.erase(11)
    say("erase one", (time.perf_counter() - start) * 1000, "ms")
    left = sum(needle in path.read_bytes() for path in folder.rglob("*") if path.is_file())
    say("files that still hold the erased vector", left, "")


def measure(name: str, count: int) -> None:
    folder = Path(tempfile.mkdtemp())
    vectors = unit_vectors(count)
    if name == "flat":  # stored as normalised again: make that the same bits
        vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True).astype(np.float32)
    base = resident_mib()
    engine = ENGINES[name](folder / "store")
    build(engine, vectors)
    queries(engine, vectors)
    say("resident memory over the empty process", resident_mib() - base, "MiB")
    say("disk", disk_mib(folder), "MiB")
    erasure(engine, folder, vectors)
    engine.close()
    start = time.perf_counter()
    engine = ENGINES[name](folder / "store")
    say("open again", time.perf_counter() - start, "s")
    stall(engine, vectors)
    engine.close()
    killed(name)
    shutil.rmtree(folder)


def write_until_killed(name: str, folder: Path) -> None:
    engine = ENGINES[name](folder / "store")
    vectors = unit_vectors(64)
    at = 0
    while True:
        engine.add(at, vectors)
        at += 64
        print(at, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", choices=sorted(ENGINES))
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--write-until-killed", type=Path, metavar="FOLDER", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.write_until_killed:
        write_until_killed(args.engine, args.write_until_killed)
    print(f"{args.engine}, {args.count} vectors of {DIMENSIONS}, {os.cpu_count()} cores", flush=True)
    measure(args.engine, args.count)


if __name__ == "__main__":
    main()
