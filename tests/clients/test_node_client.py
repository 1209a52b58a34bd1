"""The TypeScript MCP SDK, major version 1."""

from __future__ import annotations

import json
from pathlib import Path

from tests.clients.calls import CALLS, MALFORMED, NAMES, holds
from tests.clients.product import Product, run_node


async def test_every_tool_works_and_fails_as_a_tool(product: Product, tmp_path: Path) -> None:
    calls = [call for name, (good, failing, _, _) in CALLS.items() for call in ((name, good), (name, failing))]
    plan = {"url": product.mcp, "key": product.key, "calls": [*calls, MALFORMED]}
    ran = await run_node("sdk_client.mjs", home=tmp_path, stdin=json.dumps(plan))
    assert ran.status == 0, ran.err
    told = json.loads(ran.out)
    assert (told["version"], told["tools"]) == ("2025-11-25", NAMES)
    *answers, malformed = told["answers"]
    for (name, (_, _, status, reason)), good, failed in zip(CALLS.items(), answers[::2], answers[1::2], strict=True):
        assert good["result"]["isError"] is False, (name, good)
        assert holds(name, good["result"]["structuredContent"]), (name, good)
        error = failed["result"]["structuredContent"]["error"]
        assert (failed["result"]["isError"], error["status"], error["reason"]) == (True, status, reason), name
        assert (good["progress"] != []) is (name in ("recall", "context", "reflect", "upload")), name
    assert malformed["code"] == -32602
