"""What a request becomes: bodies, query parameters, headers; and how it is refused when it can't become anything."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator

import pytest

from gateway_rest.config import RestConfig
from memory_core.contract.gen.memory.v1 import admin_pb2, traces_pb2
from tests.gateway_rest.door import Door, running_door
from tests.gateway_rest.fake_core import CONTEXT, KEY, FakeCore
from tests.gateway_rest.test_routing import is_problem


@pytest.mark.parametrize("body", [None, b"", b"  \n", b"{}", b"\xef\xbb\xbf{}"])
@pytest.mark.parametrize("headers", [{}, {"Content-Type": "application/json"}, {"Content-Type": "text/plain"}])
async def test_no_body_is_an_empty_object(
    core: FakeCore, door: Door, body: bytes | None, headers: dict[str, str]
) -> None:
    assert (await door.post("/sessions", body, headers)).status == 201
    assert (await door.post("/keys", body, headers)).status == 201
    assert not core.last("MintKey").HasField("grants")


async def test_null_is_no_body_where_the_contract_says_so_and_a_wrong_type_elsewhere(door: Door) -> None:
    assert (await door.post("/keys", b"null")).status == 201
    assert (await door.post("/api/v1/contexts/dev/principals/p/keys/first", b"null")).status == 201
    for path in ("/facts", "/query", "/sessions", "/scopes/forget"):
        reply = await door.post(path, b"null")
        assert is_problem(reply, 400, "INVALID_ARGUMENT")
        assert reply.fields == ["body"]


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"hello",
        b"{'a': 1}",
        b'{"query": "x"}}',
        b'{"query": "x"}{"query": "x"}',
        b'{"query": "\xff"}',
        b'{"query": "\xe2\x82"}',
        b'{"query": "\x01"}',
        b'{"query": "\\ud800"}',
        b'{"query": NaN}',
        b'{"k": 1e999}',
        b"[" * 40_000 + b"]" * 40_000,
        b'{"metadata": ' + b"[" * 40_000 + b"]" * 40_000 + b"}",
        '{"query": "x"}'.encode("utf-16"),
        b"\x1f\x8b\x08\x00",
    ],
)
async def test_what_is_no_json_is_a_malformed_body(core: FakeCore, door: Door, body: bytes) -> None:
    reply = await door.post("/query", body)
    assert is_problem(reply, 400, "MALFORMED_BODY")
    assert reply.fields == ["body"]
    assert not core.calls


@pytest.mark.parametrize("body", [b"[]", b"5", b'"x"', b"true"])
async def test_a_body_that_is_no_object_is_refused(door: Door, body: bytes) -> None:
    reply = await door.post("/query", body)
    assert is_problem(reply, 400, "INVALID_ARGUMENT")
    assert reply.fields == ["body"]


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/query", {"query": "x", "bogus": 1}, "bogus"),
        ("/query", {"query": "x", "bogus": None}, "bogus"),
        ("/query", {"query": "x", "contextId": "dev"}, "contextId"),
        ("/sessions/s/context", {"query": "x", "session_id": "s"}, "session_id"),
        ("/principals/p/grants", {"path": "a", "verbs": ["memory:read"], "principalId": "p"}, "principalId"),
        ("/keys", {"ttlSeconds": 5}, "ttlSeconds"),
        ("/keys", {"ttl_seconds": 5}, "ttl_seconds"),
        ("/keys/first/rotate", {"ttlSeconds": 5}, "ttlSeconds"),
        ("/keys/first/rotate", {"name": "x"}, "name"),
        ("/api/v1/contexts/dev/lifecycle/reindex", {"operation": "reindex"}, "operation"),
    ],
)
async def test_what_is_no_field_of_the_body_is_refused_by_name(
    core: FakeCore, door: Door, path: str, body: object, field: str
) -> None:
    reply = await door.post(path, body)
    assert is_problem(reply, 400, "UNKNOWN_FIELD")
    assert reply.fields == [field]
    assert not core.calls


async def test_both_spellings_are_read_and_must_agree(core: FakeCore, door: Door) -> None:
    for body in (
        {"includeDuplicates": True},
        {"include_duplicates": True},
        {"include_duplicates": True, "includeDuplicates": True},
    ):
        assert (await door.post("/query", {"query": "x", **body})).status == 200
        assert core.last("Query").include_duplicates is True
    assert (await door.post("/query", {"query": "x", "as_of": None, "asOf": None})).status == 200
    reply = await door.post("/query", {"query": "x", "session_id": "a", "sessionId": "b"})
    assert is_problem(reply, 400) and reply.fields == ["session_id"]
    reply = await door.get("/documents?pageSize=2&page_size=3")
    assert is_problem(reply, 400) and reply.fields == ["page_size"]
    assert (await door.get("/documents?pageSize=2&page_size=2&pageSize=2")).status == 200


async def test_query_parameters_are_read_and_strange_ones_ignored(core: FakeCore, door: Door) -> None:
    path = "/entities?limit=7&offset=0&type=person&asOf=2024-05&lens=x&contextId=other&bogus=1&bogus=2"
    assert (await door.get(path)).status == 200
    asked = core.last("ListEntities")
    assert (asked.limit, asked.offset, asked.type, asked.context_id) == (7, 0, "person", CONTEXT)
    assert asked.HasField("offset") and asked.as_of.ToJsonString() == "2024-05-01T00:00:00Z"


async def test_a_plus_in_a_query_string_is_a_space_and_an_encoded_one_an_offset(core: FakeCore, door: Door) -> None:
    await door.get("/inspect?ref=entity:person/Ada+L&asOf=2024-05-14T12%3A00%3A00%2B02%3A00")
    asked = core.last("Inspect")
    assert (asked.ref, asked.as_of.ToJsonString()) == ("entity:person/Ada L", "2024-05-14T10:00:00Z")


@pytest.mark.parametrize(
    ("path", "field", "reason"),
    [
        ("/entities?limit=abc", "limit", "INVALID_ARGUMENT"),
        ("/entities?limit=", "limit", "INVALID_ARGUMENT"),
        ("/entities?limit=1.5", "limit", "INVALID_ARGUMENT"),
        ("/entities?limit=0", "limit", "OUT_OF_RANGE"),
        ("/entities?limit=501", "limit", "OUT_OF_RANGE"),
        ("/entities?limit=" + "9" * 30, "limit", "INVALID_ARGUMENT"),
        ("/documents?page=-1", "page", "OUT_OF_RANGE"),
        ("/entities?asOf=yesterday", "as_of", "INVALID_ARGUMENT"),
        ("/entities?asOf=2024-02-30T00:00:00Z", "as_of", "INVALID_ARGUMENT"),
        ("/audit?kind=bogus", "kind", "INVALID_ARGUMENT"),
        ("/inspect", "ref", "INVALID_ARGUMENT"),
        ("/inspect?ref=%00", "ref", "INVALID_ARGUMENT"),
        ("/inspect?ref=%ff", "ref", "INVALID_ARGUMENT"),
        ("/entities?limit=1&limit=2", "limit", "INVALID_ARGUMENT"),
    ],
)
async def test_a_bad_query_parameter_is_named(door: Door, path: str, field: str, reason: str) -> None:
    reply = await door.get(path)
    assert is_problem(reply, 400, reason)
    assert reply.fields == [field]


async def test_audit_rows_go_by_key_too(core: FakeCore, door: Door) -> None:
    assert (await door.get("/audit?key=principal:1&kind=decision")).status == 200
    asked = core.last("ListAuditRows")
    assert (asked.principal, asked.kind) == ("principal:1", traces_pb2.TRACE_KIND_DECISION)
    assert (await door.get("/audit?key=a&principal=b")).fields == ["principal"]


async def test_a_minted_key_may_be_named_in_path_and_body_alike(core: FakeCore, door: Door) -> None:
    path = "/api/v1/contexts/dev/principals/principal:1/keys"
    for tail, body in (
        ("/first", {"name": "first"}),
        ("/first", {}),
        ("", {"name": "first"}),
        ("/first", {"name": None}),
    ):
        assert (await door.post(path + tail + "?ttl_seconds=60", body)).status == 201
        asked = core.last("MintPrincipalKey")
        assert (asked.name, asked.principal_id, asked.ttl_seconds) == ("first", "principal:1", 60)
    for other in ("second", 5):
        reply = await door.post(path + "/first", {"name": other})
        assert is_problem(reply, 400) and reply.fields == ["name"]


async def test_each_upkeep_operation_is_a_path_of_its_own(core: FakeCore, door: Door) -> None:
    for name in ("reindex", "decay", "expire"):
        assert (await door.post(f"/api/v1/contexts/dev/lifecycle/{name}")).status == 200
        wanted = admin_pb2.LifecycleOperation.Value(f"LIFECYCLE_OPERATION_{name.upper()}")
        assert core.last("RunLifecycle").operation == wanted


async def test_a_delete_may_have_a_body(core: FakeCore, door: Door) -> None:
    body = {"path": "org/a", "verbs": ["memory:read"]}
    assert (await door.send("DELETE", "/principals/principal%3A1/grants", body)).status == 200
    asked = core.last("RevokeVerbs")
    assert (asked.principal_id, asked.path, list(asked.verbs)) == ("principal:1", "org/a", ["memory:read"])
    assert (await door.send("DELETE", "/sessions/s", {})).status == 204


async def test_what_travels_beside_the_request(core: FakeCore, door: Door) -> None:
    headers = {
        "Idempotency-Key": "a b;\"'é",
        "X-Memory-On-Behalf-Of": "principal:7",
        "Traceparent": f"00-{'1' * 32}-{'2' * 16}-01",
    }
    await door.post("/facts", {"text": "x"}, headers)
    _, _, came = core.calls[0]
    assert came["authorization"] == f"Bearer {KEY}"
    assert came["idempotency-key"] == "a b;\"'é"
    assert came["x-memory-on-behalf-of"] == "principal:7"
    assert came["x-memory-door"] == "rest"
    assert came["traceparent"].startswith(f"00-{'1' * 32}-")
    await door.post("/facts", {"text": "x"}, headers)
    await door.post("/facts", b'{"text":"x"}', headers)
    digests = [call[2]["x-memory-body-digest"] for call in core.calls]
    assert digests[0] == digests[1] != digests[2]
    await door.post("/keys", {}, headers)
    assert "idempotency-key" not in core.calls[-1][2]
    await door.post("/facts", {"text": "x"}, {"Idempotency-Key": ""})
    assert "idempotency-key" not in core.calls[-1][2]
    reply = await door.post("/facts", {"text": "x"}, {"Idempotency-Key": "k" * 257})
    assert is_problem(reply, 400, "OUT_OF_RANGE") and reply.fields == ["Idempotency-Key"]


@pytest.mark.parametrize("name", ["X-Memory-On-Behalf-Of", "X-Spectron-On-Behalf-Of", "X-Agent-Memory-On-Behalf-Of"])
async def test_delegation_goes_by_any_of_its_headers(core: FakeCore, door: Door, name: str) -> None:
    assert (await door.send("GET", "/me", headers={name: "7"})).status == 200
    assert core.calls[0][2]["x-memory-on-behalf-of"] == "7"


async def test_delegation_headers_must_agree(core: FakeCore, door: Door) -> None:
    same = {"X-Memory-On-Behalf-Of": "principal:7", "X-Spectron-On-Behalf-Of": "7"}
    assert (await door.send("GET", "/me", headers=same)).status == 200
    reply = await door.send("GET", "/me", headers={**same, "X-Agent-Memory-On-Behalf-Of": "8"})
    assert is_problem(reply, 400, "INVALID_ARGUMENT")
    assert len(reply.fields) == 3 and len(core.calls) == 1


async def test_a_context_header_may_say_what_the_path_says(door: Door) -> None:
    assert (await door.send("GET", "/me", headers={"X-Spectron-Context": "dev", "api-version": "2020"})).status == 200
    reply = await door.send("GET", "/me", headers={"X-Spectron-Context": "other"})
    assert is_problem(reply, 401, "CONTEXT_MISMATCH")
    assert (await door.send("GET", "/api/v1/contexts/dev", headers={"X-Spectron-Context": "other"})).status == 200


@pytest.mark.parametrize(
    "value",
    [
        None,
        "Bearer",
        "Bearer ",
        "Bearer wrong",
        "Basic YTpi",
        "Bearer é;'\"--",
        "Bearer " + "k" * 4000,
        "Bearer " + "é" * 3000,
    ],
)
async def test_a_key_that_is_none_is_unauthenticated(core: FakeCore, door: Door, value: str | None) -> None:
    reply = await door.send("GET", "/me", headers={"Authorization": value})
    assert is_problem(reply, 401, "UNAUTHENTICATED")
    assert reply.headers["WWW-Authenticate"].startswith("Bearer")
    assert not core.calls


async def test_a_body_beyond_the_bound_is_refused_whether_it_says_its_length_or_not(core: FakeCore) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(64):
            yield b" " * 1024

    async with running_door(core.target, RestConfig(body_limit=32 << 10)) as door:
        for body in (b" " * 40_000, pieces()):
            reply = await door.post("/query", body)
            assert is_problem(reply, 413, "BODY_TOO_LARGE")
            assert "32768" in reply.body["detail"]
    assert "Query" not in core.names()


async def test_strangers_are_sent_away_before_their_large_bodies_are_read(core: FakeCore, door: Door) -> None:
    reply = await door.post("/facts", b" " * (2 << 20), {"Authorization": "Bearer wrong"})
    assert is_problem(reply, 401, "UNAUTHENTICATED")
    assert (await door.post("/facts", {"text": "x" * (2 << 20)})).status == 200
    assert core.names() == ["Whoami", "Remember"]
    reply = await door.post("/api/v1/contexts/new", {"config": {"notes": "x" * (2 << 20)}})
    assert (reply.status, core.names()[2:]) == (201, ["ListVerbs", "CreateContext"])


async def test_a_coded_body_is_decoded_and_a_broken_one_refused(core: FakeCore, door: Door) -> None:
    coding = {"Content-Encoding": "gzip"}
    assert (await door.post("/query", gzip.compress(b'{"query": "x"}'), coding)).status == 200
    for body in (b"no gzip at all", gzip.compress(b'{"query": "x"}')[:-12]):
        reply = await door.post("/query", body, coding)
        assert reply.status == 400
        assert reply.reason == "MALFORMED_BODY"
    assert core.names() == ["Query"]
