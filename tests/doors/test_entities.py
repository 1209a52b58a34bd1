"""One entity under several names, through every door: merges and splits, and what one scope may learn from another."""

from __future__ import annotations

import urllib.parse
from typing import Any

import pytest

from memory_core.contract.gen.memory.v1 import entities_pb2, entities_pb2_grpc
from memory_core.contract.jsonform import parse
from tests.doors.product import DOORS, Product
from tests.doors.tenant import Caller, Refused, Tenant

_STUB = entities_pb2_grpc.EntityServiceStub


@pytest.fixture
def tenant(product: Product) -> Tenant:
    """A context of the test's own."""
    return Tenant(product).open()


def change(caller: Caller, how: str, entity: str, other: str, **more: Any) -> Any:
    """A merge or a split; over REST, or over gRPC for a caller at that door."""
    kind, _, name = entity.partition("/")
    if caller.door == "grpc":
        method, kind_of = {
            "merge": ("MergeEntities", entities_pb2.MergeEntitiesRequest),
            "split": ("SplitEntity", entities_pb2.SplitEntityRequest),
        }[how]
        given = {"entity_type": kind, "entity_name": name, "other": other, **more}
        return caller.product.rpc(_STUB, method, parse(kind_of, given), caller.key)
    path = f"/entities/{kind}/{urllib.parse.quote(name, safe='')}/{how}"
    return caller.rest("POST", path, {"other": other, **more})


def entities_of(caller: Caller) -> list[str]:
    return [one["id"] for one in caller.rest("GET", "/entities?type=person")["entities"]]


@pytest.mark.parametrize("door", ["rest", "grpc"])
def test_two_names_become_one_entity_and_come_apart_again(tenant: Tenant, door: str) -> None:
    boss = tenant.caller()
    boss.tell("person/Robert Smith", "role", "architect")
    boss.tell("person/Quill", "city", "Oslo")
    before = {one: boss.inspect(f"entity:person/{one}") for one in ("Robert Smith", "Quill")}
    tried = change(boss.at(door), "merge", "person/Robert Smith", "entity:person/Quill", dryRun=True)
    assert (tried["dryRun"], tried.get("traceId", ""), tried["aliases"]) == (True, "", ["Quill"])
    made = change(boss.at(door), "merge", "person/Robert Smith", "entity:person/Quill")
    assert made["entity"]["id"] == "entity:person/Robert Smith"
    assert (made["aliases"], made["merged"]) == (["Quill"], ["entity:person/Quill"])
    assert (int(made["movedAttributes"]), int(made.get("movedRelations", 0))) == (1, 0)
    boss.remember("Quill works at Umbra.")
    for each in DOORS:
        shown = boss.at(each).inspect("entity:person/quill")
        assert shown["entity"]["id"] == "entity:person/Robert Smith"
        assert shown["entity"]["aliases"] == ["Quill"]
        assert sorted(one["key"] for one in shown["attributes"]) == ["city", "role"]
        assert any("Robert Smith" in text and "Oslo" in text for text in boss.at(each).texts("Where does Quill live?"))
        assert "Robert Smith" in boss.at(each).block("Where does Quill live?")
    assert entities_of(boss) == ["entity:person/Robert Smith"]
    assert boss.inspect("relation:person/Quill/works_at/organisation/Umbra")["matches"]
    assert boss.rest("GET", f"/traces/{made['traceId']}")["id"] == made["traceId"]
    rows = boss.rest("GET", "/audit?kind=decision")["rows"]
    assert any((row["operation"], row["traceId"]) == ("merge_entities", made["traceId"]) for row in rows)
    back = change(boss.at(door), "split", "person/Quill", "entity:person/Quill")
    assert back["other"]["id"] == "entity:person/Quill"
    assert boss.inspect("entity:person/Robert Smith") == before["Robert Smith"]
    alone = boss.inspect("entity:person/Quill")
    assert alone["attributes"] == before["Quill"]["attributes"]
    assert [one["label"] for one in alone["relations"]] == ["works_at"]
    assert any(row["operation"] == "split_entity" for row in boss.rest("GET", "/audit?kind=decision")["rows"])


def test_a_merge_is_refused_with_the_field_or_as_if_nobody_were_there(tenant: Tenant) -> None:
    boss, bob = tenant.caller(), tenant.user("bob")
    boss.tell("person/Robert Smith", "role", "architect")
    bob.tell("person/Quill", "city", "Oslo")
    for how in ("merge", "split"):
        for other, reason, fields in (
            ("entity:person/Robert Smith", "INVALID_ARGUMENT", ["other"]),
            ("Robert", "INVALID_ARGUMENT", ["other"]),
            ("entity:person/Nobody", "ENTITY_NOT_FOUND", []),
        ):
            with pytest.raises(Refused) as refused:
                change(boss, how, "person/Robert Smith", other)
            assert (refused.value.reason, refused.value.fields) == (reason, fields)
        with pytest.raises(Refused) as refused:
            change(bob, how, "person/Robert Smith", "entity:person/Quill")
        assert refused.value.reason == "ENTITY_NOT_FOUND"
    with pytest.raises(Refused) as refused:
        boss.rest("POST", "/entities/person/Quill/merge", {})
    assert refused.value.fields == ["other"]
    reader = tenant.caller("reader", verbs=("memory:read",))
    with pytest.raises(Refused) as refused:
        change(reader, "merge", "person/Robert Smith", "entity:person/Quill")
    assert refused.value.reason == "PERMISSION_DENIED"
    denied = [row for row in boss.rest("GET", "/audit")["rows"] if row["outcome"] == "denied"]
    assert [row["operation"] for row in denied] == ["merge_entities"]


def test_a_name_that_one_user_learned_means_nobody_to_another(tenant: Tenant) -> None:
    alice, bob = tenant.user("alice"), tenant.user("bob")
    alice.remember("Robert Smith likes tea.")
    bob.remember("Robert Smith goes by Quill. Robert Smith lives in Oslo.")
    bob.remember("Quill works at Umbra.")
    assert bob.inspect("entity:person/Quill")["entity"]["name"] == "Robert Smith"
    with pytest.raises(Refused):
        alice.inspect("entity:person/Quill")
    assert alice.ask("recall", {"query": "What does Quill like?"})["seedEntities"] == []
    told = alice.remember("Quill lives in Rome.")["extraction"]
    assert [(one["name"], one["isNew"]) for one in told["entities"]] == [("Quill", True)]
    assert alice.values("person/Robert Smith", "city") == []
    assert alice.values("person/Quill", "city") == ["Rome"]
    assert bob.values("person/Quill", "city") == ["Oslo"]
    assert alice.inspect("entity:person/Robert Smith")["entity"].get("aliases", []) == []


@pytest.mark.parametrize("door", DOORS)
def test_one_person_under_many_names_is_one_and_namesakes_are_not(tenant: Tenant, door: str) -> None:
    ann = tenant.user("ann").at(door)
    for text in (
        "My wife lives in Oslo.",
        "My wife Julia Falk (née Berg) is a nurse.",
        "Julia Berg likes tea.",
        "Priya Nair is a chef.",
        "Priya Shah is a pilot.",
    ):
        ann.remember(text)
    shown = ann.inspect("person:Julia Falk")
    assert {one["key"] for one in shown["attributes"]} >= {"city", "role", "likes"}
    assert {"Julia Berg", "Julia Falk"} <= set(shown["entity"]["aliases"])
    ann.remember("Priya moved to Lisbon.")
    for name in ("Priya Nair", "Priya Shah"):
        assert ann.at("rest").values(f"person/{name}", "city") == []
