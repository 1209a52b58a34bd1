from __future__ import annotations

import random
import string
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import pytest

from memory_core.engine import entities
from memory_core.engine.entities import EntityRef
from memory_core.engine.model import ENTITY_TYPES, Entity


def entity(uid: int, name: str, type_: str = "person", merged: int | None = None) -> Entity:
    return Entity(uid, "c", type_, name, entities.normalise_name(name), 0, 0, merged_into=merged)


def meant(
    name: str,
    there: Sequence[Entity],
    present: Collection[int],
    names: Mapping[int, Collection[str]] | None = None,
    *,
    type_: str = "person",
    **how: Any,
) -> Entity | None:
    found = entities.resolve(EntityRef(type_, name), there, present, names or {}, **how)
    return found.entity if found else None


def met(name: str, *others: str, type_: str = "person", exact: bool = False) -> str | None:
    """The name of the one that is meant among entities that are all present."""
    there = [entity(uid, other, type_) for uid, other in enumerate(others, 1)]
    keys = entities.lookup_keys(type_, name, exact=exact)
    near = [one for one in there if keys & entities.block_keys(type_, [one.name])]
    found = meant(name, near, {one.uid for one in there}, type_=type_, exact=exact)
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
    for one in ("Company", "ORG", "organization", "Organizations", "companies", "Agencies", "non-profit"):
        assert entities.fold_type(one) == "organisation"
    assert [entities.fold_type(one) for one in ("Policies", "cities", "AI", "micro-service", "Classes")] == [
        "policy",
        "location",
        "agent",
        "service",
        "other",
    ]
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
        ("Ann", ["Anne"], None),
        ("Anna Lee", ["Anne Lee"], None),
        ("Lee, Ann", ["Ann Lee"], "Ann Lee"),
        ("Lee, Ann", ["Lee"], None),
        ("Anne Marie Dupont", ["Anne-Marie Dupont"], "Anne-Marie Dupont"),
        ("Mary Smith Jones", ["Mary Smith-Jones"], "Mary Smith-Jones"),
        ("Zoe Mueller", ["Zoë Müller"], "Zoë Müller"),
        ("Søren Aa", ["Soren Aa"], "Soren Aa"),
        ("Katherine Johannson", ["Katherine Johansson"], "Katherine Johansson"),
        ("Mary A. Smith", ["Mary Ann Smith"], "Mary Ann Smith"),
        ("Mary B. Smith", ["Mary Ann Smith"], None),
        ("Martin King Jr.", ["Martin King"], None),
        ("Martin King Jr.", ["Martin King Sr."], None),
        ("Dr. Ann Lee", ["Ann Lee"], "Ann Lee"),
        ("Mrs Lee", ["Ann Lee", "Bob Lee"], None),
        ("Priya Nair", ["Priya", "Priya Shah"], None),
        ("Иван Петров", ["Иван Петрова"], None),
        ("王伟", ["王伟华"], None),
        ("🎉", ["🎊"], None),
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
        ("Acme", ["Acme Corp"], "Acme Corp"),
        ("ACME Inc.", ["Acme"], "Acme"),
        ("Acme, Inc.", ["Acme Incorporated"], "Acme Incorporated"),
        ("Acme GmbH & Co. KG", ["Acme"], None),
        ("Acme Ltd", ["Acme GmbH"], None),
        ("Acme", ["Acme GmbH", "Acme Ltd"], None),
        ("Acme Foods", ["Acme"], None),
        ("Co", ["Company"], None),
        ("World Health Organization", ["WHO", "World Hockey Organization"], "WHO"),
        ("WHO", ["World Health Organization", "World Hockey Organization"], None),
        ("Mueller Verlag", ["Müller Verlag"], "Müller Verlag"),
        ("Room 12", ["Room 13"], None),
        ("Łódź Works", ["Lodz Works"], "Lodz Works"),
    ],
)
def test_the_ladder_of_other_types(name: str, others: list[str], found: str | None) -> None:
    assert met(name, *others, type_="organisation") == found


def test_only_the_exact_name_reaches_beyond_the_scope_set() -> None:
    ann, bob = entity(1, "Ann Lee"), entity(2, "Robert Ray")
    for name, found in (("ann lee", ann), ("Annie", None), ("Ann", None), ("Bob", None)):
        assert meant(name, [ann, bob], set(), {1: {"Annie"}}) == found
    assert meant("Annie", [ann, bob], {1}, {1: {"Annie"}}) == ann


def test_who_is_meant_here_is_not_decided_by_namesakes_elsewhere() -> None:
    robert, other_bob = entity(1, "Robert Smith"), entity(2, "Bob")
    assert meant("Bob", [robert, other_bob], {1}) == robert
    assert meant("Zed", [robert, entity(3, "Zed")], {1}, {1: {"zed"}}) == robert
    assert meant("Bob", [robert, other_bob], {1, 2}) == other_bob
    assert meant("Bob", [robert, other_bob], set()) == other_bob


