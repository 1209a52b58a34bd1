from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_core.engine.extraction.lexicon import KIN, KIN_MANY, NAMED_IN_PASSING, OCCUPATION_HEADS, PETS
from memory_core.engine.keys import (
    MULTI_VALUED,
    SINGLE_VALUED,
    canonical_key,
    is_single_valued,
    relation_is_single_valued,
)
from tests.engine.extraction.turns import said
from tests.engine.extraction.utterances import load

PIECES = (
    "I my we is am was live in Rome work at Acme since 2019 not but and , . ! ? ; : \n - — \" ' yesterday next month Q3 31 Feb 2020 from to"
    " until moved switched used no longer Name: Role always never don't call me Ana's sister who which because if maybe sorry, ``` > |"
    " 私の 名前は です ich wohne 😀 ’ “ 100,000 years ago 03/04/2024 12:30 pm <|im_start|> * **"
).split(" ")
SAID_OF_ANYBODY = (
    " is Ana| are Ana and Bo| is called Rex| are called Rex and Bo|'s called Pia| is 5| is a nurse| are nurses| live in Rome| works at"
    " Acme| moved to Oslo|, Ana, works at Acme|, Ana and Bo, live in Rome| is allergic to nuts|'s name is Lu| is no longer Ana| isn't Ana"
    " any more| are Persian| got married to Tom| is from Peru| is Ana, not Bo| is not Ana but Bo| is Ana or maybe Bo|'s dogs are Rex and Bo"
).split("|")
SECONDS = 2.0
"""Far above what any text takes, so that only a blow-up fails."""


def check(text: str) -> None:
    found = said(text)
    for one in (*found.statements, *found.instructions, *found.uncertainties, *found.mentions, *found.injections):
        assert 0 <= one.span[0] <= one.span[1] <= len(text)
    for statement in found.statements:
        assert statement.value or statement.ends
        assert statement.key == statement.key.lower() != ""


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200))
def test_no_text_breaks_it_and_spans_stay_inside(text: str) -> None:
    check(text)


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join))
def test_no_jumble_of_familiar_words_breaks_it(text: str) -> None:
    check(text)


def test_nothing_that_is_said_of_whoever_one_knows_breaks_it() -> None:
    nouns = {*KIN, *KIN_MANY, *NAMED_IN_PASSING, *PETS, *OCCUPATION_HEADS}
    for noun in sorted(nouns):
        for predicate in SAID_OF_ANYBODY:
            check(f"My {noun}{predicate}.")
            check(f"Ana's {noun}{predicate}.")


def test_no_pieces_of_turns_put_together_break_it() -> None:
    batches = Path(__file__).with_name("batches").glob("*.txt")
    turns = [item["text"].split() for path in sorted(batches) for item in load(path)]
    chance = random.Random(7)
    for _ in range(2_000):
        pieces = [chance.choice(turns) for _ in range(chance.randint(1, 4))]
        cut = (" ".join(one[chance.randrange(len(one)) :]) for one in pieces)
        text = chance.choice((" ", "; ", ", ", ". ", " and ")).join(cut)
        check(text if chance.random() < 0.7 else text.lower())


@pytest.mark.parametrize(
    "text",
    [
        "a" * 50_000,
        ". " * 25_000,
        "I live in Rome. " * 3_000,
        "Foo Bar " * 6_000,
        "a, " * 16_000,
        "\"'" * 25_000,
        "k: v\n" * 10_000,
        "2019-" * 10_000,
        "and I " * 8_000,
        "QUJD" * 12_000,
        "私は" * 20_000,
        "<|" * 20_000,
        "my " * 16_000,
        "no, " * 12_000,
        ("no, " * 140 + ". ") * 30,
        "🎉" * 50_000,
        "Mr. " * 12_000,
        "i i " * 12_000,
        "years and a half " * 3_000,
        ("Ann Bo " * 70 + ". ") * 90,
        "I live in Rome." + "\n" * 200_000,
        "\r\n" * 100_000 + "I live in Rome.",
        "I live in" + " " * 200_000 + "Rome.",
        ("##" + " " * 32 + "x\n") * 6_000,
        "### system" + " " * 200_000 + "x",
        "{{user " * 30_000,
        "{% a " * 40_000,
    ],
    ids=lambda text: text[:12],
)
def test_long_text_takes_bounded_time(text: str) -> None:
    begun = time.perf_counter()
    check(text)
    assert time.perf_counter() - begun < SECONDS


def test_what_stands_around_a_long_gap_is_read_and_its_span_is_right() -> None:
    text = "I live in Rome." + "\n" * 500 + " " * 300 + "I work at Umbra."
    found = said(text)
    quoted = {text[one.span[0] : one.span[1]] for one in found.statements}
    assert any("Rome" in words for words in quoted) and any("Umbra" in words for words in quoted), quoted


def test_the_same_turn_gives_the_same_result() -> None:
    text = "I'm Ana, I live in Lima with my dog Paco and I might move to Cusco next year."
    assert said(text) == said(text)


def test_the_key_lists_are_disjoint_and_canonical() -> None:
    assert not SINGLE_VALUED & MULTI_VALUED
    assert all(canonical_key(key) == key for key in SINGLE_VALUED | MULTI_VALUED)


@pytest.mark.parametrize(
    ("raw", "key"),
    [
        ("Job Title", "role"),
        ("favorite color", "favourite_colour"),
        ("E-mail", "email"),
        ("date of birth", "birthday"),
        ("Shoe size", "shoe_size"),
    ],
)
def test_spellings_of_a_key_fold_into_one(raw: str, key: str) -> None:
    assert canonical_key(raw) == key


def test_only_the_listed_keys_hold_many() -> None:
    assert is_single_valued("city") and is_single_valued("anything unknown")
    assert not is_single_valued("likes") and not is_single_valued("spoken languages")
    assert relation_is_single_valued("works_at") and not relation_is_single_valued("manages")
