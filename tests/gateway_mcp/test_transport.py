"""HTTP around the messages: keys, origins, methods, event streams, sizes."""

from __future__ import annotations

import asyncio
import base64
import json
from typing import Any

import pytest
import structlog
from aiohttp import web

from gateway_mcp.config import McpConfig
from memory_core.contract.errors import ApiError
from tests.gateway_mcp.conftest import OpenDoor
from tests.gateway_mcp.door import JSON, SSE, Door, running_door
from tests.gateway_mcp.fake_core import FakeCore
from tests.gateway_mcp.test_tools import GOOD

RECALL = {"query": "where", "k": 3}
EVIL = ["http://evil.example.com", "https://127.0.0.1.evil.example.com", "null", "http://[", "file://localhost"]


@pytest.fixture(params=["legacy", "modern"])
def client(door: Door, request: pytest.FixtureRequest) -> Door:
    """A client of either era."""
    return door.in_era(request.param)


# --- keys ---


@pytest.mark.parametrize(
    ("sent", "names_an_error"),
    [(None, False), ("Bearer ", False), ("Basic ZGV2OmRldg==", False), ("Bearer wrong", True)],
)
@pytest.mark.parametrize("accept", [JSON, SSE, f"{JSON}, {SSE}"])
async def test_a_bad_key_is_http_401_with_a_challenge_and_no_oauth(
    client: Door, core: FakeCore, sent: str | None, names_an_error: bool, accept: str
) -> None:
    headers = {"Authorization": sent, "Accept": accept}
    for reply in (
        await client.ask("tools/list", None, headers),
        await client.tool("recall", RECALL, headers),
        await client.tool("recall", RECALL, headers, token="p"),
        await client.tool("recall", {}, headers),
        await client.tool("no_such_tool", {}, headers),
        await client.tool("memory_recall", RECALL, headers),
        await client.post(b"{", headers),
        await client.post({"jsonrpc": "2.0", "method": "notifications/initialized"}, headers),
        await client.post({"jsonrpc": "2.0", "id": 1, "result": {}}, headers),
    ):
        challenge = reply.headers["WWW-Authenticate"]
        assert (reply.status, reply.code, reply.last["jsonrpc"]) == (401, -32001, "2.0")
        assert challenge.startswith('Bearer realm="')
        assert ('error="invalid_token"' in challenge) is names_an_error
        assert "resource_metadata" not in challenge
        assert reply.headers["Access-Control-Allow-Origin"] == "*"
    assert not core.calls


async def test_a_core_that_is_away_is_503_and_says_when_to_come_again() -> None:
    async with running_door("127.0.0.1:1", McpConfig(deadline_s=5)) as door:
        listed, called = await door.ask("tools/list"), await door.tool("recall", RECALL)
    assert (listed.status, listed.headers["Retry-After"]) == (503, "1")
    assert called.failure["status"] == 503


async def test_a_blocked_context_still_lists_nothing_but_answers_its_calls_as_tools_do(
    client: Door, core: FakeCore
) -> None:
    core.fails["Query"] = core.fails["Whoami"] = ApiError("ENFORCEMENT_BLOCKED", retry_after=7)
    listed = await client.ask("tools/list")
    assert (listed.status, listed.headers["Retry-After"]) == (429, "7")
    for token in (None, "p"):
        reply = await client.tool("recall", RECALL, {"Accept": f"{JSON}, {SSE}"}, token=token)
        assert (reply.status, reply.failure["status"], reply.failure["retryAfter"]) == (200, 429, 7)


# --- what travels to the core ---


async def test_the_core_is_told_who_calls_and_through_which_door(client: Door, core: FakeCore) -> None:
    sent = {
        "X-Request-Id": "req-1",
        "X-Spectron-On-Behalf-Of": "principal:2",
        "traceparent": f"00-{'a' * 32}-{'b' * 16}-01",
    }
    reply = await client.tool("recall", RECALL, sent)
    came = core.calls[-1][2]
    assert reply.headers["X-Request-Id"] == came["x-request-id"] == "req-1"
    assert (came["x-memory-door"], came["x-memory-on-behalf-of"]) == ("mcp", "principal:2")
    assert came["traceparent"].startswith(f"00-{'a' * 32}-")


async def test_a_request_id_is_made_up_where_none_or_an_odd_one_is_sent(client: Door, core: FakeCore) -> None:
    for given in (None, "a b", "x" * 200):
        reply = await client.tool("recall", RECALL, {"X-Request-Id": given})
        assert reply.headers["X-Request-Id"] == core.calls[-1][2]["x-request-id"] != given


