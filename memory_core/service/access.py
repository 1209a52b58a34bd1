"""AccessService: principals and grants of a context, as its keys see and change them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from memory_core.contract.errors import ApiError
from memory_core.engine.grants import added, may_convey, may_revoke, reach, removed
from memory_core.engine.model import Grants, Instant, Principal
from memory_core.ports.access import AccessLedger
from memory_core.service.access_checks import (
    MANAGE,
    checked_path,
    checked_pattern,
    checked_verbs,
    known,
    principal_id,
    require_mutable,
)
from memory_core.service.caller import Caller


class AccessService:
    """Who may do what, for who manages grants; and for everybody, themselves."""

    def __init__(self, access: AccessLedger) -> None:
        self._access = access

    async def principals(self, caller: Caller) -> list[Principal]:
        """All principals, oldest first. Raises 403 without grant:manage."""
        caller.require(MANAGE)
        return await self._access.principals(caller.context.id)

    async def principal(self, caller: Caller, given: str) -> Principal:
        """One principal. Raises 403 for another than oneself without grant:manage, 404 PRINCIPAL_NOT_FOUND."""
        wanted = principal_id(given)
        if wanted != caller.principal.id:
            caller.require(MANAGE)
        return known(await self._access.principal(caller.context.id, wanted))

    async def verbs_on(
        self, caller: Caller, given: str, path: str, as_of: Instant | None
    ) -> tuple[str, tuple[str, ...]]:
        """The path in its canonical spelling, and the verbs that the principal holds over it, or held at an instant."""
        where = checked_path(path)
        found = await self.principal(caller, given)
        grants = found.grants
        if as_of is not None:
            grants = await self._access.grants_at(caller.context.id, found.id, as_of)
        return where, reach(grants, where)

    async def grant(self, caller: Caller, given: str, path: str, verbs: Sequence[str]) -> Principal:
        """Adds verbs over a pattern; the principal as it is then.

        Raises 403: without grant:manage, GRANT_EXCEEDED for more than the giver has there, PRINCIPAL_IMMUTABLE.
        """
        pattern, named = checked_pattern(path), checked_verbs(verbs)
        caller.require(MANAGE)
        if not may_convey(caller.grants, pattern, named):
            text = f"{MANAGE} and each verb granted must be held over the whole of {pattern}"
            raise ApiError("GRANT_EXCEEDED", text, metadata={"pattern": pattern})
        return await self._changed(caller, given, lambda held: added(held, pattern, named))

    async def revoke(self, caller: Caller, given: str, path: str, verbs: Sequence[str]) -> Principal:
        """Takes verbs over a pattern, and over what lies within it, away; a wider pattern stays as it is.

        Raises 403: without grant:manage over the whole pattern, PRINCIPAL_IMMUTABLE.
        """
        pattern, named = checked_pattern(path), checked_verbs(verbs)
        caller.require(MANAGE)
        if not may_revoke(caller.grants, pattern):
            text = f"{MANAGE} must be held over the whole of {pattern}"
            raise ApiError("PERMISSION_DENIED", text, metadata={"verb": MANAGE, "pattern": pattern})
        return await self._changed(caller, given, lambda held: removed(held, pattern, named))

    async def _changed(self, caller: Caller, given: str, change: Callable[[Grants], Grants]) -> Principal:
        changed = await self._access.change_principal(
            caller.context.id,
            principal_id(given),
            lambda old: replace(require_mutable(old), grants=change(old.grants)),
        )
        return known(changed)
