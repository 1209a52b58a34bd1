"""The product as a process of its own, started as its users start it, and programs that are its clients."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import urllib.request
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.doors.product import Product as Running

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
CLIENTS = Path(__file__).resolve().parent
CLIENT_S = 90.0
ENTITY = "entity:project/atlas"
"""What the tests can inspect."""


@dataclass(frozen=True)
class Product:
    """Where it listens, and its first key."""

    address: str
    context: str
    key: str

    @property
    def mcp(self) -> str:
        """The MCP endpoint."""
        return self.address + "/mcp"

    def post(self, path: str, body: object) -> Any:
        """A REST call inside the context."""
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        url = f"{self.address}/api/v1/{self.context}{path}"
        request = urllib.request.Request(url, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)


@contextmanager
def running_product(folder: Path) -> Generator[Product]:
    """`memory-core dev` on embedded stores below a folder; it must stop well when it is told to."""
    started = Running(folder)
    try:
        started.start()
        yield Product(f"http://127.0.0.1:{started.rest}", started.keys["context"], started.keys["key"])
        assert started.end() == 0
    finally:
        started.end(signal.SIGKILL)


def seed(product: Product) -> None:
    """Something to recall, and something to inspect."""
    triple = {"entity": {"type": "project", "name": "atlas"}, "key": "codename", "value": "blue heron"}
    product.post("/facts", {"infer": "triples", "triples": [triple]})
    product.post("/facts", {"infer": "none", "text": "The atlas project moves to Lisbon in May."})


@dataclass(frozen=True)
class Ran:
    """What a program came to."""

    status: int
    out: str
    err: str


async def run_node(script: str, *arguments: str, home: Path, stdin: str = "") -> Ran:
    """Runs a script below tests/clients with the Node of the environment; ends it when it takes too long."""
    path, node = CLIENTS / script, BIN / "node"
    assert node.exists() and path.exists(), f"{path if node.exists() else node} is missing: run `make setup-clients`"
    return await run([str(node), str(path), *arguments], home, stdin)


async def run(command: Sequence[str], home: Path, stdin: str = "") -> Ran:
    """Runs a program with a home folder of its own."""
    pipe = asyncio.subprocess.PIPE
    env = {"HOME": str(home), "PATH": f"{BIN}:/usr/local/bin:/usr/bin:/bin", "NO_COLOR": "1"}
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=home, env=env)
    try:
        async with asyncio.timeout(CLIENT_S):
            out, err = await process.communicate(stdin.encode())
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return Ran(process.returncode or 0, out.decode(), err.decode())
