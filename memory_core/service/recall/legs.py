"""The legs of recall: each turns a question into candidates (record id, score), best first.

A leg may fail or be late; recall then goes on without it and says so. Scope, time and kind filters go into each leg before
its best are cut off, so nothing eligible is lost to what the caller may not see.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import numpy as np

from memory_core.engine.analysis import QueryTerms, index_terms
from memory_core.engine.entities import normalise_name
from memory_core.engine.fusion import LEG_DEPTH
from memory_core.engine.model import Assertion, Entity, Mention
from memory_core.engine.understanding import Understanding, key_words
from memory_core.ports.embedder import Embedder
from memory_core.ports.filters import IndexFilter
from memory_core.ports.ledger import Gate, MemoryLedger
from memory_core.ports.outbox import IndexSource, OutboxLedger, Target
from memory_core.ports.text import TextIndex
from memory_core.ports.vectors import VectorIndex
from memory_core.service.recall.model import Mode, Question
from memory_core.telemetry import leg_candidates

NAMELESS_SHARE = 0.6
"""Of the query vector: the question without its names. In conversations a name picks the speaker, which a prior does better."""
PENDING_DEPTH = 500
MENTION_DEPTH = 60

Scored = list[tuple[str, float]]


@dataclass(frozen=True, slots=True)
class GraphFind:
    """What hangs on the entities that a question names."""

    seeds: list[Entity]
    scored: Scored
    named: bool = False
    """Whether one of them stands in the question by a name, and not as "I" alone."""


@dataclass(frozen=True, slots=True)
class Legs:
    """The ports that recall searches."""

    text: TextIndex
    vectors: VectorIndex
    embedder: Embedder
    memory: MemoryLedger
    outbox: OutboxLedger

    async def by_text(self, terms: QueryTerms, narrowed: IndexFilter, depth: int) -> Scored:
        """BM25 over words, neighbours and names."""
        hits = await self.text.search(terms, narrowed, depth)
        return [(hit.record_id, hit.score) for hit in hits]

    async def by_vector(self, asked: Understanding, narrowed: IndexFilter, depth: int) -> Scored:
        """Nearest vectors to the question, and to the question without its names."""
        texts = [asked.text, *([asked.nameless] if asked.nameless else [])]
        vector, *more = await self.embedder.embed_queries(texts)
        for bare in more:
            mixed = (1 - NAMELESS_SHARE) * vector + NAMELESS_SHARE * bare
            vector = (mixed / max(float(np.linalg.norm(mixed)), 1e-9)).astype(np.float32)
        hits = await self.vectors.search(vector, narrowed, depth)
        return [(hit.record_id, hit.score) for hit in hits]

    async def by_graph(self, asked: Understanding, gate: Gate, live_only: bool, own: str | None = None) -> GraphFind:
        """Facts of the entities that the question names, and the texts that mention them, damped by their degree.

        own: who "I" is where somebody asks about themselves. Of them, of whom nearly everything is, only facts count
        whose key is asked for.
        """
        keys = {(None, normalise_name(phrase)) for phrase in asked.phrases}
        seeds = await self.memory.find_entities(gate, keys, 24) if keys else []
        selves = await self.memory.find_entities(gate, {("person", normalise_name(own))}, 2) if own else []
        uids = [entity.uid for entity in seeds]
        selves = [one for one in selves if one.uid not in uids]
        if not seeds and not selves:
            return GraphFind([], [])
        own_uids = [one.uid for one in selves]
        rows, own_rows, mentions = await asyncio.gather(
            self._facts(gate, uids, live_only), self._facts(gate, own_uids, live_only), self._mentions(gate, uids)
        )
        own_rows = [row for row in own_rows if row.entity_uid in own_uids and _key_overlap(row, asked)]
        scored = _by_degree([*rows, *own_rows], asked)
        for mention in mentions:
            weight = 0.5 * _damped(len(mentions))
            scored[mention.record_id] = max(scored.get(mention.record_id, 0.0), weight)
        visible = {uid for row in (*rows, *own_rows) for uid in (row.entity_uid, row.target_uid)}
        visible |= {mention.entity_uid for mention in mentions}
        ranked = sorted(scored.items(), key=lambda pair: (-pair[1], pair[0]))
        found = [one for one in seeds if one.uid in visible]
        return GraphFind([*found, *(one for one in selves if one.uid in visible)], ranked[:LEG_DEPTH], bool(found))

    async def _facts(self, gate: Gate, uids: list[int], live_only: bool) -> Sequence[Assertion]:
        if not uids:
            return ()
        return await self.memory.assertions(gate, entity_uids=uids, target_uids=uids, live_only=live_only, limit=400)

    async def _mentions(self, gate: Gate, uids: list[int]) -> Sequence[Mention]:
        return await self.memory.mentions(gate, uids, MENTION_DEPTH) if uids else ()

    async def by_pending(self, terms: QueryTerms, gate: Gate, narrowed: IndexFilter, depth: int) -> Scored:
        """Word overlap with what is written and not yet in the text index, so that every write is read at once."""
        waiting = await self.outbox.unprojected(gate, Target.TEXT, PENDING_DEPTH)
        eligible = [one for one in waiting if narrowed.matches(one)]
        # Taking hundreds of texts apart would hold the loop.
        return await asyncio.to_thread(_overlapping, eligible, frozenset(terms.terms), depth) if eligible else []


async def gather_legs(
    question: Question, calls: dict[str, Callable[[], Awaitable[Scored]]], timeout_s: float
) -> tuple[dict[str, Scored], list[str]]:
    """Runs the legs of the mode at once; what each found, and which of them failed or were late."""
    wanted = {
        Mode.HYBRID: tuple(calls),
        Mode.VECTOR: ("vector",),
        Mode.BM25: ("text", "pending"),
        Mode.GRAPH: ("graph",),
    }
    names = [name for name in wanted[question.mode] if name in calls]
    results = await asyncio.gather(
        *(asyncio.wait_for(calls[name](), timeout_s) for name in names), return_exceptions=True
    )
    found: dict[str, Scored] = {}
    missing: list[str] = []
    for name, result in zip(names, results, strict=True):
        if isinstance(result, asyncio.CancelledError):
            raise result
        if isinstance(result, BaseException):
            missing.append(name)
        else:
            found[name] = result
        leg_candidates.record(
            len(found.get(name, ())), {"leg": name, "outcome": "missing" if name in missing else "ok"}
        )
    return found, missing


def _overlapping(waiting: Sequence[IndexSource], wanted: frozenset[str], depth: int) -> Scored:
    found: Scored = []
    for one in waiting:
        if shared := wanted & set(index_terms(f"{one.names} {one.body}")):
            found.append((one.record_id, len(shared) / math.sqrt(len(wanted))))
    return sorted(found, key=lambda pair: (-pair[1], pair[0]))[:depth]


def _by_degree(rows: Sequence[Assertion], asked: Understanding) -> dict[str, float]:
    """Facts by id: the fewer an entity has, the more each says; more where its key is asked for."""
    degree: dict[int, int] = {}
    for row in rows:
        degree[row.entity_uid] = degree.get(row.entity_uid, 0) + 1
    return {row.id: _damped(degree[row.entity_uid]) * (1 + _key_overlap(row, asked)) for row in rows}


def _damped(degree: int) -> float:
    return 1.0 / (1.0 + math.log1p(max(degree - 1, 0)))


def _key_overlap(row: Assertion, asked: Understanding) -> float:
    """How much of a fact's key is asked for, 0 to 1."""
    if asked.asks_for(row.key):
        return 1.0
    parts = key_words(row.key)
    return sum(part in asked.words for part in parts) / len(parts) if parts else 0.0
