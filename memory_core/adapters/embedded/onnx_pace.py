"""When the embedding of documents makes way for questions: they share the machine, and somebody waits for an answer.

Documents pause while questions come in, and go on when none came for a moment. They never stop: after a while they take
a small step between questions, so that copies are made under any load.
"""

from __future__ import annotations

import math

QUIET_S = 0.03
"""After a question's vectors were made documents wait this long; the rest of the answer takes about as much."""
LONGEST_S = 0.1
"""Documents that waited this long take a step."""
STEP_TEXTS = 4
"""Texts in a step taken between questions: what a question may have to wait for."""


class Pace:
    """Told of questions, asked by who embeds documents. Instants are seconds of one clock."""

    def __init__(self) -> None:
        self._asked_at = -math.inf
        self._held_since: float | None = None

    def asked(self, now: float) -> None:
        """A question has come, or got its vectors."""
        self._asked_at = now

    def is_busy(self, now: float) -> bool:
        """Whether questions come so often that steps should be small."""
        return now - self._asked_at < 10 * LONGEST_S

    def left_s(self, now: float) -> float:
        """Seconds that documents still wait; 0: they take a step now."""
        quiet_at = self._asked_at + QUIET_S
        if self._held_since is None:
            self._held_since = now
        left = min(quiet_at, self._held_since + LONGEST_S) - now
        if left <= 0:
            self._held_since = None
        return max(0.0, left)
