"""Callers of a running product, in a process of their own so that they take nothing from its interpreter.

    python -m tests.process.pressure BASE_URL KEY KIND

KIND: queries, writes, bulk, long, upload. Exits 1 when an answer was not what it should be.
"""

from __future__ import annotations

import http.client
import json
import random
import sys
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from typing import Any

WORDS = (
    "invoice lantern bridge harbour velvet compass orchard saddle glacier ribbon walnut copper meadow falcon".split()
)
CLIENTS = 8


def sentence(rng: random.Random) -> str:
    return f"Ana talked about the {rng.choice(WORDS)} {rng.choice(WORDS)} with Bo near the {rng.choice(WORDS)}."


def call(base: str, key: str, path: str, body: bytes | None = None, kind: str = "application/json") -> Any:
    """One POST below a context's address, or a GET without a body."""
    url = urllib.parse.urlsplit(base)
    connection = http.client.HTTPConnection(url.netloc, timeout=120)
    connection.request(
        "GET" if body is None else "POST",
        url.path + path,
        body,
        {"Authorization": f"Bearer {key}", "Content-Type": kind},
    )
    reply = connection.getresponse()
    answer = reply.read()
    connection.close()
    if reply.status not in (200, 201, 202):
        raise SystemExit(f"{path}: {reply.status} {answer[:300]!r}")
    return json.loads(answer)


def told(base: str, key: str, path: str, body: dict[str, Any]) -> Any:
    return call(base, key, path, json.dumps(body).encode())


def messages(rng: random.Random, count: int, repeat: int = 1) -> list[dict[str, str]]:
    return [{"role": "user", "content": " ".join(sentence(rng) for _ in range(repeat))} for _ in range(count)]


def queries(base: str, key: str, rng: random.Random) -> None:
    for _ in range(10):
        told(base, key, "/query", {"query": sentence(rng), "k": 50})


def writes(base: str, key: str, rng: random.Random) -> None:
    for _ in range(6):
        told(base, key, "/facts", {"text": f"My name is Ana {rng.choice(WORDS)}. I live in Lisbon. {sentence(rng)}"})


def bulk(base: str, key: str, rng: random.Random) -> None:
    body = {"messages": messages(rng, 1000), "extract": "per_message"}
    told(base, key, "/facts/batch", body)
    triples = [
        {"entity": {"type": "person", "name": f"P {rng.random()}"}, "key": "city", "value": rng.choice(WORDS)}
        for _ in range(1000)
    ]
    told(base, key, "/facts", {"triples": triples})


def long(base: str, key: str, rng: random.Random) -> None:
    told(base, key, "/facts/batch", {"messages": messages(rng, 30, 1500), "infer": "none"})


def upload(base: str, key: str, rng: random.Random) -> None:
    text = "\n\n".join(" ".join(sentence(rng) for _ in range(40)) for _ in range(2000)).encode()
    text = (text * (1 + (48 << 20) // len(text)))[: 48 << 20]
    head = b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n'
    made = call(base, key, "/documents", head + text + b"\r\n--b--\r\n", "multipart/form-data; boundary=b")
    while call(base, key, f"/documents/{made['id']}")["status"] in ("queued", "extracting", "chunking"):
        told(base, key, "/query", {"query": sentence(rng)})  # until its passages are in the ledger


def main(base: str, key: str, kind: str) -> None:
    many = {"queries": (queries, CLIENTS), "writes": (writes, CLIENTS), "bulk": (bulk, 2), "long": (long, 1)}
    work, clients = many.get(kind, (upload, 1))
    with ThreadPoolExecutor(clients) as pool:
        for done in [pool.submit(work, base, key, random.Random(n)) for n in range(clients)]:
            done.result()


if __name__ == "__main__":
    main(*sys.argv[1:])
