"""The MCP conformance suites of both eras. What they may fail is listed, with reasons, beside this file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.clients.product import CLIENTS, Product, Ran, run_node
from tests.clients.proxy import keyed_proxy

ROW = re.compile(r"^[✓✗] ([\w-]+): (\d+) passed, (\d+) failed", re.MULTILINE)


async def conform(product: Product, home: Path, package: str, *arguments: str) -> Ran:
    async with keyed_proxy(product.address, product.key) as address:
        script = f"node_modules/{package}/dist/index.js"
        return await run_node(script, "server", "--url", f"{address}/mcp", *arguments, home=home)


def scores(ran: Ran) -> dict[str, tuple[int, int]]:
    """Scenario -> (checks passed, checks failed)."""
    return {name: (int(passed), int(failed)) for name, passed, failed in ROW.findall(ran.out + ran.err)}


async def test_the_handshake_suite_passes_but_for_what_is_listed(product: Product, tmp_path: Path) -> None:
    listed = str(CLIENTS / "conformance-handshake.yml")
    ran = await conform(product, tmp_path, "conformance-handshake", "--suite", "active", "--expected-failures", listed)
    assert ran.status == 0, (ran.out + ran.err)[-4000:]
    passed = {name for name, (good, bad) in scores(ran).items() if good and not bad}
    assert passed >= {
        "server-initialize",
        "ping",
        "logging-set-level",
        "tools-list",
        "resources-list",
        "prompts-list",
        "dns-rebinding-protection",
    }


async def test_the_stateless_suite_passes_but_for_what_is_listed(product: Product, tmp_path: Path) -> None:
    listed = str(CLIENTS / "conformance-stateless.yml")
    suite = ["--suite", "all", "--spec-version", "2026-07-28", "--expected-failures", listed]
    ran = await conform(product, tmp_path, "conformance-stateless", *suite)
    assert ran.status == 0, (ran.out + ran.err)[-4000:]
    found = scores(ran)
    wanted = {
        "server-stateless": (21, 4),
        "http-header-validation": (14, 0),
        "tools-list": (4, 0),
        "dns-rebinding-protection": (2, 0),
    }
    assert {name: found.get(name) for name in wanted} == wanted


@pytest.mark.parametrize("name", ["conformance-handshake.yml", "conformance-stateless.yml"])
def test_every_listed_failure_has_its_reason(name: str) -> None:
    lines = (CLIENTS / name).read_text(encoding="utf-8").splitlines()
    entries = [line for line in lines if line.lstrip().startswith("- ")]
    assert entries
    assert not [line for line in entries if not re.search(r"  # \w.{10,}", line)]
