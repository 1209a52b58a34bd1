"""Messages into JSON."""

from __future__ import annotations

import json

import pytest
from google.protobuf.struct_pb2 import Struct, Value
from google.protobuf.timestamp_pb2 import Timestamp

from memory_core.contract.gen.memory.v1 import (
    access_pb2,
    admin_pb2,
    common_pb2,
    documents_pb2,
    memory_pb2,
    recall_pb2,
    sessions_pb2,
    traces_pb2,
)
from memory_core.contract.jsonform import render

HIT = common_pb2.MemoryHit(
    id="turn:1",
    score=0.5,
    source=common_pb2.RESULT_KIND_MEMORY_CHUNK,
    text="Ann moved to Oslo",
    occurred_at=Timestamp(seconds=1_715_680_800, nanos=250_000_000),
    turn_id="turn:1",
    session_id="s",
    role=common_pb2.TURN_ROLE_USER,
    trust=1.0,
    signals={"vector": common_pb2.Signal(rank=1, score=0.25), "bm25": common_pb2.Signal(rank=2, score=3)},
    span=common_pb2.Span(end=17),
)


def test_a_hit_shows_what_is_set_in_camel_case() -> None:
    assert render(HIT) == {
        "id": "turn:1",
        "score": 0.5,
        "source": "memory_chunk",
        "text": "Ann moved to Oslo",
        "occurredAt": "2024-05-14T10:00:00.250Z",
        "turnId": "turn:1",
        "sessionId": "s",
        "role": "user",
        "trust": 1.0,
        "signals": {"vector": {"rank": 1, "score": 0.25}, "bm25": {"rank": 2, "score": 3.0}},
        "span": {"start": 0, "end": 17},
        "labels": [],
    }


def test_snake_case_names_are_those_of_the_proto() -> None:
    shown = render(documents_pb2.ListDocumentsResponse(documents=[{"size_bytes": 5}], page_size=50), snake=True)
    assert shown["page_size"] == 50
    assert shown["documents"][0]["size_bytes"] == 5


def test_optional_fields_that_are_set_to_nothing_are_shown() -> None:
    assert render(memory_pb2.ForgetResponse(deleted=0)) == {"deleted": 0}
    assert render(memory_pb2.RememberResponse(preview=False, turn_id="")) == {
        "sessionId": "",
        "preview": False,
        "turnId": "",
        "indexed": False,
    }


def test_required_lists_scalars_and_messages_are_always_there() -> None:
    state = render(memory_pb2.GetStateResponse())
    empty = {"attributes": [], "entities": [], "relations": []}
    assert state == {"context": empty, "identity": empty, "knowledge": empty, "instructions": [], "unknowns": []}
    assert render(access_pb2.WhoamiResponse())["grants"] == {}
    assert render(admin_pb2.Context(id="dev"))["config"] == {}


def test_sixty_four_bit_numbers_are_numbers() -> None:
    assert json.dumps(render(memory_pb2.ForgetResponse(deleted=2**53))) == '{"deleted": 9007199254740992}'


def test_grants_and_scopes_have_their_short_forms() -> None:
    grants = common_pb2.Grants(verbs={"memory:read": common_pb2.PatternList(patterns=["a", "b/*"])})
    grants.verbs["memory:write"].SetInParent()
    shown = render(access_pb2.Principal(display_name="Ann", grants=grants, id="principal:1", kind="user"))
    assert shown["grants"] == {"memory:read": ["a", "b/*"], "memory:write": []}
    scopes = [common_pb2.ScopeClause(paths=["a", "b"]), common_pb2.ScopeClause(paths=["c"])]
    assert render(sessions_pb2.CreateSessionResponse(id="s", scopes=scopes))["scopes"] == [["a", "b"], ["c"]]


@pytest.mark.parametrize(
    ("answer", "kind", "names"),
    [
        (
            memory_pb2.InspectResponse(entity={"entity": {"name": "Ann"}}),
            "entity",
            {"attributes", "entity", "relations"},
        ),
        (memory_pb2.InspectResponse(attribute={}), "attribute", {"history"}),
        (memory_pb2.InspectResponse(attribute={"current": {"key": "role"}}), "attribute", {"history", "current"}),
        (memory_pb2.InspectResponse(relation={}), "relation", {"matches"}),
        (memory_pb2.InspectResponse(trace={"trace": {"id": "trace:1"}}), "trace", {"trace"}),
    ],
)
def test_an_inspection_shows_its_kind_beside_what_was_found(
    answer: memory_pb2.InspectResponse, kind: str, names: set[str]
) -> None:
    shown = render(answer)
    assert shown.pop("kind") == kind
    assert set(shown) == names


def test_an_inspected_document_is_a_document_with_a_kind() -> None:
    document = documents_pb2.Document(id="document:1", title="T", status=documents_pb2.DOCUMENT_STATUS_EXTRACTING_NODES)
    assert render(memory_pb2.InspectResponse(document=document)) == {"kind": "document", **render(document)}
    assert render(document)["status"] == "extracting_nodes"


def test_free_form_values_come_out_as_json() -> None:
    details = Struct()
    details.update({"n": 5, "x": 2.5, "list": [None, True, {"a": "b"}]})
    assert render(traces_pb2.TraceRecord(details=details))["details"] == {
        "n": 5,
        "x": 2.5,
        "list": [None, True, {"a": "b"}],
    }
    assert render(documents_pb2.QueryHit(graph_expansion=Value(null_value=0)))["graphExpansion"] is None  # type: ignore[arg-type]


def test_what_was_rendered_may_be_changed_by_who_asked() -> None:
    first = render(recall_pb2.QueryResponse())
    first["hits"].append("x")
    first["trace"]["legs"].append("x")
    assert render(recall_pb2.QueryResponse())["hits"] == []
    assert render(recall_pb2.QueryResponse())["trace"]["legs"] == []


def test_a_number_that_no_word_stands_for_is_shown_as_it_is() -> None:
    assert render(common_pb2.MemoryHit(source=99))["source"] == "99"  # type: ignore[arg-type]
