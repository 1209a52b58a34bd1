"""State, profile and sessions: what a caller is shown of what is believed."""

from __future__ import annotations

import pytest

from memory_core.contract.errors import ApiError
from memory_core.engine.entities import EntityRef
from memory_core.engine.model import VERBS, Category
from memory_core.service.remember_request import GivenTriple, Infer, Placed, RememberRequest
from memory_core.service.state import Narrowing
from tests.service.world import World


async def know(
    world: World, name: str, key: str, value: str, category: Category, scope: str = "a", label: str = ""
) -> None:
    """A fact about a person."""
    triple = GivenTriple(EntityRef("person", name), key, value, category=category)
    place = Placed(((scope,),), labels=(label,) if label else ())
    await world.remember.remember(world.admin, RememberRequest(place, triples=(triple,)))


async def test_state_shows_each_fact_in_its_category_and_only_what_is_believed(world: World) -> None:
    await know(world, "Ann", "role", "smith", Category.IDENTITY)
    await know(world, "Ann", "role", "baker", Category.IDENTITY)
    await know(world, "Ann", "desk", "7", Category.KNOWLEDGE)
    await know(world, "Ann", "mood", "fine", Category.CONTEXT)
    await world.say("Always answer in bullet points.", "a")
    state = await world.state.state(world.admin, Narrowing())
    shown = {
        name: [one.row.value for one in getattr(state, name).attributes]
        for name in ("identity", "knowledge", "context")
    }
    assert shown == {"identity": ["baker"], "knowledge": ["7"], "context": ["fine"]}
    assert len(state.instructions) == 1
    assert [one.name for one in state.identity.entities] == ["Ann"]


async def test_state_is_narrowed_by_grants_lens_and_labels(world: World) -> None:
    await know(world, "Ann", "likes", "tea", Category.IDENTITY, "a", "team=blue")
    await know(world, "Ann", "likes", "jam", Category.IDENTITY, "b")

    async def likes(asked: Narrowing, reader: str = "*") -> set[str]:
        caller = world.caller("reader", {"memory:read": (reader,)})
        return {one.row.value for one in (await world.state.state(caller, asked)).identity.attributes}

    assert await likes(Narrowing()) == {"tea", "jam"}
    assert await likes(Narrowing(), "b") == {"jam"}
    assert await likes(Narrowing(lens=(("b",),))) == {"jam"}
    assert await likes(Narrowing(labels=("team=blue",))) == {"tea"}
    with pytest.raises(ApiError) as refused:
        await world.state.state(world.caller("none", {}), Narrowing())
    assert refused.value.reason == "PERMISSION_DENIED"


async def test_a_label_narrows_what_is_shown_and_not_what_is_believed(world: World) -> None:
    await know(world, "Ann", "role", "smith", Category.IDENTITY, "a", "team=blue")
    await know(world, "Ann", "role", "baker", Category.IDENTITY, "a")
    state = await world.state.state(world.admin, Narrowing(labels=("team=blue",)))
    assert state.identity.attributes == ()


async def test_a_profile_is_that_of_the_user_whom_the_scopes_name(world: World) -> None:
    await know(world, "ann", "role", "smith", Category.IDENTITY, "a/user/ann")
    await know(world, "ann", "likes", "tea", Category.IDENTITY, "a/user/ann")
    await know(world, "ann", "mood", "fine", Category.CONTEXT, "a/user/ann")
    await know(world, "bob", "role", "baker", Category.IDENTITY, "a/user/ann")
    ann = world.caller("agent", dict.fromkeys(VERBS, ("a/user/ann",)))
    profile = await world.state.profile(ann, Narrowing())
    assert [one.row.value for one in profile.static] == ["smith"]
    assert [one.row.value for one in profile.preferences] == ["tea"]
    assert [one.row.value for one in profile.dynamic] == ["fine"]
    everybody = await world.state.profile(world.admin, Narrowing())
    assert {one.row.value for one in everybody.static} == {"smith", "baker"}


async def test_a_session_is_listed_for_who_covers_it_and_gone_after_its_delete(world: World) -> None:
    opened = await world.sessions.create(world.admin, (("a/x",),), {"topic": "tea"})
    assert opened.clauses == (("a/x",),)
    await world.say("I live in Lisbon.", session=opened.session.id)
    reader = world.caller("reader", {"memory:read": ("a/*",)})
    assert len(await world.sessions.turns(reader, opened.session.id, 10, 0)) == 1
    stranger = world.caller("stranger", {"memory:read": ("b",), "memory:forget": ("b",)})
    for call in (
        world.sessions.turns(stranger, opened.session.id, 10, 0),
        world.sessions.delete(stranger, opened.session.id),
    ):
        with pytest.raises(ApiError) as refused:
            await call
        assert refused.value.reason == "SESSION_NOT_FOUND"
    assert await world.sessions.delete(world.admin, opened.session.id) == 2
    assert await world.contents() == []
    assert await world.entities.list_entities(world.admin, None, Narrowing().instants, 10, 0) == []
    with pytest.raises(ApiError):
        await world.sessions.turns(world.admin, opened.session.id, 10, 0)


async def test_a_session_delete_needs_memory_forget_over_its_scopes(world: World) -> None:
    await world.say("I live in Lisbon.", "a", session="chat", infer=Infer.NONE)
    seeing = world.caller("seeing", {"memory:read": ("*",), "memory:forget": ("b",)})
    reader = world.caller("reader", {"memory:read": ("*",)})
    for caller in (seeing, reader):
        with pytest.raises(ApiError) as refused:
            await world.sessions.delete(caller, "chat")
        assert refused.value.reason == "PERMISSION_DENIED"
    assert await world.contents() == ["I live in Lisbon."]


async def test_a_deleted_session_that_is_written_to_again_shows_its_new_turns_alone(world: World) -> None:
    await world.say("I live in Lisbon.", "a/x", session="chat")
    assert await world.sessions.delete(world.admin, "chat") == 2
    await world.say("I play chess.", "b", session="chat", infer=Infer.NONE)
    turns = await world.sessions.turns(world.admin, "chat", 10, 0)
    assert [(one.content, one.seq) for one in turns] == [("I play chess.", 1)]
    formerly = world.caller("formerly", {"memory:read": ("a/*",)})
    with pytest.raises(ApiError):
        await world.sessions.turns(formerly, "chat", 10, 0)
    assert await world.sessions.delete(world.admin, "chat") == 1
