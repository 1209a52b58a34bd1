"""Fixtures for all tests: a clock that stands still, and what was traced and measured."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import pytest
from opentelemetry import metrics, trace
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from tests.fakes import FakeClock

MetricLabels = list[dict[str, object]]


def pytest_configure() -> None:
    """Keeps asyncio from making a loop of its own when a plugin asks for the current one: nobody would close it."""
    asyncio.set_event_loop(None)


@pytest.fixture
def clock() -> FakeClock:
    """A clock at noon of 1 January 2026, UTC."""
    return FakeClock()


@pytest.fixture(scope="session")
def _exporter() -> InMemorySpanExporter:
    exporter = InMemorySpanExporter()
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    return exporter


@pytest.fixture(scope="session")
def _reader() -> InMemoryMetricReader:
    reader = InMemoryMetricReader()
    metrics.set_meter_provider(MeterProvider([reader], shutdown_on_exit=False))
    return reader


@pytest.fixture
def spans(_exporter: InMemorySpanExporter) -> Iterator[InMemorySpanExporter]:
    """Spans that ended during the test: `spans.get_finished_spans()`."""
    _exporter.clear()
    yield _exporter
    _exporter.clear()


@pytest.fixture
def measured(_reader: InMemoryMetricReader) -> Callable[[str], MetricLabels]:
    """The label sets under which an instrument was ever used, by the instrument's name."""

    def labels(name: str) -> MetricLabels:
        data = _reader.get_metrics_data()
        scopes = [scope for resource in data.resource_metrics for scope in resource.scope_metrics] if data else []
        found = [metric for scope in scopes for metric in scope.metrics if metric.name == name]
        return [dict(point.attributes or {}) for metric in found for point in metric.data.data_points]

    return labels
