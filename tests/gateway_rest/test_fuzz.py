"""Whatever is sent, the door answers: never a 5xx, and what it refuses is a whole problem body."""

from __future__ import annotations

import asyncio
import json
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gateway_rest.routes import ROUTES, Route
from tests.gateway_rest.door import MULTIPART, Reply, file_part, metadata_part, multipart, running_door
from tests.gateway_rest.fake_core import running_core
from tests.gateway_rest.test_routing import is_problem

pytestmark = pytest.mark.filterwarnings(
    "ignore::aiohttp.BadContentDispositionHeader", "ignore::aiohttp.BadContentDispositionParam"
)
CHEAP = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])

texts = st.text(max_size=20) | st.sampled_from(
    ["", " ", "\x00", "*", "org//a", "2024-05-14", "9" * 40, "\ufeff", "a=b"]
)
numbers = st.integers() | st.floats() | st.sampled_from([0, -1, 51, 2**31, 2**63, 2**64, 10**30, 1e308])
plain = st.none() | st.booleans() | numbers | texts
values = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4), max_leaves=12
)
BODIES = [route for route in ROUTES if route.body]


@st.composite
def requests(draw: st.DrawFn) -> tuple[Route, str, bytes]:
    """A route, an address for it, and a body with some of its fields."""
    route = draw(st.sampled_from(BODIES))
    path = route.path
    for name in route.parameters:
        value = "dev" if name == "context_id" else draw(texts.filter(bool))
        path = path.replace("{" + name + "}", quote(value.encode("utf-8", "replace"), safe=""))
    fields = [field for one in route.fields.fields for field in (one.name, one.json_name)]
    body = draw(st.dictionaries(st.sampled_from(fields) | texts, values, max_size=6))
    query = "&".join(f"{name}={quote(draw(texts).encode('utf-8', 'replace'))}" for name in route.query)
    return route, f"{path}?{query}", json.dumps(body).encode()


def right(reply: Reply) -> bool:
    """Whether an answer is a good one, or a whole refusal."""
    return reply.status in (200, 201, 202, 204) or (reply.status < 500 and is_problem(reply, reply.status))


async def asked_all(sent: list[tuple[str, str, bytes, dict[str, str]]]) -> None:
    """Sends everything to one door."""
    async with running_core() as core, running_door(core.target) as door:
        for method, path, body, headers in sent:
            reply = await door.send(method, path, body, headers)
            assert right(reply), (method, path, body, reply)


@CHEAP
@given(st.lists(requests(), min_size=10, max_size=10))
def test_bodies_with_fields_of_any_kind(sent: list[tuple[Route, str, bytes]]) -> None:
    asyncio.run(asked_all([(route.method, path, body, {}) for route, path, body in sent]))


@CHEAP
@given(st.lists(st.binary(max_size=60), min_size=10, max_size=10))
def test_bodies_of_any_bytes(sent: list[bytes]) -> None:
    asyncio.run(asked_all([("POST", "/query", body, {}) for body in sent]))


WHOLE = multipart([metadata_part({"title": "x"}), file_part(b"some words\r\n--b\r\n")])


@st.composite
def uploads(draw: st.DrawFn) -> bytes:
    """A multipart body with a piece replaced."""
    start = draw(st.integers(0, len(WHOLE)))
    end = draw(st.integers(start, min(len(WHOLE), start + 20)))
    return WHOLE[:start] + draw(st.binary(max_size=12)) + WHOLE[end:]


@CHEAP
@given(st.lists(uploads(), min_size=10, max_size=10))
def test_uploads_with_any_damage(sent: list[bytes]) -> None:
    asyncio.run(asked_all([("POST", "/documents", body, dict(MULTIPART)) for body in sent]))


@CHEAP
@given(
    st.lists(st.text(st.characters(codec="ascii", exclude_characters="\r\n# "), max_size=30), min_size=10, max_size=10)
)
def test_addresses_of_any_kind(sent: list[str]) -> None:
    asyncio.run(asked_all([("GET", f"/api/v1/dev/{quote(path, safe='/%?&=:@')}", b"", {}) for path in sent]))
