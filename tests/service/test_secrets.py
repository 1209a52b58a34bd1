"""Secrets and where they are kept."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from memory_core.service.secrets import SecretHasher, load_pepper, new_secret, write_private


def test_secrets_are_long_and_never_the_same() -> None:
    made = {new_secret() for _ in range(100)}
    assert len(made) == 100
    assert all(one.startswith("mk_") and len(one) == 46 for one in made)


def test_a_digest_depends_on_the_pepper() -> None:
    one, other = SecretHasher(b"1" * 32), SecretHasher(b"2" * 32)
    assert one.digest("mk_x") != other.digest("mk_x")
    assert one.matches("mk_x", one.digest("mk_x"))
    assert not other.matches("mk_x", one.digest("mk_x"))


def test_the_pepper_is_made_once_and_private(tmp_path: Path) -> None:
    path = tmp_path / "new" / "pepper"
    first = load_pepper(path)
    assert (len(first), load_pepper(path)) == (32, first)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_cut_pepper_is_refused_and_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "pepper"
    path.write_bytes(b"short")
    with pytest.raises(ValueError, match="32 bytes"):
        load_pepper(path)
    assert path.read_bytes() == b"short"


def test_a_private_file_is_whole_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    path.chmod(0o644)
    write_private(path, b"new")
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", 0o600)
    assert list(tmp_path.iterdir()) == [path]
