"""Time. Production: memory_core.clock (the system's); tests: tests.fakes.FakeClock."""

from __future__ import annotations

from typing import Protocol

from memory_core.engine.model import Instant


class Clock(Protocol):
    """The one source of "now" for everything that is stored."""

    def now(self) -> Instant:
        """Microseconds since the Unix epoch, UTC. Never less than an earlier answer, whatever the system does."""
        ...
