"""A copy or the model that is away: recall goes on without it and says so, and nothing that was told is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from memory_core.contract.gen.memory.v1 import recall_pb2
from memory_core.ports.errors import StoreUnavailable
from tests.doors.inside import Inside, inside

QUICK = {"attempts": 2, "backoff_ms": 1, "breaker_failures": 4, "breaker_cooldown_s": 0.05}
KEPT_OUT = {"text": "text", "vectors": "vector", "embedder": "vector"}
"""Store that is away -> leg that an answer does without."""

BACK_S = 20.0
"""Longest time until a leg is back; a bound, not a wait."""


async def reasons(product: Inside, query: str) -> tuple[list[str], str]:
    """Texts of an answer over REST and why it is as it is."""
    answer = await product.call("POST", "/query", {"query": query})
    assert answer.status == 200
    trace = await product.call("GET", f"/traces/{answer.body['traceId']}")
    return [hit["text"] for hit in answer.body["hits"]], trace.body["tierReason"]


@pytest.mark.parametrize("store", list(KEPT_OUT))
async def test_what_is_told_while_a_store_is_away_is_found_then_and_after(tmp_path: Path, store: str) -> None:
    async with inside(tmp_path, resilience=QUICK, projection={"ack_wait_ms": 0}) as product:
        assert (await product.call("POST", "/facts", {"text": "The first word is zqone."})).status == 200
        await product.core.wait_for_copies()
        faults = product.faults[store]
        faults.outage = StoreUnavailable(store)
        told = await product.call("POST", "/facts", {"text": "The second word is zqtwo."})
        assert told.status == 200
        for _ in range(4):  # the breaker opens on the way, and nobody notices
            found, reason = await reasons(product, "which word is zqone or zqtwo")
            assert {"The first word is zqone.", "The second word is zqtwo."} <= set(found)
            assert f"without {KEPT_OUT[store]}" in reason
        over_grpc = await product.client.recall.Query(
            recall_pb2.QueryRequest(query="zqtwo"), metadata=list(product.bearer.items())
        )
        assert "The second word is zqtwo." in [hit.text for hit in over_grpc.hits]
        over_mcp = await product.tool("recall", {"query": "zqtwo"})
        assert "The second word is zqtwo." in [hit["text"] for hit in over_mcp["structuredContent"]["hits"]]
        faults.outage = None
        await product.core.wait_for_copies()
        async with asyncio.timeout(BACK_S):  # until the breaker lets a search through again
            while "without" in (await reasons(product, "zqtwo"))[1]:
                pass
        for mode in ("bm25", "vector"):
            assert "The second word is zqtwo." in await product.texts("the second word is zqtwo", mode=mode)


async def test_what_was_told_during_an_outage_reaches_the_copies_after_a_restart(tmp_path: Path) -> None:
    async with inside(tmp_path, resilience=QUICK, projection={"ack_wait_ms": 0}) as product:
        for name in ("text", "vectors"):
            product.faults[name].outage = StoreUnavailable(name)
        assert (await product.call("POST", "/facts", {"text": "The word is zqthree."})).status == 200
    async with inside(tmp_path) as product:
        await product.core.wait_for_copies()
        for mode in ("bm25", "vector"):
            assert await product.texts("the word is zqthree", mode=mode) == ["The word is zqthree."]


async def test_a_failing_search_is_tried_as_often_as_the_settings_say(tmp_path: Path) -> None:
    for attempts in (1, 3):
        async with inside(tmp_path, resilience={**QUICK, "attempts": attempts}) as product:
            product.faults["text"].outage = StoreUnavailable("text")
            await reasons(product, "anything")
            assert product.faults["text"].calls.count("search") == attempts


async def test_a_search_that_hangs_is_given_up_after_the_set_time(tmp_path: Path) -> None:
    async with inside(tmp_path, resilience={**QUICK, "attempts": 1, "timeout_ms": 20}) as product:
        product.faults["text"].hold("search")
        assert "without text" in (await reasons(product, "anything"))[1]
