"""What a tool call came to, and how it is fitted into an answer of bounded size."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from memory_core.contract.errors import ApiError

LIMIT = 100_000
"""Characters of text and structured content together: 25,000 tokens at four characters each."""
_CAPS = (8000, 4000, 2000, 1200, 800, 500, 300, 150)
_LENGTHS = (500, 200, 100, 50, 25)
CUT_NOTE = "\n(Cut to fit: ask for fewer results or a narrower question.)"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A tool's result before it is put into a message."""

    structured: dict[str, Any]
    text: str
    error: ApiError | None = None


def succeeded(structured: dict[str, Any], say: Callable[[dict[str, Any]], str]) -> Outcome:
    """A good outcome, cut to the limit where it must be; `say` makes the readable text of a structure."""
    text = say(structured) or "Done."
    if _size(structured, text) <= LIMIT:
        return Outcome(structured, text)
    for cap in _CAPS:
        for length in (None, *_LENGTHS) if cap == _CAPS[-1] else (None,):
            cut = {**_cut(structured, cap, length), "truncated": True}
            text = say(cut) + CUT_NOTE
            if _size(cut, text) <= LIMIT:
                return Outcome(cut, text)
    return Outcome({"truncated": True}, "The answer is too large to show." + CUT_NOTE)


def failed(error: ApiError) -> Outcome:
    """An operation's failure, with the status that REST would give it."""
    body: dict[str, Any] = {"status": error.row.http, "message": error.message, "reason": error.reason.value}
    if error.fields:
        body["errors"] = [{"field": name, "message": text or error.message} for name, text in error.fields]
    if error.retry_after is not None:
        body["retryAfter"] = error.retry_after
    return Outcome({"error": body}, f"Error {error.row.http} ({error.reason.value}): {error.message}", error)


def _size(structured: dict[str, Any], text: str) -> int:
    return len(text) + len(json.dumps(structured, ensure_ascii=False))


def _cut(value: Any, cap: int, length: int | None) -> Any:
    if isinstance(value, str):
        return value if len(value) <= cap else value[: cap - 1] + "…"
    if isinstance(value, list):
        return [_cut(one, cap, length) for one in value[:length]]
    if isinstance(value, dict):
        return {name: _cut(one, cap, length) for name, one in value.items()}
    return value
