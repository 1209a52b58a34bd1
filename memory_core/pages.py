"""The pages of docs/ that are made from the code, so that they can't say anything else."""

from __future__ import annotations

import textwrap

from memory_core.engine.keys import MULTI_VALUED, SINGLE_RELATIONS, SINGLE_VALUED
from memory_core.settings import reference

_KEYS_INTRO = """\
# Keys and relation labels

Generated from `memory_core/engine/keys.py` by `make docs`; a test keeps it current.

A fact is an entity, a key and a value. Under a single-valued key the next value of the same entity, in the same scopes,
takes the place of the earlier one, which stays in the history. Under a key that holds many, values collect. A key in
neither list is single-valued. Spellings and synonyms fold into the ones listed (`job title` is `role`).
"""


def pages() -> dict[str, str]:
    """File name in docs/ -> text."""
    return {"configuration.md": reference(), "keys.md": keys()}


def keys() -> str:
    """The page about single-valued and multi-valued keys."""
    parts = [
        _KEYS_INTRO,
        "## One value\n",
        _paragraph(SINGLE_VALUED),
        "## Many values\n",
        _paragraph(MULTI_VALUED),
        "## Relations\n",
        "A relation label holds many targets, except these, which are the relation form of a single-valued key:\n",
        _paragraph(SINGLE_RELATIONS),
    ]
    return "\n".join(parts)


def _paragraph(words: frozenset[str]) -> str:
    return textwrap.fill(", ".join(sorted(words)) + ".", 120, break_on_hyphens=False) + "\n"
