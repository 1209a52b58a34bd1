"""What a caller sees and where it may write."""

from __future__ import annotations

import pytest

from memory_core.contract.errors import ApiError, Reason
from memory_core.engine.model import Clauses
from memory_core.service.caller import Caller
from memory_core.service.visibility import Visibility
from tests.service.access_world import CONTEXT, EVERYTHING, AccessWorld

A: Clauses = (("org/a",),)
BOTH: Clauses = (("org/a", "org/b"),)
EITHER: Clauses = (("org/a",), ("org/b",))


@pytest.fixture
async def boss(doors: AccessWorld) -> Caller:
    """May do everything; registers the paths."""
    made = await doors.call("Boss", EVERYTHING)
    for path in ("org/a", "org/a/x", "org/b"):
        await doors.scopes.register(made, path, None, None)
    return made


async def test_sets_made_by_others_are_seen_at_the_next_look(doors: AccessWorld) -> None:
    ann = await doors.call("Ann", {"memory:read": ["org/a"]})
    elsewhere = Visibility(doors.ledger.access, doors.clock)
    assert await doors.visibility.visible_sets(ann) == frozenset()
    a = await doors.ledger.access.intern(CONTEXT, A)
    both = await doors.ledger.access.intern(CONTEXT, BOTH)
    either = await doors.ledger.access.intern(CONTEXT, EITHER)
    for one in (doors.visibility, elsewhere):
        assert await one.visible_sets(ann) == {a, either}
        assert await one.visible_sets(ann, lens=(("org/b",),)) == frozenset()
        assert not await one.can_see(ann, both)
        assert await one.clauses_of(CONTEXT, both) == BOTH


async def test_everything_is_no_list_of_sets_and_no_grant_is_an_empty_one(doors: AccessWorld, boss: Caller) -> None:
    a = await doors.ledger.access.intern(CONTEXT, A)
    assert await doors.visibility.visible_sets(boss) is None
    blind = await doors.call("Blind", {})
    assert await doors.visibility.visible_sets(blind) == frozenset()
    assert not await doors.visibility.can_see(blind, a)
    assert (await doors.visibility.gate(blind)).scope_sets == frozenset()


async def test_contexts_do_not_share_sets(doors: AccessWorld, boss: Caller) -> None:
    await doors.contexts.create("elsewhere")
    far = await doors.ledger.access.intern("elsewhere", A)
    near = await doors.ledger.access.intern(CONTEXT, A)
    ann = await doors.call("Ann", {"memory:read": ["org/a"]})
    assert await doors.visibility.visible_sets(ann) == {near}
    assert await doors.visibility.clauses_of(CONTEXT, far) == ()
    assert not await doors.visibility.can_see(boss, far)


async def test_a_context_that_was_forgotten_is_read_again(doors: AccessWorld) -> None:
    small = Visibility(doors.ledger.access, doors.clock, remembered_contexts=1)
    await doors.contexts.create("elsewhere")
    near, far = [await doors.ledger.access.intern(name, A) for name in (CONTEXT, "elsewhere")]
    for _ in range(2):
        assert await small.clauses_of(CONTEXT, near) == A
        assert await small.clauses_of("elsewhere", far) == A


async def test_a_gate_tells_now_from_an_instant_that_was_asked_for(doors: AccessWorld, boss: Caller) -> None:
    now, then = await doors.visibility.gate(boss), await doors.visibility.gate(boss, known_at=5)
    assert (now.now, now.known_at > 5, then.now, then.known_at) == (True, True, False, 5)


async def test_a_write_without_a_selector_goes_to_the_write_region(doors: AccessWorld) -> None:
    ann = await doors.call("Ann", {"memory:write": ["org/a/*", "org/b"]})
    assert await doors.visibility.write_clauses(ann, None) == (("org/a",), ("org/b",))


async def test_a_write_needs_every_path_inside_the_grant_and_then_registered(doors: AccessWorld, boss: Caller) -> None:
    ann = await doors.call("Ann", {"memory:write": ["org/a/*"]})
    assert await doors.visibility.write_clauses(ann, (("org/a", "org/a/x"),)) == (("org/a", "org/a/x"),)
    for selector, reason in (
        (BOTH, Reason.PERMISSION_DENIED),
        (EITHER, Reason.PERMISSION_DENIED),
        ((("org/never",),), Reason.PERMISSION_DENIED),
        ((("org/a", "org/a/never"),), Reason.SCOPE_NOT_REGISTERED),
    ):
        with pytest.raises(ApiError) as refused:
            await doors.visibility.write_clauses(ann, selector)
        assert (refused.value.reason, refused.value.fields[0][0]) == (reason, "scopes")
    await doors.scopes.delete(boss, "org/a/x")
    with pytest.raises(ApiError) as ended:
        await doors.visibility.write_clauses(ann, (("org/a/x",),))
    assert ended.value.reason is Reason.SCOPE_NOT_REGISTERED


async def test_nobody_writes_without_the_verb(doors: AccessWorld) -> None:
    reader = await doors.call("Reader", {"memory:read": ["*"]})
    with pytest.raises(ApiError) as refused:
        await doors.visibility.write_clauses(reader, None)
    assert refused.value.reason is Reason.PERMISSION_DENIED
