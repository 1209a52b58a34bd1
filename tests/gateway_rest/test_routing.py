"""Which path is which call: templates, encoded names, wrong methods, and what every answer carries."""

from __future__ import annotations

import asyncio
import re

import pytest
from grpc_health.v1 import health_pb2

from gateway_rest.routes import ROUTES, Route
from tests.gateway_rest.door import Door, Reply, file_part, metadata_part, running_door
from tests.gateway_rest.fake_core import FakeCore


def is_problem(reply: Reply, status: int, reason: str | None = None) -> bool:
    """Whether an answer is the whole problem body that clients read, with a request id."""
    body = reply.body
    assert reply.status == status == body["status"], reply.raw
    assert reply.headers["Content-Type"].startswith("application/problem+json")
    assert reply.headers["X-Request-Id"]
    assert body["message"] == body["detail"] and body["title"] and body["type"].startswith("urn:memory:error:")
    assert isinstance(body["instance"], str)
    assert re.fullmatch(r"[A-Z][A-Z_]*", body["reason"]) and reason in (None, body["reason"])
    assert all(row["field"] and row["message"] for row in body.get("errors", []))
    return True


def filled(route: Route) -> str:
    """The route's path with a value for every parameter."""
    return re.sub(r"\{(\w+)\}", lambda found: "dev" if found[1] == "context_id" else f"some-{found[1]}", route.path)


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
async def test_every_route_calls_its_rpc_with_what_the_path_says(core: FakeCore, door: Door, route: Route) -> None:
    if route.call.client_streaming:
        await door.upload([metadata_part({}), file_part(b"x")], route.method, filled(route))
    else:
        await door.send(route.method, filled(route), {} if route.body else None)
    assert core.names()[-1] == route.call.name
    request = core.calls[-1][1]
    if request is None:  # a stream, whose header says it
        request = core.uploads[0][0]
        assert request.document_id == ("some-id" if "id" in route.parameters else "")
        return
    wanted = {name: "dev" if name == "context_id" else f"some-{name}" for name in route.parameters}
    assert {name: getattr(request, name) for name in wanted} == wanted


@pytest.mark.parametrize(
    ("encoded", "name"),
    [
        ("a%2Fb", "a/b"),
        ("a%3Fb", "a?b"),
        ("a%3Ab", "a:b"),
        ("a:b", "a:b"),
        ("a%25b", "a%b"),
        ("a+b", "a+b"),
        ("%20", " "),
        ("..", ".."),
        ("%E7%94%A8%F0%9F%A6%8A", "用🦊"),
        ("query", "query"),
    ],
)
async def test_a_name_comes_percent_encoded_whole(core: FakeCore, door: Door, encoded: str, name: str) -> None:
    assert (await door.get(f"/entities/project/{encoded}/history/{encoded}")).status == 200
    request = core.last("GetAttributeHistory")
    assert (request.entity_name, request.key) == (name, name)


@pytest.mark.parametrize("segment", ["%ff%fe", "%C3", "%ed%a0%80", "a%00b"])
async def test_a_name_that_is_no_text_is_refused_by_field(core: FakeCore, door: Door, segment: str) -> None:
    reply = await door.get(f"/entities/project/{segment}")
    assert is_problem(reply, 400, "INVALID_ARGUMENT")
    assert reply.fields == ["entity_name"]
    assert not core.calls


