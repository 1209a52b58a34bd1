"""Which tellings make an observation, and that beliefs never follow it."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest

from memory_core.engine.lifecycle.consolidation import Observation, Rules, changes_of, consolidate
from memory_core.engine.lifecycle.meaning import meaning
from memory_core.engine.lifecycle.observations import shown
from memory_core.engine.model import Assertion
from memory_core.engine.temporal import history, intervals, resolve
from tests.engine import belief_model as model
from tests.engine.belief_model import LAST, Telling

NUMBERS = itertools.count(1)


def rules(now: int = 30, **given: int) -> Rules:
    return Rules(now, lambda kind: f"{kind}:observed {next(NUMBERS)}", **given)


def line(*told: Telling, key: str = "likes") -> list[Assertion]:
    return [replace(row, key=key) for row in model.rows_of(list(told))]


def said(*values: str, key: str = "likes") -> list[Assertion]:
    """Values told one after the other, without a start of their own."""
    return line(*(Telling(value, None, None, known) for known, value in enumerate(values)), key=key)


def run(rows: list[Assertion], *, single: bool = False, now: int = 30) -> tuple[list[Observation], list[Assertion]]:
    """What a run makes, and the rows after it."""
    made = consolidate([(single, rows)], rules(now))
    changes = changes_of(made, now)
    gone = dict(changes.retired)
    kept = [replace(row, retired_at=gone.get(row.id, row.retired_at)) for row in rows]
    new = [replace(row, seq=len(kept) + n) for n, row in enumerate(changes.assertions, 1)]
    return made, [*kept, *new]


def values(rows: list[Assertion], *, single: bool = False, at: int = 30) -> list[tuple[str, int]]:
    """What is shown: values with how often they were told."""
    told = resolve(rows, at, single, now=True)
    return sorted((one.row.value, one.evidence) for one in shown(told, told.at(at), at))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("hiking", "Hiking!"),
        ("hiking", "to hike"),
        ("hiking", "hike"),
        ("running", "to run"),
        ("going swimming", "swims"),
        ("the mountains", "mountains"),
        ("berries", "berry"),
        ("his dog", "dogs"),
        ("café", "Café"),
        ("C++", "C++ "),
    ],
)
def test_the_same_in_other_words(one: str, other: str) -> None:
    assert meaning(one) == meaning(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C++", "C"),
        ("not hiking", "hiking"),
        ("red and blue", "blue and red"),
        ("universities", "the universe"),
        ("bus", "bu"),
        ("team 7", "team 8"),
        ("aBcD", "AbCd"),
        ("sing", "s"),
        ("news", "newt"),
        ("the", "a"),
        ("旅行", "旅館"),
    ],
)
def test_what_differs_stays_apart(one: str, other: str) -> None:
    assert meaning(one) != meaning(other)


def test_the_same_told_in_other_words_becomes_one_observation_with_every_telling() -> None:
    rows = said("hiking", "Hiking!", "to hike", "tea")
    [made], after = run(rows)
    assert (made.kind, made.proof_count, made.row.source.kind) == ("create", 3, "consolidation")
    assert set(made.row.source.derived_from) == {row.id for row in rows[:3]}
    assert values(rows) == [("Hiking!", 1), ("hiking", 1), ("tea", 1), ("to hike", 1)]
    assert values(after) == [(made.row.value, 3), ("tea", 1)]
    assert run(after)[0] == []


def test_exact_repeats_are_summed_up_and_a_fact_told_once_is_not() -> None:
    [made], after = run(said("tea", "tea", "jam"))
    assert (made.row.value, made.proof_count) == ("tea", 2)
    assert values(after) == [("jam", 1), ("tea", 2)]


def test_words_used_most_are_those_of_the_observation_and_later_tellings_update_it() -> None:
    _, after = run(said("hiking", "to hike", "to hike"))
    assert values(after) == [("to hike", 3)]
    more = replace(said("hiking")[0], id="attribute:more", known_at=20, valid_from=20, seq=20)
    [made], later = run([*after, more], now=31)
    assert (made.kind, made.proof_count, len(made.replaces)) == ("supersede", 4, 1)
    assert run(later, now=32)[0] == []
    again = replace(more, id="attribute:again", known_at=22, seq=22)
    [made], later = run([*later, again], now=33)
    assert (made.kind, made.proof_count) == ("update", 5)
    assert values(later, at=33) == [("hiking", 5)]


def test_another_value_of_a_key_that_holds_one_supersedes_the_observation() -> None:
    rows = said("baker", "Baker", "smith", "smith", key="role")
    [made], after = run(rows[:2], single=True)
    assert made.kind == "create"
    [made], after = run([*after[:2], *rows[2:], after[2]], single=True)
    assert (made.kind, made.row.value, made.proof_count) == ("supersede", "smith", 2)
    assert values(after, single=True) == [("smith", 2)]


def test_a_job_held_twice_is_two_facts() -> None:
    rows = line(
        Telling("baker", 1, 5, 1), Telling("smith", 5, 9, 2), Telling("baker", 9, None, 3), key="role"
    )  # one occurrence each
    assert run(rows, single=True)[0] == []
    gap = line(Telling("baker", 1, 5, 1), Telling("Baker!", 9, None, 2), key="role")
    assert run(gap, single=True)[0] == []


def test_labels_are_kept_apart() -> None:
    rows = said("tea", "Tea!")
    assert run([rows[0], replace(rows[1], labels=("team=blue",))])[0] == []


def test_one_text_that_says_it_twice_proves_it_once() -> None:
    rows = said("tea", "Tea!")
    both = [replace(row, source=replace(row.source, ref="turn:1")) for row in rows]
    assert run(both)[0] == []


def test_limits_cut_a_run_short_and_the_next_one_goes_on() -> None:
    rows = said("tea", "tea", "jam", "jam")
    assert len(consolidate([(False, rows)], rules(observations=1))) == 1
    assert consolidate([(False, rows)], rules(facts=1)) == []
    first = consolidate([(False, rows)], rules(facts=3))
    assert [one.row.value for one in first] != [] and len(first) == 1
    left = consolidate([(False, [*rows, *changes_of(first, 30).assertions])], rules(facts=3))
    assert len(left) == 1 and left[0].row.value != first[0].row.value


def test_without_its_tellings_an_observation_says_nothing() -> None:
    [made], after = run(said("tea", "Tea!"))
    observed = [row for row in after if row.id == made.row.id]
    assert values(observed) == [] and intervals(observed, LAST, False) == []
    assert history(observed, LAST, False) == []


def test_history_shows_the_tellings() -> None:
    rows = said("hiking", "to hike")
    _, after = run(rows)
    assert {one.row.id for one in history(after, LAST, False)} == {row.id for row in rows}


def test_before_it_was_made_an_observation_is_not_shown() -> None:
    rows = said("hiking", "to hike")
    _, after = run(rows, now=30)
    told = resolve(after, 29, False)
    assert {one.row.id for one in shown(told, told.at(29), 29)} == {row.id for row in rows}


@pytest.mark.parametrize("single", [True, False])
def test_in_thousands_of_histories_beliefs_are_the_same_with_observations_whatever_comes_later(single: bool) -> None:
    rng, key = random.Random(f"observations {single}"), "role" if single else "likes"
    words = {"a": ("tea", "Tea!", "the tea"), "b": ("jam", "jams"), "c": ("bread",), "": ("",)}
    observed = 0
    for _ in range(1200):
        told = model.invent(rng, endings=True, retirement=False)
        rows = [replace(row, key=key, value=rng.choice(words[row.value])) for row in line(*told)]
        cut = rng.randint(1, len(rows))
        made, early = run(rows[:cut], single=single)
        observed += len(made)
        assert run(early, single=single)[0] == []
        late = [replace(row, seq=row.seq + 100) for row in rows[cut:]]
        with_them, without = [*early, *late], [*rows[:cut], *late]
        for known_at in (rng.randrange(26), LAST):
            for now in (True, False):
                assert [
                    (one.row.id, one.start, one.end) for one in intervals(with_them, known_at, single, now=now)
                ] == [(one.row.id, one.start, one.end) for one in intervals(without, known_at, single, now=now)], told
        told_of = {one for row in made for one in row.row.source.derived_from}
        assert told_of <= {row.id for row in rows}
        line_now = resolve(with_them, LAST, single, now=True)
        there = line_now.at(30)
        faces = shown(line_now, there, LAST)
        assert {row.id for row in there} <= set().union(*(one.stands_for for one in faces), set())
        assert sum(one.evidence for one in faces) == sum(line_now.evidence(row) for row in there)
    assert observed > 100
