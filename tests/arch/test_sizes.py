"""Files and functions stay small enough to be read at one sitting."""

from __future__ import annotations

import ast

from tests.arch.sources import PRODUCT, python_files, relative, tree

FILE_LINES = 500
FUNCTION_LINES = 60


def test_no_file_is_longer_than_a_reader_bears() -> None:
    lengths = {relative(path): len(path.read_text("utf-8").splitlines()) for path in python_files(*PRODUCT, "tests")}
    assert not {name: length for name, length in lengths.items() if length > FILE_LINES}


def test_no_function_is_longer_than_a_screen() -> None:
    long = {
        f"{relative(path)}:{node.lineno} {node.name}": length
        for path in python_files(*PRODUCT, "tests")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (length := (node.end_lineno or node.lineno) - node.lineno + 1) > FUNCTION_LINES
    }
    assert not long


def test_every_module_and_class_of_the_product_says_what_it_is_for() -> None:
    silent: list[str] = []
    for path in python_files(*PRODUCT):
        parts = [tree(path), *(node for node in tree(path).body if isinstance(node, ast.ClassDef))]
        silent += [
            f"{relative(path)} {getattr(part, 'name', '')}".strip()
            for part in parts
            if not ast.get_docstring(part) and not getattr(part, "name", "").startswith("_")
        ]
    assert not silent
