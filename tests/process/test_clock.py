"""Time goes forward only."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from memory_core.clock import SystemClock


@given(st.lists(st.integers(min_value=0, max_value=10**12), min_size=1))
def test_the_system_clock_rises_whatever_the_machine_says(readings: list[int]) -> None:
    answers = iter(readings)
    clock = SystemClock(lambda: next(answers))
    seen = [clock.now() for _ in readings]
    assert all(later > earlier for earlier, later in pairwise(seen))
    assert all(now >= reading // 1000 for now, reading in zip(seen, readings, strict=True))


def test_no_two_threads_are_told_the_same_instant() -> None:
    clock = SystemClock(lambda: 0)
    with ThreadPoolExecutor(8) as threads:
        seen = list(threads.map(lambda _: clock.now(), range(5_000)))
    assert len(set(seen)) == len(seen)
