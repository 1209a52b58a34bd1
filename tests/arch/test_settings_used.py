"""A setting that nothing reads would be a false promise, and so would a variable that does not exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from memory_core.settings import Group, Settings, variable
from tests.arch.sources import files, python_files, relative, tree

CLIENT_VARIABLES = {"MEMORY_URL", "MEMORY_CONTEXT", "MEMORY_API_KEY"}
"""What examples for callers use; the product does not read them."""


def test_every_setting_is_read_somewhere() -> None:
    read = {
        node.attr
        for path in python_files("memory_core")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute)
    }
    unread = [".".join(path) for path in _paths() if path[-1] not in read]
    assert not unread


def test_every_variable_named_outside_the_code_exists() -> None:
    known = {variable(*path) for path in _paths()} | CLIENT_VARIABLES
    wrong = [
        f"{relative(path)}: {name}"
        for path in files()
        if path.suffix in {".md", ".yml", ".yaml", ".example"} or path.name in {"Dockerfile", "Makefile"}
        for name in re.findall(r"\bMEMORY_[A-Z][A-Z_]*[A-Z]\b", path.read_text(encoding="utf-8"))
        if name not in known
    ]
    assert not wrong


def _paths() -> Iterator[tuple[str, ...]]:
    """Every setting as the way to it: ("data_dir",), ("rest", "port")."""
    for name, field in Settings.model_fields.items():
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, Group):
            yield from ((name, below) for below in inner.model_fields)
        else:
            yield (name,)
