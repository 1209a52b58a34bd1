"""Writes at the same time: which of them are serial, and in which order others see what they wrote."""

from __future__ import annotations

import asyncio
import itertools

from memory_core.engine.model import Clauses
from memory_core.engine.plan import Changes, Standing
from memory_core.ports.outbox import Target
from memory_core.ports.store import Ledger
from tests.contract.ledger.records import (
    CONTEXT,
    EVERYTHING,
    ann_lives_in,
    entity,
    fact,
    ids,
    instruction,
    repeat,
    standing,
    turn,
    uncertainty,
    write,
)

ANN, LEE, RAY = ("person", "ann"), ("person", "last=lee"), ("person", "last=ray")


class ConcurrencySuite:
    """Behaviour of MemoryLedger.reconcile among writers, and of those who read by numbers."""

    async def test_writes_that_find_one_entity_by_different_keys_are_serial(self, ledger: Ledger) -> None:
        said = await ann_lives_in(ledger)
        await write(ledger, block_keys={said.entity_uid: frozenset({"last=lee"})})

        def decide(found: Standing) -> Changes:
            (ann,) = found.entities
            line = found.timelines.get((ann.uid, "role"), ())
            return (
                Changes(evidence=(repeat(line[0].id),))
                if line
                else Changes(assertions=(fact(uid=ann.uid, key="role"),))
            )

        needs = [{"block_keys": frozenset({key}), "keys": frozenset({"role"})} for key in (ANN, LEE)]
        await asyncio.gather(*(write(ledger, decide, need=needs[n % 2]) for n in range(16)))
        (row,) = await ledger.memory.assertions(EVERYTHING, keys=["role"])
        assert row.evidence == 16

    async def test_who_files_an_entity_under_a_key_and_who_looks_there_are_serial(self, ledger: Ledger) -> None:
        """Names as data are looked up by one key and filed under several; prose looks under all."""

        numbers = itertools.count()

        def add(found: Standing) -> Changes:
            if found.entities:
                return Changes()
            new = entity(f"Ann {next(numbers)}")
            return Changes(entities=(new,), block_keys={-1: frozenset({"ann", "last=lee", "last=ray"})})

        filing = {"block_keys": frozenset({ANN}), "filed_keys": frozenset({"last=lee", "last=ray"})}
        looking = {"block_keys": frozenset({RAY, (None, "last=lee"), ANN})}
        await asyncio.gather(*(write(ledger, add, need=looking if n % 2 else filing) for n in range(16)))
        assert len((await standing(ledger, block_keys=frozenset({RAY}))).entities) == 1

    async def test_needs_that_overlap_in_any_order_all_come_through(self, ledger: Ledger) -> None:
        names = [f"p{n}" for n in range(4)]

        def decide(found: Standing) -> Changes:
            there = {one.norm for one in found.entities}
            new = tuple(entity(name, -n) for n, name in enumerate(names, 1) if name not in there)
            return Changes(entities=new, block_keys={one.uid: frozenset({one.norm}) for one in new}, turns=(turn(),))

        orders = [[*names[n % 4 :], *names[: n % 4]] for n in range(16)]
        needs = [{"block_keys": frozenset(("person", name) for name in order)} for order in orders]
        await asyncio.gather(*(write(ledger, decide, need=need) for need in needs))
        seen = await standing(ledger, block_keys=frozenset(("person", name) for name in names))
        assert sorted(one.name for one in seen.entities) == names
        told = await ledger.sessions.session_turns(EVERYTHING, "session:1", 99, 0)
        assert [one.seq for one in told] == list(range(16))

    async def test_writes_that_read_the_instructions_of_a_scope_set_are_serial(self, ledger: Ledger) -> None:
        def decide(found: Standing) -> Changes:
            return Changes(
                instructions=() if found.instructions else (instruction(),),
                uncertainties=() if found.uncertainties else (uncertainty(),),
            )

        await asyncio.gather(*(write(ledger, decide, need={"instructions": True}) for _ in range(12)))
        assert len(await ledger.memory.instructions(EVERYTHING)) == 1
        assert len(await ledger.memory.uncertainties(EVERYTHING, 9)) == 1

    async def test_who_reads_the_queue_by_number_misses_no_row(self, ledger: Ledger) -> None:
        async def work(n: int) -> None:
            for size in (1, 7, 3):
                told = tuple(turn(session=f"session:{n}") for _ in range(size))
                assert (await write(ledger, turns=told)).outbox_seq > 0

        writers = asyncio.gather(*(work(n) for n in range(8)))
        seen: list[int] = []
        while True:
            over = writers.done()
            rows = await ledger.outbox.pending(Target.TEXT, 5, seen[-1] if seen else 0)
            seen += [row.seq for row in rows]
            if over and not rows:
                break
        await writers
        assert seen == [row.seq for row in await ledger.outbox.pending(Target.TEXT, 10_000)]

    async def test_who_reads_scope_sets_by_number_misses_none(self, ledger: Ledger) -> None:
        clauses: list[Clauses] = [((f"s/{n}",),) for n in range(24)]
        writers = asyncio.gather(*(write(ledger, clauses=one, turns=(turn(),)) for one in clauses))
        seen: dict[int, Clauses] = {}
        while True:
            over = writers.done()
            news = await ledger.access.scope_sets_since(CONTEXT, max(seen, default=0))
            seen |= {one.id: one.clauses for one in news}
            if over and not news:
                break
        await writers
        assert sorted(seen.values()) == sorted(clauses)

    async def test_facts_are_numbered_in_the_order_in_which_they_become_visible(self, ledger: Ledger) -> None:
        writers = asyncio.gather(*(write(ledger, assertions=(fact(uid=1, key=f"{n}"),)) for n in range(24)))
        seen: list[str] = []
        while not writers.done():
            there = ids(await ledger.memory.assertions(EVERYTHING))
            assert there[: len(seen)] == seen
            seen = there
        await writers
        assert len(await ledger.memory.assertions(EVERYTHING)) == 24

    async def test_an_answered_write_is_seen_whole(self, ledger: Ledger) -> None:
        async def work(n: int) -> None:
            told, said = turn(session=f"session:{n}"), fact(uid=1, key=f"{n}")
            done = await write(ledger, turns=(told,), assertions=(said,), instructions=(asked := instruction(),))
            assert ids(await ledger.memory.turns(EVERYTHING, [told.id])) == [told.id]
            assert ids(await ledger.memory.timelines(EVERYTHING, [(1, f"{n}", done.scope_set)])) == [said.id]
            assert ids(await ledger.memory.instructions(EVERYTHING, ids=[asked.id])) == [asked.id]
            waiting = [row.record_id for row in await ledger.outbox.pending(Target.TEXT, 999)]
            assert {told.id, said.id, asked.id} <= set(waiting)

        await asyncio.gather(*(work(n) for n in range(12)))
