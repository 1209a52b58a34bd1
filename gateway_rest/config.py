"""What the door needs to know."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RestConfig:
    """Bounds of the REST door."""

    body_limit: int = 16 << 20
    """Bytes of a JSON body."""
    upload_limit: int = 50 << 20
    """Bytes of a file that comes before its metadata and so has to wait here. What comes after them is passed on as it
    arrives; the bound of a context is held by the core."""
    deadline_s: float = 60.0
    """Seconds that a call to the core may take."""
    long_deadline_s: float = 180.0
    """The same for erasures and rebuilds."""
    transfer_deadline_s: float = 900.0
    """The same for uploads and downloads, which go at the pace of the client."""
