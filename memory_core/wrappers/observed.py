"""A span and a latency figure for every call of a port."""

from __future__ import annotations

import asyncio
import time
from typing import Any, TypeVar

from opentelemetry.trace import Status, StatusCode

from memory_core.telemetry import port_seconds, tracer
from memory_core.wrappers.proxy import Call, Target, wrapped

T = TypeVar("T")


def observed(port: T, name: str) -> T:
    """`port` with a span `name.method` and `memory.port.duration` by port, method and outcome for each call.

    Neither carries arguments, results or the text of an error, only its type.
    """
    return wrapped(port, name, _observe)


async def _observe(target: Target, call: Call) -> Any:
    begun, outcome = time.perf_counter(), "ok"
    with tracer.start_as_current_span(
        f"{target.port}.{target.method}", record_exception=False, set_status_on_exception=False
    ) as span:
        try:
            return await call()
        except asyncio.CancelledError:
            outcome = "cancelled"
            raise
        except Exception as failed:
            outcome = type(failed).__name__
            span.set_status(Status(StatusCode.ERROR, outcome))
            raise
        finally:
            labels = {"port": target.port, "method": target.method, "outcome": outcome}
            port_seconds.record(time.perf_counter() - begun, labels)
