"""The rule of authority read word for word, for a key that holds one value: a document stands against a turn, a guess
displaces nothing, and what yields is a claim.

Like tests.engine.belief_model, which knows one kind of source alone: small integers stand for instants, and every question
is answered from the bare tellings.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Said:
    """One statement, in the order it was told."""

    value: str
    kind: str
    """turn, document or triple."""
    start: int | None
    end: int | None
    known: int
    sure: bool = True
    ends: bool = False

    @property
    def begins(self) -> int:
        return self.known if self.start is None else self.start


@dataclass(frozen=True)
class Row:
    """A telling that counts, and whether a document that was known by then repeats it."""

    said: Said
    document: bool

    def outweighs(self, one: Row) -> bool:
        """Whether another row yields to this one."""
        if one.said.kind == "turn" and not one.document and self.document:
            return True
        return not one.said.sure and not one.document


def invent(rng: random.Random, *, endings: bool) -> list[Said]:
    """Up to eight statements of few values and kinds, some late, some said again by another kind of source."""
    told: list[Said] = []
    for _ in range(rng.randint(1, 8)):
        kind = rng.choice(("turn", "turn", "document", "document", "triple"))
        if told and rng.random() < 0.3:
            told.append(replace(rng.choice(told), kind=kind, known=rng.randrange(20)))
            continue
        start = rng.choice((None, None, *range(0, 24, 3)))
        end = rng.choice((None, None, rng.randrange(26))) if start is not None else None
        one = Said(rng.choice("abc"), kind, start, end, rng.randrange(20), sure=rng.random() < 0.85)
        if endings and rng.random() < 0.2:
            one = replace(one, ends=True, end=None, value=rng.choice((one.value, one.value, "")))
        told.append(one)
    return told


def believed(told: list[Said], known_at: int, instant: int) -> set[str]:
    """The value believed at a known time about an instant; none or one."""
    found = _at(_rows([one for one in told if one.known <= known_at]), instant)
    return set() if found is None else {found.said.value}


def _rows(known: list[Said]) -> list[Row]:
    """Tellings that count, in known order; a plain repeat of what is believed lends its weight to the row it repeats."""
    rows: list[Row] = []
    for one in sorted(known, key=lambda said: said.known):
        firm = one.kind == "document" and one.sure
        host = None if one.ends else _host(rows, one)
        if host is None:
            rows.append(Row(one, firm))
        elif firm:
            rows[host] = replace(rows[host], document=True)
    return rows


def _host(rows: list[Row], one: Said) -> int | None:
    """Where the row is that a statement only repeats."""
    for place in range(len(rows) - 1, -1, -1):
        last = rows[place].said
        if last.ends:
            break
        if last.begins == one.begins:
            if (last.value, last.end, last.start is None) == (one.value, one.end, one.start is None):
                return place
            break
    if one.start is not None or one.end is not None:
        return None
    found = _at(rows, one.known)
    return rows.index(found) if found is not None and found.said.value == one.value else None


def _at(rows: list[Row], instant: int) -> Row | None:
    """What is believed about an instant: the top of what stands, or a claim where nothing stands any more."""
    standing, claims = _sorted_out(rows)
    top = _top(rows, standing, instant)
    if top is not None:
        return None if rows[top].said.ends else rows[top]
    held = [place for place in claims if _holds(rows[place].said, instant)]
    return rows[held[-1]] if held else None


def _sorted_out(rows: list[Row]) -> tuple[list[int], list[int]]:
    """Places of rows that stand and of claims, both by rank."""
    standing: list[int] = []
    claims: list[int] = []
    for place in sorted(_latest(rows), key=lambda one: (rows[one].said.begins, one)):
        one = rows[place].said
        if one.ends:
            standing.append(place)
            claims = [claim for claim in claims if not _is_about(one, rows[claim].said) or claim > place]
            continue
        if _never_held(rows, place) or (one.end is not None and one.end <= one.begins):
            continue
        below = _top(rows, standing, one.begins)
        if below is None or rows[below].said.ends:
            standing.append(place)
        elif rows[below].said.value == one.value:
            agrees = one.kind == "turn" and not rows[place].document and rows[below].document
            (claims if agrees else standing).append(place)
        else:
            (claims if rows[below].outweighs(rows[place]) else standing).append(place)
    return standing, claims


def _latest(rows: list[Row]) -> Iterator[int]:
    """Places of rows whose place no later one of the same value and start took; a turn takes that of no document."""
    for place, row in enumerate(rows):
        if row.said.ends or not any(
            (one.said.value, one.said.begins, one.said.ends) == (row.said.value, row.said.begins, False)
            and not (row.document and one.said.kind == "turn" and not one.document)
            and not _is_overruled(rows, later, place)
            for later, one in enumerate(rows[place + 1 :], place + 1)
        ):
            yield place


def _is_overruled(rows: list[Row], later: int, place: int) -> bool:
    """Whether a later telling of the same value and start is no match for a document between it and a row."""
    one = rows[later]
    if one.said.kind != "turn" or one.document:
        return False
    return any(
        row.document and not row.said.ends and (row.said.value, row.said.begins) == (one.said.value, one.said.begins)
        for row in rows[place:later]
    )


def _top(rows: list[Row], standing: list[int], instant: int) -> int | None:
    for depth in range(len(standing) - 1, -1, -1):
        one = rows[standing[depth]].said
        if one.begins > instant:
            continue
        if one.ends and _has_effect(rows, standing[:depth], standing[depth]):
            return standing[depth]
        if not one.ends and _holds(one, instant):
            return standing[depth]
    return None


def _has_effect(rows: list[Row], below: list[int], place: int) -> bool:
    ending = rows[place].said
    if any(not one.said.ends and _denies(ending, one.said) for one in rows[:place]):
        return True
    old = _top(rows, below, ending.begins)
    if old is None or rows[old].said.ends or old > place or not _is_about(ending, rows[old].said):
        return False
    if rows[old].outweighs(rows[place]):
        return False
    again = [rows[one].said for one in below if one > place and not rows[one].said.ends]
    return not any(one.value == rows[old].said.value and _holds(one, ending.begins) for one in again)


def _never_held(rows: list[Row], place: int) -> bool:
    return any(one.said.ends and _denies(one.said, rows[place].said) for one in rows[place + 1 :])


def _denies(ending: Said, one: Said) -> bool:
    """Whether an ending says that a row ended before it can have begun."""
    return one.start is None and ending.begins < one.begins and _is_about(ending, one)


def _is_about(ending: Said, one: Said) -> bool:
    return ending.value in ("", one.value)


def _holds(one: Said, instant: int) -> bool:
    return one.begins <= instant and (one.end is None or instant < one.end)
