from __future__ import annotations

import random
from dataclasses import replace

import pytest

from memory_core.engine import temporal
from memory_core.engine.instants import Instants
from memory_core.engine.model import Assertion, Source
from tests.engine import belief_model as model
from tests.engine.belief_model import LAST, Telling


def shown(rows: list[Assertion]) -> list[str]:
    return [row.value for row in rows]


def line(*told: Telling) -> list[Assertion]:
    return model.rows_of(list(told))


def believed(rows: list[Assertion], known_at: int, instant: int, *, single: bool = True) -> list[str]:
    return shown(temporal.believed(rows, known_at, instant, single))


@pytest.mark.parametrize("single", [True, False])
@pytest.mark.parametrize("endings", [False, True])
@pytest.mark.parametrize("retirement", [False, True])
def test_belief_is_that_of_the_model_in_thousands_of_histories(single: bool, endings: bool, retirement: bool) -> None:
    rng = random.Random(f"{single} {endings} {retirement}")
    for _ in range(1300):
        told = model.invent(rng, endings=endings, retirement=retirement)
        rows = model.rows_of(told)
        for _ in range(6):
            known_at, instant = rng.randrange(26), rng.randrange(30)
            expected = model.believed(told, known_at, instant, single=single)
            found = believed(rows, known_at, instant, single=single)
            assert set(found) == expected, (told, known_at, instant)
            assert len(found) == len(expected), (told, known_at, instant)


@pytest.mark.parametrize("single", [True, False])
def test_windows_and_intervals_are_what_is_believed_instant_by_instant(single: bool) -> None:
    rng = random.Random(f"windows {single}")
    for _ in range(700):
        told = model.invent(rng, endings=True, retirement=False)
        rows, known_at, start = model.rows_of(told), rng.randrange(26), rng.randrange(25)
        end = rng.randrange(start + 1, 30)
        each = [model.believed(told, known_at, instant, single=single) for instant in range(LAST)]
        assert set(shown(temporal.overlapping(rows, known_at, start, end, single))) == set().union(*each[start:end])
        assert set(shown(temporal.overlapping(rows, known_at, start, None, single))) == set().union(*each[start:])
        assert set(shown(temporal.overlapping(rows, known_at, None, end, single))) == set().union(*each[:end])
        spans = temporal.intervals(rows, known_at, single)
        assert each == [{span.row.value for span in spans if span.holds(instant)} for instant in range(LAST)]
        live = temporal.live_flags(rows, start, single)
        later = {row.value for row in rows if live[row.id]}
        times = {start, *(one.known for one in told if one.known > start)}
        assert later == set().union(
            *(model.believed(told, t, v, single=single) for t in times for v in range(start, LAST))
        )


def test_any_order_of_arrival_gives_the_same_answers() -> None:
    rng = random.Random("orders")
    for _ in range(1500):
        told = model.invent(rng, endings=True, retirement=False)
        told = [replace(one, known=known) for one, known in zip(told, rng.sample(range(20), len(told)), strict=True)]
        single, written = rng.random() < 0.5, rng.sample(range(len(told)), len(told))
        one, other = model.rows_of(told), model.rows_of(told, written)
        for known_at in (3, 9, 15, 25):
            first = temporal.history(one, known_at, single)
            second = temporal.history(other, known_at, single)
            facts = [(row.row.value, row.row.valid_from, row.row.valid_until, row.until) for row in first]
            assert facts == [(row.row.value, row.row.valid_from, row.row.valid_until, row.until) for row in second]
            assert shown(temporal.believed(one, known_at, 12, single)) == shown(
                temporal.believed(other, known_at, 12, single)
            )


def test_links_agree_both_ways_go_back_in_rank_and_make_no_cycle() -> None:
    rng = random.Random("links")
    for _ in range(1500):
        rows = model.rows_of(model.invent(rng, endings=True, retirement=False))
        history = temporal.history(rows, LAST, True)
        at = {one.row.id: (place, one) for place, one in enumerate(history)}
        assert [one.row.valid_from for one in history] == sorted((one.row.valid_from for one in history), reverse=True)
        for place, one in enumerate(history):
            if one.supersedes:
                older, row = at[one.supersedes]
                assert older > place and row.superseded_by == one.row.id
            if one.superseded_by:
                assert at[one.superseded_by][1].supersedes == one.row.id
        assert not any(one.supersedes or one.superseded_by for one in temporal.history(rows, LAST, False))
        statements = [(one.row.value, one.row.valid_from, one.row.valid_until) for one in history]
        assert len(statements) == len(set(statements))


def test_an_older_fact_that_arrives_late_takes_its_place_in_the_past() -> None:
    rows = line(Telling("London", 10, None, 11), Telling("Oslo", 2, None, 12))
    assert believed(rows, 20, 20) == ["London"]
    assert believed(rows, 20, 5) == ["Oslo"]
    assert believed(rows, 11, 5) == []
    [newest, oldest] = temporal.history(rows, 20, True)
    assert (newest.row.value, newest.supersedes, newest.superseded_by) == ("London", oldest.row.id, None)


