"""The scope rules of the design, read word for word and without regard for speed, over a small tree of paths."""

from __future__ import annotations

import itertools

from hypothesis import strategies as st

SEGMENTS = ("a", "b", "a0", "a-b")
PATHS = [
    "/".join(parts)
    for depth in (1, 2, 3)
    for parts in itertools.product(SEGMENTS[: 4 if depth < 3 else 2], repeat=depth)
]
EVERY_PATH = ["/", *PATHS]
paths = st.sampled_from(PATHS)
patterns = st.one_of(paths, paths.map(lambda path: f"{path}/*"), st.just("*"))
some_patterns = st.lists(patterns, max_size=4)
clauses = st.lists(
    st.lists(st.sampled_from(EVERY_PATH), min_size=1, max_size=3).map(lambda clause: tuple(sorted(set(clause)))),
    min_size=1,
    max_size=3,
).map(lambda found: tuple(sorted(set(found))))
lenses = st.lists(
    st.lists(patterns, min_size=1, max_size=2).map(lambda clause: tuple(sorted(set(clause)))), min_size=1, max_size=2
).map(lambda found: tuple(sorted(set(found))))


def above(path: str) -> list[str]:
    """The path, what is above it, and the root."""
    if path == "/":
        return ["/"]
    parts = path.split("/")
    return ["/".join(parts[:n]) for n in range(len(parts), 0, -1)] + ["/"]


def covered(pattern: str) -> set[str]:
    """Every path of the tree that a pattern covers."""
    if pattern == "*":
        return set(EVERY_PATH)
    if pattern.endswith("/*"):
        return {path for path in PATHS if pattern[:-2] in above(path)}
    return {pattern}


def covered_by(held: list[str] | tuple[str, ...]) -> set[str]:
    return set().union(*map(covered, held)) if held else set()


def sees(held: list[str], record: tuple[tuple[str, ...], ...], lens: tuple[tuple[str, ...], ...] | None) -> bool:
    """Whether a reader sees a record through a lens."""
    reach = covered_by(held)
    seen = [clause for clause in record if set(clause) <= reach]
    if lens is None:
        return bool(seen)
    return any(all(_met(want, clause) for want in wanted) for wanted in lens for clause in seen)


def _met(want: str, clause: tuple[str, ...]) -> bool:
    if want == "*":
        return True
    near = set(above(want.removesuffix("/*"))) | (covered(want) if want.endswith("/*") else set())
    return bool(near & set(clause))
