"""Merging two entities into one, and taking a merge back: pure plans over what stands (plan.Kin).

A merge sets `merged_into` of the merged entity, and nothing else of it: rows keep the entity that they were written for,
every read shows them as the survivor's, and what is said later under a merged name is written for the merged entity. So a
split finds each entity's own rows, and what both made of one timeline comes apart again. What is put on offer to questions
about now (`live`) is judged anew for every timeline that changes.

Both names then mean the survivor in every scope set that either of them touched, and in no other: who merges answers for
all of those, and readers elsewhere learn nothing. In a set that is none of them the merged name is free, and may be taken
by a new entity. When the merge is undone after that, the entity that comes back has a namesake, and of two entities of one
type and name there is only one: it joins the namesake.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from memory_core.engine import temporal
from memory_core.engine.entities import OTHER, root_of
from memory_core.engine.model import Assertion, Entity, Instant, OtherName
from memory_core.engine.plan import Changes, Kin


class MergeRefused(ValueError):
    """Two entities that can't be merged, or a merge that is not there. The message says why, naming nobody."""


@dataclass(frozen=True, slots=True)
class Regrouping:
    """A plan, and what it moves."""

    changes: Changes
    moved: tuple[Entity, ...]
    """The entity that changes sides, first, and what was merged into it."""
    rows: tuple[Assertion, ...]
    """Standing rows that are shown under another entity from here on; repeats and endings count."""
    told: tuple[str, ...]
    """Ids of all rows of both."""


def merge(kin: Kin, survivor: int, other: int, now: Instant, floor: float) -> Regrouping:
    """Merges one survivor into another. Raises MergeRefused for one and the same and for types that don't agree."""
    if survivor == other:
        raise MergeRefused("is that entity already")
    mine, theirs = _group(kin.entities, survivor), _group(kin.entities, other)
    types = {one.type for one in (*mine, *theirs)} - {OTHER}
    if len(types) > 1:
        raise MergeRefused(f"is of another type: both must be of one, or one of them {OTHER}")
    merged = replace(kin.entities[other], merged_into=survivor)
    grouped = {**kin.entities, other: merged}
    sets = frozenset[int]().union(*(kin.touched.get(one.uid, frozenset()) for one in (*mine, *theirs)))
    names = tuple(
        OtherName(one.uid, one.name, scope_set, mark_of(other))
        for one in (*mine, *theirs)
        if one.uid != survivor
        for scope_set in sorted(sets)
    )
    live = _offers(kin, grouped, now, floor)
    return _planned(kin, theirs, mine, Changes(entities=(merged,), names=names, live=live))


def split(kin: Kin, survivor: int, other: int, now: Instant, floor: float) -> Regrouping:
    """Undoes the one merge that put `other` where it is. Raises MergeRefused when it was merged into nothing.

    What was merged into it before goes with it.
    """
    apart = kin.entities[other]
    if apart.merged_into is None or root_of(other, kin.entities) != survivor:
        raise MergeRefused("was not merged into that entity")
    namesake = kin.namesakes.get(other)
    back = replace(apart, merged_into=namesake)
    moved = _group({**kin.entities, other: replace(apart, merged_into=None)}, other)
    live = _offers(kin, {**kin.entities, other: back}, now, floor)
    whole = _group(kin.entities, survivor)
    return _planned(kin, moved, whole, Changes(entities=(back,), unnamed=_untold(whole, moved), live=live))


def mark_of(merged: int) -> str:
    """What tells the names that a merge gives."""
    return f"merge:{merged}"


def _untold(everybody: Sequence[Entity], moved: Sequence[Entity]) -> tuple[tuple[int, str], ...]:
    """Names that a merge told and that go with it: its own, and what merges on one side told of the other side."""
    gone = {one.uid for one in moved}
    return tuple(
        (one.uid, mark_of(by.uid))
        for one in everybody
        for by in everybody
        if by.uid == moved[0].uid or (one.uid in gone) != (by.uid in gone)
    )


def _group(entities: Mapping[int, Entity], root: int) -> list[Entity]:
    """A survivor and all that was merged into it, itself first."""
    found = [one for one in entities.values() if root_of(one.uid, entities) == root]
    return sorted(found, key=lambda one: (one.uid != root, one.uid))


def _offers(kin: Kin, grouped: Mapping[int, Entity], now: Instant, floor: float) -> dict[str, bool]:
    """Standing rows whose place on offer changes with the groups."""

    def shown(uid: int) -> int:
        root = root_of(uid, grouped)
        return uid if root is None else root

    rows = [
        replace(
            row,
            entity_uid=shown(row.entity_uid),
            target_uid=None if row.target_uid is None else shown(row.target_uid),
        )
        for row in kin.lines
    ]
    return temporal.live_changes(rows, now, floor=floor)


def _planned(kin: Kin, moved: Sequence[Entity], others: Iterable[Entity], changes: Changes) -> Regrouping:
    def rows_of(members: Iterable[Entity]) -> tuple[Assertion, ...]:
        uids = {one.uid for one in members}
        return tuple(row for row in kin.lines if row.entity_uid in uids or row.target_uid in uids)

    told = rows_of([*moved, *others])
    return Regrouping(changes, tuple(moved), rows_of(moved), tuple(row.id for row in told))
