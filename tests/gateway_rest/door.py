"""A REST door that listens, and a plain client of it."""

from __future__ import annotations

import io
import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
from aiohttp import web
from yarl import URL

from gateway_rest.app import build_app
from gateway_rest.config import RestConfig
from gateway_rest.listener import DoorRunner
from memory_core.contract.client import connect
from tests.gateway_rest.fake_core import CONTEXT, KEY, MANAGEMENT_KEY

Part = tuple[str, str | None, str | None, bytes]
"""(name, file name, content type, content) of a multipart part."""
BOUNDARY = "boundary-of-the-tests"


@dataclass
class Reply:
    """An HTTP answer."""

    status: int
    headers: Mapping[str, str]
    raw: bytes

    @property
    def body(self) -> Any:
        """The JSON in it."""
        return json.loads(self.raw)

    @property
    def reason(self) -> str:
        """The reason of its problem body."""
        return self.body["reason"]

    @property
    def fields(self) -> list[str]:
        """The bad fields that its problem body names."""
        return [row["field"] for row in self.body.get("errors", [])]


@dataclass
class Door:
    """A client of one door."""

    url: str
    session: aiohttp.ClientSession

    async def send(
        self, method: str, path: str, body: object = None, headers: Mapping[str, str | None] | None = None
    ) -> Reply:
        """One request, with its path as written; bodies are bytes, async iterators, or what becomes JSON.

        A path without /api/ is one of the context; contexts and the like get the management key.
        """
        full = path if path.startswith(("/api", "//")) else f"/api/v1/{CONTEXT}{path}"
        managed = full.startswith("/api/v1/contexts") or full in ("/api/v1/verbs", "/api/v1/migrations")
        wanted = {"Authorization": f"Bearer {MANAGEMENT_KEY if managed else KEY}", **(headers or {})}
        sent = {name: value for name, value in wanted.items() if value is not None}
        if body is not None and not hasattr(body, "__aiter__"):
            body = io.BytesIO(body if isinstance(body, bytes) else json.dumps(body).encode())
        skip = ("Content-Type", "User-Agent")
        url = URL(self.url + full, encoded=True)
        async with self.session.request(method, url, data=body, headers=sent, skip_auto_headers=skip) as reply:
            return Reply(reply.status, reply.headers, await reply.read())

    async def get(self, path: str) -> Reply:
        """A GET."""
        return await self.send("GET", path)

    async def post(self, path: str, body: object = None, headers: Mapping[str, str | None] | None = None) -> Reply:
        """A POST."""
        return await self.send("POST", path, body, headers)

    async def upload(self, parts: Sequence[Part], method: str = "POST", path: str = "/documents") -> Reply:
        """A multipart request."""
        return await self.send(method, path, multipart(parts), MULTIPART)


MULTIPART = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}


def multipart(parts: Sequence[Part]) -> bytes:
    """The body of a multipart request."""
    out = b""
    for name, filename, kind, content in parts:
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"'
        head += f'; filename="{filename}"' if filename is not None else ""
        head += f"\r\nContent-Type: {kind}" if kind is not None else ""
        out += head.encode() + b"\r\n\r\n" + content + b"\r\n"
    return out + f"--{BOUNDARY}--\r\n".encode()


def metadata_part(value: object) -> Part:
    """The metadata of an upload."""
    return ("metadata", None, "application/json", value if isinstance(value, bytes) else json.dumps(value).encode())


def file_part(content: bytes, filename: str | None = "a.txt", kind: str | None = "text/plain") -> Part:
    """The file of an upload."""
    return ("file", filename, kind, content)


@asynccontextmanager
async def running_door(target: str, config: RestConfig | None = None) -> AsyncGenerator[Door]:
    """A door in front of the core at `target`."""
    async with connect(target) as core, aiohttp.ClientSession() as session:
        runner = DoorRunner(build_app(core, config), shutdown_timeout=1)
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            host, port = runner.addresses[0][:2]
            yield Door(f"http://{host}:{port}", session)
        finally:
            await runner.cleanup()
