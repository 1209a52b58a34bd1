"""JSON into messages: what is read, and how what is not is named."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from hypothesis import given
from hypothesis import strategies as st

from memory_core.contract.errors import ApiError, Reason
from memory_core.contract.gen.memory.v1 import (
    access_pb2,
    admin_pb2,
    common_pb2,
    documents_pb2,
    entities_pb2,
    memory_pb2,
    recall_pb2,
    scopes_pb2,
    sessions_pb2,
    traces_pb2,
)
from memory_core.contract.jsonform import parse
from memory_core.contract.jsonvalues import MAX_DEPTH
from memory_core.contract.validation import check

REMEMBER, BATCH, QUERY = memory_pb2.RememberRequest, memory_pb2.RememberBatchRequest, recall_pb2.QueryRequest
FILES = (
    access_pb2,
    admin_pb2,
    documents_pb2,
    entities_pb2,
    memory_pb2,
    recall_pb2,
    scopes_pb2,
    sessions_pb2,
    traces_pb2,
)
DEEP: Any = json.loads("[" * 400 + "]" * 400)


def refused(message_class: type[Message], value: object, **how: Any) -> ApiError:
    """The error of a value that is not read."""
    with pytest.raises(ApiError) as caught:
        parse(message_class, value, **how)
    assert len(caught.value.fields) == 1
    return caught.value


def field_of(error: ApiError) -> str:
    """The field that an error names."""
    return error.fields[0][0]


# ---- every field of every request


STREAMED = ("UploadDocumentRequest", "ReplaceDocumentRequest")
"""Requests that hold bytes, which no door reads from JSON."""
REQUESTS: list[type[Message]] = [
    getattr(file, name)
    for file in FILES
    for name in file.DESCRIPTOR.message_types_by_name
    if name.endswith(("Request", "Metadata")) and name not in STREAMED
]


def wrong_for_list(field: FieldDescriptor) -> list[object]:
    """The same for an array; of scope clauses, of other messages, or of scalars."""
    wrong: list[object] = [5, True, {}, [5], [None], [True], [[[]]]]
    if field.message_type is None:
        return [*wrong, "x", [{}], [[]]]
    return (
        [*wrong, [{}], [[]], [[5]], [[["a"]]], ["\x00"]]
        if field.message_type.name == "ScopeClause"
        else [*wrong, "x", [[]]]
    )


def wrong_for(field: FieldDescriptor) -> list[object]:
    """Values of every kind that the field does not take."""
    if field.message_type is not None and field.message_type.full_name == "google.protobuf.Value":
        return [float("inf"), {"x": "\x00"}, "\ud800", 2**53 + 1, DEEP]
    if field.is_repeated:
        return wrong_for_list(field)
    if field.message_type is not None and field.message_type.name in ("Timestamp", "FieldMask"):
        wrong = [5, True, {}]
        return [*wrong, [], "", "yesterday", "2024-02-30"] if field.message_type.name == "Timestamp" else wrong
    if field.message_type is not None:
        return [5, True, "x", []]
    if field.enum_type is not None:
        return [5, True, [], {}, "bogus", "", "UNSPECIFIED", "unspecified"]
    if field.cpp_type == FieldDescriptor.CPPTYPE_STRING:
        return [5, True, 1.5, [], {}, "a\x00b", "\ud800 alone", "\udfff\ud800"]
    if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        return [5, 0, 1, "true", "maybe", [], {}]
    if field.cpp_type == FieldDescriptor.CPPTYPE_DOUBLE:
        return ["abc", "0.5", True, [], {}, float("inf"), float("nan"), 10**400]
    return ["abc", "5", 1.5, True, [], {}, float("inf"), float("nan"), 2**63, 10**30, 1e30, -(10**30)]


EVERY_FIELD = [
    pytest.param(message, field, id=f"{message.DESCRIPTOR.name}.{field.name}")
    for message in REQUESTS
    for field in message.DESCRIPTOR.fields
]


@pytest.mark.parametrize(("message", "field"), EVERY_FIELD)
def test_a_value_of_the_wrong_kind_is_refused_by_the_fields_name(
    message: type[Message], field: FieldDescriptor
) -> None:
    for name in {field.name, field.json_name}:
        for value in wrong_for(field):
            assert field_of(refused(message, {name: value})).replace("[", ".").split(".")[0] == field.name, value


@pytest.mark.parametrize(("message", "field"), EVERY_FIELD)
def test_null_is_the_same_as_leaving_a_field_out(message: type[Message], field: FieldDescriptor) -> None:
    assert parse(message, {field.name: None}) == message()


@pytest.mark.parametrize("message", REQUESTS, ids=lambda message: message.DESCRIPTOR.name)
def test_an_unknown_field_is_refused_by_its_name_whatever_it_holds(message: type[Message]) -> None:
    for value in (1, None, []):
        error = refused(message, {"bogus_field": value})
        assert (error.reason, field_of(error)) == (Reason.UNKNOWN_FIELD, "bogus_field")


# ---- single kinds


@pytest.mark.parametrize("value", [[], 5, "x", None, True])
def test_a_whole_that_is_no_object_is_refused_under_the_name_of_the_whole(value: object) -> None:
    assert field_of(refused(QUERY, value)) == "body"
    assert field_of(refused(documents_pb2.UploadMetadata, value, root="metadata")) == "metadata"


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"triples": [{"entity": {"name": 5}}]}, "triples[0].entity.name"),
        ({"triples": [{}, {"validFrom": "x"}]}, "triples[1].valid_from"),
        ({"triples": [{"entity": {"bogus": 5}}]}, "triples[0].entity.bogus"),
        ({"labels": ["a=b", 5]}, "labels[1]"),
        ({"scopes": ["a", ["b", 5]]}, "scopes[1]"),
    ],
)
def test_a_bad_value_deep_inside_is_named_with_its_path(body: object, path: str) -> None:
    assert field_of(refused(REMEMBER, body)) == path


def test_the_expected_and_the_given_kind_are_said() -> None:
    said = {
        refused(QUERY, {"query": 5}).message,
        refused(QUERY, {"k": 1.5}).message,
        refused(QUERY, {"labels": "x"}).message,
        refused(QUERY, {"mode": "fuzzy"}).message,
    }
    assert said == {
        "query must be a string, not a number",
        "k must be a whole number, not a fraction",
        "labels must be an array, not a string",
        "mode must be one of hybrid, vector, bm25, graph",
    }


@pytest.mark.parametrize("value", [2**31, 2**63, 10**9 * 10**9, -(2**40)])
def test_a_number_that_no_integer_field_holds_is_refused_with_the_fields_own_bounds(value: int) -> None:
    error = refused(QUERY, {"k": value})
    assert (error.reason, error.message) == (Reason.OUT_OF_RANGE, "k must be from 1 to 50")


def test_a_whole_number_may_be_written_with_a_fraction_of_nought() -> None:
    assert parse(QUERY, {"k": 5.0}).k == 5


def test_both_spellings_are_read_and_may_stand_side_by_side_when_they_agree() -> None:
    assert (
        parse(QUERY, {"asOf": "2024"})
        == parse(QUERY, {"as_of": "2024"})
        == parse(QUERY, {"as_of": "2024", "asOf": "2024"})
    )
    assert parse(QUERY, {"as_of": None, "asOf": "2024"}) == parse(QUERY, {"asOf": "2024"})
    assert field_of(refused(QUERY, {"as_of": "2024", "asOf": "2025"})) == "as_of"
    assert field_of(refused(REMEMBER, {"scope": "a", "scopes": "b"})) == "scopes"


def test_two_deep_values_for_one_field_are_no_crash() -> None:
    deep, again = list[object](), list[object]()
    for _ in range(5000):
        deep, again = [deep], [again]
    assert field_of(refused(REMEMBER, {"scope": deep, "scopes": again})) == "scopes"


@pytest.mark.parametrize("name", ["scope", "scopes"])
@pytest.mark.parametrize(
    ("selector", "clauses"),
    [
        ("a", [["a"]]),
        (["a", "b"], [["a"], ["b"]]),
        ([["a", "b"]], [["a", "b"]]),
        (["a", ["b", "c"]], [["a"], ["b", "c"]]),
        ([], []),
    ],
)
def test_a_scope_selector_takes_every_form(name: str, selector: object, clauses: list[list[str]]) -> None:
    for message in (REMEMBER, BATCH, documents_pb2.UploadMetadata, sessions_pb2.CreateSessionRequest):
        assert [list(clause.paths) for clause in parse(message, {name: selector}).scopes] == clauses
    assert [list(clause.paths) for clause in parse(QUERY, {"lens": selector}).lens] == clauses


@pytest.mark.parametrize(
    ("said", "meant"), [("episodic", "context"), ("semantic", "knowledge"), ("preference", "identity")]
)
def test_other_names_of_memory_categories_are_read(said: str, meant: str) -> None:
    assert parse(REMEMBER, {"memory_category": said}) == parse(REMEMBER, {"memoryCategory": meant})


def test_every_word_for_what_to_include_is_read() -> None:
    words = ["facts", "passages", "attributes", "turns", "memory_chunk", "chunk", "document_chunks", "traces"]
    assert len(parse(QUERY, {"include": words}).include) == len(words)


def test_the_audit_takes_key_for_principal() -> None:
    assert parse(traces_pb2.ListAuditRowsRequest, {"key": "principal:x"}).principal == "principal:x"


def test_grants_left_out_differ_from_grants_that_are_nothing() -> None:
    assert not parse(access_pb2.MintKeyRequest, {}).HasField("grants")
    nothing = parse(access_pb2.MintKeyRequest, {"grants": {}})
    assert nothing.HasField("grants")
    assert not nothing.grants.verbs


@pytest.mark.parametrize(
    ("grants", "path"),
    [
        ({"memory:read": "org/a"}, "grants.memory:read"),
        ({"memory:read": [5]}, "grants.memory:read"),
        ({"memory:read": ["a\x00"]}, "grants.memory:read"),
        ({"memory:\ud800": ["a"]}, "grants.memory:?"),
    ],
)
def test_a_bad_grant_is_named_by_its_verb(grants: object, path: str) -> None:
    assert field_of(refused(access_pb2.MintKeyRequest, {"grants": grants})) == path


def test_free_form_values_are_kept_as_they_are() -> None:
    from memory_core.contract.jsonwrite import write_value

    value = {"a": [1, 2.5, "x", None, True, {"b": []}], "n": -(2**53), "e": {}}
    assert write_value(parse(sessions_pb2.CreateSessionRequest, {"metadata": value}).metadata) == value


def test_a_free_form_value_at_the_deepest_goes_over_the_wire() -> None:
    for inner in ("[", '{"k":'):
        close = "]" if inner == "[" else "}"
        text = inner * MAX_DEPTH + "1" + close * MAX_DEPTH
        message = parse(sessions_pb2.CreateSessionRequest, {"metadata": json.loads(text)})
        assert sessions_pb2.CreateSessionRequest.FromString(message.SerializeToString()) == message


def test_an_update_mask_is_read_in_both_spellings() -> None:
    read = [
        parse(admin_pb2.UpdateContextRequest, {"updateMask": mask}).update_mask.paths
        for mask in ("config,enforcementBlocked", "config, enforcement_blocked", ["config", "enforcementBlocked"])
    ]
    assert [list(paths) for paths in read] == [["config", "enforcement_blocked"]] * 3


# ---- values of the address, query strings, arguments of models


def test_what_the_address_gives_may_not_be_named_in_the_body() -> None:
    fixed = {"context_id": "dev"}
    assert parse(QUERY, {"query": "x"}, fixed=fixed).context_id == "dev"
    error = refused(QUERY, {"query": "x", "context_id": "prod"}, fixed=fixed)
    assert (error.reason, field_of(error)) == (Reason.UNKNOWN_FIELD, "context_id")
    assert field_of(refused(documents_pb2.GetDocumentRequest, {}, fixed={"id": "\x00"})) == "id"


def test_a_query_string_is_read_as_the_fields_are_typed_and_unknown_names_are_passed_over() -> None:
    read = parse(
        documents_pb2.ListDocumentsRequest,
        {"pageSize": "5", "page": "0", "status": "ready", "utm": "x"},
        lenient=True,
        ignore_unknown=True,
    )
    assert (read.page_size, read.page, read.status) == (5, 0, documents_pb2.DOCUMENT_STATUS_READY)
    for value in ("abc", "1.5", "", "9" * 30, "٥"):
        assert field_of(refused(documents_pb2.ListDocumentsRequest, {"pageSize": value}, lenient=True)) == "page_size"


def test_json_text_stands_for_arrays_numbers_and_booleans_when_read_leniently() -> None:
    plain = {"query": "x", "k": 5, "lens": [["a", "b"]], "labels": ["a=b", "c=d"], "includeDuplicates": True}
    text = {"query": "x", "k": "5", "lens": '[["a","b"]]', "labels": '["a=b","c=d"]', "includeDuplicates": "True"}
    assert parse(QUERY, text, lenient=True) == parse(QUERY, plain)
    for name, value in text.items():
        if name not in ("query", "lens"):
            assert field_of(refused(QUERY, {name: value})).startswith(("k", "labels", "include_duplicates"))
    triples = [{"entity": {"type": "person", "name": "Ann"}, "key": "role", "value": "CTO"}]
    assert parse(REMEMBER, {"triples": json.dumps(triples)}, lenient=True) == parse(REMEMBER, {"triples": triples})


@pytest.mark.parametrize(
    ("text", "labels"),
    [("a=b", ["a=b"]), ("a=b,c=d", ["a=b", "c=d"]), ("a=b,c", ["a=b,c"])],
)
def test_a_lone_string_is_a_list_of_labels_when_read_leniently(text: str, labels: list[str]) -> None:
    assert list(parse(QUERY, {"labels": text}, lenient=True).labels) == labels
    assert list(parse(QUERY, {"include": "facts, turns"}, lenient=True).include) == [1, 6]


@pytest.mark.parametrize("value", ["51x", "many", 2.5, [5], "[5]", "", "0x5", True])
def test_what_spells_no_number_is_refused_leniently_too(value: object) -> None:
    assert field_of(refused(QUERY, {"k": value}, lenient=True)) == "k"


def test_a_text_that_looks_like_json_stays_a_text() -> None:
    assert parse(QUERY, {"query": '["a"]'}, lenient=True).query == '["a"]'
    assert parse(QUERY, {"lens": "[broken"}, lenient=True).lens[0].paths == ["[broken"]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None), max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.dictionaries(
        st.sampled_from(sorted({f.json_name for m in (REMEMBER, QUERY) for f in m.DESCRIPTOR.fields})), json_values
    )
)
def test_whatever_comes_is_read_or_refused_by_name(body: dict[str, object]) -> None:
    for message in (REMEMBER, QUERY):
        for lenient in (False, True):
            try:
                read = parse(message, body, lenient=lenient)
            except ApiError as error:
                assert error.row.http == 400
                assert field_of(error)
            else:
                assert message.FromString(read.SerializeToString()) == read


# ---- the rules of the protos, as a door meets them


def broken(message: Message) -> dict[str, str]:
    """Fields that the rules refuse, with what is said of them."""
    try:
        check(message)
    except ApiError as error:
        return dict(error.fields)
    return {}


@pytest.mark.parametrize(
    ("message", "field", "said"),
    [
        (QUERY(), "query", "is required"),
        (QUERY(query=" \n\t\x0b\x1c\x85\xa0\u2003\u2028\u3000"), "query", "must not be blank"),
        (QUERY(query="x" * 16_385), "query", "must be at most 16384 characters"),
        (QUERY(query="x", k=0), "k", "must be from 1 to 50"),
        (QUERY(query="x", k=51), "k", "must be from 1 to 50"),
        (QUERY(query="x", labels=["novalue"]), "labels[0]", "must be key=value, each part 1 to 128 characters"),
        (QUERY(query="x", labels=["a=b", "=b"]), "labels[1]", "must be key=value, each part 1 to 128 characters"),
        (QUERY(query="x", labels=["a=" + "é" * 129]), "labels[0]", "must be key=value, each part 1 to 128 characters"),
        (QUERY(query="x", labels=["a=b"] * 33), "labels", "must contain no more than 32 item(s)"),
        (QUERY(query="x", session_id=""), "session_id", "must be at least 1 characters"),
        (QUERY(query="x", scope_view="wide"), "scope_view", "must be in list [strict, merged, crossTeam]"),
        (memory_pb2.AssembleContextRequest(), "query", "is required"),
        (BATCH(), "messages", "is required"),
        (BATCH(messages=[{"content": "x", "role": 1}] * 1001), "messages", "must contain no more than 1000 item(s)"),
        (BATCH(messages=[{"content": " ", "role": 1}]), "messages[0].content", "must not be blank"),
        (BATCH(messages=[{"content": "x"}]), "messages[0].role", "is required"),
        (REMEMBER(text=""), "text", "must not be blank"),
        (REMEMBER(triples=[{"entity": {"name": "x", "type": "y"}, "value": "z"}]), "triples[0].key", "is required"),
        (documents_pb2.ListDocumentsRequest(page=-1), "page", "must be greater than or equal to 0"),
        (documents_pb2.ListDocumentsRequest(page_size=501), "page_size", "must be from 1 to 500"),
        (access_pb2.GrantVerbsRequest(principal_id="x", path="a"), "verbs", "is required"),
        (admin_pb2.CreateAccessTokenRequest(context_id="x", external_id="y"), "ttl_seconds", "is required"),
        (
            admin_pb2.CreateContextRequest(context_id="a/b"),
            "context_id",
            "must be 1 to 128 letters, digits, '.', '_' or '-', the first one a letter or a digit",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_a_broken_rule_is_told_with_field_and_bound(message: Message, field: str, said: str) -> None:
    assert broken(message) == {field: said}


def test_bounds_have_a_reason_of_their_own() -> None:
    reasons = list[Reason]()
    for message in (QUERY(query="x", k=51), QUERY(query=" ", k=51)):
        with pytest.raises(ApiError) as caught:
            check(message)
        reasons.append(caught.value.reason)
    assert reasons == [Reason.OUT_OF_RANGE, Reason.INVALID_ARGUMENT]


@pytest.mark.parametrize(
    "message",
    [
        QUERY(query="x" * 16_384, k=50, labels=["a=b=c", "é=\n"]),
        memory_pb2.AssembleContextRequest(query=""),
        REMEMBER(),
        REMEMBER(triples=[{"entity": {"name": "x", "type": "y"}, "key": "k", "value": "z"}] * 1000),
        sessions_pb2.CreateSessionRequest(),
        QUERY(query="x", location=common_pb2.GeoFilter(near=common_pb2.GeoNear(lat=90, lng=-180, radius_km=1))),
        admin_pb2.ListContextsRequest(),
    ],
    ids=lambda message: message.DESCRIPTOR.name,
)
def test_what_is_within_its_bounds_passes(message: Message) -> None:
    assert broken(message) == {}


def test_no_more_fields_are_told_of_than_a_reader_bears() -> None:
    assert len(broken(BATCH(messages=[memory_pb2.BatchMessage()] * 1000))) == 20


@pytest.mark.parametrize(
    ("message", "field"),
    [
        (QUERY(query="x", labels=["a"] * 200_000), "labels"),
        (QUERY(query="x", lens=[{"paths": ["a"]}] * 50_000), "lens"),
        (QUERY(query="x", lens=[{"paths": ["a"] * 50_000}]), "lens[0].paths"),
        (QUERY(query=" " * (1 << 24)), "query"),
    ],
    ids=["labels", "lens", "paths", "query"],
)
def test_what_is_far_too_large_is_refused_without_being_looked_through(message: Message, field: str) -> None:
    begun = time.perf_counter()
    with pytest.raises(ApiError) as refused:
        check(message)
    assert time.perf_counter() - begun < 0.05
    assert (refused.value.reason, [name for name, _ in refused.value.fields]) == (Reason.OUT_OF_RANGE, [field])
