"""Utterances that were written and labelled before the rules had seen them, some hundred at a time; see `batches/README.md`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.extraction.score import Score, score
from tests.engine.extraction.utterances import load

BATCHES = sorted(Path(__file__).with_name("batches").glob("*.txt"))
FLOORS = {"dates": 0.97, "corrections": 0.95, "instructions": 0.97, "quiet": 1.0, "hedges": 0.95, "banned": 1.0}


@pytest.fixture(scope="module")
def total() -> Score:
    return score([item for path in BATCHES for item in load(path)])


def test_facts_are_found_and_hardly_any_other_is_made(total: Score) -> None:
    assert total.recall >= 0.97, "\n".join(total.misses)
    assert total.precision >= 0.98, "\n".join(total.misses)


@pytest.mark.parametrize(("figure", "floor"), FLOORS.items(), ids=FLOORS)
def test_each_other_figure_holds(total: Score, figure: str, floor: float) -> None:
    assert total.rate(figure) >= floor, "\n".join(total.misses)


def test_a_short_turn_takes_under_a_millisecond(total: Score) -> None:
    timings = sorted(total.milliseconds)
    assert timings[len(timings) // 2] < 1.0
