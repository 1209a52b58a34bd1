"""The same key and the same body write once and answer the same."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from memory_core.contract.errors import ApiError
from memory_core.engine.plan import Changes, IdempotentReply, Need
from memory_core.ports.errors import IdempotencyConflict, IdempotencyInProgress
from memory_core.service.caller import Caller
from memory_core.service.idempotency import IdempotencyService, Reservation
from tests.service.access_world import EVERYTHING, AccessWorld
from tests.service.world import TickingClock

BODY, OTHER = b"b" * 32, b"o" * 32


class Writes:
    """A write that counts how often it was done, and may be held up or fail."""

    def __init__(self, doors: AccessWorld, caller: Caller) -> None:
        self.service = IdempotencyService(doors.ledger.idempotency, doors.clock)
        self._doors, self.caller = doors, caller
        self.done, self.fails = 0, False
        self.begun, self.go = asyncio.Event(), asyncio.Event()
        self.go.set()

    async def call(self, key: str | None = "k", body: bytes = BODY, caller: Caller | None = None) -> bytes:
        """One call."""
        return await self.service.guarded(caller or self.caller, key, body, self._work)

    async def _work(self, reservation: Reservation) -> bytes:
        self.begun.set()
        await self.go.wait()
        if self.fails:
            raise ValueError("the write fails")
        self.done += 1
        payload = f"answer {self.done}".encode()
        await self._commit(reservation.reply(payload))
        return payload

    async def _commit(self, reply: IdempotentReply | None) -> None:
        need = Need(self.caller.context.id, (("a",),))
        await self._doors.ledger.memory.reconcile(need, lambda _: Changes(reply=reply))


@pytest.fixture
async def writes(doors: AccessWorld) -> Writes:
    """A write by somebody who may do everything."""
    return Writes(doors, await doors.call("Boss", EVERYTHING))


async def test_a_repeat_answers_as_the_first_call_and_writes_nothing(writes: Writes) -> None:
    assert [await writes.call() for _ in range(3)] == [b"answer 1"] * 3
    assert writes.done == 1


async def test_without_a_key_each_call_writes(writes: Writes) -> None:
    assert [await writes.call(None) for _ in range(2)] == [b"answer 1", b"answer 2"]


async def test_another_body_under_the_same_key_is_refused(writes: Writes) -> None:
    await writes.call()
    with pytest.raises(IdempotencyConflict):
        await writes.call(body=OTHER)


async def test_while_the_first_call_runs_others_are_told_so(writes: Writes) -> None:
    writes.go.clear()
    first = asyncio.create_task(writes.call())
    await writes.begun.wait()
    with pytest.raises(IdempotencyInProgress):
        await writes.call()
    writes.go.set()
    assert await first == b"answer 1"


async def test_a_failed_write_frees_the_key(writes: Writes) -> None:
    writes.fails = True
    with pytest.raises(ValueError, match="the write fails"):
        await writes.call()
    writes.fails = False
    assert await writes.call(body=OTHER) == b"answer 1"


async def test_a_write_whose_client_left_is_done_and_answered_later(writes: Writes) -> None:
    writes.go.clear()
    left = asyncio.create_task(writes.call())
    await writes.begun.wait()
    left.cancel()
    with pytest.raises(asyncio.CancelledError):
        await left
    writes.go.set()
    await writes.service.drain()
    assert (await writes.call(), writes.done) == (b"answer 1", 1)


async def test_keys_of_others_are_their_own(writes: Writes, doors: AccessWorld) -> None:
    ann = await doors.person("Ann", EVERYTHING)
    boss = await doors.person("Second", EVERYTHING)
    await writes.call()
    plain = await doors.caller(boss.secret)
    behalf = await doors.caller(boss.secret, ann.principal.id)
    assert await writes.call(caller=plain) == b"answer 2"
    assert await writes.call(caller=behalf) == b"answer 3"
    assert await writes.call(caller=plain) == b"answer 2"


async def test_a_reply_is_kept_for_a_day(writes: Writes, ticking: TickingClock) -> None:
    await writes.call()
    ticking.advance(timedelta(hours=23))
    assert await writes.call() == b"answer 1"
    ticking.advance(timedelta(hours=2))
    assert await writes.call(body=OTHER) == b"answer 2"


async def test_a_key_has_a_bound(writes: Writes) -> None:
    assert await writes.call("k" * 256) == b"answer 1"
    with pytest.raises(ApiError) as refused:
        await writes.call("k" * 257)
    assert "256" in refused.value.message
    assert writes.done == 1


async def test_a_call_that_wrote_nothing_frees_the_key(writes: Writes) -> None:
    async def preview(reservation: Reservation) -> bytes:
        return b"nothing written"

    assert await writes.service.guarded(writes.caller, "k", BODY, preview) == b"nothing written"
    assert await writes.call(body=OTHER) == b"answer 1"
