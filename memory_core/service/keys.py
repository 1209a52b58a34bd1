"""KeyService: minting, rotating and ending keys.

A key only ever narrows: a new or rotated one may do no more and live no longer than the key that asks for it. The
management surface has no such key; there a key may do no more than its principal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from memory_core.contract.errors import ApiError
from memory_core.engine.grants import effective
from memory_core.engine.model import Grants, Instant, Key, Principal
from memory_core.ports.access import AccessLedger
from memory_core.ports.clock import Clock
from memory_core.ports.errors import AlreadyExists
from memory_core.service.access_checks import (
    SYSTEM,
    GivenGrants,
    checked_grants,
    checked_name,
    ends_at,
    require_within,
)
from memory_core.service.authentication import KeyUsage
from memory_core.service.caller import Caller
from memory_core.service.secrets import SecretHasher, new_secret


@dataclass(frozen=True, slots=True)
class Minted:
    """A key with its secret, which is shown this once."""

    key: Key
    secret: str


@dataclass(frozen=True, slots=True)
class KeyWish:
    """A key as it is asked for."""

    name: str | None = None
    """None: its id serves as its name."""
    grants: GivenGrants | None = None
    """None: all that the asking key, or on the management surface the principal, has."""
    ttl_seconds: int | None = None
    """None: as long as the asking key lives, or for ever."""


class KeyService:
    """Keys of principals."""

    def __init__(
        self,
        access: AccessLedger,
        hasher: SecretHasher,
        clock: Clock,
        usage: KeyUsage,
        new_id: Callable[[str], str],
    ) -> None:
        self._access, self._hasher, self._clock = access, hasher, clock
        self._usage, self._new_id = usage, new_id

    async def own(self, caller: Caller) -> list[Key]:
        """Living keys of the caller's principal, oldest first."""
        return await self.of(caller.context.id, caller.principal.id)

    async def of(self, context: str, principal_id: str | None) -> list[Key]:
        """Living keys of a principal, or of all, oldest first."""
        await self._usage.flush()
        now = self._clock.now()
        return [key for key in await self._access.keys(context, principal_id) if _lives(key, now)]

    async def mint(self, caller: Caller, wish: KeyWish) -> Minted:
        """A further key of the caller's principal.

        Raises 403 GRANT_EXCEEDED naming grants or ttl_seconds for more than the asking key has, 409 for a taken name.
        """
        if wish.grants is not None:
            grants: Grants | None = require_within(checked_grants(wish.grants), caller.grants)
        elif caller.delegated is not None or caller.key is None:
            grants = caller.grants
        else:
            grants = caller.key.grants
        return await self._make(caller.principal, wish.name, grants, self._end(caller, wish.ttl_seconds))

    async def mint_for(self, principal: Principal, wish: KeyWish) -> Minted:
        """A key of any principal but the system's. Raises 403 GRANT_EXCEEDED for more than the principal has."""
        if principal.id == SYSTEM:
            raise ApiError("PRINCIPAL_IMMUTABLE", f"{SYSTEM} has no keys", metadata={"principal": SYSTEM})
        grants = None if wish.grants is None else require_within(checked_grants(wish.grants), principal.grants)
        return await self._make(principal, wish.name, grants, ends_at(self._clock.now(), wish.ttl_seconds))

    async def rotate(self, caller: Caller, name: str, ttl_seconds: int | None) -> Minted:
        """A new secret for one of the caller's keys; the old one ends at once.

        Raises 404 KEY_NOT_FOUND, 403 GRANT_EXCEEDED for a key that may do more than the one that asks.
        """
        key = await self._own(caller, name)
        until = self._end(caller, ttl_seconds, key.valid_until)
        return await self._turn(key, until)

    async def rotate_of(self, principal: Principal, name: str, ttl_seconds: int | None) -> Minted:
        """A new secret for a key of a principal; the old one ends at once. Raises 404 KEY_NOT_FOUND."""
        key = await self._named(principal, name)
        return await self._turn(key, ends_at(self._clock.now(), ttl_seconds, key.valid_until))

    async def revoke(self, caller: Caller, name: str) -> None:
        """Ends one of the caller's keys at once. Raises as `rotate` does."""
        await self._end_now(await self._own(caller, name))

    async def revoke_of(self, principal: Principal, name: str) -> None:
        """Ends a key of a principal at once. Raises 404 KEY_NOT_FOUND."""
        await self._end_now(await self._named(principal, name))

    async def _make(
        self, principal: Principal, name: str | None, grants: Grants | None, until: Instant | None
    ) -> Minted:
        secret, key_id = new_secret(), self._new_id("key")
        key = Key(
            id=key_id,
            context=principal.context,
            principal_id=principal.id,
            name=key_id if name is None else checked_name(name, "name"),
            secret_hash=self._hasher.digest(secret),
            created_at=self._clock.now(),
            grants=grants,
            valid_until=until,
        )
        try:
            await self._access.create_key(key)
        except AlreadyExists:
            await self._free_name(key)
            await self._access.create_key(key)
        return Minted(key, secret)

    async def _free_name(self, wanted: Key) -> None:
        """Ends a key whose time has run out, so that its name can be used again. One that lives keeps it."""
        for key in await self._access.keys(wanted.context, wanted.principal_id):
            if key.name == wanted.name and not _lives(key, wanted.created_at):
                await self._end_now(key)

    async def _turn(self, key: Key, until: Instant | None) -> Minted:
        secret = new_secret()
        turned = replace(key, secret_hash=self._hasher.digest(secret), valid_until=until)
        await self._access.rotate_key(turned)
        return Minted(turned, secret)

    async def _end_now(self, key: Key) -> None:
        if not await self._access.revoke_key(key.context, key.principal_id, key.name, self._clock.now()):
            raise _no_key()

    async def _own(self, caller: Caller, name: str) -> Key:
        key = await self._named(caller.principal, name)
        require_within(effective(caller.principal.grants, key.grants), caller.grants)
        return key

    async def _named(self, principal: Principal, name: str) -> Key:
        now = self._clock.now()
        for key in await self._access.keys(principal.context, principal.id):
            if name in (key.name, key.id) and _lives(key, now):
                return key
        raise _no_key()

    def _end(self, caller: Caller, ttl_seconds: int | None, otherwise: Instant | None = None) -> Instant | None:
        """When a key ends that this caller makes: not after the asking key."""
        until = ends_at(self._clock.now(), ttl_seconds, otherwise)
        bound = caller.key.valid_until if caller.key else None
        if bound is None or (until is not None and until <= bound):
            return until
        if ttl_seconds is not None:
            text = "let the new key live longer than the key that asks"
            raise ApiError("GRANT_EXCEEDED", fields=[("ttl_seconds", text)])
        return bound


def _lives(key: Key, now: Instant) -> bool:
    return key.valid_until is None or key.valid_until > now


def _no_key() -> ApiError:
    return ApiError("KEY_NOT_FOUND", "no such key")