async def test_a_request_keeps_the_id_that_logs_already_have(core: FakeCore) -> None:
    @web.middleware
    async def observe(request: web.Request, handler: Any) -> web.StreamResponse:
        structlog.contextvars.bind_contextvars(request_id="bound-1")
        return await handler(request)

    async with running_door(core.target, McpConfig(), observe) as door:
        reply = await door.tool("recall", RECALL)
    assert reply.headers["X-Request-Id"] == core.calls[-1][2]["x-request-id"] == "bound-1"


async def test_delegation_headers_that_differ_are_refused(client: Door, core: FakeCore) -> None:
    twice = {"X-Memory-On-Behalf-Of": "principal:1", "X-Spectron-On-Behalf-Of": "1"}
    assert (await client.tool("recall", RECALL, twice)).status == 200
    reply = await client.tool("recall", RECALL, {**twice, "X-Agent-Memory-On-Behalf-Of": "2"})
    assert reply.status == 400
    assert len(core.calls) == 1


# --- methods, origins, paths ---


@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
async def test_only_post_is_served_and_without_a_redirect(door: Door, path: str) -> None:
    for method in ("GET", "DELETE", "PUT", "HEAD"):
        reply = await door.http(method, None, {"Accept": SSE, **door.headers}, path)
        assert (reply.status, reply.headers["Allow"]) == (405, "POST, OPTIONS")
    body = json.dumps(door.message("ping")).encode()
    assert (await door.http("POST", body, dict(door.headers), path)).status == 200


@pytest.mark.parametrize("origin", EVIL)
async def test_a_foreign_origin_is_refused_before_anything_happens(client: Door, core: FakeCore, origin: str) -> None:
    reply = await client.tool("remember", {"text": "x"}, {"Origin": origin})
    assert reply.status == 403
    assert "Access-Control-Allow-Origin" not in reply.headers
    assert (await client.http("OPTIONS", None, {"Origin": origin})).status == 403
    assert not core.calls


@pytest.mark.parametrize("origin", [None, "http://localhost:3000", "http://127.0.0.1", "https://[::1]:8"])
async def test_no_origin_and_those_of_this_machine_are_served(client: Door, origin: str | None) -> None:
    reply = await client.tool("recall", RECALL, {"Origin": origin})
    assert (reply.status, reply.headers["Access-Control-Allow-Origin"]) == (200, origin or "*")


async def test_other_origins_are_served_by_setting(open_door: OpenDoor) -> None:
    async with open_door(McpConfig(allowed_origins=("https://app.example.com",))) as door:
        assert (await door.ask("ping", None, {"Origin": "https://app.example.com"})).status == 200
        assert (await door.ask("ping", None, {"Origin": "https://app.example.org"})).status == 403


async def test_a_preflight_needs_no_key_and_allows_what_clients_send(door: Door) -> None:
    asked = {"Origin": "http://localhost:3000", "Access-Control-Request-Method": "POST"}
    reply = await door.http("OPTIONS", None, asked)
    allowed = {name.strip().lower() for name in reply.headers["Access-Control-Allow-Headers"].split(",")}
    wanted = "authorization content-type accept mcp-protocol-version mcp-method mcp-name mcp-session-id last-event-id"
    assert reply.status == 204
    assert {*wanted.split(), "x-spectron-context", "x-spectron-scope"} <= allowed
    assert "POST" in reply.headers["Access-Control-Allow-Methods"]


PROBED = [
    ("GET", "/.well-known/oauth-protected-resource"),
    ("GET", "/.well-known/oauth-protected-resource/mcp"),
    ("GET", "/.well-known/oauth-authorization-server"),
    ("GET", "/.well-known/openid-configuration"),
    ("POST", "/register"),
]


@pytest.mark.parametrize(("method", "path"), PROBED)
async def test_what_oauth_clients_probe_is_not_found_without_a_key(door: Door, method: str, path: str) -> None:
    reply = await door.http(method, b"{}" if method == "POST" else None, {}, path)
    assert (reply.status, reply.last) == (404, {"error": "not_found"})


async def test_protected_resource_metadata_is_a_setting(open_door: OpenDoor) -> None:
    config = McpConfig(resource_url="https://m.example.com/mcp", authorization_servers=("https://id.example.com",))
    async with open_door(config) as door:
        told = (await door.http("GET", None, {}, PROBED[1][1])).last
        refused = await door.ask("ping", None, {"Authorization": None})
        assert (await door.http("GET", None, {}, PROBED[2][1])).status == 404
    assert (told["resource"], told["authorization_servers"]) == (config.resource_url, ["https://id.example.com"])
    where = 'resource_metadata="https://m.example.com/.well-known/oauth-protected-resource/mcp"'
    assert where in refused.headers["WWW-Authenticate"]


