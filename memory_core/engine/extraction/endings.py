"""What a statement takes away from the facts that stand: the one reading that reconciliation and its tests share."""

from __future__ import annotations

import re
import unicodedata

from memory_core.engine.extraction.model import Statement
from memory_core.engine.keys import canonical_key, canonical_label

_KEYS_OF_ONE_KIND = (
    frozenset({"city", "country", "residence", "lives_in", "hometown", "moving_to"}),
    frozenset({"works_at", "employer"}),
    frozenset(
        {
            "uses",
            "tools",
            "editor",
            "browser",
            "shell",
            "operating_system",
            "programming_languages",
            "phone_model",
            "laptop",
            "car",
        }
    ),
    frozenset({"has_pet", "pets", "owns"}),
    frozenset({"owns", "car", "phone_model", "laptop"}),
    frozenset({"married_to", "partner"}),
    frozenset({"likes", "prefers", "hobbies", "interests", "plays", "habits", "diet", "dietary_restriction"}),
    frozenset({"role", "leads", "manages"}),
)


_LEFT = frozenset({"works_at", "employer", "city", "country", "studied_at", "member_of"})
"""What one can leave: where the words do not tell a place from a firm, the value that stands does."""


def ends_fact(statement: Statement, key: str, value: str) -> bool:
    """Whether a statement that only ends something ends this standing fact of the same subject.

    The key must be the same, or of one kind with it (a car is owned), and the value must be the one that is named; no
    value named means all of that key. "Sold my car" also ends what stands under the key `car`.
    """
    if not statement.ends:
        return False
    if not statement.value:
        return _same_key(statement.key, key)
    if canonical_key(statement.value) == key and _related(statement.key, key):
        return True
    left = statement.key in _LEFT and key in _LEFT
    return (left or _related(statement.key, key)) and _holds(value, statement.value)


def replaces_fact(statement: Statement, key: str, value: str) -> bool:
    """Whether a statement that names an old value means this standing fact: it stands under the same key or one of its
    kind and has that value. The new value then belongs under the standing key."""
    return statement.replaces is not None and _related(statement.key, key) and _holds(value, statement.replaces)


def kindred_keys(key: str) -> tuple[str, ...]:
    """The other keys under which the same thing may stand ("sold my car": `owns` and `car`), sorted."""
    return tuple(sorted({other for kind in _KEYS_OF_ONE_KIND if key in kind for other in kind} - {key}))


def _same_key(one: str, other: str) -> bool:
    return one == other or canonical_label(one) == canonical_label(other)


def _related(one: str, other: str) -> bool:
    return _same_key(one, other) or other in kindred_keys(one)


def _holds(standing: str, named: str) -> bool:
    one, other = _plain(standing), _plain(named)
    return bool(other) and (f" {other} " in f" {one} " or f" {one} " in f" {other} ")


def _plain(text: str) -> str:
    folded = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return " ".join(re.sub(r"[^\w+#]+", " ", folded).split())
