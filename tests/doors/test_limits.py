"""Each limit of the settings holds at a door: what is too large, too many, too often or too long, and says so."""

from __future__ import annotations

import asyncio
import base64
import contextlib
from pathlib import Path
from typing import Any

import aiohttp
import grpc
import grpc.aio
import pytest

from memory_core.contract.gen.memory.v1 import access_pb2, memory_pb2
from memory_core.contract.status import from_rpc_error
from tests.doors.inside import Answer, Inside, inside

LIMITS: dict[str, Any] = {
    "text_chars": 100,
    "batch_items": 3,
    "body_bytes": 4_000,
    "upload_bytes": 2_000,
    "requests_per_s": None,
}


def form(size: int) -> aiohttp.FormData:
    """An upload of so many bytes."""
    made = aiohttp.FormData()
    made.add_field("file", b"x" * size, filename="a.txt", content_type="text/plain")
    return made


def refused(answer: Answer, status: int, reason: str) -> bool:
    return (answer.status, answer.body["reason"]) == (status, reason)


async def over_grpc(call: Any) -> str:
    """The reason that a gRPC call is refused for."""
    with pytest.raises(grpc.aio.AioRpcError) as failed:
        await call
    return from_rpc_error(failed.value).reason.value


async def test_what_is_too_large_is_refused_at_every_door_and_changes_nothing(tmp_path: Path) -> None:
    async with inside(tmp_path, limits=LIMITS) as product:
        long, many = {"text": "x" * 101}, {"messages": [{"role": "user", "content": "hi"}] * 4}
        assert refused(await product.call("POST", "/facts", long), 413, "TEXT_TOO_LONG")
        assert (await product.call("POST", "/facts/batch", many)).status == 400
        assert refused(await product.call("POST", "/facts", {"text": "x" * 4_001}), 413, "BODY_TOO_LARGE")
        assert refused(await product.call("POST", "/documents", form(2_001)), 413, "BODY_TOO_LARGE")
        over_mcp = await product.tool("remember", long)
        assert over_mcp["structuredContent"]["error"]["reason"] == "TEXT_TOO_LONG"
        content = base64.b64encode(b"x" * 2_001).decode()
        over_mcp = await product.tool("upload", {"bytes_base64": content, "title": "a"})
        assert over_mcp["structuredContent"]["error"]["reason"] == "BODY_TOO_LARGE"
        carried = list(product.bearer.items())
        ask = product.client.memory.Remember
        assert await over_grpc(ask(memory_pb2.RememberRequest(text="x" * 101), metadata=carried)) == "TEXT_TOO_LONG"
        assert await over_grpc(ask(memory_pb2.RememberRequest(text="x" * 4_001), metadata=carried)) == "BODY_TOO_LARGE"
        assert await product.texts("x") == []
        assert (await product.call("GET", "/documents")).body["documents"] == []


async def test_calls_beyond_the_rate_wait_as_told_whatever_address_they_claim(tmp_path: Path) -> None:
    async with inside(tmp_path, limits={"requests_per_s": 0.01}) as product:
        assert (await product.call("GET", "/me")).status == 200
        for claimed in ("127.0.0.1", "10.0.0.1"):
            again = await product.call("GET", "/me", headers={"X-Forwarded-For": claimed})
            assert refused(again, 429, "RATE_LIMITED")
            assert int(again.headers["Retry-After"]) == 100
        asked = product.client.access.Whoami(access_pb2.WhoamiRequest(), metadata=list(product.bearer.items()))
        assert await over_grpc(asked) == "RATE_LIMITED"


async def test_a_claimed_loopback_address_stands_for_no_key(tmp_path: Path) -> None:
    async with inside(tmp_path) as product:
        for name in ("X-Forwarded-For", "X-Real-IP", "Forwarded"):
            strange = {"authorization": "Bearer wrong", name: "127.0.0.1"}
            assert (await product.call("GET", "/me", headers=strange)).status == 401


async def test_a_call_that_takes_longer_than_the_door_waits_is_ended(tmp_path: Path) -> None:
    patient = {"recall": {"leg_timeout_ms": 60_000}, "rest": {"port": 0, "deadline_s": 0.3}}
    async with inside(tmp_path, **patient) as product:
        product.faults["text"].hold("search")
        assert refused(await product.call("POST", "/query", {"query": "x"}), 504, "DEADLINE_EXCEEDED")


async def test_traces_and_audit_go_after_the_days_of_the_settings_and_stay_without_any(tmp_path: Path) -> None:
    for days, kept in ((None, True), (1e-9, False)):
        async with inside(tmp_path, retention={"traces_days": days, "audit_days": days}) as product:
            answer = await product.call("POST", "/query", {"query": "zqold"})
            shown = await product.call("GET", f"/traces/{answer.body['traceId']}")  # stored by now
            assert shown.status == 200
            await product.core.retention.sweep()
            assert ((await product.call("GET", f"/traces/{answer.body['traceId']}")).status == 200) is kept
            rows = (await product.call("GET", "/audit")).body["rows"]
            assert any(row["operation"] == "query" for row in rows) is kept


async def test_callers_who_leave_in_the_middle_of_a_recall_leave_nothing_behind(tmp_path: Path) -> None:
    async with inside(tmp_path, recall={"leg_timeout_ms": 60_000}) as product:
        await product.call("POST", "/facts", {"text": "The word is zqleft."})
        await product.texts("zqleft")
        before = len(asyncio.all_tasks())
        for _ in range(30):
            await _left(product)
        for _ in range(500):
            assert await product.texts("zqleft") == ["The word is zqleft."]
            if len(asyncio.all_tasks()) <= before + 1:
                return
    raise AssertionError("tasks of calls that were given up are still there")


async def _left(product: Inside) -> None:
    """Asks, and leaves while a leg is under way."""
    hold = product.faults["text"].hold("search")
    asking = asyncio.create_task(product.texts("zqleft"))
    await hold.reached.wait()
    asking.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await asking
