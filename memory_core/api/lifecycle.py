"""LifecycleService: the upkeep of memory."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from memory_core.api.request import current
from memory_core.api.wire import optional
from memory_core.contract.gen.memory.v1 import lifecycle_pb2, lifecycle_pb2_grpc
from memory_core.engine.lifecycle.consolidation import CREATE, SUPERSEDE, UPDATE, Observation
from memory_core.engine.lifecycle.duplicates import THRESHOLD
from memory_core.engine.model import Entity
from memory_core.service.lifecycle.consolidate import (
    DEFAULT_FACTS,
    DEFAULT_OBSERVATIONS,
    ConsolidationRequest,
    ConsolidationService,
)
from memory_core.service.lifecycle.elaborate import DEFAULT_BUDGET, Elaborated, ElaborationRequest, ElaborationService
from memory_core.service.lifecycle.fsck import CHECKS, DEFAULT_RESULTS, FsckReport, FsckRequest, FsckService
from memory_core.service.lifecycle.sweeps import SweepService

_KINDS = {
    CREATE: lifecycle_pb2.DECISION_KIND_CREATE,
    UPDATE: lifecycle_pb2.DECISION_KIND_UPDATE,
    SUPERSEDE: lifecycle_pb2.DECISION_KIND_SUPERSEDE,
}
_UNSCOPED = {"unscopedContent": "unscoped", "unscoped_content": "unscoped"}


@dataclass(frozen=True, slots=True)
class LifecycleUses:
    """The use cases behind this module."""

    sweeps: SweepService
    consolidation: ConsolidationService
    elaboration: ElaborationService
    fsck: FsckService


class LifecycleServicer(lifecycle_pb2_grpc.LifecycleServiceServicer):
    """Translates; meanings are in service.lifecycle."""

    def __init__(self, uses: LifecycleUses) -> None:
        self._uses = uses

    async def RunDecay(self, request: lifecycle_pb2.RunDecayRequest, context: Any) -> lifecycle_pb2.RunDecayResponse:
        region = await self._uses.sweeps.region_of(current().caller)
        return lifecycle_pb2.RunDecayResponse(affected=await self._uses.sweeps.decay(region))

    async def RunExpiry(self, request: lifecycle_pb2.RunExpiryRequest, context: Any) -> lifecycle_pb2.RunExpiryResponse:
        region = await self._uses.sweeps.region_of(current().caller)
        return lifecycle_pb2.RunExpiryResponse(affected=await self._uses.sweeps.expire(region))

    async def Consolidate(
        self, request: lifecycle_pb2.ConsolidateRequest, context: Any
    ) -> lifecycle_pb2.ConsolidateResponse:
        asked = ConsolidationRequest(
            facts=_given(request, "fact_limit", DEFAULT_FACTS),
            observations=_given(request, "observation_limit", DEFAULT_OBSERVATIONS),
            dry_run=request.dry_run,
        )
        done = await self._uses.consolidation.consolidate(current().caller, asked)
        kinds = Counter(one.kind for _, one in done.made)
        return lifecycle_pb2.ConsolidateResponse(
            created=kinds[CREATE],
            dry_run=asked.dry_run,
            outcomes=[_observed(entity, one, dry_run=asked.dry_run) for entity, one in done.made],
            superseded=kinds[SUPERSEDE],
            trace_id=done.trace_id,
            updated=kinds[UPDATE],
        )

    async def Elaborate(self, request: lifecycle_pb2.ElaborateRequest, context: Any) -> lifecycle_pb2.ElaborateResponse:
        asked = ElaborationRequest(
            entity_ref=optional(request, "entity_ref"),
            sweep=optional(request, "sweep"),
            budget=_given(request, "budget", DEFAULT_BUDGET),
            dry_run=request.dry_run,
        )
        done = await self._uses.elaboration.elaborate(current().caller, asked)
        return lifecycle_pb2.ElaborateResponse(
            outcomes=[_elaborated(one, dry_run=asked.dry_run) for one in done],
            relations_emitted=sum(one.emitted for one in done),
        )

    async def CheckMemory(
        self, request: lifecycle_pb2.CheckMemoryRequest, context: Any
    ) -> lifecycle_pb2.CheckMemoryResponse:
        asked = FsckRequest(
            checks=(_UNSCOPED.get(request.check, request.check),) if request.check else CHECKS,
            threshold=_given(request, "duplicate_threshold", THRESHOLD),
            results=_given(request, "max_results", DEFAULT_RESULTS),
        )
        return _report(await self._uses.fsck.check(current().caller, asked))


def _given(request: Any, field: str, usual: Any) -> Any:
    value = optional(request, field)
    return usual if value is None else value


def _observed(entity: Entity, one: Observation, *, dry_run: bool) -> lifecycle_pb2.ConsolidateOutcome:
    return lifecycle_pb2.ConsolidateOutcome(
        entity_name=entity.name,
        key=one.row.key,
        kind=_KINDS[one.kind],
        observation_id=None if dry_run else one.row.id,
        proof_count=one.proof_count,
        rationale=f"told {one.proof_count} times in {one.tellings} statements",
        value=one.row.value,
    )


def _elaborated(one: Elaborated, *, dry_run: bool) -> lifecycle_pb2.ElaborateOutcome:
    return lifecycle_pb2.ElaborateOutcome(
        dry_run=dry_run,
        entity_name=one.entity.name,
        entity_type=one.entity.type,
        proposed_relations=[
            lifecycle_pb2.ElaborateProposedRelation(label=label, object=target.id, subject=subject.id)
            for subject, label, target in one.proposed
        ],
        relations_emitted=one.emitted,
        trace_id=one.trace_id,
    )


def _report(found: FsckReport) -> lifecycle_pb2.CheckMemoryResponse:
    return lifecycle_pb2.CheckMemoryResponse(
        contradictions=[
            lifecycle_pb2.ContradictionFinding(entity=entity.id, key=one.key, values=one.values)
            for entity, one in found.contradictions
        ],
        duplicates=[
            lifecycle_pb2.DuplicateFinding(entity_a=one.one.id, entity_b=one.other.id, similarity=one.similarity)
            for one in found.duplicates
        ],
        injection=[
            lifecycle_pb2.InjectionFinding(
                kind=f"INJECTION_KIND_{one.kind.upper()}",
                row_id=one.row_id,
                snippet=one.snippet,
            )
            for one in found.injection
        ],
        total=found.total,
        unscoped_content=[
            lifecycle_pb2.UnscopedContentFinding(count=one.count, sample_ids=one.sample_ids, table=one.table)
            for one in found.unscoped
        ],
    )
