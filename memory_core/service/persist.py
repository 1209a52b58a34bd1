"""ReflectionKeeper: keeps what the evidence of a reflection states, as facts that say they were derived from it.

Nothing is concluded: facts among the evidence are told again with source kind `reflect`, and turns are read for the facts
that they state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from memory_core.engine.entities import EntityRef
from memory_core.engine.model import Source, Turn
from memory_core.engine.plan import Changes, Standing
from memory_core.engine.proposal import Fact, Outcome, Proposal, Proposed
from memory_core.engine.reconcile import need, reconcile
from memory_core.ports.clock import Clock
from memory_core.ports.store import Ledger
from memory_core.service.caller import Caller
from memory_core.service.policy import Policies
from memory_core.service.remember_propose import of_turn
from memory_core.service.remember_read import Setting, read_messages
from memory_core.service.remember_request import Message
from memory_core.service.results import FactView
from memory_core.service.speaker import speaker_of
from memory_core.service.visibility import Visibility

KIND = "reflect"


class ReflectionKeeper:
    """See service.context.Persister."""

    def __init__(
        self, ledger: Ledger, visibility: Visibility, clock: Clock, new_id: Callable[[str], str], policies: Policies
    ) -> None:
        self._ledger, self._visibility, self._clock, self._new_id = ledger, visibility, clock, new_id
        self._policies = policies

    async def persist(self, caller: Caller, evidence: Sequence[Turn | FactView]) -> list[Fact]:
        """The facts that stand after it, in the caller's write region."""
        clauses = await self._visibility.write_clauses(caller, None)
        speaker = speaker_of(clauses, caller.delegated or caller.principal)
        now = self._clock.now()
        told = [_again(one) for one in evidence if isinstance(one, FactView)]
        for turn in [one for one in evidence if isinstance(one, Turn)]:
            setting = Setting(caller.context.id, turn.session_id, speaker, (), now, self._new_id)
            reads = await read_messages(
                setting, [Message(turn.content, turn.role, turn.observed_at)], None, infer=True, linked=False
            )
            told += [_derived(one, turn) for read in reads for one in of_turn(read, 0, None).statements]
        if not told:
            return []
        proposal = Proposal(
            caller.context.id, clauses, statements=tuple(told), speaker=EntityRef(speaker.type, speaker.name)
        )
        outcomes: list[Outcome] = []
        floor = self._policies.of(caller.context).confidence_floor

        def decide(standing: Standing) -> Changes:
            outcomes.append(reconcile(proposal, standing, now, self._new_id, floor))
            return outcomes[-1].changes

        await self._ledger.memory.reconcile(need(proposal), decide)
        return [fact for summary in outcomes[-1].summaries for fact in summary.attributes]


def _again(view: FactView) -> Proposed:
    row = view.row
    return Proposed(
        subject=EntityRef(view.entity.type, view.entity.name),
        key=row.key,
        known_at=row.known_at,
        source=Source(KIND, row.source.ref, row.source.session_id, trust=row.source.trust, derived_from=(row.id,)),
        value="" if view.target else row.value,
        target=EntityRef(view.target.type, view.target.name) if view.target else None,
        valid_from=row.valid_from,
        valid_until=row.valid_until,
        category=row.category,
        confidence=row.confidence,
        exact_names=True,
    )


def _derived(one: Proposed, turn: Turn) -> Proposed:
    source = Source(KIND, turn.id, turn.session_id, one.source.span, one.source.trust, (turn.id,))
    return replace(one, source=source, turn=0)
