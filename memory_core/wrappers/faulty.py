"""Faults on demand around a port, for tests of what must survive them."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, TypeVar

from memory_core.wrappers.proxy import Method, Target, wrapped

T = TypeVar("T")


@dataclass(slots=True)
class Hold:
    """A call that waits: `reached` is set when it has begun, and it goes on when `released` is set."""

    reached: asyncio.Event = field(default_factory=asyncio.Event)
    released: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(slots=True)
class _Script:
    before: list[Exception] = field(default_factory=list[Exception])
    after: list[Exception] = field(default_factory=list[Exception])
    holds: list[Hold] = field(default_factory=list[Hold])


class Faults:
    """What is to go wrong, by method; each fault is used up by one call."""

    def __init__(self) -> None:
        self._scripts: defaultdict[str, _Script] = defaultdict(_Script)
        self.calls: list[str] = []
        """Methods that were called, in order."""
        self.outage: Exception | None = None
        """While there is one, every call raises it and never reaches the port."""

    def fail(self, method: str, *errors: Exception) -> None:
        """The next calls raise these errors and never reach the port."""
        self._scripts[method].before += errors

    def lose(self, method: str, *errors: Exception) -> None:
        """The next calls take place, and their answers are lost: the caller gets these errors."""
        self._scripts[method].after += errors

    def hold(self, method: str) -> Hold:
        """The next call waits before it reaches the port."""
        hold = Hold()
        self._scripts[method].holds.append(hold)
        return hold

    def __call__(self, target: Target, method: Method) -> Method:
        script = self._scripts[target.method]

        async def call(*args: Any, **kwargs: Any) -> Any:
            self.calls.append(target.method)
            if script.holds:
                hold = script.holds.pop(0)
                hold.reached.set()
                await hold.released.wait()
            if self.outage is not None:
                raise self.outage
            if script.before:
                raise script.before.pop(0)
            answer = await method(*args, **kwargs)
            if script.after:
                raise script.after.pop(0)
            return answer

        return call


def faulty(port: T, faults: Faults, name: str = "port") -> T:
    """`port` with `faults` in front of it."""
    return wrapped(port, name, faults)
