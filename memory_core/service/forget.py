"""ForgetService: forgetting by description, softly or for good. It hits what was described and nothing else.

What is forgotten is decided by service.forget_match, how far the caller may go by service.forget_reach. Neither the
trace nor the audit keeps the words of a description, since they may be the very words that are to be forgotten.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from memory_core.contract.errors import bad_field
from memory_core.engine.description import describe
from memory_core.engine.model import Clauses, Trace
from memory_core.ports.clock import Clock
from memory_core.ports.store import Ledger
from memory_core.service.caller import Caller
from memory_core.service.erasure import Eraser, everything_in
from memory_core.service.forget_apply import Retirer
from memory_core.service.forget_match import Matcher
from memory_core.service.forget_reach import FORGET, Reach, reach_of, touching_gate
from memory_core.service.projector import Receipt
from memory_core.service.speaker import users_named
from memory_core.service.visibility import Visibility


@dataclass(frozen=True, slots=True)
class ForgetRequest:
    """What is to be forgotten, and how."""

    query: str
    lens: Clauses | None = None
    labels: tuple[str, ...] = ()
    dry_run: bool = False
    purge: bool = False
    """For good instead of out of sight."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was forgotten; in a dry run what would be."""

    deleted: int
    receipt: Receipt | None
    """Of a purge."""
    trace_id: str


@dataclass(frozen=True, slots=True)
class ForgetService:
    """Forgets by description."""

    ledger: Ledger
    visibility: Visibility
    matcher: Matcher
    retirer: Retirer
    eraser: Eraser
    clock: Clock
    new_id: Callable[[str], str]

    async def forget(self, caller: Caller, request: ForgetRequest) -> Forgotten:
        """Retires or purges what the description names, as far as memory:forget reaches. A purge reaches what was
        retired before as well.

        What spans regions loses only the covered clauses and counts all the same. Raises 403 without any memory:forget
        and 400 for a blank description.
        """
        caller.require(FORGET)
        if not request.query.strip() or "\x00" in request.query:
            raise bad_field("query", "must hold more than blanks, and no NUL characters")
        begun = time.perf_counter()
        gate = await touching_gate(self.visibility, caller, request.lens, request.labels)
        gate = everything_in(gate) if request.purge else gate
        hits = await self.matcher.described(gate, describe(request.query), _speakers(caller))
        reach = await reach_of(self.visibility, caller, hits)
        receipt = None if request.dry_run else await self._carry_out(caller, reach, purge=request.purge)
        trace = self._trace(caller, request, reach, round((time.perf_counter() - begun) * 1000))
        await self.ledger.traces.record([trace], [])
        return Forgotten(reach.count, receipt, trace.id)

    async def _carry_out(self, caller: Caller, reach: Reach, *, purge: bool) -> Receipt | None:
        context = caller.context.id
        if not purge:
            await self.retirer.retire(context, reach)
            return None
        # The erasure is the last step: it is one transaction, and what follows from it goes on after a kill.
        told = await self.retirer.stated(context, reach.gone)
        await self.retirer.narrow(context, reach)
        await self.retirer.revive(context, [*reach.gone, *told])
        return await self.eraser.erase(context, reach.gone_ids)

    def _trace(self, caller: Caller, request: ForgetRequest, reach: Reach, took: int) -> Trace:
        gone = () if request.purge else tuple(reach.gone_ids)
        return Trace(
            id=self.new_id("trace"),
            context=caller.context.id,
            principal_id=caller.acting_id,
            kind="decision",
            operation="forget",
            created_at=self.clock.now(),
            latency_ms=took,
            refs=(*gone, *reach.narrowed)[:1000],
            payload={
                "gone": len(reach.gone),
                "narrowed": len(reach.narrowed),
                "dryRun": request.dry_run,
                "purge": request.purge,
            },
        )


def _speakers(caller: Caller) -> list[str]:
    """Names of the persons that "my" means: users that the caller's scopes name, else the caller."""
    acting = caller.delegated or caller.principal
    named = users_named([*caller.patterns("memory:write"), *caller.patterns("memory:read")])
    return named or [acting.display_name]
