"""The upkeep of memory through the doors that have it: gRPC and REST."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from memory_core.contract.gen.memory.v1 import lifecycle_pb2, lifecycle_pb2_grpc
from memory_core.contract.jsonform import parse
from tests.doors.product import Product
from tests.doors.tenant import ALL_VERBS, Body, Caller, Refused, Tenant, or_refused

DOORS = ("grpc", "rest")
CALLS: dict[str, tuple[str, str, Any]] = {
    "decay": ("/lifecycle/decay", "RunDecay", lifecycle_pb2.RunDecayRequest),
    "expire": ("/lifecycle/expire", "RunExpiry", lifecycle_pb2.RunExpiryRequest),
}


@pytest.fixture
def tenant(product: Product) -> Tenant:
    """A context of the test's own."""
    return Tenant(product).open()


def run(caller: Caller, name: str, body: Body | None = None) -> Body:
    """One operation of upkeep, its answer as REST shows it. Raises Refused."""
    path, method, request = CALLS[name]
    if caller.door == "rest":
        return caller.rest("POST", path, body)
    asked, stub = parse(request, body or {}), lifecycle_pb2_grpc.LifecycleServiceStub
    return or_refused(lambda: caller.product.rpc(stub, method, asked, caller.key))


def days_ago(days: float) -> str:
    """An instant as clients write it."""
    return (dt.datetime.now(dt.UTC) - dt.timedelta(days=days)).isoformat()


@pytest.mark.parametrize("door", DOORS)
def test_what_faded_is_shown_faded_and_a_run_changes_what_is_written_once(tenant: Tenant, door: str) -> None:
    caller = tenant.caller()
    caller.tell("person/Ines", "mood", "calm", observed_at=days_ago(30), memory_category="context")
    [row] = caller.rest("GET", "/entities/person/Ines")["attributes"]
    assert row["importance"] == pytest.approx(0.5 * 0.95**30, rel=0.01)
    assert run(caller.at(door), "decay") == {"affected": 1}
    assert run(caller.at(door), "decay", {}) == {"affected": 0}
    assert caller.values("person/Ines", "mood") == ["calm"]


@pytest.mark.parametrize("door", DOORS)
def test_context_that_ended_is_the_same_on_every_surface(tenant: Tenant, door: str) -> None:
    caller = tenant.caller()
    caller.tell("person/Ines", "mood", "zqcalm", days_ago(9), days_ago(2), memory_category="context")
    caller.tell("person/Ines", "role", "baker", days_ago(9), days_ago(2), memory_category="identity")
    assert run(caller.at(door), "expire")["affected"] == 1
    assert run(caller.at(door), "expire")["affected"] == 0
    past = f"atInstant={days_ago(5)[:19]}Z"
    assert (caller.values("person/Ines", "mood", past), caller.values("person/Ines", "role", past)) == ([], ["baker"])
    for other in ("rest", "grpc", "mcp"):
        here = caller.at(other)
        assert not [text for text in here.texts("zqcalm mood of Ines") if "zqcalm" in text]
        assert "zqcalm" not in here.block("mood of Ines zqcalm")
        with pytest.raises(Refused) as refused:
            here.inspect("attribute:person/Ines/mood")
        assert refused.value.reason == "ATTRIBUTE_NOT_FOUND"
    assert not any("zqcalm" in fact for fact in caller.facts())
    assert caller.rest("POST", "/forget", {"query": "zqcalm", "dryRun": True})["deleted"] == 0


@pytest.mark.parametrize("name", ["decay", "expire"])
@pytest.mark.parametrize("door", DOORS)
def test_a_reader_is_refused_and_the_audit_says_so(tenant: Tenant, door: str, name: str) -> None:
    reader = tenant.caller("reader", verbs=[verb for verb in ALL_VERBS if verb != "memory:write"])
    with pytest.raises(Refused) as refused:
        run(reader.at(door), name)
    assert refused.value.reason == "PERMISSION_DENIED"
    rows = tenant.caller().rest("GET", "/audit")["rows"]
    [row] = [one for one in rows if one["operation"] == {"decay": "run_decay", "expire": "run_expiry"}[name]]
    assert (row["outcome"], row["reason"]) == ("denied", "PERMISSION_DENIED")


def test_the_management_surface_runs_them_and_refuses_a_malformed_time_to_live(tenant: Tenant) -> None:
    caller = tenant.caller()
    caller.tell("person/Ines", "mood", "calm", observed_at=days_ago(30), memory_category="context")
    assert tenant.manage("POST", "/lifecycle/decay") == {"affected": 1}
    assert tenant.manage("POST", "/lifecycle/expire") == {"affected": 0}
    key, path = caller.product.keys["management_key"], f"/{tenant.context_id}"
    for wrong in ("7", -1, 40_000, True):
        body = {"config": {"lifecycle": {"context_ttl_days": wrong}}}
        status, problem = caller.product.call("PATCH", path, body, key, "contexts")
        assert (status, problem["errors"][0]["field"]) == (400, "config.lifecycle.context_ttl_days")
    tenant.manage("PATCH", "", {"config": {"lifecycle": {"context_ttl_days": 7}}})
    assert tenant.manage("POST", "/lifecycle/expire") == {"affected": 1}
    assert caller.values("person/Ines", "mood") == []


def test_an_unknown_field_is_refused(tenant: Tenant) -> None:
    with pytest.raises(Refused) as refused:
        run(tenant.caller(), "expire", {"olderThan": 3})
    assert (refused.value.reason, refused.value.fields) == ("UNKNOWN_FIELD", ["olderThan"])
