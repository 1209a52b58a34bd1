"""Entities, their histories, and references: what is seen, as of when, and what is not told apart from nothing."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from memory_core.contract.errors import ApiError
from memory_core.engine.entities import EntityRef
from memory_core.engine.instants import Instants
from memory_core.engine.model import VERBS, Instant
from memory_core.service.entities import entity_ref
from memory_core.service.inspect import Inspected, InspectService
from memory_core.service.remember_request import GivenTriple, Placed, RememberRequest
from memory_core.service.results import AttributeView, EntityView
from memory_core.service.state import Narrowing
from memory_core.service.traces import TraceView
from tests.service.world import World

DAY: Instant = 86_400_000_000
ANN = EntityRef("person", "Ann")


async def employ(world: World, company: str, *scopes: str) -> None:
    """Ann works at a company."""
    triple = GivenTriple(ANN, "works_at", target=EntityRef("organisation", company))
    clauses = tuple((path,) for path in scopes) or (("a",),)
    await world.remember.remember(world.admin, RememberRequest(Placed(clauses), triples=(triple,)))


async def inspected(world: World, ref: str, instants: Instants | None = None) -> Inspected:
    """What the administrator is shown; documents are looked at elsewhere."""
    documents: object = None
    service = InspectService(
        world.ledger.memory,
        world.visibility,
        world.beliefs,
        world.entities,
        documents,  # pyright: ignore[reportArgumentType]
        world.traces,
        world.clock,
    )
    return await service.inspect(world.admin, ref, instants or Instants())


async def test_an_entity_shows_what_is_believed_at_the_instants_asked_about(world: World) -> None:
    await world.tell("Ann", "role", "smith", type_="person", at=1 * DAY)
    await world.tell("Ann", "role", "baker", type_="person", at=3 * DAY)

    async def role(instants: Instants) -> list[str]:
        return [one.row.value for one in (await world.entities.get(world.admin, ANN, instants)).attributes]

    assert await role(Instants()) == ["baker"]
    assert await role(Instants(as_of=2 * DAY)) == ["smith"]
    assert await role(Instants(at_instant=2 * DAY)) == ["smith"]
    assert await role(Instants(valid_from=2 * DAY, valid_until=4 * DAY)) == ["baker", "smith"]
    with pytest.raises(ApiError):
        await role(Instants(as_of=DAY - 1))


async def test_history_links_its_rows_both_ways_newest_start_first(world: World) -> None:
    for day, value in ((1, "smith"), (3, "baker"), (2, "miller")):
        await world.tell("Ann", "job", value, type_="person", at=day * DAY)
    rows = await world.entities.history(world.admin, ANN, "role", Instants())
    assert [one.row.value for one in rows] == ["baker", "miller", "smith"]
    assert [one.superseded_by for one in rows[1:]] == [one.row.id for one in rows[:-1]]
    assert [one.supersedes for one in rows[:-1]] == [one.row.id for one in rows[1:]]
    assert await world.entities.history(world.admin, ANN, "shoe_size", Instants()) == []


async def test_after_a_delete_an_entity_is_gone_and_its_past_is_not(world: World) -> None:
    await world.tell("Ann", "role", "smith", type_="person", at=DAY)
    before = world.clock.now()
    assert await world.entities.delete(world.admin, ANN) == 1
    with pytest.raises(ApiError, match="no such entity"):
        await world.entities.get(world.admin, ANN, Instants())
    assert await world.entities.list_entities(world.admin, None, Instants(), 10, 0) == []
    past = await world.entities.get(world.admin, ANN, Instants(as_of=before))
    assert [one.row.value for one in past.attributes] == ["smith"]
    with pytest.raises(ApiError) as refused:
        await world.entities.delete(world.admin, ANN)
    assert refused.value.reason == "ENTITY_NOT_FOUND"


async def test_a_delete_takes_all_of_an_entity_and_nothing_of_others(world: World) -> None:
    await world.tell("Ann", "role", "smith", "a", type_="person")
    await world.say("I think Ann is a baker.", "a")
    await employ(world, "Acme", "b")
    await world.tell("Bob", "friend_name", "Ann", "a", type_="person")
    await world.tell("Bob", "role", "baker", "a", type_="person")
    turns = await world.contents()
    assert await world.entities.delete(world.admin, ANN) == 2
    assert await world.values("person", "Bob") == {"friend_name": "Ann", "role": "baker"}
    with pytest.raises(ApiError):
        await world.entities.get(world.admin, EntityRef("organisation", "Acme"), Instants())
    assert await world.contents() == turns
    state = await world.state.state(world.admin, Narrowing())
    assert not [one for one in state.unknowns if one.refs]


async def test_deleting_tells_a_hidden_entity_not_apart_from_none(world: World) -> None:
    await world.tell("Ann", "role", "smith", "a", type_="person")
    blind = world.caller("blind", dict.fromkeys(VERBS, ("b",)))
    seeing = world.caller("seeing", {**dict.fromkeys(VERBS, ("b",)), "memory:read": ("*",)})
    refusals: list[tuple[str, str]] = []
    for caller, ref in ((blind, ANN), (blind, EntityRef("person", "Nobody")), (seeing, ANN)):
        with pytest.raises(ApiError) as refused:
            await world.entities.delete(caller, ref)
        refusals.append((refused.value.reason, refused.value.message))
    assert refusals[0] == refusals[1]
    assert refusals[2][0] == "PERMISSION_DENIED"
    assert await world.values("person", "Ann") == {"role": "smith"}


async def test_an_entity_is_listed_for_who_sees_a_fact_of_it(world: World) -> None:
    await world.tell("Ann", "role", "smith", "a", type_="person")
    await employ(world, "Acme", "b")
    reader = world.caller("reader", {"memory:read": ("b",)})
    listed = await world.entities.list_entities(reader, None, Instants(), 10, 0)
    assert [one.id for one in listed] == ["entity:organisation/Acme", "entity:person/Ann"]
    assert await world.values("person", "Ann", by=reader) == {"works_at": "Acme"}
    everything = await world.entities.list_entities(world.admin, "People", Instants(), 1, 0)
    assert [one.id for one in everything] == [listed[1].id]
    assert everything[0].created_at < listed[1].created_at, "who sees less learns nothing about when it began"
    assert (await world.entities.get(reader, ANN, Instants())).entity == listed[1]
    with pytest.raises(ApiError) as refused:
        await world.entities.list_entities(world.caller("none", {}), None, Instants(), 10, 0)
    assert refused.value.reason == "PERMISSION_DENIED"


@pytest.mark.parametrize("name", ["Ann / Co", "100% yes", "naïve café", "a:b", "?q=1"])
async def test_names_resolve_plain_and_percent_encoded(world: World, name: str) -> None:
    await world.tell(name, "code", "1")
    for spelled in (name, quote(name, safe="")):
        view = await world.entities.get(world.admin, entity_ref("Project", spelled), Instants())
        assert view.entity.name == name


async def test_another_name_resolves_only_for_who_sees_it_said(world: World) -> None:
    await world.tell("Robert", "nickname", "Bob", "a", type_="person")
    await world.tell("Robert", "role", "smith", "b", type_="person")
    near = world.caller("near", {"memory:read": ("a",)})
    far = world.caller("far", {"memory:read": ("b",)})
    assert await world.values("person", "Bob", by=near) == {"nickname": "Bob"}
    with pytest.raises(ApiError):
        await world.values("person", "Bob", by=far)


@pytest.mark.parametrize("ref", ["entity:person/Ann", "ENTITY:Person/Ann", "entity:entity:person/Ann", "person:Ann"])
async def test_references_to_an_entity(world: World, ref: str) -> None:
    await world.tell("Ann", "role", "smith", type_="person")
    found = await inspected(world, ref)
    assert isinstance(found, EntityView)
    assert [one.row.value for one in found.attributes] == ["smith"]


async def test_references_to_an_attribute_by_key_and_by_row(world: World) -> None:
    await world.tell("Ann", "role", "smith", type_="person", at=DAY)
    await world.tell("Ann", "role", "baker", type_="person", at=2 * DAY)
    by_key = await inspected(world, "attribute:person/Ann/role")
    assert isinstance(by_key, AttributeView)
    assert by_key.current is not None
    assert by_key.current.row.value == "baker"
    oldest = by_key.history[-1].row
    by_row = await inspected(world, oldest.id, Instants(at_instant=DAY))
    assert isinstance(by_row, AttributeView)
    assert by_row.current is not None
    assert by_row.current.row.id == oldest.id
    assert len(by_row.history) == 2


async def test_references_to_a_relation_by_its_parts_and_by_id(world: World) -> None:
    await employ(world, "Acme / West")
    found = await inspected(world, "relation:person/Ann/works_at/company/Acme / West")
    assert isinstance(found, tuple)
    assert found[0].target is not None
    assert found[0].target.name == "Acme / West"
    again = await inspected(world, found[0].row.id)
    assert isinstance(again, tuple)
    assert again[0].row.id == found[0].row.id


async def test_a_reference_to_a_trace_is_for_who_made_it_and_who_manages_all(world: World) -> None:
    other = world.caller("other", {"memory:write": ("*",), "memory:read": ("*",)})
    made = await world.say("I live in Lisbon.", "a", by=other)
    found = await inspected(world, f"trace:{made.trace_id}")
    assert isinstance(found, TraceView)
    assert found.trace.id == made.trace_id
    assert (await world.traces.trace(other, str(made.trace_id).removeprefix("trace:"))).trace.id == made.trace_id
    with pytest.raises(ApiError) as refused:
        await world.traces.trace(world.caller("third", {"memory:read": ("*",)}), made.trace_id or "")
    assert refused.value.reason == "TRACE_NOT_FOUND"
    assert await world.traces.list_traces(world.caller("third", {}), 10, 0) == []
    assert len(await world.traces.list_traces(other, 10, 0)) == 1


@pytest.mark.parametrize(
    "ref",
    [
        "",
        "nonsense",
        "entity:",
        "entity:project",
        "planet:mars",
        "attribute:person/Ann",
        "relation:person/Ann/knows",
        "a\x00:b",
    ],
)
async def test_a_malformed_reference_is_refused_by_its_field(world: World, ref: str) -> None:
    with pytest.raises(ApiError) as refused:
        await inspected(world, ref)
    assert refused.value.fields[0][0] == "ref"


@pytest.mark.parametrize(
    ("ref", "reason"),
    [
        ("entity:planet/Mars", "ENTITY_NOT_FOUND"),
        ("attribute:person/Ann/role", "ATTRIBUTE_NOT_FOUND"),
        ("attribute:01900000-0000-7000-8000-000000000000", "ATTRIBUTE_NOT_FOUND"),
        ("relation:person/Ann/knows/person/Bob", "RELATION_NOT_FOUND"),
        ("relation:01900000-0000-7000-8000-000000000000", "RELATION_NOT_FOUND"),
        ("trace:nope", "TRACE_NOT_FOUND"),
    ],
)
async def test_a_reference_to_nothing_is_not_found_by_its_kind(world: World, ref: str, reason: str) -> None:
    with pytest.raises(ApiError) as refused:
        await inspected(world, ref)
    assert refused.value.reason == reason
