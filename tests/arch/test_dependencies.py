"""What is declared is used, and what is used is declared."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from tests.arch.sources import PRODUCT, ROOT, imports, python_files, relative, tree

OWN = {*PRODUCT, "tests"}
COMMANDS = {
    "buf-bin",
    "grpcio-tools",
    "import-linter",
    "pyright",
    "pytest-asyncio",
    "pytest-timeout",
    "ruff",
}
"""Run as programs or loaded by pytest, not imported."""
BUILD_ONLY = {"memory_core/contract/build.py"}
"""Run by developers, with the test extra installed."""


@cache
def project() -> dict[str, list[str]]:
    """Names of distributions by extra; the product's own under the empty name."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = {"": table["dependencies"], **table["optional-dependencies"]}
    return {extra: [re.split(r"[\[<>=~! ]", line)[0] for line in lines] for extra, lines in groups.items()}


@cache
def modules(name: str) -> frozenset[str]:
    """Dotted names of every module that a distribution brings; nothing when it is not installed (an extra)."""
    try:
        found = distribution(name).files or []
    except PackageNotFoundError:
        return frozenset({name.replace("-", "_")})
    sources = [path for path in found if path.suffix in {".py", ".so", ".pyd", ".pyi"} and ".." not in path.parts]
    parts = [[*path.parts[:-1], path.name.split(".")[0]] for path in sources]
    return frozenset(".".join(part[:-1] if part[-1] == "__init__" else part) for part in parts)


def owner(name: str, among: Iterable[str]) -> str | None:
    """The distribution that brings a module, or the object that is imported from one."""
    words = name.split(".")
    prefixes = [".".join(words[:end]) for end in range(len(words), 0, -1)]
    return next((one for prefix in prefixes for one in among if prefix in modules(one)), None)


def foreign(paths: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """(file, imported name) of everything that is neither ours nor Python's."""
    for path in paths:
        for name in imports(path):
            if name.split(".")[0] not in OWN | sys.stdlib_module_names:
                yield relative(path), name


def undeclared(paths: list[Path], extras: Iterable[str]) -> list[str]:
    known = [name for extra in extras for name in project()[extra]]
    return sorted({f"{path}: {name}" for path, name in foreign(paths) if owner(name, known) is None})


def test_the_product_imports_only_what_it_declares() -> None:
    paths = [path for path in python_files(*PRODUCT) if relative(path) not in BUILD_ONLY]
    assert not undeclared(paths, set(project()) - {"test"})


def test_tests_import_only_what_they_declare() -> None:
    assert not undeclared(python_files("tests"), project())


def test_every_declared_dependency_is_used() -> None:
    declared = {name for names in project().values() for name in names}
    used = {owner(name, declared) for _, name in foreign(python_files(*OWN))}
    # A package of data is not imported: its files are found by the package's name.
    nodes = (node for path in python_files(*PRODUCT) for node in ast.walk(tree(path)))
    words = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    used |= {name for name in project()["model"] if name.replace("-", "_") in words}
    assert not sorted(declared - used - COMMANDS)


def test_the_product_does_not_need_what_only_tests_declare() -> None:
    only_tests = set(project()["test"]) - set(project()[""])
    paths = [path for path in python_files(*PRODUCT) if relative(path) not in BUILD_ONLY]
    assert not sorted({f"{path}: {name}" for path, name in foreign(paths) if owner(name, only_tests)})
