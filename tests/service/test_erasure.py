"""Purge and scope forget leave nothing: no row, no copy, no trace with the words, no byte in the ledger's files."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_core.contract.errors import ApiError
from memory_core.engine.model import VERBS, Trace
from memory_core.ports.errors import StoreUnavailable
from memory_core.service.forget_scope import ScopeForgotten
from tests.fakes import NOON
from tests.service.world import CONTEXT, World


def trace(world: World, text: str, *refs: str) -> Trace:
    """A question that was asked before."""
    return Trace(
        world.new_id("trace"), CONTEXT, "principal:admin", "retrieval", "query", 1, 1, query_text=text, refs=refs
    )


async def questions(world: World) -> list[str]:
    """Words of the questions that traces still hold."""
    return sorted(one.query_text for one in await world.ledger.traces.traces(CONTEXT, None, ("retrieval",), 100))


def on_disk(folder: Path, word: str) -> list[str]:
    """Files that hold a word."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    return [file.name for file in files if word.encode() in file.read_bytes()]


async def forget_scope(world: World, path: str) -> ScopeForgotten:
    """By the administrator."""
    return await world.scope_forgetting.forget(world.admin, path)


async def test_a_purge_erases_what_was_described_from_every_store(world: World, tmp_path: Path) -> None:
    said = await world.say("My locker code word is zqpurged1.", "a")
    await world.tell("locker zqpurged1", "code_word", "zqpurged1")
    await world.say("My locker code word is zqkept2.", "a")
    assert on_disk(tmp_path, "zqpurged1")
    dry = await world.forget("everything about locker zqpurged1", dry=True, purge=True)
    done = await world.forget("everything about locker zqpurged1", purge=True)
    assert done.deleted == dry.deleted == 3
    assert done.receipt is not None
    assert done.receipt.verified_at is not None
    assert done.receipt.cleared["ledger"] >= 4
    assert {"traces", "idempotency", "text", "vectors", "blobs"} <= set(done.receipt.cleared)
    assert said.turn_ids[0] in world.copies.erased
    assert on_disk(tmp_path, "zqpurged1") == []
    assert on_disk(tmp_path, "zqkept2")
    assert await world.contents() == ["My locker code word is zqkept2."]


async def test_a_purge_reaches_what_was_forgotten_or_superseded_before(world: World, tmp_path: Path) -> None:
    await world.say("My locker code word is zqpurged1.", "a")
    await world.tell("locker zqpurged1", "code_word", "zqpurged1")
    await world.tell("locker zqpurged1", "code_word", "zqpurged1b")
    await world.tell("locker zqkept2", "code_word", "zqkept2")
    await world.ledger.traces.record([trace(world, "zqpurged1")], [])
    assert (await world.forget("everything about locker zqpurged1")).deleted == 4
    assert (await world.forget("everything about locker zqpurged1", dry=True)).deleted == 0
    dry = await world.forget("everything about locker zqpurged1", dry=True, purge=True)
    assert on_disk(tmp_path, "zqpurged1")
    done = await world.forget("everything about locker zqpurged1", purge=True)
    assert done.deleted == dry.deleted == 4
    assert on_disk(tmp_path, "zqpurged1") == []
    assert await questions(world) == []
    assert await world.values("project", "locker zqkept2") == {"code_word": "zqkept2"}
    assert (await world.forget("everything about locker zqpurged1", purge=True)).deleted == 0


async def test_a_purge_reaches_what_will_be_known_later(world: World, tmp_path: Path) -> None:
    await world.tell("locker zqpurged1", "code_word", "zqlater", at=NOON * 2)
    assert (await world.forget("everything about locker zqpurged1", purge=True)).deleted == 1
    assert on_disk(tmp_path, "zqlater") == []


async def test_an_erasure_that_fails_half_way_has_given_back_what_was_superseded(world: World) -> None:
    await world.tell("Ann", "role", "smith", type_="person")
    await world.tell("Ann", "role", "baker", type_="person")

    async def fail(*_: object) -> None:
        raise StoreUnavailable("text")

    world.copies.receipt = fail  # type: ignore[method-assign]
    with pytest.raises(StoreUnavailable):
        await world.forget("role baker", purge=True)
    gate = await world.visibility.gate(world.admin)
    assert [row.value for row in await world.ledger.memory.assertions(gate, live_only=True)] == ["smith"]


async def test_a_purge_takes_questions_that_cite_or_hold_its_words_and_no_others(world: World, tmp_path: Path) -> None:
    said = await world.say("My locker code word is zqpurged1.", "a")
    await world.say("My locker code word is zqkept2.", "a")
    asked = [
        trace(world, "what is the code", *said.turn_ids),
        trace(world, "zqpurged1"),
        trace(world, "what is the locker code word"),
        trace(world, "zqkept2"),
    ]
    await world.ledger.traces.record(asked, [])
    await world.forget("everything about locker zqpurged1", purge=True)
    assert await questions(world) == ["what is the locker code word", "zqkept2"]
    assert on_disk(tmp_path, "zqpurged1") == []


async def test_a_scope_forget_erases_what_lived_there_alone_and_narrows_the_rest(world: World, tmp_path: Path) -> None:
    await world.say("My locker code word is zqann1.", "a/user/ann")
    await world.tell("locker zqboth", "code_word", "zqboth", "a/user/ann", "b")
    await world.tell("locker zqbob", "code_word", "zqbob", "a/user/bob")
    await world.ledger.traces.record([trace(world, "zqann1"), trace(world, "zqboth")], [])
    done = await forget_scope(world, "a/user/ann")
    assert (done.forgotten, done.narrowed) == (2, 1)
    assert done.receipt is not None
    assert await questions(world) == ["zqboth"]
    assert on_disk(tmp_path, "zqann1") == []
    assert await world.contents() == []
    reader = world.caller("reader", {"memory:read": ("a/*",)})
    assert await world.values("project", "locker zqbob", by=reader) == {"code_word": "zqbob"}
    with pytest.raises(ApiError):
        await world.values("project", "locker zqboth", by=reader)
    assert (await forget_scope(world, "a/user/ann")).forgotten == 0


async def test_a_scope_forget_takes_descendants_and_no_namesakes(world: World) -> None:
    await world.tell("one", "code", "1", "a/x")
    await world.tell("two", "code", "2", "b")
    assert (await forget_scope(world, "a")).forgotten == 1
    assert await world.values("project", "two") == {"code": "2"}


async def test_a_session_whose_turns_lie_in_other_scopes_keeps_them(world: World) -> None:
    await world.say("First.", "a/user/ann", session="chat")
    await world.say("Second.", "b", session="chat")
    assert (await forget_scope(world, "a/user/ann")).forgotten == 1
    assert await world.contents() == ["Second."]


@pytest.mark.parametrize(("granted", "path"), [("a", "a"), ("a/*", "b"), ("a/user/*", "a"), ("a/*", "/")])
async def test_a_scope_forget_needs_the_verb_over_all_of_the_path(world: World, granted: str, path: str) -> None:
    caller = world.caller("some", {**dict.fromkeys(VERBS, ("*",)), "memory:forget": (granted,)})
    with pytest.raises(ApiError) as refused:
        await world.scope_forgetting.forget(caller, path)
    assert refused.value.reason == "PERMISSION_DENIED"


@pytest.mark.parametrize("path", ["", "a//b", "../a", "a*"])
async def test_a_malformed_path_is_refused_by_its_field(world: World, path: str) -> None:
    with pytest.raises(ApiError) as refused:
        await forget_scope(world, path)
    assert refused.value.fields[0][0] == "path"
