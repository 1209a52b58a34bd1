"""How text becomes terms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.engine.analysis import index_fragments, index_terms, query_terms, selective


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Running runs run", ["run", "run", "run"]),
        ("Ｆｕｌｌ ｗｉｄｔｈ ﬁne Ⅷ", ["full", "width", "fine", "viii"]),
        ("café", ["cafe", "café"]),
        ("cafe\u0301", ["cafe", "café"]),
        ("Ben's don’t", ["ben", "dont"]),
        ("snake_case", ["snake", "case", "snake_case"]),
        ("C++", ["c", "c++"]),
        ("腾讯云", ["腾", "讯", "云", "腾讯", "讯云"]),
        ("用docker部署", ["用", "docker", "部", "署", "部署"]),
        ("हिन्दी", ["हिन्दी"]),
        ("... --- !!! \n\t", []),
    ],
)
def test_a_text_becomes_these_terms(text: str, terms: list[str]) -> None:
    assert index_terms(text) == terms


@given(st.text(max_size=300))
def test_a_text_is_always_found_by_itself(text: str) -> None:
    asked = query_terms(text)
    assert set(asked.terms) | set(asked.common) <= set(index_terms(text))
    assert bool(asked.terms) == bool(index_terms(text))


@given(st.text(max_size=300))
def test_no_term_holds_blanks_or_is_longer_than_stores_take(text: str) -> None:
    for term in [*index_terms(text), *index_fragments(text), *query_terms(text).fragments]:
        assert term
        assert not any(c.isspace() for c in term)
        assert len(term) <= 4_000


def test_words_that_carry_nothing_are_set_apart_unless_there_is_no_other() -> None:
    asked = query_terms("Where did the walrus go?")
    assert asked.terms == ("walrus", "go")
    assert asked.common == ("where", "did", "the")
    assert query_terms("The Who").terms == ("the", "who")


def test_ends_of_long_words_are_fragments_and_short_words_leave_none() -> None:
    fragments = index_fragments("Donaudampfschifffahrt on the lake")
    assert {"donau", "schifffahrt", "donaudampfschiff"} <= set(fragments)
    assert not any("lake" in fragment for fragment in fragments)
    assert query_terms("Schifffahrt 2024 am See").fragments == ("schifffahrt",)


def test_the_rarest_terms_are_chosen_and_what_nearly_all_have_is_left_out() -> None:
    frequency = {"every": 95, "often": 30, "seldom": 2, "once": 1, "never": 0}
    assert selective(frequency, frequency, 100) == ["once", "seldom", "often"]
    assert selective(["every", "never"], frequency, 100) == ["every"]
    assert selective(frequency, frequency, 100, limit=2) == ["once", "seldom"]
