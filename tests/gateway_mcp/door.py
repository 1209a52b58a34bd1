"""An MCP door that listens, and a plain client of it."""

from __future__ import annotations

import io
import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
from aiohttp import web

from gateway_mcp.app import add_routes
from gateway_mcp.config import McpConfig
from gateway_mcp.protocol import META, MODERN
from memory_core.contract.client import connect
from tests.gateway_mcp.fake_core import KEY

Body = dict[str, Any]
JSON, SSE = "application/json", "text/event-stream"


@dataclass
class Reply:
    """An HTTP answer and the JSON-RPC messages in it."""

    status: int
    headers: Mapping[str, str]
    raw: bytes
    messages: list[Any] = field(default_factory=list[Any])

    @property
    def last(self) -> Any:
        """The answer to the request."""
        return self.messages[-1]

    @property
    def result(self) -> Body:
        """Its result."""
        return self.last["result"]

    @property
    def code(self) -> int:
        """The code of its JSON-RPC error."""
        return self.last["error"]["code"]

    @property
    def failure(self) -> Body:
        """The error of its tool result."""
        assert self.result["isError"] is True
        return self.result["structuredContent"]["error"]

    @property
    def text(self) -> str:
        """The readable text of its tool result."""
        return self.result["content"][0]["text"]


@dataclass
class Door:
    """A client of one door in one era."""

    url: str
    session: aiohttp.ClientSession
    modern: bool = False
    headers: Mapping[str, str] = field(default_factory=lambda: {"Authorization": f"Bearer {KEY}"})

    def in_era(self, era: str) -> Door:
        """The same door in `legacy` or `modern`."""
        return Door(self.url, self.session, era == "modern", self.headers)

    def message(self, method: str, params: Mapping[str, Any] | None = None, **more: Any) -> Body:
        """A request as its era writes it."""
        params = dict(params or {})
        if self.modern:
            own = {META + "protocolVersion": MODERN, META + "clientCapabilities": {}}
            params["_meta"] = {**own, **params.get("_meta", {})}
        return {"jsonrpc": "2.0", "id": 1, "method": method, **({"params": params} if params else {}), **more}

    def headers_for(self, message: object) -> dict[str, str]:
        """The headers that its era wants beside a message."""
        sent = {"Content-Type": JSON, "Accept": JSON, **self.headers}
        if self.modern and isinstance(message, dict):
            params = message.get("params")
            name = params.get("name") if isinstance(params, dict) else None
            sent |= {"MCP-Protocol-Version": MODERN, "Mcp-Method": str(message.get("method"))}
            sent |= {"Mcp-Name": name} if isinstance(name, str) else {}
        return sent

    async def post(self, message: object, headers: Mapping[str, str | None] | None = None) -> Reply:
        """Posts a message, or bytes as they are; a header of None is left out."""
        wanted = {**self.headers_for(message), **(headers or {})}
        sent = {name: value for name, value in wanted.items() if value is not None}
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        return await self.http("POST", body, sent)

    async def http(self, method: str, body: bytes | None, headers: Mapping[str, str], path: str = "/mcp") -> Reply:
        """One request with these headers alone."""
        skip = ("Accept", "Content-Type", "User-Agent")
        data = None if body is None else io.BytesIO(body)
        async with self.session.request(
            method, self.url + path, data=data, headers=headers, skip_auto_headers=skip
        ) as reply:
            raw = await reply.read()
            return Reply(reply.status, reply.headers, raw, messages_in(reply.content_type, raw))

    async def ask(
        self, method: str, params: Mapping[str, Any] | None = None, headers: Mapping[str, str | None] | None = None
    ) -> Reply:
        """A request by method."""
        return await self.post(self.message(method, params), headers)

    async def tool(
        self,
        name: object,
        arguments: object = None,
        headers: Mapping[str, str | None] | None = None,
        token: str | int | None = None,
    ) -> Reply:
        """A tool call; a token asks for progress."""
        params: Body = {"name": name, **({} if arguments is None else {"arguments": arguments})}
        if token is not None:
            params["_meta"] = {"progressToken": token}
        return await self.ask("tools/call", params, headers)


def messages_in(content_type: str, raw: bytes) -> list[Any]:
    """The JSON-RPC messages of a body."""
    if not raw or content_type not in (JSON, SSE):
        return []
    if content_type == JSON:
        return [json.loads(raw)]
    blocks = [block for block in raw.decode().split("\n\n") if "data: " in block]
    return [json.loads(block.partition("data: ")[2]) for block in blocks]


@asynccontextmanager
async def running_door(target: str, config: McpConfig, *middlewares: Any) -> AsyncGenerator[Door]:
    """A door in front of the core at `target`."""
    app = web.Application(middlewares=middlewares)
    async with connect(target) as core, aiohttp.ClientSession() as session:
        add_routes(app, core, config)
        runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=1)
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            host, port = runner.addresses[0][:2]
            yield Door(f"http://{host}:{port}", session)
        finally:
            await runner.cleanup()
