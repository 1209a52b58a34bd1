"""The outbox: what every change queues for the copies, and records as the copies need them."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

from memory_core.engine.model import Role, Source
from memory_core.ports.ledger import Gate
from memory_core.ports.outbox import IndexSource, Operation, Target
from memory_core.ports.store import Ledger
from tests.contract.ledger.records import (
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
    instruction,
    relation,
    settle,
    turn,
    uncertainty,
    write,
)
from tests.fakes import NOON, FakeClock


async def queued(ledger: Ledger, target: Target = Target.TEXT) -> list[tuple[str, str]]:
    """(operation, record) of what waits, taken off the queue."""
    return [(row.operation.value, row.record_id) for row in await drain(ledger, target)]


class CopiesSuite:
    """Behaviour of OutboxLedger."""

    async def test_a_write_queues_its_records_for_both_copies_in_order(self, ledger: Ledger) -> None:
        told, said, asked = turn(), fact(), instruction()
        done = await write(
            ledger,
            entities=(entity("Ann"),),
            turns=(told,),
            assertions=(said,),
            instructions=(asked,),
            uncertainties=(uncertainty(),),
        )
        for target in Target:
            rows = await ledger.outbox.pending(target, 99)
            assert [row.record_id for row in rows] == [told.id, said.id, asked.id]
            assert [row.seq for row in rows] == sorted({row.seq for row in rows})
            assert rows[-1].seq == done.outbox_seq
            assert {(row.operation, row.context, row.target) for row in rows} == {(Operation.UPSERT, CONTEXT, target)}
            assert await ledger.outbox.pending(target, 1, rows[0].seq) == [rows[1]]

    async def test_a_write_without_records_for_the_copies_has_no_number(self, ledger: Ledger) -> None:
        assert (await write(ledger, uncertainties=(uncertainty(),))).outbox_seq == 0

    async def test_numbers_never_come_back_after_the_queue_was_empty(self, ledger: Ledger) -> None:
        first = await write(ledger, turns=(turn(),))
        await settle(ledger)
        assert (await write(ledger, turns=(turn(),))).outbox_seq > first.outbox_seq

    async def test_each_copy_acknowledges_for_itself_and_as_often_as_it_likes(self, ledger: Ledger) -> None:
        await write(ledger, turns=(turn(), turn()))
        text = await ledger.outbox.pending(Target.TEXT, 9)
        for _ in range(2):
            await ledger.outbox.acknowledge(Target.TEXT, [row.seq for row in text])
        assert await ledger.outbox.pending(Target.TEXT, 9) == []
        vectors = await ledger.outbox.pending(Target.VECTORS, 9)
        assert [row.record_id for row in vectors] == [row.record_id for row in text]
        await ledger.outbox.acknowledge(Target.VECTORS, [vectors[0].seq])
        assert await ledger.outbox.pending(Target.VECTORS, 9) == vectors[1:]

    async def test_the_backlog_tells_how_many_rows_wait_and_since_when(self, ledger: Ledger, clock: FakeClock) -> None:
        assert await ledger.outbox.backlog(Target.TEXT) == (0, None)
        await write(ledger, turns=(turn(),))
        clock.advance(timedelta(minutes=1))
        await write(ledger, turns=(turn(session="session:2"),))
        assert await ledger.outbox.backlog(Target.TEXT) == (2, NOON)

    async def test_turns_within_two_places_of_a_new_one_are_written_to_the_text_copy_again(
        self, ledger: Ledger
    ) -> None:
        told = [turn(f"{n}") for n in range(4)]
        await write(ledger, turns=tuple(told))
        await write(ledger, turns=(turn(session="session:2"),))
        await settle(ledger)
        new = turn("4")
        done = await write(ledger, turns=(new,))
        assert await queued(ledger, Target.VECTORS) == [("upsert", new.id)]
        rows = await ledger.outbox.pending(Target.TEXT, 9)
        assert {row.record_id for row in rows} == {told[2].id, told[3].id, new.id}
        assert rows[-1].seq == done.outbox_seq

    async def test_changes_to_standing_records_queue_them_again(self, ledger: Ledger) -> None:
        said = await ann_lives_in(ledger)
        asked = instruction()
        await write(ledger, instructions=(asked,))
        await settle(ledger)
        await write(ledger, live={said.id: False}, revoked=((asked.id, NOON),))
        assert await queued(ledger) == [("upsert", said.id), ("upsert", asked.id)]
        await ledger.memory.retire(CONTEXT, [said.id], NOON)
        assert await queued(ledger) == [("upsert", said.id)]
        await ledger.memory.rescope(CONTEXT, {said.id: BOB})
        assert await queued(ledger) == [("upsert", said.id)]

    async def test_a_new_name_of_an_entity_queues_its_facts(self, ledger: Ledger) -> None:
        said = await ann_lives_in(ledger)
        ann = (await ledger.memory.entities(CONTEXT, [said.entity_uid]))[said.entity_uid]
        await settle(ledger)
        await write(ledger, entities=(replace(ann, updated_at=NOON + 1),))
        assert await queued(ledger) == []
        await write(ledger, entities=(replace(ann, name="Ann Lee"),))
        assert await queued(ledger) == [("upsert", said.id)]
        assert (await ledger.outbox.sources([said.id]))[0].body == "Ann Lee city Paris"

    async def test_a_turn_is_found_by_its_words_its_speaker_and_its_neighbours(self, ledger: Ledger) -> None:
        told = [
            turn("Caroline: hi"),
            turn("one", role=Role.ASSISTANT),
            turn("two", labels=("x",)),
            turn("three"),
            turn("four"),
            turn("five"),
        ]
        done = await write(ledger, turns=tuple(told))
        (source,) = await ledger.outbox.sources([told[2].id])
        assert source == IndexSource(
            record_id=told[2].id,
            context=CONTEXT,
            scope_set=done.scope_set,
            kind="turn",
            labels=("x",),
            session_id="session:1",
            document_id=None,
            mime_type=None,
            source_kind="turn",
            observed_at=NOON,
            live=True,
            body="two",
            context_text="user: Caroline: hi\nassistant: one\nuser: three\nuser: four",
            names="user",
        )
        assert (await ledger.outbox.sources([told[0].id]))[0].names == "user Caroline"

    async def test_words_of_other_scopes_and_retired_words_are_no_neighbours(self, ledger: Ledger) -> None:
        await write(ledger, turns=(turn("open"), gone := turn("gone")))
        await write(ledger, clauses=BOB, turns=(turn("secret"),))
        await write(ledger, turns=(last := turn("last"),))
        await settle(ledger)
        await ledger.memory.retire(CONTEXT, [gone.id], NOON)
        assert (await ledger.outbox.sources([last.id]))[0].context_text == "user: open"
        assert ("upsert", last.id) in await queued(ledger)

    async def test_facts_are_found_by_entity_key_and_value(self, ledger: Ledger) -> None:
        acme = entity("Acme", -2, type_="organisation")
        role = fact("nurse", key="job_title", source=Source("triple", None, "session:1"))
        works = relation(-2)
        await write(ledger, entities=(entity("Ann"), acme), assertions=(role, works))
        found = {one.kind: one for one in await ledger.outbox.sources([role.id, works.id])}
        assert (found["attribute"].body, found["attribute"].names) == ("Ann job title nurse", "Ann")
        assert (found["relation"].body, found["relation"].names) == ("Ann works at Acme", "Ann Acme")
        assert (found["attribute"].context_text, found["attribute"].source_kind) == ("person Ann", "triple")
        assert found["attribute"].session_id == "session:1"

    async def test_passages_are_found_by_their_words_title_and_section(self, ledger: Ledger) -> None:
        paper = await ledger.documents.put_document(document(title="Guide", labels=("x",)), BOB, None)
        piece = chunk(paper, "the quay", section="Arrival")
        await ledger.documents.put_chunks(paper, [piece], [])
        (source,) = await ledger.outbox.sources([piece.id])
        assert (source.body, source.context_text, source.names) == ("the quay", "Guide\nArrival", "Guide")
        assert (source.document_id, source.mime_type, source.labels) == (paper.id, "text/plain", ("x",))
        assert (source.source_kind, source.scope_set, source.kind) == ("document", paper.scope_set, "chunk")

    async def test_what_is_not_on_offer_any_more_is_told_as_not_live(self, ledger: Ledger) -> None:
        said, told, asked = fact(), turn(), instruction()
        await write(ledger, entities=(entity("Ann"),), assertions=(said,), turns=(told,), instructions=(asked,))
        every = [said.id, told.id, asked.id]
        assert {one.live for one in await ledger.outbox.sources(every)} == {True}
        await write(ledger, live={said.id: False}, revoked=((asked.id, NOON),))
        await ledger.memory.retire(CONTEXT, [told.id], NOON)
        assert {one.live for one in await ledger.outbox.sources(every)} == {False}
        assert await ledger.outbox.sources(["turn:none", "odd"]) == []

    async def test_what_waits_for_a_copy_is_told_newest_first_through_the_gate(self, ledger: Ledger) -> None:
        told = [turn(f"{n}") for n in range(5)]
        done = await write(ledger, turns=tuple(told))
        said = fact()
        await write(ledger, entities=(entity("Ann"),), assertions=(said,))
        await write(ledger, clauses=BOB, turns=(turn("hidden"),))
        mine = gate(done.scope_set)

        async def waiting(through: Gate = mine, target: Target = Target.TEXT, limit: int = 99) -> list[str]:
            return [one.record_id for one in await ledger.outbox.unprojected(through, target, limit)]

        assert await waiting() == [said.id, *(one.id for one in reversed(told))]
        assert await waiting(limit=2) == [said.id, told[4].id]
        turns = (await ledger.outbox.unprojected(mine, Target.TEXT, 99))[1:]
        assert {(one.body != "", one.context_text) for one in turns} == {(True, "")}, "without their neighbours"
        await ledger.memory.retire(CONTEXT, [said.id], NOON)
        assert said.id not in await waiting()
        assert await waiting(gate()) == []
        assert await waiting(gate(done.scope_set, session_id="session:9")) == []
        assert len(await waiting(EVERYTHING)) == 6
        await settle(ledger)
        assert await waiting() == []

    async def test_records_whose_upsert_waits_are_told_copy_by_copy(self, ledger: Ledger) -> None:
        first, second = turn("first"), turn("second")
        await write(ledger, turns=(first, second))
        asked = [first.id, second.id, "turn:none"]
        assert await ledger.outbox.awaiting(Target.VECTORS, asked) == {first.id, second.id}
        assert await ledger.outbox.awaiting(Target.VECTORS, []) == frozenset()
        rows = await ledger.outbox.pending(Target.VECTORS, 9)
        await ledger.outbox.acknowledge(Target.VECTORS, [row.seq for row in rows if row.record_id == first.id])
        assert await ledger.outbox.awaiting(Target.VECTORS, asked) == {second.id}
        assert await ledger.outbox.awaiting(Target.TEXT, asked) == {first.id, second.id}

    async def test_a_rebuild_queues_every_record_of_every_context_for_one_copy(self, ledger: Ledger) -> None:
        said = await ann_lives_in(ledger)
        told, asked, away = turn(), instruction(), turn(context=OTHER_CONTEXT)
        await write(ledger, turns=(told,), instructions=(asked,))
        await write(ledger, context=OTHER_CONTEXT, turns=(away,))
        paper = await ledger.documents.put_document(document(), BOB, None)
        await ledger.documents.put_chunks(paper, [piece := chunk(paper)], [])
        await settle(ledger)
        assert await ledger.outbox.enqueue_all(Target.VECTORS) == 5
        assert {one for _, one in await queued(ledger, Target.VECTORS)} == {
            said.id,
            told.id,
            asked.id,
            away.id,
            piece.id,
        }
        assert await queued(ledger, Target.TEXT) == []

    async def test_concurrent_writes_get_numbers_of_their_own(self, ledger: Ledger) -> None:
        done = await asyncio.gather(*(write(ledger, turns=(turn(session=f"session:{n}"),)) for n in range(20)))
        assert len({one.outbox_seq for one in done}) == 20
        assert max(one.outbox_seq for one in done) == (await ledger.outbox.pending(Target.TEXT, 99))[-1].seq