def test_a_declared_name_of_two_entities_means_neither() -> None:
    two = [entity(1, "Ann Lee"), entity(2, "Anna Ray")]
    assert meant("Annie", two, {1, 2}, {1: {"Annie"}, 2: {"annie"}}, exact=True) is None


def test_a_merged_name_means_the_survivor_where_the_merge_told_it() -> None:
    there = [entity(1, "A", merged=2), entity(2, "B", merged=3), entity(3, "C")]
    found = entities.resolve(EntityRef("person", "a"), there, {3}, {1: {"A"}}, exact=True)
    assert found is not None and (found.entity.uid, found.called.uid) == (3, 1)
    assert meant("a", there, {3}, exact=True) is None
    assert meant("a", there, set(), {1: {"A"}}, exact=True) is None
    again = entity(4, "a")
    assert meant("a", [*there, again], {3}, {1: {"A"}}) == there[2]
    assert meant("a", [*there, again], set(), {}) == again


def test_a_merge_across_types_is_found_under_either() -> None:
    there = [entity(1, "Acme", "organisation", merged=2), entity(2, "Acme", "other")]
    for type_, called in (("organisation", 1), ("other", 2)):
        found = entities.resolve(EntityRef(type_, "ACME"), there, {2}, {1: {"Acme"}})
        assert found is not None and (found.entity.uid, found.called.uid) == (2, called)
    assert meant("ACME", there, {2}, {1: {"Acme"}}, type_="person") is None


def test_a_thing_of_unknown_type_is_the_one_of_that_name_and_never_a_person() -> None:
    acme, max_ = entity(1, "ACME", "other"), entity(2, "Max", "other")
    assert meant("Acme Inc", [acme], {1}, type_="organisation") == acme
    known = entity(3, "Acme", "organisation")
    assert meant("Acme", [known, acme], {1, 3}, type_="organisation") == known
    assert meant("acme", [known], {3}, type_="other") == known
    assert meant("Max", [max_], {2}) is None
    assert meant("Max", [entity(5, "Max")], {5}, type_="other") is None
    assert meant("Acme", [acme], {1}, type_="organisation", exact=True) is None
    assert meant("Acme", [acme], set(), type_="organisation") is None


def test_a_bare_first_name_that_two_go_by_is_not_told_apart() -> None:
    priya, shah = entity(1, "Priya"), entity(2, "Priya Shah")
    names = {1: {"Priya Nair"}}
    ref = EntityRef("person", "Priya")
    assert entities.is_ambiguous(ref, [priya, shah], {1, 2}, names)
    assert not entities.is_ambiguous(ref, [priya, shah], {1}, names), "the other one is somewhere else"
    assert not entities.is_ambiguous(ref, [priya, shah], {1, 2}, {}), "nothing but the first name is known"
    assert not entities.is_ambiguous(ref, [priya, shah], {1, 2}, names, apart={1}), "the speaker is the speaker"
    assert not entities.is_ambiguous(EntityRef("person", "Priya Nair"), [priya, shah], {1, 2}, names)


def test_a_full_name_is_kept_for_who_was_known_by_the_first_name_alone() -> None:
    assert entities.is_telling(EntityRef("person", "Priya Nair"), ["Priya"])
    assert not entities.is_telling(EntityRef("person", "Priya Nair"), ["Priya N. Nair"])
    assert not entities.is_telling(EntityRef("person", "Priya"), ["Priya Nair"])
    assert entities.is_telling(EntityRef("organisation", "World Health Organization"), ["WHO"])
    assert not entities.is_telling(EntityRef("organisation", "WHO"), ["World Health Organization"])
    two = [entity(1, "Priya"), entity(2, "Omar")]
    assert meant("Priya Shah", two, {1, 2}, {1: {"Priya Nair"}}) is None
    assert meant("Priya Nair", two, {1, 2}, {1: {"Priya Nair"}}) == two[0]


def test_another_type_is_another_entity() -> None:
    assert meant("Ann", [entity(1, "Ann")], {1}, type_="topic") is None


def test_the_speaker_is_not_taken_for_a_namesake_with_a_longer_name() -> None:
    me = entity(1, "alice")
    assert meant("Alice Cooper", [me], {1}, apart={1}) is None
    assert meant("Alice Cooper", [me], {1}) == me


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
            assert entities.resolve(EntityRef(type_, name), near, present, {}) is None
            present.add(uid)
            for key in entities.block_keys(type_, [name]):
                filed[key].append(entity(uid, name, type_))
