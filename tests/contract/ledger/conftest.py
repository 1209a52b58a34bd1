"""A new SQLite ledger for each test; the test of another ledger brings a fixture `ledger` of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from memory_core.adapters.embedded.ledger import SqliteLedger, open_ledger
from tests.contract.ledger.records import make_contexts
from tests.fakes import FakeClock

OpenLedger: TypeAlias = Callable[[], Awaitable[SqliteLedger]]
"""Opens the same ledger each time it is called; the one opened before must be closed."""


@pytest.fixture
def reopen(tmp_path: Path, clock: FakeClock) -> OpenLedger:
    return lambda: open_ledger(tmp_path, clock=clock, synchronous="NORMAL")


@pytest.fixture
async def ledger(reopen: OpenLedger) -> AsyncIterator[SqliteLedger]:
    opened = await reopen()
    await make_contexts(opened)
    yield opened
    await opened.close()
