"""Reads passages of documents for what they state. Production: adapters.embedded.reading_process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from memory_core.engine.extraction.model import EntityName, Extraction, Mention
from memory_core.engine.model import Instant


class PassageReader(Protocol):
    """Runs engine.extraction.read_passages away from the event loop: it is seconds of work for a megabyte."""

    async def read(
        self,
        texts: Sequence[str],
        said_at: Instant,
        author: EntityName | None,
        recent: Sequence[Mention] = (),
        *,
        large: bool,
    ) -> list[Extraction]:
        """What each passage states, in order. large: more of the same document follows, so that this must not take the
        time of questions.

        Raises StoreUnavailable when the work was lost; it may be asked for again.
        """
        ...

    async def close(self) -> None:
        """Lets go of processes and threads. Idempotent."""
        ...
