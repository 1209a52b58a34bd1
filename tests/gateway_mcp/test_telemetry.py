"""What the door tells of its work, and that no memory text is in it."""

from __future__ import annotations

from collections.abc import Callable

from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from memory_core.contract.errors import ApiError
from tests.gateway_mcp.door import Door
from tests.gateway_mcp.fake_core import FakeCore

TRACE_ID = "a" * 32


async def test_every_call_is_a_span_in_the_callers_trace(
    door: Door, core: FakeCore, spans: InMemorySpanExporter
) -> None:
    await door.tool("recall", {"query": "a secret"}, {"traceparent": f"00-{TRACE_ID}-{'b' * 16}-01"})
    span = next(one for one in spans.get_finished_spans() if one.name == "tools/call recall")
    context = span.get_span_context()
    assert context is not None
    assert f"{context.trace_id:032x}" == TRACE_ID
    assert core.calls[-1][2]["traceparent"] == f"00-{TRACE_ID}-{context.span_id:016x}-01"
    assert "secret" not in span.to_json()


async def test_calls_are_counted_by_closed_lists_of_names(
    door: Door, core: FakeCore, measured: Callable[[str], list[dict[str, object]]]
) -> None:
    core.fails["Query"] = ApiError("PERMISSION_DENIED")
    await door.tool("recall", {"query": "x"})
    await door.tool("made_up_tool")
    await door.ask("made/up")
    found = {tuple(labels.values()) for labels in measured("mcp.server.operation.duration")}
    assert {
        ("tools/call", "recall", "PERMISSION_DENIED"),
        ("tools/call", "", "-32601"),
        ("other", "", "-32601"),
    } <= found
    assert "made" not in str(found)
