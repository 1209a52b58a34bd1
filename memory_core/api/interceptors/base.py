"""The steps around a call, and the one gRPC interceptor that runs them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, nullcontext
from dataclasses import dataclass
from typing import Any

import grpc
import grpc.aio
from google.protobuf.message import Message

from memory_core.api.request import RequestState, enter
from memory_core.contract import metadata

OURS = "/memory.v1."
ServicerContext = grpc.aio.ServicerContext[Any, Any]
Behaviour = Callable[[Any, ServicerContext], Any]


@dataclass(slots=True)
class Call:
    """One call as the steps see it."""

    state: RequestState
    context: ServicerContext
    carried: dict[str, str]
    """Text metadata."""
    streams: bool
    """Whether requests or answers come as a stream."""
    answer: Message | None = None
    """The answer of a call that has a single one, once it is there."""

    def values_of(self, key: str) -> list[str]:
        """Every value of a metadata key that must not be sent twice with different values."""
        return metadata.values_of(self.context.invocation_metadata(), key)


class Step:
    """One concern. A subclass overrides what it needs."""

    def around(self, call: Call) -> AbstractAsyncContextManager[object]:
        """Entered before the call and left after it; what the call raises comes through."""
        return nullcontext()

    async def inspect(self, call: Call, message: Message) -> None:
        """Looks at a request message before the servicer does; raises to refuse it."""


class Chain(grpc.aio.ServerInterceptor):
    """Runs steps around every call of our own services."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self._steps = tuple(steps)
        self._inspecting = [step for step in steps if type(step).inspect is not Step.inspect]

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Any:
        """The handler with the steps around it; None for a method that nobody serves."""
        handler = await continuation(handler_call_details)
        method: str = handler_call_details.method  # pyright: ignore[reportAttributeAccessIssue]
        if handler is None or not method.startswith(OURS):
            return handler
        codecs = (handler.request_deserializer, handler.response_serializer)
        if handler.unary_unary:
            return grpc.unary_unary_rpc_method_handler(self._answering(method, handler.unary_unary), *codecs)
        if handler.stream_unary:
            inner = self._answering(method, handler.stream_unary, streams=True)
            return grpc.stream_unary_rpc_method_handler(inner, *codecs)
        return grpc.unary_stream_rpc_method_handler(self._streaming(method, handler.unary_stream), *codecs)

    def _answering(self, method: str, inner: Behaviour, *, streams: bool = False) -> Behaviour:
        async def behaviour(request: Any, context: ServicerContext) -> Any:
            call = _begin(method, context, streams)
            async with AsyncExitStack() as stack:
                await self._enter(stack, call)
                call.answer = await inner(await self._inspected(call, request), context)
                return call.answer

        return behaviour

    def _streaming(self, method: str, inner: Behaviour) -> Behaviour:
        async def behaviour(request: Any, context: ServicerContext) -> AsyncIterator[Any]:
            call = _begin(method, context, streams=True)
            async with AsyncExitStack() as stack:
                await self._enter(stack, call)
                async for answer in inner(await self._inspected(call, request), context):
                    yield answer

        return behaviour

    async def _enter(self, stack: AsyncExitStack, call: Call) -> None:
        for step in self._steps:
            await stack.enter_async_context(step.around(call))

    async def _inspected(self, call: Call, request: Any) -> Any:
        """The request, looked at; of a stream each message as it comes."""
        if not isinstance(request, Message):
            return self._inspected_stream(call, request)
        for step in self._inspecting:
            await step.inspect(call, request)
        return request

    async def _inspected_stream(self, call: Call, requests: AsyncIterator[Message]) -> AsyncIterator[Message]:
        async for message in requests:
            yield await self._inspected(call, message)


def _begin(method: str, context: ServicerContext, streams: bool) -> Call:
    state = RequestState(method, started=asyncio.get_running_loop().time())
    enter(state)
    return Call(state, context, metadata.incoming(context.invocation_metadata()), streams)
