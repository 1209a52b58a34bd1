"""The error table, and errors on their way through a status."""

from __future__ import annotations

import grpc
import pytest
from google.rpc import code_pb2, error_details_pb2

from memory_core.contract import errors
from memory_core.contract.build import PROTO
from memory_core.contract.errors import TABLE, ApiError, Reason, bad_field, errors_page
from memory_core.contract.gen.memory.v1.errors_pb2 import ErrorReason
from memory_core.contract.status import from_status, to_status

HTTP_OF_GRPC = {
    "INVALID_ARGUMENT": {400, 413, 415},
    "UNAUTHENTICATED": {401},
    "PERMISSION_DENIED": {403},
    "NOT_FOUND": {404},
    "UNIMPLEMENTED": {404, 405, 501},
    "ALREADY_EXISTS": {409},
    "ABORTED": {409},
    "RESOURCE_EXHAUSTED": {413, 429},
    "FAILED_PRECONDITION": {422},
    "INTERNAL": {500},
    "UNAVAILABLE": {503},
    "DEADLINE_EXCEEDED": {504},
    "CANCELLED": {499},
}


def test_every_reason_has_one_row_and_one_value_in_the_proto() -> None:
    in_proto = [name.removeprefix("ERROR_REASON_") for name in ErrorReason.keys()]  # noqa: SIM118  # an enum's wrapper
    assert sorted(TABLE) == sorted(Reason)
    assert in_proto == ["UNSPECIFIED", *Reason]


@pytest.mark.parametrize("reason", Reason)
def test_a_row_names_a_canonical_code_and_a_status_that_go_together(reason: Reason) -> None:
    row = TABLE[reason]
    assert grpc.StatusCode[row.grpc]
    assert row.http in HTTP_OF_GRPC[row.grpc]
    assert (row.jsonrpc == errors.BAD_PARAMS) == (row.http == 400)


@pytest.mark.parametrize("reason", Reason)
def test_an_error_comes_back_from_its_status_as_it_went_in(reason: Reason) -> None:
    error = ApiError(
        reason, "words", fields=[("a[0].b", "is bad"), ("c", "too")], metadata={"verb": "memory:read"}, retry_after=1.5
    )
    status = to_status(error)
    again = from_status(status)
    assert again is not None
    assert status.code == code_pb2.Code.Value(TABLE[reason].grpc)
    assert (again.reason, again.message, again.fields) == (reason, "words", error.fields)
    assert (again.metadata, again.retry_after) == ({"verb": "memory:read"}, 1.5)


def test_a_status_without_fields_or_wait_carries_the_error_info_alone() -> None:
    (detail,) = to_status(ApiError("INTERNAL")).details
    info = error_details_pb2.ErrorInfo.FromString(detail.value)
    assert (info.reason, info.domain) == ("INTERNAL", "memory")


@pytest.mark.parametrize(("domain", "reason"), [("elsewhere", "INTERNAL"), ("memory", "NO_SUCH_REASON")])
def test_a_foreign_error_info_is_not_taken_for_ours(domain: str, reason: str) -> None:
    status = to_status(ApiError("INTERNAL"))
    status.details[0].Pack(error_details_pb2.ErrorInfo(domain=domain, reason=reason))
    assert from_status(status) is None


@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.9999999999, 1.0, 86_400.25])
def test_a_time_to_wait_survives(seconds: float) -> None:
    again = from_status(to_status(ApiError("RATE_LIMITED", retry_after=seconds)))
    assert again is not None
    assert again.retry_after == pytest.approx(seconds, abs=1e-8)


def test_a_message_is_made_of_the_fields_or_the_summary_when_there_is_none() -> None:
    assert str(bad_field("k", "must be at most 50")) == "k must be at most 50"
    assert str(ApiError("RATE_LIMITED")) == "Too many requests"


def test_an_unknown_reason_is_a_mistake_of_the_program() -> None:
    with pytest.raises(ValueError, match="NO_SUCH_REASON"):
        ApiError("NO_SUCH_REASON")


def test_the_page_of_errors_explains_every_reason_with_an_example() -> None:
    page = errors_page((PROTO / "memory/v1/errors.proto").read_text("utf-8"))
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == list(Reason)
    assert all("Example: " in row and row.count(" | ") == 5 for row in rows)
