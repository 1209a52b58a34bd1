"""What runs out, and that nothing else changes with it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from memory_core.engine.lifecycle.expiry import Expiry, expire
from memory_core.engine.model import Assertion, Category
from memory_core.engine.plan import Changes
from memory_core.engine.temporal import believed, intervals, live_flags
from tests.engine import belief_model as model
from tests.engine.belief_model import LAST, Telling

NOW = Expiry(now=20)


def line(*told: Telling, category: Category = Category.CONTEXT) -> list[Assertion]:
    return [replace(row, category=category) for row in model.rows_of(list(told))]


def gone(changes: Changes) -> set[str]:
    return {one for one, _ in changes.retired}


def after(rows: list[Assertion], changes: Changes) -> list[Assertion]:
    ended = dict(changes.retired)
    return [
        replace(row, retired_at=ended.get(row.id), live=changes.live.get(row.id, row.live and row.id not in ended))
        for row in rows
    ]


def test_context_that_ended_is_retired_with_its_repeats_and_the_rest_stays() -> None:
    rows = line(Telling("a", 1, 10, 1), Telling("a", 1, 10, 3), Telling("b", 5, None, 5))
    assert gone(expire([(False, rows)], NOW, retire=True)) == {"attribute:0", "attribute:1"}


@pytest.mark.parametrize("category", [Category.KNOWLEDGE, Category.IDENTITY])
def test_other_categories_are_only_taken_off_offer(category: Category) -> None:
    rows = line(Telling("a", 1, 10, 1), category=category)
    changes = expire([(True, rows)], NOW, retire=True)
    assert (changes.retired, changes.live) == ((), {"attribute:0": False})
    assert expire([(True, after(rows, changes))], NOW, retire=True) == Changes()


def test_an_end_at_the_very_instant_is_over_and_a_later_one_is_not() -> None:
    assert gone(expire([(False, line(Telling("a", 1, 20, 1)))], NOW, retire=True)) == {"attribute:0"}
    assert not gone(expire([(False, line(Telling("a", 1, 21, 1)))], NOW, retire=True))


def test_what_was_interrupted_is_not_told_of_the_time_of_the_interruption() -> None:
    rows = line(Telling("at work", 1, None, 1), Telling("on leave", 5, 10, 5))
    changes = expire([(True, rows)], NOW, retire=True)
    assert not changes.retired
    assert [row.value for row in believed(after(rows, changes), 20, 7, True, now=True)] == ["on leave"]


def test_without_the_right_to_retire_it_is_taken_off_offer() -> None:
    changes = expire([(False, line(Telling("a", 1, 10, 1)))], NOW, retire=False)
    assert (changes.retired, changes.live) == ((), {"attribute:0": False})


def test_context_older_than_allowed_goes_unless_it_was_used_or_told_again() -> None:
    asked = Expiry(20, unused_since=15)
    old = line(Telling("a", 1, None, 1))
    assert gone(expire([(False, old)], asked, retire=True)) == {"attribute:0"}
    used = [replace(old[0], uses=1, used_at=16)]
    assert not gone(expire([(False, used)], asked, retire=True))
    assert not gone(expire([(False, line(Telling("a", 1, None, 1), Telling("a", None, None, 17)))], asked, retire=True))
    assert not gone(expire([(False, line(Telling("a", 1, None, 1), category=Category.KNOWLEDGE))], asked, retire=True))


@pytest.mark.parametrize("single", [True, False])
def test_in_thousands_of_histories_nothing_else_is_believed_and_a_second_run_finds_nothing(single: bool) -> None:
    rng, retired, key = random.Random(f"expiry {single}"), 0, "role" if single else "likes"
    for _ in range(1500):
        told = model.invent(rng, endings=True, retirement=False)
        rows = [
            replace(row, key=key, category=rng.choice((Category.CONTEXT, Category.CONTEXT, Category.KNOWLEDGE)))
            for row in model.rows_of(told)
        ]
        asked = Expiry(rng.randrange(26), rng.choice((None, rng.randrange(20))))
        changes = expire([(single, rows)], asked, retire=True)
        left = after(rows, changes)
        ids = gone(changes)
        retired += len(ids)
        before, now = (
            {(one.row.id, one.start, one.end) for one in intervals(some, LAST, single, now=True)}
            for some in (rows, left)
        )
        assert now == {one for one in before if one[0] not in ids}, told
        if asked.unused_since is None:
            assert not any(row.id in ids for row in believed(rows, LAST, asked.now, single, now=True))
        flags = live_flags(left, asked.now, single)
        assert all(row.live == flags[row.id] for row in left if row.id not in ids)
        assert expire([(single, left)], asked, retire=True) == Changes()
    assert retired > 200
