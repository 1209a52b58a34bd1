"""A server with every step, and somebody who may do everything."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from memory_core.adapters.embedded.ledger import open_ledger
from memory_core.api.interceptors import chain
from memory_core.contract.client import CoreClient
from tests.api.loopback import Probe, serving
from tests.service.access_world import EVERYTHING, AccessWorld, Person
from tests.service.world import TickingClock


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[AccessWorld]:
    """The access services with one context."""
    clock = TickingClock()
    ledger = await open_ledger(tmp_path, clock=clock, synchronous="NORMAL", readers=1)
    made = AccessWorld(ledger, clock)
    await made.open()
    yield made
    await ledger.close()


@pytest.fixture
async def boss(world: AccessWorld) -> Person:
    """May do everything."""
    return await world.person("Boss", EVERYTHING)


@pytest.fixture
def probe() -> Probe:
    """What stands behind recall and upload."""
    return Probe()


@pytest.fixture
async def core(world: AccessWorld, probe: Probe) -> AsyncIterator[CoreClient]:
    """A client of the server, without limits that matter."""
    around = chain(world.authenticator, world.audit, requests_per_s=None, message_bytes=1 << 20)
    async with serving(world, probe, around) as client:
        yield client
