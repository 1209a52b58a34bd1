"""Relations from being named together: proposed, kept once, and gone with the texts."""

from __future__ import annotations

from typing import Any

import pytest

from memory_core.contract.errors import ApiError
from memory_core.engine.model import Assertion
from memory_core.service.caller import Caller
from memory_core.service.lifecycle.elaborate import Elaborated, ElaborationRequest
from tests.service.world import World


async def company(world: World, scope: str = "a") -> None:
    """Ines and Tariq are named together in two texts, and nothing is said of how they belong together."""
    for day in ("Monday", "Tuesday"):
        await world.say(f"Ines Falk lives in Porto and Tariq Aziz lives in Bergen, they said on {day}.", scope)


async def run(world: World, by: Caller | None = None, **asked: Any) -> list[Elaborated]:
    return await world.elaboration.elaborate(by or world.admin, ElaborationRequest(**asked))


def proposed(done: list[Elaborated]) -> set[tuple[str, str, str]]:
    return {(a.name, label, b.name) for one in done for a, label, b in one.proposed}


async def kept(world: World) -> list[Assertion]:
    rows = await world.ledger.memory.assertions(await world.visibility.gate(world.admin))
    return [row for row in rows if row.source.kind == "elaboration"]


async def test_a_dry_run_says_what_the_real_one_writes_and_a_second_one_writes_nothing(world: World) -> None:
    await company(world)
    foretold = await run(world, dry_run=True)
    assert await kept(world) == [] and sum(one.emitted for one in foretold) == 0
    done = await run(world)
    assert proposed(done) == proposed(foretold) != set()
    rows = await kept(world)
    assert len(rows) == sum(one.emitted for one in done)
    assert await run(world) == []
    assert len(await kept(world)) == len(rows)


async def test_what_is_kept_says_where_it_came_from_and_how_little_it_knows(world: World) -> None:
    await company(world)
    await run(world)
    for row in await kept(world):
        assert (row.key, row.confidence, row.source.trust) == ("related_to", 0.5, 0.5)
        assert len(row.source.derived_from) == 2 and all(one.startswith("turn:") for one in row.source.derived_from)


async def test_a_single_entity_is_looked_at_by_reference(world: World) -> None:
    await company(world)
    [done] = await run(world, entity_ref="entity:person/Tariq Aziz", dry_run=True)
    assert done.entity.name == "Tariq Aziz"
    assert done.proposed and all(one.name == "Tariq Aziz" for one, _, _ in done.proposed)
    await run(world)
    [again] = await run(world, entity_ref="person:Tariq Aziz")
    assert (again.proposed, again.emitted) == ((), 0)


@pytest.mark.parametrize(
    ("asked", "reason", "field"),
    [
        ({"entity_ref": "entity:person/nobody"}, "ENTITY_NOT_FOUND", None),
        ({"entity_ref": "nonsense"}, "INVALID_ARGUMENT", "entity_ref"),
        ({"entity_ref": "document:1"}, "INVALID_ARGUMENT", "entity_ref"),
        ({"entity_ref": "entity:person/Ines Falk", "sweep": True}, "INVALID_ARGUMENT", "sweep"),
        ({"sweep": False}, "INVALID_ARGUMENT", "entity_ref"),
    ],
)
async def test_bad_requests_name_the_field(world: World, asked: dict[str, Any], reason: str, field: str | None) -> None:
    await company(world)
    with pytest.raises(ApiError) as refused:
        await run(world, **asked)
    assert refused.value.reason == reason
    assert [name for name, _ in refused.value.fields] == ([field] if field else [])
    assert await kept(world) == []


async def test_a_budget_bounds_what_is_written(world: World) -> None:
    await company(world)
    for day in ("Monday", "Tuesday"):
        await world.say(f"Lotte Berg lives in Oslo and Noor Hadi lives in Lima, they said on {day}.", "a")
    every = proposed(await run(world, dry_run=True))
    assert len(every) > 1
    assert len(proposed(await run(world, budget=1))) == len(await kept(world)) == 1


async def test_it_reaches_as_far_as_the_caller_reads_and_writes(world: World) -> None:
    await company(world, "a")
    reader = world.caller("reader", {"memory:read": ("a",), "memory:write": ("b",)})
    assert await run(world, reader) == []
    for grants in ({"memory:read": ("*",)}, {"memory:write": ("*",)}):
        with pytest.raises(ApiError) as refused:
            await run(world, world.caller("short", grants))
        assert refused.value.reason == "PERMISSION_DENIED"
    assert await kept(world) == []


async def test_texts_of_two_scope_sets_are_not_counted_together(world: World) -> None:
    await world.say("Ines Falk lives in Porto and Tariq Aziz lives in Bergen.", "a")
    await world.say("Ines Falk lives in Porto and Tariq Aziz lives in Bergen.", "b")
    assert await run(world) == []


@pytest.mark.parametrize("purge", [False, True])
async def test_what_was_made_of_texts_goes_with_the_last_of_them(world: World, purge: bool) -> None:
    await company(world)
    await run(world)
    ids = [row.id for row in await kept(world)]
    assert ids
    await world.forget("Monday", purge=purge)
    assert [row.id for row in await kept(world)] == ids
    await world.forget("Tuesday", purge=purge)
    assert await kept(world) == []
