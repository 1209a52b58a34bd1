"""Writing memory: one transaction for what stands, what is decided and what follows."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from memory_core.engine.model import Source
from memory_core.engine.plan import Changes, IdempotentReply, Need, Standing
from memory_core.ports.errors import AlreadyExists, ContextGone, IdempotencyInProgress
from memory_core.ports.store import Ledger
from tests.contract.ledger.records import (
    ANN,
    BOB,
    CONTEXT,
    EVERYTHING,
    OTHER_CONTEXT,
    ann_lives_in,
    entity,
    fact,
    gate,
    ids,
    instruction,
    named,
    relation,
    repeat,
    session,
    standing,
    trace,
    turn,
    uncertainty,
    write,
)
from tests.fakes import NOON

ANN_KEY = frozenset({("person", "ann")})


class WriteSuite:
    """Behaviour of MemoryLedger.reconcile."""

    async def test_equal_clauses_share_one_scope_set_and_other_clauses_have_another(self, ledger: Ledger) -> None:
        first, again, other = [await write(ledger, clauses=clauses) for clauses in (ANN, ANN, BOB)]
        assert first.scope_set == again.scope_set != other.scope_set
        known = await ledger.access.scope_sets_since(CONTEXT, 0)
        assert [(one.id, one.clauses) for one in known] == [(first.scope_set, ANN), (other.scope_set, BOB)]
        assert await ledger.access.intern(CONTEXT, BOB) == other.scope_set

    async def test_the_same_clauses_of_two_contexts_are_two_scope_sets(self, ledger: Ledger) -> None:
        here, there = await write(ledger), await write(ledger, context=OTHER_CONTEXT)
        assert here.scope_set != there.scope_set
        assert [one.id for one in await ledger.access.scope_sets_since(OTHER_CONTEXT, 0)] == [there.scope_set]

    async def test_a_write_into_an_unknown_context_is_refused(self, ledger: Ledger) -> None:
        with pytest.raises(ContextGone):
            await write(ledger, context="nowhere")
        assert await ledger.access.scope_sets_since("nowhere", 0) == []

    async def test_rows_come_back_as_they_were_written(self, ledger: Ledger) -> None:
        source = Source("turn", "turn:x", "session:1", (2, 9), 0.5, ("attribute:y",))
        said = fact(
            "naïve \U0001f600",
            source=source,
            labels=("a", "b"),
            valid_until=NOON + 9,
            start_assumed=True,
            confidence=0.4,
        )
        told, asked, doubted = turn("hi", labels=("x",), trust=0.3), instruction(source=source), uncertainty(value="41")
        done = await write(
            ledger,
            entities=(entity("Ann"),),
            assertions=(said,),
            turns=(told,),
            instructions=(asked,),
            uncertainties=(doubted,),
        )
        (stored,) = await ledger.memory.assertions(EVERYTHING)
        assert stored == replace(said, seq=stored.seq, entity_uid=stored.entity_uid, scope_set=done.scope_set)
        assert await ledger.memory.turns(EVERYTHING, [told.id]) == [replace(told, seq=0, scope_set=done.scope_set)]
        assert await ledger.memory.instructions(EVERYTHING) == [replace(asked, scope_set=done.scope_set)]
        assert await ledger.memory.uncertainties(EVERYTHING, 9) == [replace(doubted, scope_set=done.scope_set)]

    async def test_planned_entities_get_numbers_that_facts_and_mentions_follow(self, ledger: Ledger) -> None:
        ann, acme = entity("Ann"), entity("Acme", -2, type_="organisation")
        told, works = turn("Ann works at Acme"), relation(-2)
        await write(ledger, entities=(ann, acme), assertions=(works,), turns=(told,))
        (stored,) = await ledger.memory.assertions(EVERYTHING)
        found = await ledger.memory.entities(CONTEXT, [stored.entity_uid, stored.target_uid or 0])
        assert [found[stored.entity_uid].id, found[stored.target_uid or 0].id] == [
            "entity:person/Ann",
            "entity:organisation/Acme",
        ]

    async def test_what_decide_raises_undoes_everything_and_is_raised(self, ledger: Ledger) -> None:
        def decide(found: Standing) -> Changes:
            raise LookupError("no")

        with pytest.raises(LookupError, match="no"):
            await ledger.memory.reconcile(Need(CONTEXT, ANN), decide)
        assert await ledger.access.scope_sets_since(CONTEXT, 0) == []

    async def test_a_write_that_fails_half_way_leaves_no_row(self, ledger: Ledger) -> None:
        known = turn()
        await write(ledger, turns=(known,))
        with pytest.raises(AlreadyExists):
            await write(
                ledger,
                clauses=BOB,
                entities=(entity("Ann"),),
                assertions=(fact(),),
                turns=(turn(), known),
                instructions=(instruction(),),
            )
        assert await ledger.memory.assertions(EVERYTHING) == []
        assert await ledger.memory.instructions(EVERYTHING) == []
        assert len(await ledger.memory.recent_turns(EVERYTHING, 9)) == 1
        assert len(await ledger.access.scope_sets_since(CONTEXT, 0)) == 1

    async def test_a_failing_write_does_not_touch_those_that_run_beside_it(self, ledger: Ledger) -> None:
        def fail(found: Standing) -> Changes:
            raise ValueError

        writes = [write(ledger, fail) if n % 3 == 0 else write(ledger, turns=(turn(f"{n}"),)) for n in range(12)]
        done = await asyncio.gather(*writes, return_exceptions=True)
        assert [isinstance(one, ValueError) for one in done] == [n % 3 == 0 for n in range(12)]
        assert len(await ledger.memory.recent_turns(EVERYTHING, 99)) == 8

    async def test_twenty_identical_writes_at_once_make_one_row(self, ledger: Ledger) -> None:
        def decide(found: Standing) -> Changes:
            if not found.entities:
                return Changes(entities=(entity("Ann"),), block_keys={-1: frozenset({"ann"})}, assertions=(fact(),))
            line = found.timelines[found.entities[0].uid, "city"]
            return Changes(evidence=(repeat(line[0].id),))

        need = {"block_keys": ANN_KEY, "keys": frozenset({"city"})}
        await asyncio.gather(*(write(ledger, decide, need=need) for _ in range(20)))
        (row,) = await ledger.memory.assertions(EVERYTHING)
        assert row.evidence == 20
        assert len(await ledger.memory.evidence(EVERYTHING, [row.id])) == 19

    async def test_a_cancelled_writer_leaves_all_of_its_write_or_nothing(self, ledger: Ledger) -> None:
        tasks = [asyncio.create_task(write(ledger, turns=(turn(), turn()))) for _ in range(10)]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await write(ledger, turns=(turn("last"),))
        kept = await ledger.memory.recent_turns(EVERYTHING, 99)
        assert len(kept) % 2 == 1
        assert len(kept) >= 11
        assert sorted(one.seq for one in kept) == list(range(len(kept)))

    async def test_turns_are_appended_in_order_of_the_write(self, ledger: Ledger) -> None:
        await write(ledger, turns=(turn("a"), turn("b"), turn("c", session="session:2")))
        await write(ledger, turns=(turn("d"),))
        told = await ledger.sessions.session_turns(EVERYTHING, "session:1", 9, 0)
        assert [(one.content, one.seq) for one in told] == [("a", 0), ("b", 1), ("d", 2)]

    async def test_a_retired_session_begins_anew_and_one_that_stands_stays_as_it_is(self, ledger: Ledger) -> None:
        old, new = turn("old"), turn("new")
        await write(ledger, session=session(metadata={"life": 1}), turns=(old,))
        await write(ledger, session=session(metadata={"life": 0}))
        stood = await ledger.sessions.session(CONTEXT, "session:1")
        assert stood is not None
        assert stood.metadata == {"life": 1}
        await ledger.memory.retire(CONTEXT, [old.id, "session:1"], NOON)
        again = await write(ledger, clauses=BOB, session=session(metadata={"life": 2}), turns=(new,))
        begun = await ledger.sessions.session(CONTEXT, "session:1")
        assert begun is not None
        assert (begun.metadata, begun.scope_set) == ({"life": 2}, again.scope_set)
        assert ids(await ledger.sessions.session_turns(EVERYTHING, "session:1", 9, 0)) == [new.id]
        await ledger.memory.retire(CONTEXT, ["session:1"], NOON)
        opened = await ledger.sessions.create_session(CONTEXT, ANN, session())
        assert await ledger.sessions.session(CONTEXT, "session:1") == opened

    async def test_concurrent_appends_to_a_session_all_get_a_place(self, ledger: Ledger) -> None:
        await asyncio.gather(*(write(ledger, turns=(turn(f"{n}"),)) for n in range(15)))
        told = await ledger.sessions.session_turns(EVERYTHING, "session:1", 99, 0)
        assert [one.seq for one in told] == list(range(15))

    async def test_standing_holds_the_entities_timelines_and_session_that_were_asked_for(self, ledger: Ledger) -> None:
        await write(ledger, session=session())
        paris = await ann_lives_in(ledger)
        rome = fact("Rome", uid=paris.entity_uid)
        gone = fact("Oslo", uid=paris.entity_uid)
        await write(ledger, assertions=(rome, gone, fact("nurse", uid=paris.entity_uid, key="role")))
        await write(ledger, clauses=BOB, assertions=(fact("Bonn", uid=paris.entity_uid),))
        await ledger.memory.retire(CONTEXT, [gone.id], NOON)
        seen = await standing(ledger, block_keys=ANN_KEY, keys=frozenset({"city", "age"}), session_id="session:1")
        assert [one.name for one in seen.entities] == ["Ann"]
        assert {line: ids(rows) for line, rows in seen.timelines.items()} == {
            (paris.entity_uid, "city"): [paris.id, rome.id]
        }
        assert seen.session is not None
        assert seen.present == {paris.entity_uid}
        assert (await standing(ledger, (("org/user/cy",),), block_keys=ANN_KEY)).present == frozenset()

    async def test_standing_finds_entities_of_the_type_asked_for_only(self, ledger: Ledger) -> None:
        keys = {-1: frozenset({"ann"}), -2: frozenset({"ann"})}
        await write(ledger, entities=(entity("Ann"), entity("Ann", -2, type_="project")), block_keys=keys)
        seen = await standing(ledger, block_keys=frozenset({("project", "ann")}))
        assert [one.type for one in seen.entities] == ["project"]

    async def test_standing_tells_active_instructions_and_open_uncertainties_of_the_scope_set(
        self, ledger: Ledger
    ) -> None:
        kept, ended, other = instruction(), instruction(), instruction()
        open_, solved = uncertainty(), uncertainty()
        await write(ledger, instructions=(kept, ended), uncertainties=(open_, solved))
        await write(ledger, clauses=BOB, instructions=(other,))
        await write(ledger, revoked=((ended.id, NOON),), resolved=((solved.id, NOON),))
        seen = await standing(ledger, instructions=True)
        assert (ids(seen.instructions), ids(seen.uncertainties)) == ([kept.id], [open_.id])
        assert (await standing(ledger)).instructions == ()

    async def test_traces_and_audit_of_a_write_are_stored_with_it(self, ledger: Ledger) -> None:
        made = trace(kind="decision")
        await write(ledger, traces=(made,))
        assert await ledger.traces.trace(CONTEXT, made.id) == made

    async def test_the_reply_of_a_write_answers_its_repeat(self, ledger: Ledger) -> None:
        reply = IdempotentReply(CONTEXT, "principal:1", "key", b"print", b"answer")
        await ledger.idempotency.reserve(CONTEXT, "principal:1", "key", b"print", NOON, NOON + 60)
        await write(ledger, turns=(turn(),), reply=reply)
        assert await ledger.idempotency.reserve(CONTEXT, "principal:1", "key", b"print", NOON, NOON + 60) == reply

    async def test_a_write_whose_key_another_call_finished_is_undone(self, ledger: Ledger) -> None:
        reply = IdempotentReply(CONTEXT, "principal:1", "key", b"print", b"answer")
        await write(ledger, turns=(turn(),), reply=reply)
        with pytest.raises(IdempotencyInProgress):
            await write(ledger, turns=(turn(),), reply=reply)
        assert len(await ledger.memory.recent_turns(EVERYTHING, 9)) == 1

    async def test_entities_that_share_most_keys_come_first(self, ledger: Ledger) -> None:
        keys = {-1: frozenset({"ann"}), -2: frozenset({"ann", "lee"})}
        told = tuple(named(name, -2, 7) for name in ("Ann", "Lee"))
        await write(ledger, entities=(entity("Ann"), entity("Ann Lee", -2)), block_keys=keys, names=told)
        found = await ledger.memory.find_entities(EVERYTHING, [(None, "ann"), (None, "lee"), (None, "zoe")], 9)
        assert [one.name for one in found] == ["Ann Lee", "Ann"]
        assert len(await ledger.memory.find_entities(EVERYTHING, [(None, "ann")], 1)) == 1
        assert await ledger.memory.find_entities(replace(EVERYTHING, context=OTHER_CONTEXT), [(None, "ann")], 9) == []

    async def test_a_changed_entity_keeps_its_number_and_facts(self, ledger: Ledger) -> None:
        said = await ann_lives_in(ledger)
        ann = (await ledger.memory.entities(CONTEXT, [said.entity_uid]))[said.entity_uid]
        await write(ledger, entities=(replace(ann, name="Ann Lee"),))
        assert (await ledger.memory.entities(CONTEXT, [ann.uid]))[ann.uid].name == "Ann Lee"
        assert len(await ledger.memory.assertions(gate(said.scope_set), entity_uids=[ann.uid])) == 1
