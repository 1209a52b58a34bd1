"""From text to vectors. Production: adapters.embedded.onnx_embedder (local), or any OpenAI-compatible endpoint."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from memory_core.ports.filters import Vector


class Embedder(Protocol):
    """A model. The same text gives the same vector (but for rounding) whatever it is embedded together with.

    Each method may raise StoreUnavailable("embedder"). A query never waits for documents that are being embedded, other
    than for the few that are on a thread already.
    """

    @property
    def name(self) -> str:
        """Model and variant; vectors of another name can't be compared with these."""
        ...

    @property
    def dimensions(self) -> int:
        """Width of its vectors."""
        ...

    async def embed_queries(self, texts: Sequence[str]) -> Vector:
        """What one question needs: one vector of length 1 a text, shape (len(texts), dimensions), in their order. Words
        beyond the model's window are not looked at; see engine.windows."""
        ...

    async def embed_documents(self, texts: Sequence[str]) -> Vector:
        """One vector of length 1 a text, shape (len(texts), dimensions), in their order."""
        ...

    async def close(self) -> None:
        """Lets go of the model and its threads. Idempotent; calls that still wait raise StoreUnavailable."""
        ...
