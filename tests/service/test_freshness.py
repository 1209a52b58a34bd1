"""Who waits for the copies, and for how long."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from memory_core.ports.outbox import Target
from memory_core.service.caller import Caller
from memory_core.service.freshness import FEW, LAG_ROWS, OWN_ROWS, OWN_S, PACE_S, TAKE_S, Freshness
from tests.service.world import World

TIMEOUT_S = 0.2


class Copies:
    """Copies that stand where they are put, and note who waits for what."""

    def __init__(self) -> None:
        self.at = dict.fromkeys(Target, 0)
        self.waits: list[tuple[int, float, tuple[Target, ...]]] = []
        self.known = 0

    def behind(self, outbox_seq: int, target: Target) -> int:
        """As service.freshness.Copies."""
        return max(0, outbox_seq - self.at[target])

    def committed(self, outbox_seq: int) -> None:
        """As service.freshness.Copies."""
        self.known = max(self.known, outbox_seq)

    async def wait(self, outbox_seq: int, timeout_s: float, targets: Collection[Target] = tuple(Target)) -> bool:
        """As service.freshness.Copies; the time is over at once."""
        waiting = [one for one in targets if self.behind(outbox_seq, one)]
        if waiting:
            self.waits.append((outbox_seq, timeout_s, tuple(targets)))
        return not waiting


@pytest.fixture
def copies() -> Copies:
    """Copies that hold nothing yet."""
    return Copies()


@pytest.fixture
def fresh(copies: Copies) -> Freshness:
    """The waits on them."""
    return Freshness(copies, TIMEOUT_S)


@pytest.fixture
def ann(world: World) -> Caller:
    """Somebody who writes and reads."""
    return world.caller("ann", {})


async def test_a_write_does_not_wait_for_copies_that_are_near(copies: Copies, fresh: Freshness, ann: Caller) -> None:
    assert not await fresh.after_write(ann, LAG_ROWS, 5)
    assert copies.waits == [] and copies.known == LAG_ROWS


async def test_a_write_is_held_up_where_copies_lag_and_not_for_long(
    copies: Copies, fresh: Freshness, ann: Caller
) -> None:
    copies.at[Target.TEXT] = 300
    assert not await fresh.after_write(ann, 300, 5)
    assert copies.waits == [(300 - LAG_ROWS, 5 * PACE_S, (Target.VECTORS,))]


async def test_who_brings_many_waits_for_its_own(copies: Copies, fresh: Freshness, ann: Caller) -> None:
    await fresh.after_write(ann, FEW + 1, FEW + 1)
    await fresh.after_write(ann, 1_000, 500)
    for_vectors = (FEW + 1) * TAKE_S
    assert copies.waits == [
        (FEW + 1, TIMEOUT_S, (Target.TEXT,)),
        (FEW + 1, for_vectors, (Target.VECTORS,)),
        (1_000, TIMEOUT_S, (Target.TEXT,)),
        (1_000, TIMEOUT_S, (Target.VECTORS,)),
    ]


async def test_an_answer_says_that_copies_hold_it_only_when_both_do(
    copies: Copies, fresh: Freshness, ann: Caller
) -> None:
    copies.at[Target.TEXT] = 7
    assert not await fresh.after_write(ann, 7, 1)
    copies.at[Target.VECTORS] = 7
    assert await fresh.after_write(ann, 7, 1)
    assert await fresh.after_write(ann, 0, 0)


async def test_a_reader_waits_once_for_what_it_wrote(copies: Copies, fresh: Freshness, ann: Caller) -> None:
    await fresh.after_write(ann, OWN_ROWS, 3)
    for _ in range(3):
        await fresh.before_read(ann)
    assert copies.waits == [(OWN_ROWS, OWN_S, tuple(Target))]


async def test_nobody_waits_for_another_ones_writes(
    copies: Copies, fresh: Freshness, world: World, ann: Caller
) -> None:
    await fresh.after_write(ann, 3, 3)
    await fresh.before_read(world.caller("bob", {}))
    assert copies.waits == []


async def test_a_reader_does_not_wait_for_more_than_is_soon_done(copies: Copies, fresh: Freshness, ann: Caller) -> None:
    await fresh.after_write(ann, OWN_ROWS + 1, 3)
    await fresh.before_read(ann)
    assert copies.waits == []
    copies.at = dict.fromkeys(Target, 1)
    await fresh.before_read(ann)
    assert copies.waits == [(OWN_ROWS + 1, OWN_S, tuple(Target))]


async def test_the_writer_of_old_is_forgotten_before_memory_grows(
    copies: Copies, fresh: Freshness, world: World, ann: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memory_core.service.freshness._WRITERS", 2)
    await fresh.after_write(ann, 1, 1)
    for name in ("bob", "eve"):
        await fresh.after_write(world.caller(name, {}), 2, 1)
    await fresh.before_read(ann)
    assert copies.waits == []
