"""Large bodies and answers do not hold the event loop, and bodies made to hold it are refused."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import orjson
import pytest

from gateway_rest.body import MAX_VALUES, has_too_many_values, json_of
from memory_core.contract.errors import ApiError
from memory_core.contract.gen.memory.v1 import sessions_pb2
from tests.gateway_rest.door import Door
from tests.gateway_rest.fake_core import FakeCore
from tests.gateway_rest.test_routing import is_problem

SIZE = 16 << 20
STALL_S = 0.05


@asynccontextmanager
async def watched_loop() -> AsyncGenerator[list[float]]:
    """How long the event loop was held at a time, in seconds, while the block ran."""
    held: list[float] = []

    async def tick() -> None:
        while True:
            begun = time.perf_counter()
            await asyncio.sleep(0.001)
            held.append(time.perf_counter() - begun - 0.001)

    ticking = asyncio.create_task(tick())
    try:
        yield held
    finally:
        ticking.cancel()


def batch(content: str) -> bytes:
    """A batch of the most messages, near the bound of a body."""
    return orjson.dumps({"messages": [{"role": "user", "content": content} for _ in range(1000)], "infer": "none"})


@pytest.mark.parametrize(
    "content", ["lorem ipsum " * 1300, '{"a": [1, 2]}, ' * 800, "用户服务器" * 1000], ids=["words", "json", "han"]
)
def test_a_full_batch_has_few_values_whatever_its_texts(content: str) -> None:
    body = batch(content)
    assert len(body) > 10 << 20
    assert not has_too_many_values(body)
    assert json_of(body) == orjson.loads(body)


@pytest.mark.parametrize("piece", [b"[],", b"1,", b'"",', b'{"a":1},', b'"\\\\",', b'"\\"",', b'"[,",'])
def test_values_are_counted_outside_of_strings(piece: bytes) -> None:
    marks = 2 if piece in (b"[],", b'{"a":1},') else 1
    few, many = MAX_VALUES // marks - 10, MAX_VALUES // marks + 10
    assert isinstance(json_of(b'{"a":[' + piece * few + b"1]}"), dict)
    with pytest.raises(ApiError, match="values"):
        json_of(b'{"a":[' + piece * many + b"1]}")


def test_a_string_of_brackets_and_escapes_counts_for_nothing() -> None:
    text = '[{,"\\' * 300_000
    assert json_of(orjson.dumps({"a": text})) == {"a": text}


async def test_a_body_of_many_values_is_refused(core: FakeCore, door: Door) -> None:
    reply = await door.post("/sessions", b'{"metadata":[' + b"[]," * (SIZE // 4) + b"1]}")
    assert is_problem(reply, 400, "MALFORMED_BODY")
    assert "CreateSession" not in core.names()


async def test_a_large_body_does_not_hold_the_loop(core: FakeCore, door: Door) -> None:
    body = batch("lorem ipsum " * 1300)
    await door.get("/me")
    async with watched_loop() as held:
        reply = await door.post("/facts/batch", body)
    assert reply.status == 200, reply.raw
    assert len(core.last("RememberBatch").messages) == 1000
    # The pretended core reads and checks the message on this same loop, and so does the client its own sending.
    assert sorted(held)[-3] < STALL_S


async def test_a_large_answer_does_not_hold_the_loop(core: FakeCore, door: Door) -> None:
    turns = [{"id": f"turn:{n}", "content": "lorem ipsum " * 2000} for n in range(500)]
    core.answers["ListTurns"] = sessions_pb2.ListTurnsResponse(turns=turns)  # type: ignore[arg-type]
    await door.get("/me")
    async with watched_loop() as held:
        reply = await door.get("/sessions/s/turns")
    assert len(reply.raw) > 10 << 20
    assert sorted(held)[-3] < STALL_S
