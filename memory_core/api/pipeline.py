"""What happens around every RPC, in this order: request id, trace context, deadline, key, rate, rules of the proto, the call,
errors. One interceptor, so that the order is written in one place.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import grpc
import grpc.aio
import uuid_utils
from google.protobuf.message import Message
from limits import RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from opentelemetry.trace import SpanKind

from memory_core import telemetry
from memory_core.api.request import RequestState, enter
from memory_core.contract import metadata
from memory_core.contract.errors import ApiError, Reason
from memory_core.contract.status import abort
from memory_core.contract.validation import check
from memory_core.ports.errors import (
    AlreadyExists,
    IdempotencyConflict,
    IdempotencyInProgress,
    StoreUnavailable,
)
from memory_core.service.audit import AuditService, Outcome
from memory_core.service.authentication import Authenticator, require_context, require_unblocked

OURS = "/memory.v1."
ADMIN = "/memory.v1.AdminService/"
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
log = telemetry.log(__name__)


class Pipeline(grpc.aio.ServerInterceptor):
    """Wraps the methods of our services; health and reflection pass untouched."""

    def __init__(self, authenticator: Authenticator, audit: AuditService, requests_per_s: float | None) -> None:
        self._authenticator, self._audit = authenticator, audit
        self._rate = None if requests_per_s is None else RateLimitItemPerSecond(int(requests_per_s), 1)
        self._limiter = FixedWindowRateLimiter(MemoryStorage())

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Any:
        handler = await continuation(handler_call_details)
        method: str = handler_call_details.method  # pyright: ignore[reportAttributeAccessIssue]
        if handler is None or not method.startswith(OURS):
            return handler
        if handler.unary_unary:
            made, inner = grpc.unary_unary_rpc_method_handler, handler.unary_unary
        elif handler.stream_unary:
            made, inner = grpc.stream_unary_rpc_method_handler, handler.stream_unary
        else:
            stream = self._streaming(method, handler.unary_stream)
            return grpc.unary_stream_rpc_method_handler(
                stream, handler.request_deserializer, handler.response_serializer
            )
        return made(self._unary(method, inner), handler.request_deserializer, handler.response_serializer)

    def _unary(self, method: str, inner: Callable[[Any, Any], Awaitable[Any]]) -> Callable[[Any, Any], Awaitable[Any]]:
        async def call(request: Any, context: grpc.aio.ServicerContext[Any, Any]) -> Any:
            state = _state(method, context)
            begun = time.perf_counter()
            carried = dict(metadata.incoming(context.invocation_metadata()))
            parent = telemetry.incoming(carried)
            with telemetry.tracer.start_as_current_span(state.operation, context=parent, kind=SpanKind.SERVER):
                try:
                    await self._admit(state, request, carried, context)
                    answer = await inner(request, context)
                except asyncio.CancelledError:
                    raise
                except Exception as error:
                    await self._failed(state, error, begun, context)
                    raise AssertionError("abort raises") from error
                await self._ended(state, "ok", None, begun, _trace_of(answer))
                return answer

        return call

    def _streaming(
        self, method: str, inner: Callable[[Any, Any], AsyncIterator[Any]]
    ) -> Callable[[Any, Any], AsyncIterator[Any]]:
        async def call(request: Any, context: grpc.aio.ServicerContext[Any, Any]) -> AsyncIterator[Any]:
            state = _state(method, context)
            begun = time.perf_counter()
            try:
                await self._admit(state, request, dict(metadata.incoming(context.invocation_metadata())), context)
                async for one in inner(request, context):
                    yield one
            except asyncio.CancelledError:
                raise
            except Exception as error:
                await self._failed(state, error, begun, context)
            await self._ended(state, "ok", None, begun, "")

        return call

    async def _admit(
        self, state: RequestState, request: Any, carried: dict[str, str], context: grpc.aio.ServicerContext[Any, Any]
    ) -> None:
        telemetry.bind_request(state.request_id)
        enter(state)
        secret = metadata.secret_of(carried.get(metadata.AUTHORIZATION))
        if state.method.startswith(ADMIN):
            await self._authenticator.require_manager(secret, state.request_id)
            state.manager = True
        else:
            caller = await self._authenticator.identify(secret, state.request_id)
            wanted = getattr(request, "context_id", "") if isinstance(request, Message) else ""
            require_context(caller, wanted)
            named = metadata.values_of(context.invocation_metadata(), metadata.ON_BEHALF_OF)
            state.who = caller
            state.who = await self._authenticator.delegated(caller, named)
            self._take_turn(caller.principal.id)
            require_unblocked(caller)
        if isinstance(request, Message):
            check(request)

    def _take_turn(self, who: str) -> None:
        if self._rate is not None and not self._limiter.hit(self._rate, who):
            raise ApiError("RATE_LIMITED", retry_after=1)

    async def _failed(
        self, state: RequestState, error: Exception, begun: float, context: grpc.aio.ServicerContext[Any, Any]
    ) -> None:
        told = as_api_error(error)
        if told.reason is Reason.INTERNAL:
            log.error("call failed", operation=state.operation, error=type(error).__name__, exc_info=error)
        outcome = "denied" if told.row.http == 403 else "failed"
        await self._ended(state, outcome, told.reason.value, begun, "")
        await abort(context, told)

    async def _ended(self, state: RequestState, outcome: str, reason: str | None, begun: float, trace_id: str) -> None:
        took = time.perf_counter() - begun
        labels = {"method": state.operation, "door": state.door, "outcome": outcome}
        telemetry.requests.add(1, labels)
        telemetry.request_seconds.record(took, labels)
        if state.who is not None and not (outcome == "failed" and reason == Reason.RATE_LIMITED):
            operation = _HUMP.sub("_", state.operation).lower()
            ended = Outcome(operation, outcome, reason, latency_ms=round(took * 1000), trace_id=trace_id)
            await self._audit.record(state.who, ended)


def _state(method: str, context: grpc.aio.ServicerContext[Any, Any]) -> RequestState:
    carried = metadata.incoming(context.invocation_metadata())
    digest = carried.get(metadata.BODY_DIGEST)
    left: Any = context.time_remaining()  # None without a deadline, whatever its annotation says
    now = asyncio.get_running_loop().time()
    return RequestState(
        method=method,
        request_id=carried.get(metadata.REQUEST_ID) or uuid_utils.uuid7().hex,
        door=carried.get(metadata.DOOR, "grpc"),
        started=now,
        deadline=None if left is None else now + left,
        idempotency_key=carried.get(metadata.IDEMPOTENCY_KEY),
        body_digest=digest.encode() if digest else None,
    )


def as_api_error(error: Exception) -> ApiError:
    """What a caller is told of an exception; anything unknown is an internal error without its text."""
    match error:
        case ApiError():
            return error
        case StoreUnavailable():
            return ApiError("STORE_UNAVAILABLE", str(error), metadata={"store": error.store}, retry_after=1)
        case AlreadyExists():
            return ApiError("ALREADY_EXISTS", str(error), metadata={"kind": error.kind})
        case IdempotencyConflict():
            return ApiError("IDEMPOTENCY_CONFLICT", str(error))
        case IdempotencyInProgress():
            return ApiError("IDEMPOTENCY_IN_PROGRESS", str(error), retry_after=1)
        case TimeoutError():
            return ApiError("DEADLINE_EXCEEDED")
        case _:
            return ApiError("INTERNAL")


def _trace_of(answer: Any) -> str:
    return str(getattr(answer, "trace_id", "") or "")
