"""One product for all client tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.clients import product as products
from tests.clients.product import Product


@pytest.fixture(scope="session")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    """The product, with something in its memory."""
    with products.running_product(tmp_path_factory.mktemp("product")) as running:
        products.seed(running)
        yield running
