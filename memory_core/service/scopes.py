"""ScopeService: registering, listing and ending scope paths."""

from __future__ import annotations

from dataclasses import dataclass

from memory_core.contract.errors import ApiError
from memory_core.engine.model import ScopeNode
from memory_core.engine.scopes import PatternSet
from memory_core.ports.access import AccessLedger
from memory_core.ports.clock import Clock
from memory_core.service.access_checks import checked_path
from memory_core.service.caller import Caller


@dataclass(frozen=True, slots=True)
class ScopeService:
    """Scope nodes of a context."""

    access: AccessLedger
    clock: Clock

    async def list_scopes(self, caller: Caller) -> list[ScopeNode]:
        """Nodes inside the caller's scope:read. Raises 403 without it."""
        caller.require("scope:read")
        held = PatternSet(caller.patterns("scope:read"))
        return [node for node in await self.access.scopes(caller.context.id) if held.covers(node.path)]

    async def register(
        self, caller: Caller, path: str, display_name: str | None, description: str | None
    ) -> tuple[ScopeNode, bool]:
        """The node and whether it is new; a tombstoned one lives again. Raises 403 outside scope:create."""
        at = self._covered(caller, path, "scope:create")
        node = ScopeNode(caller.context.id, at, self.clock.now(), display_name, description)
        return await self.access.register_scope(node)

    async def delete(self, caller: Caller, path: str) -> None:
        """Ends a node; records keep it. Raises 403 outside scope:delete, 404 SCOPE_NOT_FOUND."""
        at = self._covered(caller, path, "scope:delete")
        if not await self.access.tombstone_scope(caller.context.id, at, self.clock.now()):
            raise ApiError("SCOPE_NOT_FOUND", "no such scope")

    def _covered(self, caller: Caller, path: str, verb: str) -> str:
        at = checked_path(path, "path")
        if not PatternSet(caller.patterns(verb)).covers(at):
            raise ApiError("PERMISSION_DENIED", f"{verb} is not granted over {at!r}", metadata={"verb": verb})
        return at
