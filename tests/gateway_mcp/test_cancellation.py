"""What becomes of work whose client has gone: taken back in the modern era, carried on in the legacy one."""

from __future__ import annotations

import asyncio

import pytest

from gateway_mcp.config import McpConfig
from tests.gateway_mcp.conftest import OpenDoor
from tests.gateway_mcp.door import JSON, SSE, Door
from tests.gateway_mcp.fake_core import FakeCore

LIMIT_S = 10.0


async def leave_while_it_works(door: Door, core: FakeCore, accept: str, token: str | None) -> None:
    """Sends a call and closes the connection as soon as the core works on it."""
    core.holds = asyncio.Event()
    asked = asyncio.create_task(door.tool("recall", {"query": "x"}, {"Accept": accept}, token))
    async with asyncio.timeout(LIMIT_S):
        await core.entered.wait()
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked


@pytest.mark.parametrize(("accept", "token"), [(JSON, None), (SSE, None), (f"{JSON}, {SSE}", "p")])
async def test_in_the_modern_era_leaving_is_a_cancel(
    door: Door, core: FakeCore, accept: str, token: str | None
) -> None:
    await leave_while_it_works(door.in_era("modern"), core, accept, token)
    async with asyncio.timeout(LIMIT_S):
        await core.cancelled.wait()
    assert not core.answered.is_set()


@pytest.mark.parametrize(("accept", "token"), [(JSON, None), (SSE, None), (f"{JSON}, {SSE}", "p")])
async def test_in_the_legacy_era_leaving_is_no_cancel(
    door: Door, core: FakeCore, accept: str, token: str | None
) -> None:
    await leave_while_it_works(door.in_era("legacy"), core, accept, token)
    for _ in range(3):  # what a cancel would need to arrive, if there were one
        await door.in_era("legacy").ask("ping")
    assert core.holds is not None
    core.holds.set()
    async with asyncio.timeout(LIMIT_S):
        await core.answered.wait()
    assert not core.cancelled.is_set()


async def test_closing_the_door_ends_what_still_runs(open_door: OpenDoor, core: FakeCore) -> None:
    async with open_door(McpConfig()) as door:
        await leave_while_it_works(door, core, JSON, None)
    async with asyncio.timeout(LIMIT_S):
        await core.cancelled.wait()
