"""Spans and metrics of the door: named by template, joined to the caller's trace, without what was said."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind

from tests.gateway_rest.door import Door
from tests.gateway_rest.fake_core import FakeCore

LIMIT_S = 10.0
Labels = Callable[[str], list[dict[str, object]]]
METHOD, ROUTE, STATUS = "http.request.method", "http.route", "http.response.status_code"


async def test_a_span_has_the_name_of_the_route_and_the_callers_trace(
    core: FakeCore, door: Door, spans: InMemorySpanExporter
) -> None:
    await door.send("GET", "/entities/person/Ada?asOf=2024", headers={"TraceParent": f"00-{'1' * 32}-{'2' * 16}-01"})
    (span,) = [one for one in spans.get_finished_spans() if one.kind is SpanKind.SERVER]
    assert span.name == "GET /api/v1/{context_id}/entities/{entity_type}/{entity_name}"
    own = span.get_span_context()
    assert own is not None
    assert format(own.trace_id, "032x") == "1" * 32
    assert span.attributes is not None and span.attributes[STATUS] == 200
    assert "Ada" not in str(span.attributes) and "2024" not in str(span.attributes)
    assert core.calls[0][2]["traceparent"].split("-")[1:3] == [
        "1" * 32,
        format(own.span_id, "016x"),
    ]


async def test_latency_is_measured_by_template_and_status(door: Door, measured: Labels) -> None:
    await door.get("/nothing/at/all")
    await door.send("PROPFIND", "/query")
    await door.post("/query", {"query": "x", "k": 0})
    labels = measured("http.server.request.duration")
    assert {METHOD: "GET", ROUTE: "/api/{tail}", STATUS: 404} in labels
    assert {METHOD: "_OTHER", ROUTE: "/api/{tail}", STATUS: 405} in labels
    assert {METHOD: "POST", ROUTE: "/api/v1/{context_id}/query", STATUS: 400} in labels


async def test_a_client_that_left_is_measured_as_gone(core: FakeCore, door: Door, measured: Labels) -> None:
    core.holds = asyncio.Event()
    asked = asyncio.create_task(door.get("/profile"))
    async with asyncio.timeout(LIMIT_S):
        await core.entered.wait()
        asked.cancel()
        await core.cancelled.wait()
    assert {METHOD: "GET", ROUTE: "/api/v1/{context_id}/profile", STATUS: 499} in measured(
        "http.server.request.duration"
    )
