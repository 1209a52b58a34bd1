"""Which entities belong together, from being named together in texts of one scope set.

A pair is proposed when two texts or more name both, and a fair share of the texts that name either. Texts that name many
(lists, minutes) say nothing about a pair. Nothing is said about how two belong together: the label is `related_to`, the
confidence low, and derived_from names the texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import combinations

from memory_core.engine.lifecycle.strength import BASES
from memory_core.engine.model import Assertion, Category, Entity, Instant, Source

LABEL = "related_to"
KIND = "elaboration"
CONFIDENCE = TRUST = 0.5
LEAST_TEXTS = 2
LEAST_SHARE = 0.1
"""Of the texts that name either of a pair, those that name both."""
MOST_NAMED = 12
"""Entities beyond which a text says nothing about a pair of them."""
_CITED = 50


@dataclass(frozen=True, slots=True)
class Company:
    """A text and the entities that it names."""

    record_id: str
    scope_set: int
    known_at: Instant
    uids: tuple[int, ...]
    """Ascending, without repeats; survivors of merged ones."""
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """Two entities that belong together."""

    subject: int
    target: int
    scope_set: int
    texts: tuple[str, ...]
    """Ids of texts that name both, newest first."""
    since: Instant
    """When the first of those texts was said."""
    labels: tuple[str, ...]
    """On all of those texts."""


def propose(
    texts: Sequence[Company], linked: Collection[tuple[int, int, int]], of: int | None, budget: int
) -> list[Link]:
    """Pairs that belong together and have no relation yet, those named together most first, `budget` at most.

    linked: (uid, uid, scope set) of pairs with a relation, in any order. of: only pairs with this entity; None: all.
    """
    told: dict[tuple[int, int, int], list[Company]] = {}
    alone = Counter[tuple[int, int]]()
    for text in texts:
        if len(text.uids) > MOST_NAMED:
            continue
        alone.update((uid, text.scope_set) for uid in text.uids)
        for one, other in combinations(text.uids, 2):
            if of is None or of in (one, other):
                told.setdefault((one, other, text.scope_set), []).append(text)
    known = {(min(one, other), max(one, other), scope_set) for one, other, scope_set in linked}
    ranked = [
        (-len(both), -share, pair)
        for pair, both in told.items()
        if pair not in known and len(both) >= LEAST_TEXTS and (share := _share(pair, both, alone)) >= LEAST_SHARE
    ]
    return [_link(pair, told[pair], of) for _, _, pair in sorted(ranked)[:budget]]


def _share(pair: tuple[int, int, int], both: Sequence[Company], alone: Counter[tuple[int, int]]) -> float:
    one, other, scope_set = pair
    return len(both) / (alone[one, scope_set] + alone[other, scope_set] - len(both))


def _link(pair: tuple[int, int, int], both: Sequence[Company], of: int | None) -> Link:
    one, other, scope_set = pair
    if other == of:
        one, other = other, one
    common = set(both[0].labels).intersection(*(text.labels for text in both))
    newest = sorted(both, key=lambda text: (-text.known_at, text.record_id))
    return Link(
        subject=one,
        target=other,
        scope_set=scope_set,
        texts=tuple(text.record_id for text in newest[:_CITED]),
        since=newest[-1].known_at,
        labels=tuple(label for label in both[0].labels if label in common),
    )


def relation_of(link: Link, target: Entity, scope_set: int, now: Instant, new_id: Callable[[str], str]) -> Assertion:
    """The relation that a link becomes."""
    return Assertion(
        id=new_id("relation"),
        context=target.context,
        entity_uid=link.subject,
        key=LABEL,
        value=target.name,
        scope_set=scope_set,
        valid_from=min(link.since, now),
        known_at=now,
        created_at=now,
        target_uid=link.target,
        category=Category.KNOWLEDGE,
        confidence=CONFIDENCE,
        importance=BASES[Category.KNOWLEDGE],
        source=Source(KIND, trust=TRUST, derived_from=link.texts),
        labels=link.labels,
    )
