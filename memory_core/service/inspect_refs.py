"""References: what `inspect` can be pointed at, read from one string.

    entity:<type>/<name>   <type>:<name>             an entity
    attribute:<type>/<name>/<key>   attribute:<id>   an attribute, or one row of it
    relation:<subject>/<label>/<object>   relation:<id>
    document:<id>   trace:<id>

Prefixes may be doubled and types come in any case. Names may hold slashes, so of a relation every way to read it is
given.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote

from memory_core.contract.errors import bad_field
from memory_core.engine.entities import EntityRef, fold_type

KINDS = ("entity", "attribute", "relation", "document", "trace")
_EXPECTED = (
    "must read entity:<type>/<name>, attribute:<type>/<name>/<key>, relation:<subject>/<label>/<object>, "
    "document:<id>, trace:<id> or <type>:<name>"
)


@dataclass(frozen=True, slots=True)
class AttributeRef:
    """One key of an entity."""

    entity: EntityRef
    key: str


@dataclass(frozen=True, slots=True)
class RelationRef:
    """Ways to read a relation, each (subject, label, object)."""

    readings: tuple[tuple[EntityRef, str, EntityRef], ...]


@dataclass(frozen=True, slots=True)
class RowRef:
    """A record by its id."""

    kind: str
    """attribute, relation, document or trace."""
    id: str
    """With its prefix."""


Reference = EntityRef | AttributeRef | RelationRef | RowRef


def parse_ref(text: str, field: str = "ref") -> Reference:
    """Reads a reference. Raises 400 naming the field."""
    read = _parsed(text)
    if read is None:
        raise bad_field(field, _EXPECTED)
    return read


def _parsed(text: str) -> Reference | None:
    if "\x00" in text or "\ufffd" in text:
        return None
    kind, colon, rest = text.strip().partition(":")
    kind = kind.casefold()
    if not colon or not rest.strip():
        return None
    if kind not in KINDS:
        return _entity(kind, rest)
    while rest.casefold().startswith(f"{kind}:"):
        rest = rest[len(kind) + 1 :]
    match kind:
        case "entity":
            return _entity_ref(rest)
        case "attribute" if "/" in rest:
            return _attribute(rest)
        case "relation" if "/" in rest:
            return _relation(rest)
        case _ if rest.strip():
            return RowRef(kind, f"{kind}:{rest.strip()}")
        case _:
            return None


def _entity(word: str, name: str) -> EntityRef | None:
    type_ = fold_type(word)
    if type_ == "other" and word != "other":
        return None
    return EntityRef(type_, name)


def _entity_ref(text: str) -> EntityRef | None:
    type_, slash, name = text.partition("/")
    if slash and type_.strip() and name.strip():
        return EntityRef(fold_type(type_), name)
    word, colon, name = text.partition(":")
    if colon and name.strip():
        return _entity(word.casefold(), name)
    return None


def _attribute(text: str) -> AttributeRef | None:
    owner, _, key = text.rpartition("/")
    type_, slash, name = owner.partition("/")
    if not (slash and type_.strip() and name.strip() and key.strip()):
        return None
    return AttributeRef(EntityRef(fold_type(type_), name), unquote(key))


def _relation(text: str) -> RelationRef | None:
    """subject type / subject name / label / object type / object name, wherever an object's type may stand."""
    parts = text.split("/")
    readings = [
        (
            EntityRef(fold_type(parts[0]), "/".join(parts[1 : at - 1])),
            unquote(parts[at - 1]),
            EntityRef(fold_type(parts[at]), "/".join(parts[at + 1 :])),
        )
        for at in range(3, len(parts) - 1)
    ]
    kept = tuple(one for one in readings if one[0].name.strip() and one[1].strip() and one[2].name.strip())
    if not parts[0].strip() or not kept:
        return None
    return RelationRef(kept)
