"""The seven tools: what they list, ask of the core, answer and refuse."""

from __future__ import annotations

import asyncio
import base64
import json
from typing import Any

import pytest
from grpc.aio._call import StreamUnaryCall

from gateway_mcp.outcome import CUT_NOTE, LIMIT
from gateway_mcp.tools import TOOLS
from memory_core.contract.errors import ApiError
from memory_core.contract.gen.memory.v1 import memory_pb2, recall_pb2
from memory_core.contract.jsonform import parse, render
from tests.gateway_mcp.conftest import OpenDoor
from tests.gateway_mcp.door import Door
from tests.gateway_mcp.fake_core import CONTEXT, DOCUMENT, TRACE, FakeCore

FILE = b"# Handbook\n\nBe kind.\n"
GOOD: dict[str, tuple[str, dict[str, Any], tuple[str, ...]]] = {
    "remember": (
        "Remember",
        {"text": "I moved to Singapore."},
        ("Singapore", "2026-06-01", "bullet points", "CTO -> VP", "no date", "works_at", "turn:1"),
    ),
    "recall": ("Query", {"query": "where"}, ("We moved to Lisbon.", "turn:1", "Where to?")),
    "context": ("AssembleContext", {"query": "where"}, ("### Alice", "Lisbon")),
    "reflect": ("Reflect", {"query": "moves"}, ("Alice moves a lot.", "turn:1", "theme = moves")),
    "forget": ("Forget", {"query": "the old locker"}, ("3", "ledger")),
    "upload": ("UploadDocument", {"bytes_base64": base64.b64encode(FILE).decode()}, (DOCUMENT, "queued", "blake3:00")),
    "inspect": ("Inspect", {"ref": "entity:person/alice"}, ("Alice", "Lisbon", "Al")),
}
"""Tool -> its RPC, a good call, what its text tells."""
NAMES = list(GOOD)


@pytest.fixture(params=["legacy", "modern"])
def client(door: Door, request: pytest.FixtureRequest) -> Door:
    """A client of either era."""
    return door.in_era(request.param)


@pytest.mark.parametrize("name", NAMES)
async def test_a_good_call_answers_the_rest_shape_with_its_trace_and_says_it_in_words(
    client: Door, core: FakeCore, name: str
) -> None:
    rpc, arguments, told = GOOD[name]
    result = (await client.tool(name, arguments)).result
    assert result["isError"] is False
    assert core.calls[-1][0] == rpc
    assert result["structuredContent"]["traceId"] == ("" if name == "inspect" else TRACE)
    assert [part for part in told if part not in result["content"][0]["text"]] == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("reason", "status"),
    [
        ("PERMISSION_DENIED", 403),
        ("ENTITY_NOT_FOUND", 404),
        ("CONTEXT_MISMATCH", 401),
        ("IDEMPOTENCY_CONFLICT", 409),
        ("TEXT_TOO_LONG", 413),
        ("SCOPE_NOT_REGISTERED", 422),
        ("MODEL_NOT_CONFIGURED", 501),
    ],
)
async def test_what_an_operation_fails_with_is_a_tool_result(
    client: Door, core: FakeCore, name: str, reason: str, status: int
) -> None:
    rpc, arguments, _ = GOOD[name]
    core.fails[rpc] = ApiError(reason, "so it is")
    reply = await client.tool(name, arguments)
    assert reply.status == 200
    assert reply.failure == {"status": status, "reason": reason, "message": "so it is"}
    assert "so it is" in reply.text


async def test_who_must_wait_is_told_how_long_in_whole_seconds(client: Door, core: FakeCore) -> None:
    core.fails["Query"] = ApiError("RATE_LIMITED", retry_after=1.2)
    assert (await client.tool("recall", {"query": "x"})).failure["retryAfter"] == 2


async def test_what_broke_inside_is_not_told(client: Door, core: FakeCore) -> None:
    core.fails["Query"] = ApiError("INTERNAL", "table turns has no column named x")
    failure = (await client.tool("recall", {"query": "x"})).failure
    assert (failure["status"], failure["message"]) == (500, "Internal error")


async def test_an_answer_that_can_not_be_read_is_an_internal_error(client: Door, core: FakeCore) -> None:
    core.answers["Inspect"] = memory_pb2.InspectResponse()  # nothing was chosen
    assert (await client.tool("inspect", {"ref": "trace:1"})).failure["status"] == 500


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("arguments", [{}, None, {"flavour": "x"}, ["recall"], "recall", 5])
async def test_malformed_arguments_are_an_error_of_the_era(
    client: Door, core: FakeCore, name: str, arguments: object
) -> None:
    reply = await client.tool(name, arguments)
    assert reply.status == 200
    if client.modern:
        assert reply.failure["status"] == 400
    else:
        assert (reply.code, reply.last["error"]["data"]["reason"] in ("INVALID_ARGUMENT", "UNKNOWN_FIELD")) == (
            -32602,
            True,
        )
    assert not core.calls


