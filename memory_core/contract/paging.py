"""Page tokens: an offset that only the list that made it takes back.

A token is base64url of the offset and a short digest of the list's name and filters, so that a token used with other
filters is refused instead of answering nonsense. It is no secret and grants nothing.
"""

from __future__ import annotations

import base64
import binascii
import hashlib

from memory_core.contract.errors import bad_field

DIGEST_BYTES = 8


def page_token(offset: int, *filters: object) -> str:
    """The token of the page that starts at offset, of the list with these filters (its name first)."""
    raw = _digest(filters) + offset.to_bytes(8, "big")
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def page_offset(token: str, *filters: object) -> int:
    """The offset in a token; raises INVALID_ARGUMENT naming page_token for one that this list did not make."""
    try:
        raw = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raw = b""
    if len(raw) != DIGEST_BYTES + 8 or raw[:DIGEST_BYTES] != _digest(filters):
        raise bad_field("page_token", "is not one that this list gave")
    return int.from_bytes(raw[DIGEST_BYTES:], "big")


def next_token(offset: int, count: int, limit: int, total: int | None, *filters: object) -> str | None:
    """The token after a page of `count` rows that began at offset; None after the last one.

    total: rows in all, or None when the list does not count them: then a full page is taken to have one after it.
    """
    more = count == limit if total is None else offset + count < total
    return page_token(offset + count, *filters) if more else None


def _digest(filters: tuple[object, ...]) -> bytes:
    return hashlib.blake2b(repr(filters).encode("utf-8", "surrogatepass"), digest_size=DIGEST_BYTES).digest()
