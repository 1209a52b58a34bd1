"""A setting that nothing reads would be a false promise, and so would a variable that does not exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory_core.settings import Group, Settings, variable
from tests.arch.sources import files, python_files, relative, tree

CLIENT_VARIABLES = {"MEMORY_URL", "MEMORY_CONTEXT", "MEMORY_API_KEY"}
"""What examples for callers use; the product does not read them."""


def test_every_setting_reaches_the_product() -> None:
    """It is read off the settings themselves, in a module that the command line leads to. A field of that name on
    something else, or one read by code that nothing starts, would not do."""
    read: set[tuple[str, ...]] = set()
    for path in _started():
        read |= _Reads(tree(path)).found
    unread = [".".join(path) for path in _paths() if path not in read]
    assert not unread


@pytest.mark.parametrize(
    ("code", "seen"),
    [
        ("def f(settings: Settings): return settings.rest.port", True),
        ("def f(one: RestSettings): return one.port", True),
        ("def f(s: Settings):\n    rest, other = s.rest, 1\n    return rest.port", True),
        ("class A:\n    def __init__(self, s: Settings): self._s = s\n    def f(self): return self._s.rest.port", True),
        ("def f(config: RestConfig): return config.port", False),
        ("def f(settings: Settings): return settings.grpc.port", False),
        ("def f(settings: Settings): return settings.rest", False),
    ],
)
def test_a_setting_counts_as_read_where_it_is_read_off_the_settings(code: str, seen: bool) -> None:
    assert (("rest", "port") in _Reads(ast.parse(code)).found) is seen


class _Reads:
    """Settings that a module reads: names are followed from annotations and assignments."""

    def __init__(self, module: ast.Module) -> None:
        self._held: dict[str, set[tuple[str, ...]]] = {}
        nodes = list(ast.walk(module))
        for node in nodes:
            match node:
                case ast.arg(arg=name, annotation=ast.Name(id=kind)) if kind in _KINDS:
                    self._hold(name, {_KINDS[kind]})
                case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id=kind)) if kind in _KINDS:
                    self._hold(name, {_KINDS[kind]})
                case ast.ClassDef(name=kind) if kind in _KINDS:
                    self._hold("self", {_KINDS[kind]})
                case _:
                    pass
        for node in nodes:
            if isinstance(node, ast.Assign):
                self._assign(node.targets[0], node.value)
        self.found = {
            (*held, node.attr) for node in nodes if isinstance(node, ast.Attribute) for held in self._of(node.value)
        }

    def _hold(self, name: str, what: set[tuple[str, ...]]) -> None:
        self._held.setdefault(name, set()).update(what)

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        match target, value:
            case ast.Tuple(elts=targets), ast.Tuple(elts=values):
                for one, given in zip(targets, values, strict=False):
                    self._assign(one, given)
            case ((ast.Name(id=name) | ast.Attribute(attr=name)), _):
                self._hold(name, self._of(value))
            case _:
                pass

    def _of(self, value: ast.expr) -> set[tuple[str, ...]]:
        """The groups, as ways to them, that an expression may be."""
        match value:
            case ast.Name(id=name):
                return self._held.get(name, set())
            case ast.Attribute(value=inner, attr=name):
                own = self._held.get(name, set()) if isinstance(inner, ast.Name) and inner.id == "self" else set()
                return own | {way for held in self._of(inner) if (way := (*held, name)) in _KINDS.values()}
            case _:
                return set()


def _started() -> list[Path]:
    """Modules that are loaded by the command line, as far as imports tell."""
    modules = {
        _name(path): path for root in ("memory_core", "gateway_rest", "gateway_mcp") for path in python_files(root)
    }
    found, ahead = set[str](), ["memory_core.__main__", "memory_core.settings"]
    while ahead:
        name = ahead.pop()
        if name in modules and name not in found:
            found.add(name)
            ahead += _imported(tree(modules[name]))
    return [modules[name] for name in found]


def _imported(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{one.name}" for one in node.names)


def _name(path: Path) -> str:
    return ".".join(Path(relative(path)).with_suffix("").parts).removesuffix(".__init__")


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


_KINDS: dict[str, tuple[str, ...]] = {"Settings": ()} | {
    field.annotation.__name__: (name,)
    for name, field in Settings.model_fields.items()
    if isinstance(field.annotation, type) and issubclass(field.annotation, Group)
}
"""Class of a group -> the way to it."""