def test_a_repeat_is_evidence_and_keeps_the_first_start() -> None:
    rows = line(Telling("a", None, None, 1), Telling("a", None, None, 5), Telling("a", None, None, 9))
    resolved = temporal.resolve(rows, 20, True)
    assert [row.id for row in resolved.rows] == ["attribute:0"]
    assert resolved.evidence(resolved.rows[0]) == 3
    assert [one.id for one in resolved.repeats["attribute:0"]] == ["attribute:1", "attribute:2"]
    assert temporal.live_flags(rows, 20, True) == {"attribute:0": True, "attribute:1": False, "attribute:2": False}


def test_a_repeat_outweighs_an_older_fact_that_arrives_after_it() -> None:
    rows = line(Telling("a", None, None, 1), Telling("a", None, None, 5), Telling("b", None, None, 3))
    assert [believed(rows, 20, instant) for instant in (2, 4, 6)] == [["a"], ["b"], ["a"]]


def test_a_repeat_carries_the_fact_on_when_the_first_telling_is_gone() -> None:
    rows = line(Telling("a", None, None, 1), Telling("a", None, None, 5))
    assert believed(rows[1:], 20, 20) == ["a"]


def test_the_same_statement_after_another_was_believed_is_a_new_row() -> None:
    rows = line(Telling("a", None, None, 1), Telling("b", None, None, 3), Telling("a", None, None, 5))
    assert shown([one.row for one in temporal.history(rows, 9, True)]) == ["a", "b", "a"]


def test_another_end_takes_the_place_of_the_first() -> None:
    rows = line(Telling("a", 1, 9, 2), Telling("a", 1, 5, 3))
    assert believed(rows, 2, 7) == ["a"] and believed(rows, 3, 7) == []
    [new, old] = temporal.history(rows, 9, True)
    assert (new.until, new.supersedes, old.until, old.superseded_by) == (5, old.row.id, 9, new.row.id)


def test_two_occurrences_with_a_gap_stay_two() -> None:
    rows = line(Telling("a", 1, 5, 1), Telling("a", 9, None, 9))
    assert [believed(rows, 20, instant) for instant in (3, 7, 11)] == [["a"], [], ["a"]]
    assert len(temporal.history(rows, 20, True)) == 2
    assert not any(one.supersedes for one in temporal.history(rows, 20, True))


def test_what_holds_again_after_another_has_ended_is_believed_twice() -> None:
    rows = line(Telling("a", 1, None, 1), Telling("b", 5, 8, 5))
    spans = [(one.row.value, one.start, one.end) for one in temporal.intervals(rows, 20, True)]
    assert spans == [("a", 1, 5), ("b", 5, 8), ("a", 8, None)]


def test_an_ending_leaves_nothing_in_its_place() -> None:
    rows = line(Telling("COO", 1, None, 1), Telling("CTO", 5, None, 5), Telling("CTO", 8, None, 8, ends=True))
    assert [believed(rows, 20, instant) for instant in (3, 6, 9)] == [["COO"], ["CTO"], []]
    assert [one.until for one in temporal.history(rows, 20, True)] == [8, None]
    assert not any(temporal.live_flags(rows, 20, True).values())


def test_an_ending_of_another_value_ends_nothing_and_one_without_a_value_ends_whatever_stands() -> None:
    rows = line(Telling("CTO", 5, None, 5), Telling("COO", 8, None, 8, ends=True))
    assert believed(rows, 20, 9) == ["CTO"]
    rows = line(Telling("CTO", 5, None, 5), Telling("", 8, None, 8, ends=True))
    assert believed(rows, 20, 9) == []


def test_an_ending_before_an_assumed_start_denies_the_row() -> None:
    rows = line(
        Telling("London", None, None, 9), Telling("London", 4, None, 10, ends=True), Telling("Berlin", 4, None, 10)
    )
    assert [believed(rows, 10, instant) for instant in (5, 9, 12)] == [["Berlin"]] * 3
    assert believed(rows, 9, 9) == ["London"]


def test_values_of_many_stand_side_by_side_and_end_alone() -> None:
    rows = line(Telling("tea", 1, None, 1), Telling("rye", 2, None, 2), Telling("tea", 5, None, 5, ends=True))
    assert believed(rows, 9, 3, single=False) == ["rye", "tea"]
    assert believed(rows, 9, 6, single=False) == ["rye"]


def test_an_interval_that_is_empty_or_runs_backwards_is_never_believed() -> None:
    for end in (5, 2):
        rows = line(Telling("a", 1, None, 1), Telling("b", 5, end, 5))
        assert [believed(rows, 9, instant) for instant in (1, 2, 5, 6)] == [["a"]] * 4


