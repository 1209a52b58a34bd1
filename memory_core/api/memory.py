"""MemoryService: remember, forget, inspect, state and profile; context and reflection are in api.recall."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from memory_core.api.convert import (
    attribute_detail,
    attribute_summary,
    entity_summary,
    inspected_entity,
    instruction_summary,
    profile_response,
    relation_detail,
    relation_summary,
    state_response,
    uncertainty_summary,
)
from memory_core.api.documents import document_message, receipt_message
from memory_core.api.recall import RecallUses, assemble_context, reflect
from memory_core.api.request import current
from memory_core.api.traces import trace_record
from memory_core.api.wire import CATEGORIES, ROLES, instant, instants, optional, selector
from memory_core.contract.gen.memory.v1 import memory_pb2, memory_pb2_grpc
from memory_core.engine.entities import EntityRef, fold_type
from memory_core.engine.model import Document, Role
from memory_core.engine.plan import IdempotentReply
from memory_core.engine.scopes import visible_clauses
from memory_core.service.forget import ForgetRequest, ForgetService
from memory_core.service.idempotency import IdempotencyService, Reservation
from memory_core.service.inspect import InspectService
from memory_core.service.remember import RememberService, Reply
from memory_core.service.remember_request import BatchRequest, GivenTriple, Infer, Message, Placed, RememberRequest
from memory_core.service.results import AttributeView, EntityView, Remembered, Taken
from memory_core.service.state import Narrowing, StateService
from memory_core.service.traces import TraceView
from memory_core.service.visibility import Visibility

MODES = {
    Infer.FULL: memory_pb2.INFER_MODE_FULL,
    Infer.TRIPLES: memory_pb2.INFER_MODE_TRIPLES,
    Infer.PREVIEW: memory_pb2.INFER_MODE_PREVIEW,
    Infer.NONE: memory_pb2.INFER_MODE_NONE,
}
_INFERS = {number: mode for mode, number in MODES.items()}
_ROLES = {number: role for role, number in ROLES.items()}
_CATEGORIES = {number: category for category, number in CATEGORIES.items()}
Work = Callable[[Reply], Awaitable[Remembered]]


@dataclass(frozen=True, slots=True)
class MemoryUses:
    """The use cases behind this module."""

    remember: RememberService
    forget: ForgetService
    inspect: InspectService
    state: StateService
    idempotency: IdempotencyService
    visibility: Visibility
    recall: RecallUses
    new_id: Callable[[str], str]


class MemoryServicer(memory_pb2_grpc.MemoryServiceServicer):
    """Translates; meanings are in service.remember, forget, inspect and state."""

    def __init__(self, uses: MemoryUses) -> None:
        self._uses = uses

    async def Remember(self, request: memory_pb2.RememberRequest, context: Any) -> memory_pb2.RememberResponse:
        asked = remember_request(request)

        def encode(made: Remembered) -> bytes:
            return _remembered(made, asked.mode).SerializeToString()

        payload, indexed = await self._write(
            request, encode, lambda reply: self._uses.remember.remember(current().caller, asked, reply)
        )
        response = memory_pb2.RememberResponse.FromString(payload)
        response.indexed = indexed
        return response

    async def RememberBatch(
        self, request: memory_pb2.RememberBatchRequest, context: Any
    ) -> memory_pb2.RememberBatchResponse:
        asked = batch_request(request)

        def encode(made: Remembered) -> bytes:
            return _batch_remembered(made).SerializeToString()

        payload, indexed = await self._write(
            request, encode, lambda reply: self._uses.remember.remember_batch(current().caller, asked, reply)
        )
        response = memory_pb2.RememberBatchResponse.FromString(payload)
        response.indexed = indexed
        return response

    async def _write(self, request: Any, encode: Callable[[Remembered], bytes], work: Work) -> tuple[bytes, bool]:
        """The serialised answer, and whether the copies hold it already; a repeat never says that, so that it
        answers as the first call did."""
        state = current()
        key = state.idempotency_key or optional(request, "request_id")
        fingerprint = state.fingerprint(request)
        indexed = False

        encoded = b""

        def kept(reservation: Reservation, answer: Remembered) -> IdempotentReply | None:
            nonlocal encoded
            encoded = encode(answer)
            return reservation.reply(encoded)

        async def run(reservation: Reservation) -> bytes:
            nonlocal indexed
            made = await work(lambda answer: kept(reservation, answer))
            indexed = made.indexed and key is None
            return encoded or encode(made)

        payload = await self._uses.idempotency.guarded(state.caller, key, fingerprint, run)
        return payload, indexed

    async def AssembleContext(
        self, request: memory_pb2.AssembleContextRequest, context: Any
    ) -> memory_pb2.AssembleContextResponse:
        return await assemble_context(request, self._uses.recall)

    async def Reflect(self, request: memory_pb2.ReflectRequest, context: Any) -> memory_pb2.ReflectResponse:
        return await reflect(request, self._uses.recall)

    async def Forget(self, request: memory_pb2.ForgetRequest, context: Any) -> memory_pb2.ForgetResponse:
        asked = ForgetRequest(
            query=request.query,
            lens=selector(request.lens, "lens", lens=True),
            labels=tuple(request.labels),
            dry_run=request.dry_run,
            purge=request.purge,
        )
        done = await self._uses.forget.forget(current().caller, asked)
        response = memory_pb2.ForgetResponse(deleted=done.deleted, trace_id=done.trace_id)
        if done.receipt is not None:
            response.receipt.CopyFrom(receipt_message(done.receipt, self._uses.new_id("receipt")))
        return response

    async def Inspect(self, request: memory_pb2.InspectRequest, context: Any) -> memory_pb2.InspectResponse:
        found = await self._uses.inspect.inspect(current().caller, request.ref, instants(request))
        match found:
            case EntityView():
                return memory_pb2.InspectResponse(entity=inspected_entity(found))
            case AttributeView():
                return memory_pb2.InspectResponse(attribute=_inspected_attribute(found))
            case TraceView():
                return memory_pb2.InspectResponse(trace=memory_pb2.InspectedTrace(trace=trace_record(found)))
            case Document():
                clauses = await self._uses.visibility.clauses_of(found.context, found.scope_set)
                shown = visible_clauses(current().caller.patterns("memory:read"), clauses)
                return memory_pb2.InspectResponse(document=document_message(found, shown))
            case relations:
                matches = [relation_detail(one) for one in relations]
                return memory_pb2.InspectResponse(relation=memory_pb2.InspectedRelation(matches=matches))

    async def GetState(self, request: memory_pb2.GetStateRequest, context: Any) -> memory_pb2.GetStateResponse:
        view = await self._uses.state.state(current().caller, _narrowing(request))
        return await asyncio.to_thread(state_response, view)  # thousands of facts would stall the loop

    async def GetProfile(self, request: memory_pb2.GetProfileRequest, context: Any) -> memory_pb2.GetProfileResponse:
        view = await self._uses.state.profile(current().caller, _narrowing(request))
        return await asyncio.to_thread(profile_response, view)


def remember_request(request: memory_pb2.RememberRequest) -> RememberRequest:
    """What a RememberRequest asks. Raises 400 for a malformed path."""
    return RememberRequest(
        place=_placed(request),
        text=optional(request, "text"),
        infer=_INFERS.get(request.infer),
        triples=tuple(_triple(one) for one in request.triples),
        observed_at=instant(request, "observed_at"),
        role=_ROLES.get(request.role, Role.USER),
        category=_CATEGORIES.get(request.memory_category),
    )


def batch_request(request: memory_pb2.RememberBatchRequest) -> BatchRequest:
    """What a RememberBatchRequest asks. Raises 400 for a malformed path."""
    messages = [Message(one.content, _ROLES.get(one.role, Role.USER), instant(one, "ts")) for one in request.messages]
    return BatchRequest(
        messages=tuple(messages),
        place=_placed(request),
        infer=_INFERS.get(request.infer, Infer.FULL),
        whole=request.extract != memory_pb2.BATCH_EXTRACTION_MODE_PER_MESSAGE,
    )


def _placed(request: memory_pb2.RememberRequest | memory_pb2.RememberBatchRequest) -> Placed:
    return Placed(selector(request.scopes, "scopes"), optional(request, "session_id"), tuple(request.labels))


def _triple(one: memory_pb2.Triple) -> GivenTriple:
    return GivenTriple(
        entity=EntityRef(fold_type(one.entity.type), one.entity.name),
        key=one.key,
        value=optional(one, "value"),
        target=EntityRef(fold_type(one.target.type), one.target.name) if one.HasField("target") else None,
        category=_CATEGORIES.get(one.memory_category),
        valid_from=instant(one, "valid_from"),
        valid_until=instant(one, "valid_until"),
    )


def _remembered(made: Remembered, mode: Infer) -> memory_pb2.RememberResponse:
    response = memory_pb2.RememberResponse(mode=MODES[mode], session_id=made.session_id, trace_id=made.trace_id)
    if made.preview:
        response.preview = True
    if made.turn_ids:
        response.turn_id = made.turn_ids[0]
    if made.taken:
        response.extraction.CopyFrom(_extraction(made.taken[0], preview=made.preview))
    return response


def _batch_remembered(made: Remembered) -> memory_pb2.RememberBatchResponse:
    return memory_pb2.RememberBatchResponse(
        extractions=[_extraction(one, preview=made.preview) for one in made.taken],
        session_id=made.session_id,
        turn_ids=made.turn_ids,
        trace_id=made.trace_id,
    )


def _extraction(taken: Taken, *, preview: bool) -> memory_pb2.ExtractionResult:
    """What was taken from a text. In a preview rows that don't exist yet have no id."""
    summary, hidden = taken.summary, taken.written if preview else frozenset[str]()
    facts = (*summary.attributes, *summary.relations)
    return memory_pb2.ExtractionResult(
        attributes=[attribute_summary(one, hidden) for one in summary.attributes],
        corrections=[
            memory_pb2.CorrectionSummary(entity_id=one.entity_id, key=one.key, new_value=one.new, old_value=one.old)
            for one in summary.corrections
        ],
        entities=[entity_summary(one) for one in summary.entities],
        instructions=[instruction_summary(one, hidden) for one in summary.instructions],
        relations=[relation_summary(one, hidden) for one in summary.relations],
        turn_id=taken.turn_id,
        uncertainties=[uncertainty_summary(one) for one in summary.uncertainties],
        confirmed=[one.row.id for one in facts if one.repeated and one.row.id not in hidden],
        echo=taken.echo,
    )


def _inspected_attribute(view: AttributeView) -> memory_pb2.InspectedAttribute:
    return memory_pb2.InspectedAttribute(
        current=attribute_detail(view.current) if view.current is not None else None,
        history=[attribute_detail(one) for one in view.history],
    )


def _narrowing(request: memory_pb2.GetStateRequest | memory_pb2.GetProfileRequest) -> Narrowing:
    return Narrowing(instants(request), selector(request.lens, "lens", lens=True), tuple(request.labels))
