"""The pages of docs/ that are made from the code, so that they can't say anything else.

They are made in a checkout of the project: comments of the contract's sources are part of them.
"""

from __future__ import annotations

import textwrap
from pathlib import Path

from memory_core.contract.errors import errors_page
from memory_core.engine.keys import MULTI_VALUED, SINGLE_RELATIONS, SINGLE_VALUED
from memory_core.settings import reference

ROOT = Path(__file__).resolve().parents[1]

_KEYS_INTRO = """\
# Keys and relation labels

Generated from `memory_core/engine/keys.py` by `make docs`; a test keeps it current.

A fact is an entity, a key and a value. Under a single-valued key the next value of the same entity, in the same scopes,
takes the place of the earlier one, which stays in the history. Under a key that holds many, values collect. A key in
neither list is single-valued. Spellings and synonyms fold into the ones listed (`job title` is `role`).
"""


def pages() -> dict[str, str]:
    """File name in docs/ -> text."""
    errors = (ROOT / "proto/memory/v1/errors.proto").read_text(encoding="utf-8")
    return {"configuration.md": reference(), "errors.md": errors_page(errors), "keys.md": keys()}


def write() -> None:
    """Puts the pages into docs/."""
    for name, text in pages().items():
        (ROOT / "docs" / name).write_text(text, encoding="utf-8")


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
