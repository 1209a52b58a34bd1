"""A span and a latency figure for every call of a port."""

from __future__ import annotations

import asyncio
import time
from typing import Any, TypeVar

from opentelemetry.trace import Status, StatusCode

from memory_core.telemetry import port_seconds, traced, tracer
from memory_core.wrappers.proxy import Method, Target, wrapped

T = TypeVar("T")


def observed(port: T, name: str) -> T:
    """`port` with a span `name.method` and `memory.port.duration` by port, method and outcome for each call.

    Neither carries arguments, results or the text of an error, only its type. Spans are made inside a trace that is
    looked at, and nowhere else: what a worker does of itself is only measured.
    """
    return wrapped(port, name, _observe)


def _observe(target: Target, method: Method) -> Method:
    name, timed = f"{target.port}.{target.method}", _timed(target, method)

    async def call(*args: Any, **kwargs: Any) -> Any:
        if not traced():
            return await timed(*args, **kwargs)
        with tracer.start_as_current_span(name, record_exception=False, set_status_on_exception=False) as span:
            try:
                return await timed(*args, **kwargs)
            except Exception as failed:
                span.set_status(Status(StatusCode.ERROR, type(failed).__name__))
                raise

    return call


def _timed(target: Target, method: Method) -> Method:
    named = {"port": target.port, "method": target.method}
    succeeded = {**named, "outcome": "ok"}

    async def call(*args: Any, **kwargs: Any) -> Any:
        begun, labels = time.perf_counter(), succeeded
        try:
            return await method(*args, **kwargs)
        except asyncio.CancelledError:
            labels = {**named, "outcome": "cancelled"}
            raise
        except Exception as failed:
            labels = {**named, "outcome": type(failed).__name__}
            raise
        finally:
            port_seconds.record(time.perf_counter() - begun, labels)

    return call
