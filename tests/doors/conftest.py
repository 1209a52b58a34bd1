"""One product for all scenarios of a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.doors.product import Product


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    """A started product on a fresh data directory."""
    one = Product(tmp_path_factory.mktemp("product"))
    one.start()
    yield one
    assert one.end() == 0
