"""Ten thousand random histories: written in batches, late or in order, retracted in between, against the bare rule."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest

from memory_core.engine import temporal
from memory_core.engine.entities import EntityRef
from memory_core.engine.model import Source
from memory_core.engine.proposal import Proposal, Proposed
from tests.engine import belief_model as model
from tests.engine.belief_model import LAST, Telling
from tests.engine.memory_ledger import MemoryLedger

HISTORIES = 10_000
ANN = EntityRef("person", "Ann")
VARIANTS = list(itertools.product(("role", "likes"), (False, True)))


def write(ledger: MemoryLedger, key: str, told: list[Telling]) -> None:
    """One write of these tellings in order."""
    statements = tuple(
        Proposed(
            ANN, key, one.known, Source("triple"), one.value, None, one.start, one.end, ends=one.ends, exact_names=True
        )
        for one in told
    )
    ledger.write(Proposal("c", (("a",),), statements=statements))


def retract(ledger: MemoryLedger, told: list[Telling], value: str, at: int) -> list[Telling]:
    """Retires every row of a value, as a forget does."""
    ledger.rows = [
        replace(row, retired_at=at, live=False) if row.value == value and row.retired_at is None else row
        for row in ledger.rows
    ]
    return [replace(one, retired=at) if one.value == value and one.retired is None else one for one in told]


@pytest.mark.parametrize(("key", "endings"), VARIANTS)
def test_what_is_believed_is_what_the_rule_says_after_any_writes_and_retractions(key: str, endings: bool) -> None:
    rng, single = random.Random(f"histories {key} {endings}"), key == "role"
    retracted = 0
    for _ in range(HISTORIES // len(VARIANTS)):
        history = model.invent(rng, endings=endings, retirement=False)
        ledger, told, clock = MemoryLedger(now=rng.choice((6, 14, 25))), list[Telling](), 20
        while history:
            size = rng.randint(1, len(history))
            batch, history = history[:size], history[size:]
            write(ledger, key, batch)
            told += batch
            if rng.random() < 0.4:
                clock += rng.randint(0, 3)
                told = retract(ledger, told, rng.choice("abc"), clock)
                retracted += any(one.retired == clock for one in told)
        for _ in range(6):
            known_at, instant = rng.randrange(LAST), rng.randrange(30)
            found = {row.value for row in temporal.believed(ledger.rows, known_at, instant, single)}
            assert found == model.believed(told, known_at, instant, single=single), (told, known_at, instant)
    assert retracted > 500
