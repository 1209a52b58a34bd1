from __future__ import annotations

import pytest

from memory_core.engine.extraction import ends_fact, replaces_fact
from tests.engine.extraction.score import Memory
from tests.engine.extraction.turns import SAID_AT, endings, facts, said

DAY = 86_400_000_000
CHANGES = [
    (
        "I'm a developer at Kestrel.",
        "Actually, I'm not a developer anymore, I'm a product manager.",
        ("developer", "product manager"),
    ),
    ("I live in Lund.", "We moved from Lund to Malmö last week.", ("Lund", "Malmö")),
    ("I live in Bath.", "I don't live in Bath, I live in Bristol.", ("Bath", "Bristol")),
    ("I live in Tokyo.", "I now live in Kyoto instead of Tokyo.", ("Tokyo", "Kyoto")),
    ("My browser is Chrome.", "I switched from Chrome to Firefox.", ("Chrome", "Firefox")),
    ("I use Jenkins.", "We migrated from Jenkins to GitHub Actions.", ("Jenkins", "GitHub Actions")),
    (
        "My phone number is +44 7700 900000.",
        "I changed my phone number to +44 7700 900123.",
        ("+44 7700 900000", "+44 7700 900123"),
    ),
    ("My email is a@x.example.", "My email isn't a@x.example, it's b@x.example.", ("a@x.example", "b@x.example")),
    ("My manager is Carla.", "My manager is no longer Carla, it's Ben now.", ("Carla", "Ben")),
    ("I work at Initech.", "I work at Hooli, not Initech.", ("Initech", "Hooli")),
    ("I'm a vegan.", "I'm not a vegan but a vegetarian.", ("vegan", "vegetarian")),
    ("My deadline is Friday.", "My deadline moved from Friday to Monday.", ("2026-05-15", "2026-05-18")),
    ("Bob works at Acme.", "Bob left Acme last month and joined Globex.", ("Acme", "Globex")),
    ("The status of Project Kestrel is on track.", "Project Kestrel is delayed.", ("on track", "delayed")),
    ("I work at Initech.", "I left Initech.", ("Initech", "")),
    ("I work at Nokia.", "I'm not working at Nokia any longer.", ("Nokia", "")),
    ("i work at tesco", "i dont work at tesco anymore", ("tesco", "")),
    ("I'm vegetarian.", "I'm no longer vegetarian.", ("vegetarian", "")),
    ("I live in Madrid.", "I no longer live in Madrid.", ("Madrid", "")),
    ("I use Slack.", "I no longer use Slack.", ("Slack", "")),
    ("I own a red motorbike.", "I sold my motorbike last month.", ("red motorbike", "")),
    ("I drive a Volvo.", "I sold my car.", ("Volvo", "")),
    ("I play tennis.", "I don't play tennis anymore.", ("tennis", "")),
    ("My sister lives in Oslo.", "My sister no longer lives in Oslo.", ("Oslo", "")),
    ("I have a parrot.", "My parrot died in March.", ("parrot", "")),
    ("I'm married to Jo.", "I got divorced last year.", ("Jo", "")),
]


@pytest.mark.parametrize(("before", "now", "change"), CHANGES, ids=[now for _, now, _ in CHANGES])
def test_a_later_turn_corrects_or_ends_what_stood(before: str, now: str, change: tuple[str, str]) -> None:
    memory = Memory("robin")
    memory.take(before, "user", SAID_AT - DAY)
    assert change in memory.take(now, "user", SAID_AT)[1]


@pytest.mark.parametrize(
    ("text", "value", "old"),
    [
        ("I live in Rome. Sorry, I mean Milan.", "Milan", "Rome"),
        ("My phone is 555-1234, no wait, 555-1235.", "555-1235", "555-1234"),
        ("Correction: my flight is on 12 June, not 10 June.", "2026-06-12", "10 June"),
    ],
)
def test_a_slip_of_the_tongue_is_mended_within_the_turn(text: str, value: str, old: str) -> None:
    (one,) = said(text).statements
    assert (one.value, one.replaces) == (value, old)


def test_an_ending_without_a_successor_stores_no_fact() -> None:
    found = said("I used to live in Cairo.")
    assert facts(found) == []
    assert endings(found) == [("I", "city", "Cairo")]


def test_an_ending_says_when() -> None:
    (one,) = said("I left Globex in March.").statements
    assert (one.ends, one.valid_from_text) == (True, "2026-03")


def test_an_unrelated_new_fact_neither_ends_nor_replaces() -> None:
    (one,) = said("Ann administers the GitHub organisation.").statements or said("Ann speaks Dutch.").statements
    assert not ends_fact(one, "works_at", "Acme")
    assert not replaces_fact(one, "role", "CFO")


def test_the_old_value_is_found_under_a_kindred_key() -> None:
    (one,) = said("I switched from Vim to Zed.").statements
    assert replaces_fact(one, "editor", "Vim")
    assert replaces_fact(one, "uses", "vim")
    assert not replaces_fact(one, "city", "Vim")
