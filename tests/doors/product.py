"""Starts the product as a user does, in a process of its own on loopback, and speaks to it through every door."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc

from memory_core.contract.gen.memory.v1 import memory_pb2, memory_pb2_grpc, recall_pb2, recall_pb2_grpc
from memory_core.contract.jsonform import parse, render

DOORS = ("grpc", "rest", "mcp")
START_S = 60.0
"""Longest time a start may take; a bound, not a wait."""


def free_port() -> int:
    """A port that was free a moment ago."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@dataclass
class Product:
    """One running `memory-core dev`."""

    folder: Path
    rest: int = field(default_factory=free_port)
    grpc: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def keys(self) -> dict[str, str]:
        """What the bootstrap file holds."""
        return json.loads((self.folder / "keys.json").read_text())

    def command(self) -> list[str]:
        """The start that others rely on."""
        return [
            *(sys.executable, "-m", "memory_core", "dev", "--data-dir", str(self.folder / "data")),
            *("--rest-port", str(self.rest), "--grpc-port", str(self.grpc)),
            *("--bootstrap-key-file", str(self.folder / "keys.json")),
        ]

    def start(self) -> None:
        """Returns when all doors are open."""
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(self.command(), stdout=log, stderr=log, start_new_session=True)
        end = time.monotonic() + START_S
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise AssertionError((self.folder / "server.log").read_text()[-2000:])
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.rest}/api/v1/health", timeout=2) as reply:
                    if reply.status == 200:
                        return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("the product did not open its doors")

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ends the process group; its exit status."""
        assert self.process is not None
        if self.process.poll() is None:
            os.killpg(self.process.pid, how)
        return self.process.wait(30)

    def call(
        self, method: str, path: str, body: object = None, key: str | None = None, context: str | None = None
    ) -> tuple[int, Any]:
        """One REST call below a context (that of the first keys unless named)."""
        url = f"http://127.0.0.1:{self.rest}/api/v1/{context or self.keys['context']}{path}"
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {key or self.keys['key']}", "Content-Type": "application/json"}
        asked = urllib.request.Request(url, data, headers, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=60) as reply:
                raw = reply.read()
                return reply.status, json.loads(raw) if raw else None
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())

    def tool(self, name: str, arguments: dict[str, Any], key: str | None = None) -> dict[str, Any]:
        """One MCP tool call, as a shipped hook makes it; a JSON-RPC error in place of its result."""
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
        headers = {"Authorization": f"Bearer {key or self.keys['key']}", "Accept": "application/json"}
        asked = urllib.request.Request(
            f"http://127.0.0.1:{self.rest}/mcp", json.dumps(message).encode(), headers, method="POST"
        )
        with urllib.request.urlopen(asked, timeout=60) as reply:
            answer = json.loads(reply.read())
        return answer.get("result", answer)

    def rpc(self, stub: Any, method: str, request: Any, key: str | None = None) -> dict[str, Any]:
        """One gRPC call, its answer as REST would show it."""
        with grpc.insecure_channel(f"127.0.0.1:{self.grpc}") as channel:
            ask = getattr(stub(channel), method)
            bearer = f"Bearer {key or self.keys['key']}"
            return render(ask(request, metadata=(("authorization", bearer),), timeout=60))

    def remember(self, door: str, body: dict[str, Any]) -> dict[str, Any]:
        """The same write through a door."""
        if door == "rest":
            status, answer = self.call("POST", "/facts", body)
            assert status == 200, answer
            return answer
        if door == "mcp":
            result = self.tool("remember", body)
            assert not result["isError"], result
            return result["structuredContent"]
        return self.rpc(memory_pb2_grpc.MemoryServiceStub, "Remember", parse(memory_pb2.RememberRequest, body))

    def query(self, door: str, body: dict[str, Any]) -> list[tuple[str, str, str]]:
        """The same question through a door: id, kind and text of each hit, in order."""
        if door == "rest":
            answer = self.call("POST", "/query", body)[1]
        elif door == "mcp":
            answer = self.tool("recall", body)["structuredContent"]
        else:
            answer = self.rpc(recall_pb2_grpc.RecallServiceStub, "Query", parse(recall_pb2.QueryRequest, body))
        return [(hit["id"], hit["source"], hit["text"]) for hit in answer["hits"]]