# --- JSON or events ---


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        (JSON, JSON),
        (SSE, SSE),
        (f"{JSON}, {SSE}", JSON),
        (f"{SSE}, {JSON}", JSON),
        ("*/*", JSON),
        (None, JSON),
        ("text/html", JSON),
    ],
)
async def test_every_accept_header_is_served(client: Door, accept: str | None, kind: str) -> None:
    reply = await client.tool("recall", RECALL, {"Accept": accept})
    assert reply.headers["Content-Type"].partition(";")[0] == kind
    assert reply.result["structuredContent"]["hits"]
    if kind == SSE:
        assert reply.headers["X-Accel-Buffering"] == "no"


async def test_a_refusal_keeps_its_status_where_only_events_are_taken(client: Door) -> None:
    reply = await client.tool("no_such_tool", {}, {"Accept": SSE})
    assert (reply.status, reply.code) == ((400, -32602) if client.modern else (200, -32601))


@pytest.mark.parametrize("token", ["p", 0, 7])
@pytest.mark.parametrize("name", ["recall", "context", "reflect", "upload"])
async def test_a_progress_token_brings_progress_before_the_answer(client: Door, name: str, token: str | int) -> None:
    reply = await client.tool(name, GOOD[name][1], {"Accept": f"{JSON}, {SSE}"}, token=token)
    *events, answer = reply.messages
    assert {event["method"] for event in events} == {"notifications/progress"}
    assert {event["params"]["progressToken"] for event in events} == {token}
    done = [event["params"]["progress"] for event in events]
    assert done == sorted(set(done))
    assert answer["result"]["isError"] is False


async def test_a_large_upload_tells_how_far_it_is(client: Door, core: FakeCore) -> None:
    content = bytes(range(256)) * (12 << 10)
    given = {"bytes_base64": base64.b64encode(content).decode()}
    reply = await client.tool("upload", given, {"Accept": "*/*"}, token="p")
    steps = [(one["params"]["progress"], one["params"].get("total")) for one in reply.messages[:-1]]
    assert core.uploaded == content
    assert steps[0] == (0, None)
    assert 3 <= len(steps) <= 14
    assert {total for _, total in steps[1:]} == {len(content)}


async def test_who_takes_json_alone_gets_no_progress(client: Door) -> None:
    reply = await client.tool("recall", RECALL, {"Accept": JSON}, token="p")
    assert (reply.headers["Content-Type"].partition(";")[0], len(reply.messages)) == (JSON, 1)


async def test_a_failure_ends_a_stream_as_a_result(client: Door, core: FakeCore) -> None:
    core.fails["Query"] = ApiError("PERMISSION_DENIED")
    reply = await client.tool("recall", RECALL, {"Accept": "*/*"}, token="p")
    assert (reply.status, reply.failure["status"], len(reply.messages)) == (200, 403, 2)


async def test_a_stream_that_waits_gives_signs_of_life(open_door: OpenDoor, core: FakeCore) -> None:
    core.holds = asyncio.Event()
    async with open_door(McpConfig(keepalive_s=0.01)) as door:
        message = door.message("tools/call", {"name": "recall", "arguments": RECALL})
        headers = {**door.headers_for(message), "Accept": SSE}
        async with door.session.post(door.url + "/mcp", json=message, headers=headers) as reply:
            first = [await reply.content.readline() for _ in range(3)]
            core.holds.set()
            rest = await reply.read()
    assert first == [b": waiting\n", b"\n", b": waiting\n"]
    assert b'"hits"' in rest


# --- sizes ---


async def test_a_message_beyond_the_limit_is_413_and_the_door_stays_open(open_door: OpenDoor, core: FakeCore) -> None:
    async with open_door(McpConfig(upload_limit=1 << 20)) as door:
        reply = await door.tool("upload", {"bytes_base64": "QUFB" * (1 << 20)})
        assert (reply.status, "bytes" in reply.last["error"]["message"]) == (413, True)

        async def endless() -> Any:
            while True:
                yield b" " * 65536

        headers = {**door.headers, "Content-Type": JSON}
        async with door.session.post(door.url + "/mcp", data=endless(), headers=headers) as streamed:
            assert streamed.status == 413
        assert (await door.tool("recall", RECALL)).status == 200
    assert [rpc for rpc, _, _ in core.calls] == ["Query"]


async def test_a_large_body_is_not_read_without_a_key(open_door: OpenDoor) -> None:
    async with open_door(McpConfig()) as door:
        headers = {"Authorization": "Bearer wrong"}
        assert (await door.tool("upload", {"bytes_base64": "QUFB" * (1 << 20)}, headers)).status == 401


async def test_json_beside_an_upload_is_bounded_as_on_every_door(client: Door, core: FakeCore) -> None:
    reply = await client.tool("remember", {"text": "x" * (17 << 20)})
    assert reply.status == 413
    assert not core.calls
