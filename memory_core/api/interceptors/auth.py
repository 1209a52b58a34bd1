"""Who calls: the key, its context, whom it acts for; or the management key."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from google.protobuf.message import Message

from memory_core.api.interceptors.base import Call, Step
from memory_core.contract import metadata
from memory_core.service.authentication import Authenticator, require_context, require_unblocked

MANAGEMENT = "/memory.v1.AdminService/"


class Auth(Step):
    """Puts the caller into the request state; without one the servicer is never reached."""

    def __init__(self, authenticator: Authenticator) -> None:
        self._authenticator = authenticator

    @asynccontextmanager
    async def around(self, call: Call) -> AsyncGenerator[None]:
        state = call.state
        secret = metadata.secret_of(call.carried.get(metadata.AUTHORIZATION))
        if state.method.startswith(MANAGEMENT):
            await self._authenticator.require_manager(secret, state.request_id)
            state.manager = True
        else:
            state.who = caller = await self._authenticator.identify(secret, state.request_id)
            require_unblocked(caller)
            state.who = await self._authenticator.delegated(caller, call.values_of(metadata.ON_BEHALF_OF))
        yield

    async def inspect(self, call: Call, message: Message) -> None:
        """The context that a message names, in itself or in the header of an upload, must be that of the key."""
        named = _context_of(message)
        if call.state.who is not None:
            require_context(call.state.who, named)
        else:
            call.state.target = named


def _context_of(message: Message) -> str:
    header = getattr(message, "header", None) if not hasattr(message, "context_id") else message
    return str(getattr(header, "context_id", ""))
