"""From a bearer secret to a caller."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memory_core.contract.errors import ApiError, Reason
from memory_core.service.authentication import require_context, require_unblocked
from memory_core.service.contexts import ContextPatch
from memory_core.service.keys import KeyWish
from tests.service.access_world import CONTEXT, EVERYTHING, MANAGEMENT_SECRET, AccessWorld, over
from tests.service.world import TickingClock


async def refusal(doors: AccessWorld, secret: str | None, *on_behalf_of: str) -> ApiError:
    with pytest.raises(ApiError) as refused:
        await doors.authenticator.delegated(await doors.authenticator.identify(secret, "request"), on_behalf_of)
    return refused.value


async def test_a_key_stands_for_its_principal_in_its_context(doors: AccessWorld) -> None:
    ann = await doors.person("Ann", over("org/a/*"))
    caller = await doors.caller(ann.secret)
    assert (caller.principal, caller.context.id) == (ann.principal, CONTEXT)
    assert caller.patterns("memory:read") == ("org/a/*",)


async def test_every_useless_secret_is_refused_in_the_same_words(doors: AccessWorld, ticking: TickingClock) -> None:
    ann = await doors.person("Ann", EVERYTHING)
    short = await doors.contexts.mint(CONTEXT, ann.principal.id, KeyWish("short", ttl_seconds=1))
    gone = await doors.contexts.mint(CONTEXT, ann.principal.id, KeyWish("gone"))
    await doors.contexts.revoke(CONTEXT, ann.principal.id, "gone")
    ticking.advance(timedelta(seconds=2))
    useless = [
        None,
        "",
        "mk_nobody",
        ann.secret[:-1],
        ann.secret + "x",
        ann.secret.swapcase(),
        "\udcff",
        MANAGEMENT_SECRET,
    ]
    refusals = [await refusal(doors, secret) for secret in [*useless, short.secret, gone.secret]]
    caller = await doors.caller(ann.secret)
    with pytest.raises(ApiError) as elsewhere:
        require_context(caller, "elsewhere")
    said = {(one.reason, one.message, one.fields, tuple(one.metadata)) for one in [*refusals, elsewhere.value]}
    assert len(said) == 1
    assert elsewhere.value.reason is Reason.UNAUTHENTICATED


async def test_a_key_ends_with_its_principal_and_its_context(doors: AccessWorld) -> None:
    ann, bob = await doors.person("Ann", EVERYTHING), await doors.person("Bob", EVERYTHING)
    await doors.contexts.delete_principal(CONTEXT, ann.principal.id)
    assert not await doors.works(ann.secret)
    assert await doors.works(bob.secret)
    await doors.contexts.delete(CONTEXT)
    assert not await doors.works(bob.secret)


async def test_a_key_leaves_only_what_its_principal_still_has(doors: AccessWorld) -> None:
    boss = await doors.caller((await doors.person("Boss", EVERYTHING)).secret)
    ann = await doors.person("Ann", {"memory:write": ["a", "b"]})
    key = await doors.contexts.mint(CONTEXT, ann.principal.id, KeyWish("narrow", grants={"memory:write": ["a"]}))
    assert (await doors.caller(key.secret)).grants == {"memory:write": ("a",)}
    await doors.access.revoke(boss, ann.principal.id, "a", ["memory:write"])
    assert (await doors.caller(key.secret)).grants == {}


async def test_acting_for_another_leaves_what_both_may_do(doors: AccessWorld) -> None:
    one, two = await doors.person("One", over("org/a/*")), await doors.person("Two", over("org/a/x"))
    for spelled in (two.principal.id, two.principal.id.removeprefix("principal:"), f" {two.principal.id} "):
        caller = await doors.caller(one.secret, spelled)
        assert caller.grants["memory:write"] == ("org/a/x",)
        assert caller.delegated is not None
        assert (caller.principal.id, caller.delegated.id) == (one.principal.id, two.principal.id)


async def test_delegation_does_not_tell_the_unknown_from_the_forbidden(doors: AccessWorld) -> None:
    await doors.contexts.create("elsewhere")
    far = await doors.person("Far", EVERYTHING, "elsewhere")
    boss, reader = await doors.person("Boss", EVERYTHING), await doors.person("Reader", {"memory:read": ["*"]})
    refusals = [
        await refusal(doors, boss.secret, "principal:nobody"),
        await refusal(doors, boss.secret, ""),
        await refusal(doors, boss.secret, far.principal.id),
        await refusal(doors, reader.secret, boss.principal.id),
        await refusal(doors, reader.secret, "principal:nobody"),
    ]
    assert {(one.reason, one.message) for one in refusals} == {(Reason.DELEGATION_DENIED, refusals[0].message)}


async def test_two_names_to_act_for_are_a_mistake_unless_they_are_the_same(doors: AccessWorld) -> None:
    boss, ann = await doors.person("Boss", EVERYTHING), await doors.person("Ann", EVERYTHING)
    assert (await refusal(doors, boss.secret, ann.principal.id, boss.principal.id)).reason is Reason.INVALID_ARGUMENT
    same = await doors.caller(boss.secret, ann.principal.id, ann.principal.id.removeprefix("principal:"))
    assert same.delegated is not None


async def test_the_management_key_alone_opens_the_management_surface(doors: AccessWorld) -> None:
    boss = await doors.person("Boss", EVERYTHING)
    await doors.authenticator.require_manager(MANAGEMENT_SECRET, "request")
    for secret, reason in (
        (boss.secret, Reason.PERMISSION_DENIED),
        ("x", Reason.UNAUTHENTICATED),
        (None, Reason.UNAUTHENTICATED),
    ):
        with pytest.raises(ApiError) as refused:
            await doors.authenticator.require_manager(secret, "request")
        assert refused.value.reason is reason


async def test_a_blocked_context_refuses_until_it_is_let_go(doors: AccessWorld) -> None:
    ann = await doors.person("Ann", EVERYTHING)
    for blocked in (True, False):
        patch = ContextPatch(frozenset({"enforcement_blocked"}), enforcement_blocked=blocked)
        await doors.contexts.update(CONTEXT, patch)
        caller = await doors.caller(ann.secret)
        if blocked:
            with pytest.raises(ApiError) as refused:
                require_unblocked(caller)
            assert refused.value.reason is Reason.ENFORCEMENT_BLOCKED
        else:
            require_unblocked(caller)


async def test_the_last_use_of_a_key_is_told(doors: AccessWorld) -> None:
    ann = await doors.person("Ann", EVERYTHING)
    caller = await doors.caller(ann.secret)
    (key,) = await doors.keys.own(caller)
    assert key.last_used_at is not None
    assert key.last_used_at > key.created_at
