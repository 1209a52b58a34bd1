"""The instants that a question is asked about."""

from __future__ import annotations

from dataclasses import dataclass

from memory_core.engine.model import Instant


@dataclass(frozen=True, slots=True)
class Instants:
    """As the caller gave them; None where left out."""

    as_of: Instant | None = None
    """T: what had become known by then."""
    at_instant: Instant | None = None
    """V: what the belief is about; T when left out."""
    valid_from: Instant | None = None
    valid_until: Instant | None = None
    """A window: what was believed about any instant in it. Either end may be missing."""

    @property
    def windowed(self) -> bool:
        """Whether an overlap with a window is asked for."""
        return self.valid_from is not None or self.valid_until is not None

    def in_window(self, at: Instant) -> bool:
        """Whether a moment lies in the window; always without one."""
        late_enough = self.valid_from is None or at >= self.valid_from
        return late_enough and (self.valid_until is None or at < self.valid_until)

    @property
    def plain(self) -> bool:
        """Whether the question is about now, as known now."""
        return self == Instants()

    def known_at(self, now: Instant) -> Instant:
        """T."""
        return now if self.as_of is None else self.as_of

    def about(self, now: Instant) -> Instant:
        """V."""
        return self.known_at(now) if self.at_instant is None else self.at_instant
