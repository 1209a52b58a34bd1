"""Forgetting by description hits what was described, all of it, and nothing else."""

from __future__ import annotations

import pytest

from memory_core.contract.errors import ApiError
from memory_core.engine.model import VERBS
from memory_core.service.remember_request import Infer
from tests.service.world import World


async def test_an_entity_described_by_its_name_loses_its_facts_and_the_turns_that_hold_its_words(world: World) -> None:
    await world.say("My locker code word is zq1.", "a")
    await world.tell("locker zq1", "code_word", "zq1")
    await world.say("My locker code word is zq2.", "a")
    await world.tell("locker zq2", "code_word", "zq2")
    dry = await world.forget("everything about locker zq1", dry=True)
    assert await world.values("project", "locker zq1") == {"code_word": "zq1"}
    done = await world.forget("everything about locker zq1")
    assert done.deleted == dry.deleted == 3
    with pytest.raises(ApiError, match="no such entity"):
        await world.values("project", "locker zq1")
    assert await world.values("project", "locker zq2") == {"code_word": "zq2"}
    assert await world.contents() == ["My locker code word is zq2."]
    assert (await world.forget("everything about locker zq1")).deleted == 0


async def test_a_key_and_a_value_hit_that_fact_in_every_scope_set_and_every_row_of_it(world: World) -> None:
    for scope in ("a", "b"):
        await world.tell("Ann", "role", "smith", scope, type_="person")
        await world.tell("Ann", "role", "baker", scope, type_="person")
        await world.tell("Ann", "city", "smith", scope, type_="person")
    assert (await world.forget("role smith")).deleted == 2
    assert await world.values("person", "Ann") == {"role": "baker", "city": "smith"}


async def test_what_a_forgotten_fact_had_superseded_is_believed_and_on_offer_again(world: World) -> None:
    await world.tell("Ann", "role", "smith", type_="person")
    await world.tell("Ann", "role", "baker", type_="person")
    await world.forget("role baker")
    assert await world.values("person", "Ann") == {"role": "smith"}
    gate = await world.visibility.gate(world.admin)
    [row] = await world.ledger.memory.assertions(gate, live_only=True)
    assert row.value == "smith"


async def test_a_synonym_of_a_key_is_read(world: World) -> None:
    await world.tell("Ann", "job", "smith", type_="person")
    assert (await world.forget("what I told you about Ann's job")).deleted == 1


@pytest.mark.parametrize(
    "description", ["everything about locker zq9", "blue locker zq1", "everything", "forget it all"]
)
async def test_a_description_of_which_a_word_is_not_met_hits_nothing(world: World, description: str) -> None:
    await world.say("My locker code word is zq1.", "a")
    await world.tell("locker zq1", "code_word", "zq1")
    assert (await world.forget(description)).deleted == 0


async def test_a_word_inside_another_word_is_not_met(world: World) -> None:
    await world.tell("party", "colour", "blue")
    assert (await world.forget("everything about art")).deleted == 0


async def test_the_turn_that_states_a_forgotten_fact_goes_though_it_does_not_name_the_key(world: World) -> None:
    await world.say("I live in Lisbon.", "a/user/ann")
    assert (await world.forget("Ann's city Lisbon")).deleted == 2
    assert await world.contents() == []


async def test_my_key_means_the_speakers_own_fact(world: World) -> None:
    await world.tell("admin", "phone", "1", type_="person")
    await world.tell("Bob", "phone", "2", type_="person")
    assert (await world.forget("my phone number")).deleted == 1
    assert await world.values("person", "Bob") == {"phone": "2"}


async def test_all_of_many_facts_are_forgotten(world: World) -> None:
    for number in range(250):
        await world.tell("Atlas", f"note_{number}", f"word{number}")
    assert (await world.forget("everything about Atlas")).deleted == 250
    assert (await world.forget("everything about Atlas", dry=True)).deleted == 0


async def test_standing_requests_are_forgotten_by_their_words(world: World) -> None:
    await world.say("Always answer in bullet points.", "a", infer=Infer.FULL)
    await world.forget("bullet points")
    gate = await world.visibility.gate(world.admin)
    assert await world.ledger.memory.instructions(gate) == []


async def test_what_memory_forget_does_not_cover_stays_and_what_spans_regions_is_narrowed(world: World) -> None:
    keeper = world.caller("keeper", {**dict.fromkeys(VERBS, ("*",)), "memory:forget": ("b",)})
    await world.tell("locker", "near", "zq1", "a")
    await world.tell("locker", "far", "zq2", "b")
    await world.tell("locker", "both", "zq3", "a", "b")
    assert (await world.forget("everything about locker", by=keeper, dry=True)).deleted == 2
    assert (await world.forget("everything about locker", by=keeper)).deleted == 2
    assert await world.values("project", "locker") == {"near": "zq1", "both": "zq3"}
    reader = world.caller("reader", {"memory:read": ("b",)})
    with pytest.raises(ApiError, match="no such entity"):
        await world.values("project", "locker", by=reader)


async def test_who_sees_nothing_forgets_nothing_and_who_has_no_verb_is_refused(world: World) -> None:
    await world.tell("locker", "near", "zq1", "a")
    blind = world.caller("blind", {"memory:forget": ("*",)})
    assert (await world.forget("everything about locker", by=blind)).deleted == 0
    with pytest.raises(ApiError) as refused:
        await world.forget("everything about locker", by=world.caller("reader", {"memory:read": ("*",)}))
    assert refused.value.reason == "PERMISSION_DENIED"


async def test_a_blank_description_is_refused_by_its_field(world: World) -> None:
    with pytest.raises(ApiError) as refused:
        await world.forget(" \t")
    assert refused.value.fields[0][0] == "query"


async def test_what_is_described_in_the_first_person_leaves_what_others_share_with_the_speaker(world: World) -> None:
    await world.say("I like hiking.", "a")
    await world.say("Bob Stone likes hiking.", "a")
    await world.tell("Zed", "likes", "hiking", "a", type_="person")
    dry = await world.forget("I like hiking", dry=True)
    done = await world.forget("I like hiking")
    assert done.deleted == dry.deleted > 0
    assert await world.contents() == ["Bob Stone likes hiking."]
    assert await world.values("person", "Zed") == {"likes": "hiking"}


async def test_my_relatives_are_described_by_what_they_are_to_me(world: World) -> None:
    await world.say("My sister Ana lives in Porto.", "a")
    await world.tell("Carl Wood", "city", "Porto", "a", type_="person")
    assert (await world.forget("my sister lives in Porto")).deleted > 0
    assert await world.contents() == []
    assert await world.values("person", "Carl Wood") == {"city": "Porto"}
