"""What use cases and ports raise becomes an error of the table."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import grpc.aio

from memory_core import telemetry
from memory_core.api.interceptors.base import Call, Step
from memory_core.contract.errors import ApiError
from memory_core.ports.errors import (
    AlreadyExists,
    ContextGone,
    IdempotencyConflict,
    IdempotencyInProgress,
    StoreUnavailable,
)
from memory_core.service.authentication import unknown_key

RETRY_S = 1.0
log = telemetry.log(__name__)


class Errors(Step):
    """The innermost step, so that those around it see errors of the table alone."""

    @asynccontextmanager
    async def around(self, call: Call) -> AsyncGenerator[None]:
        try:
            yield
        except grpc.aio.AbortError:
            raise
        except Exception as error:
            raise as_api_error(error, call.state.operation) from error


def as_api_error(error: Exception, operation: str) -> ApiError:
    """What a caller is told of an exception. Anything unforeseen is logged, and told without its text."""
    match error:
        case ApiError():
            return error
        case StoreUnavailable():
            log.warning("store unavailable", operation=operation, store=error.store, exc_info=error)
            return ApiError("STORE_UNAVAILABLE", str(error), metadata={"store": error.store}, retry_after=RETRY_S)
        case AlreadyExists():
            return ApiError("ALREADY_EXISTS", str(error), metadata={"kind": error.kind, "name": error.name})
        case IdempotencyConflict():
            return ApiError("IDEMPOTENCY_CONFLICT", "this idempotency key was used with another body")
        case IdempotencyInProgress():
            return ApiError("IDEMPOTENCY_IN_PROGRESS", "the first call with this key still runs", retry_after=RETRY_S)
        case ContextGone():
            return unknown_key()
        case TimeoutError():
            return ApiError("DEADLINE_EXCEEDED")
        case _:
            log.error("call failed", operation=operation, error=type(error).__name__, exc_info=error)
            return ApiError("INTERNAL")
