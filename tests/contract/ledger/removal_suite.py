"""Retiring, moving and erasing records."""

from __future__ import annotations

from memory_core.engine.model import Chunk, Document, Mention, Source
from memory_core.engine.plan import IdempotentReply
from memory_core.ports.outbox import Job, Target
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
    entity,
    fact,
    gate,
    ids,
    instruction,
    relation,
    repeat,
    session,
    settle,
    standing,
    trace,
    turn,
    uncertainty,
    write,
)
from tests.fakes import NOON


async def waiting(ledger: Ledger, target: Target = Target.TEXT) -> list[tuple[str, str]]:
    """(operation, record) of what waits for a copy."""
    return [(row.operation.value, row.record_id) for row in await drain(ledger, target)]


class RemovalSuite:
    """Behaviour of retire, rescope, erase and records_in_sets."""

    async def test_retiring_counts_rows_of_every_kind_once(self, ledger: Ledger) -> None:
        told, said, asked, doubt = turn(), fact(), instruction(), uncertainty()
        await write(ledger, session=session(), entities=(entity("Ann"),), turns=(told,), assertions=(said,))
        await write(ledger, instructions=(asked,), uncertainties=(doubt,))
        paper = await ledger.documents.put_document(document(), ANN, None)
        every = [told.id, said.id, asked.id, doubt.id, paper.id, "session:1", "turn:none"]
        assert await ledger.memory.retire(OTHER_CONTEXT, every, NOON) == 0
        assert await ledger.memory.retire(CONTEXT, every, NOON) == 6
        assert await ledger.memory.retire(CONTEXT, every, NOON) == 0
        assert await ledger.sessions.session(CONTEXT, "session:1") is None
        assert await ledger.documents.document(CONTEXT, paper.id) is None
        retired = await standing(ledger, session_id="session:1")
        assert retired.session is not None
        assert retired.session.retired_at == NOON

    async def test_a_retired_document_takes_its_passages_off_the_offer(self, ledger: Ledger) -> None:
        paper, piece = await self._paper(ledger)
        await settle(ledger)
        await ledger.memory.retire(CONTEXT, [paper.id], NOON)
        assert await waiting(ledger, Target.VECTORS) == [("upsert", piece.id)]
        assert [one.live for one in await ledger.outbox.sources([piece.id])] == [False]
        assert await ledger.memory.chunks(EVERYTHING, [piece.id]) == []

    async def test_moved_rows_are_seen_by_the_new_scope_set_only(self, ledger: Ledger) -> None:
        told = turn()
        done = await write(
            ledger, entities=(entity("Ann"),), turns=(told,), mentions=(Mention(told.id, -1),), assertions=(fact(),)
        )
        uid = (await ledger.memory.assertions(EVERYTHING))[0].entity_uid
        assert await ledger.memory.rescope(CONTEXT, {told.id: BOB, "turn:none": BOB}) == 1
        new = await ledger.access.intern(CONTEXT, BOB)
        assert await ledger.memory.turns(gate(done.scope_set), [told.id]) == []
        assert ids(await ledger.memory.turns(gate(new), [told.id])) == [told.id]
        assert await ledger.memory.mentions(gate(done.scope_set), [uid], 9) == []
        assert len(await ledger.memory.mentions(gate(new), [uid], 9)) == 1
        assert await ledger.memory.rescope(CONTEXT, {told.id: BOB}) == 0
        assert await ledger.memory.rescope(OTHER_CONTEXT, {told.id: ANN}) == 0

    async def test_a_moved_document_takes_its_passages_with_it(self, ledger: Ledger) -> None:
        paper, piece = await self._paper(ledger)
        await ledger.memory.rescope(CONTEXT, {paper.id: BOB})
        new = await ledger.access.intern(CONTEXT, BOB)
        assert [one.scope_set for one in await ledger.outbox.sources([piece.id])] == [new]
        assert await ledger.memory.chunks(gate(paper.scope_set), [piece.id]) == []

    async def test_records_of_scope_sets_are_listed_retired_or_not(self, ledger: Ledger) -> None:
        told, said = turn(), fact()
        done = await write(ledger, session=session(), entities=(entity("Ann"),), turns=(told,), assertions=(said,))
        await write(ledger, clauses=BOB, turns=(turn(),))
        await ledger.memory.retire(CONTEXT, [told.id], NOON)
        found = await ledger.memory.records_in_sets(CONTEXT, [done.scope_set])
        assert sorted(found) == sorted(
            [(told.id, done.scope_set), (said.id, done.scope_set), ("session:1", done.scope_set)]
        )
        assert await ledger.memory.records_in_sets(OTHER_CONTEXT, [done.scope_set]) == []

    async def test_erasing_takes_all_that_hangs_on_a_record(self, ledger: Ledger) -> None:
        told = turn("Ann lives in Paris")
        said = fact(source=Source("turn", told.id, "session:1"))
        reply = IdempotentReply(CONTEXT, "principal:1", "key", b"print", b"Paris")
        await write(
            ledger,
            session=session(),
            entities=(entity("Ann"),),
            block_keys={-1: frozenset({"ann"})},
            turns=(told,),
            assertions=(said,),
            mentions=(Mention(told.id, -1),),
            traces=(cited := trace(refs=(told.id,)),),
            reply=reply,
        )
        await write(ledger, evidence=(repeat(said.id),))
        await ledger.traces.record([buffered := trace(refs=(said.id,), query_text="where does Ann live")], [])
        erased = await ledger.memory.erase(CONTEXT, [told.id, said.id])
        assert set(erased.record_ids) == {told.id, said.id, "session:1"}
        assert erased.counts == {
            "turns": 1,
            "assertions": 1,
            "entities": 1,
            "sessions": 1,
            "mentions": 1,
            "evidence": 1,
            "traces": 2,
            "replies": 1,
        }
        assert await ledger.memory.find_entities(EVERYTHING, [(None, "ann")], 9) == []
        assert await ledger.memory.search_words(gate(every=True, known_at=NOON * 2, now=False), [], 9) == []
        assert [await ledger.traces.trace(CONTEXT, one.id) for one in (cited, buffered)] == [None, None]
        assert await ledger.idempotency.reserve(CONTEXT, "principal:1", "key", b"other", NOON, NOON) is None

    async def test_erasing_replaces_what_waits_by_erasures_of_both_copies(self, ledger: Ledger) -> None:
        said = await ann_lives_in(ledger)
        erased = await ledger.memory.erase(CONTEXT, [said.id])
        for target in Target:
            rows = await ledger.outbox.pending(target, 9)
            assert [(row.operation.value, row.record_id, row.seq) for row in rows] == [
                ("erase", said.id, erased.outbox_seq)
            ]
        assert await ledger.outbox.sources([said.id]) == []
        assert await ledger.outbox.unprojected(EVERYTHING, Target.TEXT, 9) == []

    async def test_erasing_again_or_elsewhere_changes_nothing(self, ledger: Ledger) -> None:
        said = await ann_lives_in(ledger)
        assert (await ledger.memory.erase(OTHER_CONTEXT, [said.id])).record_ids == ()
        assert len(await ledger.memory.assertions(EVERYTHING)) == 1
        await ledger.memory.erase(CONTEXT, [said.id])
        again = await ledger.memory.erase(CONTEXT, [said.id])
        assert (again.record_ids, again.counts, again.outbox_seq) == ((), {}, 0)

    async def test_turns_beside_an_erased_one_lose_its_words_in_the_text_copy(self, ledger: Ledger) -> None:
        told = [turn(word) for word in ("one", "two", "secret", "three", "four", "five")]
        await write(ledger, turns=tuple(told))
        await settle(ledger)
        await ledger.memory.erase(CONTEXT, [told[2].id])
        queued = await waiting(ledger)
        assert {one for what, one in queued if what == "upsert"} == {told[n].id for n in (0, 1, 3, 4)}
        assert queued[-1] == ("erase", told[2].id)
        sources = {one.body: one.context_text for one in await ledger.outbox.sources(ids(told))}
        assert sources["three"] == "user: one\nuser: two\nuser: four\nuser: five"

    async def test_a_repeat_that_came_from_an_erased_turn_counts_no_more(self, ledger: Ledger) -> None:
        said = await ann_lives_in(ledger)
        told = turn()
        await write(ledger, turns=(told,), evidence=(repeat(said.id, source=Source("turn", told.id)), repeat(said.id)))
        await ledger.memory.erase(CONTEXT, [told.id])
        (kept,) = await ledger.memory.assertions(EVERYTHING)
        assert kept.evidence == 2
        assert len(await ledger.memory.evidence(EVERYTHING, [said.id])) == 1

    async def test_entities_stay_while_a_row_names_them(self, ledger: Ledger) -> None:
        lives, works = fact(), relation(-2)
        names = (entity("Ann"), entity("Acme", -2, type_="organisation"))
        keys = {-1: frozenset({"ann"}), -2: frozenset({"acme"})}
        await write(ledger, entities=names, block_keys=keys, assertions=(lives, works))
        await ledger.memory.erase(CONTEXT, [lives.id])
        assert len(await ledger.memory.find_entities(EVERYTHING, [(None, "ann"), (None, "acme")], 9)) == 2
        assert (await ledger.memory.erase(CONTEXT, [works.id])).counts["entities"] == 2

    async def test_a_session_goes_with_its_last_turn_and_not_before(self, ledger: Ledger) -> None:
        first, last = turn(), turn()
        await write(ledger, session=session(metadata={"topic": "secret"}), turns=(first,))
        await write(ledger, clauses=BOB, turns=(last,))
        assert (await ledger.memory.erase(CONTEXT, [first.id, "session:1"])).record_ids == (first.id,)
        kept = await ledger.sessions.session(CONTEXT, "session:1")
        assert kept is not None
        assert kept.metadata is None
        assert "session:1" in (await ledger.memory.erase(CONTEXT, [last.id])).record_ids
        assert await ledger.sessions.session(CONTEXT, "session:1") is None

    async def test_an_erased_document_takes_passages_jobs_and_a_file_nobody_else_needs(self, ledger: Ledger) -> None:
        paper, piece = await self._paper(ledger)
        twin = await ledger.documents.put_document(document(), BOB, None)
        assert (await ledger.memory.erase(CONTEXT, [paper.id])).blobs == ()
        assert await ledger.memory.chunks(EVERYTHING, [piece.id]) == []
        await settle(ledger)
        erased = await ledger.memory.erase(CONTEXT, [twin.id])
        assert erased.blobs == ("aa",)
        assert await waiting(ledger) == [("erase_blob", f"{CONTEXT}\naa")]
        assert await ledger.jobs.waiting(["document"]) == 0

    async def test_a_file_that_is_uploaded_again_is_not_erased(self, ledger: Ledger) -> None:
        paper, _ = await self._paper(ledger)
        await settle(ledger)
        await ledger.memory.erase(CONTEXT, [paper.id])
        await ledger.documents.put_document(document(), ANN, None)
        assert "erase_blob" not in {what for what, _ in await waiting(ledger)}

    async def test_jobs_of_erased_records_are_gone(self, ledger: Ledger) -> None:
        said = await ann_lives_in(ledger)
        await ledger.jobs.enqueue(Job("job:1", CONTEXT, "extract", said.id, 0), NOON)
        await ledger.memory.erase(CONTEXT, [said.id])
        assert await ledger.jobs.waiting(["extract"]) == 0

    async def test_traces_of_reads_under_way_do_not_bring_erased_words_back(self, ledger: Ledger) -> None:
        said = await ann_lives_in(ledger)
        await ledger.memory.erase(CONTEXT, [said.id])
        await ledger.traces.record([late := trace(refs=(said.id,), query_text="Paris"), other := trace()], [])
        assert await ledger.traces.trace(CONTEXT, late.id) is None
        assert await ledger.traces.trace(CONTEXT, other.id) == other

    async def test_traces_are_erased_by_their_own_ids(self, ledger: Ledger) -> None:
        await ledger.traces.record([gone := trace(), kept := trace()], [])
        assert (await ledger.memory.erase(OTHER_CONTEXT, [gone.id])).counts == {}
        assert (await ledger.memory.erase(CONTEXT, [gone.id])).counts == {"traces": 1}
        assert ids(await ledger.traces.traces(CONTEXT, None, (), 9)) == [kept.id]

    async def test_scrubbing_what_was_never_written_is_fine(self, ledger: Ledger) -> None:
        await ledger.memory.scrub()
        await ann_lives_in(ledger)
        await ledger.memory.scrub()
        assert len(await ledger.memory.assertions(EVERYTHING)) == 1

    async def _paper(self, ledger: Ledger) -> tuple[Document, Chunk]:
        paper = await ledger.documents.put_document(document(), ANN, None)
        piece = chunk(paper)
        await ledger.documents.put_chunks(paper, [piece], [])
        return paper, piece
