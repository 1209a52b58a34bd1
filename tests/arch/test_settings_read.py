"""A setting that nothing reads would be a false promise."""

from __future__ import annotations

import ast

from memory_core.settings import Group, Settings
from tests.arch.sources import python_files, relative, tree


def test_every_setting_is_read_somewhere() -> None:
    read = {
        node.attr
        for path in python_files("memory_core")
        if relative(path) != "memory_core/settings.py"
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute)
    }
    groups = [
        (name, field.annotation)
        for name, field in Settings.model_fields.items()
        if isinstance(field.annotation, type) and issubclass(field.annotation, Group)
    ]
    unread = [f"{name}.{inner}" for name, group in groups for inner in group.model_fields if inner not in read]
    assert not unread
