from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_core.engine import grants
from memory_core.engine.model import VERBS
from tests.engine import scope_model as model

quick = settings(max_examples=300, deadline=None)
held_grants = st.dictionaries(st.sampled_from(VERBS), model.some_patterns.map(tuple), max_size=3)


def test_aliases_are_read_and_full_names_answered() -> None:
    parsed = grants.parse_grants({"read": ["/a/", "/*"], "manage": ["a"], "grant": ["b", "a"], "write": []})
    assert parsed == {"memory:read": ("*", "a"), "grant:manage": ("a", "b")}


def test_an_unknown_verb_is_named() -> None:
    with pytest.raises(grants.UnknownVerbError, match="memory:fly"):
        grants.parse_grants({"memory:fly": ["a"]})


def test_a_bad_pattern_names_its_verb() -> None:
    with pytest.raises(grants.GrantSyntaxError) as caught:
        grants.parse_grants({"memory:read": ["a*"]})
    assert caught.value.verb == "memory:read"


def test_effective_grants_are_the_narrower_patterns() -> None:
    principal = grants.parse_grants({verb: ["org/a/*"] for verb in VERBS})
    key = grants.parse_grants({"memory:write": ["org/a/x"], "memory:read": ["org/a"]})
    other = grants.parse_grants({verb: ["org/a/x", "org/b", "region/eu"] for verb in VERBS})
    assert grants.effective(principal, key) == {"memory:read": ("org/a",), "memory:write": ("org/a/x",)}
    assert grants.effective(principal, None, other)["memory:write"] == ("org/a/x",)
    assert grants.effective(principal, key, other) == {"memory:write": ("org/a/x",)}
    assert grants.effective(principal, {}) == {}


def test_a_grant_needs_management_of_the_path_and_the_verb_itself() -> None:
    giver = grants.parse_grants({"grant:manage": ["org/a/*"], "memory:read": ["org/a/*"], "memory:write": ["org/a/x"]})
    assert grants.may_convey(giver, "org/a/x", ["memory:read"])
    assert grants.may_convey(giver, "org/a/*", ["memory:read", "grant:manage"])
    assert grants.may_convey(giver, "org/a/x", ["memory:write"])
    for pattern in ("org/ab", "org/*", "*"):
        assert not grants.may_convey(giver, pattern, ["memory:read"])
    for pattern, verb in (("org/a/x/*", "memory:write"), ("org/a/x", "memory:forget")):
        assert not grants.may_convey(giver, pattern, [verb])
    assert grants.may_revoke(giver, "org/a") and not grants.may_revoke(giver, "region/eu")


def test_taking_a_pattern_away_takes_what_lies_within_it_and_leaves_what_is_wider() -> None:
    start = grants.parse_grants({"memory:read": ["a", "a/b", "a/b/*", "b/*"], "memory:write": ["a"]})
    less = grants.removed(start, "a/*", ["memory:read"])
    assert less == {"memory:read": ("b/*",), "memory:write": ("a",)}
    assert grants.removed(start, "b", ["memory:read"]) == start
    assert grants.removed(start, "*", VERBS) == {}
    assert grants.added(less, "a", ["memory:read", "memory:forget"])["memory:forget"] == ("a",)


@quick
@given(held_grants, st.none() | held_grants, st.none() | held_grants)
def test_effective_grants_reach_what_all_three_reach(principal: dict, key: dict | None, behalf: dict | None) -> None:
    found = grants.effective(principal, key, behalf)
    for path in model.EVERY_PATH:
        wanted = [
            verb
            for verb in VERBS
            if all(path in model.covered_by(one.get(verb, ())) for one in (principal, key, behalf) if one is not None)
        ]
        assert list(grants.reach(found, path)) == wanted


@quick
@given(held_grants, held_grants)
def test_what_does_not_exceed_its_giver_reaches_nothing_more(given_: dict, giver: dict) -> None:
    beyond = grants.exceeds(given_, giver)
    kept = {verb: tuple(p for p in patterns if (verb, p) not in beyond) for verb, patterns in given_.items()}
    for verb, patterns in kept.items():
        assert model.covered_by(patterns) <= model.covered_by(giver.get(verb, ()))
    for verb, pattern in beyond:
        if not pattern.endswith("*"):
            assert pattern not in model.covered_by(giver.get(verb, ()))
