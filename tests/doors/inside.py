"""The product inside the test's own process, on loopback: its settings, its stores' faults and its spans are at hand."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import aiohttp

from memory_core.bootstrap import Core
from memory_core.clock import SystemClock
from memory_core.contract.client import CoreClient, connect
from memory_core.server import serving_core, serving_doors
from memory_core.settings import Settings, load
from memory_core.stores import Stores, guarded, open_stores
from memory_core.wrappers.faulty import Faults, faulty


@dataclass(frozen=True)
class Answer:
    """What a door said."""

    status: int
    headers: Mapping[str, str]
    body: Any


@dataclass(frozen=True)
class Inside:
    """A running product."""

    core: Core
    client: CoreClient
    http: aiohttp.ClientSession
    address: str
    faults: Mapping[str, Faults]
    """By store: text, vectors, embedder. They sit below the guards."""

    @property
    def key(self) -> str:
        """Of the first context."""
        return json.loads(Path(self.core.bootstrap.key_file).read_text())["key"]

    @property
    def bearer(self) -> dict[str, str]:
        """The header, or metadata, that carries the key."""
        return {"authorization": f"Bearer {self.key}"}

    async def call(self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None) -> Answer:
        """One REST call below the first context. Bytes go as they are."""
        url = f"{self.address}/api/v1/{self.core.bootstrap.context}{path}"
        sent = {**self.bearer, **(headers or {})}
        given = body
        if body is not None and not isinstance(body, bytes | aiohttp.FormData):
            given, sent = json.dumps(body).encode(), {"Content-Type": "application/json", **sent}
        async with self.http.request(method, url, headers=sent, data=given) as reply:
            raw = await reply.read()
            return Answer(reply.status, reply.headers, json.loads(raw) if raw else None)

    async def tool(self, name: str, arguments: dict[str, Any], headers: Mapping[str, str] | None = None) -> Any:
        """One MCP tool call: its result, or its JSON-RPC error."""
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
        sent = {**self.bearer, "Accept": "application/json", **(headers or {})}
        async with self.http.post(f"{self.address}/mcp", json=message, headers=sent) as reply:
            answer = await reply.json()
        return answer.get("result", answer)

    async def texts(self, query: str, **more: Any) -> list[str]:
        """What recall finds over REST."""
        return [hit["text"] for hit in (await self.call("POST", "/query", {"query": query, **more})).body["hits"]]


@asynccontextmanager
async def inside(folder: Path, **settings: Any) -> AsyncGenerator[Inside]:
    """A product on a fresh or known folder; settings are nested by group."""
    ports = {"grpc": {"port": 0}, "rest": {"port": 0}}
    set_to = load({"data_dir": folder, **ports, **settings})
    async with AsyncExitStack() as stack:
        clock = SystemClock()
        faults = {name: Faults() for name in ("text", "vectors", "embedder")}
        stores = _faulty(await open_stores(stack, set_to, clock), faults)
        core = Core(guarded(stores, set_to.resilience), set_to, clock)
        stack.push_async_callback(core.close)
        await core.start()
        yield await _opened(stack, core, set_to, faults)


def _faulty(stores: Stores, faults: Mapping[str, Faults]) -> Stores:
    return replace(
        stores,
        text=faulty(stores.text, faults["text"]),
        vectors=faulty(stores.vectors, faults["vectors"]),
        embedder=faulty(stores.embedder, faults["embedder"]),
    )


async def _opened(stack: AsyncExitStack, core: Core, settings: Settings, faults: Mapping[str, Faults]) -> Inside:
    port = await stack.enter_async_context(serving_core(core, settings))
    client = await stack.enter_async_context(connect(f"127.0.0.1:{port}"))
    address = await stack.enter_async_context(serving_doors(client, settings, rest=True, mcp=True))
    http = await stack.enter_async_context(aiohttp.ClientSession())
    return Inside(core, client, http, address, faults)
