"""A runner whose refusals of what is no proper HTTP are problem bodies too, and which takes long addresses.

    runner = DoorRunner(app, shutdown_timeout=5)

Use it like web.AppRunner. A client that goes away ends its call to the core.
"""

from __future__ import annotations

import asyncio
from typing import Any

from aiohttp import web
from multidict import CIMultiDict

from gateway_rest.call import REQUEST_ID, request_id_of
from gateway_rest.problem import own_error, problem

LINE_LIMIT = 64 << 10
"""Bytes of a request line: room for every name and reference with each character percent-encoded."""


class DoorRunner(web.AppRunner):
    """web.AppRunner for doors."""

    def __init__(self, app: web.Application, **options: Any) -> None:
        super().__init__(app, access_log=None, handler_cancellation=True, max_line_size=LINE_LIMIT, **options)

    async def _make_server(self) -> web.Server:
        plain = await super()._make_server()
        return _DoorServer(plain, self._kwargs)


class _DoorServer(web.Server):
    def __init__(self, plain: web.Server, options: dict[str, Any]) -> None:
        self._options = {name: value for name, value in options.items() if name != "handler_cancellation"}
        super().__init__(
            plain.request_handler, request_factory=plain.request_factory, handler_cancellation=True, **self._options
        )

    def __call__(self) -> web.RequestHandler:
        return _DoorProtocol(self, loop=asyncio.get_running_loop(), **self._options)


class _DoorProtocol(web.RequestHandler):
    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """The answer to what never became a request. What the parser says of it may hold a key, so it is not logged."""
        if request.writer.output_size > 0:
            raise ConnectionError("part of an answer was sent already")
        response = problem(own_error(status), request.rel_url.raw_path)
        response.headers[REQUEST_ID] = request_id_of(CIMultiDict())
        response.force_close()
        return response
