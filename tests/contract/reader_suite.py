"""What every PassageReader must do. An adapter's test brings the fixture `reader`."""

from __future__ import annotations

import pytest

from memory_core.engine.extraction import EntityName, read_passages
from memory_core.ports.reader import PassageReader
from tests.fakes import NOON

TEXTS = ("Ann Lee works at Acme. She lives in Rome.", "She likes tea.", "", "Nothing \x00 \ud800 is stated here. " * 99)


class ReaderSuite:
    """Behaviour of PassageReader."""

    @pytest.mark.parametrize("large", [False, True])
    async def test_passages_are_read_as_the_engine_reads_them(self, reader: PassageReader, large: bool) -> None:
        found = await reader.read(TEXTS, NOON, None, large=large)
        assert found == read_passages(TEXTS, NOON, None)
        assert {(one.subject and one.subject.name, one.key) for part in found for one in part.statements} >= {
            ("Ann Lee", "works_at"),
            ("Ann Lee", "city"),
        }

    async def test_author_and_mentions_before_are_heeded(self, reader: PassageReader) -> None:
        before = await reader.read(TEXTS[:1], NOON, None, large=False)
        author = EntityName("person", "Bo Hill")
        [found] = await reader.read(["I live in Oslo. She likes tea."], NOON, author, before[0].mentions, large=False)
        told = {(one.subject.name, one.value) for one in found.statements if one.subject}
        assert told == {("Bo Hill", "Oslo"), ("Ann Lee", "tea")}

    async def test_closing_twice_is_fine(self, reader: PassageReader) -> None:
        await reader.close()
        await reader.close()
