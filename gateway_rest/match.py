"""Finds the route of a request by the raw path, so that an encoded slash in a name stays in its segment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

from gateway_rest.routes import RESERVED_CONTEXTS, Route
from memory_core.contract.errors import ApiError, bad_field


@dataclass(frozen=True, slots=True)
class Found:
    """A route with the values of its path parameters."""

    route: Route
    parameters: dict[str, str]


class RouteTable:
    """All routes by their number of segments."""

    def __init__(self, routes: Sequence[Route]) -> None:
        self._by_length: dict[int, list[tuple[Route, list[str]]]] = {}
        for route in routes:
            parts = route.segments
            self._by_length.setdefault(len(parts), []).append((route, parts))

    def find(self, method: str, raw_path: str) -> Found:
        """The route of a path. Raises NOT_FOUND, METHOD_NOT_ALLOWED (metadata `allow`), or 400 for a malformed segment."""
        parts = raw_path.strip("/").split("/")
        allowed: list[str] = []
        for route, template in self._by_length.get(len(parts), ()):
            values = _matched(route, template, parts)
            if values is None:
                continue
            if route.method == method:
                return Found(route, {name: _decoded(name, value) for name, value in values.items()})
            allowed.append(route.method)
        if allowed:
            raise ApiError(
                "METHOD_NOT_ALLOWED",
                f"{method} is not served here",
                metadata={"allow": ", ".join(sorted(set(allowed)))},
            )
        raise ApiError("NOT_FOUND", "no such path")


def _matched(route: Route, template: list[str], parts: list[str]) -> dict[str, str] | None:
    values: dict[str, str] = {}
    for want, have in zip(template, parts, strict=True):
        if not want.startswith("{"):
            if want != have:
                return None
            continue
        name = want[1:-1]
        taken = route.only.get(name, frozenset[str]())
        if not have or have in taken or (name == "context_id" and template[2] == want and have in RESERVED_CONTEXTS):
            return None
        values[name] = have
    return values


def _decoded(name: str, value: str) -> str:
    try:
        return unquote_to_bytes(value).decode()
    except UnicodeDecodeError:
        raise bad_field(name, "must be percent-encoded UTF-8") from None
