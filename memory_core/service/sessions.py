"""SessionService: conversations are opened, read and ended. A session is seen by who covers its scopes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from memory_core.contract.errors import ApiError
from memory_core.engine.model import Clauses, Session, Turn
from memory_core.engine.scopes import narrowed
from memory_core.ports.clock import Clock
from memory_core.ports.store import Ledger
from memory_core.service.beliefs import ALL_ROWS
from memory_core.service.caller import Caller
from memory_core.service.forget_apply import Retirer
from memory_core.service.forget_reach import FORGET, forgettable, reach_of, touching_gate
from memory_core.service.visibility import Visibility


@dataclass(frozen=True, slots=True)
class OpenedSession:
    """A session with the clauses that it carries."""

    session: Session
    clauses: Clauses


class SessionService:
    """Creates, lists and deletes sessions."""

    def __init__(
        self,
        ledger: Ledger,
        visibility: Visibility,
        retirer: Retirer,
        clock: Clock,
        new_id: Callable[[str], str],
    ) -> None:
        self._ledger, self._visibility, self._retirer = ledger, visibility, retirer
        self._clock, self._new_id = clock, new_id

    async def create(self, caller: Caller, scopes: Clauses | None, metadata: Mapping[str, Any] | None) -> OpenedSession:
        """Opens a session. Raises 403 outside memory:write and 422 for an unregistered path."""
        clauses = await self._visibility.write_clauses(caller, scopes)
        session = Session(
            id=self._new_id("session"),
            context=caller.context.id,
            scope_set=0,
            created_at=self._clock.now(),
            metadata=metadata,
        )
        opened = await self._ledger.sessions.create_session(caller.context.id, clauses, session)
        return OpenedSession(opened, clauses)

    async def turns(self, caller: Caller, session_id: str, limit: int, offset: int) -> list[Turn]:
        """Turns that the caller sees, by seq. Raises 403 without any memory:read and 404 for a session out of sight."""
        caller.require("memory:read")
        await self._visible(caller, session_id)
        gate = await self._visibility.gate(caller)
        return await self._ledger.sessions.session_turns(gate, session_id, limit, offset)

    async def delete(self, caller: Caller, session_id: str) -> int:
        """Retires a session with its turns and what came from them; what spans regions loses only the covered clauses.

        A write under the same id begins a new life of the session; what is retired here stays so.
        Answers how many turns, facts and the like were touched. Raises 404 for a session out of sight, 403 when
        memory:forget covers none of its scopes.
        """
        caller.require(FORGET)
        session = await self._visible(caller, session_id)
        clauses = await self._visibility.clauses_of(caller.context.id, session.scope_set)
        if narrowed(clauses, caller.patterns(FORGET)) == clauses:
            raise ApiError("PERMISSION_DENIED", f"{FORGET} is not granted here", metadata={"verb": FORGET})
        gate = await touching_gate(self._visibility, caller)
        turns = await self._ledger.sessions.session_turns(gate, session_id, ALL_ROWS, 0)
        derived = await self._ledger.memory.derived_from(caller.context.id, [session_id])
        standing = [one for one in forgettable(derived) if one.retired_at is None]
        seen = [one for one in standing if gate.scope_sets is None or one.scope_set in gate.scope_sets]
        touched = await reach_of(self._visibility, caller, [*turns, *seen])
        whole = await reach_of(self._visibility, caller, [*turns, *seen, session])
        await self._retirer.retire(caller.context.id, whole)
        return touched.count

    async def _visible(self, caller: Caller, session_id: str) -> Session:
        session = await self._ledger.sessions.session(caller.context.id, session_id)
        if session is None or not await self._visibility.can_see(caller, session.scope_set, "memory:read"):
            raise ApiError("SESSION_NOT_FOUND", "no such session")
        return session
