"""A client that goes away takes its call to the core back."""

from __future__ import annotations

import asyncio

import pytest

from tests.gateway_rest.door import Door
from tests.gateway_rest.fake_core import FakeCore

LIMIT_S = 10.0


@pytest.mark.parametrize(("method", "path", "body"), [("POST", "/query", {"query": "x"}), ("GET", "/state", None)])
async def test_a_client_that_leaves_cancels_the_call(
    core: FakeCore, door: Door, method: str, path: str, body: object
) -> None:
    core.holds = asyncio.Event()
    asked = asyncio.create_task(door.send(method, path, body))
    async with asyncio.timeout(LIMIT_S):
        await core.entered.wait()
        asked.cancel()
        await core.cancelled.wait()
    core.holds.set()
    assert (await door.get("/me")).status == 200