@pytest.mark.parametrize("k", [0, -1, 51, 10**9, "51", "many", 2.5, [5], True])
async def test_a_k_out_of_its_bounds_is_refused_by_name(client: Door, k: object) -> None:
    reply = await client.tool("recall", {"query": "x", "k": k})
    errors = reply.failure["errors"] if client.modern else reply.last["error"]["data"]["errors"]
    assert [error["field"] for error in errors] == ["k"]


@pytest.mark.parametrize("name", ["no_such_tool", "Recall", "tools/call", ""])
async def test_an_unknown_tool_has_the_code_of_the_era(client: Door, name: str) -> None:
    reply = await client.tool(name, {"query": "x"})
    assert (reply.status, reply.code) == ((400, -32602) if client.modern else (200, -32601))


async def test_a_tool_name_that_is_no_text_is_malformed(client: Door) -> None:
    assert (await client.tool(5, {"query": "x"})).code == -32602


FORMS = [
    ("org/a", [["org/a"]]),
    (["org/a"], [["org/a"]]),
    ([["org/a", "org/b"]], [["org/a", "org/b"]]),
    (["org/a", ["org/b", "org/c"]], [["org/a"], ["org/b", "org/c"]]),
    ('["org/a", "org/b"]', [["org/a"], ["org/b"]]),
    ('[["org/a", "org/b"]]', [["org/a", "org/b"]]),
]


@pytest.mark.parametrize(("form", "clauses"), FORMS)
async def test_selectors_are_read_in_every_form(client: Door, core: FakeCore, form: object, clauses: object) -> None:
    await client.tool("recall", {"query": "x", "lens": form})
    await client.tool("remember", {"text": "x", "scope": form})
    await client.tool("upload", {"bytes_base64": "eA==", "scope": form})
    assert [list(clause.paths) for clause in core.last("Query").lens] == clauses
    assert [list(clause.paths) for clause in core.last("Remember").scopes] == clauses
    assert [list(clause.paths) for clause in core.last("UploadDocument").metadata.scopes] == clauses


async def test_models_may_send_text_for_numbers_booleans_and_lists(client: Door, core: FakeCore) -> None:
    await client.tool("recall", {"query": "x", "k": "5", "labels": '["a=1", "b=2"]', "mode": " BM25 "})
    await client.tool("reflect", {"query": "x", "persist": "true"})
    query = core.last("Query")
    assert (query.k, list(query.labels)) == (5, ["a=1", "b=2"])
    assert query.mode == recall_pb2.MEMORY_QUERY_MODE_BM25
    assert core.last("Reflect").persist is True


async def test_arguments_may_be_in_camel_case_and_null_is_as_good_as_missing(client: Door, core: FakeCore) -> None:
    await client.tool("recall", {"query": "x", "asOf": "2024-05", "k": None, "context_id": None})
    query = core.last("Query")
    assert render(query)["asOf"] == "2024-05-01T00:00:00Z"
    assert (query.HasField("k"), query.context_id) == (False, "")
    reply = await client.tool("recall", {"query": "x", "asOf": "2024", "as_of": "2025"})
    assert "error" in (reply.result["structuredContent"] if client.modern else reply.last)


async def test_the_context_comes_from_the_argument_else_from_the_header(client: Door, core: FakeCore) -> None:
    await client.tool("recall", {"query": "x"}, {"X-Spectron-Context": CONTEXT})
    assert core.last("Query").context_id == CONTEXT
    await client.tool("recall", {"query": "x", "context_id": CONTEXT}, {"X-Spectron-Context": "other"})
    assert core.last("Query").context_id == CONTEXT


@pytest.mark.parametrize("name", NAMES)
async def test_a_context_that_is_not_the_keys_is_a_tool_result_and_not_a_bad_key(client: Door, name: str) -> None:
    reply = await client.tool(name, {**GOOD[name][1], "context_id": "other"})
    assert (reply.status, reply.failure["status"]) == (200, 401)


async def test_an_upload_arrives_with_all_that_is_said_of_it(client: Door, core: FakeCore) -> None:
    meta = {"title": "T", "source": "S", "mime_type": "text/markdown", "filename": "f.md", "labels": ["a=1"]}
    await client.tool("upload", {**meta, "bytes_base64": base64.b64encode(FILE).decode()})
    header = core.last("UploadDocument")
    assert core.uploaded == FILE
    assert (header.filename, header.metadata.title, header.metadata.source) == ("f.md", "T", "S")
    assert (header.metadata.mime_type, list(header.metadata.labels)) == ("text/markdown", ["a=1"])


@pytest.mark.parametrize("value", ["!!! not base64 !!!", "QUJD*UJD", "QUJ", "QUI=QUI=", "é", 5, ["QUJD"], None])
async def test_what_is_not_base64_is_refused(client: Door, core: FakeCore, value: object) -> None:
    reply = await client.tool("upload", {"bytes_base64": value})
    failed = reply.failure["status"] if client.modern else reply.code
    assert failed == (400 if client.modern else -32602)
    assert not core.calls


