"""What wrappers do around a port."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Protocol

import pytest
import stamina
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from memory_core.ports.errors import AlreadyExists, StoreUnavailable
from memory_core.settings import ResilienceSettings
from memory_core.telemetry import tracer
from memory_core.wrappers.faulty import Faults, faulty
from memory_core.wrappers.observed import observed
from memory_core.wrappers.resilient import resilient

DOWN = StoreUnavailable("shelf")


class Shelf(Protocol):
    """A small port."""

    async def put(self, item: str) -> int: ...
    async def count(self) -> int: ...
    def items(self) -> AsyncIterator[str]: ...
    @property
    def size(self) -> int: ...


class MemoryShelf:
    """Keeps items in a list."""

    def __init__(self) -> None:
        self.kept: list[str] = []

    async def put(self, item: str) -> int:
        self.kept.append(item)
        return len(self.kept)

    async def count(self) -> int:
        return len(self.kept)

    async def items(self) -> AsyncIterator[str]:
        for item in self.kept:
            yield item

    @property
    def size(self) -> int:
        return len(self.kept)


class Room:
    """A port that offers another one."""

    def __init__(self) -> None:
        self._shelf = MemoryShelf()

    @property
    def shelf(self) -> Shelf:
        return self._shelf

    async def close(self) -> None:
        self._shelf.kept.clear()


class Ticks:
    """Monotonic seconds, moved by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def no_backoff() -> Iterator[None]:
    """Retries follow at once."""
    with stamina.set_testing(True, attempts=10, cap=True):
        yield


def settings(**changed: float) -> ResilienceSettings:
    return ResilienceSettings.model_validate({"timeout_ms": 60_000, "attempts": 3, "breaker_failures": 3} | changed)


async def test_a_wrapped_port_answers_as_the_port_does_streams_and_properties_included() -> None:
    shelf: Shelf = observed(resilient(MemoryShelf(), "shelf", settings()), "shelf")
    assert await shelf.put("a") == 1
    assert await shelf.put(item="b") == 2
    assert [item async for item in shelf.items()] == ["a", "b"]
    assert shelf.size == 2


async def test_a_call_leaves_a_span_and_a_latency_without_arguments(
    spans: InMemorySpanExporter, measured: Callable[[str], list[dict[str, object]]]
) -> None:
    await observed(MemoryShelf(), "shelf").put("confidential")
    assert spans.get_finished_spans() == (), "outside a trace there is nothing to tell"
    with tracer.start_as_current_span("call"):
        await observed(MemoryShelf(), "shelf").put("confidential")
    span, _ = spans.get_finished_spans()
    assert span.name == "shelf.put"
    assert "confidential" not in span.to_json()
    assert {"port": "shelf", "method": "put", "outcome": "ok"} in measured("memory.port.duration")


async def test_a_failed_call_leaves_the_type_of_its_error_and_not_its_text(
    spans: InMemorySpanExporter, measured: Callable[[str], list[dict[str, object]]]
) -> None:
    faults = Faults()
    faults.fail("put", AlreadyExists("item", "confidential"))
    with tracer.start_as_current_span("call"), pytest.raises(AlreadyExists):
        await observed(faulty(MemoryShelf(), faults), "shelf").put("x")
    span, _ = spans.get_finished_spans()
    assert not span.status.is_ok
    assert "confidential" not in span.to_json()
    assert {"port": "shelf", "method": "put", "outcome": "AlreadyExists"} in measured("memory.port.duration")


async def test_a_port_within_a_port_is_wrapped_under_its_owners_name(spans: InMemorySpanExporter) -> None:
    room = observed(Room(), "room")
    with tracer.start_as_current_span("call"):
        await room.shelf.put("a")
        await room.close()
    assert [span.name for span in spans.get_finished_spans()] == ["room.shelf.put", "room.close", "call"]


async def test_a_repeatable_call_is_tried_again_until_it_succeeds() -> None:
    faults = Faults()
    faults.fail("count", DOWN, DOWN)
    shelf = resilient(faulty(MemoryShelf(), faults), "shelf", settings(), repeatable={"count"})
    assert await shelf.count() == 0
    assert faults.calls == ["count"] * 3


async def test_a_repeatable_call_gives_up_after_the_set_number_of_tries() -> None:
    faults = Faults()
    faults.fail("count", *[DOWN] * 9)
    shelf = resilient(faulty(MemoryShelf(), faults), "shelf", settings(breaker_failures=9), repeatable="all")
    with pytest.raises(StoreUnavailable):
        await shelf.count()
    assert faults.calls == ["count"] * 3


