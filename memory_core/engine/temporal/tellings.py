"""Folding of repeats: which tellings are rows of a timeline, and which are evidence for one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from memory_core.engine.model import Assertion, Instant
from memory_core.engine.temporal.authority import Authority, backs
from memory_core.engine.temporal.multi import resolve_multi
from memory_core.engine.temporal.rows import holds, value_key
from memory_core.engine.temporal.single import resolve_single

OBSERVED = "consolidation"
"""Kind of source of an observation: a row that copies one telling and sums up that and others."""


@dataclass(frozen=True, slots=True)
class Folded:
    """Rows in known order (known_at, then written), and what each of them has as evidence."""

    rows: list[Assertion]
    repeats: dict[str, tuple[Assertion, ...]]
    observations: dict[str, tuple[Assertion, ...]]
    """Row id -> the observations that sum its tellings up."""


@dataclass(slots=True)
class _Line:
    """Rows of one retirement (or of none), kept so far in known order."""

    single: bool
    floor: float
    rows: list[Assertion] = field(default_factory=list[Assertion])
    top: Assertion | None = None
    """The row of the highest rank."""
    plain: bool = True
    """Whether there are neither endings nor claims, so that the row of the highest rank is believed while it holds."""
    of_value: dict[object, list[Assertion]] = field(default_factory=dict[object, list[Assertion]])
    backed: set[str] = field(default_factory=set[str])
    """Ids of rows that a document repeats."""

    def keep(self, row: Assertion, value: object) -> None:
        """Takes a row in."""
        alike = not self.single or not self.rows or Authority(self.floor).is_uniform(self.rows[0], row)
        self.plain = self.plain and alike and not row.ends
        self.rows.append(row)
        self.of_value.setdefault(value, []).append(row)
        if self.top is None or row.valid_from >= self.top.valid_from:
            self.top = row

    def repeat(self, host: Assertion, row: Assertion) -> None:
        """Takes note of evidence for a row."""
        if host.source.kind != row.source.kind and backs(row, self.floor):
            self.backed.add(host.id)
            self.plain = False

    def believed(self, at: Instant, value: object) -> Assertion | None:
        """The row with this value that is believed about an instant after all known times so far."""
        if value not in self.of_value:
            return None
        if self.single and self.plain and self.top is not None and holds(self.top, at):
            return self.top if value_key(self.top) == value else None
        if self.single:
            segments = resolve_single(self.rows, Authority(self.floor, self.backed)).segments
        else:
            segments = resolve_multi(self.of_value[value] if self.plain else self.rows).segments
        return next((one.row for one in reversed(segments) if one.holds(at) and value_key(one.row) == value), None)


def fold(rows: Sequence[Assertion], single: bool, floor: float) -> Folded:
    """Rows of one timeline without repeats."""
    found = Folded([], {}, {})
    lines: dict[Instant | None, _Line] = {}
    last_told: dict[Instant, Assertion] = {}  # start -> the row last told about it
    for row in sorted(rows, key=_known_at):
        line, value = lines.setdefault(row.retired_at, _Line(single, floor)), value_key(row)
        last, host = last_told.get(row.valid_from), None
        if row.ends:  # each counts, and what was told before it is no repeat when it is told again
            last_told.clear()
        elif last is not None and _same_statement(last, row, value):
            host = last
        elif row.start_assumed and row.valid_until is None:
            host = line.believed(row.known_at, value)
        if row.source.kind == OBSERVED:  # it tells nothing new, so it stands for tellings or for nothing
            if host is not None:
                found.observations[host.id] = (*found.observations.get(host.id, ()), row)
            continue
        if host is not None:
            found.repeats[host.id] = (*found.repeats.get(host.id, ()), row)
            line.repeat(host, row)
            continue
        line.keep(row, value)
        found.rows.append(row)
        if not row.ends:
            last_told[row.valid_from] = row
    return found


def _known_at(row: Assertion) -> Instant:
    return row.known_at


def _same_statement(last: Assertion, row: Assertion, value: object) -> bool:
    said = (row.valid_until, row.start_assumed, row.retired_at)
    return said == (last.valid_until, last.start_assumed, last.retired_at) and value_key(last) == value
