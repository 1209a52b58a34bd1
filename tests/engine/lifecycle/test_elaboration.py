"""Who belongs together, from being named together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memory_core.engine.lifecycle.elaboration import MOST_NAMED, Company, Link, propose

NONE: set[tuple[int, int, int]] = set()


def text(number: int, *uids: int, scope_set: int = 1, labels: tuple[str, ...] = ()) -> Company:
    return Company(f"turn:{number}", scope_set, number, tuple(sorted(uids)), labels)


def pairs(links: list[Link]) -> list[tuple[int, int]]:
    return [(one.subject, one.target) for one in links]


def test_two_texts_make_a_pair_and_one_does_not() -> None:
    texts = [text(1, 1, 2), text(2, 1, 2), text(3, 1, 3)]
    [link] = propose(texts, NONE, None, 10)
    assert link == Link(1, 2, 1, ("turn:2", "turn:1"), 1, ())


def test_what_is_linked_already_is_left_in_either_direction_and_in_its_scope_set_alone() -> None:
    texts = [text(n, 1, 2, scope_set=scope) for n, scope in enumerate((1, 1, 2, 2))]
    assert [one.scope_set for one in propose(texts, {(2, 1, 1)}, None, 10)] == [2]


def test_scope_sets_are_never_counted_together() -> None:
    assert propose([text(1, 1, 2), text(2, 1, 2, scope_set=2)], NONE, None, 10) == []


def test_who_is_named_everywhere_belongs_to_nobody() -> None:
    crowd = [text(n, 1, n) for n in range(10, 60)]
    assert propose([*crowd, text(1, 1, 2), text(2, 1, 2)], NONE, None, 10) == []


def test_a_list_of_many_says_nothing() -> None:
    many = tuple(range(MOST_NAMED + 1))
    assert propose([text(1, *many), text(2, *many)], NONE, None, 10) == []


def test_of_one_entity_only_its_own_pairs_are_told_from_its_side() -> None:
    texts = [text(n, 1, 2, 3) for n in range(3)]
    assert pairs(propose(texts, NONE, 3, 10)) == [(3, 1), (3, 2)]


def test_a_budget_keeps_the_best() -> None:
    texts = [text(1, 1, 2), text(2, 1, 2), text(3, 3, 4), text(4, 3, 4), text(5, 3, 4)]
    assert pairs(propose(texts, NONE, None, 1)) == [(3, 4)]


def test_labels_are_those_of_every_text() -> None:
    texts = [text(1, 1, 2, labels=("a=1", "b=1")), text(2, 1, 2, labels=("b=1",))]
    assert propose(texts, NONE, None, 1)[0].labels == ("b=1",)


@given(st.lists(st.tuples(st.integers(1, 3), st.sets(st.integers(1, 6), min_size=2)), max_size=30), st.randoms())
def test_the_order_of_texts_does_not_matter_and_what_was_made_is_not_proposed_again(
    told: list[tuple[int, set[int]]], shuffle: object
) -> None:
    texts = [text(n, *uids, scope_set=scope) for n, (scope, uids) in enumerate(told)]
    links = propose(texts, NONE, None, 100)
    mixed = list(texts)
    shuffle.shuffle(mixed)  # type: ignore[attr-defined]
    assert propose(mixed, NONE, None, 100) == links
    made = {(one.subject, one.target, one.scope_set) for one in links}
    assert propose(texts, made, None, 100) == []
    named = {one.record_id: set(one.uids) for one in texts}
    assert all({one.subject, one.target} <= named[ref] for one in links for ref in one.texts)
