"""RecallService: understands a question, searches by several legs, reads candidates through the gate, and ranks them.

Order of work: the gate (who may see what, as of when), the legs in parallel, their union hydrated from the ledger, belief,
fusion with bounded priors, folding of repeats, the best k, and a retrieval trace. It degrades by leg: what failed is named
in the answer and the rest is served.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from memory_core.contract.instants import write_instant
from memory_core.engine.analysis import query_terms
from memory_core.engine.fusion import LEG_DEPTH, Weights, fuse, worth
from memory_core.engine.instants import Instants
from memory_core.engine.model import Instant, Instruction, Trace, Turn
from memory_core.engine.understanding import Tense, Understanding, understand
from memory_core.ports.clock import Clock
from memory_core.ports.filters import IndexFilter
from memory_core.ports.ledger import Gate
from memory_core.ports.outbox import Target
from memory_core.ports.store import Ledger
from memory_core.service.beliefs import Beliefs
from memory_core.service.caller import Caller
from memory_core.service.freshness import Freshness
from memory_core.service.lifecycle.uses import Uses
from memory_core.service.recall.hydrate import hydrate, replaced_turns
from memory_core.service.recall.legs import GraphFind, Legs, Scored, gather_legs
from memory_core.service.recall.model import Answer, ChunkView, FactView, Hit, Question, Recallable, Tier
from memory_core.service.recall.rank import answers, covered, ranked
from memory_core.service.speaker import users_named
from memory_core.service.visibility import Visibility

DEFAULT_WEIGHTS = Weights()
LEG_TIMEOUT_S = 2.0
NEIGHBOURS_OF = 3
LONG_CHARS = 2_000
"""Of a question; to take a longer one apart would hold the loop."""


@dataclass(frozen=True, slots=True)
class RecallService:
    """Hybrid recall over facts, turns and passages."""

    ledger: Ledger
    legs: Legs
    visibility: Visibility
    beliefs: Beliefs
    clock: Clock
    new_id: Callable[[str], str]
    uses: Uses
    freshness: Freshness
    weights: Weights = DEFAULT_WEIGHTS
    leg_timeout_s: float = LEG_TIMEOUT_S

    async def gate_of(self, caller: Caller, question: Question) -> Gate:
        """What a question may see. Raises 403 without any memory:read."""
        caller.require("memory:read")
        return await self.visibility.gate(
            caller,
            lens=question.lens,
            labels=question.labels,
            known_at=question.instants.as_of,
            session_id=question.session_id,
        )

    async def recall(self, caller: Caller, question: Question, gate: Gate | None = None) -> Answer:
        """Answers a question; an empty list when the caller sees nothing. Raises 403 without any memory:read.

        gate: the question's own, from `gate_of`, where the caller of this has it already.
        """
        begun = time.perf_counter()
        now = self.clock.now()
        gate = gate or await self.gate_of(caller, question)
        await self.freshness.before_read(caller)
        long = len(question.text) > LONG_CHARS
        asked = await asyncio.to_thread(understand, question.text) if long else understand(question.text)
        if gate.scope_sets is not None and not gate.scope_sets:
            found, missing, graph = {}, [], GraphFind([], [])
        else:
            found, missing, graph = await self._search(caller, question, asked, gate, now)
        candidates = fuse(found, self.weights)
        records, unembedded = await asyncio.gather(
            hydrate(self.ledger.memory, self.beliefs, gate, list(candidates), question.instants, now),
            self.ledger.outbox.awaiting(
                Target.VECTORS, [one.record_id for one in candidates.values() if "vector" not in one.signals]
            ),
        )
        if found.get("pending"):
            best = await asyncio.to_thread(covered, found, records, query_terms(asked.text).terms)
            candidates = fuse(found, self.weights, worth(best))
        wanted = {one: record for one, record in records.items() if _wanted(question, record)}
        seeds = frozenset(one.uid for one in graph.seeds)
        ordered = asked.tense is not Tense.ANY
        replaced = await replaced_turns(self.ledger.memory, gate, wanted.values()) if ordered else {}
        hits = ranked(question, asked, candidates, wanted, seeds, replaced, unembedded, self.weights)
        answer = await self._answer(question, asked, hits, graph, missing, gate, begun)
        if not answer.no_match:
            self.uses.note((hit.id for hit in answer.hits if isinstance(hit.record, FactView)), now)
        await self.ledger.traces.record([self._trace(caller, question, answer, now)], [])
        return answer

    async def _search(
        self, caller: Caller, question: Question, asked: Understanding, gate: Gate, now: Instant
    ) -> tuple[dict[str, Scored], list[str], GraphFind]:
        narrowed = index_filter(question, gate, now)
        graph, terms = GraphFind([], []), query_terms(asked.text)

        async def by_graph() -> Scored:
            nonlocal graph
            own = _own_name(caller, question) if asked.of_self else None
            graph = await self.legs.by_graph(asked, gate, narrowed.live_only, own)
            return graph.scored

        found, missing = await gather_legs(
            question,
            {
                "text": lambda: self.legs.by_text(terms, narrowed, LEG_DEPTH),
                "vector": lambda: self.legs.by_vector(asked, narrowed, LEG_DEPTH),
                "graph": by_graph,
                "pending": lambda: self.legs.by_pending(terms, gate, narrowed, LEG_DEPTH),
            },
            self.leg_timeout_s,
        )
        return found, missing, graph

    async def _answer(
        self,
        question: Question,
        asked: Understanding,
        hits: list[Hit],
        graph: GraphFind,
        missing: list[str],
        gate: Gate,
        begun: float,
    ) -> Answer:
        best = hits[: question.k]
        direct = bool(best) and isinstance(best[0].record, FactView) and asked.asks_for(best[0].record.row.key)
        tier = Tier.DIRECT if direct and graph.seeds else Tier.HYBRID
        reason = "the question names an entity and a key" if tier is Tier.DIRECT else "ranked by several legs"
        if missing:
            reason += f"; without {', '.join(missing)}"
        return Answer(
            trace_id=self.new_id("trace"),
            hits=best,
            context_hits=await self._neighbours(gate, best) if question.operation == "query" else [],
            no_match=not answers(best, asked, named=graph.named),
            tier=tier,
            tier_reason=reason,
            candidates=len(hits),
            latency_ms=round((time.perf_counter() - begun) * 1000),
            understanding=asked,
            seed_entities=graph.seeds,
            missing_legs=missing,
        )

    async def _neighbours(self, gate: Gate, hits: list[Hit]) -> list[Turn]:
        shown = {hit.id for hit in hits}
        beside: dict[str, Turn] = {}
        best = [hit.record for hit in hits if isinstance(hit.record, Turn)][:NEIGHBOURS_OF]
        around = await asyncio.gather(*(self._around(gate, turn) for turn in best))
        beside.update((one.id, one) for turns in around for one in turns if one.id not in shown)
        return list(beside.values())

    async def _around(self, gate: Gate, turn: Turn) -> list[Turn]:
        first = max(turn.seq - 1, 0)
        return await self.ledger.sessions.session_turns(gate, turn.session_id, turn.seq - first + 2, first)

    def _trace(self, caller: Caller, question: Question, answer: Answer, now: Instant) -> Trace:
        return Trace(
            id=answer.trace_id,
            context=caller.context.id,
            principal_id=caller.acting_id,
            kind="retrieval",
            operation=question.operation,
            created_at=now,
            latency_ms=answer.latency_ms,
            query_text=question.text[:2000],
            tier=answer.tier.value,
            tier_reason=answer.tier_reason,
            refs=tuple(hit.id for hit in answer.hits),
            payload={
                "mode": question.mode.value,
                "scores": [round(hit.score, 4) for hit in answer.hits],
                "candidates": answer.candidates,
                "missing": answer.missing_legs,
                **_asked_about(question.instants),
            },
        )


def _own_name(caller: Caller, question: Question) -> str | None:
    """Who "I" is in a question: the one user whom its lens names, or whom the caller's scopes name; else the caller."""
    lens = [path for clause in question.lens or () for path in clause]
    users = users_named(lens) or users_named(caller.patterns("memory:read"))
    if not users:
        return (caller.delegated or caller.principal).display_name
    return users[0] if len(users) == 1 else None


