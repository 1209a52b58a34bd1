"""Replies kept for repeats, jobs, and documents with their passages."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from memory_core.engine.model import DocumentStatus, Mention
from memory_core.engine.plan import IdempotentReply
from memory_core.ports.errors import IdempotencyConflict, IdempotencyInProgress
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
    gate,
    ids,
    session,
    settle,
    turn,
    write,
)
from tests.fakes import NOON

HOUR = 3_600_000_000
REPLY = IdempotentReply(CONTEXT, "principal:1", "key", b"print", b"answer")


async def reserve(
    ledger: Ledger, at: int = NOON, fingerprint: bytes = b"print", **given: str
) -> IdempotentReply | None:
    asked = {"context": CONTEXT, "caller": "principal:1", "key": "key", **given}
    return await ledger.idempotency.reserve(**asked, fingerprint=fingerprint, now=at, lease_until=at + 60)


class IdempotencySuite:
    """Behaviour of IdempotencyLedger."""

    async def test_a_key_is_taken_by_one_call_while_its_lease_runs(self, ledger: Ledger) -> None:
        assert await reserve(ledger) is None
        with pytest.raises(IdempotencyInProgress):
            await reserve(ledger, NOON + 59)
        assert await reserve(ledger, NOON + 60) is None

    async def test_of_concurrent_calls_one_takes_the_key(self, ledger: Ledger) -> None:
        done = await asyncio.gather(*(reserve(ledger) for _ in range(8)), return_exceptions=True)
        assert sum(isinstance(one, IdempotencyInProgress) for one in done) == 7

    async def test_another_body_under_the_key_is_a_conflict_whether_finished_or_not(self, ledger: Ledger) -> None:
        await reserve(ledger)
        with pytest.raises(IdempotencyConflict):
            await reserve(ledger, fingerprint=b"other")
        await write(ledger, reply=REPLY)
        with pytest.raises(IdempotencyConflict):
            await reserve(ledger, fingerprint=b"other")

    async def test_keys_of_other_callers_and_contexts_are_other_keys(self, ledger: Ledger) -> None:
        await reserve(ledger)
        assert await reserve(ledger, caller="principal:2") is None
        assert await reserve(ledger, context=OTHER_CONTEXT) is None

    async def test_a_released_key_is_free_and_a_finished_one_stays(self, ledger: Ledger) -> None:
        await reserve(ledger)
        await ledger.idempotency.release(CONTEXT, "principal:1", "key")
        assert await reserve(ledger, fingerprint=b"other") is None
        await write(ledger, reply=replace(REPLY, fingerprint=b"other"))
        await ledger.idempotency.release(CONTEXT, "principal:1", "key")
        found = await reserve(ledger, fingerprint=b"other")
        assert found is not None
        assert found.reply == b"answer"

    async def test_a_reply_is_kept_for_a_day(self, ledger: Ledger) -> None:
        await reserve(ledger)
        await write(ledger, reply=REPLY)
        assert await reserve(ledger, NOON + 24 * HOUR) == REPLY
        assert await reserve(ledger, NOON + 24 * HOUR + 1, b"other") is None

    async def test_a_document_can_be_the_reply_of_a_call(self, ledger: Ledger) -> None:
        paper = await ledger.documents.put_document(document(), ANN, REPLY)
        assert await reserve(ledger) == REPLY
        await ledger.memory.erase(CONTEXT, [paper.id])
        assert await reserve(ledger) is None


class JobSuite:
    """Behaviour of JobLedger."""

    async def _claim(self, ledger: Ledger, at: int = NOON, kind: str = "document") -> Job | None:
        return await ledger.jobs.claim([kind], at, at + 60)

    async def test_the_oldest_job_of_a_kind_is_leased_to_one_worker(self, ledger: Ledger) -> None:
        for n in (1, 2):
            await ledger.jobs.enqueue(Job(f"job:{n}", CONTEXT, "document", f"document:{n}", 0), NOON)
        await ledger.jobs.enqueue(Job("job:3", CONTEXT, "other", "document:1", 0), NOON)
        first = await self._claim(ledger)
        assert first == Job("job:1", CONTEXT, "document", "document:1", 1)
        rest = [one for one in await asyncio.gather(*(self._claim(ledger) for _ in range(4))) if one is not None]
        assert [(one.id, one.attempts) for one in rest] == [("job:2", 1)]
        assert await ledger.jobs.waiting(["document"]) == 2
        assert await ledger.jobs.waiting(["document", "other"]) == 3

    async def test_a_lease_that_ran_out_gives_the_job_back(self, ledger: Ledger) -> None:
        await ledger.jobs.enqueue(Job("job:1", CONTEXT, "document", "document:1", 0), NOON)
        await self._claim(ledger)
        assert await self._claim(ledger, NOON + 59) is None
        again = await self._claim(ledger, NOON + 60)
        assert again == Job("job:1", CONTEXT, "document", "document:1", 2)

    async def test_a_finished_job_is_gone(self, ledger: Ledger) -> None:
        await ledger.jobs.enqueue(Job("job:1", CONTEXT, "document", "document:1", 0), NOON)
        for _ in range(2):
            await ledger.jobs.finish("job:1")
        assert await self._claim(ledger) is None

    async def test_a_job_given_back_waits_for_its_time(self, ledger: Ledger) -> None:
        await ledger.jobs.enqueue(Job("job:1", CONTEXT, "document", "document:1", 0), NOON)
        await self._claim(ledger)
        await ledger.jobs.retry("job:1", NOON + 5)
        assert await self._claim(ledger, NOON + 4) is None
        again = await self._claim(ledger, NOON + 5)
        assert again is not None
        assert again.attempts == 2

    async def test_a_job_that_waits_is_not_queued_twice_but_one_at_work_is_followed_by_another(
        self, ledger: Ledger
    ) -> None:
        async def queue(name: str) -> None:
            await ledger.jobs.enqueue(Job(name, CONTEXT, "document", "document:1", 0), NOON)

        await queue("job:1")
        await queue("job:2")
        assert await ledger.jobs.waiting(["document"]) == 1
        await self._claim(ledger)
        await queue("job:3")
        assert await ledger.jobs.waiting(["document"]) == 2
        assert await self._claim(ledger) is None
        await ledger.jobs.finish("job:1")
        after = await self._claim(ledger)
        assert after is not None
        assert after.id == "job:3"


class DocumentSuite:
    """Behaviour of DocumentLedger and of SessionLedger.create_session."""

    async def test_a_new_document_queues_its_job(self, ledger: Ledger) -> None:
        paper = await ledger.documents.put_document(document(labels=("x",), filename="a.txt"), ANN, None)
        assert paper.scope_set == await ledger.access.intern(CONTEXT, ANN)
        assert await ledger.documents.document(CONTEXT, paper.id) == paper
        assert await ledger.documents.document(OTHER_CONTEXT, paper.id) is None
        job = await ledger.jobs.claim(["document"], NOON, NOON + 1)
        assert job is not None
        assert (job.record_id, job.context, job.kind) == (paper.id, CONTEXT, "document")

    async def test_documents_are_the_same_only_in_the_same_scope_set(self, ledger: Ledger) -> None:
        paper = await ledger.documents.put_document(document(), ANN, None)
        elsewhere = await ledger.access.intern(CONTEXT, BOB)
        assert await ledger.documents.document_by_hash(CONTEXT, paper.scope_set, "blake3:aa") == paper
        assert await ledger.documents.document_by_hash(CONTEXT, elsewhere, "blake3:aa") is None
        assert await ledger.documents.document_by_hash(CONTEXT, paper.scope_set, "blake3:bb") is None
        await ledger.memory.retire(CONTEXT, [paper.id], NOON)
        assert await ledger.documents.document_by_hash(CONTEXT, paper.scope_set, "blake3:aa") is None

    async def test_documents_are_listed_newest_first_by_page_with_their_number(self, ledger: Ledger) -> None:
        made = [
            await ledger.documents.put_document(document(created_at=NOON + n, mime_type=f"text/{n % 2}"), ANN, None)
            for n in range(4)
        ]
        hidden = await ledger.documents.put_document(document(status=DocumentStatus.FAILED), BOB, None)
        mine = gate(made[0].scope_set)

        async def listed(
            status: str | None = None, mime: str | None = None, limit: int = 9, offset: int = 0
        ) -> tuple[list[str], int]:
            page, count = await ledger.documents.list_documents(mine, status, mime, limit, offset)
            return ids(page), count

        newest = ids(made[::-1])
        assert await listed() == (newest, 4)
        assert await listed(limit=1, offset=1) == (newest[1:2], 4)
        assert await listed(mime="text/0") == (newest[1::2], 2)
        assert await listed(status="failed") == ([], 0)
        found, count = await ledger.documents.list_documents(EVERYTHING, "failed", None, 9, 0)
        assert (ids(found), count) == ([hidden.id], 1)

    async def test_progress_is_noted_and_news_of_unknown_or_older_documents_are_dropped(self, ledger: Ledger) -> None:
        paper = await ledger.documents.put_document(document(), ANN, None)
        failed = replace(
            paper,
            status=DocumentStatus.FAILED,
            error="broken",
            language="en",
            updated_at=NOON + 1,
            processing_completed_at=NOON + 1,
        )
        await ledger.documents.update_document(failed)
        assert await ledger.documents.document(CONTEXT, paper.id) == failed
        await ledger.documents.put_document(replace(failed, version=2, status=DocumentStatus.QUEUED), ANN, None)
        await ledger.documents.update_document(failed)
        await ledger.documents.update_document(document())
        again = await ledger.documents.document(CONTEXT, paper.id)
        assert again is not None
        assert again.status is DocumentStatus.QUEUED

    async def test_new_passages_replace_the_old_ones_everywhere(self, ledger: Ledger) -> None:
        uid = (await ann_lives_in(ledger)).entity_uid
        paper = await ledger.documents.put_document(document(), ANN, None)
        old, same = chunk(paper, "old"), chunk(paper, "same", 1)
        await ledger.documents.put_chunks(paper, [old, same], [Mention(old.id, uid)])
        await settle(ledger)
        new = chunk(paper, "new")
        seq = await ledger.documents.put_chunks(paper, [new, replace(same, text="same again")], [])
        rows = await drain(ledger)
        assert [(row.operation.value, row.record_id) for row in rows] == [
            ("erase", old.id),
            ("upsert", new.id),
            ("upsert", same.id),
        ]
        assert rows[-1].seq == seq
        assert await ledger.documents.document_chunks(paper.id, 1, 1) == ([replace(same, text="same again")], 2)
        assert await ledger.memory.mentions(EVERYTHING, [uid], 9) == []
        stored = await ledger.documents.document(CONTEXT, paper.id)
        assert stored is not None
        assert stored.chunk_count == 2

    async def test_passages_of_a_document_that_is_gone_or_newer_are_dropped(self, ledger: Ledger) -> None:
        paper = await ledger.documents.put_document(document(), ANN, None)
        newer = await ledger.documents.put_document(replace(paper, version=2), ANN, None)
        assert await ledger.documents.put_chunks(paper, [chunk(paper)], []) == 0
        assert await ledger.documents.document_chunks(paper.id, 9, 0) == ([], 0)
        await ledger.memory.erase(CONTEXT, [paper.id])
        assert await ledger.documents.put_chunks(newer, [chunk(paper)], []) == 0

    async def test_a_new_version_lets_the_old_file_go_and_moves_its_passages(self, ledger: Ledger) -> None:
        paper = await ledger.documents.put_document(document(), ANN, None)
        await ledger.documents.put_chunks(paper, [piece := chunk(paper)], [])
        await settle(ledger)
        newer = await ledger.documents.put_document(replace(paper, version=2, content_hash="blake3:bb"), BOB, None)
        assert [(row.operation.value, row.record_id) for row in await drain(ledger, Target.TEXT)] == [
            ("erase_blob", f"{CONTEXT}\naa"),
            ("upsert", piece.id),
        ]
        assert [one.scope_set for one in await ledger.outbox.sources([piece.id])] == [newer.scope_set]

    async def test_a_session_that_exists_is_answered_as_it_is(self, ledger: Ledger) -> None:
        first = await ledger.sessions.create_session(CONTEXT, ANN, session(metadata={"a": [1]}))
        assert first.scope_set == await ledger.access.intern(CONTEXT, ANN)
        assert await ledger.sessions.create_session(CONTEXT, BOB, session(metadata=None)) == first
        assert await ledger.sessions.session(CONTEXT, first.id) == first
        assert await ledger.sessions.session(OTHER_CONTEXT, first.id) is None
        await write(ledger, session=session(created_at=NOON + 9), turns=(turn(),))
        assert await ledger.sessions.session(CONTEXT, first.id) == first
