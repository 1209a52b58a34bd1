"""The ledger suites on SQLite."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from memory_core.adapters.embedded.ledger import open_ledger
from memory_core.ports.store import Ledger
from tests.contract.ledger import suite
from tests.contract.ledger.records import make_contexts
from tests.fakes import FakeClock


@pytest.fixture
async def ledger(tmp_path: Path, clock: FakeClock) -> AsyncIterator[Ledger]:
    """A new ledger with the contexts of the tests."""
    opened = await open_ledger(tmp_path, clock=clock, synchronous="NORMAL")
    await make_contexts(opened)
    yield opened
    await opened.close()


class TestWrite(suite.WriteSuite):
    """Reconciliation on SQLite."""


class TestRead(suite.ReadSuite):
    """Gated reads on SQLite."""


class TestCopies(suite.CopiesSuite):
    """The outbox on SQLite."""


class TestRemoval(suite.RemovalSuite):
    """Retiring and erasing on SQLite."""


class TestAccess(suite.AccessSuite):
    """Contexts, principals, keys and scopes on SQLite."""


class TestIdempotency(suite.IdempotencySuite):
    """Replies kept for repeats on SQLite."""


class TestJob(suite.JobSuite):
    """The leased queue on SQLite."""


class TestDocument(suite.DocumentSuite):
    """Documents and sessions on SQLite."""


class TestTrace(suite.TraceSuite):
    """Traces and audit on SQLite."""
