"""A fresh world for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from memory_core.adapters.embedded.ledger import SqliteLedger, open_ledger
from tests.service.access_world import AccessWorld
from tests.service.world import TickingClock, World


@pytest.fixture
def ticking() -> TickingClock:
    """A clock of which no two looks are the same."""
    return TickingClock()


@pytest.fixture
async def ledger(tmp_path: Path, ticking: TickingClock) -> AsyncIterator[SqliteLedger]:
    """A ledger of its own."""
    opened = await open_ledger(tmp_path, clock=ticking, synchronous="NORMAL", readers=1)
    try:
        yield opened
    finally:
        await opened.close()


@pytest.fixture
async def world(ledger: SqliteLedger, ticking: TickingClock) -> World:
    """One context on that ledger."""
    made = World(ledger, ticking)
    await made.open()
    return made


@pytest.fixture
async def doors(ledger: SqliteLedger, ticking: TickingClock) -> AccessWorld:
    """The access services over that ledger, with one context."""
    made = AccessWorld(ledger, ticking)
    await made.open()
    return made
