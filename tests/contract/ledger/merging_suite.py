"""Merged entities, and other names of entities: what they are told by, who is told, and how they go."""

from __future__ import annotations

from dataclasses import replace

from memory_core.engine.merging import merge, split
from memory_core.engine.model import Assertion, Entity, Mention
from memory_core.engine.plan import Changes, Kin
from memory_core.ports.outbox import Target
from memory_core.ports.store import Ledger
from tests.contract.ledger.records import (
    BOB,
    CONTEXT,
    EVERYTHING,
    OTHER_CONTEXT,
    drain,
    entity,
    fact,
    gate,
    ids,
    named,
    relation,
    settle,
    standing,
    turn,
    write,
)
from tests.fakes import NOON


async def person(ledger: Ledger, name: str, *said: Assertion) -> Entity:
    """A person with facts of its own."""
    norm = name.casefold()
    await write(ledger, entities=(entity(name),), block_keys={-1: frozenset({norm})}, assertions=said)
    return (await ledger.memory.find_entities(EVERYTHING, [("person", norm)], 1))[0]


async def join(ledger: Ledger, survivor: Entity, other: Entity) -> None:
    """Merges two survivors."""

    def decide(kin: Kin) -> Changes:
        return merge(kin, survivor.uid, other.uid, NOON, 0.7).changes

    await ledger.memory.regroup(CONTEXT, [survivor.uid, other.uid], decide)


async def part(ledger: Ledger, survivor: Entity, other: Entity) -> None:
    """Takes a merge back."""

    def decide(kin: Kin) -> Changes:
        return split(kin, survivor.uid, other.uid, NOON, 0.7).changes

    await ledger.memory.regroup(CONTEXT, [survivor.uid, other.uid], decide)


async def held(ledger: Ledger, one: Entity) -> list[tuple[int, str]]:
    """(entity uid, value) of what is shown of an entity as subject."""
    rows = await ledger.memory.assertions(EVERYTHING, entity_uids=[one.uid])
    return [(row.entity_uid, row.value) for row in rows]


