"""Killed at any moment, started again: what was acknowledged is there; and one data directory has one owner."""

from __future__ import annotations

import signal
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


def test_a_second_process_on_the_same_directory_says_so_and_stops(tmp_path: Path) -> None:
    product = Product(tmp_path)
    product.start()
    second = Product(tmp_path, rest=free_port(), grpc=free_port())
    ended = subprocess.run(second.command(), capture_output=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert b"in use by another process" in ended.stderr
    assert product.end() == 0
