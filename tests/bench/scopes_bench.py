"""Milliseconds of the scope algebra at 100,000 paths and 10,000 distinct clauses."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from memory_core.engine.grants import effective
from memory_core.engine.model import VERBS, ScopeSet
from memory_core.engine.scope_index import ScopeIndex
from memory_core.engine.scopes import PatternSet

PATHS, CLAUSES = 100_000, 10_000


def measure(name: str, act: Callable[[], object], times: int = 1) -> None:
    start = time.perf_counter()
    for _ in range(times):
        act()
    print(f"{name:<58} {(time.perf_counter() - start) * 1000 / times:10.4f} ms")


def main() -> None:
    rng = random.Random(5)
    paths = [f"org/{n % 100}/team/{n % 1000}/user/{n}" for n in range(PATHS)]
    records = [tuple(sorted(rng.sample(paths, rng.choice((1, 1, 2))))) for _ in range(CLAUSES)]
    sets = [ScopeSet(n, "c", (clause,)) for n, clause in enumerate(records, 1)]
    many = [ScopeSet(n, "c", ((path,),)) for n, path in enumerate(paths, 1)]
    index, wide = ScopeIndex(), ScopeIndex()
    measure("add 10,000 sets", lambda: index.add(sets))
    measure("add 100,000 sets", lambda: wide.add(many))
    narrow, team, every = [paths[7]], ["org/7/*"], ["org/*"]
    for name, patterns in (("one user", narrow), ("one of 100 orgs", team), ("everything below org", every)):
        measure(f"10,000 clauses, first question of {name}", lambda patterns=patterns: index.visible(patterns))
        measure(f"10,000 clauses, next question of {name}", lambda patterns=patterns: index.visible(patterns), 1000)
        measure(f"100,000 sets, first question of {name}", lambda patterns=patterns: wide.visible(patterns))
    lens = ((f"{paths[7].rsplit('/', 2)[0]}/*",),)
    measure("10,000 clauses, everything below org through a lens", lambda: index.visible(every, lens))
    measure("100,000 sets, everything below org through a lens", lambda: wide.visible(every, lens))
    measure("1,000 exact patterns of one reader, first question", lambda: wide.visible(paths[:1000]))
    upto = iter(range(PATHS + 1, PATHS + 2001))

    def one_more() -> None:
        number = next(upto)
        wide.add([ScopeSet(number, "c", ((f"org/7/team/7/user/new{number}",),))])
        wide.visible(every)

    measure("one set more, and everything below org again", one_more, 200)
    everything = PatternSet(paths)
    measure("one path against 100,000 patterns", lambda: everything.covers(paths[500]), 1000)
    held = {verb: tuple(paths[:1000]) for verb in VERBS}
    measure("effective grants of 7 x 1,000 patterns, twice", lambda: effective(held, held))


if __name__ == "__main__":
    main()
