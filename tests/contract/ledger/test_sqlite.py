"""The ledger suites on SQLite."""

from __future__ import annotations

from tests.contract.ledger import suite


class TestWrite(suite.WriteSuite):
    """Reconciliation on SQLite."""


class TestMerging(suite.MergingSuite):
    """Merged entities and other names on SQLite."""


class TestConcurrency(suite.ConcurrencySuite):
    """Writers at the same time on SQLite."""


class TestRead(suite.ReadSuite):
    """Gated reads on SQLite."""


class TestCopies(suite.CopiesSuite):
    """The outbox on SQLite."""


class TestRemoval(suite.RemovalSuite):
    """Retiring and erasing on SQLite."""


class TestStated(suite.StatedSuite):
    """What documents state on SQLite."""


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


class TestUpkeep(suite.UpkeepSuite):
    """Walks and small changes on SQLite."""
