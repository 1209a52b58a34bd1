"""Generated pages in docs/ are what the code says today."""

from __future__ import annotations

import pytest

from memory_core.pages import pages
from tests.arch.sources import ROOT

PAGES = pages()


@pytest.mark.parametrize("name", PAGES)
def test_a_generated_page_is_current(name: str) -> None:
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == PAGES[name], "run `make docs`"
