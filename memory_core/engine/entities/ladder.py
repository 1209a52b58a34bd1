"""The ladder from a name to an entity, and the keys under which entities are kept to be found by it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from memory_core.engine.entities import persons, spelling
from memory_core.engine.entities.names import EntityRef, normalise_name
from memory_core.engine.model import Entity

PERSON, OTHER = "person", "other"
_Pick = Callable[["_Group"], bool]


def block_keys(type_: str, names: Iterable[str]) -> frozenset[str]:
    """Keys to keep an entity under: its normalised names, and one key for each way in which the ladder may reach it."""
    keys: set[str] = set()
    for name in names:
        keys |= {normalise_name(name), *_reach(type_, name)}
    return frozenset(keys)


def lookup_keys(type_: str, name: str, *, exact: bool) -> frozenset[str]:
    """Keys to look an entity up by: any entity that `resolve` may answer shares one of them."""
    norm = normalise_name(name)
    return frozenset({norm}) if exact else frozenset({norm}) | _reach(type_, name)


def lookup_types(type_: str, *, exact: bool) -> tuple[str | None, ...]:
    """Types under which a name is looked up, None for any: in prose a thing may be known without its type being so."""
    if exact or type_ == PERSON:
        return (type_,)
    return (None,) if type_ == OTHER else (type_, OTHER)


def _reach(type_: str, name: str) -> set[str]:
    """Keys for the derived rungs; prefixed, so that none is taken for a name."""
    if type_ == PERSON:
        return persons.keys(name) | spelling.keys(name)
    acronyms = {f"acronym={one}" for one in (spelling.as_acronym(name), spelling.acronym_of(name)) if one}
    return acronyms | spelling.keys(name)


class Met(NamedTuple):
    """Whom a name means."""

    entity: Entity
    """The one that speaks for its group."""
    called: Entity
    """The one of the group whose name it is: what is said under a merged name goes with it when the merge is undone."""


def resolve(
    ref: EntityRef,
    candidates: Sequence[Entity],
    present: Collection[int],
    names: Mapping[int, Collection[str]] = MappingProxyType({}),
    *,
    exact: bool = False,
    apart: Collection[int] = (),
) -> Met | None:
    """The entity that a name means, or None for a new one.

    `candidates` share a lookup key with the name, each with all of its group; `present` are uids of survivors with a row
    in the scope set of the write, and `names` the other names that this set knows: nothing from elsewhere decides here.
    With `exact` only the name itself and declared names count. Entities in `apart` (the speaker) are not reached by their
    bare first name through a longer one.
    """
    norm = normalise_name(ref.name)
    groups = [one for one in _groups(candidates, names) if _is_of(ref, one, exact=exact)]
    here = [one for one in groups if one.root.uid in present]
    own = [one for one in here if one.root.norm == norm]
    if own:
        return min(own, key=lambda one: ref.type not in one.types).met(ref.type, norm)
    declared = [one for one in here if norm in one.norms]
    if len(declared) == 1:
        return declared[0].met(ref.type, norm)
    if not declared and not exact:
        for rung in _rungs(ref, here, apart):
            found = [one for one in here if rung(one)]
            if len(found) == 1:
                return found[0].met_by(ref)
    elsewhere = [one for one in groups if (one.root.type, one.root.norm) == (ref.type, norm)]
    return elsewhere[0].met(ref.type, norm) if elsewhere else None


def is_ambiguous(
    ref: EntityRef,
    candidates: Sequence[Entity],
    present: Collection[int],
    names: Mapping[int, Collection[str]],
    apart: Collection[int] = (),
) -> bool:
    """Whether a name in prose may be either of two persons: one is called just that and another goes by it too ("Ann's
    sister"), or it is a bare first name, who is called just that has a full name, and so has another with that first
    name."""
    if ref.type != PERSON:
        return False
    norm = normalise_name(ref.name)
    here = [one for one in _groups(candidates, names) if one.root.uid in present and PERSON in one.types]
    called = [one for one in here if norm == one.root.norm or norm in one.norms]
    if len(called) > 1:
        return any(norm == one.root.norm for one in called)
    if not persons.is_first_name(ref.name):
        return False
    if len(called) != 1 or called[0].root.uid in apart or not any(map(persons.is_full, called[0].names)):
        return False
    others = [one for one in here if one is not called[0] and one.root.uid not in apart]
    return any(persons.shares_first_name(ref.name, one.names) for one in others)


def is_telling(ref: EntityRef, names: Collection[str]) -> bool:
    """Whether a name that was derived says more than those that are known: it is kept, so that the next one is held
    against it. A short form is not: it may be that of another as well."""
    if ref.type == PERSON:
        return persons.is_full(ref.name) and not any(map(persons.is_full, names))
    return bool(spelling.acronym_of(ref.name)) and any(map(spelling.as_acronym, names))


def _is_of(ref: EntityRef, group: _Group, *, exact: bool) -> bool:
    """Whether a group may be meant by a name of a type. In prose `other` is a type that is not known: it may be that of
    any thing, and a person's whose very full name it is."""
    if ref.type in group.types:
        return True
    if exact or ref.type == PERSON:
        return False
    if PERSON in group.types:
        norm = normalise_name(ref.name)
        return ref.type == OTHER and persons.is_full(ref.name) and norm in (group.root.norm, *group.norms)
    return ref.type == OTHER or group.types == {OTHER}


def _rungs(ref: EntityRef, here: Sequence[_Group], apart: Collection[int]) -> list[_Pick]:
    """The derived rungs, narrowest last; each has to fit one group alone."""
    spelled = spelling.near(ref.name, ref.type)
    if ref.type == PERSON:
        return [lambda one: _may_be(ref.name, one, here, apart), lambda one: any(map(spelled, one.names))]
    acronym, legal = spelling.acronym_pair(ref.name), spelling.same_but_for_legal_form(ref.name)
    return [lambda one, fits=fits: any(map(fits, one.names)) for fits in (acronym, legal, spelled)]


def _may_be(name: str, one: _Group, here: Sequence[_Group], apart: Collection[int]) -> bool:
    """Whether a person's name may be that of a group. A full name is that of who is called by the first name alone only
    where nobody else has that first name."""
    names, full = one.names, persons.is_full(name)
    if full and one.root.uid in apart:
        names = tuple(other for other in names if " " in other)
    if not persons.fits(name, names):
        return False
    if not full or any(map(persons.is_full, names)) or not any(map(persons.is_first_name, names)):
        return True
    return not any(persons.shares_first_name(name, other.names) for other in here if other is not one)


class _Group:
    """A survivor, what was merged into it, and the names that count."""

    def __init__(self, root: Entity, members: Sequence[Entity], names: Mapping[int, Collection[str]]) -> None:
        self.root, self.members = root, members
        self.types = {one.type for one in members}
        self.own = {one.uid: {normalise_name(name) for name in names.get(one.uid, ())} for one in members}
        self.norms = set[str]().union(*self.own.values())
        self.names = (root.name, *(name for one in members for name in names.get(one.uid, ())))

    def met(self, type_: str, norm: str) -> Met:
        """The group by one of its very names: that of a member before one that a member goes by."""

        def rank(one: Entity) -> tuple[bool, bool, bool]:
            return one.norm != norm, one.type != type_, one is not self.root

        by_name = min((one for one in self.members if one.norm == norm), key=rank, default=None)
        if by_name is None and norm not in self.own[self.root.uid]:
            by_name = next((one for one in self.members if norm in self.own[one.uid]), None)
        return Met(self.root, by_name or self.root)

    def met_by(self, ref: EntityRef) -> Met:
        """The group by a name that was derived: that of the member whose own name it comes from."""
        for one in sorted(self.members, key=lambda one: one is not self.root):
            alone = _Group(one, [one], {})
            if any(rung(alone) for rung in _rungs(ref, [alone], ())):
                return Met(self.root, one)
        return Met(self.root, self.root)


def _groups(candidates: Sequence[Entity], names: Mapping[int, Collection[str]]) -> list[_Group]:
    by_uid = {one.uid: one for one in candidates}
    members: dict[int, list[Entity]] = {}
    for one in candidates:
        if (root := root_of(one.uid, by_uid)) is not None:
            members.setdefault(root, []).append(one)
    return [_Group(by_uid[root], group, names) for root, group in members.items()]


def root_of(uid: int, by_uid: Mapping[int, Entity]) -> int | None:
    """What an entity was merged into, followed to the end; None where the end is not among them."""
    seen: set[int] = set()
    while uid not in seen and (one := by_uid.get(uid)) is not None:
        if one.merged_into is None:
            return uid
        seen.add(uid)
        uid = one.merged_into
    return None
