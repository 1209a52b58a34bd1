from __future__ import annotations

import random
import string
from collections import defaultdict

import pytest

from memory_core.engine import entities
from memory_core.engine.entities import EntityRef
from memory_core.engine.model import ENTITY_TYPES, Entity


def entity(
    uid: int, name: str, type_: str = "person", aliases: tuple[str, ...] = (), merged: int | None = None
) -> Entity:
    norm = entities.normalise_name(name)
    return Entity(uid, "c", type_, name, norm, 0, 0, aliases=aliases, merged_into=merged)


def met(name: str, *others: str, type_: str = "person", exact: bool = False) -> str | None:
    """The name of the one that is meant among entities that are all present."""
    there = [entity(uid, other, type_) for uid, other in enumerate(others, 1)]
    keys = entities.lookup_keys(type_, name, exact=exact)
    near = [one for one in there if keys & entities.block_keys(type_, one.name)]
    found = entities.resolve(EntityRef(type_, name), near, {one.uid for one in there}, exact=exact)
    return found.name if found else None


@pytest.mark.parametrize(
    ("name", "norm"),
    [
        ("  Alice   Chen ", "alice chen"),
        ("“Apollo”", "apollo"),
        ("Ａｃｍｅ", "acme"),
        ("STRASSE", "strasse"),
        ("用户服务", "用户服务"),
        ("O'Brien", "o'brien"),
        ('""', '""'),
        ("'", "'"),
    ],
)
def test_names_are_normalised_without_losing_scripts(name: str, norm: str) -> None:
    assert entities.normalise_name(name) == norm
    assert entities.normalise_name(norm) == norm


def test_types_fold_into_the_closed_list() -> None:
    assert [entities.fold_type(one) for one in ("Company", "ORG", "organization", "companies")][:3] == [
        "organisation"
    ] * 3
    assert entities.fold_type("Persons") == "person" and entities.fold_type("People") == "person"
    assert entities.fold_type("gizmo") == "other" and entities.fold_type("") == "other"
    assert all(entities.fold_type(one.upper()) == one for one in ENTITY_TYPES)


def test_an_entity_id_is_read_in_any_case_and_its_name_may_hold_slashes() -> None:
    assert entities.parse_entity_id("entity:Company/Acme/EU") == ("organisation", "Acme/EU")
    assert entities.parse_entity_id("entity:entity:PERSON/Ann") == ("person", "Ann")
    assert entities.parse_entity_id("Person/Ann") == ("person", "Ann")
    assert entities.format_entity_id("person", "Ann") == "entity:person/Ann"
    for bad in ("", "entity:", "entity:person", "entity:person/", "entity:/Ann", "Ann"):
        with pytest.raises(entities.EntityIdError):
            entities.parse_entity_id(bad)


@pytest.mark.parametrize(
    ("name", "others", "found"),
    [
        ("alice chen", ["Alice Chen", "Alice Wong"], "Alice Chen"),
        ("Alice", ["Alice Chen", "Bob Jones"], "Alice Chen"),
        ("Alice", ["Alice Chen", "Alice Wong"], None),
        ("Alice Chen", ["Alice"], "Alice"),
        ("Bob", ["Robert Smith"], "Robert Smith"),
        ("Bob Smith", ["Robert Smith", "Robert Jones"], "Robert Smith"),
        ("Bob Smith", ["Robert Jones"], None),
        ("Rob", ["Robert"], "Robert"),
        ("Dr. Chen", ["Alice Chen", "Bob Jones"], "Alice Chen"),
        ("Alice M. Chen", ["Alice Chen"], "Alice Chen"),
        ("Alice May Chen", ["Alice Jane Chen"], None),
        ("José", ["Jose"], "Jose"),
        ("Sean O’Brien", ["Sean O'Brien"], "Sean O'Brien"),
        ("Anna Micheals", ["Anna Michaels"], "Anna Michaels"),
        ("Anna Philips", ["Anna Phillips"], "Anna Phillips"),
        ("Christian Meyer", ["Christina Meyer"], None),
        ("Daniel Ross", ["Daniela Ross"], None),
        ("Maria Hansen", ["Maria Hanson"], None),
        ("Maria Johnson", ["Maria Johnston"], None),
        ("user 17", ["user 71"], None),
        ("Li Na", ["Lina"], None),
        ("かな", ["がな"], None),
        ("कि", ["की"], None),
    ],
)
def test_the_ladder_of_persons(name: str, others: list[str], found: str | None) -> None:
    assert met(name, *others) == found
    assert met(name, *others, exact=True) == (found if found and entities.normalise_name(found) == name else None)


