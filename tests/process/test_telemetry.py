"""Logs, traces and what they must not hold."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable

import pytest
from opentelemetry import propagate, trace
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from memory_core import telemetry


def run(script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)


SCRIPT = """
import logging
from memory_core import telemetry
from memory_core.settings import load

with telemetry.running(load({"log": {"format": "json", "text": %(text)s}}), "core"):
    with telemetry.tracer.start_as_current_span("work"):
        telemetry.bind_request("request-1")
        secret = "confidential"
        try:
            raise ValueError("a reason")
        except ValueError:
            telemetry.log().exception("work failed", query=secret, rows=3)
        logging.getLogger("a.library").warning("a library says so")
        print(telemetry.trace_id())
"""


def test_a_log_line_names_its_trace_and_request_and_masks_text() -> None:
    ended = run(SCRIPT % {"text": False})
    ours, theirs = (json.loads(line) for line in ended.stderr.splitlines())
    assert ours["event"] == "work failed"
    assert ours["rows"] == 3
    for line in (ours, theirs):
        assert line["trace_id"] == ended.stdout.strip()
        assert line["request_id"] == "request-1"
    assert theirs["logger"] == "a.library"
    assert "confidential" not in ended.stderr, "neither fields nor local variables of a traceback"


def test_text_is_logged_where_the_operator_asked_for_it() -> None:
    assert '"query": "confidential"' in run(SCRIPT % {"text": True}).stderr


def test_a_trace_goes_on_through_headers(spans: InMemorySpanExporter) -> None:
    with telemetry.tracer.start_as_current_span("caller"):
        headers: dict[str, str] = {}
        propagate.inject(headers)
        of_caller = telemetry.trace_id()
    assert telemetry.trace_id() is None
    with telemetry.tracer.start_as_current_span("callee", context=telemetry.incoming(headers)):
        assert telemetry.trace_id() == of_caller


@pytest.mark.parametrize("header", ["", "nonsense", "00-0-0-00", "ff-" + "1" * 32 + "-" + "1" * 16 + "-01"])
def test_a_broken_trace_header_starts_a_new_trace(header: str, spans: InMemorySpanExporter) -> None:
    context = telemetry.incoming({"traceparent": header})
    assert not trace.get_current_span(context).get_span_context().is_valid


async def test_a_held_event_loop_is_noticed(measured: Callable[[str], list[dict[str, object]]]) -> None:
    async with telemetry.loop_lag(tick_s=0.001) as lag:
        await asyncio.sleep(0)  # the watch begins to tick
        time.sleep(0.1)  # noqa: ASYNC251 - the fault under test
        for _ in range(5):  # turns of the loop, enough for a due timer to wake its task
            await asyncio.sleep(0)
    assert lag.worst_s >= 0.05
    assert measured("memory.loop.lag")


def test_a_collector_that_is_away_does_not_keep_the_process_alive() -> None:
    run("""
from memory_core import telemetry
from memory_core.settings import load
telemetry.FLUSH_S = 0.1
with telemetry.running(load({"telemetry": {"otlp_endpoint": "http://127.0.0.1:9"}}), "core"):
    telemetry.tracer.start_span("work").end()
""")
