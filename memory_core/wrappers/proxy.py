"""The one mechanism of all wrappers: a stand-in for a port that puts something around each of its coroutine methods.

Methods that are not coroutines, streams and plain attributes are passed on as they are. A property that is itself a
port (a ledger's `memory`, say) is wrapped the same way and keeps its owner's name in front: `ledger.memory`.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Protocol, TypeVar, cast

T = TypeVar("T")
Method = Callable[..., Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Target:
    """What is being called."""

    port: str
    method: str


class Around(Protocol):
    """What is put around a method. It is asked once for each, so that a call costs little."""

    def __call__(self, target: Target, method: Method) -> Method:
        """A coroutine function that calls the method, or not, or several times, and returns or raises what the caller
        is to get."""
        ...


def wrapped(port: T, name: str, around: Around) -> T:
    """`port` with `around` at each of its coroutine methods; `name` is what spans, metrics and errors call it."""
    return cast("T", _Proxy(port, name, around))


class _Proxy:
    """Looks an attribute up once, then keeps what it made of it."""

    def __init__(self, port: Any, name: str, around: Around) -> None:
        self._port, self._name, self._around = port, name, around

    def __getattr__(self, attribute: str) -> Any:
        found = getattr(self._port, attribute)
        if inspect.iscoroutinefunction(found):
            around = self._around(Target(self._name, attribute), found)
            made = found if around is found else wraps(found)(around)
        elif _is_port(found):
            made = _Proxy(found, f"{self._name}.{attribute}", self._around)
        else:
            return found
        setattr(self, attribute, made)
        return made


def _is_port(found: object) -> bool:
    """Whether a value is an object with public coroutine methods."""
    if isinstance(found, _Proxy):
        return True
    kind = type(found)
    public = (getattr(kind, name, None) for name in dir(kind) if not name.startswith("_"))
    return not callable(found) and any(inspect.iscoroutinefunction(member) for member in public)
