"""The rule of belief read word for word: no sweep, no stack, every question from the bare tellings.

Small integers stand for instants, so that ties, gaps and equal boundaries happen all the time.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from memory_core.engine.model import Assertion, Source

LAST = 40
"""All instants of a history lie below."""


@dataclass(frozen=True)
class Telling:
    """One statement, in the order it was told."""

    value: str
    start: int | None
    end: int | None
    known: int
    ends: bool = False
    retired: int | None = None

    @property
    def begins(self) -> int:
        return self.known if self.start is None else self.start


def invent(rng: random.Random, *, endings: bool, retirement: bool) -> list[Telling]:
    """A history of up to nine tellings of few values; some arrive late, some say again what was said."""
    told: list[Telling] = []
    for _ in range(rng.randint(1, 9)):
        if told and rng.random() < 0.25:
            told.append(replace(rng.choice(told), known=rng.randrange(20)))
            continue
        start = rng.choice((None, *range(0, 24, 2)))
        end = rng.choice((None, None, rng.randrange(26))) if start is not None else None
        one = Telling(rng.choice("abc"), start, end, rng.randrange(20))
        if endings and rng.random() < 0.25:
            one = replace(one, ends=True, end=None, value=rng.choice((one.value, one.value, "")))
        told.append(one)
    if retirement:
        gone = {value: rng.choice((None, None, 21, 23)) for value in "abc"}
        told = [replace(one, retired=gone.get(one.value)) if rng.random() < 0.8 else one for one in told]
    return told


def rows_of(told: list[Telling], written: list[int] | None = None) -> list[Assertion]:
    """The ledger's rows, ids by place in `told`, in the order of writing."""
    rows: list[Assertion] = []
    for seq, place in enumerate(written or range(len(told)), 1):
        one = told[place]
        rows.append(
            Assertion(
                id=f"attribute:{place}", context="c", entity_uid=1, key="k", value=one.value, scope_set=1,
                valid_from=one.begins, known_at=one.known, created_at=seq, seq=seq, valid_until=one.end, ends=one.ends,
                start_assumed=one.start is None, retired_at=one.retired, source=Source("triple"),
            )
        )  # fmt: skip
    return rows


def believed(told: list[Telling], known_at: int, instant: int, *, single: bool) -> set[str]:
    """The values believed at a known time about an instant."""
    kept: list[Telling] = []
    for one in sorted(told, key=lambda telling: telling.known):
        alike = [row for row in kept if row.retired == one.retired]
        repeats = one.start is None and not one.ends and one.value in _answer(alike, one.known, single=single)
        if not repeats:
            kept.append(one)
    known = [row for row in kept if row.known <= known_at and not (row.retired is not None and row.retired <= known_at)]
    return _answer(known, instant, single=single)


def _answer(known: list[Telling], instant: int, *, single: bool) -> set[str]:
    """Of tellings in known order."""
    standing = [place for place in range(len(known)) if not _denied(known, place)]
    ranked = sorted(standing, key=lambda place: (known[place].begins, place))
    if single:
        top = _top(known, ranked, instant)
        return set() if top is None or known[top].ends else {known[top].value}
    return {
        known[place].value
        for place in ranked
        if not known[place].ends and _holds(known[place], instant) and not _cut(known, place, instant)
    }


def _denied(known: list[Telling], place: int) -> bool:
    """Whether a later telling took a row's place, or says that it ended before it can have begun."""
    row, later = known[place], known[place + 1 :]
    if row.ends:
        return False
    replaced = any(not one.ends and (one.value, one.begins) == (row.value, row.begins) for one in later)
    return replaced or _never(row, later)


def _never(row: Telling, later: list[Telling]) -> bool:
    return row.start is None and any(
        one.ends and one.begins < row.begins and one.value in ("", row.value) for one in later
    )


def _holds(row: Telling, instant: int) -> bool:
    return row.begins <= instant and (row.end is None or instant < row.end)


def _cut(known: list[Telling], place: int, instant: int) -> bool:
    """Whether a value of many was ended, at or before the instant, by a later telling."""
    row = known[place]
    return any(
        one.ends and one.value in ("", row.value) and row.begins <= one.begins <= instant for one in known[place + 1 :]
    )


def _top(known: list[Telling], ranked: list[int], instant: int) -> int | None:
    """The place of highest rank that holds at an instant, an ending that has effect among them."""
    for depth in range(len(ranked) - 1, -1, -1):
        one = known[ranked[depth]]
        if one.begins <= instant and one.ends and _has_effect(known, ranked[:depth], ranked[depth]):
            return ranked[depth]
        if not one.ends and _holds(one, instant):
            return ranked[depth]
    return None


def _has_effect(known: list[Telling], below: list[int], place: int) -> bool:
    ending = known[place]
    if any(not row.ends and _never(row, [ending]) and _was_told(known, row, place) for row in known[:place]):
        return True
    old = _top(known, below, ending.begins)
    if old is None or known[old].ends or old > place or ending.value not in ("", known[old].value):
        return False
    again = [known[other] for other in below if other > place and not known[other].ends]
    return not any(row.value == known[old].value and _holds(row, ending.begins) for row in again)


def _was_told(known: list[Telling], row: Telling, place: int) -> bool:
    return any(one is row for one in known[:place])
