"""What a question is after, what turns lend each other, and which of two tellings is the newer: all pure."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.engine.analysis import query_terms
from memory_core.engine.fusion import Weights, fuse, leaning, worth
from memory_core.engine.speaking import asking
from memory_core.engine.understanding import Tense, understand
from memory_core.engine.updates import Telling, in_line, in_time, updates


def told(text: str, at: int, asked: str, voice: str = "user") -> Telling:
    return Telling(voice, at, text, query_terms(asked).terms)


@pytest.mark.parametrize(
    ("text", "tense"),
    [
        ("How many plants are on my balcony?", Tense.NOW),
        ("What is the rent of the studio?", Tense.NOW),
        ("What time should I be at the station?", Tense.NOW),
        ("How many plants did I buy in spring?", Tense.ANY),
        ("Can you sum up what we said about plants?", Tense.ANY),
        ("What was the rent originally?", Tense.EARLIER),
        ("How much did I use to pay before the move?", Tense.EARLIER),
    ],
)
def test_a_question_is_after_the_latest_or_the_first_telling(text: str, tense: Tense) -> None:
    assert understand(text).tense is tense


@pytest.mark.parametrize(
    ("text", "of_self"),
    [
        ("How many plants are on my balcony?", True),
        ("What do I do on Sundays?", True),
        ("Which trail did you suggest to me?", False),
        ("What have you recommended for my knee?", False),
        ("What does Oya grow?", False),
    ],
)
def test_a_question_about_oneself_is_told_from_one_about_what_was_answered(text: str, of_self: bool) -> None:
    assert understand(text).of_self is of_self


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("I planted beans.", 0.0),
        ("Really?", 1.0),
        ("本当ですか？", 1.0),
        ("", 0.0),
    ],
)
def test_how_much_of_a_text_asks(text: str, share: float) -> None:
    assert asking(text) == pytest.approx(share)


def test_of_a_sentence_that_tells_and_asks_only_the_clause_that_asks_counts() -> None:
    assert 0.2 < asking("I moved the beans to the south side, is that fine?") < 0.5


@given(st.text(max_size=200))
def test_a_share_that_asks_is_a_share(text: str) -> None:
    assert 0.0 <= asking(text) <= 1.0


def test_a_short_turn_leans_on_what_is_beside_it_and_a_long_one_stands_for_itself() -> None:
    beside = {("s", 1): (0.8, 50), ("s", 2): (0.5, 50), ("other", 2): (0.5, 50)}
    leaned = leaning(beside)
    assert leaned["s", 2] > leaned["other", 2] == 0.5
    assert leaning({**beside, ("s", 2): (0.5, 3000)})["s", 2] < leaned["s", 2]


ASKED = "What is the rent of the studio?"
OLD = "The rent of the studio is $700 a month."


@pytest.mark.parametrize(
    "text",
    [
        "They raised it: the studio is now $760.",
        "The rent of the studio is $760 a month.",
        "I pay $760, the rent of the studio has increased.",
    ],
)
def test_another_number_of_the_same_kind_for_the_same_thing_is_an_update(text: str) -> None:
    assert updates(told(text, 2, ASKED), told(OLD, 1, ASKED))


@pytest.mark.parametrize(
    ("text", "at", "voice"),
    [
        ("They raised it: the studio is now $760.", 0, "user"),
        ("They raised it: the studio is now $760.", 2, "assistant"),
        ("The rent of the studio is still $700.", 2, "user"),
        ("The studio has 3 rooms now.", 2, "user"),
        ("I now pay $20 for the gym.", 2, "user"),
        ("The studio is nice.", 2, "user"),
    ],
)
def test_earlier_words_another_voice_the_same_number_or_another_thing_are_none(text: str, at: int, voice: str) -> None:
    assert not updates(told(text, at, ASKED, voice), told(OLD, 1, ASKED))


def test_of_two_tellings_the_one_that_is_asked_for_leads_and_nothing_else_moves() -> None:
    tellings = {
        "old": told(OLD, 1, ASKED),
        "other": told("The gym costs $20.", 5, ASKED),
        "none": None,
        "new": told("They raised it: the studio is now $760.", 2, ASKED),
    }
    ranked = list(tellings)
    assert in_time(ranked, tellings.__getitem__, newest=True) == ["new", "old", "other", "none"]
    assert in_time(["new", "other", "old"], tellings.__getitem__, newest=False) == ["old", "new", "other"]
    assert in_time(ranked, tellings.__getitem__, newest=False) == ranked


def test_of_three_tellings_the_last_leads() -> None:
    tellings = {n: told(f"The rent of the studio is now ${700 + n}.", n, ASKED) for n in (1, 2, 3)}
    assert in_time([1, 2, 3], tellings.__getitem__, newest=True)[0] == 3
    assert in_time([3, 2, 1], tellings.__getitem__, newest=True) == [3, 2, 1]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Where does Ines Falk live?", ("ines", "falk")),
        ("And when I’m in Oslo, who'll meet me?", ("oslo",)),
        ("Name the ports in order, and ONLY the ports.", ()),
        ("What did she say? Don't guess. I've no idea.", ()),
    ],
)
def test_names_are_no_contractions_and_no_words_said_loudly(text: str, names: tuple[str, ...]) -> None:
    assert understand(text).names == names


def test_what_the_ledger_knows_as_superseded_stands_behind_its_successor() -> None:
    ranked = ["x", "older", "y", "newer"]
    replaced = {"older": "newer", "gone": "newer"}
    assert in_line(ranked, str, replaced, newest=True) == ["x", "newer", "older", "y"]
    assert in_line(ranked, str, replaced, newest=False) == ranked
    assert in_line(["newer", "older"], str, replaced, newest=False) == ["older", "newer"]


def test_legs_of_words_are_worth_what_their_best_covers_of_the_question() -> None:
    assert worth({"text": 0.5, "pending": 1.0}) == {"text": 0.5, "pending": 1.0}
    assert worth({"text": 0.4, "pending": 0.2}) == {"text": 1.0, "pending": 0.5}
    assert worth({"text": 0.0, "pending": 0.0}) == worth({}) == {}


def test_what_half_answers_does_not_stand_before_what_waits_and_answers_all() -> None:
    legs = {"text": [("half", 9.0), ("less", 3.0)], "pending": [("all", 1.4)]}
    found = fuse(legs, Weights(), worth({"text": 0.5, "pending": 1.0}))
    assert found["all"].score > found["half"].score > found["less"].score
    assert found["half"].signals["text"].share == 0.5 and found["half"].signals["text"].score == 9.0
