"""Old traces, audit rows and replies go in small batches; what is to be kept for ever stays."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from memory_core.engine.model import AuditRow, Trace
from memory_core.service.remember_request import Infer
from memory_core.service.retention import BATCH, Kept, Retention
from tests.contract.index_records import holds_bytes
from tests.service.world import CONTEXT, World

DAYS = timedelta(days=1)


async def told(world: World, count: int) -> None:
    """So many traces, and as many audit rows."""
    now = world.clock.now()
    traces = [
        Trace(world.new_id("trace"), CONTEXT, "principal:admin", "retrieval", "query", now, 1) for _ in range(count)
    ]
    rows = [
        AuditRow(world.new_id("audit"), CONTEXT, "principal:admin", None, "retrieval", "query", "ok", now)
        for _ in range(count)
    ]
    await world.ledger.traces.record(traces, rows)


async def left(world: World) -> tuple[int, int]:
    """How many traces and audit rows there are."""
    rows = await world.ledger.traces.audit(CONTEXT, principal_id=None, kind=None, since=None, until=None, limit=10_000)
    return len(await world.ledger.traces.traces(CONTEXT, None, (), 10_000)), len(rows)


class Pauses:
    """Pauses that were asked for, none of them taken."""

    def __init__(self) -> None:
        self.count = 0

    async def __call__(self, seconds: float) -> None:
        self.count += 1


async def test_what_is_older_than_its_days_goes_in_batches(world: World) -> None:
    pauses = Pauses()
    await told(world, 2 * BATCH + 1)
    world.clock.advance(2 * DAYS)
    await told(world, 3)
    await left(world)
    retention = Retention(world.ledger, world.clock, Kept(1.0, 3.0), pauses)
    assert await retention.sweep() == 2 * BATCH + 1
    assert pauses.count == 3
    assert await left(world) == (3, 2 * BATCH + 4)
    world.clock.advance(2 * DAYS)
    await retention.sweep()
    assert await left(world) == (0, 3)


async def test_without_days_everything_is_kept(world: World) -> None:
    await told(world, 2)
    world.clock.advance(10_000 * DAYS)
    assert await Retention(world.ledger, world.clock, Kept(None, None), Pauses()).sweep() == 0
    assert await left(world) == (2, 2)


async def test_replies_go_after_a_day_though_nobody_asks_again(world: World) -> None:
    now = world.clock.now()
    await world.ledger.idempotency.reserve(CONTEXT, "principal:admin", "key", b"print", now, now)
    retention = Retention(world.ledger, world.clock, Kept(None, None), Pauses())
    assert await retention.sweep() == 0
    world.clock.advance(DAYS + timedelta(hours=1))
    assert await retention.sweep() == 1


async def test_a_sweep_takes_bytes_off_the_disk_that_an_erasure_left(world: World, tmp_path: Path) -> None:
    said = await world.say("The word is zqleft.", "a", infer=Infer.NONE)
    await world.ledger.memory.erase(CONTEXT, [*said.turn_ids])
    assert holds_bytes(tmp_path, b"zqleft")
    await Retention(world.ledger, world.clock, Kept(None, None), Pauses()).sweep()
    assert holds_bytes(tmp_path, b"zqleft") == []
