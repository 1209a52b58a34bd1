"""What a caller sees and where it may write, in terms that the ledger filters by: ids of interned scope sets.

The scope sets of a context only grow, so each process keeps an index of them and asks the ledger for what is new at
every use: one indexed read, and what another process wrote a moment ago is seen.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence

from memory_core.contract.errors import ApiError
from memory_core.engine.model import Clauses, Instant
from memory_core.engine.scope_index import ScopeIndex
from memory_core.engine.scopes import ROOT, PatternSet, default_region, uncovered, visible_clauses
from memory_core.ports.access import AccessLedger
from memory_core.ports.clock import Clock
from memory_core.ports.ledger import Gate
from memory_core.service.caller import Caller
from memory_core.service.policy import Policies

READ, WRITE = "memory:read", "memory:write"
_NAMED_AT_MOST = 8
"""Paths that an error names; a selector may hold hundreds."""


class _ContextSets:
    """The scope sets of one context, by id and indexed."""

    def __init__(self) -> None:
        self.index = ScopeIndex()
        self.clauses = dict[int, Clauses]()


class Visibility:
    """Answers what lies inside a caller's grants. It holds no rights itself: each question carries its patterns."""

    def __init__(
        self,
        access: AccessLedger,
        clock: Clock,
        policies: Policies | None = None,
        remembered_contexts: int = 256,
    ) -> None:
        self._access, self._clock, self._policies = access, clock, policies or Policies(access)
        self._contexts = OrderedDict[str, _ContextSets]()
        self._remembered = remembered_contexts

    async def visible_sets(
        self, caller: Caller, verb: str = READ, lens: Clauses | None = None
    ) -> frozenset[int] | None:
        """Ids of the sets over which the verb is held, in whole or in one clause, and that lie in the lens.

        None: all sets of the context, future ones too. Empty: nothing, also for a caller without the verb.
        """
        patterns = caller.patterns(verb)
        if not patterns:
            return frozenset()
        return (await self._fresh(caller.context.id)).index.visible(patterns, lens)

    async def whole_sets(self, caller: Caller, verb: str) -> frozenset[int] | None:
        """Ids of the sets over which the verb is held in every clause; None: all sets of the context."""
        found = await self.visible_sets(caller, verb)
        if not found:
            return found
        held, clauses = PatternSet(caller.patterns(verb)), self._kept(caller.context.id).clauses
        return frozenset(one for one in found if all(held.covers(path) for clause in clauses[one] for path in clause))

    async def gate(
        self,
        caller: Caller,
        *,
        lens: Clauses | None = None,
        labels: tuple[str, ...] = (),
        known_at: Instant | None = None,
        session_id: str | None = None,
        verb: str = READ,
    ) -> Gate:
        """What a read may see. known_at: T, None for now. Without the verb the gate is shut, it is no error."""
        return Gate(
            context=caller.context.id,
            scope_sets=await self.visible_sets(caller, verb, lens),
            known_at=self._clock.now() if known_at is None else known_at,
            labels=labels,
            session_id=session_id,
            now=known_at is None,
            confidence_floor=self._policies.of(caller.context).confidence_floor,
        )

    async def clauses_of(self, context: str, scope_set: int) -> Clauses:
        """The clauses of a set; none for an id that the context does not have."""
        sets = self._kept(context)
        if scope_set not in sets.clauses:  # asked for only when it is news: sets never change
            sets = await self._fresh(context)
        return sets.clauses.get(scope_set, ())

    async def known_sets(self, context: str) -> Mapping[int, Clauses]:
        """The clauses of every set of a context."""
        return (await self._fresh(context)).clauses

    async def can_see(self, caller: Caller, scope_set: int, verb: str = READ) -> bool:
        """Whether the verb is held over every path of one clause of the set."""
        patterns = caller.patterns(verb)
        return bool(patterns) and bool(visible_clauses(patterns, await self.clauses_of(caller.context.id, scope_set)))

    async def write_clauses(self, caller: Caller, selector: Clauses | None) -> Clauses:
        """The clauses that a write puts on its rows; without a selector the caller's write region.

        Raises PERMISSION_DENIED without memory:write over each path, SCOPE_NOT_REGISTERED for a path inside the grant
        that isn't registered.
        """
        caller.require(WRITE)
        patterns = caller.patterns(WRITE)
        if selector is None:
            return default_region(patterns)
        if outside := uncovered(patterns, selector):
            raise _paths_error("PERMISSION_DENIED", outside, f"outside what {WRITE} is granted over")
        named = sorted({path for clause in selector for path in clause if path != ROOT})
        if missing := await self._access.unregistered(caller.context.id, named):
            raise _paths_error("SCOPE_NOT_REGISTERED", missing, "not registered")
        return selector

    async def _fresh(self, context: str) -> _ContextSets:
        """The sets of a context as they are now."""
        sets = self._kept(context)
        news = await self._access.scope_sets_since(context, sets.index.last_id)
        sets.index.add(news)
        sets.clauses.update((one.id, one.clauses) for one in news)
        return sets

    def _kept(self, context: str) -> _ContextSets:
        sets = self._contexts.get(context)
        if sets is None:
            sets = self._contexts[context] = _ContextSets()
        self._contexts.move_to_end(context)
        if len(self._contexts) > self._remembered:
            self._contexts.popitem(last=False)
        return sets


def _paths_error(reason: str, paths: Sequence[str], what: str) -> ApiError:
    """An error about paths that the caller named."""
    named = ", ".join(paths[:_NAMED_AT_MOST]) + (", ..." if len(paths) > _NAMED_AT_MOST else "")
    verb = "is" if len(paths) == 1 else "are"
    return ApiError(reason, fields=[("scopes", f"{named} {verb} {what}")], metadata={"paths": named})
