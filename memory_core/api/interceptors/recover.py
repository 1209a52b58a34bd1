"""Ends a call with a status, whatever went wrong: the caller learns a reason and never an internal text."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import grpc.aio

from memory_core.api.interceptors.base import Call, Step
from memory_core.api.interceptors.errors import as_api_error
from memory_core.contract.status import abort


class Recover(Step):
    """The outermost step. Cancellation goes through: it is no error."""

    @asynccontextmanager
    async def around(self, call: Call) -> AsyncGenerator[None]:
        try:
            yield
        except grpc.aio.AbortError:
            raise
        except Exception as error:
            await abort(call.context, as_api_error(error, call.state.operation))
