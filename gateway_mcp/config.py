"""What the door needs to know."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class McpConfig:
    """Bounds and habits of the MCP door."""

    body_limit: int = 68 << 20
    """Bytes of one message: room for the base64 of the largest upload."""
    deadline_s: float = 60.0
    """Seconds that a call to the core may take."""
    list_retired_tools: bool = False
    allowed_origins: tuple[str, ...] = ()
    """Browser origins beside those on loopback."""
    resource_url: str | None = None
    """Public address, for OAuth protected-resource metadata; None: none is served."""
    authorization_servers: tuple[str, ...] = ()
    version: str = "0"
    keepalive_s: float = 15.0
    """Seconds between comment lines of an event stream."""
