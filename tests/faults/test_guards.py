"""The tables of what may be repeated, and of what is cut off by time, name methods that ports have."""

from __future__ import annotations

import inspect
from typing import Any, get_type_hints

from memory_core import stores
from memory_core.ports.blobs import BlobStore
from memory_core.ports.embedder import Embedder
from memory_core.ports.store import Ledger
from memory_core.ports.text import TextIndex
from memory_core.ports.vectors import VectorIndex

NEVER_TWICE = {
    "create_context",
    "create_principal",
    "create_key",
    "put_document",
    "record",
    "enqueue",
    "claim",
    "reserve",
}
"""Done twice these would be two, or tell the second caller of the first."""


def methods(port: Any) -> set[str]:
    """Coroutine methods of a port and of the ports that it offers."""
    found = {name for name, one in vars(port).items() if inspect.iscoroutinefunction(one)}
    for one in vars(port).values():
        if isinstance(one, property) and one.fget is not None:
            kind = get_type_hints(one.fget).get("return")
            found |= methods(kind) if inspect.isclass(kind) else set()
    return found


def test_every_name_is_a_method_and_nothing_is_repeated_that_must_not_be() -> None:
    ledger = methods(Ledger)
    assert ledger >= stores.LEDGER_REPEATABLE
    assert not stores.LEDGER_REPEATABLE & NEVER_TWICE
    assert ledger >= NEVER_TWICE
    others = methods(TextIndex) | methods(VectorIndex) | methods(Embedder) | methods(BlobStore)
    assert others >= stores.UNHURRIED
