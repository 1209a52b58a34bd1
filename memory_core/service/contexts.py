"""ContextService: the management surface. Contexts, their principals and keys, whoever holds the management key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from memory_core.contract.errors import ApiError, bad_field
from memory_core.engine.grants import EVERY_GRANT, effective
from memory_core.engine.model import Context, Grants, Key, Principal
from memory_core.ports.access import AccessLedger
from memory_core.ports.clock import Clock
from memory_core.ports.errors import AlreadyExists
from memory_core.service.access_checks import checked_grants, principal_id, require_mutable
from memory_core.service.keys import KeyService, KeyWish, Minted

SYSTEM, ADMIN = "principal:system", "principal:admin"
RESERVED = frozenset({"contexts", "verbs", "health", "migrations", "openapi.json"})
SECRET_PARTS = ("key", "secret", "token", "password")
HIDDEN = "********"


class ContextService:
    """Contexts, principals and keys for the holder of the management key."""

    def __init__(self, access: AccessLedger, keys: KeyService, clock: Clock, new_id: Callable[[str], str]) -> None:
        self._access, self._keys, self._clock, self._new_id = access, keys, clock, new_id

    async def create(
        self,
        context_id: str,
        config: Mapping[str, Any],
        description: str | None,
        admin_external_id: str | None,
        admin_name: str | None,
    ) -> Context:
        """A new context with its built-in principals. Raises 409, and 400 for a reserved id."""
        if context_id in RESERVED:
            raise bad_field("context_id", "is reserved")
        now = self._clock.now()
        context = Context(context_id, now, dict(config), description)
        built_in = [
            Principal(SYSTEM, context_id, "system", "system", EVERY_GRANT, now),
            Principal(ADMIN, context_id, admin_name or "admin", "user", EVERY_GRANT, now, admin_external_id),
        ]
        if not await self._access.create_context(context, built_in):
            raise AlreadyExists("context", context_id)
        return context

    async def get(self, context_id: str) -> Context:
        """A context. Raises 404 CONTEXT_NOT_FOUND."""
        found = await self._access.context(context_id)
        if found is None:
            raise ApiError("CONTEXT_NOT_FOUND", "no such context")
        return found

    async def list_contexts(self) -> list[Context]:
        """All contexts, by id."""
        return await self._access.contexts()

    async def update(
        self, context_id: str, config: Mapping[str, Any] | None, blocked: bool | None, description: str | None
    ) -> Context:
        """Merges config deeply; a null takes a name out."""

        def change(old: Context) -> Context:
            return replace(
                old,
                config=old.config if config is None else merged(old.config, config),
                enforcement_blocked=old.enforcement_blocked if blocked is None else blocked,
                description=old.description if description is None else description,
            )

        new = await self._access.change_context(context_id, change)
        if new is None:
            raise ApiError("CONTEXT_NOT_FOUND", "no such context")
        return new

    async def delete(self, context_id: str) -> None:
        """Erases a context with all that is in it."""
        if not await self._access.delete_context(context_id):
            raise ApiError("CONTEXT_NOT_FOUND", "no such context")

    async def create_principal(
        self,
        context_id: str,
        name: str,
        kind: str | None,
        external_id: str | None,
        grants: Mapping[str, Sequence[str]],
    ) -> tuple[Principal, bool]:
        """A principal and whether it is new: a known external_id is answered with the one that has it."""
        await self.get(context_id)
        if not name.strip():
            raise bad_field("display_name", "must not be blank")
        made = Principal(
            id=self._new_id("principal"),
            context=context_id,
            display_name=name,
            kind=kind or "user",
            grants=checked_grants(grants),
            created_at=self._clock.now(),
            external_id=external_id,
        )
        kept = await self._access.create_principal(made)
        return kept, kept.id == made.id

    async def principals(self, context_id: str) -> list[Principal]:
        """All principals of a context."""
        await self.get(context_id)
        return await self._access.principals(context_id)

    async def principal(self, context_id: str, given: str) -> Principal:
        """One principal. Raises 404 PRINCIPAL_NOT_FOUND."""
        found = await self._access.principal(context_id, principal_id(given))
        if found is None:
            raise ApiError("PRINCIPAL_NOT_FOUND", "no such principal")
        return found

    async def update_principal(
        self,
        context_id: str,
        given: str,
        name: str | None,
        kind: str | None,
        grants: Mapping[str, Sequence[str]] | None,
    ) -> Principal:
        """Replaces what is given; of grants each verb named. Raises 403 for principal:system."""
        new: Grants = {} if grants is None else checked_grants(grants)
        named = {verb for one in grants or () for verb in checked_grants({one: ["*"]})}

        def change(old: Principal) -> Principal:
            require_mutable(old)
            held = {verb: patterns for verb, patterns in old.grants.items() if verb not in named} | dict(new)
            return replace(old, display_name=name or old.display_name, kind=kind or old.kind, grants=held)

        changed = await self._access.change_principal(context_id, principal_id(given), change)
        if changed is None:
            raise ApiError("PRINCIPAL_NOT_FOUND", "no such principal")
        return changed

    async def delete_principal(self, context_id: str, given: str) -> None:
        """Deletes a principal and revokes its keys. Raises 403 for the built-in ones."""
        found = await self.principal(context_id, given)
        if found.id in (SYSTEM, ADMIN):
            raise ApiError("PRINCIPAL_IMMUTABLE", f"{found.id} can't be deleted")
        await self._access.delete_principal(context_id, found.id, self._clock.now())

    async def mint(
        self,
        context_id: str,
        given: str,
        name: str | None,
        grants: Mapping[str, Sequence[str]] | None,
        ttl_s: int | None,
    ) -> Minted:
        """A key of a principal, with no more than the principal has."""
        return await self._keys.mint_for(await self.principal(context_id, given), KeyWish(name, grants, ttl_s))

    async def keys(self, context_id: str, given: str | None) -> list[Key]:
        """Keys of a principal, or of all."""
        await self.get(context_id)
        owner = None if given is None else (await self.principal(context_id, given)).id
        return await self._access.keys(context_id, owner)

    async def rotate(self, context_id: str, given: str, name: str, ttl_s: int | None) -> Minted:
        """A new secret for a key."""
        return await self._keys.rotate_of(await self.principal(context_id, given), name, ttl_s)

    async def revoke(self, context_id: str, given: str, name: str) -> None:
        """Ends a key at once."""
        await self._keys.revoke_of(await self.principal(context_id, given), name)

    async def access_token(
        self,
        context_id: str,
        external_id: str,
        name: str | None,
        ttl_s: int,
        grants: Mapping[str, Sequence[str]] | None,
    ) -> Minted:
        """A short-lived key of the principal with this external id, which is made where it is new."""
        given = checked_grants(grants or {})
        who, new = await self.create_principal(context_id, name or external_id, None, external_id, given)
        narrowed = None if grants is None else given if new else effective(who.grants, given)
        return await self._keys.mint_for(who, KeyWish(None, narrowed, ttl_s))


def merged(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """A deep merge; null takes a name out, and what is shown for a hidden secret changes nothing."""
    out = dict(old)
    for name, value in new.items():
        if value is None:
            out.pop(name, None)
        elif isinstance(value, Mapping) and isinstance(out.get(name), Mapping):
            out[name] = merged(out[name], cast("Mapping[str, Any]", value))
        elif value != HIDDEN:
            out[name] = value
    return out


def shown(config: Mapping[str, Any]) -> dict[str, Any]:
    """Config without its secrets, which can be written and never read."""
    out: dict[str, Any] = {}
    for name, value in config.items():
        if isinstance(value, Mapping):
            out[name] = shown(cast("Mapping[str, Any]", value))
        elif isinstance(value, str) and any(part in name.lower() for part in SECRET_PARTS):
            out[name] = HIDDEN
        else:
            out[name] = value
    return out
