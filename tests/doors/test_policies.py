"""What a context decides for itself holds on every door at once."""

from __future__ import annotations

import pytest

from tests.doors.product import DOORS, Product
from tests.doors.tenant import Body, Caller, Refused, Tenant

TOKEN = "ghp_" + "a1B2c3D4" * 5
CARD = "4111 1111 1111 1111"


@pytest.fixture
def tenant(product: Product) -> Tenant:
    """A context of the test's own."""
    return Tenant(product).open()


@pytest.mark.parametrize("door", DOORS)
def test_tokens_are_masked_unless_the_context_keeps_them_and_cards_where_it_asks(tenant: Tenant, door: str) -> None:
    caller = tenant.caller().at(door)
    said = f"the gate opens with {TOKEN} and {CARD}"
    caller.remember(said, infer="none")
    tenant.manage("PATCH", "", {"config": {"masking": {"tokens": False, "cards": True}}})
    caller.remember(said, infer="none")
    assert sorted(
        caller.texts("the gate opens with", includeDuplicates=True)
        if door != "mcp"
        else caller.texts("the gate opens with")
    ) == [
        f"the gate opens with [masked token] and {CARD}",
        f"the gate opens with {TOKEN} and [masked card number]",
    ]


def test_a_higher_floor_keeps_what_stands_until_it_is_taken_back(tenant: Tenant) -> None:
    caller, who = tenant.caller(), "person/Ines Falk"
    tenant.manage("PATCH", "", {"config": {"belief": {"confidence_floor": 0.99}}})
    caller.remember("Ines Falk lives in Porto.", observed_at="2024-01-01")
    answer = caller.remember("Ines Falk lives in Bergen.", observed_at="2024-02-01")
    assert answer["extraction"]["corrections"] == [] and answer["extraction"]["uncertainties"]
    assert caller.values(who, "city") == ["Porto"]
    offered = [hit["text"] for hit in facts_found(caller)]
    assert offered and not any("Bergen" in text for text in offered)
    tenant.manage("PATCH", "", {"config": {"belief": None}})
    assert caller.values(who, "city") == ["Bergen"]
    assert [hit["text"] for hit in facts_found(caller) if "Bergen" in hit["text"]]
    assert not [hit for hit in facts_found(caller) if "Porto" in hit["text"]]


def facts_found(caller: Caller) -> list[Body]:
    """Facts that recall offers about now."""
    return caller.ask("recall", {"query": "Where does Ines Falk live?", "include": ["facts"]})["hits"]


def test_a_context_bounds_its_own_uploads(tenant: Tenant) -> None:
    tenant.manage("PATCH", "", {"config": {"limits": {"upload_bytes": 20}}})
    caller = tenant.caller()
    with pytest.raises(Refused) as refused:
        caller.upload("The spare key is zqcopper.", "Keys")
    assert refused.value.reason == "BODY_TOO_LARGE"
    assert caller.rest("GET", "/documents")["total"] == 0
