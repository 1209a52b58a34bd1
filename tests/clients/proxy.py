"""A proxy on the loopback that adds a key: the conformance suites have no option for headers."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import aiohttp
from aiohttp import web

HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "host"}


def forwarder(target: str, session: aiohttp.ClientSession, added: dict[str, str]) -> web.Application:
    """An application that passes every request on, and its answer back piece by piece."""

    async def forward(request: web.Request) -> web.StreamResponse:
        kept = [(name, value) for name, value in request.headers.items() if name.lower() not in HOP_BY_HOP]
        async with session.request(
            request.method,
            target + request.raw_path,
            headers=[*kept, *added.items()],
            data=await request.read() or None,
            skip_auto_headers=("Accept", "User-Agent", "Content-Type"),
            allow_redirects=False,
        ) as answer:
            back = [(name, value) for name, value in answer.headers.items() if name.lower() not in HOP_BY_HOP]
            response = web.StreamResponse(status=answer.status, headers=back)
            await response.prepare(request)
            async for piece in answer.content.iter_any():
                await response.write(piece)
            await response.write_eof()
            return response

    app = web.Application(client_max_size=1 << 26)
    app.router.add_route("*", "/{tail:.*}", forward)
    return app


@asynccontextmanager
async def keyed_proxy(target: str, key: str) -> AsyncGenerator[str]:
    """The address of a proxy in front of `target` (an address without a path) that adds the key to every request."""
    timeout = aiohttp.ClientTimeout(total=60)
    async with aiohttp.ClientSession(timeout=timeout, auto_decompress=False) as session:
        app = forwarder(target, session, {"Authorization": f"Bearer {key}"})
        runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=1)
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            host, port = runner.addresses[0][:2]
            yield f"http://{host}:{port}"
        finally:
            await runner.cleanup()
