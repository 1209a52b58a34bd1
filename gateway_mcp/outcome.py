"""What a tool call came to, and how it is fitted into an answer of bounded size."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import orjson

from gateway_mcp.protocol import Object
from memory_core.contract.errors import ApiError, Reason

LIMIT = 100_000
"""Characters of text and structured content together: 25,000 tokens at four characters each."""
_CAPS = (8000, 4000, 2000, 1200, 800, 500, 300, 150)
"""Characters that every string is cut to, one after the other until the answer fits."""
_LENGTHS = (500, 200, 100, 50, 25)
"""Elements that every list is cut to, when short strings alone do not do."""
CUT_NOTE = "\n(Cut to fit: ask for fewer results or a narrower question.)"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A tool's result before it is put into a message."""

    structured: Object
    text: str
    error: ApiError | None = None


def succeeded(structured: Object, say: Callable[[Object], str]) -> Outcome:
    """A good outcome, cut to the limit where it must be; `say` makes the readable text of a structure."""
    text = say(structured) or "Done."
    if _size(structured, text) <= LIMIT:
        return Outcome(structured, text)
    tries: list[tuple[int, int | None]] = [(cap, None) for cap in _CAPS]
    tries += [(_CAPS[-1], length) for length in _LENGTHS]
    for cap, length in tries:
        cut = {**_cut(structured, cap, length), "truncated": True}
        text = say(cut) + CUT_NOTE
        if _size(cut, text) <= LIMIT:
            return Outcome(cut, text)
    return Outcome({"truncated": True}, "The answer is too large to show." + CUT_NOTE)


def failed(error: ApiError) -> Outcome:
    """An operation's failure, with the status that REST would give it. What broke inside is not told."""
    message = error.row.summary if error.reason is Reason.INTERNAL else error.message
    body: Object = {"status": error.row.http, "message": message, "reason": error.reason.value}
    if error.fields:
        body["errors"] = [{"field": name, "message": text or message} for name, text in error.fields]
    if error.retry_after is not None or error.row.http in (429, 503):
        body["retryAfter"] = retry_after(error)
    return Outcome({"error": body}, f"Error {error.row.http} ({error.reason.value}): {message}", error)


def retry_after(error: ApiError) -> int:
    """Whole seconds to wait, at least one."""
    return max(1, math.ceil(error.retry_after or 1))


def _size(structured: Object, text: str) -> int:
    return len(text) + len(orjson.dumps(structured).decode())


def _cut(value: Any, cap: int, length: int | None) -> Any:
    if isinstance(value, str):
        return value if len(value) <= cap else value[: cap - 1] + "…"
    if isinstance(value, list):
        return [_cut(one, cap, length) for one in cast("list[Any]", value)[:length]]
    if isinstance(value, dict):
        return {name: _cut(one, cap, length) for name, one in cast("Object", value).items()}
    return value
