"""From the candidates of several legs to one ranking.

Scores are mixed, not ranks: on dated conversations a reciprocal rank fusion lost eight points of recall at five against
the same legs mixed by score (docs/adr). Each leg is brought to 0..1 by what it returned for this very question, so that no
leg can silence another, and a record that a leg did not return has 0 there. Priors are small and bounded: they decide
between hits of like relevance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

LEG_DEPTH = 100
"""Candidates asked of each leg; also what the weakest vector score of a full leg is measured against."""
UNEMBEDDED_SHARE = 0.75
"""Of its text share: what a record that waits for its vector is taken to be worth among vectors. Without it, what was just
written stands behind all that is older and embedded."""
_BESIDE = ((-2, 0.15), (-1, 0.3), (1, 0.3), (2, 0.15))
"""Steps away and what the share of a turn there adds."""
_SHORT = 300
"""Characters up to which a turn leans in full on what is beside it."""
Place = tuple[str, int]
"""Session and number of a turn in it."""
_MIN_SPREAD = 0.25
"""Cosine distance that counts as the whole range at least, so that a handful of equals is not stretched to 0..1."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Shares of the legs, and the most that each prior adds. Chosen by measurement, see docs/benchmarks.md."""

    text: float = 0.65
    vector: float = 0.35
    graph: float = 0.15
    speaker: float = 0.12
    direct: float = 0.9
    fact: float = 0.15
    """Share of its score that a fact loses: its few words match too well to be held against a turn's."""
    asking: float = 0.35
    """Share of its score that a turn loses which only asks."""
    recency: float = 0.02
    importance: float = 0.02


@dataclass(frozen=True, slots=True)
class Signal:
    """What one leg said of a record: its place from 1, its own score, and what that is worth from 0 to 1."""

    rank: int
    score: float
    share: float


@dataclass(slots=True)
class Candidate:
    """A record with all that speaks for it."""

    record_id: str
    signals: dict[str, Signal] = field(default_factory=dict[str, Signal])
    score: float = 0.0


def shares(leg: str, hits: Sequence[tuple[str, float]], depth: int = LEG_DEPTH) -> dict[str, Signal]:
    """Brings one leg's hits (best first) to 0..1."""
    if not hits:
        return {}
    best = hits[0][1]
    if leg == "vector":
        worst = hits[-1][1] if len(hits) >= depth else min(hits[-1][1], 0.0)
        worst = min(worst, best - _MIN_SPREAD)
        return {
            one: Signal(n, score, max(0.0, min(1.0, (score - worst) / (best - worst))))
            for n, (one, score) in enumerate(hits, 1)
        }
    top = max(best, 1e-9)
    return {one: Signal(n, score, max(0.0, min(1.0, score / top))) for n, (one, score) in enumerate(hits, 1)}


def worth(covered: Mapping[str, float]) -> dict[str, float]:
    """What the best of each leg of words is worth against the best of all: how much of the question it covers."""
    best = max(covered.values(), default=0.0)
    return {leg: share / best for leg, share in covered.items()} if best else {}


def fuse(
    legs: Mapping[str, Sequence[tuple[str, float]]], weights: Weights, worth: Mapping[str, float] | None = None
) -> dict[str, Candidate]:
    """Union of all legs' candidates with their mixed score; a single leg keeps its own order.

    worth: of legs whose best is less than a leg's best can be, from 0 to 1.
    """
    share_of = {"text": weights.text, "vector": weights.vector, "graph": weights.graph, "pending": weights.text}
    found: dict[str, Candidate] = {}
    for leg, hits in legs.items():
        part = (worth or {}).get(leg, 1.0)
        for record_id, signal in shares(leg, hits).items():
            one = found.setdefault(record_id, Candidate(record_id))
            one.signals[leg] = replace(signal, share=signal.share * part) if part < 1.0 else signal
    for one in found.values():
        one.score = sum(share_of[leg] * signal.share for leg, signal in one.signals.items() if leg != "pending")
        if (pending := one.signals.get("pending")) and "text" not in one.signals:
            one.score += share_of["pending"] * pending.share
    return found


def leaning(shares: Mapping[Place, tuple[float, int]]) -> dict[Place, float]:
    """Vector shares of turns (place -> share, characters) with what the turns beside them add; may exceed 1.

    What a short turn means lies partly in what was said around it; a long one stands for itself.
    """
    return {
        (line, at): share
        + min(1.0, _SHORT / max(size, 1))
        * sum(weight * shares[line, at + step][0] for step, weight in _BESIDE if (line, at + step) in shares)
        for (line, at), (share, size) in shares.items()
    }


def recency(observed_at: int, oldest: int, newest: int) -> float:
    """0 for the oldest of the candidates, 1 for the newest."""
    return 0.0 if newest <= oldest else (observed_at - oldest) / (newest - oldest)
