"""Contexts, principals, keys and scopes. Production: adapters.embedded.ledger (SQLite)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from memory_core.engine.model import Clauses, Context, Grants, Instant, Key, Principal, ScopeNode, ScopeSet


class AccessLedger(Protocol):
    """Who may do what where. Changes are visible to the next call of any process."""

    async def create_context(self, context: Context, principals: Sequence[Principal]) -> bool:
        """Makes a context with its built-in principals; False when the id exists."""
        ...

    async def context(self, context_id: str) -> Context | None:
        """One context, or None."""
        ...

    async def contexts(self) -> list[Context]:
        """All contexts, by id."""
        ...

    async def change_context(self, context_id: str, change: Callable[[Context], Context]) -> Context | None:
        """Stores config, description and enforcement_blocked of what a pure function makes of the context as it stands,
        in one transaction; None when unknown. What `change` raises is raised, and nothing is written."""
        ...

    async def delete_context(self, context_id: str) -> int | None:
        """Removes a context with every row of it, and queues erasure of its copies and blobs: the outbox number of the
        last step of that; None when unknown. Bytes leave the disk with `MemoryLedger.scrub`."""
        ...

    async def create_principal(self, principal: Principal) -> Principal:
        """Stores a principal. One with the same external_id is returned in its place; a display_name that exists
        (case-sensitive, among principals that are not deleted) raises AlreadyExists."""
        ...

    async def principal(self, context: str, principal_id: str) -> Principal | None:
        """One principal that is not deleted."""
        ...

    async def principals(self, context: str) -> list[Principal]:
        """Principals that are not deleted, oldest first."""
        ...

    async def change_principal(
        self, context: str, principal_id: str, change: Callable[[Principal], Principal]
    ) -> Principal | None:
        """Stores display name, kind and grants of what a pure function makes of the principal as it stands, in one
        transaction, and keeps the old grants with the instant for `grants_at`; None when unknown or deleted.

        What `change` raises is raised, and nothing is written. AlreadyExists for a display name that is taken.
        """
        ...

    async def grants_at(self, context: str, principal_id: str, at: Instant) -> Grants:
        """What the principal itself was granted at an instant; empty before it was made."""
        ...

    async def delete_principal(self, context: str, principal_id: str, at: Instant) -> bool:
        """Marks a principal as deleted and revokes its keys; False when unknown."""
        ...

    async def create_key(self, key: Key) -> None:
        """Stores a key; AlreadyExists when the principal has an unrevoked key of that name."""
        ...

    async def key_by_hash(self, secret_hash: bytes) -> tuple[Key, Principal, Context] | None:
        """The unrevoked key with this hash, its undeleted principal and its context, in one read (the hot path)."""
        ...

    async def keys(self, context: str, principal_id: str | None) -> list[Key]:
        """Unrevoked keys of a principal, or of all, oldest first."""
        ...

    async def rotate_key(self, key: Key) -> None:
        """Replaces hash and valid_until of the key with this id."""
        ...

    async def revoke_key(self, context: str, principal_id: str, name: str, at: Instant) -> bool:
        """Ends a key at once; False when there is no unrevoked key of that name."""
        ...

    async def touch_keys(self, used: dict[str, Instant]) -> None:
        """Notes when keys were last used."""
        ...

    async def register_scope(self, node: ScopeNode) -> tuple[ScopeNode, bool]:
        """Registers a path or brings a tombstoned one back; the node, and whether it was not registered before the call.

        One that is brought back keeps the instant at which it was first made."""
        ...

    async def scopes(self, context: str) -> list[ScopeNode]:
        """All nodes, tombstoned ones too, by path."""
        ...

    async def unregistered(self, context: str, paths: Sequence[str]) -> list[str]:
        """Which of the paths are not registered, or tombstoned."""
        ...

    async def tombstone_scope(self, context: str, path: str, at: Instant) -> bool:
        """Ends a node; False when it is not registered or ended already."""
        ...

    async def scope_sets_since(self, context: str, after_id: int) -> list[ScopeSet]:
        """Interned sets of a context with a greater id, ascending. Sets never change, so a cache of them only grows: they
        become visible in the order of their ids, so a cache that asks for what comes after its last misses none."""
        ...

    async def intern(self, context: str, clauses: Clauses) -> int:
        """The id of a set of clauses, made when new."""
        ...
