"""Granting and taking away, and who may look."""

from __future__ import annotations

import asyncio

import pytest

from memory_core.contract.errors import ApiError, Reason
from memory_core.service.caller import Caller
from tests.service.access_world import CONTEXT, EVERYTHING, AccessWorld, over


@pytest.fixture
async def keeper(doors: AccessWorld) -> Caller:
    """Manages grants within org/a, reads there, writes at org/a/x."""
    grants = {"grant:manage": ["org/a/*"], "memory:read": ["org/a/*"], "memory:write": ["org/a/x"]}
    return await doors.call("Keeper", grants)


@pytest.fixture
async def friend(doors: AccessWorld) -> str:
    """Somebody who reads org/b."""
    return (await doors.person("Friend", {"memory:read": ["org/b"]})).principal.id


@pytest.mark.parametrize(
    ("pattern", "verb"),
    [
        ("org/b", "memory:read"),
        ("org/ab", "memory:read"),
        ("*", "memory:read"),
        ("org/*", "memory:read"),
        ("org/a", "memory:write"),
        ("org/a/x/*", "memory:write"),
        ("org/a/x", "memory:forget"),
    ],
)
async def test_a_grant_conveys_no_more_than_its_giver_has(
    doors: AccessWorld, keeper: Caller, friend: str, pattern: str, verb: str
) -> None:
    with pytest.raises(ApiError) as refused:
        await doors.access.grant(keeper, friend, pattern, [verb])
    assert refused.value.reason is Reason.GRANT_EXCEEDED
    assert (await doors.contexts.principal(CONTEXT, friend)).grants == {"memory:read": ("org/b",)}


async def test_a_grant_is_given_under_either_name_of_the_verb(doors: AccessWorld, keeper: Caller, friend: str) -> None:
    await doors.access.grant(keeper, friend, "/org/a/x/", ["write"])
    after = await doors.access.grant(keeper, friend.removeprefix("principal:"), "org/a/*", ["memory:read"])
    assert after.grants == {"memory:read": ("org/a/*", "org/b"), "memory:write": ("org/a/x",)}


async def test_taking_away_needs_management_of_the_whole_pattern(
    doors: AccessWorld, keeper: Caller, friend: str
) -> None:
    for pattern in ("org/b", "*"):
        with pytest.raises(ApiError) as refused:
            await doors.access.revoke(keeper, friend, pattern, ["memory:read"])
        assert refused.value.reason is Reason.PERMISSION_DENIED
    await doors.access.grant(keeper, friend, "org/a/x", ["memory:read"])
    after = await doors.access.revoke(keeper, friend, "org/a/*", ["memory:read"])
    assert after.grants == {"memory:read": ("org/b",)}


async def test_nobody_changes_the_system_principal(doors: AccessWorld) -> None:
    boss = await doors.call("Boss", EVERYTHING)
    before = await doors.contexts.principal(CONTEXT, "principal:system")
    for act in (doors.access.grant, doors.access.revoke):
        with pytest.raises(ApiError) as refused:
            await act(boss, "system", "org/a", ["memory:read"])
        assert refused.value.reason is Reason.PRINCIPAL_IMMUTABLE
    assert await doors.contexts.principal(CONTEXT, "principal:system") == before


async def test_grants_at_once_do_not_lose_one_another(doors: AccessWorld, friend: str) -> None:
    boss = await doors.call("Boss", EVERYTHING)
    await asyncio.gather(*(doors.access.grant(boss, friend, f"p/{n}", ["memory:write"]) for n in range(20)))
    held = (await doors.contexts.principal(CONTEXT, friend)).grants["memory:write"]
    assert set(held) == {f"p/{n}" for n in range(20)}


async def test_without_management_one_sees_oneself_alone(doors: AccessWorld, friend: str) -> None:
    plain = await doors.call("Plain", {"memory:read": ["*"]})
    assert (await doors.access.principal(plain, plain.principal.id)).id == plain.principal.id
    for act in (
        lambda: doors.access.principals(plain),
        lambda: doors.access.principal(plain, friend),
        lambda: doors.access.principal(plain, "principal:nobody"),
        lambda: doors.access.verbs_on(plain, friend, "org/b", None),
    ):
        with pytest.raises(ApiError) as refused:
            await act()
        assert refused.value.reason is Reason.PERMISSION_DENIED


async def test_who_manages_grants_learns_that_a_principal_is_not_there(doors: AccessWorld, keeper: Caller) -> None:
    with pytest.raises(ApiError) as refused:
        await doors.access.grant(keeper, "principal:nobody", "org/a", ["memory:read"])
    assert refused.value.reason is Reason.PRINCIPAL_NOT_FOUND


async def test_verbs_on_a_path_are_those_of_the_moment_asked_for(doors: AccessWorld, friend: str) -> None:
    boss = await doors.call("Boss", EVERYTHING)
    before = doors.clock.now()
    await doors.access.grant(boss, friend, "org/*", ["memory:read", "memory:write"])
    assert await doors.access.verbs_on(boss, friend, "/org/b/", None) == ("org/b", ("memory:read", "memory:write"))
    assert await doors.access.verbs_on(boss, friend, "org/b", before) == ("org/b", ("memory:read",))
    assert await doors.access.verbs_on(boss, friend, "org/b", 0) == ("org/b", ())


@pytest.mark.parametrize(
    ("path", "verbs", "field"),
    [("org//a", ["read"], "path"), ("a*", ["read"], "path"), ("a", ["fly"], "verbs"), ("a", [], "verbs")],
)
async def test_what_is_malformed_is_named(
    doors: AccessWorld, friend: str, path: str, verbs: list[str], field: str
) -> None:
    boss = await doors.call("Boss", EVERYTHING)
    for act in (doors.access.grant, doors.access.revoke):
        with pytest.raises(ApiError) as refused:
            await act(boss, friend, path, verbs)
        assert (refused.value.reason, refused.value.fields[0][0]) == (Reason.INVALID_ARGUMENT, field)


async def test_scopes_are_registered_ended_and_brought_back_where_that_is_granted(doors: AccessWorld) -> None:
    caller = await doors.call("Ann", over("org/a/*"))
    node, created = await doors.scopes.register(caller, "/org/a/x/", "X", None)
    assert (node.path, created) == ("org/a/x", True)
    assert (await doors.scopes.register(caller, "org/a/x", None, None))[1] is False
    await doors.scopes.delete(caller, "org/a/x")
    (listed,) = await doors.scopes.list_scopes(caller)
    assert listed.tombstoned_at is not None
    back, _ = await doors.scopes.register(caller, "org/a/x", None, None)
    assert back.tombstoned_at is None


async def test_scopes_outside_the_grant_are_refused_and_not_shown(doors: AccessWorld) -> None:
    boss, caller = await doors.call("Boss", EVERYTHING), await doors.call("Ann", over("org/a/*"))
    await doors.scopes.register(boss, "org/b", None, None)
    assert await doors.scopes.list_scopes(caller) == []
    for act in (
        lambda: doors.scopes.register(caller, "org/ab", None, None),
        lambda: doors.scopes.delete(caller, "org/b"),
    ):
        with pytest.raises(ApiError) as refused:
            await act()
        assert refused.value.reason is Reason.PERMISSION_DENIED
    with pytest.raises(ApiError) as missing:
        await doors.scopes.delete(caller, "org/a/never")
    assert missing.value.reason is Reason.SCOPE_NOT_FOUND
    with pytest.raises(ApiError) as blind:
        await doors.scopes.list_scopes(await doors.call("Blind", {}))
    assert blind.value.reason is Reason.PERMISSION_DENIED