def _asked_about(instants: Instants) -> dict[str, str | None]:
    """The caller's instants as JSON spells them; None where left out."""
    given = {
        "asOf": instants.as_of,
        "atInstant": instants.at_instant,
        "validFrom": instants.valid_from,
        "validUntil": instants.valid_until,
    }
    return {
        name: None if one is None else write_instant(one // 1_000_000, one % 1_000_000 * 1000)
        for name, one in given.items()
    }


def index_filter(question: Question, gate: Gate, now: Instant) -> IndexFilter:
    """The gate and the question's own bounds, as far as a copy can apply them before its best are cut off."""
    return IndexFilter(
        context=gate.context,
        scope_sets=gate.scope_sets,
        kinds=question.kinds,
        labels=gate.labels,
        session_id=gate.session_id,
        document_ids=question.document_ids,
        mime_types=question.mime_types,
        source_kind=question.source,
        observed_until=question.instants.known_at(now),
        turns_from=question.instants.valid_from,
        turns_before=question.instants.valid_until,
        live_only=question.instants.plain,
    )


def _wanted(question: Question, record: Recallable) -> bool:
    """Bounds that legs without a filter of their own did not apply."""
    match record:
        case Turn(session_id=session, observed_at=at):
            kind, source = "turn", "turn"
            if not question.instants.in_window(at):
                return False
        case FactView(row=row):
            kind, source, session = row.id.partition(":")[0], row.source.kind, row.source.session_id
        case ChunkView(document=document):
            kind, source, session = "chunk", "document", None
            if question.document_ids is not None and document.id not in question.document_ids:
                return False
            if question.mime_types is not None and document.mime_type not in question.mime_types:
                return False
        case Instruction(source=origin):
            kind, source, session = "instruction", origin.kind, origin.session_id
    if question.kinds is not None and kind not in question.kinds:
        return False
    if question.source is not None and source != question.source:
        return False
    return question.session_id is None or session == question.session_id
