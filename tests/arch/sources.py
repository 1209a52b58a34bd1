"""The project's files, and Python sources as syntax trees."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = ("memory_core", "gateway_rest", "gateway_mcp")
GENERATED = "memory_core/contract/gen/"


@cache
def files() -> tuple[Path, ...]:
    """Every file that is in the repository or would be added to it."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return tuple(path for name in sorted(listed.split("\0")) if name and (path := ROOT / name).is_file())


def relative(path: Path) -> str:
    """A file's name below the root, with slashes."""
    return path.relative_to(ROOT).as_posix()


def python_files(*folders: str) -> list[Path]:
    """Written, not generated, Python files below some of the root's folders."""
    return [
        path
        for path in files()
        if path.suffix == ".py" and relative(path).split("/")[0] in folders and GENERATED not in relative(path)
    ]


@cache
def tree(path: Path) -> ast.Module:
    """A file's syntax tree."""
    return ast.parse(path.read_text(encoding="utf-8"), relative(path))


BY_NAME = {"import_module", "find_spec", "files", "version"}
"""Functions of importlib that take the name of what they load."""


def imports(path: Path) -> Iterator[str]:
    """Dotted names that a file imports, by statement or by name; `from a import b` gives `a.b`."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if called in BY_NAME and isinstance(node.args[0].value, str):
                yield node.args[0].value
