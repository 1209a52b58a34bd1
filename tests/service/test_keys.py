"""Keys only ever narrow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

import pytest

from memory_core.contract.errors import ApiError, Reason
from memory_core.ports.errors import AlreadyExists
from memory_core.service.keys import KeyWish
from tests.service.access_world import CONTEXT, EVERYTHING, AccessWorld, over
from tests.service.world import TickingClock

Wanted = Mapping[str, Sequence[str]]


async def test_a_key_without_grants_has_all_of_the_one_that_asks_and_an_empty_one_nothing(doors: AccessWorld) -> None:
    boss = await doors.caller((await doors.person("Boss", over("org/a/*"))).secret)
    whole = await doors.keys.mint(boss, KeyWish("whole"))
    none = await doors.keys.mint(boss, KeyWish("none", grants={}))
    narrow = await doors.keys.mint(boss, KeyWish("narrow", grants={"memory:write": ["org/a/x"]}))
    child = await doors.keys.mint(await doors.caller(narrow.secret), KeyWish("child"))
    assert (await doors.caller(whole.secret)).grants == boss.grants
    assert (await doors.caller(none.secret)).grants == {}
    assert (await doors.caller(child.secret)).grants == {"memory:write": ("org/a/x",)}


@pytest.mark.parametrize(
    "wanted",
    [
        {"memory:read": ["org/b"]},
        {"memory:read": ["*"]},
        {"memory:read": ["org/*"]},
        {"memory:read": ["org/ab"]},
        {"memory:read": ["org/a", "org/b"]},
    ],
)
async def test_no_key_conveys_more_than_the_one_that_asks(doors: AccessWorld, wanted: Wanted) -> None:
    ann = await doors.person("Ann", over("org/a/*"))
    caller = await doors.caller(ann.secret)
    for act in (
        lambda: doors.keys.mint(caller, KeyWish("wide", grants=wanted)),
        lambda: doors.contexts.mint(CONTEXT, ann.principal.id, KeyWish("wide", grants=wanted)),
    ):
        with pytest.raises(ApiError) as refused:
            await act()
        assert (refused.value.reason, refused.value.fields[0][0]) == (Reason.GRANT_EXCEEDED, "grants")
    assert [key.name for key in await doors.keys.own(caller)] == ["Ann"]


@pytest.mark.parametrize(
    "wanted", [{"memory:fly": ["a"]}, {"memory:read": ["a/*/b"]}, {"memory:read": ["a//b"]}, {"memory:read": ["a*"]}]
)
async def test_malformed_grants_are_named(doors: AccessWorld, wanted: Wanted) -> None:
    boss = await doors.call("Boss", EVERYTHING)
    with pytest.raises(ApiError) as refused:
        await doors.keys.mint(boss, KeyWish("bad", grants=wanted))
    assert (refused.value.reason, refused.value.fields[0][0]) == (Reason.INVALID_ARGUMENT, "grants")


async def test_a_key_minted_in_anothers_name_has_what_both_may_do(doors: AccessWorld) -> None:
    one, two = await doors.person("One", over("org/a/*")), await doors.person("Two", over("org/a/x"))
    minted = await doors.keys.mint(await doors.caller(one.secret, two.principal.id), KeyWish("both"))
    caller = await doors.caller(minted.secret)
    assert (caller.principal.id, caller.patterns("memory:read")) == (one.principal.id, ("org/a/x",))


async def test_a_narrow_key_can_neither_rotate_nor_end_a_wider_one(doors: AccessWorld) -> None:
    boss = await doors.caller((await doors.person("Boss", EVERYTHING)).secret)
    narrow = await doors.caller((await doors.keys.mint(boss, KeyWish("narrow", grants={"memory:read": ["a"]}))).secret)
    for act in (lambda: doors.keys.rotate(narrow, "Boss", None), lambda: doors.keys.revoke(narrow, "Boss")):
        with pytest.raises(ApiError) as refused:
            await act()
        assert refused.value.reason is Reason.GRANT_EXCEEDED
    again = await doors.keys.rotate(narrow, "narrow", None)
    assert (await doors.caller(again.secret)).grants == {"memory:read": ("a",)}


async def test_a_key_lives_no_longer_than_the_one_that_asks(doors: AccessWorld) -> None:
    ann = await doors.person("Ann", EVERYTHING)
    short = await doors.contexts.mint(CONTEXT, ann.principal.id, KeyWish("short", ttl_seconds=60))
    caller = await doors.caller(short.secret)
    child = await doors.keys.mint(caller, KeyWish("child"))
    assert child.key.valid_until == short.key.valid_until
    assert (await doors.keys.rotate(caller, "Ann", None)).key.valid_until == short.key.valid_until
    for act in (
        lambda: doors.keys.mint(caller, KeyWish("late", ttl_seconds=61)),
        lambda: doors.keys.rotate(caller, "child", 3600),
    ):
        with pytest.raises(ApiError) as refused:
            await act()
        assert (refused.value.reason, refused.value.fields[0][0]) == (Reason.GRANT_EXCEEDED, "ttl_seconds")


async def test_rotation_ends_the_old_secret_and_keeps_the_grants(doors: AccessWorld) -> None:
    boss = await doors.caller((await doors.person("Boss", EVERYTHING)).secret)
    old = await doors.keys.mint(boss, KeyWish("turn", grants={"memory:read": ["a"]}, ttl_seconds=60))
    new = await doors.keys.rotate(boss, "turn", None)
    assert not await doors.works(old.secret)
    assert (await doors.caller(new.secret)).grants == {"memory:read": ("a",)}
    assert (new.key.id, new.key.valid_until) == (old.key.id, old.key.valid_until)


async def test_a_name_is_taken_while_its_key_lives(doors: AccessWorld, ticking: TickingClock) -> None:
    boss = await doors.caller((await doors.person("Boss", EVERYTHING)).secret)
    first = await doors.keys.mint(boss, KeyWish("twice", ttl_seconds=5))
    with pytest.raises(AlreadyExists):
        await doors.keys.mint(boss, KeyWish("twice"))
    ticking.advance(timedelta(seconds=6))
    assert [key.name for key in await doors.keys.own(boss)] == ["Boss"]
    second = await doors.keys.mint(boss, KeyWish("twice"))
    assert not await doors.works(first.secret)
    assert await doors.works(second.secret)


async def test_a_key_ends_at_its_instant_and_not_before(doors: AccessWorld, ticking: TickingClock) -> None:
    ann = await doors.person("Ann", EVERYTHING)
    minted = await doors.contexts.mint(CONTEXT, ann.principal.id, KeyWish("short", ttl_seconds=3))
    assert minted.key.valid_until is not None
    ticking.advance(timedelta(microseconds=minted.key.valid_until - ticking.now() - 3))
    assert await doors.works(minted.secret)
    ticking.advance(timedelta(microseconds=10))
    assert not await doors.works(minted.secret)


async def test_one_sees_and_ends_only_the_keys_of_ones_own_principal(doors: AccessWorld) -> None:
    boss, ann = (
        await doors.caller((await doors.person("Boss", EVERYTHING)).secret),
        await doors.person("Ann", EVERYTHING),
    )
    assert [key.name for key in await doors.keys.own(boss)] == ["Boss"]
    for act in (lambda: doors.keys.revoke(boss, "Ann"), lambda: doors.keys.rotate(boss, "Ann", None)):
        with pytest.raises(ApiError) as refused:
            await act()
        assert refused.value.reason is Reason.KEY_NOT_FOUND
    assert await doors.works(ann.secret)


async def test_nobody_gets_a_key_of_the_system(doors: AccessWorld) -> None:
    with pytest.raises(ApiError) as refused:
        await doors.contexts.mint(CONTEXT, "principal:system", KeyWish("sly"))
    assert refused.value.reason is Reason.PRINCIPAL_IMMUTABLE


async def test_no_secret_is_kept(doors: AccessWorld) -> None:
    ann = await doors.person("Ann", EVERYTHING)
    (key,) = await doors.contexts.keys(CONTEXT, ann.principal.id)
    assert key.secret_hash == doors.hasher.digest(ann.secret)
    assert ann.secret not in repr(key)
