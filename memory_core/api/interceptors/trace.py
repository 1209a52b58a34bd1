"""A span and the metrics of each call; its parent is the trace that the caller names."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from opentelemetry.trace import SpanKind

from memory_core import telemetry
from memory_core.api.interceptors.base import Call, Step
from memory_core.contract.errors import ApiError


class Trace(Step):
    """Tells how long a call took and how it ended. Names and counts only, no words of anybody."""

    @asynccontextmanager
    async def around(self, call: Call) -> AsyncGenerator[None]:
        state = call.state
        parent, outcome = telemetry.incoming(call.carried), "ok"
        attributes = {"rpc.system": "grpc", "rpc.method": state.method.lstrip("/"), "memory.door": state.door}
        tracer = telemetry.tracer
        with tracer.start_as_current_span(state.rpc, context=parent, kind=SpanKind.SERVER, attributes=attributes):
            state.trace_id = telemetry.trace_id() or state.request_id
            try:
                yield
            except ApiError as error:
                outcome = error.reason.value
                raise
            except asyncio.CancelledError:
                outcome = "CANCELLED"
                raise
            except Exception:
                outcome = "INTERNAL"
                raise
            finally:
                labels = {"method": state.rpc, "door": state.door, "outcome": outcome}
                telemetry.requests.add(1, labels)
                telemetry.request_seconds.record(asyncio.get_running_loop().time() - state.started, labels)
