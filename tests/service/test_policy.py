from __future__ import annotations

from typing import Any

import pytest

from memory_core.contract.errors import ApiError
from memory_core.engine.masking import Masking
from memory_core.engine.model import Context
from memory_core.service.contexts import ContextPatch
from memory_core.service.policy import Policies, Policy, check_policy
from tests.service.access_world import AccessWorld

USUAL = Policy(confidence_floor=0.6, upload_bytes=1000, masking=Masking(tokens=False))


@pytest.mark.parametrize(
    ("config", "policy"),
    [
        ({}, USUAL),
        ({"belief": {"confidence_floor": 1}}, Policy(1.0, 1000, Masking(tokens=False))),
        ({"limits": {"upload_bytes": 10.0}}, Policy(0.6, 10, Masking(tokens=False))),
        ({"masking": {"tokens": True, "cards": True}}, Policy(0.6, 1000, Masking(cards=True))),
        ({"belief": "of old", "limits": {"upload_bytes": "many"}}, USUAL),
    ],
)
def test_a_config_decides_what_it_names_and_the_settings_the_rest(
    doors: AccessWorld, config: dict[str, Any], policy: Policy
) -> None:
    found = Policies(doors.ledger.access, USUAL).of(Context("c", 0, config))
    assert found == policy
    assert (type(found.confidence_floor), type(found.upload_bytes)) == (float, int)


@pytest.mark.parametrize(
    ("config", "field"),
    [
        ({"belief": {"confidence_floor": 1.01}}, "config.belief.confidence_floor"),
        ({"belief": {"confidence_floor": True}}, "config.belief.confidence_floor"),
        ({"belief": 0.7}, "config.belief"),
        ({"limits": {"upload_bytes": 0}}, "config.limits.upload_bytes"),
        ({"limits": {"upload_bytes": 1.5}}, "config.limits.upload_bytes"),
        ({"limits": {"upload_bytes": float("inf")}}, "config.limits.upload_bytes"),
        ({"masking": {"cards": "yes"}}, "config.masking.cards"),
    ],
)
def test_a_known_name_with_a_wrong_value_is_refused_by_its_field(config: dict[str, Any], field: str) -> None:
    with pytest.raises(ApiError) as refused:
        check_policy(config)
    assert [name for name, _ in refused.value.fields] == [field]


async def test_a_change_of_belief_judges_what_is_on_offer_anew_and_other_changes_do_not(doors: AccessWorld) -> None:
    contexts, fields = doors.contexts, frozenset({"config"})
    await contexts.update("here", ContextPatch(fields, {"colour": "red"}))
    assert doors.refreshed == []
    await contexts.update("here", ContextPatch(fields, {"belief": {"confidence_floor": 0.2}}))
    assert doors.refreshed == ["here"]
    with pytest.raises(ApiError):
        await contexts.update("here", ContextPatch(fields, {"belief": {"confidence_floor": 7}}))
    assert (await contexts.get("here")).config == {"colour": "red", "belief": {"confidence_floor": 0.2}}
