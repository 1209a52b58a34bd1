"""The entities of one write: those that stand, and those that it plans."""

from __future__ import annotations

from dataclasses import replace

from memory_core.engine.entities import EntityRef, block_keys, lookup_keys, normalise_name, resolve
from memory_core.engine.model import Category, Entity, Instant
from memory_core.engine.plan import Standing


class Roster:
    """Finds, makes and changes entities. New ones have negative uids."""

    def __init__(self, context: str, standing: Standing, now: Instant, speaker: EntityRef | None) -> None:
        self._context, self._now = context, now
        self._by_uid: dict[int, Entity] = {}
        self._filed: dict[tuple[str, str], list[int]] = {}
        self._present = set(standing.present)
        self._changed: dict[int, None] = {}
        self._new_keys: dict[int, frozenset[str]] = {}
        self._made = 0
        for entity in standing.entities:
            self._by_uid[entity.uid] = entity
            self._file(entity.uid, entity.type, block_keys(entity.type, entity.name, entity.aliases))
        self._apart: frozenset[int] = frozenset()
        if speaker is not None and (found := self.find(speaker, exact=True)) is not None:
            self._apart = frozenset({found.uid})
        self._speaker = (speaker.type, normalise_name(speaker.name)) if speaker else None

    def __getitem__(self, uid: int) -> Entity:
        return self._by_uid[uid]

    def is_new(self, uid: int) -> bool:
        """Whether this write makes the entity."""
        return uid < 0

    def find(self, ref: EntityRef, *, exact: bool) -> Entity | None:
        """The entity that a name means here, if there is one."""
        near = self._near(ref.type, lookup_keys(ref.type, ref.name, exact=exact))
        return resolve(ref, near, self._present, exact=exact, apart=self._apart) if near else None

    def _near(self, type_: str, keys: frozenset[str]) -> list[Entity]:
        """Entities that share a key, and what those of them that are merged away were merged into."""
        todo = list(dict.fromkeys(uid for key in keys for uid in self._filed.get((type_, key), ())))
        near: dict[int, Entity] = {}
        while todo:
            entity = self._by_uid.get(todo.pop(0))
            if entity is None or entity.uid in near:
                continue
            near[entity.uid] = entity
            if entity.merged_into is not None:
                todo.append(entity.merged_into)
        return list(near.values())

    def take(self, ref: EntityRef, category: Category, *, exact: bool) -> Entity:
        """The entity that a name means, made when nobody has it. It is present in the scope set from here on."""
        entity = self.find(ref, exact=exact) or self._make(ref, category)
        self._present.add(entity.uid)
        return entity

    def _make(self, ref: EntityRef, category: Category) -> Entity:
        self._made += 1
        norm, uid = normalise_name(ref.name), -self._made
        name = " ".join(ref.name.split())
        entity = Entity(uid, self._context, ref.type, name, norm, self._now, self._now, category)
        self._by_uid[uid] = entity
        self._changed[uid] = None
        self._new_keys[uid] = block_keys(ref.type, name)
        self._file(uid, ref.type, self._new_keys[uid])
        if (ref.type, norm) == self._speaker:
            self._apart = frozenset({uid})
        return entity

    def _file(self, uid: int, type_: str, keys: frozenset[str]) -> None:
        for key in keys:
            self._filed.setdefault((type_, key), []).append(uid)

    def touch(self, uid: int) -> None:
        """Notes that something new is said of an entity."""
        if self._by_uid[uid].updated_at != self._now:
            self._by_uid[uid] = replace(self._by_uid[uid], updated_at=self._now)
        self._changed[uid] = None

    def declare(self, uid: int, name: str) -> None:
        """Gives an entity another name, unless an entity of that type goes by it already."""
        entity, norm = self._by_uid[uid], normalise_name(name)
        if norm == entity.norm or norm in entity.aliases:
            return
        ref = EntityRef(entity.type, name)
        taken = any(one.norm == norm for one in self._near(entity.type, lookup_keys(*ref, exact=True)))
        if taken:
            return
        keys = block_keys(entity.type, name) - block_keys(entity.type, entity.name, entity.aliases)
        self._by_uid[uid] = replace(entity, aliases=(*entity.aliases, norm), updated_at=self._now)
        self._changed[uid] = None
        self._new_keys[uid] = self._new_keys.get(uid, frozenset()) | keys
        self._file(uid, entity.type, keys)

    @property
    def changed(self) -> tuple[Entity, ...]:
        """New entities and changed ones, in the order of their first change."""
        return tuple(self._by_uid[uid] for uid in self._changed)

    @property
    def new_keys(self) -> dict[int, frozenset[str]]:
        """Uid -> block keys to add."""
        return dict(self._new_keys)
