"""ApiError to google.rpc.Status and back.

Every status carries an ErrorInfo (domain `memory`); bad fields come as BadRequest, a time to wait as RetryInfo. A
failed call without an ErrorInfo of ours (a proxy, a lost connection, a limit of the transport) is read by its gRPC
code.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, NoReturn

import grpc
import grpc.aio
from google.protobuf import any_pb2, duration_pb2
from google.protobuf.message import DecodeError, Message
from google.rpc import code_pb2, error_details_pb2, status_pb2  # pyright: ignore[reportMissingTypeStubs]
from grpc_status import rpc_status

from memory_core.contract.errors import DOMAIN, ApiError, Reason

DETAILS = "grpc-status-details-bin"
"""The metadata key that carries a google.rpc.Status beside a failed call."""
REASONS_BY_CODE = {
    grpc.StatusCode.INVALID_ARGUMENT: Reason.INVALID_ARGUMENT,
    grpc.StatusCode.OUT_OF_RANGE: Reason.OUT_OF_RANGE,
    grpc.StatusCode.UNAUTHENTICATED: Reason.UNAUTHENTICATED,
    grpc.StatusCode.PERMISSION_DENIED: Reason.PERMISSION_DENIED,
    grpc.StatusCode.NOT_FOUND: Reason.NOT_FOUND,
    grpc.StatusCode.ALREADY_EXISTS: Reason.ALREADY_EXISTS,
    grpc.StatusCode.RESOURCE_EXHAUSTED: Reason.BODY_TOO_LARGE,
    grpc.StatusCode.UNIMPLEMENTED: Reason.NOT_IMPLEMENTED,
    grpc.StatusCode.UNAVAILABLE: Reason.UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED: Reason.DEADLINE_EXCEEDED,
    grpc.StatusCode.CANCELLED: Reason.CANCELLED,
}
"""What a code means when no ErrorInfo says more. RESOURCE_EXHAUSTED comes from the transport for an oversized
message."""


def to_status(error: ApiError) -> status_pb2.Status:
    """The status of an error, with all its details."""
    info = error_details_pb2.ErrorInfo(reason=error.reason.value, domain=DOMAIN, metadata=error.metadata)
    details = [_packed(info)]
    if error.fields:
        rows = [
            error_details_pb2.BadRequest.FieldViolation(field=field, description=text) for field, text in error.fields
        ]
        details.append(_packed(error_details_pb2.BadRequest(field_violations=rows)))
    if error.retry_after is not None:
        details.append(_packed(error_details_pb2.RetryInfo(retry_delay=_duration(error.retry_after))))
    return status_pb2.Status(code=code_pb2.Code.Value(error.row.grpc), message=error.message, details=details)


def from_status(status: status_pb2.Status) -> ApiError | None:
    """The error that to_status made this of; None when it carries no ErrorInfo of ours."""
    info, fields, retry_after = None, list[tuple[str, str]](), None
    for detail in status.details:
        if detail.TypeName() == "google.rpc.ErrorInfo":
            info = error_details_pb2.ErrorInfo.FromString(detail.value)
        elif detail.TypeName() == "google.rpc.BadRequest":
            rows = error_details_pb2.BadRequest.FromString(detail.value).field_violations
            fields = [(row.field, row.description) for row in rows]
        elif detail.TypeName() == "google.rpc.RetryInfo":
            delay = error_details_pb2.RetryInfo.FromString(detail.value).retry_delay
            retry_after = delay.seconds + delay.nanos / 1e9
    if info is None or info.domain != DOMAIN or info.reason not in Reason.__members__:
        return None
    return ApiError(info.reason, status.message, fields=fields, metadata=info.metadata, retry_after=retry_after)


def from_rpc_error(error: grpc.aio.AioRpcError) -> ApiError:
    """The error behind a failed call. One that is not ours keeps no foreign text: it may name hosts or internals."""
    for key, value in error.trailing_metadata() or ():
        if key == DETAILS and isinstance(value, bytes):
            try:
                own = from_status(status_pb2.Status.FromString(value))
            except DecodeError:
                own = None
            if own is not None:
                return own
    return ApiError(REASONS_BY_CODE.get(error.code(), Reason.INTERNAL))


class Ending:
    """How the other side ended a call that streams requests; made before the first of them is sent.

    A write that is under way when the call ends fails a moment later, and grpc.aio then puts an internal error of its own
    in the place of the status that came. `told` is that status where it was a failure, else None.
    """

    def __init__(self, call: Any) -> None:
        self.told: grpc.aio.AioRpcError | None = None
        call.add_done_callback(self._note)

    def _note(self, call: Any) -> None:
        code = _known(call.code())
        if self.told is None and code not in (grpc.StatusCode.OK, grpc.StatusCode.INTERNAL):
            self.told = grpc.aio.AioRpcError(code, _known(call.initial_metadata()), _known(call.trailing_metadata()))


def _known(result: Coroutine[Any, Any, Any]) -> Any:
    """What a coroutine returns that has nothing to wait for."""
    try:
        result.send(None)
    except StopIteration as done:
        return done.value
    result.close()
    raise RuntimeError("the call has not ended")


async def abort(context: grpc.aio.ServicerContext[Any, Any], error: ApiError) -> NoReturn:
    """Ends a call with an error: code, message, and the status as trailing metadata."""
    status: Any = to_status(error)
    anything: Any = context  # abort_with_status is missing from the declared interface
    await anything.abort_with_status(rpc_status.to_status(status))  # pyright: ignore[reportUnknownMemberType]
    raise AssertionError("abort_with_status returned")


def _packed(message: Message) -> any_pb2.Any:
    packed = any_pb2.Any()
    packed.Pack(message)
    return packed


def _duration(seconds: float) -> duration_pb2.Duration:
    whole, nanos = divmod(round(seconds * 1e9), 1_000_000_000)
    return duration_pb2.Duration(seconds=whole, nanos=nanos)
