"""How the local embedder shares the machine between questions and documents."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import Future

import numpy as np

from memory_core.adapters.embedded.onnx_embedder import alike
from memory_core.adapters.embedded.onnx_pace import LONGEST_S, QUIET_S, Pace
from memory_core.adapters.embedded.onnx_questions import SHORT_CHARS, TOGETHER, Questions
from memory_core.ports.errors import StoreUnavailable
from memory_core.ports.filters import Vector

WAIT_S = 20


def test_documents_go_at_once_when_nobody_asks() -> None:
    pace = Pace()
    assert pace.left_s(5.0) == 0
    assert not pace.is_busy(5.0)


def test_documents_wait_until_a_question_is_answered() -> None:
    pace = Pace()
    pace.asked(1.0)
    assert pace.is_busy(1.0)
    assert 0 < pace.left_s(1.0) < QUIET_S + 0.001
    assert pace.left_s(1.0 + QUIET_S + 0.001) == 0


def test_documents_take_a_step_now_and_then_however_much_is_asked() -> None:
    pace, now, steps = Pace(), 0.0, 0
    while now < 100 * LONGEST_S:
        pace.asked(now)
        steps += pace.left_s(now) == 0
        now += QUIET_S / 3
    assert 80 <= steps <= 101


class Held:
    """A model that waits to be freed, and counts its runs."""

    def __init__(self) -> None:
        self.runs: list[list[str]] = []
        self.begun, self.free = threading.Event(), threading.Event()

    def embed(self, texts: Sequence[str]) -> Vector:
        self.runs.append(list(texts))
        self.begun.set()
        assert self.free.wait(WAIT_S)
        if "fail" in texts:
            raise StoreUnavailable("embedder")
        return np.array([[float(text)] for text in texts], dtype=np.float32)


def ask(questions: Questions, *texts: str) -> Future[Vector]:
    return questions.ask(texts)


async def test_questions_that_wait_go_together_and_each_gets_its_own_vectors() -> None:
    model = Held()
    questions = Questions(model.embed)
    first = ask(questions, "1")
    assert model.begun.wait(WAIT_S)
    waiting = [ask(questions, str(n), str(n + 100)) for n in range(2, 2 + TOGETHER)]
    left = ask(questions, "7")
    assert left.cancel()
    model.free.set()
    assert (await asyncio.wrap_future(first)).tolist() == [[1]]
    for number, one in enumerate(waiting, 2):
        assert (await asyncio.wrap_future(one)).tolist() == [[number], [number + 100]]
    assert [len(run) for run in model.runs] == [1, TOGETHER, TOGETHER]
    questions.close()


async def test_a_long_question_makes_no_short_one_slow() -> None:
    model = Held()
    questions = Questions(model.embed)
    ask(questions, "1")
    assert model.begun.wait(WAIT_S)
    long = "3".zfill(SHORT_CHARS + 1)
    asked = [ask(questions, "2"), ask(questions, long), ask(questions, "4"), ask(questions, "5")]
    model.free.set()
    assert [(await asyncio.wrap_future(one)).tolist() for one in asked] == [[[2]], [[3]], [[4]], [[5]]]
    assert model.runs == [["1"], ["2"], [long], ["4", "5"]]
    questions.close()


async def test_a_run_that_fails_fails_its_questions_alone_and_closing_answers_all() -> None:
    model = Held()
    model.free.set()
    questions = Questions(model.embed)
    assert isinstance(ask(questions, "fail").exception(WAIT_S), StoreUnavailable)
    assert ask(questions, "1").result(WAIT_S).tolist() == [[1]]
    model.free.clear()
    model.begun.clear()
    last = ask(questions, "2")
    assert model.begun.wait(WAIT_S)
    model.free.set()
    questions.close()
    assert last.result(WAIT_S).tolist() == [[2]]


def test_texts_of_unlike_length_are_not_padded_to_the_longest() -> None:
    assert alike([70, 12, 15, 20, 18, 13], 8) == [[1, 5, 2, 4, 3], [0]]
    assert alike([10] * 20, 8) == [list(range(8)), list(range(8, 16)), list(range(16, 20))]
    assert alike([], 8) == []
    assert sorted(n for group in alike([3, 900, 40, 41, 42, 5_000], 8) for n in group) == list(range(6))
