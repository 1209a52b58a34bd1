from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_core.engine import scopes
from memory_core.engine.model import ScopeSet
from memory_core.engine.scope_index import ScopeIndex
from memory_core.engine.scopes import ScopeSyntaxError
from tests.engine import scope_model as model

quick = settings(max_examples=400, deadline=None)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("org/a", "org/a"),
        ("/org/a/", "org/a"),
        ("//org//", "org"),
        ("/", "/"),
        ("a:b|c d", "a:b|c d"),
        ("Ä/日本", "Ä/日本"),
    ],
)
def test_outer_slashes_are_trimmed_and_nothing_else_changes(text: str, path: str) -> None:
    assert scopes.parse_path(text) == path


@pytest.mark.parametrize(
    "text",
    [
        *("", "//", "org//a", "org/./a", "org/../a", "..", "a\x00b", "a\x07b", "a\x85b", "a\ud800"),
        *("a*", "a/*/b", "*/a", "a/*", "*", "/".join("s" * 33), "p" * 513),
    ],
)
def test_a_malformed_path_is_refused(text: str) -> None:
    with pytest.raises(ScopeSyntaxError):
        scopes.parse_path(text)


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("*", "*"),
        ("/*", "*"),
        ("a/*", "a/*"),
        ("/a/b/*", "a/b/*"),
        ("a/b/", "a/b"),
        ("/".join("s" * 32) + "/*", "/".join("s" * 32) + "/*"),
    ],
)
def test_a_star_may_only_be_the_last_segment(text: str, pattern: str) -> None:
    assert scopes.parse_pattern(text) == pattern


@pytest.mark.parametrize("text", ["", "/", "a*", "*/a", "a/*/b", "**", "a//*", "*/", "a/**", "/".join("s" * 33) + "/*"])
def test_a_malformed_pattern_is_refused(text: str) -> None:
    with pytest.raises(ScopeSyntaxError):
        scopes.parse_pattern(text)


def test_a_bound_is_said_in_the_message() -> None:
    with pytest.raises(ScopeSyntaxError, match="32"):
        scopes.parse_path("/".join("s" * 33))
    with pytest.raises(ScopeSyntaxError, match="512"):
        scopes.parse_path("p" * 513)


def test_clauses_are_sorted_without_repeats_and_never_empty() -> None:
    assert scopes.parse_clauses([["b", "/a/"], ["a", "b", "a"], ["c"]]) == (("a", "b"), ("c",))
    for empty in ([], [[]], [["a"], []]):
        with pytest.raises(ScopeSyntaxError):
            scopes.parse_clauses(empty)


def test_only_the_star_covers_the_root() -> None:
    assert scopes.covers("*", "/")
    assert not any(scopes.covers(pattern, "/") for pattern in ("a", "a/*"))
    assert scopes.default_region(["*"]) == (("/",),)


def test_the_default_region_has_one_clause_a_pattern() -> None:
    assert scopes.default_region(["b/*", "a", "a/*"]) == (("a",), ("b",))
    assert scopes.default_region([]) == ()


def test_forgetting_a_scope_takes_the_clauses_that_name_it_or_a_descendant() -> None:
    record = (("a", "b"), ("a/x",), ("ab",), ("b",))
    assert scopes.without_scope(record, "a") == (("ab",), ("b",))
    assert scopes.without_scope((("a/x",),), "a") == ()
    assert scopes.without_scope(record, "/") == ()


@quick
@given(model.patterns, st.sampled_from(model.EVERY_PATH))
def test_coverage_is_that_of_the_model(pattern: str, path: str) -> None:
    assert scopes.covers(pattern, path) == (path in model.covered(pattern))
    assert scopes.PatternSet([pattern]).covers(path) == (path in model.covered(pattern))


