"""Who calls: from a bearer secret to a Caller.

Every refusal of a secret reads the same, whether the secret is unknown, expired, revoked or of another context, so that
none of them can be told from the others. Each call looks its key up anew: a revocation holds from the next call on.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from memory_core.contract.errors import ApiError, bad_field
from memory_core.engine.grants import effective
from memory_core.engine.model import Instant
from memory_core.ports.access import AccessLedger
from memory_core.ports.clock import Clock
from memory_core.ports.errors import PortError
from memory_core.service.access_checks import MANAGE, principal_id
from memory_core.service.caller import Caller
from memory_core.service.secrets import ManagementKey, SecretHasher

MINUTE: Instant = 60_000_000


class KeyUsage:
    """When keys were last used: gathered here and written once a minute, since a write for each call would cost more
    than the call."""

    def __init__(self, access: AccessLedger) -> None:
        self._access, self._used = access, dict[str, Instant]()
        self._written: Instant = 0

    async def note(self, key_id: str, at: Instant) -> None:
        """A key was used. Never fails: a call is not refused because this can't be written down."""
        self._used[key_id] = at
        if at - self._written >= MINUTE:
            self._written = at
            with suppress(PortError):
                await self.flush()

    async def flush(self) -> None:
        """Writes what was noted. Raises StoreUnavailable and keeps it otherwise."""
        used, self._used = self._used, dict[str, Instant]()
        if not used:
            return
        try:
            await self._access.touch_keys(used)
        except PortError:
            self._used = used | self._used
            raise


class Authenticator:
    """Tells who calls, in which context and for whom."""

    def __init__(
        self, access: AccessLedger, hasher: SecretHasher, management: ManagementKey, clock: Clock, usage: KeyUsage
    ) -> None:
        self._access, self._hasher, self._management, self._clock = access, hasher, management, clock
        self._usage = usage

    async def identify(self, secret: str | None, request_id: str) -> Caller:
        """The principal behind a data key, with what the key leaves of its grants. Raises UNAUTHENTICATED."""
        found = await self._access.key_by_hash(self._hasher.digest(secret)) if secret else None
        if found is None:
            raise unknown_key()
        key, principal, context = found
        now = self._clock.now()
        if key.valid_until is not None and key.valid_until <= now:
            raise unknown_key()
        await self._usage.note(key.id, now)
        return Caller(context, principal, key, None, effective(principal.grants, key.grants), request_id)

    async def delegated(self, caller: Caller, names: Sequence[str]) -> Caller:
        """The caller in the name of another principal, with only what both may do; as it is without names.

        Raises 400 when the names differ, and the same DELEGATION_DENIED for an unknown principal and for a caller
        without grant:manage.
        """
        wanted = {principal_id(name.strip()) for name in names}
        if not wanted:
            return caller
        if len(wanted) > 1:
            raise bad_field("x-memory-on-behalf-of", "is sent more than once with different principals")
        # The principal must be trusted to delegate; what a narrower key leaves of it bounds the answer anyway.
        trusted = bool(caller.principal.grants.get(MANAGE))
        other = await self._access.principal(caller.context.id, wanted.pop()) if trusted else None
        if other is None:
            raise ApiError("DELEGATION_DENIED", "this key may not act on behalf of that principal")
        return replace(caller, delegated=other, grants=effective(caller.grants, other.grants))

    async def require_manager(self, secret: str | None, request_id: str) -> None:
        """Passes the management key. Raises PERMISSION_DENIED for a data key, UNAUTHENTICATED for anything else."""
        if secret and self._management.accepts(secret):
            return
        await self.identify(secret, request_id)
        raise ApiError("PERMISSION_DENIED", "this needs the management key")


def require_context(caller: Caller, context_id: str) -> None:
    """Passes the key's own context, also when none is named. Raises UNAUTHENTICATED."""
    if context_id and context_id != caller.context.id:
        raise unknown_key()


def require_unblocked(caller: Caller) -> None:
    """Raises ENFORCEMENT_BLOCKED while the context is blocked."""
    if caller.context.enforcement_blocked:
        raise ApiError("ENFORCEMENT_BLOCKED", "this context is blocked by its administrator", retry_after=60)


def unknown_key() -> ApiError:
    """The one answer to a secret that opens nothing here."""
    return ApiError("UNAUTHENTICATED", "the key is missing, unknown, expired, revoked or for another context")
