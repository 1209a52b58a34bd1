"""Large bodies: parsed and decoded right, and without holding the event loop."""

from __future__ import annotations

import base64
import json
import time
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway_mcp.bodies import JSON_LIMIT, LARGE, decoded, parsed
from gateway_mcp.protocol import RpcError
from memory_core.contract.errors import ApiError
from memory_core.telemetry import loop_lag

CONTENT = bytes(range(256)) * 8192
TEXT = base64.b64encode(CONTENT).decode()


def call(arguments: dict[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "upload", "arguments": arguments}}


@pytest.mark.parametrize("name", ["bytes_base64", "bytesBase64"])
@pytest.mark.parametrize("separators", [(",", ":"), (" , ", " :\n")])
async def test_a_large_argument_is_cut_out_and_means_the_same(name: str, separators: tuple[str, str]) -> None:
    arguments = {"title": 'odd "bytes_base64": "title"', name: TEXT, "labels": ["a=1"]}
    message: Any = await parsed(json.dumps(call(arguments), separators=separators).encode())
    held = message["params"]["arguments"]
    assert isinstance(held[name], memoryview)
    assert await decoded(held[name]) == CONTENT
    assert {**held, name: TEXT} == arguments


@pytest.mark.parametrize(
    "message",
    [
        call({"bytes_base64": TEXT, "note": [{"bytes_base64": "x"}]}),
        call({"note": {"bytes_base64": TEXT}}),
        call({"note": f'{{\\"bytes_base64": "{TEXT}'}),
        [call({"bytes_base64": TEXT})],
        {"bytes_base64": TEXT},
        call({"title": TEXT}),
        call({"bytes_base64": TEXT[:100], "title": TEXT}),
    ],
)
async def test_wherever_the_name_stands_nothing_is_lost(message: Any) -> None:
    read: Any = await parsed(json.dumps(message).encode())
    held = read["params"]["arguments"] if isinstance(read, dict) and "params" in read else {}
    if isinstance(held.get("bytes_base64"), memoryview):
        held["bytes_base64"] = bytes(held["bytes_base64"]).decode()
    assert read == message


async def test_escapes_in_a_large_argument_are_read() -> None:
    wrapped = "\n".join(TEXT[at : at + 76] for at in range(0, len(TEXT), 76))
    body = json.dumps(call({"bytes_base64": wrapped})).replace("/", "\\/").encode()
    message: Any = await parsed(body)
    assert await decoded(message["params"]["arguments"]["bytes_base64"]) == CONTENT


@pytest.mark.parametrize("tail", [b"", b'"', b'"}}'])
async def test_a_large_body_that_breaks_off_is_a_parse_error(tail: bytes) -> None:
    body = b'{"jsonrpc":"2.0","id":1,"params":{"arguments":{"bytes_base64":"' + TEXT.encode() + tail
    with pytest.raises(RpcError) as caught:
        await parsed(body)
    assert (caught.value.code, caught.value.http) == (-32700, 400)


async def test_what_stands_beside_an_upload_is_bounded() -> None:
    with pytest.raises(RpcError) as caught:
        await parsed(json.dumps(call({"text": "x" * JSON_LIMIT})).encode())
    assert caught.value.http == 413


@given(st.binary(max_size=64), st.lists(st.tuples(st.integers(0, 99), st.sampled_from(" \t\r\n")), max_size=5))
async def test_base64_is_decoded_wherever_white_space_stands(content: bytes, blanks: list[tuple[int, str]]) -> None:
    text = base64.b64encode(content).decode()
    for at, blank in blanks:
        text = text[:at] + blank + text[at:]
    assert await decoded(text) == content


@pytest.mark.parametrize("at", [0, LARGE // 2 * 2, len(TEXT) - 4])
@pytest.mark.parametrize("bad", ["*AAA", "AA==", "AAA=", "=AAA", "éAAA", "AAA"])
async def test_base64_that_is_wrong_anywhere_is_refused(at: int, bad: str) -> None:
    wrong = TEXT[:at] + bad + TEXT[at:]
    with pytest.raises(ApiError) as caught:
        await decoded(wrong)
    assert caught.value.fields[0][0] == "bytes_base64"


async def test_the_largest_upload_does_not_hold_the_event_loop() -> None:
    content = bytes(50 << 20)
    body = bytearray(json.dumps(call({"bytes_base64": base64.b64encode(content).decode()})).encode())
    begun = time.perf_counter()
    orjson.loads(body)
    at_once = time.perf_counter() - begun
    worst: list[float] = []
    for _ in range(3):  # the machine may be busy with something else
        async with loop_lag(0.001) as lag:
            message: Any = await parsed(body)
            assert len(await decoded(message["params"]["arguments"]["bytes_base64"])) == len(content)
        worst.append(lag.worst_s)
    assert min(worst) < max(0.05, at_once / 2)
