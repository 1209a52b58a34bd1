"""How an observation and the tellings behind it are shown: as one fact.

Beliefs follow from tellings alone (engine.temporal). An observation hangs on a row that its own telling makes or repeats;
where that row is believed it is shown in its place, and rows with the same meaning in other words, which it names in
derived_from, are shown with it. Without its tellings it says nothing, so whatever takes those away takes it away too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory_core.engine.lifecycle.strength import importance
from memory_core.engine.model import Assertion, Instant
from memory_core.engine.temporal import Timeline


@dataclass(frozen=True, slots=True)
class Shown:
    """One fact as it is shown."""

    row: Assertion
    host: Assertion
    """The row of the timeline that it is, or that its observation hangs on."""
    stands_for: frozenset[str]
    """Ids of every row that it speaks for, its own and the host's among them."""
    evidence: int
    """How often it was told."""
    importance: float
    """How much it matters at the instant asked about."""


def tellings_of(line: Timeline, host: Assertion) -> list[Assertion]:
    """A row of a timeline with its repeats."""
    return [host, *line.repeats.get(host.id, ())]


def fact_importance(line: Timeline, hosts: Sequence[Assertion], at: Instant) -> float:
    """How much the fact that these rows tell matters at an instant. Its observations were used, and told by nobody."""
    summed = [replace(one, evidence=0) for host in hosts for one in line.observations.get(host.id, ())]
    return importance([*(one for host in hosts for one in tellings_of(line, host)), *summed], at)


def shown(line: Timeline, rows: Sequence[Assertion], at: Instant, *, summed_up: bool = True) -> list[Shown]:
    """Believed rows of a timeline as they are shown, in their order. Without `summed_up` observations stay out of it."""
    faces = {row.id: line.observations[row.id][-1] for row in rows if row.id in line.observations} if summed_up else {}
    if not faces:
        return [_plain(line, row, at) for row in rows]
    host_of = {one: host for host, face in faces.items() for one in face.source.derived_from}
    groups: dict[str, list[Assertion]] = {row.id: [row] for row in rows if _host(row, faces, host_of) == row.id}
    for row in rows:
        if (host := _host(row, faces, host_of)) != row.id:
            groups[host].append(row)
    return [_one(line, groups[row.id], faces.get(row.id), at) for row in rows if row.id in groups]


def _host(row: Assertion, faces: dict[str, Assertion], host_of: dict[str, str]) -> str:
    return row.id if row.id in faces else host_of.get(row.id, row.id)


def _plain(line: Timeline, row: Assertion, at: Instant) -> Shown:
    return _one(line, [row], None, at)


def _one(line: Timeline, hosts: Sequence[Assertion], face: Assertion | None, at: Instant) -> Shown:
    tellings = [one for host in hosts for one in tellings_of(line, host)]
    summed = [one for host in hosts for one in line.observations.get(host.id, ())]
    row = hosts[0]
    if face is not None:
        row = replace(
            face,
            valid_from=min(one.valid_from for one in hosts),
            valid_until=hosts[0].valid_until,
            start_assumed=hosts[0].start_assumed,
        )
    return Shown(
        row=row,
        host=hosts[0],
        stands_for=frozenset(one.id for one in (*tellings, *summed)),
        evidence=sum(line.evidence(one) for one in hosts),
        importance=fact_importance(line, hosts, at),
    )
