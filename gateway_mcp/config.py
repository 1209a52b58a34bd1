"""What the door needs to know."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class McpConfig:
    """Bounds and habits of the MCP door."""

    upload_limit: int = 50 << 20
    """Bytes of an upload that are passed on; the core holds the bound of each context below it."""
    deadline_s: float = 60.0
    """Seconds that a call to the core may take."""
    long_deadline_s: float = 180.0
    """The same for uploads, reflections and erasures."""
    list_retired_tools: bool = False
    """Whether the older generation of tools is listed; it can be called by name either way."""
    allowed_origins: tuple[str, ...] = ()
    """Browser origins beside those on loopback."""
    resource_url: str | None = None
    """Public address, for OAuth protected-resource metadata; None: none is served."""
    authorization_servers: tuple[str, ...] = ()
    """Issuers named in that metadata."""
    version: str = "0"
    """Version of the product, told to clients."""
    keepalive_s: float = 15.0
    """Seconds between comment lines of an event stream."""

    @property
    def body_limit(self) -> int:
        """Bytes of one message: the largest upload as base64, and a mebibyte and a half around it."""
        return -(-self.upload_limit // 3) * 4 + (3 << 19)
