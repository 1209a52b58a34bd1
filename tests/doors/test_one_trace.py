"""One call is one trace, from the caller over the gateway and the core to each store; and each store's time is measured."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from tests.conftest import MetricLabels
from tests.doors.inside import Inside, inside

TRACE_ID = "0af7651916cd43dd8448eb211c80319c"
CARRIED = {"traceparent": f"00-{TRACE_ID}-b7ad6b7169203331-01"}
WRITE = {"ledger.memory.reconcile"}
READ = {
    "ledger.access.scope_sets_since",
    "text.search",
    "vectors.search",
    "embedder.embed_queries",
    "ledger.memory.turns",
}


def told(spans: InMemorySpanExporter) -> dict[str, str]:
    """Name of each span of the caller's trace -> name of the span that it was begun in."""
    own = [one for one in spans.get_finished_spans() if one.context and f"{one.context.trace_id:032x}" == TRACE_ID]
    names = {one.context.span_id: one.name for one in own if one.context}
    spans.clear()
    return {one.name: names.get(one.parent.span_id, "") if one.parent else "" for one in own}


async def remembered(product: Inside) -> None:
    assert (await product.call("POST", "/facts", {"text": "The word is zqtrace."}, CARRIED)).status == 200


async def test_a_call_over_rest_is_one_trace_down_to_the_stores(tmp_path: Path, spans: InMemorySpanExporter) -> None:
    async with inside(tmp_path) as product:
        await remembered(product)
        begun = told(spans)
        assert begun.keys() >= WRITE
        assert begun["ledger.memory.reconcile"] == "Remember"
        assert begun["Remember"] == "POST /api/v1/{context_id}/facts"
        assert begun["POST /api/v1/{context_id}/facts"] == ""
        await product.call("POST", "/query", {"query": "zqtrace"}, CARRIED)
        begun = told(spans)
        assert begun.keys() >= READ
        assert {begun[one] for one in READ} == {"Query"}


async def test_a_call_over_mcp_is_one_trace_down_to_the_stores(tmp_path: Path, spans: InMemorySpanExporter) -> None:
    async with inside(tmp_path) as product:
        await remembered(product)
        spans.clear()
        await product.tool("recall", {"query": "zqtrace"}, CARRIED)
        assert told(spans).keys() >= READ


async def test_spans_of_stores_hold_no_words_and_workers_make_none(tmp_path: Path, spans: InMemorySpanExporter) -> None:
    async with inside(tmp_path) as product:
        await remembered(product)
        await product.core.wait_for_copies()
        made = spans.get_finished_spans()
        assert not any("zqtrace" in one.to_json() for one in made)
        assert not any(one.name == "text.upsert" for one in made)


async def test_the_time_of_each_store_is_measured_by_method_and_outcome(
    tmp_path: Path, measured: Callable[[str], MetricLabels]
) -> None:
    async with inside(tmp_path) as product:
        await remembered(product)
        await product.core.wait_for_copies()
        await product.texts("zqtrace")
    legs = {(one["leg"], one["outcome"]) for one in measured("memory.recall.candidates")}
    assert legs >= {(leg, "ok") for leg in ("text", "vector", "graph", "pending")}
    seen = {(one["port"], one["method"]) for one in measured("memory.port.duration") if one["outcome"] == "ok"}
    wanted = {("ledger.memory", "reconcile"), ("ledger.outbox", "acknowledge"), ("text", "upsert"), ("text", "search")}
    assert seen >= wanted | {("vectors", "search"), ("embedder", "embed_queries"), ("embedder", "embed_documents")}
