"""Traces, metrics and logs: set up once a process, used through the helpers here.

Spans and instruments go through OpenTelemetry's global API, so code may be traced before, without and after `running`.
Nothing leaves the process unless an OTLP endpoint is set. Logs are structured, on standard error, and carry the trace,
span and request they belong to. What people said stays out of all three: log fields that could hold it are masked, and
span attributes and metric labels are names and counts.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import time
from collections.abc import AsyncGenerator, Callable, Generator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

import structlog
from opentelemetry import metrics, propagate, trace
from opentelemetry.context import Context
from opentelemetry.metrics import CallbackOptions, Observation
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import EventDict, Processor

from memory_core.settings import LogSettings, Settings, TelemetrySettings

SCOPE = "memory_core"
TEXT_FIELDS = frozenset({"text", "content", "query", "value", "prompt", "reply", "message", "body", "name", "title"})
"""Log fields that could hold memory text."""
FLUSH_S = 5.0
"""How long the end of the process waits for the last export."""
STALL_S = 0.05
"""An event loop held longer than this is worth a log line: everybody else waited that long."""

tracer = trace.get_tracer(SCOPE)
meter = metrics.get_meter(SCOPE)
requests = meter.create_counter("memory.requests", unit="{request}", description="Calls, by method, door and outcome.")
request_seconds = meter.create_histogram("memory.request.duration", unit="s", description="Time a call took.")
port_seconds = meter.create_histogram("memory.port.duration", unit="s", description="Time a store or model took.")
leg_candidates = meter.create_histogram(
    "memory.recall.candidates", unit="{record}", description="What a leg of recall brought up; none at all is an alarm."
)
loop_lag_seconds = meter.create_histogram("memory.loop.lag", unit="s", description="Time the event loop was held.")


@contextmanager
def running(settings: Settings, part: str) -> Generator[None]:
    """Logs, traces and metrics for one process; at the end what is buffered is sent and exporters are closed."""
    configure_logs(settings.log)
    close = install(settings.telemetry, part)
    try:
        yield
    finally:
        # Exporters wait for a collector that is away far longer than a supervisor waits for this process.
        closer = threading.Thread(target=close, daemon=True)
        closer.start()
        closer.join(FLUSH_S)


# --- traces and metrics -----------------------------------------------------------------------------------------------


def install(settings: TelemetrySettings, part: str) -> Callable[[], None]:
    """Sets the global tracer and meter providers; returns what sends the rest and closes them."""
    from opentelemetry.sdk.metrics import MeterProvider
    from opentelemetry.sdk.metrics.export import MetricReader, PeriodicExportingMetricReader
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor, ConsoleSpanExporter, SimpleSpanProcessor
    from opentelemetry.sdk.trace.sampling import ParentBasedTraceIdRatio

    resource = Resource.create({"service.name": f"{settings.service}-{part}"})
    tracers = TracerProvider(ParentBasedTraceIdRatio(settings.sample_ratio), resource, shutdown_on_exit=False)
    readers: list[MetricReader] = []
    if settings.console:
        tracers.add_span_processor(SimpleSpanProcessor(ConsoleSpanExporter(out=sys.stderr)))
    if settings.otlp_endpoint:
        from opentelemetry.exporter.otlp.proto.grpc.metric_exporter import OTLPMetricExporter
        from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter

        tracers.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=settings.otlp_endpoint)))
        exporter = OTLPMetricExporter(endpoint=settings.otlp_endpoint)
        readers.append(PeriodicExportingMetricReader(exporter, export_interval_millis=settings.interval_s * 1000))
    meters = MeterProvider(readers, resource, shutdown_on_exit=False)
    sinks.spans = settings.console or bool(settings.otlp_endpoint)
    trace.set_tracer_provider(tracers)
    metrics.set_meter_provider(meters)

    def close() -> None:
        sinks.spans = True
        tracers.shutdown()
        meters.shutdown()

    return close


def observe(name: str, unit: str, description: str, read: Callable[[], Mapping[str, float]]) -> None:
    """Registers a gauge that is read when metrics are exported: `read` gives label -> value, and must not block."""

    def callback(_: CallbackOptions) -> Iterator[Observation]:
        for label, value in read().items():
            yield Observation(value, {"of": label})

    meter.create_observable_gauge(name, [callback], unit=unit, description=description)


@dataclass(slots=True)
class Sinks:
    """Who takes what is made here."""

    spans: bool = True
    """Whether anybody takes spans; `install` knows."""


sinks = Sinks()


def traced() -> bool:
    """Whether a span begun now would be seen by anybody: not outside a trace, nor in one that is not sampled."""
    return sinks.spans and trace.get_current_span().is_recording()


def trace_id() -> str | None:
    """The current trace as 32 hex digits, or None outside a trace."""
    span = trace.get_current_span().get_span_context()
    return trace.format_trace_id(span.trace_id) if span.is_valid else None


def incoming(headers: Mapping[str, str]) -> Context:
    """The trace that a caller's headers or metadata (lower-case names) name; an empty context when they name none."""
    return propagate.extract(headers, context=Context())