def claim(rows: list[Assertion], place: int, **changes: object) -> list[Assertion]:
    return [replace(row, **changes) if number == place else row for number, row in enumerate(rows)]


def test_a_low_confidence_statement_displaces_nothing_until_what_stands_has_ended() -> None:
    rows = claim(line(Telling("a", 1, 9, 1), Telling("b", 5, None, 5)), 1, confidence=0.5)
    assert [believed(rows, 20, instant) for instant in (6, 10)] == [["a"], ["b"]]
    assert shown(list(temporal.resolve(rows, 20, True).claims)) == ["b"]
    assert temporal.live_flags(rows, 20, True)["attribute:1"]


def test_a_low_confidence_statement_is_believed_where_it_stands_alone_and_yields_to_a_firm_one() -> None:
    rows = claim(line(Telling("a", 1, None, 1), Telling("b", 5, None, 5)), 0, confidence=0.4)
    assert [believed(rows, 20, instant) for instant in (2, 6)] == [["a"], ["b"]]


def test_a_turn_yields_to_a_document_and_not_the_other_way_round() -> None:
    rows = claim(line(Telling("a", 1, None, 1), Telling("b", 5, None, 5)), 0, source=Source("document"))
    told = claim(rows, 1, source=Source("turn"))
    assert believed(told, 20, 6) == ["a"]
    assert believed(claim(told, 1, source=Source("document")), 20, 6) == ["b"]
    turned = claim(line(Telling("a", 1, None, 1), Telling("b", 5, None, 5)), 0, source=Source("turn"))
    assert believed(claim(turned, 1, source=Source("document"), confidence=0.8), 20, 6) == ["b"]


def test_the_floor_is_that_of_the_context() -> None:
    rows = claim(line(Telling("a", 1, None, 1), Telling("b", 5, None, 5)), 0, confidence=0.5)
    rows = claim(rows, 1, confidence=0.6)
    assert shown(temporal.believed(rows, 20, 6, True)) == ["a"]
    assert shown(temporal.believed(rows, 20, 6, True, floor=0.55)) == ["b"]


def test_a_retired_row_is_gone_from_now_on_and_still_there_before() -> None:
    rows = line(Telling("a", 1, None, 1), Telling("b", 5, None, 5, retired=15))
    assert shown(temporal.believed(rows, 14, 9, True)) == ["b"]
    assert shown(temporal.believed(rows, 15, 9, True)) == ["a"]
    assert shown(temporal.believed(rows, 14, 9, True, now=True)) == ["a"]
    assert temporal.live_flags(rows, 14, True) == {"attribute:0": True, "attribute:1": False}


def test_what_is_retired_gives_its_place_on_offer_back() -> None:
    rows = line(Telling("a", 1, None, 1), Telling("b", 5, None, 5))
    rows = [replace(rows[0], live=False), rows[1]]
    assert temporal.live_changes(rows, 9) == {}
    assert temporal.live_changes([rows[0], replace(rows[1], retired_at=9)], 9) == {
        "attribute:0": True,
        "attribute:1": False,
    }
    assert temporal.live_changes(rows[:1], 9) == {"attribute:0": True}


def test_a_question_without_instants_is_about_now_and_a_window_comes_before_an_instant() -> None:
    rows = line(Telling("a", 1, None, 1), Telling("b", 5, None, 5))
    assert shown(temporal.select(rows, Instants(), 9, True)) == ["b"]
    assert shown(temporal.select(rows, Instants(as_of=3), 9, True)) == ["a"]
    assert shown(temporal.select(rows, Instants(at_instant=2), 9, True)) == ["a"]
    assert shown(temporal.select(rows, Instants(valid_from=1, valid_until=6), 9, True)) == ["b", "a"]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Blue", "blue", True),
        ("VP of  Engineering", "vp of engineering", True),
        ("A\u030angstrom", "Ångstrom", True),
        ("hunterA", "huntera", False),
        ("Ab12", "ab12", False),
        ("Straße", "strasse", False),
    ],
)
def test_casing_and_blanks_make_no_other_value_but_in_codes(one: str, other: str, same: bool) -> None:
    rows = line(Telling(one, None, None, 1), Telling(other, None, None, 2))
    assert (len(temporal.resolve(rows, 9, True).rows) == 1) == same


def test_attribute_and_relation_of_one_key_are_two_timelines() -> None:
    [row] = line(Telling("a", 1, None, 1))
    relation = replace(row, id="relation:1", key="guards", target_uid=2)
    ending = replace(row, id="relation:2", key="guards", ends=True, value="")
    found = temporal.lines([replace(row, key="guards"), relation, ending])
    assert [(single, len(rows)) for single, rows in found] == [(True, 1), (False, 2)]