@pytest.mark.parametrize(
    ("name", "others", "found"),
    [
        ("IBM", ["International Business Machines"], "International Business Machines"),
        ("National Health Service", ["NHS"], "NHS"),
        ("I.B.M.", ["International Business Machines", "Acme"], "International Business Machines"),
        ("OpenWeather", ["Open Weather"], "Open Weather"),
        ("Café Zürich", ["Cafe Zurich"], "Cafe Zurich"),
        ("Micorsoft", ["Microsoft"], "Microsoft"),
        ("Hamburg", ["Homburg"], None),
        ("project zq12ab", ["project zq12ba"], None),
        ("zqabcdef", ["zqabcdfe"], None),
        ("Apollo 11", ["Apollo 12"], None),
        ("Apollo", ["Apollos"], None),
        ("Acme", ["Acme Corp"], None),
    ],
)
def test_the_ladder_of_other_types(name: str, others: list[str], found: str | None) -> None:
    assert met(name, *others, type_="organisation") == found


def test_only_the_exact_name_reaches_beyond_the_scope_set() -> None:
    ann, bob = entity(1, "Ann Lee", aliases=("annie",)), entity(2, "Robert Ray")
    for name, found in (("ann lee", ann), ("Annie", None), ("Ann", None), ("Bob", None)):
        assert entities.resolve(EntityRef("person", name), [ann, bob], set()) == found
    assert entities.resolve(EntityRef("person", "Annie"), [ann, bob], {1}) == ann


def test_a_declared_name_of_two_entities_means_neither() -> None:
    two = [entity(1, "Ann Lee", aliases=("annie",)), entity(2, "Anna Ray", aliases=("annie",))]
    assert entities.resolve(EntityRef("person", "Annie"), two, {1, 2}, exact=True) is None


def test_a_merged_name_means_the_survivor() -> None:
    there = [entity(1, "A", merged=2), entity(2, "B", merged=3), entity(3, "C")]
    found = entities.resolve(EntityRef("person", "a"), there, set(), exact=True)
    assert found is not None and found.uid == 3


def test_another_type_is_another_entity() -> None:
    assert entities.resolve(EntityRef("topic", "Ann"), [entity(1, "Ann")], {1}) is None


def test_the_speaker_is_not_taken_for_a_namesake_with_a_longer_name() -> None:
    me = entity(1, "alice")
    longer = EntityRef("person", "Alice Cooper")
    assert entities.resolve(longer, [me], {1}, apart={1}) is None
    assert entities.resolve(longer, [me], {1}) == me


def test_no_two_of_a_hundred_thousand_random_names_are_taken_for_one() -> None:
    rng = random.Random(11)
    makers = (
        lambda: "zq" + "".join(rng.choices(string.ascii_lowercase, k=14)),
        lambda: "".join(rng.choices(string.ascii_lowercase, k=rng.randint(6, 9))),
        lambda: f"project zq{rng.getrandbits(40):010x}",
        lambda: f"timeline {rng.getrandbits(48):012x}",
        lambda: f"locker zq{rng.getrandbits(56):014x}",
    )
    for type_ in ("person", "project"):
        filed: defaultdict[str, list[Entity]] = defaultdict(list)
        present: set[int] = set()
        seen: set[str] = set()
        for uid in range(50_000):
            name = rng.choice(makers)()
            if name in seen:
                continue
            seen.add(name)
            near = [one for key in entities.lookup_keys(type_, name, exact=False) for one in filed[key][:50]]
            assert entities.resolve(EntityRef(type_, name), near, present) is None
            present.add(uid)
            for key in entities.block_keys(type_, name):
                filed[key].append(entity(uid, name, type_))
