"""The one error table.

    ApiError            what services, interceptors and gateways raise; its reason is a row of TABLE
    Reason              UPPER_SNAKE names, the same as ErrorReason in proto/memory/v1/errors.proto without the prefix

A row says how the reason looks on each door: gRPC code, HTTP status, JSON-RPC code (None: MCP answers a tool result
with isError instead) and whether the same call may work later. docs/errors.md is generated from it by `errors_page`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

DOMAIN = "memory"
"""ErrorInfo.domain of every error."""

FieldViolation: TypeAlias = tuple[str, str]
"""(path of the field such as `triples[0].entity.name`, what is wrong with it)."""


class Reason(StrEnum):
    """Why a call failed; clients decide by it."""

    INVALID_ARGUMENT = "INVALID_ARGUMENT"
    UNKNOWN_FIELD = "UNKNOWN_FIELD"
    OUT_OF_RANGE = "OUT_OF_RANGE"
    MALFORMED_BODY = "MALFORMED_BODY"
    UNAUTHENTICATED = "UNAUTHENTICATED"
    CONTEXT_MISMATCH = "CONTEXT_MISMATCH"
    PERMISSION_DENIED = "PERMISSION_DENIED"
    DELEGATION_DENIED = "DELEGATION_DENIED"
    PRINCIPAL_IMMUTABLE = "PRINCIPAL_IMMUTABLE"
    GRANT_EXCEEDED = "GRANT_EXCEEDED"
    ORIGIN_NOT_ALLOWED = "ORIGIN_NOT_ALLOWED"
    NOT_FOUND = "NOT_FOUND"
    ENTITY_NOT_FOUND = "ENTITY_NOT_FOUND"
    ATTRIBUTE_NOT_FOUND = "ATTRIBUTE_NOT_FOUND"
    RELATION_NOT_FOUND = "RELATION_NOT_FOUND"
    DOCUMENT_NOT_FOUND = "DOCUMENT_NOT_FOUND"
    TRACE_NOT_FOUND = "TRACE_NOT_FOUND"
    SESSION_NOT_FOUND = "SESSION_NOT_FOUND"
    KEY_NOT_FOUND = "KEY_NOT_FOUND"
    PRINCIPAL_NOT_FOUND = "PRINCIPAL_NOT_FOUND"
    CONTEXT_NOT_FOUND = "CONTEXT_NOT_FOUND"
    SCOPE_NOT_FOUND = "SCOPE_NOT_FOUND"
    METHOD_NOT_ALLOWED = "METHOD_NOT_ALLOWED"
    ALREADY_EXISTS = "ALREADY_EXISTS"
    IDEMPOTENCY_CONFLICT = "IDEMPOTENCY_CONFLICT"
    IDEMPOTENCY_IN_PROGRESS = "IDEMPOTENCY_IN_PROGRESS"
    TEXT_TOO_LONG = "TEXT_TOO_LONG"
    BODY_TOO_LARGE = "BODY_TOO_LARGE"
    UNSUPPORTED_MEDIA_TYPE = "UNSUPPORTED_MEDIA_TYPE"
    SCOPE_NOT_REGISTERED = "SCOPE_NOT_REGISTERED"
    RATE_LIMITED = "RATE_LIMITED"
    ENFORCEMENT_BLOCKED = "ENFORCEMENT_BLOCKED"
    INTERNAL = "INTERNAL"
    MODEL_NOT_CONFIGURED = "MODEL_NOT_CONFIGURED"
    NOT_IMPLEMENTED = "NOT_IMPLEMENTED"
    STORE_UNAVAILABLE = "STORE_UNAVAILABLE"
    UNAVAILABLE = "UNAVAILABLE"
    DEADLINE_EXCEEDED = "DEADLINE_EXCEEDED"
    CANCELLED = "CANCELLED"


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """How one reason looks on each door."""

    reason: Reason
    grpc: str
    """Name of the canonical code."""
    http: int
    jsonrpc: int | None
    """Code of a JSON-RPC error in the handshake revisions of MCP; None: a tool result with isError."""
    retryable: bool
    """Whether the very same call may work later."""
    summary: str
    """A few words, fit for a title."""


BAD_PARAMS, NO_METHOD = -32602, -32601

TABLE: Mapping[Reason, ErrorRow] = {
    row.reason: row
    for row in (
        ErrorRow(Reason.INVALID_ARGUMENT, "INVALID_ARGUMENT", 400, BAD_PARAMS, False, "Invalid argument"),
        ErrorRow(Reason.UNKNOWN_FIELD, "INVALID_ARGUMENT", 400, BAD_PARAMS, False, "Unknown field"),
        ErrorRow(Reason.OUT_OF_RANGE, "INVALID_ARGUMENT", 400, BAD_PARAMS, False, "Value out of range"),
        ErrorRow(Reason.MALFORMED_BODY, "INVALID_ARGUMENT", 400, BAD_PARAMS, False, "Malformed body"),
        ErrorRow(Reason.UNAUTHENTICATED, "UNAUTHENTICATED", 401, None, False, "Missing or invalid key"),
        ErrorRow(Reason.CONTEXT_MISMATCH, "UNAUTHENTICATED", 401, None, False, "The key is not for this context"),
        ErrorRow(Reason.PERMISSION_DENIED, "PERMISSION_DENIED", 403, None, False, "Not granted"),
        ErrorRow(Reason.DELEGATION_DENIED, "PERMISSION_DENIED", 403, None, False, "Delegation not allowed"),
        ErrorRow(Reason.PRINCIPAL_IMMUTABLE, "PERMISSION_DENIED", 403, None, False, "Principal can't be changed"),
        ErrorRow(Reason.GRANT_EXCEEDED, "PERMISSION_DENIED", 403, None, False, "More than the giver has"),
        ErrorRow(Reason.ORIGIN_NOT_ALLOWED, "PERMISSION_DENIED", 403, None, False, "Origin not allowed"),
        ErrorRow(Reason.NOT_FOUND, "UNIMPLEMENTED", 404, NO_METHOD, False, "No such path"),
        ErrorRow(Reason.ENTITY_NOT_FOUND, "NOT_FOUND", 404, None, False, "Entity not found"),
        ErrorRow(Reason.ATTRIBUTE_NOT_FOUND, "NOT_FOUND", 404, None, False, "Attribute not found"),
        ErrorRow(Reason.RELATION_NOT_FOUND, "NOT_FOUND", 404, None, False, "Relation not found"),
        ErrorRow(Reason.DOCUMENT_NOT_FOUND, "NOT_FOUND", 404, None, False, "Document not found"),
        ErrorRow(Reason.TRACE_NOT_FOUND, "NOT_FOUND", 404, None, False, "Trace not found"),
        ErrorRow(Reason.SESSION_NOT_FOUND, "NOT_FOUND", 404, None, False, "Session not found"),
        ErrorRow(Reason.KEY_NOT_FOUND, "NOT_FOUND", 404, None, False, "Key not found"),
        ErrorRow(Reason.PRINCIPAL_NOT_FOUND, "NOT_FOUND", 404, None, False, "Principal not found"),
        ErrorRow(Reason.CONTEXT_NOT_FOUND, "NOT_FOUND", 404, None, False, "Context not found"),
        ErrorRow(Reason.SCOPE_NOT_FOUND, "NOT_FOUND", 404, None, False, "Scope not found"),
        ErrorRow(Reason.METHOD_NOT_ALLOWED, "UNIMPLEMENTED", 405, None, False, "Method not allowed"),
        ErrorRow(Reason.ALREADY_EXISTS, "ALREADY_EXISTS", 409, None, False, "Name is taken"),
        ErrorRow(Reason.IDEMPOTENCY_CONFLICT, "ALREADY_EXISTS", 409, None, False, "Idempotency key used otherwise"),
        ErrorRow(Reason.IDEMPOTENCY_IN_PROGRESS, "ABORTED", 409, None, True, "First call still running"),
        ErrorRow(Reason.TEXT_TOO_LONG, "INVALID_ARGUMENT", 413, None, False, "Text too long"),
        ErrorRow(Reason.BODY_TOO_LARGE, "RESOURCE_EXHAUSTED", 413, None, False, "Body too large"),
        ErrorRow(Reason.UNSUPPORTED_MEDIA_TYPE, "INVALID_ARGUMENT", 415, None, False, "Unsupported media type"),
        ErrorRow(Reason.SCOPE_NOT_REGISTERED, "FAILED_PRECONDITION", 422, None, False, "Scope not registered"),
        ErrorRow(Reason.RATE_LIMITED, "RESOURCE_EXHAUSTED", 429, None, True, "Too many requests"),
        ErrorRow(Reason.ENFORCEMENT_BLOCKED, "RESOURCE_EXHAUSTED", 429, None, True, "Context is blocked"),
        ErrorRow(Reason.INTERNAL, "INTERNAL", 500, None, False, "Internal error"),
        ErrorRow(Reason.MODEL_NOT_CONFIGURED, "UNIMPLEMENTED", 501, None, False, "No model configured"),
        ErrorRow(Reason.NOT_IMPLEMENTED, "UNIMPLEMENTED", 501, None, False, "Not implemented"),
        ErrorRow(Reason.STORE_UNAVAILABLE, "UNAVAILABLE", 503, None, True, "Store unavailable"),
        ErrorRow(Reason.UNAVAILABLE, "UNAVAILABLE", 503, None, True, "Service unavailable"),
        ErrorRow(Reason.DEADLINE_EXCEEDED, "DEADLINE_EXCEEDED", 504, None, True, "Not done in time"),
        ErrorRow(Reason.CANCELLED, "CANCELLED", 499, None, True, "Cancelled by the caller"),
    )
}


class ApiError(Exception):
    """A failure that a caller is told of. The message is for people and safe to show.

    fields: bad fields with what is wrong; a lone one is enough of a message. metadata: every variable of the message,
    as text. retry_after: seconds after which the same call may work; None when nothing is known.
    """

    def __init__(
        self,
        reason: Reason | str,
        message: str = "",
        *,
        fields: Sequence[FieldViolation] = (),
        metadata: Mapping[str, str] | None = None,
        retry_after: float | None = None,
    ) -> None:
        self.reason = Reason(reason)
        self.fields = tuple(fields)
        self.message = message or self._from_fields() or TABLE[self.reason].summary
        self.metadata = dict(metadata or {})
        self.retry_after = retry_after
        super().__init__(self.message)

    @property
    def row(self) -> ErrorRow:
        """How it looks on each door."""
        return TABLE[self.reason]

    def _from_fields(self) -> str:
        return "; ".join(f"{field} {text}" if field else text for field, text in self.fields)

    def __repr__(self) -> str:
        return f"ApiError({self.reason.value}, {self.message!r})"


def bad_field(field: str, text: str, *, reason: Reason = Reason.INVALID_ARGUMENT) -> ApiError:
    """An error about one field; `text` goes on where the field's name ends ("must be a string, not a number")."""
    return ApiError(reason, fields=[(field, text)])