class MergingSuite:
    """Merges, splits and other names."""

    async def test_a_merged_entity_is_found_as_its_survivor_with_its_facts_and_comes_back_whole(
        self, ledger: Ledger
    ) -> None:
        ann = await person(ledger, "Ann", fact("Paris"))
        annie = await person(ledger, "Annie", said := fact("nurse", key="role"))
        await join(ledger, ann, annie)
        assert await ledger.memory.find_entities(EVERYTHING, [("person", "annie")], 9) == [ann]
        assert await held(ledger, ann) == [(ann.uid, "Paris"), (ann.uid, "nurse")] == await held(ledger, annie)
        assert [one.uid for one in await ledger.memory.list_entities(EVERYTHING, None, 9, 0)] == [ann.uid]
        seen = await standing(ledger, block_keys=frozenset({("person", "ann")}), keys=frozenset({"role"}))
        assert ids(seen.timelines[ann.uid, "role"]) == [said.id]
        assert {one.uid for one in seen.entities} == {ann.uid, annie.uid}
        assert (seen.present, seen.names) == ({ann.uid}, {annie.uid: {"Annie"}})
        await part(ledger, ann, annie)
        assert (await held(ledger, ann), await held(ledger, annie)) == ([(ann.uid, "Paris")], [(annie.uid, "nurse")])
        assert await ledger.memory.find_entities(EVERYTHING, [("person", "annie")], 9) == [annie]
        assert await ledger.memory.other_names(EVERYTHING, [ann.uid, annie.uid]) == {}

    async def test_rows_keep_the_entity_that_they_are_written_for(self, ledger: Ledger) -> None:
        ann, annie = await person(ledger, "Ann", fact("Paris")), await person(ledger, "Annie", fact("5", key="age"))
        await join(ledger, ann, annie)
        text = turn("Annie is a nurse.")
        await write(
            ledger,
            turns=(text,),
            assertions=(fact("nurse", uid=annie.uid, key="role"),),
            mentions=(Mention(text.id, annie.uid),),
        )
        assert [one.entity_uid for one in await ledger.memory.mentions(EVERYTHING, [ann.uid], 9)] == [ann.uid]
        await part(ledger, ann, annie)
        assert await held(ledger, annie) == [(annie.uid, "5"), (annie.uid, "nurse")]
        assert await ledger.memory.mentions(EVERYTHING, [ann.uid], 9) == []
        assert ids(await ledger.memory.turns(EVERYTHING, [text.id])) == [text.id]

    async def test_a_chain_of_merges_leads_to_its_end_and_is_undone_in_any_order(self, ledger: Ledger) -> None:
        for first, last in (("anna", "annie"), ("annie", "anna")):
            people = {
                name: await person(ledger, f"{name}{first}", fact(name, key="nick"))
                for name in ("ann", "annie", "anna")
            }
            await join(ledger, people["annie"], people["anna"])
            await join(ledger, people["ann"], people["annie"])
            root = people["ann"]
            assert len(await held(ledger, people["anna"])) == 3
            assert {one.uid for one in (await ledger.memory.kin(CONTEXT, [root.uid])).entities.values()} >= {
                one.uid for one in people.values()
            }
            await part(ledger, root, people[first])
            left = {one.uid for one in people.values() if (await held(ledger, one))[0][0] == root.uid}
            assert left == {root.uid} | ({people["annie"].uid} if first == "anna" else set())
            await part(ledger, root if first == "anna" else people["annie"], people[last])
            assert [await held(ledger, one) for one in people.values()] == [
                [(one.uid, name)] for name, one in people.items()
            ]
            assert await ledger.memory.other_names(EVERYTHING, [one.uid for one in people.values()]) == {}

    async def test_what_both_told_is_judged_together_and_apart_again(self, ledger: Ledger) -> None:
        ann = await person(ledger, "Ann", old := fact("Paris", valid_from=NOON - 9))
        annie = await person(ledger, "Annie", new := fact("Rome"))
        target = await person(
            ledger, "Zoe", knows := relation(ann.uid, key="knows"), again := relation(annie.uid, key="knows")
        )
        await join(ledger, ann, annie)

        async def offered() -> set[str]:
            return set(ids(await ledger.memory.assertions(EVERYTHING, live_only=True)))

        assert await offered() == {new.id, knows.id}
        rows = await ledger.memory.assertions(EVERYTHING, entity_uids=[target.uid])
        assert {row.target_uid for row in rows} == {ann.uid}
        await part(ledger, ann, annie)
        assert await offered() == {old.id, new.id, knows.id, again.id}

    async def test_everything_that_reads_differently_is_projected_again(self, ledger: Ledger) -> None:
        ann = await person(ledger, "Ann", fact("Paris"))
        annie = await person(ledger, "Annie", said := fact("nurse", key="role"))
        await person(ledger, "Zoe", about := relation(annie.uid, key="knows"))
        await settle(ledger)
        await join(ledger, ann, annie)
        assert {said.id, about.id} <= {row.record_id for row in await drain(ledger)}
        found = {one.record_id: one.body for one in await ledger.outbox.sources([said.id, about.id])}
        assert found == {said.id: "Ann role nurse", about.id: "Zoe knows Ann"}
        await settle(ledger)
        await part(ledger, ann, annie)
        assert {said.id, about.id} <= {row.record_id for row in await drain(ledger, Target.VECTORS)}
        found = {one.record_id: one.body for one in await ledger.outbox.sources([said.id, about.id])}
        assert found == {said.id: "Annie role nurse", about.id: "Zoe knows Annie"}

    async def test_kin_names_what_is_touched_everywhere_also_by_texts_and_retired_rows(self, ledger: Ledger) -> None:
        ann = await person(ledger, "Ann", said := fact("Paris"))
        await ledger.memory.retire(CONTEXT, [said.id], NOON)
        text = turn("Ann!")
        there = await write(ledger, clauses=BOB, turns=(text,), mentions=(Mention(text.id, ann.uid),))
        kin = await ledger.memory.kin(CONTEXT, [ann.uid])
        assert kin.touched == {ann.uid: {(await standing(ledger)).scope_set, there.scope_set}}
        assert kin.lines == ()
        assert (await ledger.memory.kin(OTHER_CONTEXT, [ann.uid])).entities == {}

    async def test_a_name_that_was_taken_meanwhile_is_shared_after_a_split(self, ledger: Ledger) -> None:
        ann, annie = await person(ledger, "Ann", fact("Paris")), await person(ledger, "Annie", fact("5", key="age"))
        await join(ledger, ann, annie)
        await write(
            ledger,
            clauses=BOB,
            entities=(entity("Annie"),),
            block_keys={-1: frozenset({"annie"})},
            assertions=(fact("blue", key="colour"),),
        )
        found = await ledger.memory.find_entities(EVERYTHING, [("person", "annie")], 9)
        (fresh,) = [one for one in found if one.uid != ann.uid]
        assert (await ledger.memory.kin(CONTEXT, [ann.uid])).namesakes == {annie.uid: fresh.uid}
        await part(ledger, ann, annie)
        assert await ledger.memory.find_entities(EVERYTHING, [("person", "annie")], 9) == [fresh]
        assert await held(ledger, fresh) == [(fresh.uid, "5"), (fresh.uid, "blue")]

    async def test_a_name_is_told_in_its_own_scope_set_alone(self, ledger: Ledger) -> None:
        ann = await person(ledger, "Ann", fact("Paris"))
        place = await write(ledger, clauses=BOB, assertions=(told := fact("Zed", uid=ann.uid, key="nickname"),))
        here, there = (await standing(ledger)).scope_set, place.scope_set
        await write(ledger, names=(named("Zed", ann.uid, there, told.id),), block_keys={ann.uid: frozenset({"zed"})})
        for seen, who in ((gate(there), [ann.uid]), (gate(here), []), (EVERYTHING, [ann.uid])):
            found = await ledger.memory.find_entities(seen, [(None, "zed")], 9)
            assert [one.uid for one in found] == who
            assert list(await ledger.memory.other_names(seen, [ann.uid])) == who
        assert (await standing(ledger, block_keys=frozenset({("person", "zed")}))).names == {}
        bobs = await standing(ledger, BOB, block_keys=frozenset({("person", "zed")}))
        assert bobs.names == {ann.uid: {"Zed"}}
        await ledger.memory.rescope(CONTEXT, {told.id: (("org/user/cleo",),)})
        assert await ledger.memory.find_entities(gate(there), [(None, "zed")], 9) == []
        await ledger.memory.retire(CONTEXT, [told.id], NOON)
        assert await ledger.memory.find_entities(EVERYTHING, [(None, "zed")], 9) == []
        before = replace(EVERYTHING, known_at=NOON - 1, now=False)
        assert [one.uid for one in await ledger.memory.find_entities(before, [(None, "zed")], 9)] == [ann.uid]
        await ledger.memory.erase(CONTEXT, [told.id])
        assert await ledger.memory.find_entities(before, [(None, "zed")], 9) == []
        assert (await standing(ledger, BOB, block_keys=frozenset({("person", "zed")}))).entities == ()

    async def test_a_merged_entity_without_rows_leaves_with_its_name(self, ledger: Ledger) -> None:
        ann = await person(ledger, "Ann", fact("Paris"))
        annie = await person(ledger, "Annie", said := fact("nurse", key="role"))
        await join(ledger, ann, annie)
        assert await ledger.memory.other_names(EVERYTHING, [ann.uid]) == {ann.uid: ("Annie",)}
        await ledger.memory.erase(CONTEXT, [said.id])
        assert await ledger.memory.find_entities(EVERYTHING, [(None, "annie")], 9) == []
        assert await ledger.memory.other_names(EVERYTHING, [ann.uid]) == {}

    async def test_a_survivor_without_rows_stays_while_a_merged_one_has_some(self, ledger: Ledger) -> None:
        ann = await person(ledger, "Ann", said := fact("Paris"))
        annie = await person(ledger, "Annie", more := fact("nurse", key="role"))
        await join(ledger, ann, annie)
        await ledger.memory.erase(CONTEXT, [said.id])
        assert await held(ledger, ann) == [(ann.uid, "nurse")]
        assert (await ledger.memory.erase(CONTEXT, [more.id])).counts["entities"] == 2
        assert await ledger.memory.entities(CONTEXT, [ann.uid, annie.uid]) == {}
