"""How much a fact matters, and that it does not matter when or how often that is worked out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.engine.lifecycle.strength import (
    BASES,
    DAILY,
    DAY,
    Reinforcement,
    changed,
    importance,
    reinforcement,
    strength,
)
from memory_core.engine.model import Assertion, Category
from tests.fakes import NOON

FACT = Assertion("attribute:1", "c", 1, "k", "v", 1, NOON, NOON, NOON)
categories = st.sampled_from(Category)
moments = st.integers(NOON - 4000 * DAY, NOON + 4000 * DAY)
rows = st.builds(
    lambda known, uses, used, evidence: replace(
        FACT, known_at=known, uses=uses, used_at=used if uses else None, evidence=evidence
    ),
    moments,
    st.integers(0, 10**9),
    moments,
    st.integers(1, 10**6),
)


@pytest.mark.parametrize(
    ("category", "days", "left"),
    [
        (Category.IDENTITY, 0, 1.0),
        (Category.IDENTITY, 10_000, 1.0),
        (Category.KNOWLEDGE, 1, 0.8 * 0.995),
        (Category.KNOWLEDGE, 100, 0.8 * 0.995**100),
        (Category.CONTEXT, 30, 0.5 * 0.95**30),
    ],
)
def test_a_category_fades_by_its_own_rate(category: Category, days: int, left: float) -> None:
    assert strength(category, Reinforcement(0, NOON), NOON + days * DAY) == pytest.approx(left)


@given(categories, st.integers(0, 50), moments, moments, moments)
def test_without_use_it_never_grows_and_with_one_more_it_never_shrinks(
    category: Category, count: int, last: int, at: int, later: int
) -> None:
    at, later = sorted((at, later))
    now = strength(category, Reinforcement(count, last), at)
    assert 0 <= strength(category, Reinforcement(count, last), later) <= now <= 1
    assert strength(category, Reinforcement(count + 1, last), at) >= now
    assert strength(category, Reinforcement(count, max(last, at)), at) >= now


@given(categories, moments, st.lists(moments, max_size=6), moments)
def test_runs_in_between_change_nothing(category: Category, last: int, runs: list[int], at: int) -> None:
    row = replace(FACT, category=category, known_at=last)
    for run in runs:  # each writes down what it finds, late, twice or out of order
        row = replace(row, importance=importance([row], run))
    assert importance([row], at) == importance([replace(FACT, category=category, known_at=last)], at)


@given(st.permutations(range(4)), st.lists(rows, min_size=4, max_size=4), moments)
def test_the_order_in_which_tellings_and_uses_came_does_not_matter(
    order: list[int], told: list[Assertion], at: int
) -> None:
    assert reinforcement([told[n] for n in order], at) == reinforcement(told, at)


def test_a_use_after_the_instant_asked_about_is_not_known_there() -> None:
    used = replace(FACT, category=Category.CONTEXT, uses=3, used_at=NOON + 10 * DAY)
    before = importance([used], NOON + 5 * DAY)
    assert before == pytest.approx(0.5 * DAILY[Category.CONTEXT] ** 5)
    assert importance([used], NOON + 10 * DAY) == pytest.approx(0.5 * 1.1**3)


def test_only_what_differs_by_a_thousandth_is_written_down() -> None:
    row = replace(FACT, importance=BASES[Category.KNOWLEDGE])
    assert changed([(row, 0.8004)]) == {}
    assert changed([(row, 0.7961)]) == {"attribute:1": 0.796}
    assert changed([(replace(row, importance=0.796), 0.7961)]) == {}
