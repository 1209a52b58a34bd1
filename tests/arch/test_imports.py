"""Who may import whom; the contracts are in pyproject.toml under tool.importlinter."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.arch.sources import ROOT, imports, python_files, relative, tree

WALL_CLOCK = {"time", "time_ns", "now", "utcnow", "today"}


def test_imports_go_one_way() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-logo"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_gateways_import_only_the_contract_of_the_core() -> None:
    wrong = [
        f"{relative(path)}: {name}"
        for path in python_files("gateway_rest", "gateway_mcp")
        for name in imports(path)
        if name.startswith("memory_core")
        and f"{name}.".removeprefix("memory_core.").split(".")[0] not in ("contract", "")
    ]
    assert not wrong


@pytest.mark.parametrize("path", python_files("memory_core"), ids=relative)
def test_time_comes_from_the_clock_port(path: Path) -> None:
    if relative(path) == "memory_core/clock.py":
        return
    wrong = [
        f"line {node.lineno}"
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in WALL_CLOCK
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in {"time", "datetime", "date"}
    ]
    assert not wrong
