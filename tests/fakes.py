"""Stand-ins that several tests share."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from memory_core.engine.model import Instant

NOON: Instant = 1_767_268_800_000_000
"""2026-01-01T12:00:00Z."""


class FakeClock:
    """A clock that stands still until it is moved forward."""

    def __init__(self, start: Instant = NOON) -> None:
        self._now = start

    def now(self) -> Instant:
        """Microseconds since the Unix epoch."""
        return self._now

    def advance(self, by: timedelta = timedelta(seconds=1)) -> Instant:
        """Moves on and says what time it is then."""
        if by < timedelta():
            raise ValueError("a clock never goes back")
        self._now += by // timedelta(microseconds=1)
        return self._now

    def set(self, when: str) -> Instant:
        """Moves on to an ISO 8601 instant (UTC where no offset is given)."""
        moment = datetime.fromisoformat(when)
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return self.advance(moment - datetime.fromtimestamp(0, UTC) - timedelta(microseconds=self._now))