@pytest.mark.parametrize("path", ["/query/", "/facts/batch/"])
async def test_a_trailing_slash_is_passed_over(door: Door, path: str) -> None:
    assert (
        await door.post(path, {"query": "x"} if "query" in path else {"messages": [{"role": "user", "content": "x"}]})
    ).status == 200


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/nothing"),
        ("POST", "/facts/nothing"),
        ("GET", "/documents//chunks"),
        ("GET", "/entities/project//history/key"),
        ("GET", "/api/v1"),
        ("GET", "/api/v1/contexts/dev/nothing"),
        ("POST", "/api/v1/contexts/dev/lifecycle/nothing"),
        ("GET", "//api/v1/health"),
        ("GET", "/api"),
        ("POST", "/query//"),
    ],
)
async def test_an_unknown_path_is_a_problem(core: FakeCore, door: Door, method: str, path: str) -> None:
    assert is_problem(await door.send(method, path), 404, "NOT_FOUND")
    assert not core.calls


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("GET", "/query", "POST"),
        ("PUT", "/scopes", "DELETE, GET, HEAD, POST"),
        ("GET", "/documents/query", "POST"),
        ("DELETE", "/documents/query", "POST"),
        ("DELETE", "/traces/stats", "GET, HEAD"),
        ("DELETE", "/documents/", "GET, HEAD, POST"),
        ("POST", "/api/v1/health", "GET, HEAD"),
        ("PUT", "/api/v1/contexts/dev", "DELETE, GET, HEAD, PATCH, POST"),
    ],
)
async def test_a_wrong_method_says_which_are_right(
    core: FakeCore, door: Door, method: str, path: str, allow: str
) -> None:
    reply = await door.send(method, path)
    assert is_problem(reply, 405, "METHOD_NOT_ALLOWED")
    assert reply.headers["Allow"] == allow
    assert not core.calls


async def test_contexts_go_by_names_that_are_paths_too(core: FakeCore, door: Door) -> None:
    assert (await door.get("/api/v1/contexts/facts")).status == 200
    assert core.last("GetContext").context_id == "facts"


@pytest.mark.parametrize("context", ["verbs", "health", "migrations", "openapi.json"])
async def test_reserved_words_are_nobodys_context(door: Door, context: str) -> None:
    reply = await door.send("POST", f"/api/v1/{context}/query", {"query": "x"})
    assert is_problem(reply, 401, "CONTEXT_MISMATCH")


async def test_head_is_a_get_without_its_body(core: FakeCore, door: Door) -> None:
    reply = await door.send("HEAD", "/me")
    assert (reply.status, reply.raw, core.names()) == (200, b"", ["Whoami"])
    assert int(reply.headers["Content-Length"]) > 0


async def test_health_needs_no_key_and_tells_when_the_core_stops(core: FakeCore, door: Door) -> None:
    reply = await door.send("GET", "/api/v1/health", headers={"Authorization": None})
    assert (reply.status, reply.body) == (200, {"status": "ok"})
    await core.health.set("", health_pb2.HealthCheckResponse.NOT_SERVING)
    reply = await door.get("/api/v1/health")
    assert (reply.status, reply.body) == (503, {"status": "unavailable"})
    assert reply.headers["Retry-After"] == "1" and reply.headers["X-Request-Id"]


async def test_a_core_that_is_away_is_a_problem_that_passes() -> None:
    async with running_door("127.0.0.1:1") as door:
        reply = await door.get("/me")
        assert is_problem(reply, 503, "UNAVAILABLE")
        assert reply.headers["Retry-After"] == "1"
        assert (await door.get("/api/v1/health")).status == 503


async def test_a_request_id_comes_back_when_it_is_a_sane_one(core: FakeCore, door: Door) -> None:
    reply = await door.send("GET", "/me", headers={"X-Request-Id": "mine-1"})
    assert reply.headers["X-Request-Id"] == "mine-1"
    assert core.calls[0][2]["x-request-id"] == "mine-1"
    other = (await door.send("GET", "/me", headers={"X-Request-Id": "no good é"})).headers["X-Request-Id"]
    assert re.fullmatch(r"[0-9a-f]{32}", other)


@pytest.mark.parametrize(
    "line",
    [b"NONSENSE\r\n\r\n", b"GET /api/\xff\xfe HTTP/1.1\r\n\r\n", b"GET /" + b"x" * 70_000 + b" HTTP/1.1\r\n\r\n"],
)
async def test_what_is_no_http_is_a_problem_too(door: Door, line: bytes) -> None:
    host, _, port = door.url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(line)
    answer = await reader.read()
    writer.close()
    assert answer.startswith((b"HTTP/1.1 400 ", b"HTTP/1.0 400 "))
    assert b"application/problem+json" in answer and b"x-request-id" in answer.lower() and b"xxx" not in answer


async def test_a_long_reference_fits_into_an_address(core: FakeCore, door: Door) -> None:
    assert (await door.get("/inspect?ref=" + "%E7%94%A8" * 2000)).status == 200
    assert len(core.last("Inspect").ref) == 2000
