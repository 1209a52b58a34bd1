"""Scope paths, patterns and clauses: who may see what, as set algebra.

* A **path** is a place, `org/acme/user/ann`. The context's root is spelled `/` (`ROOT`), inside and on the wire alike.
* A **pattern** covers paths: `a/b` that node only, `a/b/*` the node and its descendants, `*` everything and the root
  too. `/*` is read as `*`; a star elsewhere is refused. No pattern names the root alone: only `*` covers it.
* A **clause** is an AND of paths, a record carries an OR of clauses (`Clauses`), both sorted and without repeats.

Two patterns are nested or disjoint, never overlapping, because what a pattern covers is one node or one subtree. All of
the algebra below rests on that. Labels are no part of it: they filter, they never grant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from memory_core.engine.model import Clauses

ROOT = "/"
EVERYTHING = "*"
MAX_SEGMENTS = 32
MAX_CHARACTERS = 512

_FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_SUBTREE = "/*"


class ScopeSyntaxError(ValueError):
    """A path, pattern or clause breaks a rule. The message says which rule with its bound, not the field."""


def parse_path(text: str) -> str:
    """The canonical spelling of a path: outer slashes trimmed, `/` alone for the root.

    Raises ScopeSyntaxError for an empty path or segment, `.` and `..`, a star, control characters, and beyond 32
    segments or 512 characters.
    """
    if text == ROOT:
        return ROOT
    if "*" in text:
        raise ScopeSyntaxError("a scope path must not hold a star")
    path = text.strip("/")
    _check(path)
    return path


def parse_pattern(text: str) -> str:
    """The canonical spelling of a pattern; bounds as for a path, not counting the closing `/*`."""
    if text in ("*", "/*"):
        return EVERYTHING
    if text.endswith(_SUBTREE):
        return f"{_node(text[:-2].lstrip('/'))}{_SUBTREE}"
    return _node(text.strip("/"))


def _node(path: str) -> str:
    if "*" in path:
        raise ScopeSyntaxError("a scope pattern may hold a star only as its last segment, as in a/b/*")
    _check(path)
    return path


def _check(path: str) -> None:
    if not path:
        raise ScopeSyntaxError("a scope path must not be empty")
    if len(path) > MAX_CHARACTERS:
        raise ScopeSyntaxError(f"a scope path has at most {MAX_CHARACTERS} characters, not {len(path)}")
    segments = path.split("/")
    if len(segments) > MAX_SEGMENTS:
        raise ScopeSyntaxError(f"a scope path has at most {MAX_SEGMENTS} segments, not {len(segments)}")
    if "" in segments:
        raise ScopeSyntaxError("a scope path must not hold empty segments")
    if "." in segments or ".." in segments:
        raise ScopeSyntaxError("a scope path must not hold the segments . and ..")
    if _FORBIDDEN.search(path):
        raise ScopeSyntaxError("a scope path must not hold control characters or lone surrogates")


def parse_clauses(selector: Iterable[Iterable[str]]) -> Clauses:
    """Canonical clauses of paths. Raises ScopeSyntaxError also when there is no clause, or one without a path."""
    return _canonical([[parse_path(path) for path in clause] for clause in selector])


def parse_lens(selector: Iterable[Iterable[str]]) -> Clauses:
    """Canonical clauses of patterns, which narrow what is read; `/` names the root itself."""
    return _canonical([[text if text == ROOT else parse_pattern(text) for text in clause] for clause in selector])


def _canonical(clauses: Sequence[Sequence[str]]) -> Clauses:
    if not clauses or not all(clauses):
        raise ScopeSyntaxError("a scope selector needs at least one clause, and each clause at least one path")
    return tuple(sorted({tuple(sorted(set(clause))) for clause in clauses}))


def covers(pattern: str, path: str) -> bool:
    """Whether one canonical pattern covers one canonical path."""
    if pattern in (EVERYTHING, path):
        return True
    return pattern.endswith(_SUBTREE) and (path == pattern[:-2] or path.startswith(pattern[:-1]))


def pattern_within(narrow: str, wide: str) -> bool:
    """Whether all that `narrow` covers is covered by `wide`."""
    if wide == EVERYTHING or narrow == EVERYTHING:
        return wide == EVERYTHING
    if narrow.endswith(_SUBTREE):
        return wide.endswith(_SUBTREE) and covers(wide, narrow[:-2])
    return covers(wide, narrow)


def ancestors(path: str) -> list[str]:
    """The path itself, what lies above it, and the root; nearest first."""
    above = [path]
    while (cut := path.rfind("/")) > 0:
        path = path[:cut]
        above.append(path)
    if above[-1] != ROOT:
        above.append(ROOT)
    return above


class PatternSet:
    """Patterns as one set that answers in time by the depth of a path, however many patterns there are."""

    __slots__ = ("_nodes", "_subtrees", "all")

    def __init__(self, patterns: Iterable[str]) -> None:
        held = set(patterns)
        self.all = EVERYTHING in held
        self._nodes = frozenset(one for one in held if not one.endswith("*"))
        self._subtrees = frozenset(one[:-2] for one in held if one.endswith(_SUBTREE))

    def covers(self, path: str) -> bool:
        """Whether one of the patterns covers the path."""
        return self.all or path in self._nodes or self._in_subtree(path)

    def contains(self, pattern: str) -> bool:
        """Whether all that `pattern` covers is covered; one pattern of the set does it alone or none does."""
        if pattern == EVERYTHING:
            return self.all
        if pattern.endswith(_SUBTREE):
            return self.all or self._in_subtree(pattern[:-2])
        return self.covers(pattern)

    def _in_subtree(self, path: str) -> bool:
        return bool(self._subtrees) and any(above in self._subtrees for above in ancestors(path))


def minimal(patterns: Iterable[str]) -> tuple[str, ...]:
    """The same coverage without patterns that lie within another, sorted."""
    held = set(patterns)
    if EVERYTHING in held:
        return (EVERYTHING,)
    subtrees = PatternSet(one for one in held if one.endswith(_SUBTREE))
    return tuple(sorted(one for one in held if not _inside_another(one, subtrees)))


def _inside_another(pattern: str, subtrees: PatternSet) -> bool:
    if not pattern.endswith(_SUBTREE):
        return subtrees.covers(pattern)
    node = pattern[:-2]
    return "/" in node and subtrees.covers(node[: node.rfind("/")])


def intersect(one: Iterable[str], other: Iterable[str]) -> tuple[str, ...]:
    """Patterns for exactly what both cover: of each nested pair the narrower one."""
    left, right = tuple(one), tuple(other)
    in_left, in_right = PatternSet(left), PatternSet(right)
    both = [pattern for pattern in left if in_right.contains(pattern)]
    return minimal([*both, *(pattern for pattern in right if in_left.contains(pattern))])


def visible_clauses(patterns: Sequence[str], clauses: Clauses) -> Clauses:
    """The clauses whose every path is covered; a record without any is invisible."""
    held = PatternSet(patterns)
    return tuple(clause for clause in clauses if all(held.covers(path) for path in clause))


def lens_matches(lens: Clauses, visible: Clauses) -> bool:
    """Whether a record with these *visible* clauses lies in the lens.

    It does when, for each path of one lens clause, one visible clause holds that path or an ancestor of it; for `x/*`
    and `*` also a descendant.
    """
    return any(_clause_meets(wanted, clause) for wanted in lens for clause in visible)


def _clause_meets(wanted: Sequence[str], clause: Sequence[str]) -> bool:
    return all(any(_meets(want, have) for have in clause) for want in wanted)


def _meets(want: str, have: str) -> bool:
    if covers(want, have):
        return True
    return have == ROOT or covers(have + _SUBTREE, want.removesuffix(_SUBTREE))


def is_visible(patterns: Sequence[str], clauses: Clauses, lens: Clauses | None = None) -> bool:
    """Whether a reader with these patterns sees a record with these clauses through the lens."""
    seen = visible_clauses(patterns, clauses)
    return bool(seen) and (lens is None or lens_matches(lens, seen))


def uncovered(patterns: Sequence[str], clauses: Clauses) -> tuple[str, ...]:
    """Paths that a write names and the patterns don't cover, sorted; a write needs this to be empty."""
    held = PatternSet(patterns)
    return tuple(sorted({path for clause in clauses for path in clause if not held.covers(path)}))


def default_region(patterns: Sequence[str]) -> Clauses:
    """Where a write without a selector goes: one clause a pattern, OR; `x/*` tags x, `*` tags the root.

    Empty when there are no patterns: then nothing may be written at all.
    """
    nodes = {ROOT if one == EVERYTHING else one.removesuffix(_SUBTREE) for one in patterns}
    return tuple(sorted((node,) for node in nodes))


def narrowed(clauses: Clauses, covered_by: Sequence[str]) -> Clauses:
    """What stays of a record when only the clauses that these patterns cover may be removed; empty: all of it goes."""
    gone = set(visible_clauses(covered_by, clauses))
    return tuple(clause for clause in clauses if clause not in gone)


def without_scope(clauses: Clauses, path: str) -> Clauses:
    """What stays of a record when a node and its descendants are forgotten; empty: all of it goes."""
    below = EVERYTHING if path == ROOT else path + _SUBTREE
    return tuple(clause for clause in clauses if not any(covers(below, one) for one in clause))
