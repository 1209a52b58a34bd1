"""A door on the loopback, in front of a core that is only pretended."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.gateway_rest.door import Door, running_door
from tests.gateway_rest.fake_core import FakeCore, running_core


@pytest.fixture
async def core() -> AsyncIterator[FakeCore]:
    """A core that answers well unless it is told otherwise."""
    async with running_core() as core:
        yield core


@pytest.fixture
async def door(core: FakeCore) -> AsyncIterator[Door]:
    """A door with the default configuration."""
    async with running_door(core.target) as door:
        yield door
