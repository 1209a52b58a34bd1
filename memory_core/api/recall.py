"""RecallService, and the parts of other services that stand on recall: context, reflection, session context, document query."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from memory_core.api.convert import attribute_summary
from memory_core.api.request import current
from memory_core.api.wire import ROLES, instants, optional, selector, stamp, stamp_or_none
from memory_core.contract.errors import ApiError, bad_field
from memory_core.contract.gen.memory.v1 import (
    common_pb2,
    documents_pb2,
    memory_pb2,
    recall_pb2,
    recall_pb2_grpc,
    sessions_pb2,
)
from memory_core.engine.instants import Instants
from memory_core.engine.model import Instruction, Turn
from memory_core.service.context import Assembled, ContextService, ReflectService
from memory_core.service.recall.model import (
    FACT_KINDS,
    PASSAGE_KINDS,
    Answer,
    ChunkView,
    FactView,
    Hit,
    Mode,
    Question,
    Tier,
)
from memory_core.service.recall.service import RecallService

DEFAULT_K = 10
_MODES = {
    recall_pb2.MEMORY_QUERY_MODE_UNSPECIFIED: Mode.HYBRID,
    recall_pb2.MEMORY_QUERY_MODE_HYBRID: Mode.HYBRID,
    recall_pb2.MEMORY_QUERY_MODE_VECTOR: Mode.VECTOR,
    recall_pb2.MEMORY_QUERY_MODE_BM25: Mode.BM25,
    recall_pb2.MEMORY_QUERY_MODE_GRAPH: Mode.GRAPH,
}
_DOCUMENT_MODES = {
    documents_pb2.QUERY_MODE_UNSPECIFIED: Mode.HYBRID,
    documents_pb2.QUERY_MODE_HYBRID: Mode.HYBRID,
    documents_pb2.QUERY_MODE_VECTOR: Mode.VECTOR,
    documents_pb2.QUERY_MODE_BM25: Mode.BM25,
    documents_pb2.QUERY_MODE_HYBRID_GRAPH: Mode.HYBRID,
}
_TIERS = {
    Tier.DIRECT: common_pb2.TIER_DIRECT,
    Tier.HYBRID: common_pb2.TIER_HYBRID,
    Tier.FULL_CONTEXT: common_pb2.TIER_FULL_CONTEXT,
}
_CLASSIFIED = {
    Tier.DIRECT: recall_pb2.QUERY_KIND_DIRECT_LOOKUP,
    Tier.HYBRID: recall_pb2.QUERY_KIND_HYBRID,
    Tier.FULL_CONTEXT: recall_pb2.QUERY_KIND_FULL_CONTEXT,
}
_INCLUDED = {
    recall_pb2.QUERY_INCLUDE_FACTS: FACT_KINDS,
    recall_pb2.QUERY_INCLUDE_PASSAGES: PASSAGE_KINDS,
    recall_pb2.QUERY_INCLUDE_ATTRIBUTES: frozenset({"attribute"}),
    recall_pb2.QUERY_INCLUDE_ENTITIES: frozenset({"attribute", "relation"}),
    recall_pb2.QUERY_INCLUDE_RELATIONS: frozenset({"relation"}),
    recall_pb2.QUERY_INCLUDE_TURNS: frozenset({"turn"}),
    recall_pb2.QUERY_INCLUDE_CHUNKS: frozenset({"chunk"}),
    recall_pb2.QUERY_INCLUDE_DOCUMENTS: frozenset({"chunk"}),
    recall_pb2.QUERY_INCLUDE_SECTIONS: frozenset({"chunk"}),
    recall_pb2.QUERY_INCLUDE_TRACES: frozenset[str](),
}


@dataclass(frozen=True, slots=True)
class RecallUses:
    """The use cases behind this module."""

    recall: RecallService
    context: ContextService
    reflect: ReflectService


class RecallServicer(recall_pb2_grpc.RecallServiceServicer):
    """The Query RPC."""

    def __init__(self, uses: RecallUses) -> None:
        self._uses = uses

    async def Query(self, request: recall_pb2.QueryRequest, context: Any) -> recall_pb2.QueryResponse:
        answer = await self._uses.recall.recall(current().caller, question(request))
        response = recall_pb2.QueryResponse(
            classification_kind=_CLASSIFIED[answer.tier],
            hits=[hit_message(hit) for hit in answer.hits],
            query_ms=answer.latency_ms,
            seed_entities=[entity.id for entity in answer.seed_entities],
            tier=_TIERS[answer.tier],
            trace=_trace(answer, instants(request)),
            context_hits=[hit_message(Hit(turn, 0.0)) for turn in answer.context_hits],
            no_match=answer.no_match,
            trace_id=answer.trace_id,
        )
        return response


def question(request: recall_pb2.QueryRequest) -> Question:
    """What a QueryRequest asks. Raises 400 for a blank query, a bad lens and 501 for a location."""
    if request.HasField("location"):
        raise ApiError("NOT_IMPLEMENTED", "queries by location are not served", fields=[("location", "is not served")])
    kinds = frozenset[str]().union(*(_INCLUDED[one] for one in request.include)) or None
    return Question(
        text=request.query,
        k=request.k if request.HasField("k") else DEFAULT_K,
        mode=_MODES[request.mode],
        instants=instants(request),
        lens=selector(request.lens, "lens", lens=True),
        labels=tuple(request.labels),
        session_id=optional(request, "session_id"),
        source=optional(request, "source"),
        kinds=kinds,
        include_duplicates=request.include_duplicates,
    )


async def assemble_context(
    request: memory_pb2.AssembleContextRequest, uses: RecallUses
) -> memory_pb2.AssembleContextResponse:
    """The AssembleContext RPC. An empty query is fine, blanks alone are not one."""
    if request.query and not request.query.strip():
        raise bad_field("query", "must not be blank")
    asked = Question(
        text=request.query,
        k=request.k if request.HasField("k") else DEFAULT_K * 2,
        instants=instants(request),
        lens=selector(request.lens, "lens", lens=True),
        labels=tuple(request.labels),
    )
    made = await uses.context.assemble(current().caller, asked, optional(request, "max_tokens"))
    return memory_pb2.AssembleContextResponse(
        context=made.context,
        query_ms=made.latency_ms,
        tier=_TIERS[made.tier],
        trace_id=made.trace_id,
        token_count=made.tokens,
        truncated=made.truncated,
    )


async def assemble_session_context(
    request: sessions_pb2.AssembleSessionContextRequest, uses: RecallUses
) -> sessions_pb2.AssembleSessionContextResponse:
    """The AssembleSessionContext RPC; an unknown session gives an empty block."""
    asked = Question(text=request.query, k=DEFAULT_K * 2, session_id=request.session_id)
    made: Assembled = await uses.context.assemble(current().caller, asked, optional(request, "max_tokens"))
    return sessions_pb2.AssembleSessionContextResponse(context=made.context, trace_id=made.trace_id)


async def reflect(request: memory_pb2.ReflectRequest, uses: RecallUses) -> memory_pb2.ReflectResponse:
    """The Reflect RPC."""
    made = await uses.reflect.reflect(
        current().caller,
        Question(
            text=request.query,
            k=request.k if request.HasField("k") else DEFAULT_K * 2,
            lens=selector(request.lens, "lens", lens=True),
            labels=tuple(request.labels),
        ),
        persist=request.persist,
    )
    return memory_pb2.ReflectResponse(
        evidence=[hit.id for hit in made.evidence],
        persisted_attributes=[attribute_summary(fact) for fact in made.persisted],
        reflection=made.text,
        trace_id=made.trace_id,
        mode=memory_pb2.REFLECTION_MODE_EXTRACTIVE,
    )


async def query_documents(
    request: documents_pb2.QueryDocumentsRequest, uses: RecallUses
) -> documents_pb2.QueryDocumentsResponse:
    """The QueryDocuments RPC: passages of documents alone."""
    if request.HasField("location"):
        raise ApiError("NOT_IMPLEMENTED", "queries by location are not served", fields=[("location", "is not served")])
    begun = time.perf_counter()
    asked = Question(
        text=request.query,
        k=request.k if request.HasField("k") else DEFAULT_K,
        mode=_DOCUMENT_MODES[request.mode],
        instants=instants(request),
        lens=selector(request.lens, "lens", lens=True),
        labels=tuple(request.labels),
        kinds=frozenset({"chunk"}),
        document_ids=frozenset(request.filter.document_ids) or None,
        mime_types=frozenset(request.filter.mime_type) or None,
        threshold=optional(request, "threshold"),
        operation="query_documents",
    )
    answer = await uses.recall.recall(current().caller, asked)
    return documents_pb2.QueryDocumentsResponse(
        query_ms=round((time.perf_counter() - begun) * 1000),
        results=[_document_hit(hit) for hit in answer.hits if isinstance(hit.record, ChunkView)],
        trace_id=answer.trace_id,
        no_match=answer.no_match,
    )


def hit_message(hit: Hit) -> common_pb2.MemoryHit:
    """A hit as the doors show it."""
    message = common_pb2.MemoryHit(
        id=hit.id, score=round(hit.score, 6), text=hit.text, occurred_at=stamp(hit.occurred_at)
    )
    for leg, signal in hit.signals.items():
        message.signals[leg].rank = signal.rank
        message.signals[leg].score = round(signal.score, 6)
    match hit.record:
        case Turn() as turn:
            _fill_turn(message, turn)
        case FactView() as view:
            _fill_assertion(message, view)
        case ChunkView() as view:
            message.source = common_pb2.RESULT_KIND_CHUNK
            message.document_id = view.document.id
            message.document_title = view.document.title
            message.trust = view.document.trust
            message.labels.extend(view.document.labels)
            if view.row.section:
                message.section = view.row.section
        case Instruction() as one:
            message.source = common_pb2.RESULT_KIND_ATTRIBUTE
            message.key = "instruction"
            _fill_source(message, one.source.ref, one.source.session_id)
    return message


def _fill_turn(message: common_pb2.MemoryHit, turn: Turn) -> None:
    message.source = common_pb2.RESULT_KIND_MEMORY_CHUNK
    message.turn_id = turn.id
    message.session_id = turn.session_id
    message.role = ROLES[turn.role]
    message.trust = turn.trust
    message.labels.extend(turn.labels)


def _fill_assertion(message: common_pb2.MemoryHit, view: FactView) -> None:
    row = view.row
    message.source = common_pb2.RESULT_KIND_ATTRIBUTE
    message.entity_id = view.entity.id
    message.key = row.key
    message.trust = row.source.trust
    message.valid_from.CopyFrom(stamp(row.valid_from))
    if row.valid_until is not None:
        message.valid_until.CopyFrom(stamp(row.valid_until))
    message.labels.extend(row.labels)
    _fill_source(message, row.source.ref, row.source.session_id)
    if row.source.span:
        message.span.start, message.span.end = row.source.span


def _fill_source(message: common_pb2.MemoryHit, ref: str | None, session_id: str | None) -> None:
    if ref and ref.startswith("turn:"):
        message.turn_id = ref
    if ref and ref.startswith("document:"):
        message.document_id = ref
    if session_id:
        message.session_id = session_id


def _document_hit(hit: Hit) -> documents_pb2.QueryHit:
    view = hit.record
    assert isinstance(view, ChunkView)
    row, document = view.row, view.document
    message = documents_pb2.QueryHit(
        chunk=documents_pb2.QueryHitChunk(
            char_end=row.char_end,
            char_start=row.char_start,
            document=document.id,
            id=row.id,
            position=row.position,
            section=row.section,
            text=hit.text,
        ),
        document=documents_pb2.QueryHitDocument(id=document.id, source=document.source, title=document.title),
        score=round(hit.score, 6),
    )
    for leg, signal in hit.signals.items():
        message.signals[leg].rank = signal.rank
        message.signals[leg].score = round(signal.score, 6)
    return message


def _trace(answer: Answer, asked: Instants) -> recall_pb2.QueryTrace:
    legs: Sequence[recall_pb2.LegReport] = [
        recall_pb2.LegReport(leg=name, outcome="failed") for name in answer.missing_legs
    ]
    return recall_pb2.QueryTrace(
        latency_ms=answer.latency_ms,
        resolution_tier=_TIERS[answer.tier],
        retrieved_count=answer.candidates,
        tier_reason=answer.tier_reason,
        top_scores=[round(hit.score, 6) for hit in answer.hits[:5]],
        trace_id=answer.trace_id,
        legs=legs,
        as_of=stamp_or_none(asked.as_of),
        at_instant=stamp_or_none(asked.at_instant),
    )
