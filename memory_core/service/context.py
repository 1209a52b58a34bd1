"""ContextService: a block of dated, sourced lines for a prompt; and ReflectService: what recurs in memory, with evidence.

Both stand on recall and work without any model. A reflection is extractive: it quotes the evidence and says so.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from memory_core.engine.assembly import DEFAULT_TOKENS, Line, Section, assemble
from memory_core.engine.instants import Instants
from memory_core.engine.model import Assertion, Category, Instant, Trace, Turn
from memory_core.engine.proposal import Fact
from memory_core.ports.ledger import Gate
from memory_core.service.caller import Caller
from memory_core.service.recall.model import Answer, ChunkView, FactView, Hit, Question, Tier
from memory_core.service.recall.service import RecallService

PROFILE_LINES = 20
RECENT_TURNS = 10
CURRENT_LINES = 10
"""Facts of category context in a block without a question."""
FACT_ROWS = 1000
"""Rows that profile and current facts are chosen from, those that matter most."""


@dataclass(frozen=True, slots=True)
class Assembled:
    """A context block and where it came from."""

    context: str
    tokens: int
    truncated: bool
    tier: Tier
    latency_ms: int
    trace_id: str


@dataclass(frozen=True, slots=True)
class Reflection:
    """An extractive reflection."""

    text: str
    evidence: list[Hit]
    persisted: list[Fact]
    trace_id: str


@dataclass(frozen=True, slots=True)
class ContextService:
    """Fills a token budget with profile, instructions, facts, passages and open questions."""

    recall: RecallService

    async def assemble(self, caller: Caller, question: Question, max_tokens: int | None = None) -> Assembled:
        """A block for `question`; for an empty one profile, instructions and what was said last.

        Raises 403 without any memory:read. The block is empty when the caller sees nothing that fits.
        """
        begun = time.perf_counter()
        question = replace(question, operation="context")
        gate = await self.recall.gate_of(caller, question)
        answer = await self.recall.recall(caller, question, gate) if question.text.strip() else None
        sections = await self._sections(gate, question.instants, answer)
        block = assemble(sections, DEFAULT_TOKENS if max_tokens is None else max_tokens)
        took = round((time.perf_counter() - begun) * 1000)
        trace_id = answer.trace_id if answer else await self._trace(caller, took)
        tier = answer.tier if answer else Tier.FULL_CONTEXT
        return Assembled(block.text, block.tokens, block.truncated, tier, took, trace_id)

    async def _sections(self, gate: Gate, instants: Instants, answer: Answer | None) -> list[Section]:
        memory, now = self.recall.ledger.memory, self.recall.clock.now()
        seeds = [one.uid for one in answer.seed_entities] if answer else None
        rows, instructions, doubts, recent = await asyncio.gather(
            memory.assertions(
                gate, entity_uids=seeds or None, live_only=instants.plain, strongest=True, limit=FACT_ROWS
            ),
            memory.instructions(gate, limit=PROFILE_LINES),
            memory.uncertainties(gate, PROFILE_LINES),
            memory.recent_turns(gate, RECENT_TURNS) if answer is None else _none(),
        )
        profile = await self._profile(gate, rows, instants, now)
        current = await self._current(gate, rows, instants, now) if answer is None else []
        shown = {line.ref for line in profile}
        hits = [hit for hit in answer.hits if hit.id not in shown] if answer else []
        return [
            Section("Instructions", [Line(one.description, one.id, one.known_at) for one in instructions], 0.1),
            Section("Profile", profile, 0.15),
            Section("Current", current, 0.15),
            Section("Facts", [_line(hit) for hit in hits if isinstance(hit.record, FactView)], 0.25),
            Section("Passages", [_line(hit) for hit in hits if isinstance(hit.record, Turn | ChunkView)], 0.45),
            Section("Recent", [_line(Hit(turn, 0.0)) for turn in recent], 0.3),
            Section("Uncertain", [Line(f"{one.about}: {one.reason}", one.id, one.known_at) for one in doubts], 0.05),
        ]

    async def _profile(self, gate: Gate, rows: Sequence[Assertion], instants: Instants, now: Instant) -> list[Line]:
        identity = [row for row in rows if row.category is Category.IDENTITY][-PROFILE_LINES * 4 :]
        shown = await self.recall.beliefs.of(gate, identity, instants, now)
        newest = sorted(shown, key=lambda view: (-view.row.valid_from, view.row.id))[:PROFILE_LINES]
        return [_line(Hit(view, 0.0)) for view in newest]

    async def _current(self, gate: Gate, rows: Sequence[Assertion], instants: Instants, now: Instant) -> list[Line]:
        """What is going on, what matters most first: told or used lately and often."""
        going_on = [row for row in rows if row.category is Category.CONTEXT]
        shown = await self.recall.beliefs.of(gate, going_on, instants, now)
        best = sorted(shown, key=lambda view: (-view.importance, -view.row.valid_from, view.row.id))[:CURRENT_LINES]
        return [_line(Hit(view, 0.0)) for view in best]

    async def _trace(self, caller: Caller, took: int) -> str:
        trace = Trace(
            id=self.recall.new_id("trace"),
            context=caller.context.id,
            principal_id=caller.acting_id,
            kind="retrieval",
            operation="context",
            created_at=self.recall.clock.now(),
            latency_ms=took,
            tier=Tier.FULL_CONTEXT.value,
            tier_reason="no question: profile, instructions and what was said last",
        )
        await self.recall.ledger.traces.record([trace], [])
        return trace.id


class Persister(Protocol):
    """Keeps what evidence states as facts of its own; see service.remember."""

    async def persist(self, caller: Caller, evidence: Sequence[Turn | FactView]) -> list[Fact]:
        """Facts that the evidence states, with source kind `reflect` and what they were derived from."""
        ...


@dataclass(frozen=True, slots=True)
class ReflectService:
    """Gathers what memory holds on a theme and quotes it, newest first."""

    recall: RecallService
    persister: Persister

    async def reflect(self, caller: Caller, question: Question, *, persist: bool = False) -> Reflection:
        """An extractive reflection with its evidence.

        Raises 403 without any memory:read, and with `persist` without any memory:write, before anything is read.
        """
        caller.require("memory:read")
        if persist:
            caller.require("memory:write")
        answer = await self.recall.recall(caller, replace(question, operation="reflect"))
        evidence = [] if answer.no_match else answer.hits
        stating = [hit.record for hit in evidence if isinstance(hit.record, Turn | FactView)]
        kept = await self.persister.persist(caller, stating) if persist and stating else []
        return Reflection(_reflection(evidence), evidence, kept, answer.trace_id)


def _reflection(evidence: Sequence[Hit]) -> str:
    if not evidence:
        return "Nothing relevant is remembered."
    lines = [f"Extractive reflection, no model: {len(evidence)} memories bear on this."]
    newest = sorted(evidence, key=lambda one: (-one.occurred_at, one.id))
    lines += [_line(hit).text[:400].strip() for hit in newest]
    return "\n- ".join(lines)


def _line(hit: Hit) -> Line:
    match hit.record:
        case FactView(row=row):
            return Line(hit.text, row.id, row.valid_from, row.source.trust)
        case ChunkView(row=row, document=document):
            return Line(f"({document.title}) {row.text}", row.id, document.observed_at, document.trust)
        case Turn(trust=trust):
            return Line(hit.text, hit.id, hit.occurred_at, trust)
        case _:
            return Line(hit.text, hit.id, hit.occurred_at)


async def _none() -> list[Turn]:
    return []
