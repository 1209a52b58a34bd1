"""Observations through the services: made once, shown in place of their tellings, and gone with them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memory_core.contract.errors import ApiError
from memory_core.engine.entities import EntityRef
from memory_core.engine.instants import Instants
from memory_core.service.caller import Caller
from memory_core.service.lifecycle.consolidate import Consolidated, ConsolidationRequest
from memory_core.service.results import FactView
from tests.service.world import CONTEXT, World

ANN = EntityRef("person", "Ann")


async def likes(world: World, *values: str, scope: str = "a") -> None:
    """What Ann likes, told one after the other."""
    for value in values:
        await world.tell("Ann", "likes", value, scope, type_="person")


async def run(world: World, by: Caller | None = None, *, dry: bool = False) -> Consolidated:
    return await world.consolidation.consolidate(by or world.admin, ConsolidationRequest(dry_run=dry))


def told(done: Consolidated) -> list[tuple[str, str, str, int]]:
    return sorted((one.kind, entity.name, one.row.value, one.proof_count) for entity, one in done.made)


async def facts(world: World, *, by: Caller | None = None, at: Instants | None = None) -> list[FactView]:
    """What is believed of Ann."""
    view = await world.entities.get(by or world.admin, ANN, at or Instants())
    return [*view.attributes, *view.relations]


async def shown(world: World, *, by: Caller | None = None) -> list[tuple[str, int]]:
    return sorted((one.row.value, one.evidence) for one in await facts(world, by=by))


async def test_a_dry_run_says_what_the_real_one_does_and_a_second_one_does_nothing(world: World) -> None:
    await likes(world, "hiking", "to hike", "Hiking!", "tea")
    before = await shown(world)
    foretold = await run(world, dry=True)
    assert await shown(world) == before
    done = await run(world)
    assert told(foretold) == told(done) == [("create", "Ann", "hiking", 3)]
    assert await shown(world) == [("hiking", 3), ("tea", 1)]
    assert told(await run(world)) == []
    await likes(world, "hiking")
    assert told(await run(world)) == [("update", "Ann", "hiking", 4)]
    assert await shown(world) == [("hiking", 4), ("tea", 1)]


async def test_links_go_both_ways_and_history_keeps_every_telling(world: World) -> None:
    await likes(world, "hiking", "to hike")
    originals = {one.row.id for one in await facts(world)}
    await run(world)
    [seen] = await facts(world)
    assert (seen.row.source.kind, set(seen.row.source.derived_from)) == ("consolidation", originals)
    for one in originals:
        assert [row.id for row in await world.ledger.memory.derived_from(CONTEXT, [one])] == [seen.row.id]  # type: ignore[union-attr]
    history = await world.entities.history(world.admin, ANN, "likes", Instants())
    assert {one.row.id for one in history} == originals


async def test_the_same_in_two_scope_sets_stays_apart(world: World) -> None:
    await likes(world, "hiking", scope="a")
    await likes(world, "to hike", scope="b")
    assert told(await run(world)) == []
    await likes(world, "hike", scope="b")
    assert told(await run(world)) == [("create", "Ann", "to hike", 2)]
    reader = world.caller("reader", {"memory:read": ("a",)})
    assert await shown(world, by=reader) == [("hiking", 1)]


async def test_it_reaches_as_far_as_the_caller_reads_and_writes(world: World) -> None:
    await likes(world, "hiking", "to hike", scope="a/x")
    await likes(world, "tea", "Tea!", scope="b")
    both = world.caller("half", {"memory:read": ("a/*", "b"), "memory:write": ("a/*",)})
    assert [value for _, _, value, _ in told(await run(world, both))] == ["hiking"]
    blind = world.caller("blind", {"memory:read": ("a",), "memory:write": ("*",)})
    assert told(await run(world, blind)) == []
    assert [value for _, _, value, _ in told(await run(world))] == ["tea"]


@pytest.mark.parametrize("verbs", [(), ("memory:read",), ("memory:write",), ("memory:read", "memory:forget")])
async def test_without_reading_and_writing_it_is_refused(world: World, verbs: tuple[str, ...]) -> None:
    with pytest.raises(ApiError) as refused:
        await run(world, world.caller("short", dict.fromkeys(verbs, ("*",))))
    assert refused.value.reason == "PERMISSION_DENIED"


async def test_limits_leave_the_rest_for_another_run(world: World) -> None:
    await likes(world, "tea", "Tea!", "jam", "jams")
    asked = ConsolidationRequest(observations=1)
    first = await world.consolidation.consolidate(world.admin, asked)
    second = await world.consolidation.consolidate(world.admin, asked)
    third = await world.consolidation.consolidate(world.admin, asked)
    assert [len(one.made) for one in (first, second, third)] == [1, 1, 0]
    assert await shown(world) == [("jam", 2), ("tea", 2)]


@pytest.mark.parametrize("purge", [False, True])
async def test_forgetting_one_telling_takes_the_observation_and_leaves_the_other_tellings(
    world: World, purge: bool
) -> None:
    await likes(world, "zqhiking", "to zqhike", "zqhike")
    await run(world)
    await world.forget("to zqhike" if purge else "zqhike", purge=purge)
    left = [value for value, _ in await shown(world)]
    assert left and not any(value == "zqhike" for value in left)
    rows = await world.ledger.memory.assertions(await world.visibility.gate(world.admin))
    assert not [row for row in rows if row.source.kind == "consolidation"]


@pytest.mark.parametrize("how", ["forget", "purge", "entity", "scope"])
async def test_nothing_outlives_its_tellings(world: World, how: str) -> None:
    await likes(world, "zqtea", "Zqtea!")
    [[_, made]] = (await run(world)).made
    await likes(world, "zqtea")
    await run(world)
    match how:
        case "entity":
            await world.entities.delete(world.admin, ANN)
        case "scope":
            await world.scope_forgetting.forget(world.admin, "a")
        case _:
            await world.forget("zqtea", purge=how == "purge")
    gate = replace(await world.visibility.gate(world.admin), now=False)
    left = await world.ledger.memory.assertions(gate, ids=[made.row.id])
    assert all(row.retired_at is not None for row in left)
    if how in ("purge", "scope"):
        words = await world.ledger.memory.search_words(gate, ["zqtea"], 10)
        assert left == [] and words == []


async def test_a_deleted_session_takes_what_was_summed_up_from_it(world: World) -> None:
    told_ = await world.say("I like hiking.", "a/user/ann", session="one")
    assert told_.taken[0].summary.attributes or told_.taken[0].summary.relations
    await world.say("I like to hike.", "a/user/ann", session="two")
    done = await run(world)
    await world.sessions.delete(world.admin, "one")
    gate = await world.visibility.gate(world.admin)
    rows = await world.ledger.memory.assertions(gate)
    assert not [row for row in rows if row.source.kind == "consolidation"]
    assert len(done.made) <= 1 and rows


async def test_a_session_sees_its_own_words_and_not_those_of_another(world: World) -> None:
    await likes(world, "hiking", "to hike")
    await run(world)
    gate = await world.visibility.gate(world.admin)
    rows = await world.ledger.memory.assertions(gate)
    session = next(row.source.session_id for row in rows if row.source.kind == "triple")
    assert session is not None
    narrowed = replace(gate, session_id=session)
    mine = await world.ledger.memory.assertions(narrowed)
    views = await world.beliefs.of(narrowed, mine, Instants(), world.clock.now())
    assert views and all(one.row.source.kind == "triple" for one in views)


async def test_an_observation_is_found_by_the_id_of_any_of_its_tellings(world: World) -> None:
    await likes(world, "hiking", "to hike")
    rows = await world.ledger.memory.assertions(await world.visibility.gate(world.admin))
    await run(world)
    gate = await world.visibility.gate(world.admin)
    for row in rows:
        [view] = await world.beliefs.of(gate, [row], Instants(), world.clock.now())
        assert view.row.source.kind == "consolidation" and row.id in view.stands_for


async def test_what_comes_after_is_reconciled_as_if_there_were_no_observation(world: World) -> None:
    await world.tell("Ann", "role", "baker", type_="person")
    await world.tell("Ann", "role", "Baker.", type_="person")
    await run(world)
    answer = await world.tell("Ann", "role", "smith", type_="person")
    assert [(one.old, one.new) for one in answer.taken[0].summary.corrections] == [("Baker.", "smith")]
    assert await world.values("person", "Ann") == {"role": "smith"}
