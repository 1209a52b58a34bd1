"""What a read may see.

Rows found by id, entity or timeline are few: their scope set is looked up in the reader's set as they come. Scans leave
that to SQL, and walk an index by scope set when the reader has few of them. Either way a gate of 10,000 sets costs little.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, TypeVar

from memory_core.adapters.embedded.ledger.rows import YEAR_1, YEAR_9999, Table
from memory_core.adapters.embedded.ledger.sql import Row, listed
from memory_core.engine.model import Instant
from memory_core.ports.ledger import Gate

T = TypeVar("T")
FEW = 256
"""Up to so many scope sets a scan goes through them one by one; with more, rows are walked and their set is tested."""


def conditions(gate: Gate, alias: str, known: str, *, session: str | None = None, labels: bool = True) -> str:
    """SQL that a row passes the gate, all but its scope set. Bound by `bindings`.

    known: column with the instant that the row was known by. session: what a gate with a session asks of the row, as SQL
    over :session; None: such a gate sees no row of the kind.
    """
    parts = [
        f"{alias}.context = :context",
        f"{alias}.{known} <= :known_at",
        f"({alias}.retired_at IS NULL OR {alias}.retired_at > :retired_after)",
    ]
    if gate.labels:
        parts.append(_labelled(alias) if labels else "FALSE")
    if gate.session_id is not None:
        parts.append(f"({session})" if session else "FALSE")
    return " AND ".join(parts)


def bindings(gate: Gate, **more: Any) -> dict[str, Any]:
    """Values for `conditions` and `scan`, and others."""
    return {
        "context": gate.context,
        "known_at": gate.known_at,
        "retired_after": _retired_after(gate),
        "labels": listed(gate.labels),
        "session": gate.session_id,
        "sets": "[]" if gate.scope_sets is None else _sets(gate.scope_sets),
        **more,
    }


def _retired_after(gate: Gate) -> Instant:
    """What was retired after this instant passes."""
    if gate.retired:
        return YEAR_1 - 1
    # Of a gate that looks at now nothing retired passes, whenever that was.
    return YEAR_9999 if gate.now else gate.known_at


def scan(gate: Gate, table: str, alias: str, index: str | None = None) -> tuple[str, str]:
    """FROM clause and condition to walk a table through the reader's scope sets. `index`: which to walk otherwise."""
    if gate.scope_sets is not None and len(gate.scope_sets) <= FEW:
        source = f"json_each(:sets) AS seen CROSS JOIN {table} AS {alias} INDEXED BY {table}_scope"
        return source, f"{alias}.scope_set = seen.value"
    source = f"{table} AS {alias}" + (f" INDEXED BY {index}" if index else "")
    return source, "TRUE" if gate.scope_sets is None else f"{alias}.scope_set IN (SELECT value FROM json_each(:sets))"


def in_sight(gate: Gate, scope_set: int) -> bool:
    """Whether a scope set is one of the reader's."""
    return gate.scope_sets is None or scope_set in gate.scope_sets


def admitted(gate: Gate, table: Table[T], found: Iterable[Row], limit: int | None = None) -> list[T]:
    """Values of the rows whose scope set is in sight, up to a limit."""
    place, out = table.place("scope_set"), list[T]()
    for row in found:
        if limit is not None and len(out) >= limit:
            break
        one = table.read(row) if in_sight(gate, row[place]) else None
        if one is not None:
            out.append(one)
    return out


def _labelled(alias: str) -> str:
    # A damaged column counts as one without labels; json_each would end the whole query.
    column = f"CASE WHEN json_valid({alias}.labels) THEN {alias}.labels ELSE '[]' END"
    return (
        "NOT EXISTS(SELECT 1 FROM json_each(:labels) AS wanted "
        f"WHERE wanted.value NOT IN (SELECT value FROM json_each({column})))"
    )


@lru_cache(64)
def _sets(scope_sets: frozenset[int]) -> str:
    """Kept because the same reader asks again with the same set."""
    return listed(scope_sets)
