"""ContextService: the management surface. Contexts, their principals and keys, for who holds the management key."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from memory_core.contract.errors import ApiError, bad_field
from memory_core.engine.grants import EVERY_GRANT, parse_verb
from memory_core.engine.model import Context, Grants, Key, Principal
from memory_core.ports.access import AccessLedger
from memory_core.ports.clock import Clock
from memory_core.ports.errors import AlreadyExists
from memory_core.service.access_checks import (
    ADMIN,
    SYSTEM,
    GivenGrants,
    checked_grants,
    checked_name,
    known,
    principal_id,
    require_mutable,
)
from memory_core.service.context_config import checked_config, merged
from memory_core.service.keys import KeyService, KeyWish, Minted

RESERVED = frozenset({"contexts", "verbs", "health", "migrations"})
DEFAULT_KIND = "user"


@dataclass(frozen=True, slots=True)
class NewPrincipal:
    """A principal as it is asked for."""

    display_name: str
    kind: str | None = None
    """None: user."""
    external_id: str | None = None
    grants: GivenGrants | None = None
    """None: nothing."""


@dataclass(frozen=True, slots=True)
class ContextPatch:
    """What changes on a context. A field that is named and None is reset."""

    fields: frozenset[str]
    """Of config, enforcement_blocked, description."""
    config: Mapping[str, Any] | None = None
    enforcement_blocked: bool | None = None
    description: str | None = None


@dataclass(frozen=True, slots=True)
class PrincipalPatch:
    """What changes on a principal. A field that is named and None is reset."""

    fields: frozenset[str]
    """Of display_name, kind, grants."""
    display_name: str | None = None
    kind: str | None = None
    grants: GivenGrants | None = None
    """Replaces each verb that it names."""


class ContextService:
    """Contexts, principals and keys for the holder of the management key.

    Methods that name a context raise CONTEXT_NOT_FOUND, those that name a principal PRINCIPAL_NOT_FOUND.
    """

    def __init__(
        self,
        access: AccessLedger,
        keys: KeyService,
        clock: Clock,
        new_id: Callable[[str], str],
        refresh: Callable[[str], Awaitable[int]],
        settle: Callable[[int], Awaitable[None]],
    ) -> None:
        self._access, self._keys, self._clock, self._new_id = access, keys, clock, new_id
        self._refresh, self._settle = refresh, settle

    async def create(
        self,
        context_id: str,
        config: Mapping[str, Any] | None = None,
        description: str | None = None,
        admin_external_id: str | None = None,
        admin_name: str | None = None,
    ) -> Context:
        """A new context with its built-in principals. Raises 409, and 400 for a reserved id."""
        if context_id in RESERVED:
            raise bad_field("context_id", f"must not be one of {', '.join(sorted(RESERVED))}")
        now = self._clock.now()
        context = Context(context_id, now, checked_config(config or {}), description)
        name = checked_name(admin_name, "admin_display_name") if admin_name is not None else "admin"
        built_in = [
            Principal(SYSTEM, context_id, "system", "system", EVERY_GRANT, now),
            Principal(ADMIN, context_id, name, DEFAULT_KIND, EVERY_GRANT, now, admin_external_id),
        ]
        if not await self._access.create_context(context, built_in):
            raise AlreadyExists("context", context_id)
        return context

    async def get(self, context_id: str) -> Context:
        """A context."""
        return _known(await self._access.context(context_id))

    async def list_contexts(self) -> list[Context]:
        """All contexts, by id."""
        return await self._access.contexts()

    async def update(self, context_id: str, patch: ContextPatch) -> Context:
        """Changes what the patch names; config is merged deeply, and a null in it takes a name out.

        Where it names what is believed, what is on offer is judged anew, so that a call that was cut off can be
        repeated. Raises 400 naming a known part of the config.
        """

        def change(old: Context) -> Context:
            new = old
            if "config" in patch.fields:
                config = {} if patch.config is None else merged(old.config, patch.config)
                new = replace(new, config=checked_config(config))
            if "enforcement_blocked" in patch.fields:
                new = replace(new, enforcement_blocked=bool(patch.enforcement_blocked))
            if "description" in patch.fields:
                new = replace(new, description=patch.description)
            return new

        changed = _known(await self._access.change_context(context_id, change))
        if "config" in patch.fields and (patch.config is None or "belief" in patch.config):
            await self._refresh(context_id)
        return changed

    async def delete(self, context_id: str) -> None:
        """Erases a context with all that is in it; its keys end at once, its bytes in a bounded time.

        A kill on the way changes nothing: the copies follow from the outbox, and the rest as the ledger is opened.
        """
        outbox_seq = await self._access.delete_context(context_id)
        if outbox_seq is None:
            raise _known_error()
        await self._settle(outbox_seq)

    async def create_principal(self, context_id: str, wanted: NewPrincipal) -> tuple[Principal, bool]:
        """A principal and whether it is new: a known external_id is answered with the one that has it, as it is.

        Raises 409 for a display name that is taken.
        """
        principal = Principal(
            id=self._new_id("principal"),
            context=context_id,
            display_name=checked_name(wanted.display_name, "display_name"),
            kind=_checked_kind(wanted.kind),
            grants=checked_grants(wanted.grants or {}),
            created_at=self._clock.now(),
            external_id=wanted.external_id,
        )
        await self.get(context_id)
        kept = await self._access.create_principal(principal)
        return kept, kept.id == principal.id

    async def principals(self, context_id: str) -> list[Principal]:
        """All principals, oldest first."""
        await self.get(context_id)
        return await self._access.principals(context_id)

    async def principal(self, context_id: str, given: str) -> Principal:
        """One principal."""
        await self.get(context_id)
        return known(await self._access.principal(context_id, principal_id(given)))

    async def update_principal(self, context_id: str, given: str, patch: PrincipalPatch) -> Principal:
        """Changes what the patch names. Raises 403 for principal:system, 409 for a display name that is taken."""
        grants = checked_grants(patch.grants) if patch.grants is not None else None
        named = frozenset(map(parse_verb, patch.grants or {}))

        def change(old: Principal) -> Principal:
            new = require_mutable(old)
            if "display_name" in patch.fields:
                new = replace(new, display_name=checked_name(patch.display_name or "", "display_name"))
            if "kind" in patch.fields:
                new = replace(new, kind=_checked_kind(patch.kind))
            if "grants" in patch.fields:
                new = replace(new, grants=_replaced(old.grants, named, grants))
            return new

        await self.get(context_id)
        return known(await self._access.change_principal(context_id, principal_id(given), change))

    async def delete_principal(self, context_id: str, given: str) -> None:
        """Deletes a principal and ends its keys at once. Raises 403 for the built-in ones."""
        found = await self.principal(context_id, given)
        if found.id in (SYSTEM, ADMIN):
            text = f"{found.id} can't be deleted"
            raise ApiError("PRINCIPAL_IMMUTABLE", text, metadata={"principal": found.id})
        await self._access.delete_principal(context_id, found.id, self._clock.now())

    async def mint(self, context_id: str, given: str, wish: KeyWish) -> Minted:
        """A key of a principal. Raises 403 GRANT_EXCEEDED for more than the principal has, 409 for a taken name."""
        return await self._keys.mint_for(await self.principal(context_id, given), wish)

    async def keys(self, context_id: str, given: str | None) -> list[Key]:
        """Living keys of a principal, or of all, oldest first."""
        if given is not None:
            return await self._keys.of(context_id, (await self.principal(context_id, given)).id)
        await self.get(context_id)
        return await self._keys.of(context_id, None)

    async def rotate(self, context_id: str, given: str, name: str, ttl_seconds: int | None) -> Minted:
        """A new secret for a key; the old one ends at once. Raises 404 KEY_NOT_FOUND."""
        return await self._keys.rotate_of(await self.principal(context_id, given), name, ttl_seconds)

    async def revoke(self, context_id: str, given: str, name: str) -> None:
        """Ends a key at once. Raises 404 KEY_NOT_FOUND."""
        await self._keys.revoke_of(await self.principal(context_id, given), name)

    async def access_token(
        self, context_id: str, external_id: str, display_name: str | None, ttl_seconds: int, grants: GivenGrants | None
    ) -> Minted:
        """A short-lived key of the principal with this external id.

        A principal that is new is made with the same grants; one that exists keeps its own, and asking for more than
        these raises 403 GRANT_EXCEEDED.
        """
        external = checked_name(external_id, "external_id")
        wanted = NewPrincipal(display_name or external, external_id=external, grants=grants)
        who, _ = await self.create_principal(context_id, wanted)
        return await self._keys.mint_for(who, KeyWish(grants=grants, ttl_seconds=ttl_seconds))


def _checked_kind(kind: str | None) -> str:
    """A kind of principal; a word of the application's own is fine, that of the built-in one is not."""
    if kind is None:
        return DEFAULT_KIND
    if not kind.strip() or kind == "system":
        raise bad_field("kind", "must be a word such as user, service or agent, and not system")
    return kind


def _replaced(old: Grants, named: frozenset[str], new: Grants | None) -> Grants:
    """Grants with the named verbs replaced; without new ones nothing is left."""
    if new is None:
        return {}
    return {verb: patterns for verb, patterns in old.items() if verb not in named} | dict(new)


def _known(context: Context | None) -> Context:
    if context is None:
        raise _known_error()
    return context


def _known_error() -> ApiError:
    return ApiError("CONTEXT_NOT_FOUND", "no such context")
