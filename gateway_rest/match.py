"""Finds the route of a request by its raw path, so that an encoded slash in a name stays in its segment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import unquote_to_bytes

from gateway_rest.routes import Route
from memory_core.contract.errors import ApiError, bad_field

Decoded = list[str | None]
"""Segments of a path; None is one that is no percent-encoded UTF-8."""


@dataclass(frozen=True, slots=True)
class Found:
    """A route with the values of its path parameters."""

    route: Route
    parameters: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Resource:
    """What one path template serves, by method."""

    template: list[str]
    methods: dict[str, Route] = field(default_factory=dict[str, Route])

    def holds(self, parts: Decoded) -> bool:
        """Whether a path is one of these; an empty segment is no value of a parameter."""
        return all(
            have != "" if _is_parameter(want) else want == have for want, have in zip(self.template, parts, strict=True)
        )

    def found(self, route: Route, parts: Decoded) -> Found:
        """The route with the path's values. Raises 400 for a value that can't be decoded."""
        values: dict[str, str] = {}
        for want, have in zip(self.template, parts, strict=True):
            if not _is_parameter(want):
                continue
            if have is None:
                raise bad_field(want[1:-1], "must be percent-encoded UTF-8")
            values[want[1:-1]] = have
        return Found(route, values)


class RouteTable:
    """All routes. Of two templates that hold a path, the one with the earlier literal is meant."""

    def __init__(self, routes: Iterable[Route]) -> None:
        by_path: dict[str, _Resource] = {}
        for route in routes:
            by_path.setdefault(route.path, _Resource(route.segments)).methods[route.method] = route
        self._by_length: dict[int, list[_Resource]] = {}
        for resource in sorted(by_path.values(), key=lambda one: [_is_parameter(part) for part in one.template]):
            self._by_length.setdefault(len(resource.template), []).append(resource)

    def find(self, method: str, raw_path: str) -> Found:
        """The route of a path; HEAD goes where GET goes.

        Raises NOT_FOUND, METHOD_NOT_ALLOWED (metadata `allow`), or 400 for a segment that can't be decoded.
        """
        parts = [_decoded(part) for part in raw_path.removeprefix("/").removesuffix("/").split("/")]
        resource = next((one for one in self._by_length.get(len(parts), ()) if one.holds(parts)), None)
        if resource is None:
            raise ApiError("NOT_FOUND", "no such path")
        route = resource.methods.get("GET" if method == "HEAD" else method)
        if route is None:
            allowed = {*resource.methods, *(["HEAD"] if "GET" in resource.methods else [])}
            raise ApiError(
                "METHOD_NOT_ALLOWED", "this path has other methods", metadata={"allow": ", ".join(sorted(allowed))}
            )
        return resource.found(route, parts)


def _is_parameter(part: str) -> bool:
    return part.startswith("{")


def _decoded(segment: str) -> str | None:
    try:
        return unquote_to_bytes(segment).decode()
    except UnicodeError:  # bytes that are no UTF-8, encoded or as they are
        return None
