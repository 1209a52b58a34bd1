"""A door on the loopback, in front of a core that is only pretended."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from gateway_mcp.config import McpConfig
from tests.gateway_mcp.door import Door, running_door
from tests.gateway_mcp.fake_core import FakeCore, running_core

OpenDoor = Callable[[McpConfig], AbstractAsyncContextManager[Door]]


@pytest.fixture
async def core() -> AsyncIterator[FakeCore]:
    """A core that answers well unless it is told otherwise."""
    async with running_core() as core:
        yield core


@pytest.fixture
async def door(core: FakeCore) -> AsyncIterator[Door]:
    """A door with the default configuration."""
    async with running_door(core.target, McpConfig(version="1.2.3")) as door:
        yield door


@pytest.fixture
def open_door(core: FakeCore) -> OpenDoor:
    """Opens doors with a configuration of the test's own."""

    @asynccontextmanager
    async def opened(config: McpConfig) -> AsyncGenerator[Door]:
        async with running_door(core.target, config) as door:
            yield door

    return opened
