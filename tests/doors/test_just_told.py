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


async def told_and_asked(product: Inside, door: str) -> list[str]:
    """Tells and asks at once through one door; the texts that vectors alone can find."""
    sent = list(product.bearer.items())
    context = product.core.bootstrap.context
    if door == "rest":
        assert (await product.call("POST", "/facts", {"text": TOLD})).status == 200
        return await product.texts(ASKED, mode="vector")
    if door == "mcp":
        await product.tool("remember", {"text": TOLD})
        found = await product.tool("recall", {"query": ASKED, "mode": "vector"})
        return [hit["text"] for hit in found["structuredContent"]["hits"]]
    await product.client.memory.Remember(memory_pb2.RememberRequest(context_id=context, text=TOLD), metadata=sent)
    asked = recall_pb2.QueryRequest(context_id=context, query=ASKED, mode=recall_pb2.MEMORY_QUERY_MODE_VECTOR)
    return [hit.text for hit in (await product.client.recall.Query(asked, metadata=sent)).hits]


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
        assert TOLD in await told_and_asked(product, door)