async def test_the_remembered_trace_goes_by_both_its_names(client: Door) -> None:
    held = (await client.tool("remember", GOOD["remember"][1])).result["structuredContent"]
    assert (held["trace_id"], held["traceId"]) == (TRACE, TRACE)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ({"document": {"id": DOCUMENT, "title": "Handbook", "status": "failed", "error": "not a PDF"}}, "not a PDF"),
        ({"trace": {"trace": {"id": TRACE, "queryText": "where", "tierReason": "named"}}}, "where"),
        ({"attribute": {"history": [{"value": "Lisbon", "validFrom": "2024-01-01"}]}}, "Lisbon from 2024-01-01"),
        ({"attribute": {"current": {"value": "Rome"}}}, "current: Rome"),
        (
            {
                "relation": {
                    "matches": [{"subject": "entity:person/al", "label": "knows", "object": "entity:person/bo"}]
                }
            },
            "al knows bo",
        ),
    ],
)
async def test_inspect_says_every_kind_of_thing(client: Door, core: FakeCore, answer: Any, told: str) -> None:
    core.answers["Inspect"] = parse(memory_pb2.InspectResponse, answer)
    reply = await client.tool("inspect", {"ref": "trace:1"})
    assert reply.result["structuredContent"]["kind"] == next(iter(answer))
    assert told in reply.text


async def test_nothing_found_is_said(client: Door, core: FakeCore) -> None:
    core.answers["Query"] = recall_pb2.QueryResponse(no_match=True)
    assert (await client.tool("recall", {"query": "x"})).text == "Nothing found."


@pytest.mark.parametrize(("hits", "size"), [(50, 10_000), (5_000, 300)])
async def test_a_large_answer_is_cut_to_the_limit_and_says_so(
    client: Door, core: FakeCore, hits: int, size: int
) -> None:
    wide = [{"id": f"turn:{n}", "text": "é" * size, "source": "memory_chunk"} for n in range(hits)]
    core.answers["Query"] = parse(recall_pb2.QueryResponse, {"hits": wide})
    result = (await client.tool("recall", {"query": "x", "k": 50})).result
    text, held = result["content"][0]["text"], result["structuredContent"]
    assert len(text) + len(json.dumps(held, ensure_ascii=False)) < LIMIT * 1.05
    assert held["truncated"] is True
    assert text.endswith(CUT_NOTE)
    assert [hit["id"] for hit in held["hits"]] == [f"turn:{n}" for n in range(len(held["hits"]))]


async def test_the_list_is_seven_tools_with_flat_schemas_and_hints(client: Door) -> None:
    tools = (await client.ask("tools/list")).result["tools"]
    assert [tool["name"] for tool in tools] == NAMES
    for tool in tools:
        schema, hints = tool["inputSchema"], tool["annotations"]
        assert schema["type"] == "object"
        assert not any(word in json.dumps(schema) for word in ("$ref", "$defs", "anyOf", "oneOf", "allOf"))
        assert all(isinstance(one["type"], str) for one in schema["properties"].values())
        assert all("items" in one for one in schema["properties"].values() if one["type"] == "array")
        assert hints["readOnlyHint"] is (tool["name"] in ("recall", "context", "inspect"))
        assert hints["destructiveHint"] is (tool["name"] == "forget")
        assert (hints["openWorldHint"], hints["title"] == tool["title"]) == (False, True)
        assert len(tool["description"]) < 2000


async def test_retired_tools_are_listed_by_setting_alone(open_door: OpenDoor) -> None:
    from gateway_mcp.config import McpConfig

    async with open_door(McpConfig(list_retired_tools=True)) as door:
        names = [tool["name"] for tool in (await door.ask("tools/list")).result["tools"]]
    assert len(names) == 14
    assert names[: len(TOOLS)] == NAMES
    assert {"memory_store", "knowledge_get"} < set(names)


async def test_a_refused_upload_tells_the_refusal_though_a_write_fails_just_after_it(
    core: FakeCore, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    core.fails["UploadDocument"] = ApiError("PERMISSION_DENIED", "not here")
    overwritten = list[str]()

    def fail(call: Any) -> None:
        """What grpc.aio does with the status of a call when a write meets its end."""
        if not overwritten:
            overwritten.append("once")
            call._cython_call.set_internal_error("a write failed")

    async def write(call: Any, message: object) -> None:
        call.add_done_callback(fail)
        await asyncio.Event().wait()

    monkeypatch.setattr(StreamUnaryCall, "_write", write)
    async with asyncio.timeout(20):
        reply = await door.tool("upload", {"bytes_base64": base64.b64encode(FILE).decode()})
    assert reply.result["structuredContent"]["error"]["reason"] == "PERMISSION_DENIED"
    assert overwritten
