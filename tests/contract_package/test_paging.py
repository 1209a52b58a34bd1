"""Page tokens and update masks."""

from __future__ import annotations

import pytest
from google.protobuf.field_mask_pb2 import FieldMask
from hypothesis import given
from hypothesis import strategies as st

from memory_core.contract.errors import ApiError
from memory_core.contract.gen.memory.v1.admin_pb2 import UpdateContextRequest
from memory_core.contract.masks import changed_fields
from memory_core.contract.paging import next_token, page_offset, page_token


@given(st.integers(0, 2**63))
def test_a_token_gives_its_offset_back_to_the_list_that_made_it(offset: int) -> None:
    assert page_offset(page_token(offset, "turns", "dev", None), "turns", "dev", None) == offset


@pytest.mark.parametrize("token", ["", "x", "é", "A" * 22, "====", page_token(5, "turns", "prod"), page_token(5, "x")])
def test_a_foreign_token_is_refused_by_name(token: str) -> None:
    with pytest.raises(ApiError) as caught:
        page_offset(token, "turns", "dev")
    assert caught.value.fields[0][0] == "page_token"


def test_the_last_page_has_no_token_after_it() -> None:
    assert next_token(50, 50, 50, 100, "turns") is None
    assert next_token(50, 49, 50, None, "turns") is None
    after = next_token(0, 50, 50, 100, "turns")
    assert after is not None
    assert page_offset(after, "turns") == 50


def test_an_update_changes_what_is_set_or_what_the_mask_names() -> None:
    request = UpdateContextRequest(context_id="dev", enforcement_blocked=False)
    assert changed_fields(request) == {"enforcement_blocked"}
    request.update_mask.CopyFrom(FieldMask(paths=["description"]))
    assert changed_fields(request) == {"description"}
