"""The Python MCP client, in both its modes."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

from tests.clients.calls import CALLS, MALFORMED, NAMES, holds
from tests.clients.product import Product

VERSIONS = {"auto": "2026-07-28", "legacy": "2025-11-25"}


@asynccontextmanager
async def connected(product: Product, mode: str) -> AsyncGenerator[Client]:
    headers = {"Authorization": f"Bearer {product.key}"}
    async with (
        create_mcp_http_client(headers=headers) as http,
        Client(streamable_http_client(product.mcp, http_client=http), mode=mode, read_timeout_seconds=30) as client,
    ):
        yield client


@pytest.mark.parametrize("mode", VERSIONS)
async def test_it_agrees_on_the_newest_version_of_its_era_and_lists_the_tools(product: Product, mode: str) -> None:
    async with connected(product, mode) as client:
        assert client.session.protocol_version == VERSIONS[mode]
        assert [tool.name for tool in (await client.list_tools()).tools] == NAMES


@pytest.mark.parametrize("mode", VERSIONS)
async def test_every_tool_works_and_fails_as_a_tool(product: Product, mode: str) -> None:
    async with connected(product, mode) as client:
        for name, (good, failing, status, reason) in CALLS.items():
            answer = await client.call_tool(name, good)
            assert answer.is_error is False, (name, answer.content)
            assert holds(name, answer.structured_content or {}), (name, answer.structured_content)
            refused = await client.call_tool(name, failing)
            error = (refused.structured_content or {})["error"]
            assert (refused.is_error, error["status"], error["reason"]) == (True, status, reason), name


async def test_a_malformed_call_is_an_error_of_the_protocol_in_the_legacy_era_alone(product: Product) -> None:
    async with connected(product, "legacy") as client:
        with pytest.raises(MCPError) as caught:
            await client.call_tool(*MALFORMED)
    assert caught.value.error.code == -32602
    async with connected(product, "auto") as client:
        answer = await client.call_tool(*MALFORMED)
    assert (answer.is_error, (answer.structured_content or {})["error"]["status"]) == (True, 400)


@pytest.mark.parametrize("mode", VERSIONS)
async def test_it_is_told_of_progress(product: Product, mode: str) -> None:
    told: list[float] = []

    async def note(progress: float, _total: float | None, _message: str | None) -> None:
        told.append(progress)

    async with connected(product, mode) as client:
        await client.call_tool("recall", {"query": "atlas"}, progress_callback=note)
    assert told == [0]
