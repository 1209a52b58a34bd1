"""Errors and messages over a real connection on the loopback."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import TypeAlias

import grpc
import grpc.aio
import pytest

from memory_core.contract import metadata
from memory_core.contract.client import CHANNEL_OPTIONS, connect
from memory_core.contract.errors import ApiError, Reason
from memory_core.contract.gen.memory.v1 import documents_pb2, documents_pb2_grpc, recall_pb2, recall_pb2_grpc
from memory_core.contract.status import abort, from_rpc_error

Ask: TypeAlias = recall_pb2.QueryRequest
Answer: TypeAlias = recall_pb2.QueryResponse


@dataclass
class Recall(recall_pb2_grpc.RecallServiceServicer):
    """Fails as it is told, and remembers what came along."""

    error: ApiError | None = None
    code: grpc.StatusCode | None = None
    target: str = ""
    """Where it listens."""
    came: dict[str, str] = field(default_factory=dict[str, str])

    async def Query(self, request: Ask, context: grpc.aio.ServicerContext[Ask, Answer]) -> Answer:  # noqa: N802
        self.came = metadata.incoming(context.invocation_metadata())
        if self.error:
            await abort(context, self.error)
        if self.code:
            await context.abort(self.code, "host 10.0.0.7 says no")
        return Answer(trace_id=request.query)


class Documents(documents_pb2_grpc.DocumentServiceServicer):
    """Counts what is uploaded."""

    async def UploadDocument(  # noqa: N802
        self,
        request_iterator: AsyncIterator[documents_pb2.UploadDocumentRequest],
        context: grpc.aio.ServicerContext[documents_pb2.UploadDocumentRequest, documents_pb2.UploadDocumentResponse],
    ) -> documents_pb2.UploadDocumentResponse:
        size = 0
        async for part in request_iterator:
            size += len(part.chunk)
        return documents_pb2.UploadDocumentResponse(upload=documents_pb2.UploadReceipt(version=size))


@pytest.fixture
async def recall() -> AsyncIterator[Recall]:
    """A server whose address is in `recall.target`."""
    service, server = Recall(), grpc.aio.server(options=list(CHANNEL_OPTIONS))
    recall_pb2_grpc.add_RecallServiceServicer_to_server(service, server)
    documents_pb2_grpc.add_DocumentServiceServicer_to_server(Documents(), server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    service.target = f"127.0.0.1:{port}"
    yield service
    await server.stop(None)


async def failure(recall: Recall) -> ApiError:
    """What a client makes of the failed call."""
    async with connect(recall.target) as core:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await core.recall.Query(Ask(query="x"), timeout=10)
    return from_rpc_error(caught.value)


async def test_an_error_arrives_with_reason_fields_metadata_and_wait(recall: Recall) -> None:
    recall.error = ApiError(
        "OUT_OF_RANGE", "k ist zu groß", fields=[("k", "must be at most 50")], metadata={"k": "51"}, retry_after=2
    )
    error = await failure(recall)
    assert (error.reason, error.message) == (Reason.OUT_OF_RANGE, "k ist zu groß")
    assert (error.fields, error.metadata, error.retry_after) == ((("k", "must be at most 50"),), {"k": "51"}, 2)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (grpc.StatusCode.UNAVAILABLE, Reason.UNAVAILABLE),
        (grpc.StatusCode.UNIMPLEMENTED, Reason.NOT_IMPLEMENTED),
        (grpc.StatusCode.DATA_LOSS, Reason.INTERNAL),
    ],
)
async def test_a_foreign_failure_is_read_by_its_code_and_its_words_are_dropped(
    recall: Recall, code: grpc.StatusCode, reason: Reason
) -> None:
    recall.code = code
    error = await failure(recall)
    assert error.reason is reason
    assert "10.0.0.7" not in error.message


async def test_a_core_that_is_not_there_is_unavailable() -> None:
    async with connect("127.0.0.1:1") as core:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await core.recall.Query(Ask(query="x"), timeout=10)
    assert from_rpc_error(caught.value).reason is Reason.UNAVAILABLE


async def test_metadata_arrives_whatever_characters_it_holds(recall: Recall) -> None:
    sent = {metadata.IDEMPOTENCY_KEY: "a b;\"'é%41\n用", metadata.AUTHORIZATION: metadata.bearer("mk_x-Y")}
    async with connect(recall.target) as core:
        await core.recall.Query(Ask(query="x"), metadata=metadata.outgoing({**sent, metadata.TRACEPARENT: None}))
    assert {key: recall.came.get(key) for key in sent} == sent
    assert metadata.TRACEPARENT not in recall.came


async def test_a_message_of_sixteen_mebibytes_goes_through(recall: Recall) -> None:
    async with connect(recall.target) as core:
        answer = await core.recall.Query(Ask(query="x" * (16 << 20)), timeout=30)
    assert len(answer.trace_id) == 16 << 20


async def test_an_upload_streams_from_the_client(recall: Recall) -> None:
    async def parts() -> AsyncIterator[documents_pb2.UploadDocumentRequest]:
        yield documents_pb2.UploadDocumentRequest(header=documents_pb2.UploadHeader(filename="a.txt"))
        for _ in range(3):
            yield documents_pb2.UploadDocumentRequest(chunk=b"x" * 1000)

    async with connect(recall.target) as core:
        answer = await core.documents.UploadDocument(parts(), timeout=10)
    assert answer.upload.version == 3000


@pytest.mark.parametrize(
    ("value", "secret"),
    [("Bearer abc", "abc"), ("bearer  abc ", "abc"), ("Basic abc", None), ("Bearer", None), ("", None), (None, None)],
)
def test_a_secret_is_read_from_a_bearer_header_alone(value: str | None, secret: str | None) -> None:
    assert metadata.secret_of(value) == secret


def test_a_key_that_is_sent_twice_shows_both_values() -> None:
    pairs = [(metadata.ON_BEHALF_OF, "a"), ("other", "x"), (metadata.ON_BEHALF_OF, "b"), ("raw-bin", b"x")]
    assert metadata.values_of(pairs, metadata.ON_BEHALF_OF) == ["a", "b"]
