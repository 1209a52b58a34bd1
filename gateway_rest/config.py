"""What the door needs to know."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RestConfig:
    """Bounds of the REST door."""

    body_limit: int = 16 << 20
    """Bytes of a JSON body."""
    upload_limit: int = 50 << 20
    """Bytes of an upload that are passed on; the core holds the bound of each context below it."""
    deadline_s: float = 60.0
    """Seconds that a call to the core may take."""
    long_deadline_s: float = 180.0
    """The same for uploads and erasures."""
