"""The ladder from a name to an entity, and the keys under which entities are kept to be found by it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from memory_core.engine.entities.names import EntityRef, normalise_name
from memory_core.engine.entities.nicknames import full_names, same_first_name
from memory_core.engine.model import Entity

_Fits: TypeAlias = Callable[[str], bool]
_TITLES = frozenset(
    "mr mrs ms miss mx dr doctor prof professor sir madam herr frau monsieur madame señor señora".split()
)
_SMALL_WORDS = frozenset("of and the for de la du des von und et y in on at & to".split())
_MIN_ACRONYM, _MAX_ACRONYM = 3, 6
_MIN_TYPO = 5
_DOUBLED = re.compile(r"(.)\1")
_ACCENTS = re.compile("(?<=[a-z])[\u0300-\u036f]+")


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


def _reach(type_: str, name: str) -> set[str]:
    """Keys for the derived rungs; prefixed, so that none is taken for a name."""
    keys: set[str] = set()
    if type_ == "person":
        title, words = _person(name)
        if words and not title:
            keys |= {f"first={full}" for full in full_names(words[0])}
        if len(words) > 1 or (title and words):
            keys.add(f"last={words[-1]}")
    else:
        keys |= {f"acronym={letters}" for letters in (_as_acronym(name), _acronym_of(name)) if letters}
    letters = plain_letters(name)
    if len(letters) > 2 and not _has_digit(letters):
        keys.add(f"form={letters[0]}{''.join(sorted(set(letters)))}")
    return keys


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
    groups = [one for one in _groups(candidates, names) if ref.type in one.types]
    here = [one for one in groups if one.root.uid in present]
    own = [one for one in here if one.root.norm == norm]
    if own:
        return min(own, key=lambda one: one.root.type != ref.type).met(ref.type, norm)
    declared = [one for one in here if norm in one.norms]
    if len(declared) == 1:
        return declared[0].met(ref.type, norm)
    if not declared and not exact:
        derived = _same_person(ref.name) if ref.type == "person" else _acronym_pair(ref.name)
        found = _only(ref.name, here, derived, apart) or _only(ref.name, here, _near(ref.name, ref.type), ())
        if found is not None:
            return found
    elsewhere = [one for one in groups if (one.root.type, one.root.norm) == (ref.type, norm)]
    return elsewhere[0].met(ref.type, norm) if elsewhere else None


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

    def met_by(self, fits: _Fits) -> Met:
        """The group by a name that was derived."""
        if not fits(self.root.name):
            for one in self.members:
                if one is not self.root and fits(one.name):
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


def _only(name: str, here: Sequence[_Group], fits: _Fits, apart: Collection[int]) -> Met | None:
    """The one group that fits by its name or another that counts, where no other does."""
    longer = len(name.split()) > 1
    found: list[_Group] = []
    for one in here:
        names = one.names
        if longer and one.root.uid in apart:
            names = tuple(other for other in names if " " in other)
        if any(map(fits, names)):
            found.append(one)
    return found[0].met_by(fits) if len(found) == 1 else None


def _person(name: str) -> tuple[bool, list[str]]:
    """Whether a title leads, and the words of a person's name; none where they are no words of letters."""
    words = [word.strip(".,") for word in normalise_name(name).split()]
    title = len(words) > 1 and words[0] in _TITLES
    words = [word for word in words[title:] if word]
    if not all(word.replace("'", "").replace("’", "").replace("-", "").isalpha() for word in words):
        return False, []
    return title, words


def _same_person(name: str) -> _Fits:
    """Whether another name may be that person's: a first name or nickname, a last name after a title, a middle name."""
    title, mine = _person(name)

    def fits(other: str) -> bool:
        other_title, theirs = _person(other)
        if not mine or not theirs:
            return False
        if (title and len(mine) == 1) or (other_title and len(theirs) == 1):
            return len(mine) + len(theirs) > 2 and mine[-1] == theirs[-1]
        if not same_first_name(mine[0], theirs[0]):
            return False
        if len(mine) == 1 or len(theirs) == 1:
            return mine != theirs
        shorter, longer = sorted((mine[1:], theirs[1:]), key=len)
        return shorter[-1] == longer[-1] and (len(shorter) == 1 or shorter == longer)

    return fits


def _acronym_pair(name: str) -> _Fits:
    """Whether one of two names is the acronym of the other."""
    short, initials = _as_acronym(name), _acronym_of(name)
    return lambda other: (
        bool(short and short == _acronym_of(other)) or bool(initials and initials == _as_acronym(other))
    )


def _as_acronym(name: str) -> str:
    """A name that is itself an acronym, like IBM or I.B.M., in small letters."""
    letters = name.strip().replace(".", "")
    fits = _MIN_ACRONYM <= len(letters) <= _MAX_ACRONYM and letters.isalpha() and letters.isupper()
    return letters.lower() if fits else ""


def _acronym_of(name: str) -> str:
    """The initials of a name of several capitalised words."""
    words = [word for word in re.split(r"[\s\-]+", name.strip()) if word.casefold() not in _SMALL_WORDS]
    if len(words) < _MIN_ACRONYM or not all(word[:1].isupper() for word in words):
        return ""
    return "".join(word[0] for word in words).lower()


def plain_letters(name: str) -> str:
    """Letters and digits alone, without casing and the accents of Latin letters; signs of other scripts stay."""
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", name.casefold()))
    whole = unicodedata.normalize("NFC", plain)
    return "".join(char for char in whole if char.isalnum() or unicodedata.category(char).startswith("M"))


def _has_digit(text: str) -> bool:
    return any(char.isdigit() for char in text)


def _near(name: str, type_: str) -> _Fits:
    """Whether another name of the type is the same in another spelling."""
    mine, words = plain_letters(name), name.split()
    if len(mine) <= 2 or _has_digit(mine):
        return lambda other: False

    def fits(other: str) -> bool:
        theirs, other_words = plain_letters(other), other.split()
        if mine == theirs:
            return type_ != "person" or len(words) == len(other_words)
        return not _has_digit(theirs) and _is_slip(words, other_words, first_counts=type_ != "person")

    return fits


def _is_slip(mine: Sequence[str], theirs: Sequence[str], *, first_counts: bool) -> bool:
    """Whether capitalised names differ by one slip of the pen in one word."""
    if len(mine) != len(theirs):
        return False
    wrong = [place for place, (one, other) in enumerate(zip(mine, theirs, strict=True)) if one != other]
    if len(wrong) != 1 or (wrong == [0] and not first_counts):
        return False
    one, other = mine[wrong[0]], theirs[wrong[0]]
    if not all(word.isalpha() and word.istitle() and len(word) >= _MIN_TYPO for word in (one, other)):
        return False
    return _is_doubling(one, other) or _is_swap(one, other)


def _is_doubling(one: str, other: str) -> bool:
    return abs(len(one) - len(other)) == 1 and _DOUBLED.sub(r"\1", one) == _DOUBLED.sub(r"\1", other)


def _is_swap(one: str, other: str) -> bool:
    """Two neighbours in the middle of the word that changed places."""
    if len(one) != len(other) or one[0] != other[0] or one[-1] != other[-1]:
        return False
    wrong = [place for place in range(len(one)) if one[place] != other[place]]
    if len(wrong) != 2 or wrong[1] != wrong[0] + 1:
        return False
    return one[wrong[0]] == other[wrong[1]] and one[wrong[1]] == other[wrong[0]]
