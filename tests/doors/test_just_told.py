"""What was told a moment ago is found, in other words than those told, though its write waited for no copy."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_core.contract.gen.memory.v1 import memory_pb2, recall_pb2
from memory_core.service.caller import Caller
from memory_core.service.freshness import Freshness
from tests.doors.inside import Inside, inside

TOLD = "The kitten vomits after every meal."
ASKED = "Is my pet ill?"
MODES = {"hybrid": recall_pb2.MEMORY_QUERY_MODE_HYBRID, "vector": recall_pb2.MEMORY_QUERY_MODE_VECTOR}


async def found(product: Inside, door: str, query: str, mode: str = "hybrid") -> list[str]:
    """What one door finds, best first."""
    if door == "rest":
        return await product.texts(query, mode=mode)
    if door == "mcp":
        answer = await product.tool("recall", {"query": query, "mode": mode})
        return [hit["text"] for hit in answer["structuredContent"]["hits"]]
    context = product.core.bootstrap.context
    asked = recall_pb2.QueryRequest(context_id=context, query=query, mode=MODES[mode])
    answer = await product.client.recall.Query(asked, metadata=list(product.bearer.items()))
    return [hit.text for hit in answer.hits]


async def tell(product: Inside, door: str) -> None:
    """Tells through one door."""
    if door == "rest":
        assert (await product.call("POST", "/facts", {"text": TOLD})).status == 200
    elif door == "mcp":
        await product.tool("remember", {"text": TOLD})
    else:
        told = memory_pb2.RememberRequest(context_id=product.core.bootstrap.context, text=TOLD)
        await product.client.memory.Remember(told, metadata=list(product.bearer.items()))


@pytest.mark.parametrize("door", ("grpc", "rest", "mcp"))
async def test_what_was_just_told_is_found_in_other_words(
    tmp_path: Path, door: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The vector is held back until the reader has come to wait for it: so the write did not, and the reader does."""
    async with inside(tmp_path) as product:
        hold, waits = product.faults["vectors"].hold("upsert"), Freshness.before_read

        async def let_go(fresh: Freshness, caller: Caller) -> None:
            hold.released.set()
            await waits(fresh, caller)

        monkeypatch.setattr(Freshness, "before_read", let_go)
        monkeypatch.setattr("memory_core.service.freshness.OWN_S", 20.0)  # a bound, not a wait: the machine may be busy
        await tell(product, door)
        assert TOLD in await found(product, door, ASKED, mode="vector")


@pytest.mark.parametrize("door", ("grpc", "rest", "mcp"))
async def test_what_waits_for_both_copies_is_not_behind_what_half_answers(tmp_path: Path, door: str) -> None:
    words = "copper marble velvet saddle walnut garnet kettle lantern".split()
    async with inside(tmp_path) as product:
        for word in words[:-1]:
            assert (await product.call("POST", "/facts", {"text": f"{word} zqorbit", "infer": "none"})).status == 200
        await product.core.wait_for_copies()
        holds = [product.faults[copy].hold("upsert") for copy in ("text", "vectors")]
        text = f"{words[-1]} zqorbit"
        assert (await product.call("POST", "/facts", {"text": text, "infer": "none"})).status == 200
        assert (await found(product, door, text))[0] == text
        for hold in holds:
            hold.released.set()
