"""What an answer looks like: statuses, bare lists, names, headers, and failures of the core."""

from __future__ import annotations

import time

import pytest

from memory_core.contract.errors import TABLE, ApiError, Reason
from memory_core.contract.gen.memory.v1 import recall_pb2, scopes_pb2
from tests.gateway_rest.door import Door
from tests.gateway_rest.fake_core import DOCUMENT, TRACE, WHEN, FakeCore
from tests.gateway_rest.test_routing import is_problem

CONTEXT_SHAPE = {"id": "dev", "config": {"someThing": {"aB": 1}}, "enforcement_blocked": False, "created_at": WHEN}


async def test_contexts_and_their_kin_have_the_names_of_the_protos(door: Door) -> None:
    assert (await door.get("/api/v1/contexts")).body == {"contexts": [CONTEXT_SHAPE]}
    assert (await door.get("/api/v1/contexts/dev")).body == CONTEXT_SHAPE
    assert (await door.get("/api/v1/verbs")).body == {"verbs": [{"verb": "memory:read", "description": "Reads."}]}
    assert (await door.get("/api/v1/migrations")).body == {"migrations": []}


@pytest.mark.parametrize(
    "path",
    ["/keys?ttlSeconds=5", "/api/v1/contexts/dev/principals/p/keys", "/api/v1/contexts/dev/principals/p/keys/first"],
)
async def test_a_minted_key_is_shown_in_camel_case(door: Door, path: str) -> None:
    reply = await door.post(path)
    assert (reply.status, reply.body) == (201, {"id": "key:1", "key": "secret", "validUntil": WHEN})


async def test_an_access_token_is_a_minted_key(door: Door) -> None:
    reply = await door.post("/api/v1/contexts/dev/access-tokens", {"external_id": "x", "ttl_seconds": 60})
    assert (reply.status, reply.body["validUntil"]) == (201, WHEN)


async def test_keys_principals_and_scopes_are_bare_lists(door: Door) -> None:
    keys = [{"id": "key:1", "name": "first", "createdAt": WHEN, "grants": {"memory:read": ["*"]}}]
    for path in ("/keys", "/api/v1/contexts/dev/principals/p/keys", "/api/v1/contexts/dev/keys"):
        assert (await door.get(path)).body in (keys, [])
    assert (await door.get("/keys")).body == keys
    assert (await door.get("/scopes")).body == [{"path": "org/a", "createdAt": WHEN}]
    for path in ("/principals", "/api/v1/contexts/dev/principals"):
        assert (await door.get(path)).body == []


async def test_what_was_made_is_201_and_what_was_there_200(core: FakeCore, door: Door) -> None:
    assert (await door.post("/scopes", {"path": "org/a"})).status == 201
    core.answers["RegisterScope"] = scopes_pb2.RegisterScopeResponse(scope={"path": "org/a"}, created=False)
    reply = await door.post("/scopes", {"path": "org/a"})
    assert (reply.status, reply.body["path"]) == (200, "org/a")
    reply = await door.post("/api/v1/contexts/dev/principals", {"display_name": "Ada"})
    assert (reply.status, reply.body["displayName"]) == (201, "Ada")


@pytest.mark.parametrize(
    "path", ["/sessions/s", "/entities/project/x", "/scopes?path=a", "/documents/d", "/keys/k", "/api/v1/contexts/dev"]
)
async def test_what_is_taken_away_is_204_without_a_body(door: Door, path: str) -> None:
    reply = await door.send("DELETE", path)
    assert (reply.status, reply.raw) == (204, b"")
    assert reply.headers["X-Request-Id"]


async def test_a_trace_is_named_in_a_header(door: Door) -> None:
    assert (await door.post("/query", {"query": "x"})).headers["X-Trace-Id"] == TRACE
    assert (await door.post("/facts", {"text": "x"})).headers["X-Trace-Id"] == TRACE
    assert "X-Trace-Id" not in (await door.get("/me")).headers


async def test_inspecting_a_document_shows_it_with_its_kind(door: Door) -> None:
    body = (await door.get("/inspect?ref=document:1")).body
    assert (body["kind"], body["id"], body["status"]) == ("document", DOCUMENT, "ready")


@pytest.mark.parametrize("reason", list(Reason))
async def test_every_failure_of_the_core_is_a_problem_with_its_status(
    core: FakeCore, door: Door, reason: Reason
) -> None:
    core.fails["Query"] = ApiError(reason, "what went wrong", fields=[("query", "is odd"), ("k", "")], retry_after=2.4)
    reply = await door.post("/query", {"query": "x"})
    assert is_problem(reply, TABLE[reason].http, reason)
    assert reply.body["detail"] == "what went wrong" and reply.body["title"] == TABLE[reason].summary
    assert reply.body["errors"] == [
        {"field": "query", "message": "is odd"},
        {"field": "k", "message": "what went wrong"},
    ]
    assert reply.headers["Retry-After"] == "3"


async def test_rules_of_the_core_name_field_and_bound(door: Door) -> None:
    reply = await door.post("/query", {"query": "x", "k": 51})
    assert is_problem(reply, 400, "OUT_OF_RANGE")
    assert reply.body["errors"] == [
        {"field": "k", "message": "must be greater than or equal to 1 and less than or equal to 50"}
    ] or ("50" in reply.body["errors"][0]["message"])


async def test_ten_hits_take_the_door_a_few_milliseconds(core: FakeCore, door: Door) -> None:
    hit = recall_pb2.QueryResponse().hits.add(id="turn:1", text="We moved to Lisbon. " * 20, score=0.5, session_id="s")
    hit.signals["vector"].rank = 1
    core.answers["Query"] = recall_pb2.QueryResponse(hits=[hit] * 10)
    took: list[float] = []
    for _ in range(30):
        begun = time.perf_counter()
        assert len((await door.post("/query", {"query": "x"})).body["hits"]) == 10
        took.append(time.perf_counter() - begun)
    assert sorted(took)[len(took) // 2] < 0.02
