"""Scores extraction in process on a file of labelled utterances, with the measures of a served extraction.

    python -m tests.engine.extraction.score FILE [--verbose]

Prior turns go into a tiny store first: a later value of a single-valued key, a named old value or an ending is a correction
of what stands there. Prints recall and precision of facts, dates, corrections, instructions, the share of quiet turns that
stayed quiet, hedges, banned values, and the time a turn takes.
"""

from __future__ import annotations

import datetime as dt
import json
import re
import sys
import time
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memory_core.engine.extraction import (
    EntityName,
    Extraction,
    Instruction,
    Mention,
    Statement,
    ends_fact,
    extract,
    replaces_fact,
    revokes_instruction,
)
from memory_core.engine.keys import is_single_valued, relation_is_single_valued

NUMBERS = {
    word: str(n) for n, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
}


def plain(text: object) -> str:
    folded = unicodedata.normalize("NFKD", str(text)).casefold()
    folded = re.sub(r"[^\w+/.@:-]+", " ", "".join(c for c in folded if not unicodedata.combining(c))).strip(" .")
    return " ".join(NUMBERS.get(word, word) for word in folded.split())


def holds(have: object, want: str) -> bool:
    if want.isdigit() and re.search(rf"(?<![\d.])0?{want}(st|nd|rd|th)?(?![\w.]*\d)", plain(have)):
        return True
    return f" {plain(want)} " in f" {plain(have)} " or plain(want).replace(" ", "") == plain(have).replace(" ", "")


def same_subject(have: str, want: str, user: str) -> bool:
    if want == "*":
        return True
    want, have = (re.sub("[/_]", " ", name) for name in (user if want == "self" else want, have))
    return holds(have, want) or (want != user and holds(want, have))


def instant_text(instant: int | None) -> str:
    return (
        ""
        if instant is None
        else (dt.datetime(1970, 1, 1, tzinfo=dt.UTC) + dt.timedelta(microseconds=instant)).isoformat()
    )


@dataclass
class Memory:
    """A store of one scope, as small as it can be."""

    user: str
    facts: list[tuple[str, str, str]] = field(default_factory=list)
    instructions: list[str] = field(default_factory=list)
    mentions: tuple[Mention, ...] = ()

    def take(self, text: str, role: str, said_at: int) -> tuple[Extraction, list[tuple[str, str]], list[Instruction]]:
        """Extracts a turn, stores it, and answers what it corrected and which instructions it gave."""
        found = extract(text, role=role, said_at=said_at, speaker=EntityName("person", self.user), recent=self.mentions)
        self.mentions = found.mentions
        corrected: list[tuple[str, str]] = []
        for statement in found.statements:
            corrected += self._take(statement)
        return found, corrected, self._instruct(found, corrected)

    def _take(self, statement: Statement) -> list[tuple[str, str]]:
        subject = self.user if statement.subject is None else statement.subject.name
        mine = [f for f in self.facts if f[0] == subject]
        if statement.ends:
            ended = [f for f in mine if ends_fact(statement, f[1], f[2])]
            self.facts = [f for f in self.facts if f not in ended]
            return [(f[2], "") for f in ended]
        single = relation_is_single_valued(statement.key) if statement.target else is_single_valued(statement.key)
        old = [
            f
            for f in mine
            if f[2] != statement.value and ((single and f[1] == statement.key) or replaces_fact(statement, f[1], f[2]))
        ]
        self.facts = [f for f in self.facts if f not in old] + [(subject, statement.key, statement.value)]
        return [(f[2], statement.value) for f in old]

    def _instruct(self, found: Extraction, corrected: list[tuple[str, str]]) -> list[Instruction]:
        given: list[Instruction] = []
        for one in found.instructions:
            revoked = [text for text in self.instructions if one.revokes and revokes_instruction(one.text, text)]
            corrected += [(text, "") for text in revoked]
            self.instructions = [text for text in self.instructions if text not in revoked]
            if not revoked:
                given.append(one)
                self.instructions.append(one.text)
        return given


@dataclass
class Score:
    """Counts over a file."""

    found: int = 0
    wanted: int = 0
    matched: int = 0
    made: int = 0
    marks: dict[str, list[bool]] = field(
        default_factory=lambda: {k: [] for k in ("dates", "corrections", "instructions", "quiet", "hedges", "banned")}
    )
    milliseconds: list[float] = field(default_factory=list)
    misses: list[str] = field(default_factory=list)

    @property
    def recall(self) -> float:
        return self.found / max(self.wanted, 1)

    @property
    def precision(self) -> float:
        return self.matched / max(self.made, 1)

    def rate(self, mark: str) -> float:
        values = self.marks[mark]
        return sum(values) / len(values) if values else 1.0


