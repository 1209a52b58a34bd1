"""Figures over traces and over what writes did, for a stretch of time."""

from __future__ import annotations

from typing import Any

from memory_core.adapters.embedded.ledger.sql import Connection, row, rows
from memory_core.engine.model import Instant

_ALL = """
SELECT count(*) FILTER (WHERE kind = 'retrieval'), coalesce(avg(latency_ms), 0.0),
    count(*) FILTER (WHERE kind <> 'decision'), count(*) FILTER (WHERE kind <> 'decision' AND cached = 1),
    count(*) FILTER (WHERE kind = 'response'), count(*) FILTER (WHERE kind = 'response' AND cached = 1),
    count(*) FILTER (WHERE kind = 'decision')
FROM traces WHERE context = :context AND created_at >= :since
"""
_TIERS = """
SELECT tier, count(*) FROM traces WHERE context = :context AND created_at >= :since AND kind = 'retrieval' GROUP BY tier
"""
_SIZES = """
SELECT coalesce(avg(size), 0.0), coalesce(max(size), 0) FROM (
    SELECT CASE WHEN json_valid(payload) THEN json_extract(payload, '$.candidates') END AS size
    FROM traces WHERE context = :context AND created_at >= :since AND kind = 'retrieval')
"""
_SOURCES = """
SELECT coalesce(kind, ''), count(*) FROM (
    SELECT CASE WHEN json_valid(source) THEN json_extract(source, '$.kind') END AS kind
    FROM assertions WHERE context = :context AND created_at >= :since AND retired_at IS NULL)
GROUP BY 1 ORDER BY 2 DESC, 1
"""
_REPLACED = """
SELECT count(*), count(DISTINCT a.entity_uid) FROM assertions AS a
WHERE a.context = :context AND a.created_at >= :since AND EXISTS(
    SELECT 1 FROM assertions AS o INDEXED BY assertions_line WHERE o.entity_uid = a.entity_uid AND o.key = a.key
    AND o.scope_set = a.scope_set AND o.seq < a.seq AND o.live = 0 AND o.retired_at IS NULL)
"""
_DOUBTS = """
SELECT count(*) FROM uncertainties
WHERE context = :context AND created_at >= :since AND json_valid(refs) AND json_array_length(refs) > 0
"""


def read(connection: Connection, context: str, since: Instant) -> dict[str, Any]:
    """See ports.traces."""
    bound = {"context": context, "since": since}

    def one(sql: str) -> tuple[Any, ...]:
        return row(connection, sql, bound) or ()

    queries, latency, asked, cached, responses, responses_cached, decisions = one(_ALL)
    tiers = dict(rows(connection, _TIERS, bound))
    average, most = one(_SIZES)
    replaced, churned = one(_REPLACED)
    (doubts,) = one(_DOUBTS)
    return {
        "avg_latency_ms": latency,
        "cache_hit_rate": _rate(cached, asked),
        "cache_hits": cached,
        "contradiction": {
            "contradiction_rate": _rate(min(doubts, decisions), decisions),
            "contradictions": doubts,
            "reconciliations": decisions,
        },
        "response_traces_cached": responses_cached,
        "response_traces_total": responses,
        "retrieval": {"avg_candidate_set": average, "max_candidate_set": int(most), "traces": queries},
        "source_kind_distribution": [{"kind": kind, "count": n} for kind, n in rows(connection, _SOURCES, bound)],
        "supersession": {
            "churn_per_entity": replaced / churned if churned else 0.0,
            "entities_churned": churned,
            "supersession_events": replaced,
        },
        "tier_counts": {tier: tiers.get(tier, 0) for tier in ("direct", "full_context", "hybrid")},
        "total_queries": queries,
    }


def _rate(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
