"""What happens around a call, over a loopback server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

import grpc
import grpc.aio
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from memory_core.api.interceptors import Chain, chain
from memory_core.api.interceptors.auth import Auth
from memory_core.api.interceptors.deadline import Deadline
from memory_core.api.interceptors.limits import window
from memory_core.api.interceptors.recover import Recover
from memory_core.contract import metadata
from memory_core.contract.client import CoreClient
from memory_core.contract.errors import ApiError, Reason
from memory_core.contract.gen.memory.v1 import access_pb2, admin_pb2, documents_pb2, recall_pb2
from memory_core.engine.model import AuditRow
from memory_core.ports.errors import (
    AlreadyExists,
    ContextGone,
    IdempotencyConflict,
    IdempotencyInProgress,
    StoreUnavailable,
)
from memory_core.service.audit import AuditQuery
from memory_core.service.contexts import ContextPatch
from memory_core.service.keys import KeyWish
from tests.api.loopback import MANAGER, Probe, error_of, serving, with_key
from tests.service.access_world import CONTEXT, AccessWorld, Person

QUERY = recall_pb2.QueryRequest(query="vault")
BOUND_S = 10.0
SECOND_KEY = KeyWish("second")


@dataclass
class Raise:
    """Raises an error where a servicer would work."""

    error: Exception

    async def __call__(self) -> None:
        raise self.error


async def rows(world: AccessWorld, secret: str) -> list[AuditRow]:
    """The audit as somebody sees it, newest first."""
    return await world.audit.rows(await world.caller(secret), AuditQuery())


# ---- recover and errors


@pytest.mark.parametrize(
    ("raised", "reason", "waits"),
    [
        (StoreUnavailable("ledger"), Reason.STORE_UNAVAILABLE, True),
        (AlreadyExists("key", "k"), Reason.ALREADY_EXISTS, False),
        (IdempotencyConflict(), Reason.IDEMPOTENCY_CONFLICT, False),
        (IdempotencyInProgress(), Reason.IDEMPOTENCY_IN_PROGRESS, True),
        (ContextGone(CONTEXT), Reason.UNAUTHENTICATED, False),
        (ApiError("TEXT_TOO_LONG", fields=[("text", "is too long")]), Reason.TEXT_TOO_LONG, False),
        (TimeoutError(), Reason.DEADLINE_EXCEEDED, False),
    ],
)
async def test_what_a_use_case_raises_becomes_an_error_of_the_table(
    core: CoreClient, probe: Probe, boss: Person, raised: Exception, reason: Reason, waits: bool
) -> None:
    probe.act = Raise(raised)
    failed = await error_of(core.recall.Query(QUERY, metadata=with_key(boss.secret)))
    assert failed.reason is reason
    assert (failed.retry_after is not None) == waits
    assert not isinstance(raised, ApiError) or failed.fields == raised.fields


async def test_an_unforeseen_error_tells_nothing_of_itself(
    core: CoreClient, probe: Probe, boss: Person, caplog: pytest.LogCaptureFixture
) -> None:
    probe.act = Raise(RuntimeError("a secret of the house"))
    with pytest.raises(grpc.aio.AioRpcError) as failed:
        await core.recall.Query(QUERY, metadata=with_key(boss.secret))
    assert failed.value.code() is grpc.StatusCode.INTERNAL
    assert "secret" not in f"{failed.value.details()} {failed.value.trailing_metadata()}"


async def test_an_error_in_the_middle_of_a_stream_ends_it_with_its_reason(
    core: CoreClient, probe: Probe, boss: Person
) -> None:
    probe.act = Raise(StoreUnavailable("blobs"))
    got: list[bytes] = []

    async def read() -> None:
        request = documents_pb2.DownloadDocumentRequest(id="document:1")
        got.extend(
            [one.chunk async for one in core.documents.DownloadDocument(request, metadata=with_key(boss.secret))]
        )

    failed = await error_of(read())
    assert (failed.reason, got) == (Reason.STORE_UNAVAILABLE, [])


async def test_health_is_answered_without_a_key(core: CoreClient) -> None:
    health: Any = health_pb2_grpc.HealthStub(core.channel)
    answer = await health.Check(health_pb2.HealthCheckRequest())
    assert answer.status == health_pb2.HealthCheckResponse.SERVING


# ---- request id, trace, metrics


@pytest.mark.parametrize(
    ("sent", "kept"), [("req-1.a:b_c", True), ("x" * 129, False), ("two words", False), ("", False)]
)
async def test_a_request_is_named_as_its_caller_says_or_anew(
    core: CoreClient, probe: Probe, boss: Person, sent: str, kept: bool
) -> None:
    call = core.recall.Query(QUERY, metadata=with_key(boss.secret, (metadata.REQUEST_ID, sent)))
    answered = {str(key): value for key, value in await call.initial_metadata() or ()}
    await call
    (state,) = probe.seen
    assert answered[metadata.REQUEST_ID] == state.request_id
    assert (state.request_id == sent) == kept


async def test_a_refused_request_is_named_too(core: CoreClient) -> None:
    call = core.recall.Query(QUERY, metadata=((metadata.REQUEST_ID, "mine"),))
    assert (metadata.REQUEST_ID, "mine") in tuple(await call.initial_metadata() or ())
    assert (await error_of(call)).reason is Reason.UNAUTHENTICATED


async def test_what_travels_beside_a_request_reaches_the_servicer(core: CoreClient, probe: Probe, boss: Person) -> None:
    odd = "a b;\"'é"
    carried = metadata.outgoing({metadata.IDEMPOTENCY_KEY: odd, metadata.BODY_DIGEST: "00ff", metadata.DOOR: "rest"})
    await core.recall.Query(QUERY, metadata=with_key(boss.secret, *carried))
    (state,) = probe.seen
    assert (state.idempotency_key, state.door, state.operation) == (odd, "rest", "query")
    assert state.fingerprint(QUERY) == state.fingerprint(recall_pb2.QueryRequest(query="another"))
    assert state.caller.principal == boss.principal


async def test_without_a_digest_the_request_itself_is_compared(core: CoreClient, probe: Probe, boss: Person) -> None:
    await core.recall.Query(QUERY, metadata=with_key(boss.secret))
    (state,) = probe.seen
    assert state.fingerprint(QUERY) == state.fingerprint(recall_pb2.QueryRequest(query="vault"))
    assert state.fingerprint(QUERY) != state.fingerprint(recall_pb2.QueryRequest(query="another"))


async def test_a_call_continues_the_trace_of_its_caller(
    core: CoreClient,
    probe: Probe,
    boss: Person,
    spans: InMemorySpanExporter,
    measured: Callable[[str], list[dict[str, object]]],
) -> None:
    trace = "0af7651916cd43dd8448eb211c80319c"
    parent = (metadata.TRACEPARENT, f"00-{trace}-b7ad6b7169203331-01")
    await core.recall.Query(QUERY, metadata=with_key(boss.secret, parent, (metadata.DOOR, "mcp")))
    (state,) = probe.seen
    assert state.trace_id == trace
    (span,) = [one for one in spans.get_finished_spans() if one.name == "Query"]
    assert (span.parent.span_id if span.parent else 0) == 0xB7AD6B7169203331
    assert "vault" not in str(span.attributes)
    assert {"method": "Query", "door": "mcp", "outcome": "ok"} in measured("memory.requests")


# ---- deadline and cancellation


async def test_a_call_without_an_answer_ends_when_its_time_is_up(
    world: AccessWorld, probe: Probe, boss: Person
) -> None:
    probe.act = asyncio.Event().wait
    steps = Chain((Recover(), Deadline(0.05), Auth(world.authenticator)))
    async with serving(world, probe, steps) as client:
        failed = await error_of(client.recall.Query(QUERY, metadata=with_key(boss.secret), timeout=BOUND_S))
    assert failed.reason is Reason.DEADLINE_EXCEEDED


async def test_the_servicer_knows_how_long_its_caller_waits(core: CoreClient, probe: Probe, boss: Person) -> None:
    await core.recall.Query(QUERY, metadata=with_key(boss.secret), timeout=BOUND_S)
    (state,) = probe.seen
    assert state.deadline is not None
    assert 0 < state.deadline - state.started <= BOUND_S + 1


async def test_a_client_that_leaves_ends_the_work_and_leaves_no_failure(
    core: CoreClient, probe: Probe, world: AccessWorld, boss: Person
) -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    probe.act = work
    call = core.recall.Query(QUERY, metadata=with_key(boss.secret))
    await asyncio.wait_for(begun.wait(), BOUND_S)
    call.cancel()
    await asyncio.wait_for(ended.wait(), BOUND_S)
    assert await rows(world, boss.secret) == []


# ---- key, context, delegation


async def test_a_request_must_name_the_context_of_its_key_or_none(core: CoreClient, boss: Person) -> None:
    for context in ("", CONTEXT):
        await core.access.Whoami(access_pb2.WhoamiRequest(context_id=context), metadata=with_key(boss.secret))
    request = access_pb2.WhoamiRequest(context_id="elsewhere")
    wrong = await error_of(core.access.Whoami(request, metadata=with_key(boss.secret)))
    unknown = await error_of(core.access.Whoami(request, metadata=with_key("mk_nobody")))
    assert (
        (wrong.reason, wrong.message) == (unknown.reason, unknown.message) == (Reason.UNAUTHENTICATED, unknown.message)
    )


async def test_an_upload_must_name_the_context_of_its_key(core: CoreClient, probe: Probe, boss: Person) -> None:
    async def parts(context: str) -> AsyncIterator[documents_pb2.UploadDocumentRequest]:
        yield documents_pb2.UploadDocumentRequest(header=documents_pb2.UploadHeader(context_id=context))
        yield documents_pb2.UploadDocumentRequest(chunk=b"text")

    key = with_key(boss.secret)
    failed = await error_of(core.documents.UploadDocument(parts("elsewhere"), metadata=key))
    assert (failed.reason, probe.seen) == (Reason.UNAUTHENTICATED, [])
    await core.documents.UploadDocument(parts(CONTEXT), metadata=key)
    assert len(probe.seen) == 2


async def test_the_surfaces_have_keys_of_their_own(core: CoreClient, boss: Person) -> None:
    listing = admin_pb2.ListContextsRequest()
    assert [one.id for one in (await core.admin.ListContexts(listing, metadata=MANAGER)).contexts] == [CONTEXT]
    assert (
        await error_of(core.admin.ListContexts(listing, metadata=with_key(boss.secret)))
    ).reason is Reason.PERMISSION_DENIED
    assert (await error_of(core.admin.ListContexts(listing))).reason is Reason.UNAUTHENTICATED
    assert (
        await error_of(core.access.Whoami(access_pb2.WhoamiRequest(), metadata=MANAGER))
    ).reason is Reason.UNAUTHENTICATED


async def test_a_blocked_context_serves_nothing(core: CoreClient, world: AccessWorld, boss: Person) -> None:
    await world.contexts.update(CONTEXT, ContextPatch(frozenset({"enforcement_blocked"}), enforcement_blocked=True))
    failed = await error_of(core.access.Whoami(access_pb2.WhoamiRequest(), metadata=with_key(boss.secret)))
    assert (failed.reason, failed.retry_after is not None) == (Reason.ENFORCEMENT_BLOCKED, True)


async def test_acting_for_two_at_once_is_refused(core: CoreClient, world: AccessWorld, boss: Person) -> None:
    ann = await world.person("Ann", {"memory:read": ["a"]})
    behalf = [(metadata.ON_BEHALF_OF, one.principal.id) for one in (ann, boss)]
    whoami = access_pb2.WhoamiRequest()
    said = await core.access.Whoami(whoami, metadata=with_key(boss.secret, behalf[0]))
    assert (said.delegated_principal_id, list(said.effective_grants.verbs)) == (ann.principal.id, ["memory:read"])
    assert (
        await error_of(core.access.Whoami(whoami, metadata=with_key(boss.secret, *behalf)))
    ).reason is Reason.INVALID_ARGUMENT


# ---- limits and rules


async def test_a_key_that_calls_too_often_waits_and_others_do_not(
    world: AccessWorld, probe: Probe, boss: Person
) -> None:
    twin = await world.caller(boss.secret)
    second = (await world.keys.mint_for(boss.principal, SECOND_KEY)).secret
    around = chain(world.authenticator, world.audit, requests_per_s=1 / 3600, message_bytes=1 << 20)
    async with serving(world, probe, around) as client:
        await client.recall.Query(QUERY, metadata=with_key(boss.secret))
        failed = await error_of(client.recall.Query(QUERY, metadata=with_key(boss.secret)))
        await client.recall.Query(QUERY, metadata=with_key(second))
    assert (failed.reason, failed.retry_after) == (Reason.RATE_LIMITED, 3600)
    told = await world.audit.rows(twin, AuditQuery())
    assert [row.outcome for row in told] == ["ok", "ok"]


@pytest.mark.parametrize(("rate", "calls", "seconds"), [(1000, 1000, 1), (1.5, 1, 1), (0.5, 1, 2), (0.3, 1, 4)])
def test_a_rate_becomes_whole_calls_in_whole_seconds(rate: float, calls: int, seconds: int) -> None:
    made = window(rate)
    assert (made.amount, made.get_expiry()) == (calls, seconds)


async def test_a_message_beyond_the_bound_is_refused_with_the_bound(
    core: CoreClient, probe: Probe, boss: Person
) -> None:
    large = documents_pb2.UploadDocumentRequest(chunk=b"x" * (1 << 20))

    async def parts() -> AsyncIterator[documents_pb2.UploadDocumentRequest]:
        yield large

    failed = await error_of(core.documents.UploadDocument(parts(), metadata=with_key(boss.secret)))
    assert (failed.reason, str(1 << 20) in failed.message, probe.seen) == (Reason.BODY_TOO_LARGE, True, [])


async def test_a_request_that_breaks_a_rule_never_reaches_the_servicer(
    core: CoreClient, probe: Probe, boss: Person
) -> None:
    failed = await error_of(core.recall.Query(recall_pb2.QueryRequest(query="x", k=51), metadata=with_key(boss.secret)))
    assert (failed.reason, failed.fields[0][0], "50" in failed.message) == (Reason.OUT_OF_RANGE, "k", True)
    assert probe.seen == []


# ---- audit


async def test_every_call_of_a_known_caller_leaves_one_row(core: CoreClient, probe: Probe, world: AccessWorld) -> None:
    ann = await world.person("Ann", {"memory:read": ["a"]})
    key = with_key(ann.secret)
    await core.recall.Query(QUERY, metadata=key)
    await error_of(core.access.ListPrincipals(access_pb2.ListPrincipalsRequest(), metadata=key))
    await error_of(core.recall.Query(recall_pb2.QueryRequest(query="x", k=51), metadata=key))
    await error_of(
        core.access.Whoami(access_pb2.WhoamiRequest(), metadata=with_key(ann.secret, (metadata.ON_BEHALF_OF, "nobody")))
    )
    probe.act = Raise(RuntimeError("broken"))
    await error_of(core.recall.Query(QUERY, metadata=key))
    told = [(row.operation, row.outcome, row.reason) for row in await rows(world, ann.secret)]
    assert told == [
        ("query", "failed", "INTERNAL"),
        ("whoami", "denied", "DELEGATION_DENIED"),
        ("query", "failed", "OUT_OF_RANGE"),
        ("list_principals", "denied", "PERMISSION_DENIED"),
        ("query", "ok", None),
    ]
    assert (await rows(world, ann.secret))[-1].trace_id == "trace:1"


async def test_the_audit_counts_records(core: CoreClient, world: AccessWorld, boss: Person) -> None:
    await world.person("Ann", {})
    key = with_key(boss.secret)
    await core.access.ListPrincipals(access_pb2.ListPrincipalsRequest(), metadata=key)
    await core.access.MintKey(access_pb2.MintKeyRequest(name="new"), metadata=key)
    told = {row.operation: row.rows_touched for row in await rows(world, boss.secret)}
    assert told == {"list_principals": 4, "mint_key": 1}


async def test_what_the_management_does_to_a_context_is_told_there(
    core: CoreClient, world: AccessWorld, boss: Person
) -> None:
    request = admin_pb2.CreatePrincipalRequest(context_id=CONTEXT, display_name="New")
    await core.admin.CreatePrincipal(request, metadata=MANAGER)
    await error_of(core.admin.CreatePrincipal(request, metadata=MANAGER))
    told = [(row.operation, row.outcome, row.principal_id) for row in await rows(world, boss.secret)]
    assert told == [("create_principal", "failed", None), ("create_principal", "ok", None)]


async def test_a_lost_audit_row_does_not_lose_the_answer(
    core: CoreClient, world: AccessWorld, boss: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world.audit, "record", Lost())
    assert (await core.recall.Query(QUERY, metadata=with_key(boss.secret))).trace_id == "trace:1"


class Lost:
    """A store that does not answer."""

    async def __call__(self, *_: object) -> None:
        raise StoreUnavailable("ledger")
