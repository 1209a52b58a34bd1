"""The entities of one write: those that stand, and those that it plans."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from memory_core.engine.entities import (
    EntityRef,
    Met,
    block_keys,
    is_ambiguous,
    is_telling,
    lookup_keys,
    lookup_types,
    normalise_name,
    resolve,
    root_of,
)
from memory_core.engine.model import Category, Entity, Instant, OtherName
from memory_core.engine.plan import Standing


class Roster:
    """Finds, makes and changes entities. New ones have negative uids."""

    def __init__(self, context: str, standing: Standing, now: Instant, speaker: EntityRef | None) -> None:
        self._context, self._now, self._scope_set = context, now, standing.scope_set
        self._by_uid: dict[int, Entity] = {one.uid: one for one in standing.entities}
        self._known, self._present = standing.present, set(standing.present)
        self._names = {uid: set(names) for uid, names in standing.names.items()}
        self._groups: dict[int, list[int]] = {}
        for entity in standing.entities:
            if (root := root_of(entity.uid, self._by_uid)) is not None:
                self._groups.setdefault(root, []).append(entity.uid)
        self._filed: dict[tuple[str | None, str], dict[int, None]] = {}
        for root, members in self._groups.items():
            for uid in members:
                self._file(root, uid, (self._by_uid[uid].name, *self._names.get(uid, ())))
        self._changed: dict[int, None] = {}
        self._new_keys: dict[int, frozenset[str]] = {}
        self._learned: list[OtherName] = []
        self._made, self._apart = 0, frozenset[int]()
        found = None if speaker is None else self.find(speaker, exact=True)
        if found is not None:
            self._apart = frozenset({found.entity.uid})
        self._speaker = (speaker.type, normalise_name(speaker.name)) if speaker else None

    def __getitem__(self, uid: int) -> Entity:
        return self._by_uid[uid]

    def is_new(self, uid: int) -> bool:
        """Whether this write is the first of its scope set to speak of the entity. Others may know it elsewhere: nobody
        is told."""
        return uid not in self._known

    def find(self, ref: EntityRef, *, exact: bool) -> Met | None:
        """The entity that a name means here, if there is one."""
        near = self._near(ref, exact=exact)
        return resolve(ref, near, self._present, self._names, exact=exact, apart=self._apart) if near else None

    def is_ambiguous(self, ref: EntityRef) -> bool:
        """Whether a name in prose may be either of two persons here."""
        near = self._near(ref, exact=False)
        return len(near) > 1 and is_ambiguous(ref, near, self._present, self._names, self._apart)

    def _near(self, ref: EntityRef, *, exact: bool) -> list[Entity]:
        """Entities that share a key, whole groups."""
        keys, types = lookup_keys(ref.type, ref.name, exact=exact), lookup_types(ref.type, exact=exact)
        roots = dict.fromkeys(root for type_ in types for key in keys for root in self._filed.get((type_, key), ()))
        return [self._by_uid[uid] for root in roots for uid in self._groups[root]]

    def take(self, ref: EntityRef, category: Category, *, exact: bool, record_id: str | None = None) -> Met:
        """The entity that a name means, made when nobody has it. It is present in the scope set from here on.

        record_id: the text that says the name; a full one that is met by a short one is kept as told by it.
        """
        met = self.find(ref, exact=exact)
        if met is None:
            made = self._make(ref, category)
            met = Met(made, made)
        elif record_id is not None and not exact and is_telling(ref, self.names_of(met.entity.uid)):
            self.declare(met, ref.name, record_id)
        self._present.add(met.entity.uid)
        return met

    def call(self, ref: EntityRef, others: Sequence[str], record_id: str) -> None:
        """Lets somebody be spoken of by descriptions ("Ann's wife") too.

        Who is known here by nothing but one of them so far is that person. Where somebody else goes by one already, it
        is either's from then on, and so nobody's.
        """
        if self.is_ambiguous(ref):
            return
        met = self._known_here(ref)
        if met is None:
            bare = (self._nameless(EntityRef(ref.type, other)) for other in others)
            met = next((one for one in bare if one is not None), None)
            if met is not None:
                self._learn(met, ref.name, record_id)
        met = met or self.take(ref, Category.KNOWLEDGE, exact=False)
        for other in others:
            if normalise_name(other) not in {normalise_name(name) for name in self.names_of(met.entity.uid)}:
                self._learn(met, other, record_id)

    def _known_here(self, ref: EntityRef) -> Met | None:
        met = self.find(ref, exact=False)
        return met if met is not None and met.entity.uid in self._present else None

    def _nameless(self, ref: EntityRef) -> Met | None:
        """Who is called by a description, and by no name."""
        met = self._known_here(ref)
        return met if met is not None and len(self.names_of(met.entity.uid)) == 1 else None

    def _make(self, ref: EntityRef, category: Category) -> Entity:
        self._made += 1
        norm, uid = normalise_name(ref.name), -self._made
        name = " ".join(ref.name.split())
        entity = Entity(uid, self._context, ref.type, name, norm, self._now, self._now, category)
        self._by_uid[uid] = entity
        self._groups[uid] = [uid]
        self._changed[uid] = None
        self._new_keys[uid] = block_keys(ref.type, [name])
        self._file(uid, uid, [name])
        if (ref.type, norm) == self._speaker:
            self._apart = frozenset({uid})
        return entity

    def _file(self, root: int, uid: int, names: Iterable[str]) -> None:
        """Makes a group be found by names of a member, under each type that the group is of."""
        spelled = tuple(names)
        keys = block_keys(self._by_uid[uid].type, spelled)
        types = {self._by_uid[one].type for one in self._groups[root]}
        for type_ in (None, *types):
            for key in keys.union(*(block_keys(one, spelled) for one in types)):
                self._filed.setdefault((type_, key), {})[root] = None

    def touch(self, uid: int) -> None:
        """Notes that something new is said of an entity."""
        if self._by_uid[uid].updated_at != self._now:
            self._by_uid[uid] = replace(self._by_uid[uid], updated_at=self._now)
        self._changed[uid] = None

    def declare(self, met: Met, name: str, record_id: str) -> None:
        """Gives an entity another name in this scope set, unless another one that is known here goes by it."""
        norm = normalise_name(name)
        root = met.entity.uid
        near = self._near(EntityRef(met.entity.type, name), exact=True)
        taken = {one.uid for one in near if one.norm == norm and one.merged_into is None} & self._present
        if norm == met.entity.norm or taken - {root}:
            return
        self._learn(met, name, record_id)

    def _learn(self, met: Met, name: str, record_id: str) -> None:
        root, uid = met.entity.uid, met.called.uid
        self._learned.append(OtherName(uid, " ".join(name.split()), self._scope_set, record_id))
        self._names.setdefault(uid, set()).add(name)
        keys = block_keys(met.called.type, [name]) - block_keys(met.called.type, [met.called.name])
        self._new_keys[uid] = self._new_keys.get(uid, frozenset()) | keys
        self._file(root, uid, [name])

    def names_of(self, uid: int) -> list[str]:
        """All names of an entity that count here, its own first."""
        others = (name for one in self._groups[uid] for name in sorted(self._names.get(one, ())))
        return [self._by_uid[uid].name, *others]

    @property
    def changed(self) -> tuple[Entity, ...]:
        """New entities and changed ones, in the order of their first change."""
        return tuple(self._by_uid[uid] for uid in self._changed)

    @property
    def new_keys(self) -> Mapping[int, frozenset[str]]:
        """Uid -> block keys to add."""
        return dict(self._new_keys)

    @property
    def learned(self) -> tuple[OtherName, ...]:
        """Names that this write tells."""
        return tuple(self._learned)
