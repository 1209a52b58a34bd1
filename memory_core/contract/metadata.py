"""What travels beside a request: the metadata keys that doors send and the core reads.

Keys are lower case, as gRPC wants them. Values must be printable ASCII on the wire; `safe` percent-encodes what is
not, and `unsafe` undoes it, so an idempotency key may hold any characters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias
from urllib.parse import quote, unquote

AUTHORIZATION = "authorization"
"""`Bearer <secret>`."""
REQUEST_ID = "x-request-id"
"""Names the request in logs, traces and answers; made up when left out. Answers carry it as initial metadata."""
TRACEPARENT = "traceparent"
"""W3C trace context."""
IDEMPOTENCY_KEY = "idempotency-key"
"""Makes a repeat answer as the first call did, for 24 hours."""
ON_BEHALF_OF = "x-memory-on-behalf-of"
"""`principal:<id>` or `<id>`: whom the caller acts for."""
BODY_DIGEST = "x-memory-body-digest"
"""Hex digest of the body as it came in at a door; what idempotency compares. gRPC callers leave it out."""
DOOR = "x-memory-door"
"""rest, mcp or grpc: where the call came in, for logs and metrics."""

Metadata: TypeAlias = Sequence[tuple[str, str]]
SAFE = "".join(map(chr, range(0x20, 0x7F))).replace("%", "")


def bearer(secret: str) -> str:
    """The value of `authorization`."""
    return f"Bearer {secret}"


def secret_of(authorization: str | None) -> str | None:
    """The secret in a value of `authorization`; None when there is none, or another scheme."""
    scheme, _, secret = (authorization or "").strip().partition(" ")
    return secret.strip() or None if scheme.lower() == "bearer" else None


def safe(value: str) -> str:
    """The value in printable ASCII: other characters, and `%`, percent-encoded."""
    return quote(value, safe=SAFE, errors="replace")


def unsafe(value: str) -> str:
    """What `safe` was given."""
    return unquote(value, errors="replace")


def outgoing(values: Mapping[str, str | None]) -> Metadata:
    """Metadata of a call: what is None is left out, the rest made safe."""
    return tuple((key, safe(value)) for key, value in values.items() if value is not None)


def incoming(metadata: Iterable[tuple[str, str | bytes]] | None) -> dict[str, str]:
    """Text metadata of a call as it was meant; of a key sent twice the last value, binary ones left out."""
    return {key: unsafe(value) for key, value in metadata or () if isinstance(value, str)}


def values_of(metadata: Iterable[tuple[str, str | bytes]] | None, key: str) -> list[str]:
    """Every value of one key, in order, for keys that must not be sent twice with different values."""
    return [unsafe(value) for name, value in metadata or () if name == key and isinstance(value, str)]
