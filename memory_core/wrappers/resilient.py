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
from memory_core.wrappers.proxy import Method, Target, wrapped

T = TypeVar("T")
Methods = Collection[str] | Literal["all"]
"""Names of methods of a port, and of ports in it."""


def resilient(
    port: T,
    store: str,
    settings: ResilienceSettings,
    *,
    repeatable: Methods = (),
    timed: Methods = "all",
    breaker: bool = True,
    monotonic: Callable[[], float] = time.monotonic,
) -> T:
    """`port` whose calls end in time, are tried again where that is safe, and fail at once while the store is down.

    repeatable: what may be made twice, that is reads, and writes that are idempotent. timed: what is cut off by time.
    breaker: whether a method that keeps failing is left alone for a while; each by itself, since a full disk that ends
    the writes must not end the reads. What fails for good is raised as StoreUnavailable(store).
    """
    return wrapped(port, store, _Resilience(store, settings, repeatable, timed, breaker, monotonic))


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


@dataclass(frozen=True, slots=True)
class _Resilience:
    store: str
    settings: ResilienceSettings
    repeatable: Methods
    timed: Methods
    breaker: bool
    monotonic: Callable[[], float]

    def __call__(self, target: Target, method: Method) -> Method:
        once = self._in_time(method) if _among(target.method, self.timed) else method
        if self.breaker:
            once = self._broken_off(once)
        if self.settings.attempts == 1 or not _among(target.method, self.repeatable):
            return once
        return self._repeated(once)

    def _in_time(self, method: Method) -> Method:
        seconds = self.settings.timeout_ms / 1000

        async def call(*args: Any, **kwargs: Any) -> Any:
            try:
                async with asyncio.timeout(seconds):
                    return await method(*args, **kwargs)
            except TimeoutError as late:
                raise StoreUnavailable(self.store) from late

        return call

    def _broken_off(self, method: Method) -> Method:
        breaker = Breaker(self.settings, self.monotonic)

        async def call(*args: Any, **kwargs: Any) -> Any:
            if not breaker.admit():
                raise _LeftAlone(self.store)
            try:
                answer = await method(*args, **kwargs)
            except StoreUnavailable:
                breaker.failed()
                raise
            except asyncio.CancelledError:
                breaker.abandoned()
                raise
            except Exception:
                breaker.succeeded()
                raise
            breaker.succeeded()
            return answer

        return call

    def _repeated(self, method: Method) -> Method:
        """Nothing is spent on repeats before a first try has failed."""

        async def call(*args: Any, **kwargs: Any) -> Any:
            try:
                return await method(*args, **kwargs)
            except _LeftAlone:
                raise
            except StoreUnavailable as failed:
                return await self._again(method, failed, args, kwargs)

        return call

    async def _again(self, method: Method, failed: StoreUnavailable, args: Any, kwargs: Any) -> Any:
        backoff, first = self.settings.backoff_ms / 1000, iter((failed,))
        async for attempt in stamina.retry_context(
            on=_worth_another_try,
            attempts=self.settings.attempts,
            timeout=None,
            wait_initial=backoff,
            wait_jitter=backoff,
        ):
            with attempt:
                for made in first:  # the try that was made already
                    raise made
                return await method(*args, **kwargs)
        raise AssertionError("unreachable: the last attempt returns or raises")


def _among(method: str, methods: Methods) -> bool:
    return methods == "all" or method in methods


def _worth_another_try(error: Exception) -> bool:
    return isinstance(error, StoreUnavailable) and not isinstance(error, _LeftAlone)
