"""What ports raise.

PortError
|- StoreUnavailable        the store does not answer, or not in time; retryable
|- AlreadyExists           a name or id is taken
|- IdempotencyConflict     an idempotency key was used for another call
|- IdempotencyInProgress   the first call with this key has not ended
|- ContextGone             a write names a context that does not exist (any more)
|- DataDirectoryInUse      another process has the data directory open
"""

from __future__ import annotations


class PortError(Exception):
    """Base. The message is safe to show; a driver's exception is only its __cause__."""


class StoreUnavailable(PortError):
    """A store does not answer. `store` names it (ledger, text, vectors, blobs, embedder)."""

    def __init__(self, store: str, message: str = "") -> None:
        super().__init__(message or f"the {store} store is not available")
        self.store = store


class AlreadyExists(PortError):
    """A unique name is taken. `kind` and `name` say which."""

    def __init__(self, kind: str, name: str) -> None:
        super().__init__(f"{kind} {name!r} already exists")
        self.kind, self.name = kind, name


class IdempotencyConflict(PortError):
    """The key was used with another body."""


class IdempotencyInProgress(PortError):
    """The first call with this key still runs."""


class ContextGone(PortError):
    """There is no such context, or it was deleted while the call was under way."""

    def __init__(self, context: str) -> None:
        super().__init__("the context does not exist")
        self.context = context


class DataDirectoryInUse(PortError):
    """Another process holds the data directory."""
