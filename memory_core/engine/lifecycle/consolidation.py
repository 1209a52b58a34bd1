"""Which tellings make an observation: the same statement told more than once, also in other words.

An observation is a row with source kind `consolidation` that copies one telling, names all of them in derived_from and
counts them. Beliefs don't follow it (engine.temporal), it is only shown in their place (engine.lifecycle.observations), so
nothing true is lost and everything can be undone. It never goes across timelines, that is entities, keys and scope sets, nor
across labels; and of a key that holds one value only tellings without another value in between belong together, since a
job held twice is two facts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from memory_core.engine.lifecycle.meaning import meaning
from memory_core.engine.lifecycle.observations import tellings_of
from memory_core.engine.lifecycle.strength import BASES
from memory_core.engine.model import Assertion, Instant, Source
from memory_core.engine.plan import Changes
from memory_core.engine.temporal import FLOOR, OBSERVED, Segment, Timeline, resolve
from memory_core.engine.temporal.rows import same_text

CREATE, UPDATE, SUPERSEDE = "create", "update", "supersede"
_NAMED = 1000
"""Tellings that an observation names at most, the latest; all are counted."""


@dataclass(frozen=True, slots=True)
class Rules:
    """By what a run judges, and how far it goes."""

    now: Instant
    new_id: Callable[[str], str]
    floor: float = FLOOR
    facts: int = 1000
    """Tellings that may still be taken up."""
    observations: int = 100
    """Observations that may still be made."""


@dataclass(frozen=True, slots=True)
class Observation:
    """One observation that is made."""

    kind: str
    """create; update: more or fewer tellings say the same; supersede: another value, or other words for it."""
    row: Assertion
    replaces: tuple[str, ...]
    """Observations that it takes the place of."""
    proof_count: int
    """How often it was told."""
    tellings: int
    """Rows taken up."""


def consolidate(lines: Sequence[tuple[bool, list[Assertion]]], rules: Rules) -> list[Observation]:
    """Observations that whole timelines are due, each given with whether its key holds one value."""
    made: list[Observation] = []
    facts = rules.facts
    for single, rows in lines:
        line = resolve(rows, rules.now, single, now=True, floor=rules.floor)
        for hosts in _groups(line, rules.now):
            one = _observed(line, rows, hosts, rules)
            if one is None:
                continue
            if one.tellings > facts or len(made) == rules.observations:
                return made
            facts -= one.tellings
            made.append(one)
    return made


def changes_of(made: Sequence[Observation], now: Instant) -> Changes:
    """The rows of a run."""
    replaced = [(old, now) for one in made for old in one.replaces]
    return Changes(assertions=tuple(one.row for one in made), retired=tuple(replaced))


def _groups(line: Timeline, now: Instant) -> Iterator[list[Assertion]]:
    """Rows that say the same now, the one believed now first."""
    if line.single:
        yield from _run(line, now)
        return
    groups: dict[object, list[Assertion]] = {}
    for row in line.at(now):
        groups.setdefault(_sense(row), []).append(row)
    yield from groups.values()


def _run(line: Timeline, now: Instant) -> Iterator[list[Assertion]]:
    """Of a key that holds one value: what is believed now, and what came before it without a break."""
    segments = sorted(line.segments, key=lambda one: one.start)
    place = next((n for n, one in enumerate(segments) if one.holds(now)), None)
    if place is None:
        return
    run = [segments[place]]
    for earlier in reversed(segments[:place]):
        if not _continues(earlier, run[-1]):
            break
        run.append(earlier)
    yield list({one.row.id: one.row for one in run}.values())


def _continues(earlier: Segment, later: Segment) -> bool:
    return earlier.end == later.start and _sense(earlier.row) == _sense(later.row)


def _sense(row: Assertion) -> object:
    said = row.target_uid if row.target_uid is not None else meaning(row.value)
    return said, tuple(sorted(row.labels))


def _observed(line: Timeline, rows: list[Assertion], hosts: Sequence[Assertion], rules: Rules) -> Observation | None:
    tellings = sorted((one for host in hosts for one in tellings_of(line, host)), key=_when)
    if len({one.source.ref or one.id for one in tellings}) < 2:
        return None  # told once, however often that text says it
    standing = sorted((one for host in hosts for one in line.observations.get(host.id, ())), key=lambda one: one.seq)
    proofs = sum(one.evidence for one in tellings)
    tellings = tellings[-_NAMED:]
    usual = _usual(tellings)
    if standing and _is_current(standing[-1], usual, tellings, proofs):
        return None
    row = _attached(line, rows, hosts, usual, tellings, proofs, rules)
    if row is None:
        return None
    kind = _kind(line, standing, row)
    return Observation(kind, row, tuple(one.id for one in standing), proofs, len(tellings))


def _when(row: Assertion) -> tuple[Instant, int]:
    return row.known_at, row.seq


def _usual(tellings: Sequence[Assertion]) -> str:
    """The words that were used most; of equals the earliest."""
    counts = Counter[str]()
    for one in tellings:
        counts[same_text(one.value)] += one.evidence
    return max(counts, key=lambda words: counts[words])


def _is_current(standing: Assertion, usual: str, tellings: Sequence[Assertion], proofs: int) -> bool:
    named = set(standing.source.derived_from)
    return same_text(standing.value) == usual and standing.evidence == proofs and named == {one.id for one in tellings}


def _attached(
    line: Timeline,
    rows: list[Assertion],
    hosts: Sequence[Assertion],
    usual: str,
    tellings: Sequence[Assertion],
    proofs: int,
    rules: Rules,
) -> Assertion | None:
    """The observation as a copy of the latest telling that it can hang on; None where there is none."""
    named = tuple(one.id for one in tellings)
    source = Source(OBSERVED, trust=min(one.source.trust for one in tellings), derived_from=named)
    believed = {host.id for host in hosts}
    for told in reversed(tellings):
        if same_text(told.value) != usual:
            continue
        row = replace(
            told,
            id=rules.new_id("relation" if told.target_uid is not None else "attribute"),
            created_at=rules.now,
            seq=0,
            importance=BASES[told.category],
            source=source,
            evidence=proofs,
            live=False,
            uses=0,
            used_at=None,
        )
        after = resolve([*rows, row], rules.now, line.single, now=True, floor=rules.floor)
        if any(one.id == row.id for host in believed for one in after.observations.get(host, ())):
            return row
    return None


def _kind(line: Timeline, standing: Sequence[Assertion], row: Assertion) -> str:
    if standing:
        return UPDATE if same_text(standing[-1].value) == same_text(row.value) else SUPERSEDE
    return SUPERSEDE if line.single and any(line.observations.values()) else CREATE
