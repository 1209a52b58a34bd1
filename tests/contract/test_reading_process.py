"""The reader suite on a process, and what becomes of that."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator

import pytest

from memory_core.adapters.embedded.reading_process import ReadingProcess
from memory_core.ports.errors import StoreUnavailable
from tests.contract.reader_suite import TEXTS, ReaderSuite
from tests.fakes import NOON


@pytest.fixture
async def reader() -> AsyncIterator[ReadingProcess]:
    """A reader of the test's own."""
    one = ReadingProcess()
    yield one
    await one.close()


class TestReadingProcess(ReaderSuite):
    """Reading in a process."""


async def test_a_process_that_died_is_told_and_started_again(reader: ReadingProcess) -> None:
    found = await reader.read(TEXTS, NOON, None, large=True)
    pool = reader._process
    assert pool is not None
    for one in list(pool._processes):
        os.kill(one, signal.SIGKILL)
    with pytest.raises(StoreUnavailable):
        for _ in range(100):  # until its end is noticed
            await reader.read(TEXTS, NOON, None, large=True)
    assert await reader.read(TEXTS, NOON, None, large=True) == found
