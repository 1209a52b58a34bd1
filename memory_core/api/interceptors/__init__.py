"""What happens around every call, in one written order.

    recover      ends the call with a status, whatever went wrong further in
    request_id   names the call, in logs and in the answer
    trace        span, metrics, the caller's trace context
    audit        a row for every call of a known caller, denials included
    deadline     no answer is waited for longer than the caller waits
    auth         key, context, delegation; the management key for the management surface
    limits       calls a second and key, bytes of a message
    validate     the rules written in the protos
    errors       what the ports raise becomes an error of the table

The first one is outermost: it sees a call first and its end last. Each is a Step (base.py), one module each; `chain` puts
them together as the one interceptor that the server knows. Health and reflection pass untouched: they are asked by who
has no key.
"""

from __future__ import annotations

from memory_core.api.interceptors.audit import Audit
from memory_core.api.interceptors.auth import Auth
from memory_core.api.interceptors.base import Chain
from memory_core.api.interceptors.deadline import Deadline
from memory_core.api.interceptors.errors import Errors
from memory_core.api.interceptors.limits import Limits
from memory_core.api.interceptors.recover import Recover
from memory_core.api.interceptors.request_id import RequestId
from memory_core.api.interceptors.trace import Trace
from memory_core.api.interceptors.validate import Validate
from memory_core.service.audit import AuditService
from memory_core.service.authentication import Authenticator

__all__ = ["Chain", "chain"]


def chain(
    authenticator: Authenticator, audit: AuditService, *, requests_per_s: float | None, message_bytes: int
) -> Chain:
    """Every step in order. requests_per_s: calls a second and key, None for no limit; message_bytes: of one request."""
    return Chain(
        (
            Recover(),
            RequestId(),
            Trace(),
            Audit(audit),
            Deadline(),
            Auth(authenticator),
            Limits(requests_per_s, message_bytes),
            Validate(),
            Errors(),
        )
    )
