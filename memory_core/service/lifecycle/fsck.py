"""FsckService: what is wrong in the store, as far as the caller sees it. It reports, and changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from memory_core.engine.extraction.injections import find
from memory_core.engine.extraction.model import InjectionKind
from memory_core.engine.lifecycle.contradictions import Contradiction, contradictions
from memory_core.engine.lifecycle.duplicates import THRESHOLD, Duplicate, duplicates
from memory_core.engine.model import Entity
from memory_core.engine.scopes import ROOT
from memory_core.ports.clock import Clock
from memory_core.ports.ledger import Gate
from memory_core.ports.store import Ledger
from memory_core.ports.upkeep import Counted, Text
from memory_core.service.caller import Caller
from memory_core.service.lifecycle.walk import Walk
from memory_core.service.visibility import Visibility

CHECKS = ("duplicates", "contradictions", "injection", "unscoped")
DEFAULT_RESULTS = 100
SAMPLES = 10
_ENTITY_PAGE, _TEXT_PAGE = 500, 100
_ENTITIES = 10_000
"""Entities that are compared, by type and name."""
_SNIPPET = 160
_BEFORE = 40


@dataclass(frozen=True, slots=True)
class FsckRequest:
    """What is looked for."""

    checks: Collection[str] = CHECKS
    threshold: float = THRESHOLD
    """Least similarity of duplicates."""
    results: int = DEFAULT_RESULTS
    """Findings of each kind that are listed at most; all are counted."""


@dataclass(frozen=True, slots=True)
class InjectionFinding:
    """Words in a record that try to steer a model that reads them."""

    kind: InjectionKind
    row_id: str
    snippet: str


@dataclass(frozen=True, slots=True)
class FsckReport:
    """What was found."""

    duplicates: tuple[Duplicate, ...]
    contradictions: tuple[tuple[Entity, Contradiction], ...]
    injection: tuple[InjectionFinding, ...]
    unscoped: tuple[Counted, ...]
    total: int
    """How many findings there are, listed or not; unscoped records count once for each table."""


@dataclass(frozen=True, slots=True)
class FsckService:
    """Checks memory."""

    ledger: Ledger
    visibility: Visibility
    clock: Clock

    async def check(self, caller: Caller, asked: FsckRequest) -> FsckReport:
        """Looks through everything that the caller sees. Raises 403 without any memory:read."""
        caller.require("memory:read")
        gate = await self.visibility.gate(caller)
        names = await self._duplicates(gate, asked.threshold) if "duplicates" in asked.checks else []
        values = await self._contradictions(gate) if "contradictions" in asked.checks else []
        steering = await self._injections(gate) if "injection" in asked.checks else []
        unscoped = await self._unscoped(gate, caller) if "unscoped" in asked.checks else []
        most = asked.results
        return FsckReport(
            duplicates=tuple(names[:most]),
            contradictions=tuple(values[:most]),
            injection=tuple(steering[:most]),
            unscoped=tuple(unscoped[:most]),
            total=len(names) + len(values) + len(steering) + len(unscoped),
        )

    async def _duplicates(self, gate: Gate, threshold: float) -> list[Duplicate]:
        found = await self.ledger.memory.list_entities(gate, None, _ENTITIES, 0)
        return await asyncio.to_thread(duplicates, found, threshold)

    async def _contradictions(self, gate: Gate) -> list[tuple[Entity, Contradiction]]:
        """Entity by entity in pages: what is told in two forms lies in two timelines."""
        now, found, offset = gate.known_at, list[Contradiction](), 0
        walk = Walk(self.ledger, self.visibility)
        named: dict[int, Entity] = {}
        while page := await self.ledger.memory.list_entities(gate, None, _ENTITY_PAGE, offset):
            named |= {one.uid: one for one in page}
            told = await walk.of_entities(gate, [one.uid for one in page])
            found += await asyncio.to_thread(contradictions, told, now, gate.confidence_floor)
            offset += len(page)
        return [(named[one.entity_uid], one) for one in found if one.entity_uid in named]

    async def _injections(self, gate: Gate) -> list[InjectionFinding]:
        found: list[InjectionFinding] = []
        after: tuple[int, int] | None = (0, 0)
        while after is not None:
            page = await self.ledger.upkeep.texts(gate, after, _TEXT_PAGE)
            found += await asyncio.to_thread(_steering, page.texts)
            after = page.after
        return found

    async def _unscoped(self, gate: Gate, caller: Caller) -> list[Counted]:
        """Records that only who reads everything sees: no path narrows them."""
        seen = await self.visibility.known_sets(caller.context.id)
        bare = frozenset(one for one, clauses in seen.items() if all(set(clause) <= {ROOT} for clause in clauses))
        sets = bare if gate.scope_sets is None else bare & gate.scope_sets
        return await self.ledger.upkeep.counted(replace(gate, scope_sets=sets), SAMPLES) if sets else []


def _steering(texts: Sequence[Text]) -> list[InjectionFinding]:
    """Each kind once a record, in order of place."""
    found: list[InjectionFinding] = []
    for text in texts:
        kinds: set[str] = set()
        for one in find(text.words):
            if one.kind not in kinds:
                found.append(InjectionFinding(one.kind, text.record_id, _snippet(text.words, one.span[0])))
            kinds.add(one.kind)
    return found


def _snippet(words: str, start: int) -> str:
    begin = max(0, start - _BEFORE)
    return " ".join(words[begin : begin + _SNIPPET].split())
