"""Killed at any moment, started again: what was acknowledged is there; and one data directory has one owner."""

from __future__ import annotations

import contextlib
import signal
import sqlite3
import subprocess
import threading
import uuid
from pathlib import Path

from tests.doors.product import Product, free_port


def test_what_was_acknowledged_survives_a_kill_and_keys_stay_valid(tmp_path: Path) -> None:
    product = Product(tmp_path)
    product.start()
    keys, acknowledged, enough = product.keys, list[str](), threading.Event()

    def write() -> None:
        while True:
            word = f"zq{uuid.uuid4().hex[:12]}"
            try:
                status, _ = product.call("POST", "/facts", {"text": f"The word is {word}.", "infer": "none"})
            except (OSError, ValueError):
                return  # killed before it answered
            if status == 200:
                acknowledged.append(word)
            if len(acknowledged) > 40:
                enough.set()

    writers = [threading.Thread(target=write, daemon=True) for _ in range(4)]
    for one in writers:
        one.start()
    assert enough.wait(60)
    product.end(signal.SIGKILL)
    for one in writers:
        one.join(60)
    product.start()
    assert product.keys == keys
    for word in acknowledged:
        found = [text for *_, text in product.query("rest", {"query": word, "mode": "bm25", "k": 5}) if word in text]
        assert found == [f"The word is {word}."]
    assert product.end() == 0


def test_a_purge_that_was_killed_on_its_way_is_finished_by_the_next_start(tmp_path: Path) -> None:
    product = Product(tmp_path)
    product.start()
    turns = [{"role": "user", "content": f"Locker zqpurged holds item {n}."} for n in range(200)]
    for _ in range(2):
        assert product.call("POST", "/facts/batch", {"messages": turns, "infer": "none"})[0] == 200
    product.remember("rest", {"text": "Locker zqkept holds the rest.", "infer": "none"})
    data = tmp_path / "data"
    asked = threading.Thread(target=_purge, args=(product, "everything about locker zqpurged"), daemon=True)
    asked.start()
    with contextlib.closing(sqlite3.connect(f"file:{data / 'ledger.db'}?mode=ro", uri=True)) as ledger:
        while not ledger.execute("SELECT count(*) FROM outbox WHERE operation = 'erase'").fetchone()[0]:
            assert asked.is_alive(), "the purge ended before it could be killed"
    product.end(signal.SIGKILL)
    asked.join(60)
    assert on_disk(data, b"zqpurged"), "it was killed too late to tell anything"
    product.start()
    left = ["unknown"]
    for _ in range(2000):
        left = on_disk(data, b"zqpurged")
        if not left:
            break
        assert not any("zqpurged" in text for *_, text in product.query("rest", {"query": "locker zqpurged item"}))
    assert left == []
    assert any("zqkept" in text for *_, text in product.query("rest", {"query": "locker zqkept"}))
    assert product.end() == 0


def on_disk(folder: Path, word: bytes) -> list[str]:
    """Files that hold a word; the product may take files away meanwhile."""
    found: list[str] = []
    for path in folder.rglob("*"):
        with contextlib.suppress(FileNotFoundError, IsADirectoryError):
            if word in path.read_bytes():
                found.append(path.name)
    return found


def _purge(product: Product, description: str) -> None:
    with contextlib.suppress(OSError, ValueError):  # killed before it answered
        product.call("POST", "/forget", {"query": description, "purge": True})


def test_a_second_process_on_the_same_directory_says_so_and_stops(tmp_path: Path) -> None:
    product = Product(tmp_path)
    product.start()
    second = Product(tmp_path, rest=free_port(), grpc=free_port())
    ended = subprocess.run(second.command(), capture_output=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert b"in use by another process" in ended.stderr
    assert product.end() == 0
