"""Decay and expiry through the services: what is shown, what is changed, and how far a caller reaches."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memory_core.contract.errors import ApiError
from memory_core.engine.entities import EntityRef
from memory_core.engine.instants import Instants
from memory_core.engine.lifecycle.strength import DAY
from memory_core.engine.model import Category, Context, Instant
from memory_core.service.caller import Caller
from memory_core.service.lifecycle.sweeps import Region
from memory_core.service.remember_request import GivenTriple, Placed, RememberRequest
from memory_core.service.results import FactView
from tests.service.world import CONTEXT, World

ANN = EntityRef("person", "Ann")


async def know(
    world: World,
    key: str,
    value: str,
    category: Category = Category.CONTEXT,
    scope: str = "a",
    *,
    since: Instant | None = None,
    until: Instant | None = None,
    at: Instant | None = None,
) -> None:
    """A fact about Ann."""
    triple = GivenTriple(ANN, key, value, category=category, valid_from=since, valid_until=until)
    await world.remember.remember(world.admin, RememberRequest(Placed(((scope,),)), triples=(triple,), observed_at=at))


async def facts(world: World, instants: Instants | None = None) -> dict[str, FactView]:
    """What is believed of Ann: value -> fact."""
    view = await world.entities.get(world.admin, ANN, instants or Instants())
    return {one.row.value: one for one in view.attributes}


async def stored(world: World) -> dict[str, float]:
    """Value -> importance as it is written down."""
    rows = await world.ledger.memory.assertions(await world.visibility.gate(world.admin))
    return {row.value: row.importance for row in rows}


async def decay(world: World, by: Caller | None = None) -> int:
    return await world.sweeps.decay(await world.sweeps.region_of(by or world.admin))


async def expire(world: World, by: Caller | None = None) -> int:
    return await world.sweeps.expire(await world.sweeps.region_of(by or world.admin))


async def test_what_is_shown_fades_by_itself_and_a_run_writes_it_down_once(world: World) -> None:
    for category in Category:
        await know(world, f"key of {category}", category, category)
    assert {value: one.importance for value, one in (await facts(world)).items()} == pytest.approx(
        {"identity": 1.0, "knowledge": 0.8, "context": 0.5}
    )
    assert await decay(world) == 0
    world.clock.advance(timedelta(days=10))
    faded = {value: one.importance for value, one in (await facts(world)).items()}
    assert faded == pytest.approx({"identity": 1.0, "knowledge": 0.8 * 0.995**10, "context": 0.5 * 0.95**10})
    assert await decay(world) == 2
    assert await stored(world) == pytest.approx(faded, abs=0.001)
    assert await decay(world) == 0
    assert {value: one.importance for value, one in (await facts(world)).items()} == pytest.approx(faded)


async def test_a_question_about_the_past_sees_how_much_it_mattered_then(world: World) -> None:
    await know(world, "mood", "fine")
    then = world.clock.now()
    world.clock.advance(timedelta(days=30))
    assert (await facts(world))["fine"].importance < 0.2
    assert (await facts(world, Instants(as_of=then)))["fine"].importance == pytest.approx(0.5)


async def test_uses_and_repeats_keep_a_fact_from_fading_and_change_no_belief(world: World) -> None:
    for value in ("fine", "calm"):
        await know(world, f"mood {value}", value)
    world.clock.advance(timedelta(days=30))
    view = (await facts(world))["fine"]
    world.uses.note([view.row.id, view.row.id], world.clock.now())
    await world.uses.close()
    await know(world, "mood calm", "calm")
    shown = await facts(world)
    assert shown["fine"].importance == pytest.approx(0.5 * 1.1**2)
    assert shown["calm"].importance == pytest.approx(0.5 * 1.1)
    assert (shown["fine"].evidence, shown["calm"].evidence) == (1, 2)


async def test_uses_of_what_was_purged_are_not_remembered(world: World) -> None:
    await know(world, "mood", "zqfine")
    row = (await facts(world))["zqfine"].row
    world.uses.note([row.id], world.clock.now())
    await world.forget("zqfine", purge=True)
    assert await world.ledger.upkeep.note_uses({row.id: (1, world.clock.now())}) == 0
    await world.uses.close()
    assert await world.ledger.memory.derived_from(CONTEXT, [row.id]) == []


async def test_a_sweep_changes_only_what_lies_in_memory_write_with_every_clause(world: World) -> None:
    await know(world, "mood", "mine", scope="a/x")
    await know(world, "mood", "theirs", scope="b")
    both = GivenTriple(ANN, "state of mind", "shared", category=Category.CONTEXT)
    await world.remember.remember(world.admin, RememberRequest(Placed((("a/x",), ("b",))), triples=(both,)))
    world.clock.advance(timedelta(days=30))
    writer = world.caller("writer", {"memory:write": ("a/*",), "memory:read": ("*",)})
    assert await decay(world, writer) == 1
    assert (await stored(world))["mine"] < 0.2
    assert await decay(world) == 2


@pytest.mark.parametrize("grants", [{}, {"memory:read": ("*",), "memory:forget": ("*",)}])
async def test_without_memory_write_a_sweep_is_refused(world: World, grants: dict[str, tuple[str, ...]]) -> None:
    with pytest.raises(ApiError) as refused:
        await world.sweeps.region_of(world.caller("reader", grants))
    assert refused.value.reason == "PERMISSION_DENIED"


async def test_context_that_ended_is_gone_from_every_surface_and_stays_in_the_past(world: World) -> None:
    end = world.clock.now() + 5 * DAY
    await know(world, "mood", "zqfine", until=end)
    before = world.clock.now()
    assert await expire(world) == 0
    world.clock.advance(timedelta(days=6))
    assert await expire(world) == 1
    assert await expire(world) == 0
    gate = await world.visibility.gate(world.admin)
    assert await world.ledger.memory.assertions(gate) == []
    assert await world.ledger.memory.search_words(gate, ["zqfine"], 10) == []
    with pytest.raises(ApiError):
        await facts(world)
    assert list(await facts(world, Instants(as_of=before))) == ["zqfine"]


async def test_knowledge_that_ended_leaves_the_offer_and_answers_about_its_time(world: World) -> None:
    now = world.clock.now()
    await know(world, "employer", "Acme", Category.KNOWLEDGE, since=now - 100 * DAY, until=now + DAY)
    gate = await world.visibility.gate(world.admin)
    assert len(await world.ledger.memory.assertions(gate, live_only=True)) == 1
    world.clock.advance(timedelta(days=2))
    assert (await expire(world), await expire(world)) == (1, 0)
    gate = await world.visibility.gate(world.admin)
    assert await world.ledger.memory.assertions(gate, live_only=True) == []
    assert list(await facts(world, Instants(at_instant=now))) == ["Acme"]


async def test_without_memory_forget_nothing_is_retired(world: World) -> None:
    await know(world, "mood", "fine", until=world.clock.now() + DAY)
    world.clock.advance(timedelta(days=2))
    writer = world.caller("writer", {"memory:write": ("*",)})
    assert await expire(world, writer) == 1
    gate = await world.visibility.gate(world.admin)
    assert len(await world.ledger.memory.assertions(gate)) == 1
    half = world.caller("half", {"memory:write": ("*",), "memory:forget": ("b",)})
    assert await expire(world, half) == 0
    assert await expire(world) == 1


@pytest.mark.parametrize(
    ("config", "left"),
    [
        ({"lifecycle": {"context_ttl_days": 7}}, ["used", "known"]),
        ({"lifecycle": {"context_ttl_days": 0}}, ["old", "used", "known"]),
        ({"lifecycle": {"context_ttl_days": "7"}}, ["old", "used", "known"]),
        ({"lifecycle": {"context_ttl_days": -1}}, ["old", "used", "known"]),
        ({"lifecycle": "7"}, ["old", "used", "known"]),
        ({}, ["old", "used", "known"]),
    ],
)
async def test_a_context_may_bound_the_life_of_context_and_a_malformed_bound_is_none(
    world: World, config: dict[str, object], left: list[str]
) -> None:
    for value in ("old", "used"):
        await know(world, f"mood {value}", value)
    await know(world, "desk", "known", Category.KNOWLEDGE)
    world.clock.advance(timedelta(days=8))
    world.uses.note([(await facts(world))["used"].row.id], world.clock.now())
    await world.sweeps.expire(Region(Context(CONTEXT, 0, config)))
    await world.uses.close()
    assert set(await facts(world)) == set(left)


async def test_sweeps_go_over_many_pages(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory_core.service.lifecycle.walk.PAGE", 3)
    monkeypatch.setattr("memory_core.service.lifecycle.walk.STEP", 2)
    for number in range(10):
        await know(world, f"mood {number}", str(number), until=world.clock.now() + DAY)
    world.clock.advance(timedelta(days=2))
    assert await decay(world) == 10
    assert await expire(world) == 10
    assert await expire(world) == 0
