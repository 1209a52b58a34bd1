"""Descriptions: their telling words, and what holds all of them."""

from __future__ import annotations

import pytest

from memory_core.engine.description import describe, holds, met_by_key, search_words
from memory_core.engine.echo import without_echo


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("everything about locker 7", ["locker", "7"]),
        ("Please forget what I told you about Robert Smith's address.", ["Robert", "Smith's", "address"]),
        ("forget that I work at Acme, please", ["work", "Acme"]),
        ("data retention policy", ["data", "retention", "policy"]),
        ("facts about the knowledge base", ["knowledge", "base"]),
        ("all that you know about Ann", ["Ann"]),
        ("everything", []),
        ("forget it all", []),
        ("...", []),
        ("", []),
    ],
)
def test_only_telling_words_are_left_of_a_description(text: str, words: list[str]) -> None:
    assert [word.text for word in describe(text).words] == words


@pytest.mark.parametrize(
    ("description", "text", "held"),
    [
        ("the locker codes", "My locker code is 5.", True),
        ("locker code", "My locker is blue.", False),
        ("art", "a party", False),
        ("Zürich", "I moved to zürich", True),
        ("腾讯云", "用户服务器部署在腾讯云国内节点", True),
        ("腾讯云", "用户服务器部署在国内节点", False),
        ("ticket AB-12", "about ticket ab-12 again", True),
        ("", "anything", False),
    ],
)
def test_a_text_holds_a_description_by_whole_words_in_any_form(description: str, text: str, held: bool) -> None:
    assert holds(describe(description), [text]) is held


def test_words_may_be_spread_over_the_texts_of_one_record() -> None:
    assert holds(describe("Ann's role smith"), ["Ann", "role", "smith"])


def test_a_synonym_meets_its_key_in_one_word_or_two() -> None:
    assert met_by_key(describe("job smith"), "role") == {0}
    assert met_by_key(describe("Ann's phone number"), "phone") == {1, 2}
    assert met_by_key(describe("smith"), "role") == frozenset()


@pytest.mark.parametrize(
    ("description", "text"),
    [
        ("role zq12ab", "zq12ab"),
        ("studies", "a study"),
        ("Café", "café"),
        ("everything about locker zq7", "locker zq7"),
    ],
)
def test_the_word_that_is_searched_by_is_held_by_what_is_described(description: str, text: str) -> None:
    [word] = search_words(describe(description))
    assert word in text.casefold()


def test_served_lines_are_blanked_and_the_rest_keeps_its_place() -> None:
    served = "- 2026-01-01: I live in Oslo. [turn:01900000-0000-7000-8000-0000000000ab]"
    text = f"Before.\n{served}\nAfter."
    left = without_echo(text)
    assert "Oslo" not in left
    assert len(left) == len(text)
    assert left.index("After") == text.index("After")
    assert without_echo("plain [1] text") == "plain [1] text"
