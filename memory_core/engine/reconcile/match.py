"""Which of the rows that stand a value in prose speaks of."""

from __future__ import annotations

from collections.abc import Sequence

from memory_core.engine.model import Assertion
from memory_core.engine.temporal.rows import same_text


def matching(rows: Sequence[Assertion], value: str, *, loosely: bool) -> Assertion | None:
    """The one row with this value; "" means any. Loosely also the one row whose words hold those of the value in a row,
    or are held by them."""
    if value == "":
        return rows[0] if len(rows) == 1 else None
    wanted = same_text(value)
    exact = [row for row in rows if same_text(row.value) == wanted]
    if exact or not loosely:
        return exact[0] if exact else None
    near = [row for row in rows if _holds(row.value, value) or _holds(value, row.value)]
    return near[0] if len(near) == 1 else None


def _holds(text: str, part: str) -> bool:
    words = " ".join(part.casefold().split())
    return bool(words) and f" {words} " in f" {' '.join(text.casefold().split())} "
