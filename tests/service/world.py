"""One context on the embedded ledger, callers in it, and the use cases of memory put together as the product does."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from memory_core.adapters.embedded.ledger import SqliteLedger
from memory_core.engine.entities import EntityRef
from memory_core.engine.instants import Instants
from memory_core.engine.masking import USUAL, Masking
from memory_core.engine.model import VERBS, Context, Grants, Instant, Principal, ScopeNode
from memory_core.ports.outbox import Target
from memory_core.service.beliefs import Beliefs
from memory_core.service.caller import Caller
from memory_core.service.entities import EntityService
from memory_core.service.entity_merges import MergeService
from memory_core.service.erasure import Eraser
from memory_core.service.forget import ForgetRequest, ForgetService, Forgotten
from memory_core.service.forget_apply import Retirer
from memory_core.service.forget_match import Matcher
from memory_core.service.forget_scope import ScopeForgetService
from memory_core.service.freshness import Freshness
from memory_core.service.lifecycle.consolidate import ConsolidationService
from memory_core.service.lifecycle.elaborate import ElaborationService
from memory_core.service.lifecycle.fsck import FsckService
from memory_core.service.lifecycle.sweeps import SweepService
from memory_core.service.lifecycle.uses import Uses
from memory_core.service.policy import Policies, Policy
from memory_core.service.projector import Receipt
from memory_core.service.remember import RememberService
from memory_core.service.remember_request import GivenTriple, Infer, Placed, RememberRequest
from memory_core.service.results import Remembered
from memory_core.service.sessions import SessionService
from memory_core.service.state import StateService
from memory_core.service.traces import TraceService
from memory_core.service.visibility import Visibility
from tests.fakes import FakeClock

CONTEXT = "test"
_NUMBERS = itertools.count(1)
PATHS = ("a", "a/x", "a/user/ann", "a/user/bob", "b")


class TickingClock(FakeClock):
    """Moves on by a microsecond at each look, as no two moments of the real clock are the same."""

    def now(self) -> Instant:
        self._now += 1
        return self._now


@dataclass
class FakeCopies:
    """Copies that confirm at once."""

    clock: FakeClock
    erased: list[str] = field(default_factory=list[str])

    def committed(self, outbox_seq: int) -> None:
        """As service.freshness.Copies."""

    def behind(self, outbox_seq: int, target: Target) -> int:
        """As service.freshness.Copies."""
        return 0

    async def wait(self, outbox_seq: int, timeout_s: float, targets: Collection[Target] = ()) -> bool:
        """As service.freshness.Copies."""
        return True

    async def receipt(self, outbox_seq: int, record_ids: Collection[str], timeout_s: float) -> Receipt:
        """As service.erasure.Copies."""
        self.erased += record_ids
        now = self.clock.now()
        return Receipt(cleared={"text": len(record_ids), "vectors": len(record_ids)}, started_at=now, verified_at=now)


class World:
    """Use cases, callers and short ways to call them."""

    def __init__(self, ledger: SqliteLedger, clock: FakeClock, masking: Masking = USUAL) -> None:
        self.ledger, self.clock = ledger, clock
        self._numbers = _NUMBERS
        self.copies = FakeCopies(clock)
        policies = Policies(ledger.access, Policy(masking=masking))
        self.visibility = Visibility(ledger.access, clock, policies)
        self.beliefs = Beliefs(ledger.memory)
        self.retirer = Retirer(ledger.memory, self.visibility, clock, policies)
        self.eraser = Eraser(ledger, self.copies, clock)
        fresh = Freshness(self.copies, 0.2)
        self.remember = RememberService(ledger, self.visibility, fresh, clock, self.new_id, policies=policies)
        self.entities = EntityService(ledger.memory, self.visibility, self.beliefs, self.retirer, clock)
        self.merges = MergeService(ledger.memory, self.entities, self.visibility, policies, fresh, clock, self.new_id)
        self.sessions = SessionService(ledger, self.visibility, self.retirer, clock, self.new_id)
        self.state = StateService(ledger.memory, self.visibility, self.beliefs, clock)
        self.traces = TraceService(ledger.traces, clock)
        self.forgetting = ForgetService(
            ledger, self.visibility, Matcher(ledger.memory), self.retirer, self.eraser, clock, self.new_id
        )
        self.uses = Uses(ledger.upkeep)
        self.sweeps = SweepService(ledger, self.visibility, policies, self.uses, clock)
        self.consolidation = ConsolidationService(ledger, self.visibility, clock, self.new_id)
        self.elaboration = ElaborationService(ledger, self.visibility, self.entities, clock, self.new_id)
        self.fsck = FsckService(ledger, self.visibility, clock)
        self.scope_forgetting = ScopeForgetService(ledger, self.eraser, self.retirer, clock, self.new_id)
        self.admin = self.caller("admin", dict.fromkeys(VERBS, ("*",)))

    def new_id(self, kind: str) -> str:
        """An id of the shape that the product makes, ascending."""
        return f"{kind}:01900000-0000-7000-8000-{next(self._numbers):012x}"

    async def open(self) -> None:
        """Makes the context and its scopes."""
        now = self.clock.now()
        await self.ledger.access.create_context(Context(CONTEXT, now), [self.admin.principal])
        for path in PATHS:
            await self.ledger.access.register_scope(ScopeNode(CONTEXT, path, now))

    def caller(self, name: str, grants: Mapping[str, Sequence[str]]) -> Caller:
        """Somebody with these grants."""
        held: Grants = {verb: tuple(patterns) for verb, patterns in grants.items()}
        principal = Principal(f"principal:{name}", CONTEXT, name, "user", held, self.clock.now())
        return Caller(Context(CONTEXT, 0), principal, None, None, held, "request")

    async def say(
        self, text: str, *scopes: str, by: Caller | None = None, session: str | None = None, infer: Infer = Infer.FULL
    ) -> Remembered:
        """Remembers a text in scopes that stand for themselves (OR)."""
        clauses = tuple((path,) for path in scopes) or None
        place = Placed(scopes=clauses, session_id=session)
        return await self.remember.remember(by or self.admin, RememberRequest(place, text, infer))

    async def tell(
        self, name: str, key: str, value: str, *scopes: str, type_: str = "project", at: Instant | None = None
    ) -> Remembered:
        """Remembers a triple."""
        triple = GivenTriple(EntityRef(type_, name), key, value)
        clauses = tuple((path,) for path in scopes) or (("a",),)
        request = RememberRequest(Placed(clauses), triples=(triple,), observed_at=at)
        return await self.remember.remember(self.admin, request)

    async def forget(
        self, query: str, *, by: Caller | None = None, dry: bool = False, purge: bool = False
    ) -> Forgotten:
        """Forgets by description."""
        return await self.forgetting.forget(by or self.admin, ForgetRequest(query, dry_run=dry, purge=purge))

    async def values(self, type_: str, name: str, *, by: Caller | None = None) -> dict[str, str]:
        """What is believed of an entity: key -> value."""

        view = await self.entities.get(by or self.admin, EntityRef(type_, name), Instants())
        return {one.row.key: one.row.value for one in (*view.attributes, *view.relations)}

    async def contents(self, *, by: Caller | None = None) -> list[str]:
        """The words of every turn that somebody sees."""
        gate = await self.visibility.gate(by or self.admin)
        return sorted(turn.content for turn in await self.ledger.memory.recent_turns(gate, 1000))
