"""The command line, run as a process."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


def run(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MEMORY_")} | variables
    command = [sys.executable, "-m", "memory_core", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


def test_a_wrong_setting_ends_the_start_with_its_name_and_status_2() -> None:
    ended = run("serve", MEMORY_REST_PORT="confidential")
    assert ended.returncode == 2
    assert ended.stderr.startswith("memory-core: MEMORY_REST_PORT: ")
    assert "confidential" not in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("command", ["dev", "serve", "rest", "mcp", "reindex", "docs"])
def test_every_command_explains_itself(command: str) -> None:
    ended = run(command, "--help")
    assert ended.returncode == 0
    assert "Usage" in ended.stdout
