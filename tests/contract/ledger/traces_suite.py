"""Traces and audit."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from memory_core.engine.model import AuditRow, Source
from memory_core.ports.store import Ledger
from tests.contract.ledger.records import (
    CONTEXT,
    OTHER_CONTEXT,
    ann_lives_in,
    fact,
    fresh,
    ids,
    trace,
    uncertainty,
    write,
)
from tests.fakes import NOON

DAY = 24 * 3600 * 1_000_000


def line(**given: Any) -> AuditRow:
    return replace(AuditRow(fresh("audit"), CONTEXT, "principal:1", "key:1", "response", "recall", "ok", NOON), **given)


class TraceSuite:
    """Behaviour of TraceLedger."""

    async def test_a_trace_is_read_as_it_was_recorded_at_once(self, ledger: Ledger) -> None:
        made = trace(
            query_text="wo?",
            tier="hybrid",
            tier_reason="wide",
            cached=True,
            parent_id="trace:0",
            refs=("turn:1", "turn:2"),
            payload={"candidates": 4, "scores": [0.5], "none": None},
        )
        await ledger.traces.record([made], [])
        assert await ledger.traces.trace(CONTEXT, made.id) == made
        assert await ledger.traces.trace(OTHER_CONTEXT, made.id) is None
        assert await ledger.traces.trace(CONTEXT, "trace:none") is None

    async def test_many_recorders_at_once_lose_nothing(self, ledger: Ledger) -> None:
        made = [trace() for _ in range(500)]
        await asyncio.gather(*(ledger.traces.record([one], [line()]) for one in made))
        assert set(ids(await ledger.traces.traces(CONTEXT, None, (), 999))) == set(ids(made))
        assert len(await self._audit(ledger)) == 500

    async def test_traces_are_listed_newest_first_by_principal_and_kind(self, ledger: Ledger) -> None:
        old, new = trace(created_at=NOON - 5), trace(kind="response")
        other = trace(principal_id="principal:2", created_at=NOON + 5)
        await ledger.traces.record([new, old, other, trace(context=OTHER_CONTEXT)], [])
        assert ids(await ledger.traces.traces(CONTEXT, None, (), 9)) == [other.id, new.id, old.id]
        assert ids(await ledger.traces.traces(CONTEXT, "principal:1", (), 9)) == [new.id, old.id]
        assert ids(await ledger.traces.traces(CONTEXT, None, ["retrieval"], 9)) == [other.id, old.id]
        assert ids(await ledger.traces.traces(CONTEXT, None, (), 1)) == [other.id]

    async def test_children_are_told_oldest_first(self, ledger: Ledger) -> None:
        parent = trace(kind="response")
        late, early = trace(parent_id=parent.id, created_at=NOON + 2), trace(parent_id=parent.id, created_at=NOON + 1)
        await ledger.traces.record([parent, late, early], [])
        assert ids(await ledger.traces.children(CONTEXT, parent.id)) == [early.id, late.id]
        assert await ledger.traces.children(OTHER_CONTEXT, parent.id) == []

    async def test_the_audit_is_narrowed_by_principal_kind_and_time(self, ledger: Ledger) -> None:
        first, denied = (
            line(),
            line(kind="decision", outcome="denied", reason="scope", created_at=NOON + 5, principal_id=None),
        )
        await ledger.traces.record([], [first, denied])
        assert await self._audit(ledger) == [denied, first]
        assert await self._audit(ledger, principal_id="principal:1") == [first]
        assert await self._audit(ledger, kind="decision") == [denied]
        assert await self._audit(ledger, since=NOON + 5) == [denied]
        assert await self._audit(ledger, until=NOON + 5) == [first]
        assert await self._audit(ledger, limit=1) == [denied]

    async def test_figures_sum_up_what_happened_since_an_instant(self, ledger: Ledger) -> None:
        old = await ann_lives_in(ledger)
        new = fact("Rome", uid=old.entity_uid, source=Source("turn"))
        await write(
            ledger,
            assertions=(new,),
            live={old.id: False},
            uncertainties=(uncertainty(refs=(old.id,)), uncertainty()),
            traces=(trace(kind="decision"), trace(kind="decision")),
        )
        await ledger.traces.record(
            [
                trace(tier="direct", latency_ms=10, payload={"candidates": 4}),
                trace(tier="hybrid", latency_ms=20, payload={"candidates": 8}),
                trace(kind="response", latency_ms=30, cached=True),
                trace(created_at=NOON - 9, latency_ms=900),
            ],
            [],
        )
        assert await ledger.traces.stats(CONTEXT, NOON) == {
            "avg_latency_ms": 14.0,
            "cache_hit_rate": 1 / 3,
            "cache_hits": 1,
            "contradiction": {"contradiction_rate": 0.5, "contradictions": 1, "reconciliations": 2},
            "response_traces_cached": 1,
            "response_traces_total": 1,
            "retrieval": {"avg_candidate_set": 6.0, "max_candidate_set": 8, "traces": 2},
            "source_kind_distribution": [{"kind": "triple", "count": 1}, {"kind": "turn", "count": 1}],
            "supersession": {"churn_per_entity": 1.0, "entities_churned": 1, "supersession_events": 1},
            "tier_counts": {"direct": 1, "full_context": 0, "hybrid": 1},
            "total_queries": 2,
        }

    async def test_trimming_takes_the_oldest_rows_that_are_old_enough_and_no_more_than_asked(
        self, ledger: Ledger
    ) -> None:
        old = [trace(created_at=NOON + n, refs=("turn:1",)) for n in range(5)]
        new, lines = trace(created_at=NOON + 9), [line(created_at=NOON), line(created_at=NOON + 9)]
        await ledger.traces.record([*old, new], lines)
        await ledger.traces.traces(CONTEXT, None, (), 9)
        assert await ledger.traces.trim(NOON, None, None, 3) == 0
        assert await ledger.traces.trim(NOON, NOON + 5, None, 3) == 3
        assert await ledger.traces.trim(NOON, NOON + 5, NOON + 5, 3) == 3
        assert await ledger.traces.trim(NOON, NOON + 5, NOON + 5, 3) == 0
        assert ids(await ledger.traces.traces(CONTEXT, None, (), 9)) == [new.id]
        assert await self._audit(ledger) == [lines[1]]

    async def test_what_was_remembered_of_erasures_is_trimmed_after_a_day(self, ledger: Ledger) -> None:
        said = await ann_lives_in(ledger)
        await ledger.memory.erase(CONTEXT, [said.id])
        assert await ledger.traces.trim(NOON + DAY, None, None, 9) == 0
        assert await ledger.traces.trim(NOON + DAY + 1, None, None, 9) == 1

    async def test_figures_of_an_empty_context_are_zero(self, ledger: Ledger) -> None:
        found = await ledger.traces.stats(CONTEXT, NOON)
        assert found["avg_latency_ms"] == found["cache_hit_rate"] == found["total_queries"] == 0

    async def _audit(self, ledger: Ledger, **asked: Any) -> list[AuditRow]:
        everything = {"principal_id": None, "kind": None, "since": None, "until": None, "limit": 999}
        return await ledger.traces.audit(CONTEXT, **{**everything, **asked})