@quick
@given(model.patterns, model.some_patterns)
def test_containment_is_that_of_the_model(narrow: str, wide: list[str]) -> None:
    # The tree of the model is finite: a subtree below its deepest nodes is told from its node by the name alone.
    inside = [one for one in wide if scopes.pattern_within(narrow, one)]
    assert scopes.PatternSet(wide).contains(narrow) == bool(inside)
    for one in inside:
        assert model.covered(narrow) <= model.covered(one)
    if not narrow.endswith("*"):
        assert bool(inside) == (narrow in model.covered_by(wide))
    elif narrow != "*" and narrow.count("/") < 3:
        assert bool(inside) == (model.covered(narrow) <= model.covered_by([one for one in wide if one.endswith("*")]))


@quick
@given(model.some_patterns, model.some_patterns)
def test_an_intersection_covers_exactly_what_both_cover(one: list[str], other: list[str]) -> None:
    both = scopes.intersect(one, other)
    assert model.covered_by(both) == model.covered_by(one) & model.covered_by(other)
    assert both == scopes.minimal(both)


@quick
@given(model.some_patterns)
def test_a_minimal_set_covers_the_same_and_holds_no_nested_pair(held: list[str]) -> None:
    least = scopes.minimal(held)
    assert model.covered_by(least) == model.covered_by(held)
    assert not [(a, b) for a in least for b in least if a != b and scopes.pattern_within(a, b)]


@quick
@given(model.some_patterns, model.clauses, st.none() | model.lenses)
def test_visibility_and_lens_are_those_of_the_model(
    held: list[str], record: tuple[tuple[str, ...], ...], lens: tuple[tuple[str, ...], ...] | None
) -> None:
    assert scopes.is_visible(held, record, lens) == model.sees(held, record, lens)


@quick
@given(model.some_patterns, model.clauses)
def test_what_is_uncovered_and_what_stays_agree_with_coverage(
    held: list[str], record: tuple[tuple[str, ...], ...]
) -> None:
    reach = model.covered_by(held)
    assert scopes.uncovered(held, record) == tuple(sorted({p for clause in record for p in clause} - reach))
    assert set(scopes.narrowed(record, held)) == {clause for clause in record if not set(clause) <= reach}


@settings(max_examples=150, deadline=None)
@given(
    st.lists(model.clauses, max_size=20, unique=True),
    st.lists(st.tuples(model.some_patterns, st.none() | model.lenses), min_size=1, max_size=4),
    st.lists(st.integers(0, 20), max_size=4),
)
def test_the_index_answers_as_the_model_while_it_grows(
    records: list[tuple[tuple[str, ...], ...]],
    readers: list[tuple[list[str], tuple[tuple[str, ...], ...] | None]],
    cuts: list[int],
) -> None:
    index = ScopeIndex(remembered=2)
    sets = [ScopeSet(n, "c", clauses) for n, clauses in enumerate(records, 1)]
    for upto in [*sorted(cuts), len(sets)]:
        index.add(sets[:upto])
        for held, lens in readers:
            expected = {one.id for one in sets[: index.last_id] if model.sees(held, one.clauses, lens)}
            found = index.visible(held, lens)
            if found is None:
                found = frozenset(one.id for one in sets[: index.last_id])
            assert found == expected


def test_a_reader_of_everything_is_not_filtered_at_all() -> None:
    index = ScopeIndex()
    assert index.visible(["*", "a"]) is None
    assert index.visible(["*"], (("*",),)) is None
    assert index.visible(["*"], (("a",),)) == frozenset()
    assert index.visible([]) == frozenset()


def test_the_root_is_an_ancestor_of_every_path_of_a_lens() -> None:
    index = ScopeIndex()
    index.add([ScopeSet(1, "c", (("/",),)), ScopeSet(2, "c", (("a",),))])
    assert index.visible(["*"], (("a/b",),)) == {1, 2}
    assert index.visible(["a/*"], (("a/b",),)) == {2}
    assert index.visible(["*"], (("/",),)) == {1}
