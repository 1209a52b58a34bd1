"""Which interned scope sets a reader sees, fast with 100,000 paths and 10,000 distinct clauses.

The scope sets of a context only ever grow and never change, so the index is extended and never rebuilt, and an answer
that was given once is brought up to date by looking at the sets that were added since.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memory_core.engine.model import Clauses, ScopeSet
from memory_core.engine.scopes import EVERYTHING, PatternSet, ancestors, is_visible

_AFTER_SLASH = "0"  # the character after "/": the end of the range of descendants of a path
_EXTEND_AT_MOST = 256  # beyond this many new sets a fresh answer from the index is cheaper than one set at a time


@dataclass(slots=True)
class _Answer:
    ids: frozenset[int]
    upto: int
    """How many sets had been added when it was right."""


class ScopeIndex:
    """Scope sets of one context by the paths they name. Not safe for use from several threads at once."""

    def __init__(self, remembered: int = 512, remembered_ids: int = 2_000_000) -> None:
        """`remembered` answers are kept, and no more than `remembered_ids` ids in them together."""
        self._sets: list[ScopeSet] = []
        self._alone: dict[str, list[int]] = {}  # path -> ids of the sets with a clause of that path alone
        self._joint: dict[str, list[int]] = {}  # path -> numbers of the clauses that hold it and others
        self._clauses: list[tuple[int, tuple[str, ...]]] = []  # (set id, clause of several paths) by number
        self._paths: list[str] = []  # sorted
        self._answers: OrderedDict[tuple[tuple[str, ...], Clauses | None], _Answer] = OrderedDict()
        self._remembered, self._remembered_ids, self._ids_held = remembered, remembered_ids, 0

    @property
    def last_id(self) -> int:
        """Greatest id that was added; 0 when empty. What to ask the ledger for news after."""
        return self._sets[-1].id if self._sets else 0

    def add(self, sets: Iterable[ScopeSet]) -> None:
        """Takes sets in ascending id; those at or below `last_id` are known and skipped."""
        fresh: list[str] = []
        for one in sets:
            if one.id <= self.last_id:
                continue
            self._sets.append(one)
            fresh += [path for clause in one.clauses for path in self._add_clause(one.id, clause)]
        if len(fresh) > 64:  # one sort beats many insertions
            self._paths = sorted([*self._paths, *fresh])
        else:
            for path in fresh:
                insort(self._paths, path)

    def _add_clause(self, set_id: int, clause: tuple[str, ...]) -> list[str]:
        """Files a clause under its paths; the paths that are new."""
        fresh = [path for path in clause if path not in self._alone]
        for path in fresh:
            self._alone[path], self._joint[path] = [], []
        if len(clause) == 1:
            self._alone[clause[0]].append(set_id)
            return fresh
        for path in clause:
            self._joint[path].append(len(self._clauses))
        self._clauses.append((set_id, clause))
        return fresh

    def visible(self, patterns: Sequence[str], lens: Clauses | None = None) -> frozenset[int] | None:
        """Ids of the sets that a reader with these patterns sees through the lens; None: all, future ones too."""
        if lens is not None and any(set(clause) == {EVERYTHING} for clause in lens):
            lens = None
        if lens is None and EVERYTHING in patterns:
            return None
        key = (tuple(sorted(set(patterns))), lens)
        answer = self._answers.get(key)
        if answer is None:
            answer = _Answer(self._compute(key[0], lens), len(self._sets))
            self._remember(key, answer)
        elif answer.upto < len(self._sets):
            self._bring_up_to_date(key, answer)
        self._answers.move_to_end(key)
        return answer.ids

    def _remember(self, key: tuple[tuple[str, ...], Clauses | None], answer: _Answer) -> None:
        self._answers[key] = answer
        self._ids_held += len(answer.ids)
        while len(self._answers) > 1 and (
            len(self._answers) > self._remembered or self._ids_held > self._remembered_ids
        ):
            self._ids_held -= len(self._answers.popitem(last=False)[1].ids)

    def _bring_up_to_date(self, key: tuple[tuple[str, ...], Clauses | None], answer: _Answer) -> None:
        patterns, lens = key
        news, before = self._sets[answer.upto :], len(answer.ids)
        if len(news) > _EXTEND_AT_MOST:
            answer.ids = self._compute(patterns, lens)
        elif more := {one.id for one in news if is_visible(patterns, one.clauses, lens)}:
            answer.ids |= more
        answer.upto = len(self._sets)
        self._ids_held += len(answer.ids) - before

    def _compute(self, patterns: tuple[str, ...], lens: Clauses | None) -> frozenset[int]:
        if lens is not None:
            ids, numbers = self._in_lens(lens, patterns)
        else:
            ids, numbers = self._filed(path for pattern in patterns for path in self._under(pattern))
        held = PatternSet(patterns)
        for number in numbers:
            set_id, clause = self._clauses[number]
            if set_id not in ids and all(map(held.covers, clause)):
                ids.add(set_id)
        return frozenset(ids)

    def _filed(self, paths: Iterable[str]) -> tuple[set[int], set[int]]:
        """What is filed under these paths: ids of sets that one path alone opens, and numbers of joint clauses."""
        ids: set[int] = set()
        numbers: set[int] = set()
        for path in paths:
            ids.update(self._alone.get(path, ()))
            numbers.update(self._joint.get(path, ()))
        return ids, numbers

    def _in_lens(self, lens: Clauses, patterns: tuple[str, ...]) -> tuple[set[int], set[int]]:
        """As `_filed`, for what meets each path of one clause of the lens; ids only where their path is covered."""
        held, ids, numbers = PatternSet(patterns), set[int](), set[int]()
        for clause in lens:
            near = [set(self._meeting(want)) for want in clause if want != EVERYTHING]
            joint = [self._filed(paths)[1] for paths in near]
            ids |= self._filed(path for path in near[0].intersection(*near[1:]) if held.covers(path))[0]
            numbers |= joint[0].intersection(*joint[1:])
        return ids, numbers

    def _meeting(self, want: str) -> Iterable[str]:
        """The path, its ancestors and, for `x/*`, its known descendants."""
        return (*ancestors(want.removesuffix("/*")), *(self._under(want) if want.endswith("/*") else ()))

    def _under(self, pattern: str) -> Iterable[str]:
        """Known paths that one pattern covers."""
        if pattern == EVERYTHING:
            return self._paths
        if not pattern.endswith("/*"):
            return (pattern,)
        start = bisect_left(self._paths, pattern[:-1])
        return [pattern[:-2], *self._paths[start : bisect_left(self._paths, pattern[:-2] + _AFTER_SLASH, start)]]
