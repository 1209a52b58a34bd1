"""What the check of the store calls a duplicate or a contradiction."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memory_core.engine.entities import normalise_name
from memory_core.engine.lifecycle.contradictions import contradictions
from memory_core.engine.lifecycle.duplicates import THRESHOLD, duplicates, jaro
from memory_core.engine.model import Assertion, Entity, Source
from memory_core.engine.temporal import lines

DOCUMENT, TURN = Source("document"), Source("turn")


def entities(*names: str, type_: str = "person") -> list[Entity]:
    return [Entity(uid, "c", type_, name, normalise_name(name), 0, 0) for uid, name in enumerate(names, 1)]


def row(value: str, key: str = "role", **given: object) -> Assertion:
    base = Assertion(f"attribute:{value}{given.get('known_at', 1)}", "c", 1, key, value, 1, 1, 1, 1)
    return replace(base, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "other", "type_"),
    [
        ("Katherine Miller", "Kathrine Miller", "person"),
        ("José Núñez", "Jose Nunez", "person"),
        ("Bob Smith", "Robert Smith", "person"),
        ("Acme Corp", "ACME Corp.", "organisation"),
        ("IBM", "International Business Machines", "organisation"),
        ("Data Lake", "DataLake", "project"),
    ],
)
def test_names_that_may_be_one(one: str, other: str, type_: str) -> None:
    [found] = duplicates(entities(one, other, type_=type_), THRESHOLD)
    assert {found.one.name, found.other.name} == {one, other} and THRESHOLD <= found.similarity <= 1


@pytest.mark.parametrize(
    ("one", "other", "type_"),
    [
        ("Ann Lee", "Ann Leo", "person"),
        ("Ann", "Ann Lee", "person"),
        ("Maria", "Mario", "person"),
        ("Ann Smith", "Anna Smith", "person"),
        ("Project Atlas Backend", "Project Atlas Frontend", "project"),
        ("Project Atlas", "Project Atlas Two", "project"),
        ("release 1.2", "release 1.3", "project"),
        ("Project Atlas", "Project Apollo", "project"),
        ("Paris", "Porto", "location"),
    ],
)
def test_names_that_are_two(one: str, other: str, type_: str) -> None:
    assert duplicates(entities(one, other, type_=type_), THRESHOLD) == []


def test_types_are_never_mixed() -> None:
    mixed = [*entities("Mercury"), *[replace(one, uid=9) for one in entities("Mercury", type_="project")]]
    assert duplicates(mixed, 0.1) == []


def test_a_lower_threshold_finds_more_and_the_most_similar_come_first() -> None:
    some = entities("Katherine Miller", "Kathrine Miller", "Katharina Mill")
    near = duplicates(some, 0.8)
    assert len(near) == 3 and near[0].other.name == "Kathrine Miller"
    assert len(near) == 3 and [one.similarity for one in near] == sorted((one.similarity for one in near), reverse=True)
    assert len(duplicates(some, 0.96)) == 1


def test_among_thousands_the_pairs_are_found_all_the_same() -> None:
    crowd = [f"{first}{n:x} {last}{n:x}" for n in range(600) for first, last in [("Ada", "Holt"), ("Ben", "Wirth")]]
    some = entities(*crowd, "Katherine Miller", "Kathrine Miller")
    found = duplicates(some, THRESHOLD)
    assert [(one.one.name, one.other.name) for one in found if "Miller" in one.one.name] == [
        ("Katherine Miller", "Kathrine Miller")
    ]


def test_similarity_is_symmetric_and_bounded() -> None:
    for one, other in (("martha", "marhta"), ("dwayne", "duane"), ("", "a"), ("abc", "xyz")):
        assert jaro(one, other) == pytest.approx(jaro(other, one))
    assert jaro("martha", "marhta") == pytest.approx(0.9444, abs=1e-4)
    assert (jaro("same", "same"), jaro("abc", "xyz")) == (1.0, 0.0)


def found(*rows: Assertion) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.key, one.values) for one in contradictions(lines(rows), now=10)]


def test_a_turns_claim_against_a_document_contradicts() -> None:
    rows = (row("14 days", "deadline", source=DOCUMENT), row("30 days", "deadline", source=TURN, known_at=2))
    assert found(*rows) == [("deadline", ("14 days", "30 days"))]


def test_a_guess_against_what_stands_contradicts_and_a_correction_does_not() -> None:
    stands = row("baker", source=TURN)
    assert found(stands, row("smith", source=TURN, known_at=2, valid_from=2, confidence=0.4)) == [
        ("role", ("baker", "smith"))
    ]
    assert found(stands, row("smith", source=TURN, known_at=2, valid_from=2)) == []


def test_the_same_in_other_words_or_for_another_time_does_not_contradict() -> None:
    stands = row("the baker", source=DOCUMENT)
    assert found(stands, row("Baker.", source=TURN, known_at=2)) == []
    assert found(stands, row("smith", source=TURN, known_at=2, valid_until=5)) == []
    assert found(row("tea", "likes"), row("jam", "likes", known_at=2)) == []


def test_an_attribute_and_its_relation_that_differ_contradict() -> None:
    works = row("Globex", "works_at", id="relation:1", target_uid=7)
    assert found(row("Acme", "employer"), works) == [("employer", ("Acme", "Globex"))]
    assert found(row("Globex Ltd", "employer"), works) == []
    assert found(row("Acme", "employer"), replace(works, scope_set=2)) == []
    assert found(row("Acme", "employer", valid_until=5), works) == []
