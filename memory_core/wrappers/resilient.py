"""Timeout, retry and circuit breaker around a port.

Only calls that may be repeated are repeated: a write whose answer was lost may have happened. Failures that count are
StoreUnavailable and running out of time; everything else is an answer of the store.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import stamina

from memory_core.ports.errors import StoreUnavailable
from memory_core.settings import ResilienceSettings
from memory_core.wrappers.proxy import Call, Target, wrapped

T = TypeVar("T")
Repeatable = Collection[str] | Literal["all"]
"""Names of methods that may be made twice: reads, and writes that are idempotent."""


def resilient(
    port: T,
    store: str,
    settings: ResilienceSettings,
    *,
    repeatable: Repeatable = (),
    monotonic: Callable[[], float] = time.monotonic,
) -> T:
    """`port` whose calls end in time, are tried again where that is safe, and fail at once while the store is down.

    What fails for good is raised as StoreUnavailable(store).
    """
    return wrapped(port, store, _Resilience(store, settings, repeatable, Breaker(settings, monotonic)))


@dataclass(slots=True)
class Breaker:
    """Closed while calls succeed; open, that is refusing, after some failures in a row; then one call may try.

    Not for several event loops at once.
    """

    settings: ResilienceSettings
    monotonic: Callable[[], float]
    _failures: int = 0
    _opened: float = 0.0
    _trying: bool = False

    def admit(self) -> bool:
        """Whether a call may be made now; one that was let in must be followed by `succeeded` or `failed`."""
        if self._failures < self.settings.breaker_failures:
            return True
        if self._trying or self.monotonic() - self._opened < self.settings.breaker_cooldown_s:
            return False
        self._trying = True
        return True

    def succeeded(self) -> None:
        """Notes an answer."""
        self._failures, self._trying = 0, False

    def failed(self) -> None:
        """Notes a failure."""
        self._failures += 1
        self._opened, self._trying = self.monotonic(), False

    def abandoned(self) -> None:
        """Notes a call that its caller gave up, which says nothing about the store."""
        self._trying = False


class _LeftAlone(StoreUnavailable):
    """The breaker is open: another try would be refused as well."""


def _worth_another_try(error: Exception) -> bool:
    return isinstance(error, StoreUnavailable) and not isinstance(error, _LeftAlone)


@dataclass(frozen=True, slots=True)
class _Resilience:
    store: str
    settings: ResilienceSettings
    repeatable: Repeatable
    breaker: Breaker

    async def __call__(self, target: Target, call: Call) -> Any:
        if self.repeatable != "all" and target.method not in self.repeatable:
            return await self._once(call)
        backoff = self.settings.backoff_ms / 1000
        async for attempt in stamina.retry_context(
            on=_worth_another_try,
            attempts=self.settings.attempts,
            timeout=None,
            wait_initial=backoff,
            wait_jitter=backoff,
        ):
            with attempt:
                return await self._once(call)
        raise AssertionError("unreachable: the last attempt returns or raises")

    async def _once(self, call: Call) -> Any:
        if not self.breaker.admit():
            raise _LeftAlone(self.store)
        try:
            async with asyncio.timeout(self.settings.timeout_ms / 1000):
                answer = await call()
        except TimeoutError as late:
            self.breaker.failed()
            raise StoreUnavailable(self.store) from late
        except StoreUnavailable:
            self.breaker.failed()
            raise
        except asyncio.CancelledError:
            self.breaker.abandoned()
            raise
        except Exception:
            self.breaker.succeeded()
            raise
        self.breaker.succeeded()
        return answer
