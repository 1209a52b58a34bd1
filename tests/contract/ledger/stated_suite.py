"""What documents state: found by their document, said again by another reading, gone and moved with it."""

from __future__ import annotations

from dataclasses import replace

from memory_core.engine.model import Assertion, Document, DocumentStatus, Source, Uncertainty
from memory_core.engine.plan import Changes
from memory_core.ports.outbox import Job
from memory_core.ports.store import Ledger
from tests.contract.ledger.records import (
    ANN,
    BOB,
    CONTEXT,
    EVERYTHING,
    OTHER_CONTEXT,
    ann_lives_in,
    document,
    drain,
    fact,
    ids,
    settle,
    standing,
    uncertainty,
    write,
)
from tests.fakes import NOON


async def paper_with_fact(ledger: Ledger) -> tuple[Document, Assertion, Uncertainty]:
    """A document, a fact that it states, and an uncertainty that links it to what a turn says."""
    paper = await ledger.documents.put_document(document(), ANN, None)
    source = Source("document", paper.id, span=(4, 9), trust=0.9, chunk_id="chunk:1", reading=1)
    said = await ann_lives_in(ledger, source=source)
    doubt = uncertainty(refs=(said.id, "attribute:other"), source=Source("turn", "turn:1"))
    await write(ledger, uncertainties=(doubt,))
    return paper, said, doubt


class StatedSuite:
    """Behaviour of documents whose facts are in the ledger."""

    async def test_a_source_in_a_document_comes_back_with_passage_and_reading(self, ledger: Ledger) -> None:
        paper, said, _ = await paper_with_fact(ledger)
        [row] = await ledger.memory.assertions(EVERYTHING, ids=[said.id])
        assert row.source == Source("document", paper.id, None, (4, 9), 0.9, (), "chunk:1", 1)

    async def test_what_is_said_again_has_another_source_and_keeps_the_rest(self, ledger: Ledger) -> None:
        paper, said, _ = await paper_with_fact(ledger)
        await settle(ledger)
        source = replace(said.source, span=(7, 12), chunk_id="chunk:2", reading=2)
        new = replace(said, source=source, labels=("x",), confidence=0.3)
        await write(ledger, retold=(new,))
        assert await ledger.memory.assertions(EVERYTHING, ids=[said.id]) == [new]
        assert [(row.operation.value, row.record_id) for row in await drain(ledger)] == [("upsert", said.id)]
        assert paper.id in [one.document_id for one in await ledger.outbox.sources([said.id])]

    async def test_a_write_sees_its_document_and_notes_how_far_it_is(self, ledger: Ledger) -> None:
        paper, _, _ = await paper_with_fact(ledger)
        assert (await standing(ledger, document_id=paper.id)).document == paper
        done = replace(paper, facts_read=8, trust=0.3)
        await write(ledger, Changes(document=done))
        assert await ledger.documents.document(CONTEXT, paper.id) == done
        again = await ledger.documents.put_document(done, ANN, None)
        assert (again.reading, again.facts_read) == (2, 0)
        await write(ledger, Changes(document=done))
        assert await ledger.documents.document(CONTEXT, paper.id) == again
        await ledger.memory.retire(CONTEXT, [paper.id], NOON)
        assert (await standing(ledger, document_id=paper.id)).document is None

    async def test_an_uncertainty_is_found_by_the_facts_that_it_doubts_and_goes_with_any(self, ledger: Ledger) -> None:
        _, said, doubt = await paper_with_fact(ledger)
        assert ids(await ledger.memory.derived_from(CONTEXT, [said.id])) == [doubt.id]
        await ledger.memory.retire(CONTEXT, [said.id], NOON)
        assert await ledger.memory.uncertainties(EVERYTHING, 9) == []

    async def test_facts_and_uncertainties_are_retired_with_their_document(self, ledger: Ledger) -> None:
        paper, said, _ = await paper_with_fact(ledger)
        assert await ledger.memory.retire(OTHER_CONTEXT, [paper.id], NOON) == 0
        assert await ledger.memory.retire(CONTEXT, [paper.id], NOON) == 3
        assert await ledger.memory.assertions(EVERYTHING, ids=[said.id]) == []

    async def test_facts_and_uncertainties_are_erased_with_their_document(self, ledger: Ledger) -> None:
        paper, said, doubt = await paper_with_fact(ledger)
        kept = fact("Rome", uid=said.entity_uid, source=Source("turn", "turn:1"))
        await write(ledger, assertions=(kept,))
        erased = await ledger.memory.erase(CONTEXT, [paper.id])
        assert set(erased.record_ids) == {paper.id, said.id, doubt.id}
        assert ids(await ledger.memory.assertions(EVERYTHING)) == [kept.id]

    async def test_what_was_made_of_facts_goes_with_the_last_of_them(self, ledger: Ledger) -> None:
        paper, said, _ = await paper_with_fact(ledger)
        other = fact("Rome", uid=said.entity_uid, source=Source("turn", "turn:1"))
        alone = fact("a", uid=said.entity_uid, key="b", source=Source("reflect", "turn:1", derived_from=(said.id,)))
        both = fact("c", uid=said.entity_uid, key="d", source=Source("reflect", "x", derived_from=(said.id, other.id)))
        after = fact("e", uid=said.entity_uid, key="f", source=Source("reflect", "x", derived_from=(alone.id,)))
        await write(ledger, assertions=(other, alone, both, after))
        await ledger.memory.retire(CONTEXT, [said.id], NOON)
        assert ids(await ledger.memory.assertions(EVERYTHING)) == [other.id, both.id]
        await ledger.memory.erase(CONTEXT, [other.id])
        assert ids(await ledger.memory.assertions(EVERYTHING)) == []
        assert paper.status is DocumentStatus.READY

    async def test_facts_move_with_their_document(self, ledger: Ledger) -> None:
        paper, said, doubt = await paper_with_fact(ledger)
        await settle(ledger)
        elsewhere = await ledger.access.intern(CONTEXT, BOB)
        await ledger.memory.rescope(CONTEXT, {paper.id: BOB})
        [row] = await ledger.memory.assertions(EVERYTHING, ids=[said.id])
        assert row.scope_set == elsewhere
        assert said.id in [one.record_id for one in await drain(ledger)]
        back = await ledger.documents.put_document(replace(paper, version=2), ANN, None)
        [row] = await ledger.memory.assertions(EVERYTHING, ids=[said.id])
        assert row.scope_set == back.scope_set
        assert ids(await ledger.memory.uncertainties(EVERYTHING, 9)) == [doubt.id]

    async def test_a_lease_that_is_extended_is_nobody_elses(self, ledger: Ledger) -> None:
        await ledger.jobs.enqueue(Job("job:1", CONTEXT, "document", "document:1", 0), NOON)
        await ledger.jobs.extend("job:1", NOON + 9)
        assert await ledger.jobs.claim(["document"], NOON, NOON + 2) is not None
        await ledger.jobs.extend("job:1", NOON + 9)
        assert await ledger.jobs.claim(["document"], NOON + 5, NOON + 6) is None
        assert await ledger.jobs.claim(["document"], NOON + 9, NOON + 12) is not None
        await ledger.jobs.finish("job:1")
        await ledger.jobs.extend("job:1", NOON + 99)
        assert await ledger.jobs.waiting(["document"]) == 0
