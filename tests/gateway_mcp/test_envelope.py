"""Envelopes of both eras: versions, headers, ids, batches, methods. Every result fits the published wire types."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from mcp_types.methods import validate_server_result

from gateway_mcp.protocol import LEGACY, META, MODERN
from tests.gateway_mcp.door import Door, Reply
from tests.gateway_mcp.fake_core import FakeCore

HELLO = {"capabilities": {}, "clientInfo": {"name": "tests", "version": "1"}}
RECALL = {"name": "recall", "arguments": {"query": "where"}}


@pytest.fixture
def modern(door: Door) -> Door:
    """The door in the stateless era."""
    return door.in_era("modern")


@pytest.mark.parametrize("asked", [*LEGACY, MODERN, "1999-01-01", 5, None])
async def test_initialize_echoes_a_version_it_knows_and_offers_its_newest_otherwise(door: Door, asked: object) -> None:
    reply = await door.ask("initialize", {**HELLO, "protocolVersion": asked})
    assert reply.status == 200
    assert reply.result["protocolVersion"] == (asked if asked in LEGACY else LEGACY[-1])
    assert reply.result["serverInfo"] == {"name": "memory", "title": "Memory service", "version": "1.2.3"}
    assert "resultType" not in reply.result
    validate_server_result("initialize", LEGACY[-1], reply.result)


@pytest.mark.parametrize(
    ("method", "result"),
    [
        ("ping", {}),
        ("logging/setLevel", {}),
        ("prompts/list", {"prompts": []}),
        ("resources/list", {"resources": []}),
        ("resources/templates/list", {"resourceTemplates": []}),
    ],
)
async def test_the_legacy_era_answers_what_its_clients_ask(door: Door, method: str, result: object) -> None:
    assert (await door.ask(method)).result == result


@pytest.mark.parametrize("method", ["ping", "logging/setLevel", "prompts/list", "resources/list", "initialize"])
async def test_what_the_modern_era_dropped_is_an_unknown_method(modern: Door, method: str) -> None:
    reply = await modern.ask(method)
    assert (reply.status, reply.code) == (404, -32601)


async def test_an_unknown_method_is_an_error_of_the_era(door: Door, modern: Door) -> None:
    replies = [await one.ask("tools/nothing") for one in (door, modern)]
    assert [(one.status, one.code) for one in replies] == [(200, -32601), (404, -32601)]


async def test_discover_tells_versions_and_capabilities_and_how_long_that_holds(modern: Door) -> None:
    result = (await modern.ask("server/discover")).result
    assert result["supportedVersions"] == [MODERN]
    assert set(result["capabilities"]) == {"tools"}
    assert (result["resultType"], result["cacheScope"], result["ttlMs"] > 0) == ("complete", "public", True)
    validate_server_result("server/discover", MODERN, result)


@pytest.mark.parametrize("era", ["legacy", "modern"])
async def test_lists_and_calls_fit_the_wire_types(door: Door, era: str) -> None:
    client, version = door.in_era(era), MODERN if era == "modern" else LEGACY[-1]
    for method, params in (("tools/list", {}), ("tools/call", RECALL)):
        result = (await client.ask(method, params)).result
        validate_server_result(method, version, result)
        assert (result.get("resultType") == "complete") is (era == "modern")
        info = result.get("_meta", {}).get(META + "serverInfo")
        assert info == ({"name": "memory", "title": "Memory service", "version": "1.2.3"} if era == "modern" else None)


@pytest.mark.parametrize("version", [None, *LEGACY])
async def test_a_legacy_version_header_may_be_any_known_one_or_missing(door: Door, version: str | None) -> None:
    assert (await door.ask("tools/list", None, {"MCP-Protocol-Version": version})).status == 200


@pytest.mark.parametrize("version", ["1999-01-01", "nonsense", "2025-11-26"])
async def test_an_unknown_version_header_is_refused(door: Door, version: str) -> None:
    assert (await door.ask("tools/list", None, {"MCP-Protocol-Version": version})).status == 400


async def test_a_modern_version_header_without_meta_is_refused(door: Door) -> None:
    reply = await door.ask("tools/list", None, {"MCP-Protocol-Version": MODERN})
    assert (reply.status, reply.code) == (400, -32602)


@pytest.mark.parametrize("version", [LEGACY[3], "2099-01-01", None])
async def test_a_version_header_that_differs_from_meta_is_refused(modern: Door, version: str | None) -> None:
    reply = await modern.ask("tools/list", None, {"MCP-Protocol-Version": version})
    assert (reply.status, reply.code) == (400, -32020)


@pytest.mark.parametrize("version", ["2099-01-01", LEGACY[3]])
async def test_a_version_that_is_not_served_is_told_which_ones_are(modern: Door, version: str) -> None:
    params = {"_meta": {META + "protocolVersion": version}}
    reply = await modern.ask("tools/list", params, {"MCP-Protocol-Version": version})
    assert (reply.status, reply.code) == (400, -32022)
    assert reply.last["error"]["data"] == {"supported": [MODERN], "requested": version}


@pytest.mark.parametrize("key", ["protocolVersion", "clientCapabilities"])
async def test_the_required_keys_of_meta_are_required(modern: Door, key: str) -> None:
    message = modern.message("tools/list")
    del message["params"]["_meta"][META + key]
    reply = await modern.post(message)
    assert (reply.status, reply.code) == (400, -32602)


@pytest.mark.parametrize("value", [None, "tools/call", "TOOLS/LIST", ""])
async def test_the_method_header_must_name_the_method(modern: Door, value: str | None) -> None:
    reply = await modern.ask("tools/list", None, {"Mcp-Method": value})
    assert (reply.status, reply.code) == (400, -32020)


def coded(text: str) -> str:
    return f"=?base64?{base64.b64encode(text.encode()).decode()}?="


@pytest.mark.parametrize("value", [None, "remember", coded("remember"), "=?base64?!!?=", "=?base64?/w==?="])
async def test_the_name_header_must_name_the_tool(modern: Door, core: FakeCore, value: str | None) -> None:
    reply = await modern.ask("tools/call", RECALL, {"Mcp-Name": value})
    assert (reply.status, reply.code) == (400, -32020)
    assert not core.calls


@pytest.mark.parametrize("value", ["recall", "  recall  ", coded("recall")])
async def test_the_name_header_may_be_padded_or_encoded(modern: Door, value: str) -> None:
    assert (await modern.ask("tools/call", RECALL, {"Mcp-Name": value})).status == 200


async def test_a_routing_header_that_is_sent_twice_is_refused(modern: Door) -> None:
    message = modern.message("tools/list")
    headers = [*modern.headers_for(message).items(), ("Mcp-Method", "tools/call")]
    async with modern.session.post(modern.url + "/mcp", json=message, headers=headers) as reply:
        assert (await reply.json())["error"]["code"] == -32020


async def test_meta_of_an_older_extension_does_not_make_a_request_modern(door: Door) -> None:
    reply = await door.ask("tools/call", {**RECALL, "_meta": {META + "related-task": {"taskId": "1"}}})
    assert reply.status == 200
    assert "resultType" not in reply.result


@pytest.mark.parametrize("era", ["legacy", "modern"])
@pytest.mark.parametrize("ident", [0, 7, -3, 2**53 - 1, "", "né 😀", "1"])
async def test_an_answer_has_the_id_of_its_request(door: Door, era: str, ident: object) -> None:
    client = door.in_era(era)
    reply = await client.post(client.message("tools/list", id=ident))
    assert reply.last["id"] == ident
    assert type(reply.last["id"]) is type(ident)


@pytest.mark.parametrize("era", ["legacy", "modern"])
@pytest.mark.parametrize("ident", [None, 1.5, True, ["a"], {}])
async def test_an_id_that_is_none_is_refused(door: Door, core: FakeCore, era: str, ident: object) -> None:
    client = door.in_era(era)
    reply = await client.post(client.message("tools/call", RECALL, id=ident))
    assert (reply.status, reply.code, reply.last["id"]) == (400, -32600, None)
    message = client.message("tools/call", RECALL)
    del message["id"]
    assert (await client.post(message)).code == -32600
    assert not core.calls


@pytest.mark.parametrize("body", [b"{", b"", b"\xff\xfe{}", b"[" * 50_000, b"{'a': 1}", b'{"id": "\\ud800"}', b"\x00"])
async def test_what_is_not_json_is_a_parse_error(door: Door, body: bytes) -> None:
    reply = await door.post(body)
    assert (reply.status, reply.code, reply.last["id"]) == (400, -32700, None)


@pytest.mark.parametrize(
    "body",
    [b"5", b'"x"', b"null", b"{}", b'{"jsonrpc":"2.0","id":1}', b'{"jsonrpc":"2.0","id":1,"method":5}', b'{"id":1}'],
)
async def test_what_is_no_request_is_refused(door: Door, body: bytes) -> None:
    reply = await door.post(body)
    assert (reply.status, reply.code) == (400, -32600)


async def test_params_are_an_object_and_null_is_as_good_as_none(door: Door) -> None:
    assert (await door.post(door.message("tools/call", id=1) | {"params": ["recall"]})).code == -32602
    assert "tools" in (await door.post(door.message("tools/list") | {"params": None})).result


@pytest.mark.parametrize("era", ["legacy", "modern"])
@pytest.mark.parametrize("method", ["notifications/initialized", "notifications/cancelled", "notifications/nothing"])
async def test_notifications_are_accepted_without_a_body(door: Door, era: str, method: str) -> None:
    client = door.in_era(era)
    message = client.message(method)
    del message["id"]
    reply = await client.post(message)
    assert (reply.status, reply.raw) == (202, b"")


async def test_a_posted_response_is_accepted_and_dropped(door: Door) -> None:
    assert (await door.post({"jsonrpc": "2.0", "id": 1, "result": {}})).status == 202


NOTIFICATION = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 9}}


@pytest.mark.parametrize("version", [None, "2025-03-26"])
async def test_the_one_revision_with_batches_gets_an_answer_for_each_request(door: Door, version: str | None) -> None:
    calls = door.message("tools/call", {"name": "no_such_tool"}, id="c")
    batch = [door.message("ping"), {**door.message("tools/list"), "id": "b"}, NOTIFICATION, calls, [], 5]
    reply = await door.post(batch, {"MCP-Protocol-Version": version})
    assert reply.status == 200
    assert [one["id"] for one in reply.last] == [1, "b", "c", None, None]
    assert [one.get("error", {}).get("code") for one in reply.last] == [None, None, -32601, -32600, -32600]
    assert (await door.post([NOTIFICATION], {"MCP-Protocol-Version": version})).status == 202


async def test_a_batch_streams_where_only_events_are_taken(door: Door) -> None:
    batch = [door.message("ping"), door.message("ping", id=2)]
    reply = await door.post(batch, {"Accept": "text/event-stream"})
    assert [one["id"] for one in reply.messages] == [1, 2]


@pytest.mark.parametrize("version", ["2024-11-05", "2025-06-18", "2025-11-25", MODERN])
async def test_other_revisions_refuse_a_batch(door: Door, version: str) -> None:
    reply = await door.post([door.message("ping")], {"MCP-Protocol-Version": version})
    assert (reply.status, reply.code) == (400, -32600)


@pytest.mark.parametrize("size", [0, 101])
async def test_a_batch_has_at_least_one_message_and_not_too_many(door: Door, size: int) -> None:
    assert (await door.post([door.message("ping")] * size)).code == -32600


async def test_a_batch_without_a_key_is_refused_as_a_whole(door: Door) -> None:
    batch: list[Any] = [door.message("ping"), door.message("ping", id=2)]
    assert (await door.post(batch, {"Authorization": None})).status == 401


async def test_a_stale_session_is_ignored_and_none_is_issued(door: Door) -> None:
    reply: Reply = await door.ask("tools/call", RECALL, {"Mcp-Session-Id": "long-gone"})
    assert reply.status == 200
    assert "Mcp-Session-Id" not in reply.headers
