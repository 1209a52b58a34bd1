"""A thread that embeds questions. Those that wait together go through the model together: a run over two short texts takes
little longer than one over one."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from memory_core.ports.errors import StoreUnavailable
from memory_core.ports.filters import Vector

TOGETHER = 16
"""Texts from which on a run takes no further question."""
SHORT_CHARS = 400
"""Longer questions go alone: a text costs as much as the longest beside it."""


@dataclass(frozen=True, slots=True)
class _Question:
    texts: Sequence[str]
    done: Future[Vector]

    @property
    def is_short(self) -> bool:
        return max(map(len, self.texts)) <= SHORT_CHARS


class Questions:
    """Runs `embed` on a thread of its own."""

    def __init__(self, embed: Callable[[Sequence[str]], Vector]) -> None:
        self._embed = embed
        self._queue: queue.SimpleQueue[_Question | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="embed-questions", daemon=True)
        self._thread.start()

    def ask(self, texts: Sequence[str]) -> Future[Vector]:
        """Vectors of one or more texts, once they are made; StoreUnavailable when that fails."""
        question = _Question(texts, Future())
        self._queue.put(question)
        return question.done

    def close(self) -> None:
        """Ends the thread after the questions asked before; later ones get StoreUnavailable. Blocking."""
        self._queue.put(None)
        self._thread.join()
        while not self._queue.empty():
            late = self._queue.get()
            if late is not None and late.done.set_running_or_notify_cancel():
                late.done.set_exception(StoreUnavailable("embedder"))

    def _run(self) -> None:
        ahead: _Question | None = None
        while (first := ahead or self._queue.get()) is not None:
            together, ahead, ended = self._gather(first)
            self._answer([one for one in together if one.done.set_running_or_notify_cancel()])
            if ended:
                return

    def _gather(self, first: _Question) -> tuple[list[_Question], _Question | None, bool]:
        """What goes into one run with a question, the one that can't, and whether the end was reached."""
        together, texts = [first], len(first.texts)
        while first.is_short and texts < TOGETHER and not self._queue.empty():
            more = self._queue.get()
            if more is None:
                return together, None, True
            if not more.is_short:
                return together, more, False
            together.append(more)
            texts += len(more.texts)
        return together, None, False

    def _answer(self, running: Sequence[_Question]) -> None:
        if not running:
            return
        try:
            vectors = self._embed([text for one in running for text in one.texts])
        except StoreUnavailable as error:
            for one in running:
                one.done.set_exception(error)
            return
        at = 0
        for one in running:
            one.done.set_result(vectors[at : at + len(one.texts)])
            at += len(one.texts)
