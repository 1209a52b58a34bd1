from __future__ import annotations

import pytest

from tests.engine.extraction.turns import facts, said

HEDGED = [
    ("I might move to Lisbon next spring.", "city", "Lisbon"),
    ("I guess I'm a product manager now.", "role", "product manager"),
    ("I heard that Bob left Globex.", "works_at", "Globex"),
    ("My budget is 5k, or maybe 6k.", "budget", "5k"),
    ("I'm vegetarian, sort of.", "diet", "vegetarian"),
    ("I work at Acme. Not sure though.", "works_at", "Acme"),
    ("We could be moving to Prague, it depends on the job.", "moving_to", "Prague"),
    ("I'm not certain whether my visa expires in June.", "visa_expiry", "2026-06"),
]


@pytest.mark.parametrize(("text", "about", "value"), HEDGED)
def test_what_is_hedged_is_uncertain_and_no_fact(text: str, about: str, value: str) -> None:
    found = said(text)
    assert facts(found) == []
    assert (about, value) in [(one.about, one.value) for one in found.uncertainties]


@pytest.mark.parametrize("text", ["I'm thinking of leaving Acme.", "Probably Dana will take over the team."])
def test_an_open_plan_is_uncertain_even_when_no_rule_reads_it(text: str) -> None:
    found = said(text)
    assert facts(found) == []
    assert found.uncertainties


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("I'm 42. I'm 43.", "age"),
        ("My favourite colour is blue. My favourite colour is red.", "favourite_colour"),
        ("I live in Rome and I live in Turin.", "city"),
    ],
)
def test_two_values_in_one_turn_are_uncertain(text: str, key: str) -> None:
    found = said(text)
    assert facts(found) == []
    assert [one.about for one in found.uncertainties] == [key]


def test_many_values_of_a_key_that_holds_many_are_facts() -> None:
    assert len(facts(said("I speak Welsh. I speak Latin."))) == 2


def test_a_hedge_touches_its_own_clause_only() -> None:
    found = said("I work at Acme and maybe I'll move to Oslo.")
    assert facts(found) == [("I", "works_at", "Acme")]
    assert found.uncertainties


@pytest.mark.parametrize(
    "text",
    [
        "I moved to Bern on 31 February 2024.",
        "I joined Acme a few years ago.",
        "I joined Acme 100,000 years ago.",
        "I joined Acme on 03/04/2024.",
    ],
)
def test_a_time_that_cannot_be_resolved_is_uncertain_and_never_guessed(text: str) -> None:
    found = said(text)
    (one,) = found.statements
    assert one.valid_from is None
    assert [doubt.reason for doubt in found.uncertainties] == ["the time cannot be resolved"]
