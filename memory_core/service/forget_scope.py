"""ScopeForgetService: a node of the scopes and its descendants are forgotten for good, and all that lived there
alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memory_core.contract.errors import ApiError, bad_field
from memory_core.engine.model import Clauses, Trace
from memory_core.engine.scopes import EVERYTHING, ROOT, PatternSet, ScopeSyntaxError, parse_path, without_scope
from memory_core.ports.clock import Clock
from memory_core.ports.ledger import Gate
from memory_core.ports.store import Ledger
from memory_core.service.caller import Caller
from memory_core.service.erasure import Eraser
from memory_core.service.forget_apply import Retirer
from memory_core.service.forget_reach import FORGET
from memory_core.service.projector import Receipt

_COUNTED = ("turn:", "attribute:", "relation:", "instruction:", "uncertainty:", "document:")


@dataclass(frozen=True, slots=True)
class ScopeForgotten:
    """What a scope forget did."""

    forgotten: int
    """Records that are erased."""
    narrowed: int
    """Records that only lost clauses."""
    receipt: Receipt | None
    """None when nothing was erased."""
    trace_id: str


@dataclass(frozen=True, slots=True)
class ScopeForgetService:
    """Forgets scopes."""

    ledger: Ledger
    eraser: Eraser
    retirer: Retirer
    clock: Clock
    new_id: Callable[[str], str]

    async def forget(self, caller: Caller, path: str) -> ScopeForgotten:
        """Takes every clause away that names the path or a descendant; what is left without a clause is erased with all
        that was derived from it.

        Raises 400 for a malformed path and 403 unless memory:forget covers all of `path/*`.
        """
        begun = time.perf_counter()
        node = _node(path)
        below = EVERYTHING if node == ROOT else f"{node}/*"
        if not PatternSet(caller.patterns(FORGET)).contains(below):
            raise ApiError(
                "PERMISSION_DENIED", f"{FORGET} is not granted over all of the path", metadata={"verb": FORGET}
            )
        gone, narrowed = await self._sorted(caller.context.id, node)
        await self._narrow(caller.context.id, narrowed)
        receipt = await self._erase(caller.context.id, gone) if gone else None
        trace = Trace(
            id=self.new_id("trace"),
            context=caller.context.id,
            principal_id=caller.acting_id,
            kind="decision",
            operation="forget_scope",
            created_at=self.clock.now(),
            latency_ms=round((time.perf_counter() - begun) * 1000),
            payload={"gone": _count(gone), "narrowed": _count(list(narrowed))},
        )
        await self.ledger.traces.record([trace], [])
        return ScopeForgotten(_count(gone), _count(list(narrowed)), receipt, trace.id)

    async def _sorted(self, context: str, node: str) -> tuple[list[str], dict[str, Clauses]]:
        """Ids of what goes, what was derived from it included, and what is left of the rest."""
        left = {
            one.id: rest
            for one in await self.ledger.access.scope_sets_since(context, 0)
            if (rest := without_scope(one.clauses, node)) != one.clauses
        }
        records = await self.ledger.memory.records_in_sets(context, list(left)) if left else []
        gone = dict.fromkeys(record_id for record_id, scope_set in records if not left[scope_set])
        # A session is no source here: turns and facts of it may lie in other scopes.
        sources = [one for one in gone if one.startswith(_COUNTED)]
        derived = await self.ledger.memory.derived_from(context, sources) if sources else []
        gone |= dict.fromkeys(one.id for one in derived)
        narrowed = {record_id: left[scope_set] for record_id, scope_set in records if record_id not in gone}
        return list(gone), narrowed

    async def _erase(self, context: str, gone: Sequence[str]) -> Receipt:
        facts = [one for one in gone if one.startswith(("attribute:", "relation:"))]
        everything = Gate(context, None, self.clock.now())
        rows = await self.ledger.memory.assertions(everything, ids=facts, limit=len(facts)) if facts else []
        await self.retirer.revive(context, rows)
        return await self.eraser.erase(context, gone)

    async def _narrow(self, context: str, narrowed: dict[str, Clauses]) -> None:
        if narrowed:
            await self.ledger.memory.rescope(context, narrowed)


def _node(path: str) -> str:
    try:
        return parse_path(path)
    except ScopeSyntaxError as error:
        raise bad_field("path", str(error)) from None


def _count(ids: Sequence[str]) -> int:
    """Records that people would count: a session is only where they lie."""
    return sum(one.startswith(_COUNTED) for one in ids)
