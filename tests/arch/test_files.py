"""Words that must be in no file: places of one machine, addresses of package registries, promises."""

from __future__ import annotations

import re

import pytest

from tests.arch.sources import files, relative

# Written so that this file does not hold what it looks for.
REGISTRIES = [
    ("pypi", "org"),
    ("pythonhosted", "org"),
    ("npmjs", "org"),
    ("yarnpkg", "com"),
    ("maven", "org"),
    ("maven.apache", "org"),
    ("deb.debian", "org"),
    ("proxy.golang", "org"),
]
FORBIDDEN = {
    "a registry's address": "|".join(re.escape(".".join(parts)) for parts in REGISTRIES),
    "a place of one machine": r"(?<![\w.])/(?:work|root|Users)/\w|/home/[a-z]\w*/",
    "a promise": r"\b(?:TO[D]O|FIX[M]E|XX[X])\b",
    "a private key": r"-----BEGIN [A-Z ]*PRIVATE KEY",
}
BINARY = {".png", ".binpb", ".pdf", ".docx", ".onnx", ".ico"}


@pytest.mark.parametrize(("what", "pattern"), FORBIDDEN.items(), ids=FORBIDDEN)
def test_no_file_holds(what: str, pattern: str) -> None:
    wrong = [
        f"{relative(path)}:{number}"
        for path in files()
        if path.suffix not in BINARY
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(pattern, line)
    ]
    assert not wrong, f"{what} in {', '.join(wrong)}"
