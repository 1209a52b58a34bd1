"""Walks over memory and the small changes of upkeep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memory_core.engine.model import Assertion, Mention, Source
from memory_core.ports.ledger import Gate
from memory_core.ports.outbox import Target
from memory_core.ports.store import Ledger
from memory_core.ports.upkeep import Counted
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
    entity,
    fact,
    gate,
    ids,
    instruction,
    relation,
    session,
    settle,
    standing,
    turn,
    uncertainty,
    write,
)
from tests.fakes import NOON

FIRST = (0, 0)


async def walked(ledger: Ledger, through: Gate, size: int) -> list[list[str]]:
    """Ids of every page of facts."""
    pages: list[list[str]] = []
    after: int | None = 0
    while after is not None:
        page = await ledger.upkeep.facts(through, after, size)
        pages.append(ids(page.rows))
        after = page.after
    return pages


async def texts(ledger: Ledger, through: Gate, size: int) -> list[str]:
    """Words of every text."""
    found: list[str] = []
    after: tuple[int, int] | None = FIRST
    while after is not None:
        page = await ledger.upkeep.texts(through, after, size)
        found += [one.words for one in page.texts]
        after = page.after
    return found


async def read(ledger: Ledger, of: Assertion) -> Assertion:
    """A row as it is."""
    return (await ledger.memory.assertions(EVERYTHING, ids=[of.id]))[0]


async def two_facts(ledger: Ledger) -> tuple[Assertion, Assertion]:
    """Of one entity."""
    said, kept = fact(), fact("Rome")
    await write(ledger, entities=(entity("Ann"),), assertions=(said, kept))
    return said, kept


class UpkeepSuite:
    """UpkeepLedger, and what else upkeep needs of a write."""

    async def test_a_walk_sees_each_fact_once_in_order_whatever_the_size_of_a_page(self, ledger: Ledger) -> None:
        rows = [fact(f"value {n}") for n in range(7)]
        await write(ledger, entities=(entity("Ann"),), assertions=tuple(rows))
        for size in (1, 3, 7, 8):
            assert [one for page in await walked(ledger, EVERYTHING, size) for one in page] == ids(rows)

    async def test_a_walk_stays_in_its_context_and_scope_sets_and_passes_over_what_is_retired(
        self, ledger: Ledger
    ) -> None:
        seen, hidden, retired = fact(), fact("Rome"), fact("Oslo")
        made = await write(ledger, entities=(entity("Ann"),), assertions=(seen, retired))
        await write(ledger, clauses=BOB, entities=(entity("Bob"),), assertions=(hidden,))
        other = fact(context=OTHER_CONTEXT)
        await write(
            ledger, context=OTHER_CONTEXT, entities=(entity("Eve", context=OTHER_CONTEXT),), assertions=(other,)
        )
        await ledger.memory.retire(CONTEXT, [retired.id], NOON)
        pages = await walked(ledger, gate(made.scope_set), 1)
        assert [one for page in pages for one in page] == [seen.id]

    async def test_facts_of_merged_entities_are_walked_as_those_of_their_survivor(self, ledger: Ledger) -> None:
        await ann_lives_in(ledger)
        stood = await standing(ledger, block_keys=frozenset({("person", "ann")}))
        [ann] = stood.entities
        said = fact("Rome")
        await write(ledger, entities=(entity("Annie"),), assertions=(said,))
        merged = (await ledger.memory.entities(CONTEXT, [(await read(ledger, said)).entity_uid])).popitem()[1]
        await write(ledger, entities=(replace(merged, merged_into=ann.uid),))
        page = await ledger.upkeep.facts(EVERYTHING, 0, 10)
        assert {row.entity_uid for row in page.rows} == {ann.uid}

    async def test_uses_add_up_and_keep_the_latest_moment(self, ledger: Ledger) -> None:
        said = await ann_lives_in(ledger)
        assert (said.uses, said.used_at) == (0, None)
        assert await ledger.upkeep.note_uses({said.id: (2, NOON + 5)}) == 1
        await ledger.upkeep.note_uses({said.id: (1, NOON + 3)})
        row = await read(ledger, said)
        assert (row.uses, row.used_at) == (3, NOON + 5)

    async def test_uses_of_what_is_gone_are_not_kept(self, ledger: Ledger) -> None:
        said, kept = await two_facts(ledger)
        await ledger.memory.retire(CONTEXT, [kept.id], NOON)
        await ledger.memory.erase(CONTEXT, [said.id])
        assert await ledger.upkeep.note_uses({said.id: (1, NOON), kept.id: (1, NOON), "attribute:0": (1, NOON)}) == 0

    async def test_importance_is_written_down_in_its_context_and_projects_nothing(self, ledger: Ledger) -> None:
        said = await ann_lives_in(ledger)
        await settle(ledger)
        assert await ledger.upkeep.set_importance(OTHER_CONTEXT, {said.id: 0.25}) == 0
        assert await ledger.upkeep.set_importance(CONTEXT, {said.id: 0.25, "attribute:0": 0.5}) == 1
        assert (await read(ledger, said)).importance == 0.25
        assert await drain(ledger) == []

    async def test_the_strongest_facts_are_those_of_the_greatest_importance_then_the_newest(
        self, ledger: Ledger
    ) -> None:
        rows = [fact(f"value {n}", importance=matters) for n, matters in enumerate((0.5, 0.9, 0.5, 0.1, 0.5))]
        made = await write(ledger, entities=(entity("Ann"),), assertions=tuple(rows))
        for through in (EVERYTHING, gate(made.scope_set), gate(*range(1000))):
            found = await ledger.memory.assertions(through, strongest=True, limit=3)
            assert ids(found) == [rows[1].id, rows[2].id, rows[4].id]

    async def test_a_write_retires_standing_facts_and_projects_them(self, ledger: Ledger) -> None:
        said, kept = await two_facts(ledger)
        await settle(ledger)
        await write(ledger, retired=((said.id, NOON),))
        assert ids(await ledger.memory.assertions(EVERYTHING)) == [kept.id]
        waits = await drain(ledger, Target.TEXT)
        assert [row.record_id for row in waits] == [said.id]
        [source] = await ledger.outbox.sources([said.id])
        assert not source.live

    async def test_texts_are_turns_passages_instructions_and_values_that_pass_the_gate(self, ledger: Ledger) -> None:
        made = await write(
            ledger,
            session=session(),
            turns=(turn("a turn"), turn("another")),
            entities=(entity("Ann"),),
            assertions=(fact("a value"), fact("an ending", ends=True)),
            instructions=(instruction("be brief"), instruction("be long", revoked_at=NOON)),
        )
        await write(ledger, clauses=BOB, session=session("session:2"), turns=(turn("hidden", session="session:2"),))
        file = await ledger.documents.put_document(document(), ANN, None)
        await ledger.documents.put_chunks(file, [chunk(file, "a passage")], [])
        for size in (1, 2, 100):
            found = await texts(ledger, gate(made.scope_set), size)
            assert found == ["a turn", "another", "a passage", "be brief", "a value"]

    async def test_company_is_who_is_named_together_in_the_newest_texts_that_pass(self, ledger: Ledger) -> None:
        names = (entity("Ann"), entity("Acme", -2, type_="organisation"), entity("Rome", -3, type_="location"))
        first, second = turn("Ann at Acme", labels=("team=blue",)), turn("Ann in Rome", observed_at=NOON - 5)
        alone = turn("Ann")
        pairs = ((first, -1), (first, -2), (second, -1), (second, -3), (alone, -1))
        made = await write(
            ledger,
            session=session(),
            turns=(first, second, alone),
            entities=names,
            mentions=tuple(Mention(one.id, uid) for one, uid in pairs),
        )
        found = await ledger.upkeep.company(EVERYTHING, None, 10)
        assert [one.record_id for one in found] == [first.id, second.id]
        assert (found[0].scope_set, found[0].known_at, found[0].labels) == (made.scope_set, NOON, ("team=blue",))
        assert len(found[0].uids) == 2 and list(found[0].uids) == sorted(found[0].uids)
        rome = next(uid for uid in found[1].uids if uid not in found[0].uids)
        assert [one.record_id for one in await ledger.upkeep.company(EVERYTHING, [rome], 10)] == [second.id]
        assert [one.record_id for one in await ledger.upkeep.company(EVERYTHING, None, 1)] == [first.id]
        assert await ledger.upkeep.company(gate(made.scope_set + 1), None, 10) == []
        await ledger.memory.retire(CONTEXT, [first.id], NOON)
        assert [one.record_id for one in await ledger.upkeep.company(EVERYTHING, None, 10)] == [second.id]

    async def test_counts_are_by_kind_and_through_the_gate(self, ledger: Ledger) -> None:
        said, linked = fact(), relation(-2)
        made = await write(
            ledger,
            session=session(),
            turns=(turn(), turn("retired")),
            entities=(entity("Ann"), entity("Acme", -2, type_="organisation")),
            assertions=(said, linked),
            instructions=(instruction(),),
            uncertainties=(uncertainty(),),
        )
        await write(ledger, clauses=BOB, session=session("session:2"), turns=(turn(session="session:2"),))
        found = await ledger.upkeep.counted(gate(made.scope_set), 1)
        kinds = ["turn", "attribute", "relation", "instruction", "uncertainty", "session"]
        assert [(one.table, one.count) for one in found] == list(zip(kinds, (2, 1, 1, 1, 1, 1), strict=True))
        assert found[1] == Counted("attribute", 1, (said.id,))
        assert len(found[0].sample_ids) == 1
        assert await ledger.upkeep.counted(gate(), 1) == []
        assert await ledger.upkeep.counted(EVERYTHING, 0) and all(
            not one.sample_ids for one in await ledger.upkeep.counted(EVERYTHING, 0)
        )

    async def test_an_observation_goes_with_any_of_its_tellings_and_an_elaboration_with_the_last(
        self, ledger: Ledger
    ) -> None:
        for remove in ("retire", "erase"):
            first, second = turn("first"), turn("second")
            told, again = fact(), fact(source=Source("turn"))
            seen = fact(source=Source("consolidation", derived_from=(told.id, again.id)))
            linked = relation(-1, source=Source("elaboration", derived_from=(first.id, second.id)))
            name = entity(remove)
            rows = (told, again, seen, linked)
            await write(ledger, session=session(), turns=(first, second), entities=(name,), assertions=rows)
            await self._remove(ledger, remove, first.id)
            assert set(ids(await self._left(ledger, rows))) == {told.id, again.id, seen.id, linked.id}
            await self._remove(ledger, remove, again.id)
            assert set(ids(await self._left(ledger, rows))) == {told.id, linked.id}
            await self._remove(ledger, remove, second.id)
            assert ids(await self._left(ledger, rows)) == [told.id]

    async def test_what_was_made_of_a_passage_goes_with_its_document(self, ledger: Ledger) -> None:
        file = await ledger.documents.put_document(document(), ANN, None)
        passage = chunk(file)
        await ledger.documents.put_chunks(file, [passage], [])
        linked = relation(-1, source=Source("elaboration", derived_from=(passage.id,)))
        await write(ledger, entities=(entity("Ann"),), assertions=(linked,))
        await ledger.memory.erase(CONTEXT, [file.id])
        assert await self._left(ledger, [linked]) == []

    async def test_what_was_made_of_records_moves_with_them(self, ledger: Ledger) -> None:
        told, again = fact(), fact("Rome")
        seen = fact(source=Source("consolidation", derived_from=(told.id, again.id)))
        await write(ledger, entities=(entity("Ann"),), assertions=(told, again, seen))
        await ledger.memory.rescope(CONTEXT, {told.id: BOB})
        sets = {row.id: row.scope_set for row in await self._left(ledger, (told, again, seen))}
        assert sets[seen.id] == sets[told.id] != sets[again.id]

    async def _remove(self, ledger: Ledger, how: str, record_id: str) -> None:
        if how == "retire":
            await ledger.memory.retire(CONTEXT, [record_id], NOON)
        else:
            await ledger.memory.erase(CONTEXT, [record_id])

    async def _left(self, ledger: Ledger, rows: Sequence[Assertion]) -> list[Assertion]:
        return await ledger.memory.assertions(EVERYTHING, ids=[row.id for row in rows])
