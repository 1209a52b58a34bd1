"""What is known of the call that runs: filled by the interceptors, read by servicers."""

from __future__ import annotations

import re
from contextvars import ContextVar
from dataclasses import dataclass

import blake3
from google.protobuf.message import Message

from memory_core.service.caller import Caller

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@dataclass(slots=True)
class RequestState:
    """One call. The interceptors fill it in the order in which they are written down (api.interceptors)."""

    method: str
    """`/memory.v1.RecallService/Query`."""
    request_id: str = ""
    door: str = "grpc"
    """rest, mcp or grpc."""
    trace_id: str = ""
    """Of the distributed trace, 32 hex digits; the request id when there is none."""
    started: float = 0.0
    """Seconds of the loop's clock."""
    deadline: float | None = None
    """Seconds of the loop's clock by which an answer is owed; None: no limit."""
    idempotency_key: str | None = None
    body_digest: bytes | None = None
    """Digest of the body as it came in at a gateway."""
    who: Caller | None = None
    """Who calls on the data plane; None on the management surface."""
    manager: bool = False
    """Whether the management key was shown."""
    target: str = ""
    """The context that a call of the management surface is about."""
    rows: int | None = None
    """How many records were read or written, where the answer itself does not show it."""

    @property
    def rpc(self) -> str:
        """Name of the RPC, such as MintKey."""
        return self.method.rpartition("/")[2]

    @property
    def operation(self) -> str:
        """The same as the audit and logs spell it, such as mint_key."""
        return _HUMP.sub("_", self.rpc).lower()

    @property
    def caller(self) -> Caller:
        """Who calls. The interceptors have refused the call when nobody does, so a servicer can rely on it."""
        if self.who is None:
            raise RuntimeError(f"{self.method} ran without a caller")
        return self.who

    def fingerprint(self, request: Message) -> bytes:
        """What a repeat under the same idempotency key must agree with: the body that the client sent, byte by byte."""
        if self.body_digest is not None:
            return self.body_digest
        return blake3.blake3(request.SerializeToString(deterministic=True)).digest()


_current: ContextVar[RequestState] = ContextVar("memory_request")


def current() -> RequestState:
    """The call that this task serves. Raises LookupError outside of one."""
    return _current.get()


def enter(state: RequestState) -> None:
    """Makes a state the current one for the rest of this task, that is for one call."""
    _current.set(state)
