"""The seven retired tools answer in the shapes that their callers know."""

from __future__ import annotations

from typing import Any

import pytest

from gateway_mcp.retired import scope_path
from memory_core.contract.errors import ApiError
from tests.gateway_mcp.door import Door
from tests.gateway_mcp.fake_core import DOCUMENT, TRACE, FakeCore

SCOPE = {"user": "alice", "org": "acme"}
ALICE = [["org/acme/user/alice"]]
INSTRUCTION = ["always use bullet points"]
GOOD: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "memory_store": (
        "Remember",
        {"role": "user", "content": "I moved."},
        {
            "turn_id": "turn:1",
            "session_id": "session:1",
            "entities": [{"id": "Person/alice", "label": "Alice"}],
            "attributes": [
                {
                    "entity": "Person/alice",
                    "key": "city",
                    "value": "Singapore",
                    "category": "identity",
                    "valid_from": "2026-06-01",
                }
            ],
            "relations": [{"subject": "Person/alice", "label": "works_at", "object": "Organisation/acme"}],
            "instructions": INSTRUCTION,
            "uncertainties": [{"about": "Alice: start", "reason": "no date"}],
            "corrections": [{"entity": "Person/alice", "key": "role", "old_value": "CTO", "new_value": "VP"}],
            "trace_id": TRACE,
        },
    ),
    "memory_recall": (
        "AssembleContext",
        {"query": "where", "k": 3},
        {"context": "### Alice\n- city: Lisbon", "tier": "direct", "query_ms": 4, "trace_id": TRACE},
    ),
    "memory_reflect": (
        "Reflect",
        {"prompt": "themes", "persist": True},
        {
            "reflection": "Alice moves a lot.",
            "evidence": ["turn:1", "Person/alice"],
            "persisted_attributes": [{"entity": "Person/alice", "key": "theme", "value": "moves", "category": ""}],
            "trace_id": TRACE,
        },
    ),
    "memory_profile": (
        "GetProfile",
        {},
        {
            "identity": {"name": "Alice"},
            "dynamic": {"focus": "hiring"},
            "preferences": {"language": "British English"},
            "instructions": INSTRUCTION,
            "trace_id": "",
        },
    ),
    "knowledge_search": (
        "QueryDocuments",
        {"query": "refunds", "mode": "hybrid_graph", "threshold": 0.5},
        {
            "results": [
                {
                    "chunk_text": "Refunds within 14 days.",
                    "score": 0.94,
                    "document_title": "Policies",
                    "document_id": DOCUMENT,
                    "chunk_id": "chunk:1",
                    "metadata": {"source": "wiki", "section": "Refunds"},
                }
            ],
            "trace_id": TRACE,
        },
    ),
    "knowledge_get": (
        "GetDocument",
        {"id": DOCUMENT},
        {
            "id": DOCUMENT,
            "title": "Handbook",
            "content_type": "text/markdown",
            "chunk_count": 4,
            "metadata": {"source": "wiki", "version": 2, "status": "ready", "labels": []},
            "created_at": "2026-01-01T00:00:00Z",
        },
    ),
    "memory_forget": (
        "Forget",
        {"description": "the old job"},
        {"deleted_count": 3, "trace_id": TRACE},
    ),
}
"""Tool -> its RPC, a good call, its answer."""


@pytest.mark.parametrize("name", GOOD)
@pytest.mark.parametrize("era", ["legacy", "modern"])
async def test_a_retired_tool_answers_in_its_old_shape(door: Door, core: FakeCore, era: str, name: str) -> None:
    rpc, arguments, answer = GOOD[name]
    reply = await door.in_era(era).tool(name, arguments)
    assert reply.result["structuredContent"] == answer
    assert reply.text
    assert core.calls[-1][0] == rpc


@pytest.mark.parametrize("name", GOOD)
async def test_what_it_fails_with_is_a_tool_result(door: Door, core: FakeCore, name: str) -> None:
    rpc, arguments, _ = GOOD[name]
    core.fails[rpc] = ApiError("PERMISSION_DENIED", "no")
    assert (await door.tool(name, arguments)).failure["status"] == 403


@pytest.mark.parametrize("name", sorted(set(GOOD) - {"memory_store", "knowledge_get"}))
async def test_its_scope_is_one_path_from_the_argument_else_from_the_header(
    door: Door, core: FakeCore, name: str
) -> None:
    rpc, arguments, _ = GOOD[name]
    for scope, header in ((SCOPE, None), (SCOPE, "team=x"), (None, '{"org":"acme","user":"alice"}')):
        given = arguments if scope is None else {**arguments, "scope": scope}
        await door.tool(name, given, {"X-Spectron-Scope": header})
        assert [list(clause.paths) for clause in core.last(rpc).lens] == ALICE
    await door.tool(name, {**arguments, "scope": {}}, {"X-Spectron-Scope": "org=acme"})
    assert not core.last(rpc).lens


async def test_a_store_writes_under_its_scope_as_who_said_it(door: Door, core: FakeCore) -> None:
    given = {"role": "assistant", "content": "x", "session_id": "s", "scope": SCOPE}
    await door.tool("memory_store", given, {"X-Spectron-Context": "dev"})
    sent = core.last("Remember")
    assert [list(clause.paths) for clause in sent.scopes] == ALICE
    assert (sent.text, sent.session_id, sent.context_id) == ("x", "s", "dev")


@pytest.mark.parametrize(
    ("name", "arguments", "field"),
    [
        ("memory_store", {"role": "user"}, "content"),
        ("memory_store", {"role": "user", "content": 5}, "content"),
        ("memory_store", {"role": "user", "content": "  "}, "content"),
        ("memory_store", {"role": "system", "content": "x"}, "role"),
        ("memory_reflect", {"prompt": ""}, "prompt"),
        ("memory_reflect", {"prompt": "x", "k": 51}, "k"),
        ("memory_forget", {"description": ["x"]}, "description"),
        ("memory_recall", {"query": "x", "flavour": 1}, "flavour"),
        ("memory_recall", {"query": "x", "scope": ["org/a"]}, "scope"),
        ("memory_recall", {"query": "x", "scope": {"org": "a/b"}}, "scope"),
        ("knowledge_search", {"query": "x", "mode": "fuzzy"}, "mode"),
    ],
)
async def test_a_malformed_argument_is_named_as_the_tool_names_it(
    door: Door, name: str, arguments: dict[str, Any], field: str
) -> None:
    reply = await door.tool(name, arguments)
    assert reply.code == -32602
    assert [error["field"] for error in reply.last["error"]["data"]["errors"]] == [field]
    assert field in reply.last["error"]["message"]


@pytest.mark.parametrize(
    ("scope", "path"),
    [
        (None, None),
        ("", None),
        ({}, None),
        ({"user": "a", "project": "p", "team": "t", "org": "o"}, "org/o/team/t/project/p/user/a"),
        ({"zone": "z", "area": "a", "user": "u"}, "user/u/area/a/zone/z"),
        ("org=o, user=u", "org/o/user/u"),
        ('{"user": "u"}', "user/u"),
    ],
)
def test_dimensions_stand_in_a_fixed_order(scope: object, path: str | None) -> None:
    assert scope_path(scope) == path


@pytest.mark.parametrize("scope", [5, ["a"], {"org": 5}, {"org": ""}, "org", '{"org"', {"org": "a/../b"}])
def test_a_scope_of_another_shape_is_refused(scope: object) -> None:
    with pytest.raises(ApiError) as caught:
        scope_path(scope)
    assert [name for name, _ in caught.value.fields] == ["scope"]
