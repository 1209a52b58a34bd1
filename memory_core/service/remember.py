"""RememberService: turns, texts and triples go in; what they state is reconciled with what is believed.

A write is read first (service.remember_read), becomes a proposal (service.remember_propose), and is decided and
committed in one transaction of the ledger: turns, facts, decision trace and the answer kept for repeats, or nothing
of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from memory_core.engine.entities import EntityRef
from memory_core.engine.masking import Masking, mask
from memory_core.engine.model import Source, Trace
from memory_core.engine.plan import Changes, IdempotentReply, Standing
from memory_core.engine.proposal import Outcome, Proposal
from memory_core.engine.reconcile import need, reconcile
from memory_core.ports.clock import Clock
from memory_core.ports.store import Ledger
from memory_core.service.beliefs import Beliefs
from memory_core.service.caller import Caller
from memory_core.service.freshness import Freshness
from memory_core.service.policy import Policies
from memory_core.service.remember_endings import Endings
from memory_core.service.remember_outcome import merged, superseded, taken_from, traced, without_echoes
from memory_core.service.remember_place import Place, settle
from memory_core.service.remember_propose import Read, Statements, of_triples, of_turn, proposal_of
from memory_core.service.remember_read import Setting, read_messages
from memory_core.service.remember_request import (
    BATCH_ITEMS,
    TEXT_CHARS,
    BatchRequest,
    GivenTriple,
    Infer,
    Message,
    RememberRequest,
    check_batch,
    check_remember,
)
from memory_core.service.results import Remembered
from memory_core.service.speaker import speaker_of
from memory_core.service.visibility import Visibility

Reply = Callable[[Remembered], IdempotentReply | None]
"""Makes the row that keeps an answer for repeats; None where no repeat was asked for. It is called inside the
transaction, perhaps several times."""


@dataclass(frozen=True, slots=True)
class RememberLimits:
    """Bounds of one write."""

    text_chars: int = TEXT_CHARS
    items: int = BATCH_ITEMS


@dataclass(slots=True)
class _Write:
    """One write on its way."""

    caller: Caller
    place: Place
    proposal: Proposal
    reads: Sequence[Read]
    operation: str
    whole: bool
    wants_taken: bool
    begun: float = field(default_factory=time.perf_counter)
    trace_id: str = ""


class RememberService:
    """Writes memory."""

    def __init__(
        self,
        ledger: Ledger,
        visibility: Visibility,
        freshness: Freshness,
        clock: Clock,
        new_id: Callable[[str], str],
        *,
        policies: Policies | None = None,
        limits: RememberLimits | None = None,
    ) -> None:
        self._ledger, self._visibility, self._freshness = ledger, visibility, freshness
        self._clock, self._new_id = clock, new_id
        self._policies = policies or Policies(ledger.access)
        self._endings = Endings(ledger, Beliefs(ledger.memory))
        self._limits = limits or RememberLimits()

    async def remember(self, caller: Caller, request: RememberRequest, reply: Reply | None = None) -> Remembered:
        """Remembers one text, triples, or both, or shows what would come of it.

        Raises 400 naming the field, 403, 404 SESSION_NOT_FOUND, 413 TEXT_TOO_LONG, 422 SCOPE_NOT_REGISTERED.
        """
        check_remember(request, self._limits.text_chars, self._limits.items)
        mode, now = request.mode, self._clock.now()
        place = await settle(self._ledger, self._visibility, caller, request.place, now, self._new_id)
        said_at = now if request.observed_at is None else request.observed_at
        messages = [Message(request.text, request.role, said_at)] if request.text is not None else []
        setting = self._setting(caller, place, request.place.labels, now)
        infer = mode in (Infer.FULL, Infer.PREVIEW)
        reads = await read_messages(setting, messages, place.before, infer=infer, linked=True)
        parts = [of_turn(read, number, request.category) for number, read in enumerate(reads)]
        parts = await self._endings.meant(caller.context.id, self._floor(caller), place.clauses, reads, parts, now)
        source = Source("triple", reads[0].turn.id if reads else None, place.session.id)
        triples = of_triples(
            _masked(request.triples, setting.masking), said_at, source, request.place.labels, request.category
        )
        write = self._write(caller, place, setting, reads, [*parts, Statements(triples)], "remember")
        write.wants_taken = mode is not Infer.NONE
        return await self._carry_out(write, reply, preview=mode is Infer.PREVIEW)

    async def remember_batch(self, caller: Caller, request: BatchRequest, reply: Reply | None = None) -> Remembered:
        """Remembers the messages of a conversation in order, all or none. Raises as `remember` does."""
        check_batch(request, self._limits.text_chars, self._limits.items)
        now = self._clock.now()
        place = await settle(self._ledger, self._visibility, caller, request.place, now, self._new_id)
        setting = self._setting(caller, place, request.place.labels, now)
        infer = request.infer is not Infer.NONE
        before = place.before if request.whole else None
        reads = await read_messages(setting, request.messages, before, infer=infer, linked=request.whole)
        parts = [of_turn(read, number, None) for number, read in enumerate(reads)]
        parts = await self._endings.meant(caller.context.id, self._floor(caller), place.clauses, reads, parts, now)
        write = self._write(caller, place, setting, reads, parts, "remember_batch")
        write.whole, write.wants_taken = request.whole, infer
        return await self._carry_out(write, reply, preview=request.infer is Infer.PREVIEW)

    def _setting(self, caller: Caller, place: Place, labels: tuple[str, ...], now: int) -> Setting:
        speaker = speaker_of(place.clauses, caller.delegated or caller.principal)
        policy = self._policies.of(caller.context)
        return Setting(caller.context.id, place.session.id, speaker, labels, now, self._new_id, policy.masking)

    def _floor(self, caller: Caller) -> float:
        return self._policies.of(caller.context).confidence_floor

    def _write(
        self,
        caller: Caller,
        place: Place,
        setting: Setting,
        reads: Sequence[Read],
        parts: Sequence[Statements],
        operation: str,
    ) -> _Write:
        speaker = EntityRef(setting.speaker.type, setting.speaker.name)
        turns = [one.turn for one in reads]
        proposal = proposal_of(place.session, place.clauses, speaker, turns, parts)
        return _Write(caller, place, proposal, reads, operation, whole=False, wants_taken=True)

    async def _carry_out(self, write: _Write, reply: Reply | None, *, preview: bool) -> Remembered:
        write.trace_id = self._new_id("trace")
        decided: list[Remembered] = []

        def decide(standing: Standing) -> Changes:
            outcome = self._decided(write, standing)
            answer = self._answer(write, outcome, preview=preview)
            decided.append(answer)
            if preview:
                return Changes()
            trace = self._trace(write, outcome)
            return replace(outcome.changes, traces=(trace,), reply=reply(answer) if reply else None)

        committed = await self._ledger.memory.reconcile(need(write.proposal), decide)
        answer = decided[-1]
        if preview:
            return answer
        records = len(write.proposal.turns) + len(write.proposal.statements)
        indexed = await self._freshness.after_write(write.caller, committed.outbox_seq, records)
        return replace(answer, indexed=indexed)

    def _decided(self, write: _Write, standing: Standing) -> Outcome:
        """What becomes of the write. What an agent or a paste only repeats is taken out before it counts as told
        again."""
        now, floor = self._clock.now(), self._floor(write.caller)
        outcome = reconcile(write.proposal, standing, now, self._new_id, floor)
        fresh = without_echoes(write.proposal, outcome, write.reads)
        if fresh is write.proposal:
            return outcome
        return reconcile(fresh, standing, now, self._new_id, floor)

    def _answer(self, write: _Write, outcome: Outcome, *, preview: bool) -> Remembered:
        taken = taken_from(outcome, write.reads, preview=preview) if write.wants_taken else []
        if write.whole and taken:
            taken = [merged(taken)]
        return Remembered(
            session_id="" if preview and write.place.is_new else write.place.session.id,
            turn_ids=() if preview else tuple(read.turn.id for read in write.reads),
            taken=tuple(taken),
            preview=preview,
            trace_id=None if preview else write.trace_id,
        )

    def _trace(self, write: _Write, outcome: Outcome) -> Trace:
        return Trace(
            id=write.trace_id,
            context=write.caller.context.id,
            principal_id=write.caller.acting_id,
            kind="decision",
            operation=write.operation,
            created_at=self._clock.now(),
            latency_ms=round((time.perf_counter() - write.begun) * 1000),
            refs=traced(outcome.changes),
            payload={
                "sessionId": write.place.session.id,
                "superseded": superseded(outcome),
                "decisions": [
                    {"kind": one.kind, "id": one.assertion_id, "others": list(one.others), "reason": one.reason}
                    for one in outcome.decisions[:500]
                ],
            },
        )


def _masked(triples: Sequence[GivenTriple], masking: Masking) -> list[GivenTriple]:
    return [one if one.value is None else replace(one, value=mask(one.value, masking)) for one in triples]