# --- the event loop ---------------------------------------------------------------------------------------------------


class LoopLag:
    """How long the event loop was held up, as a ticking task sees it."""

    def __init__(self) -> None:
        self.worst_s = 0.0
        """Longest delay since the start."""

    def note(self, lag_s: float) -> None:
        """Records one tick's delay; a long one is logged."""
        self.worst_s = max(self.worst_s, lag_s)
        loop_lag_seconds.record(lag_s)
        if lag_s > STALL_S:
            log().warning("event loop stalled", lag_ms=round(lag_s * 1000))


@asynccontextmanager
async def loop_lag(tick_s: float = 0.02) -> AsyncGenerator[LoopLag]:
    """Watches the running loop; a tick that comes late by so much means that everything was late by so much."""
    lag = LoopLag()

    async def tick() -> None:
        while True:
            due = time.perf_counter() + tick_s
            await asyncio.sleep(tick_s)
            lag.note(max(0.0, time.perf_counter() - due))

    task = asyncio.create_task(tick(), name="loop-lag")
    try:
        yield lag
    finally:
        task.cancel()
        await asyncio.wait([task])


# --- logs -------------------------------------------------------------------------------------------------------------


def log(name: str = SCOPE) -> structlog.stdlib.BoundLogger:
    """A logger. An event is a lowercase phrase without values; values are fields."""
    return structlog.stdlib.get_logger(name)


def bind_request(request_id: str) -> None:
    """Puts a request's id on every log line of the current task and of those that it starts."""
    structlog.contextvars.bind_contextvars(request_id=request_id)


def configure_logs(settings: LogSettings) -> None:
    """Sends structured logs, and those of libraries, to standard error in one format. May be called again."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _add_trace,
    ]
    if not settings.text:
        shared.append(mask_text)
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_renderers(settings)],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.level)


def mask_text(_: Any, __: str, event: EventDict) -> EventDict:
    """Replaces fields that could hold memory text by their length."""
    for name in TEXT_FIELDS & event.keys():
        event[name] = f"<{len(str(event[name]))} characters>"
    return event


def _renderers(settings: LogSettings) -> Sequence[Processor]:
    console = settings.format == "console" or (settings.format == "auto" and sys.stderr.isatty())
    if console:
        return (structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),)
    # Frames without their local variables, which could hold memory text.
    frames = ExceptionDictTransformer(show_locals=False)
    return (structlog.processors.ExceptionRenderer(frames), structlog.processors.JSONRenderer())


def _add_trace(_: Any, __: str, event: EventDict) -> EventDict:
    span = trace.get_current_span().get_span_context()
    if span.is_valid:
        event["trace_id"] = trace.format_trace_id(span.trace_id)
        event["span_id"] = trace.format_span_id(span.span_id)
    return event