def score(items: list[dict[str, Any]]) -> Score:
    """Runs every item against a store of its own."""
    total = Score()
    for item in items:
        _score_item(item, total)
    return total


def _score_item(item: dict[str, Any], total: Score) -> None:
    user, said = item["scope"].rsplit("/", 1)[-1], dt.datetime.fromisoformat(item["now"])
    memory, at = Memory(user), int(said.timestamp() * 1_000_000)
    for ago, text in zip(range(len(item["prior"]), 0, -1), item["prior"], strict=True):
        memory.take(text, item["role"], at - ago * 86_400_000_000)
    begun = time.perf_counter()
    found, corrected, instructions = memory.take(item["text"], item["role"], at)
    total.milliseconds.append((time.perf_counter() - begun) * 1000)
    facts = [s for s in found.statements if not s.ends]
    missed = _facts(item["expect"], facts, user, total)
    expect = item["expect"]
    for old, new in expect["corrections"]:
        good = any(holds(a, old) and (holds(b, new) if new else not b) for a, b in corrected)
        total.marks["corrections"].append(good)
        missed += [] if good else [f"correction {old} -> {new}"]
    for text in expect["instructions"]:
        good = any(plain(text) in plain(one.text) for one in instructions)
        total.marks["instructions"].append(good)
        missed += [] if good else [f"instruction {text}"]
    if expect["empty"]:
        quiet = not facts and not instructions
        total.marks["quiet"].append(quiet)
        missed += [] if quiet else ["not quiet"]
    if expect["uncertain"]:
        total.marks["hedges"].append(bool(found.uncertainties))
        missed += [] if found.uncertainties else ["no uncertainty"]
    for text in expect["must_not"]:
        total.marks["banned"].append(not any(holds(s.value, text) for s in facts))
        missed += [] if total.marks["banned"][-1] else [f"banned {text}"]
    extra = [s for s in facts if id(s) not in total_hits(item, facts, user)]
    if missed or extra:
        made = [
            (s.subject.name if s.subject else "self", s.key, s.value, s.valid_from_text, s.valid_until_text)
            for s in facts
        ]
        total.misses.append(
            f"{item['id']} | {item['text'][:110]} | missed {missed} | extra {[(s.key, s.value) for s in extra]} | made {made}"
            f" {[(i.text, i.revokes) for i in instructions]} {[(u.about, u.value) for u in found.uncertainties]}"
        )


def total_hits(item: dict[str, Any], facts: list[Statement], user: str) -> set[int]:
    """Ids of the facts that some goal of the item asks for."""
    return {id(s) for goal in _goals(item["expect"]) for s in _meeting(goal, facts, user)}


def _goals(expect: dict[str, Any]) -> list[tuple[str, list[str], str, dict[str, Any]]]:
    goals = [(a["entity"], a["keys"], a["value"], a) for a in expect["attributes"]]
    return goals + [(r["subject"], r["labels"], r["object"], r) for r in expect["relations"]]


def _meeting(goal: tuple[str, list[str], str, dict[str, Any]], facts: list[Statement], user: str) -> list[Statement]:
    subject, keys, value, extra = goal
    return [
        s
        for s in facts
        if holds(s.value, value)
        and same_subject(s.subject.name if s.subject else user, subject, user)
        and (extra.get("soft") or s.key in keys)
    ]


def _facts(expect: dict[str, Any], facts: list[Statement], user: str, total: Score) -> list[str]:
    missed: list[str] = []
    hit: set[int] = set()
    for goal in _goals(expect):
        good = _meeting(goal, facts, user)
        total.wanted += 1
        total.found += bool(good)
        hit.update(id(s) for s in good)
        if not good:
            missed.append(f"fact {goal[0]} {goal[1][0]} {goal[2]}")
        for name, attribute in (("valid_from", "valid_from"), ("valid_until", "valid_until")):
            if goal[3].get(name):
                ok = any(instant_text(getattr(s, attribute)).startswith(goal[3][name]) for s in good)
                total.marks["dates"].append(ok)
                missed += [] if ok else [f"{name} {goal[3][name]}"]
    total.made += len(facts)
    total.matched += len(hit)
    return missed


def load(path: Path) -> list[dict[str, Any]]:
    """Items of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


def main() -> None:
    total = score(load(Path(sys.argv[1])))
    if "--verbose" in sys.argv:
        print("\n".join(total.misses))
    print(f"fact recall {total.recall:.3f} (n={total.wanted})  precision {total.precision:.3f} (n={total.made})")
    for mark, values in total.marks.items():
        print(f"{mark} {total.rate(mark):.3f} (n={len(values)})", end="  ")
    timings = sorted(total.milliseconds)
    print(f"\nms a turn: p50 {timings[len(timings) // 2]:.2f} max {timings[-1]:.2f}")


if __name__ == "__main__":
    main()
