"""Where a write goes: its session and the clauses that all of it carries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from memory_core.contract.errors import ApiError
from memory_core.engine.model import Clauses, Instant, Session
from memory_core.engine.scopes import uncovered
from memory_core.ports.store import Ledger
from memory_core.service.caller import Caller
from memory_core.service.remember_request import Placed
from memory_core.service.visibility import Visibility

WRITE = "memory:write"


@dataclass(frozen=True, slots=True)
class Place:
    """A settled place."""

    session: Session
    """One that stands, or the one to open."""
    clauses: Clauses
    is_new: bool
    before: str | None = None
    """Words of the session's last turn, as far as the caller may read it."""


async def settle(
    ledger: Ledger, visibility: Visibility, caller: Caller, asked: Placed, now: Instant, new_id: Callable[[str], str]
) -> Place:
    """Finds or plans the session of a write and its clauses.

    Raises 403 without memory:write over a path named or over the session's scopes, 404 SESSION_NOT_FOUND in place
    of that where the caller does not see the session, 422 for a path that is not registered.
    """
    caller.require(WRITE)
    context = caller.context.id
    found = await ledger.sessions.session(context, asked.session_id) if asked.session_id else None
    if found is None:
        clauses = await visibility.write_clauses(caller, asked.scopes)
        session = Session(asked.session_id or new_id("session"), context, 0, now)
        return Place(session, clauses, True)
    own = await visibility.clauses_of(context, found.scope_set)
    await _require_writable(visibility, caller, found, own)
    clauses = own if asked.scopes is None else await visibility.write_clauses(caller, asked.scopes)
    return Place(found, clauses, False, await _last_words(ledger, visibility, caller, found))


async def _require_writable(visibility: Visibility, caller: Caller, session: Session, clauses: Clauses) -> None:
    outside = uncovered(caller.patterns(WRITE), clauses)
    if not outside:
        return
    if not await visibility.can_see(caller, session.scope_set, "memory:read"):
        raise ApiError("SESSION_NOT_FOUND", "no such session")
    raise ApiError("PERMISSION_DENIED", f"{WRITE} is not granted over the session's scopes", metadata={"verb": WRITE})


async def _last_words(ledger: Ledger, visibility: Visibility, caller: Caller, session: Session) -> str | None:
    if not caller.patterns("memory:read"):
        return None
    gate = await visibility.gate(caller)
    last = await ledger.sessions.tail(gate, session.id, 1)
    return last[-1].content if last else None