async def test_a_write_whose_answer_was_lost_is_not_made_twice() -> None:
    faults, inner = Faults(), MemoryShelf()
    faults.lose("put", DOWN)
    shelf = resilient(faulty(inner, faults), "shelf", settings(), repeatable={"count"})
    with pytest.raises(StoreUnavailable):
        await shelf.put("a")
    assert inner.kept == ["a"]


async def test_an_answer_of_the_store_is_no_reason_to_try_again() -> None:
    faults = Faults()
    faults.fail("put", AlreadyExists("item", "a"))
    shelf = resilient(faulty(MemoryShelf(), faults), "shelf", settings(), repeatable="all")
    with pytest.raises(AlreadyExists):
        await shelf.put("a")
    assert faults.calls == ["put"]


async def test_a_call_that_takes_too_long_fails_as_unavailable() -> None:
    faults = Faults()
    faults.hold("count")
    shelf = resilient(faulty(MemoryShelf(), faults), "shelf", settings(timeout_ms=1))
    with pytest.raises(StoreUnavailable) as failed:
        await shelf.count()
    assert failed.value.store == "shelf"


async def test_a_method_that_keeps_failing_is_left_alone_and_others_are_not() -> None:
    faults = Faults()
    faults.fail("put", DOWN, DOWN, DOWN)
    shelf = resilient(faulty(MemoryShelf(), faults), "shelf", settings(), repeatable={"count"})
    for _ in range(4):
        with pytest.raises(StoreUnavailable):
            await shelf.put("a")
    assert faults.calls == ["put"] * 3, "an open breaker lets nothing through"
    assert await shelf.count() == 0


async def test_without_a_breaker_every_call_is_tried() -> None:
    faults = Faults()
    faults.outage = DOWN
    shelf = resilient(faulty(MemoryShelf(), faults), "shelf", settings(breaker_failures=1), breaker=False)
    for _ in range(3):
        with pytest.raises(StoreUnavailable):
            await shelf.put("a")
    assert faults.calls == ["put"] * 3


async def test_what_is_not_cut_off_by_time_takes_as_long_as_it_needs() -> None:
    faults = Faults()
    hold = faults.hold("put")
    shelf = resilient(faulty(MemoryShelf(), faults), "shelf", settings(timeout_ms=1), timed={"count"})
    task = asyncio.create_task(shelf.put("a"))
    await hold.reached.wait()
    await asyncio.wait([task], timeout=0.01)
    hold.released.set()
    assert await task == 1


async def test_a_store_that_keeps_failing_is_left_alone_until_it_had_time_to_recover() -> None:
    faults, ticks = Faults(), Ticks()
    faults.fail("put", DOWN, DOWN, DOWN)
    shelf = resilient(
        faulty(MemoryShelf(), faults), "shelf", settings(breaker_cooldown_s=5), repeatable="all", monotonic=ticks
    )
    for _ in range(4):
        with pytest.raises(StoreUnavailable):
            await shelf.put("a")
    assert faults.calls == ["put"] * 3, "an open breaker lets nothing through, and nothing is tried again"
    ticks.now = 5.0
    assert await shelf.put("a") == 1
    assert await shelf.put("b") == 2


async def test_one_call_at_a_time_tries_a_store_that_was_left_alone() -> None:
    faults, ticks = Faults(), Ticks()
    faults.fail("put", DOWN)
    shelf = resilient(faulty(MemoryShelf(), faults), "shelf", settings(breaker_failures=1), monotonic=ticks)
    with pytest.raises(StoreUnavailable):
        await shelf.put("a")
    ticks.now = 100.0
    hold = faults.hold("put")
    first = asyncio.create_task(shelf.put("a"))
    await hold.reached.wait()
    with pytest.raises(StoreUnavailable):
        await shelf.put("b")
    hold.released.set()
    assert await first == 1
    assert await shelf.put("b") == 2


async def test_a_caller_who_gives_up_does_not_count_against_the_store() -> None:
    faults = Faults()
    hold = faults.hold("put")
    shelf = resilient(faulty(MemoryShelf(), faults), "shelf", settings(breaker_failures=1))
    task = asyncio.create_task(shelf.put("a"))
    await hold.reached.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await shelf.put("b") == 1