def errors_page(errors_proto: str) -> str:
    """The text of docs/errors.md: the table, each reason with the sentences that proto/memory/v1/errors.proto (its
    text is the argument) says of it."""
    said = dict[str, str]()
    for comment, name in re.findall(r"((?:^ *//.*\n)+) *ERROR_REASON_(\w+) = ", errors_proto, re.MULTILINE):
        said[name] = " ".join(line.strip().removeprefix("//").strip() for line in comment.strip().splitlines())
    lines = [ERRORS_PAGE_HEAD]
    for row in TABLE.values():
        code = "" if row.jsonrpc is None else str(row.jsonrpc)
        retry = "yes" if row.retryable else "no"
        lines.append(f"| `{row.reason}` | {row.grpc} | {row.http} | {code} | {retry} | {said[row.reason]} |")
    return "\n".join(lines) + "\n"


ERRORS_PAGE_HEAD = """# Errors

Generated from `memory_core/contract/errors.py` and `proto/memory/v1/errors.proto`; do not edit.

gRPC errors carry a `google.rpc.Status` with an `ErrorInfo` (domain `memory`, the reason below), `BadRequest` for bad
fields and `RetryInfo` where waiting helps. REST answers `application/problem+json` with the same `reason` and `errors:
[{field, message}]`. MCP answers a tool result with `isError` and the HTTP status, or in its handshake revisions the
JSON-RPC code where one is given.

| reason | gRPC | HTTP | JSON-RPC | retry | meaning |
|---|---|---|---|---|---|"""
