"""What is written through one door is read through every other, in the same order and with the same refusals."""

from __future__ import annotations

import base64
import stat
import uuid

import pytest

from tests.doors.product import DOORS, Product


@pytest.mark.parametrize("door", DOORS)
def test_a_turn_written_through_a_door_is_the_best_hit_through_all(product: Product, door: str) -> None:
    word = f"zq{uuid.uuid4().hex[:12]}"
    said = product.remember(door, {"text": f"The orchard gate opens with {word}.", "infer": "none"})
    found = {one: product.query(one, {"query": f"orchard gate {word}"}) for one in DOORS}
    assert found["grpc"][0] == (said["turnId"], "memory_chunk", f"The orchard gate opens with {word}.")
    assert found["grpc"] == found["rest"] == found["mcp"]


@pytest.mark.parametrize("door", ("grpc", "rest"))
def test_a_newer_value_supersedes_and_a_late_older_one_does_not(product: Product, door: str) -> None:
    name = f"project {uuid.uuid4().hex[:12]}"

    def tell(value: str, since: str, seen: str) -> dict[str, object]:
        triple = {"entity": {"type": "project", "name": name}, "key": "owner", "value": value, "valid_from": since}
        return product.remember(door, {"infer": "triples", "triples": [triple], "observed_at": seen})

    tell("Ines", "2022-01-01", "2022-01-02")
    answer = tell("Tariq", "2024-01-01", "2024-01-02")
    assert [c["newValue"] for c in answer["extraction"]["corrections"]] == ["Tariq"]  # type: ignore[index]
    assert tell("Lotte", "2020-01-01", "2025-01-02")["extraction"]["corrections"] == []  # type: ignore[index]
    path = f"/entities/project/{name.replace(' ', '%20')}"
    values = {
        when: [row["value"] for row in product.call("GET", f"{path}?{when}")[1]["attributes"]]
        for when in ("", "atInstant=2023-06-01", "atInstant=2021-06-01", "asOf=2023-01-01")
    }
    assert values == {
        "": ["Tariq"],
        "atInstant=2023-06-01": ["Ines"],
        "atInstant=2021-06-01": ["Lotte"],
        "asOf=2023-01-01": ["Ines"],
    }


def test_what_is_forgotten_is_gone_from_every_door_and_a_dry_run_forgets_nothing(product: Product) -> None:
    word = f"zq{uuid.uuid4().hex[:12]}"
    triple = {"entity": {"type": "project", "name": f"locker {word}"}, "key": "code", "value": word}
    product.remember("rest", {"infer": "triples", "triples": [triple]})
    ask = {"query": f"everything about locker {word}"}
    foretold = product.call("POST", "/forget", {**ask, "dryRun": True})[1]["deleted"]
    assert any(word in text for *_, text in product.query("rest", {"query": word}))
    result = product.tool("forget", {**ask, "purge": True})["structuredContent"]
    assert result["deleted"] == foretold == 1
    assert {store["store"] for store in result["receipt"]["stores"]} >= {"ledger", "text", "vectors"}
    for door in DOORS:
        assert not any(word in text for *_, text in product.query(door, {"query": word}))


def test_a_document_is_read_once_and_recalled(product: Product) -> None:
    word = f"zq{uuid.uuid4().hex[:12]}"
    given = {"bytes_base64": base64.b64encode(f"# Keys\n\nThe spare key is {word}.".encode()).decode()}
    first = product.tool("upload", {**given, "title": "Handbook", "mime_type": "text/markdown"})["structuredContent"]
    again = product.tool("upload", {**given, "title": "Handbook", "mime_type": "text/markdown"})["structuredContent"]
    assert (first["deduplicated"], again["deduplicated"], again["id"]) == (False, True, first["id"])
    status = ""
    for _ in range(600):
        status = product.tool("inspect", {"ref": first["id"]})["structuredContent"]["status"]
        if status in ("ready", "failed"):
            break
    assert status == "ready"
    assert any(word in text for *_, text in product.query("grpc", {"query": f"spare key {word}"}))


def test_refusals_name_the_field_and_read_alike_on_rest_and_mcp(product: Product) -> None:
    status, problem = product.call("POST", "/query", {"query": "x", "k": 51})
    assert (status, problem["errors"][0]["field"], "50" in problem["detail"]) == (400, "k", True)
    status, problem = product.call("GET", "/entities/project/never%20was")
    tool = product.tool("inspect", {"ref": "entity:project/never was"})
    assert (status, problem["reason"]) == (404, tool["structuredContent"]["error"]["reason"])
    assert product.call("GET", "/me", key="mk_wrong")[0] == 401


def test_the_key_file_is_private_and_the_ledger_holds_no_secret(product: Product) -> None:
    file = product.folder / "keys.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    secrets = [product.keys[name].encode() for name in ("key", "management_key")]
    stored = b"".join(one.read_bytes() for one in (product.folder / "data").rglob("*") if one.is_file())
    assert not any(secret in stored for secret in secrets)
