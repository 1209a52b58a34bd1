"""The command line of MCP Inspector, in both eras, with its strict check of schemas."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.clients.calls import CALLS, NAMES
from tests.clients.product import Product, Ran, run_node

LAUNCHER = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"
TOOL_FAILED = 5
"""Exit status of Inspector when a tool answers isError."""


async def inspect(product: Product, home: Path, era: str, *arguments: str) -> Ran:
    where = ["--cli", product.mcp, "--transport", "http", "--header", f"Authorization: Bearer {product.key}"]
    return await run_node(LAUNCHER, *where, "--protocol-era", era, "--format", "json", "-q", *arguments, home=home)


@pytest.mark.parametrize("era", ["legacy", "modern"])
async def test_the_list_passes_its_strict_check(product: Product, tmp_path: Path, era: str) -> None:
    ran = await inspect(product, tmp_path, era, "--method", "tools/list", "--strict")
    assert (ran.status, ran.err) == (0, "")
    assert [tool["name"] for tool in json.loads(ran.out)["result"]["tools"]] == NAMES


@pytest.mark.parametrize("era", ["legacy", "modern"])
async def test_a_call_answers(product: Product, tmp_path: Path, era: str) -> None:
    call = ["--method", "tools/call", "--tool-name", "recall", "--tool-arg", "query=atlas Lisbon", "k=3"]
    ran = await inspect(product, tmp_path, era, *call)
    assert ran.status == 0, ran.err
    result = json.loads(ran.out)["result"]
    assert 0 < len(result["structuredContent"]["hits"]) <= 3
    assert result["content"][0]["text"]


@pytest.mark.parametrize("era", ["legacy", "modern"])
async def test_a_call_fails_as_a_tool(product: Product, tmp_path: Path, era: str) -> None:
    _, failing, status, reason = CALLS["inspect"]
    call = ["--method", "tools/call", "--tool-name", "inspect", "--tool-arg", f"ref={failing['ref']}"]
    ran = await inspect(product, tmp_path, era, *call)
    assert ran.status == TOOL_FAILED, ran.err
    error = json.loads(ran.out)["result"]["structuredContent"]["error"]
    assert (error["status"], error["reason"]) == (status, reason)
