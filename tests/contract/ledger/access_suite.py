"""Contexts, principals, keys and scopes."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from memory_core.engine.model import AuditRow, Context, Key, Principal, ScopeNode
from memory_core.ports.errors import AlreadyExists, ContextGone
from memory_core.ports.outbox import Target
from memory_core.ports.store import Ledger
from tests.contract.ledger.records import (
    ANN,
    BOB,
    CONTEXT,
    EVERYTHING,
    OTHER_CONTEXT,
    ann_lives_in,
    chunk,
    document,
    drain,
    fresh,
    ids,
    instruction,
    settle,
    trace,
    turn,
    write,
)
from tests.fakes import NOON, FakeClock

READ = {"memory:read": ("org/*",)}


def principal(name: str = "Ann", **given: Any) -> Principal:
    return replace(Principal(fresh("principal"), CONTEXT, name, "user", READ, NOON), **given)


def key(of: Principal, name: str = "laptop", **given: Any) -> Key:
    return replace(Key(fresh("key"), CONTEXT, of.id, name, fresh("hash").encode(), NOON), **given)


def node(path: str, **given: Any) -> ScopeNode:
    return replace(ScopeNode(CONTEXT, path, NOON), **given)


class AccessSuite:
    """Behaviour of AccessLedger."""

    async def test_a_context_is_made_once_with_its_principals(self, ledger: Ledger) -> None:
        made = Context("lab", NOON, {"limits": {"bytes": 5}}, "a lab")
        builtin = Principal("principal:admin", "lab", "admin", "system", READ, NOON)
        assert await ledger.access.create_context(made, [builtin])
        assert not await ledger.access.create_context(replace(made, description="other"), [])
        assert await ledger.access.context("lab") == made
        assert await ledger.access.principals("lab") == [builtin]
        assert [one.id for one in await ledger.access.contexts()] == [OTHER_CONTEXT, CONTEXT, "lab"]
        assert await ledger.access.context("nowhere") is None

    async def test_a_context_is_changed_from_what_it_is(self, ledger: Ledger) -> None:
        changed = await ledger.access.change_context(
            CONTEXT, lambda old: replace(old, config={"a": 1}, description="b")
        )
        assert changed == Context(CONTEXT, NOON, {"a": 1}, "b")
        assert await ledger.access.context(CONTEXT) == changed
        assert await ledger.access.change_context("nowhere", lambda old: old) is None

        def refuse(old: Context) -> Context:
            raise LookupError

        with pytest.raises(LookupError):
            await ledger.access.change_context(CONTEXT, refuse)

    async def test_concurrent_changes_of_a_context_all_count(self, ledger: Ledger) -> None:
        def count(old: Context) -> Context:
            return replace(old, config={"n": old.config.get("n", 0) + 1})

        await asyncio.gather(*(ledger.access.change_context(CONTEXT, count) for _ in range(10)))
        found = await ledger.access.context(CONTEXT)
        assert found is not None
        assert found.config == {"n": 10}

    async def test_a_principal_of_the_same_outer_id_is_answered_in_place_of_a_new_one(self, ledger: Ledger) -> None:
        first = await ledger.access.create_principal(principal(external_id="x"))
        assert await ledger.access.create_principal(principal("Other", external_id="x")) == first
        assert await ledger.access.principals(CONTEXT) == [first]

    async def test_display_names_are_taken_once_case_for_case_until_the_principal_is_deleted(
        self, ledger: Ledger
    ) -> None:
        ann = await ledger.access.create_principal(principal())
        await ledger.access.create_principal(principal("ann"))
        with pytest.raises(AlreadyExists) as taken:
            await ledger.access.create_principal(principal())
        assert (taken.value.kind, taken.value.name) == ("principal", "Ann")
        with pytest.raises(AlreadyExists):
            await ledger.access.change_principal(CONTEXT, ann.id, lambda old: replace(old, display_name="ann"))
        assert await ledger.access.delete_principal(CONTEXT, ann.id, NOON)
        await ledger.access.create_principal(principal())

    async def test_concurrent_principals_of_one_name_become_one(self, ledger: Ledger) -> None:
        made = await asyncio.gather(
            *(ledger.access.create_principal(principal()) for _ in range(5)), return_exceptions=True
        )
        assert sum(isinstance(one, AlreadyExists) for one in made) == 4

    async def test_grants_of_the_past_are_remembered(self, ledger: Ledger, clock: FakeClock) -> None:
        ann = await ledger.access.create_principal(principal())
        changed_at = clock.advance(timedelta(hours=1))
        new = {"memory:write": ("org/a",)}
        changed = await ledger.access.change_principal(
            CONTEXT, ann.id, lambda old: replace(old, grants=new, kind="agent")
        )
        assert changed == await ledger.access.principal(CONTEXT, ann.id) == replace(ann, grants=new, kind="agent")
        deleted_at = clock.advance(timedelta(hours=1))
        await ledger.access.delete_principal(CONTEXT, ann.id, deleted_at)

        async def grants(at: int) -> Any:
            return await ledger.access.grants_at(CONTEXT, ann.id, at)

        assert await grants(NOON - 1) == {}
        assert await grants(NOON) == await grants(changed_at - 1) == READ
        assert await grants(changed_at) == new
        assert await grants(deleted_at) == {}

    async def test_a_deleted_principal_is_gone_with_its_keys(self, ledger: Ledger) -> None:
        ann = await ledger.access.create_principal(principal())
        await ledger.access.create_key(held := key(ann))
        assert await ledger.access.delete_principal(CONTEXT, ann.id, NOON)
        assert not await ledger.access.delete_principal(CONTEXT, ann.id, NOON)
        assert await ledger.access.principal(CONTEXT, ann.id) is None
        assert await ledger.access.change_principal(CONTEXT, ann.id, lambda old: old) is None
        assert await ledger.access.key_by_hash(held.secret_hash) is None
        assert await ledger.access.keys(CONTEXT, ann.id) == []

    async def test_a_key_is_found_by_its_hash_with_principal_and_context(self, ledger: Ledger) -> None:
        ann = await ledger.access.create_principal(principal())
        held = key(ann, grants=READ, valid_until=NOON + 9)
        await ledger.access.create_key(held)
        context = await ledger.access.context(CONTEXT)
        assert await ledger.access.key_by_hash(held.secret_hash) == (held, ann, context)
        assert await ledger.access.key_by_hash(b"other") is None

    async def test_key_names_are_taken_while_their_key_is_not_revoked(self, ledger: Ledger) -> None:
        ann, bob = [await ledger.access.create_principal(principal(name)) for name in ("Ann", "Bob")]
        await ledger.access.create_key(first := key(ann))
        await ledger.access.create_key(other := key(bob))
        with pytest.raises(AlreadyExists):
            await ledger.access.create_key(key(ann))
        assert ids(await ledger.access.keys(CONTEXT, ann.id)) == [first.id]
        assert ids(await ledger.access.keys(CONTEXT, None)) == [first.id, other.id]
        assert await ledger.access.revoke_key(CONTEXT, ann.id, "laptop", NOON)
        assert not await ledger.access.revoke_key(CONTEXT, ann.id, "laptop", NOON)
        assert await ledger.access.key_by_hash(first.secret_hash) is None
        await ledger.access.create_key(key(ann))

    async def test_a_rotated_key_answers_to_its_new_secret_only(self, ledger: Ledger) -> None:
        ann = await ledger.access.create_principal(principal())
        await ledger.access.create_key(old := key(ann))
        new = replace(old, secret_hash=b"new", valid_until=NOON + 5)
        await ledger.access.rotate_key(new)
        found = await ledger.access.key_by_hash(b"new")
        assert found is not None
        assert found[0] == new
        assert await ledger.access.key_by_hash(old.secret_hash) is None

    async def test_the_last_use_of_keys_never_goes_back(self, ledger: Ledger) -> None:
        ann = await ledger.access.create_principal(principal())
        await ledger.access.create_key(held := key(ann))
        for at in (NOON + 5, NOON + 2):
            await ledger.access.touch_keys({held.id: at, "key:none": at})
        assert [one.last_used_at for one in await ledger.access.keys(CONTEXT, None)] == [NOON + 5]

    async def test_scopes_are_registered_ended_and_brought_back(self, ledger: Ledger) -> None:
        made = node("org/a", display_name="A")
        assert await ledger.access.register_scope(made) == (made, True)
        assert await ledger.access.register_scope(node("org/a")) == (made, False)
        assert await ledger.access.tombstone_scope(CONTEXT, "org/a", NOON + 1)
        assert not await ledger.access.tombstone_scope(CONTEXT, "org/a", NOON + 2)
        assert [one.tombstoned_at for one in await ledger.access.scopes(CONTEXT)] == [NOON + 1]
        back, new = await ledger.access.register_scope(node("org/a", created_at=NOON + 9, description="again"))
        assert (new, back.created_at, back.tombstoned_at, back.description) == (True, NOON, None, "again")
        assert await ledger.access.scopes(CONTEXT) == [back]

    async def test_unregistered_paths_are_told_in_order(self, ledger: Ledger) -> None:
        for path in ("org/b", "org/a"):
            await ledger.access.register_scope(node(path))
        await ledger.access.tombstone_scope(CONTEXT, "org/a", NOON)
        asked = ["org/z", "org/b", "org/a", "ORG/B"]
        assert await ledger.access.unregistered(CONTEXT, asked) == ["org/z", "org/a", "ORG/B"]
        assert await ledger.access.unregistered(OTHER_CONTEXT, ["org/b"]) == ["org/b"]
        assert [one.path for one in await ledger.access.scopes(CONTEXT)] == ["org/a", "org/b"]

    async def test_scope_sets_are_told_from_a_number_on(self, ledger: Ledger) -> None:
        first = await ledger.access.intern(CONTEXT, ANN)
        second = await ledger.access.intern(CONTEXT, BOB)
        assert await ledger.access.intern(CONTEXT, ANN) == first < second
        assert [(one.id, one.context, one.clauses) for one in await ledger.access.scope_sets_since(CONTEXT, first)] == [
            (second, CONTEXT, BOB)
        ]

    async def test_a_deleted_context_leaves_nothing_but_its_erasure_from_the_copies(self, ledger: Ledger) -> None:
        await ann_lives_in(ledger)
        kept = turn(context=OTHER_CONTEXT)
        told, asked = turn(), instruction()
        await write(ledger, turns=(told,), instructions=(asked,), traces=(trace(refs=(told.id,)),))
        await write(ledger, context=OTHER_CONTEXT, turns=(kept,))
        paper = await ledger.documents.put_document(document(), ANN, None)
        await ledger.documents.put_chunks(paper, [chunk(paper)], [])
        gone = await ledger.documents.put_document(document(content_hash="blake3:bb"), ANN, None)
        await ledger.access.create_key(held := key(await ledger.access.create_principal(principal())))
        await settle(ledger)
        await ledger.memory.erase(CONTEXT, [told.id, gone.id])
        done = await ledger.access.delete_context(CONTEXT)
        assert await ledger.access.delete_context(CONTEXT) is None
        rows = await drain(ledger, Target.VECTORS)
        assert [(row.operation.value, row.record_id, row.seq) for row in rows] == [("erase_context", CONTEXT, done)]
        queued = [(row.operation.value, row.record_id) for row in await drain(ledger)]
        blobs = [("erase_blob", f"{CONTEXT}\n{one}") for one in ("bb", "aa")]
        assert queued == [*blobs, ("erase_context", CONTEXT)]
        assert await ledger.access.key_by_hash(held.secret_hash) is None
        assert await ledger.memory.recent_turns(replace(EVERYTHING, context=OTHER_CONTEXT), 9) != []
        with pytest.raises(ContextGone):
            await write(ledger, turns=(turn(),))
        await self._assert_empty(ledger)

    async def test_a_context_made_again_starts_empty_and_takes_traces(self, ledger: Ledger) -> None:
        await ann_lives_in(ledger)
        await ledger.access.delete_context(CONTEXT)
        line = AuditRow("audit:1", CONTEXT, None, None, "response", "recall", "ok", NOON)
        await ledger.traces.record([late := trace()], [line])
        assert await ledger.traces.trace(CONTEXT, late.id) is None
        await ledger.access.create_context(Context(CONTEXT, NOON), [])
        await self._assert_empty(ledger)
        await ledger.traces.record([after := trace()], [])
        assert await ledger.traces.trace(CONTEXT, after.id) == after

    async def _assert_empty(self, ledger: Ledger) -> None:
        assert await ledger.memory.search_words(EVERYTHING, [], 9) == []
        assert await ledger.memory.find_entities(EVERYTHING, [(None, "ann")], 9) == []
        assert await ledger.traces.traces(CONTEXT, None, (), 9) == []
        assert await ledger.traces.audit(CONTEXT, principal_id=None, kind=None, since=None, until=None, limit=9) == []
        assert await ledger.access.scopes(CONTEXT) == await ledger.access.principals(CONTEXT) == []
        assert await ledger.access.scope_sets_since(CONTEXT, 0) == []
        assert await ledger.jobs.waiting(["document"]) == 0
