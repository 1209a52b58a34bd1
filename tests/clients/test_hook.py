"""The smallest client: one POST without a handshake, as shipped shell hooks do it."""

from __future__ import annotations

import json
import shutil
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.clients.product import Product, run

CALL = json.dumps(
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "recall", "arguments": {"query": "atlas Lisbon", "k": 6}},
    }
)


def check(answer: Any) -> None:
    hits = answer["result"]["structuredContent"]["hits"]
    assert 0 < len(hits) <= 6
    assert all(hit["text"] and hit["source"] for hit in hits)


def headers(product: Product) -> dict[str, str]:
    named = {"Content-Type": "application/json", "Accept": "application/json"}
    return {**named, "Authorization": f"Bearer {product.key}"}


def test_a_bare_post_recalls(product: Product) -> None:
    request = urllib.request.Request(product.mcp, CALL.encode(), headers(product))
    with urllib.request.urlopen(request, timeout=30) as answer:
        check(json.load(answer))


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed; the same POST is tested without it")
async def test_curl_recalls(product: Product, tmp_path: Path) -> None:
    sent = [word for name, value in headers(product).items() for word in ("-H", f"{name}: {value}")]
    ran = await run(["curl", "-sS", "--max-time", "30", product.mcp, *sent, "-d", CALL], tmp_path)
    assert ran.status == 0, ran.err
    check(json.loads(ran.out))
