"""Files that are hostile to a reader cost no more time than their size accounts for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from memory_core.adapters.embedded.parser_files import FileParser
from memory_core.ports.parser import UnreadableDocument


@pytest.fixture
async def parser() -> AsyncIterator[FileParser]:
    made = FileParser()
    yield made
    await made.close()


async def test_html_that_is_nested_without_end_is_refused_at_once(parser: FileParser) -> None:
    deep = b"<div>" * 200_000 + b"word" + b"</div>" * 200_000
    async with asyncio.timeout(5):
        with pytest.raises(UnreadableDocument, match="nested"):
            await parser.parse(deep, "text/html")


@pytest.mark.parametrize(
    "page",
    [
        b"<p>word <li>word <br>" * 10_000,
        b"<div><section><p>word</p></section></div>" * 10_000,
        b"<div>" * 500 + b"word" + b"</div>" * 500,
    ],
)
async def test_long_pages_and_tags_that_need_no_end_are_read(parser: FileParser, page: bytes) -> None:
    assert "word" in (await parser.parse(page, "text/html")).text
