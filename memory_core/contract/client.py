"""A channel to a core, with its typed stubs.

    async with connect("127.0.0.1:50051") as core:
        answer = await core.recall.Query(request, metadata=..., timeout=...)

Who opens it closes it; closing lets running calls end for a moment.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

import grpc
import grpc.aio

from memory_core.contract.gen.memory.v1 import (
    access_pb2_grpc,
    admin_pb2_grpc,
    documents_pb2_grpc,
    entities_pb2_grpc,
    lifecycle_pb2_grpc,
    memory_pb2_grpc,
    recall_pb2_grpc,
    scopes_pb2_grpc,
    sessions_pb2_grpc,
    traces_pb2_grpc,
)

MAX_MESSAGE_BYTES = 64 << 20
"""Room for 16 MiB of JSON as a message, and for the widest answers."""
CLOSE_GRACE_SECONDS = 2.0

CHANNEL_OPTIONS: Sequence[tuple[str, int]] = (
    ("grpc.max_send_message_length", MAX_MESSAGE_BYTES),
    ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
    ("grpc.max_metadata_size", 64 << 10),
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.http2.min_ping_interval_without_data_ms", 20_000),  # a server takes no offence at those pings
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 2_000),
    ("grpc.enable_retries", 0),  # a door must not repeat a write on its own
)


class CoreClient:
    """The services of one core."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self.channel = channel
        self.memory = memory_pb2_grpc.MemoryServiceStub(channel)
        self.recall = recall_pb2_grpc.RecallServiceStub(channel)
        self.documents = documents_pb2_grpc.DocumentServiceStub(channel)
        self.sessions = sessions_pb2_grpc.SessionServiceStub(channel)
        self.entities = entities_pb2_grpc.EntityServiceStub(channel)
        self.lifecycle = lifecycle_pb2_grpc.LifecycleServiceStub(channel)
        self.scopes = scopes_pb2_grpc.ScopeServiceStub(channel)
        self.access = access_pb2_grpc.AccessServiceStub(channel)
        self.traces = traces_pb2_grpc.TraceServiceStub(channel)
        self.admin = admin_pb2_grpc.AdminServiceStub(channel)


def open_channel(
    target: str,
    *,
    credentials: grpc.ChannelCredentials | None = None,
    interceptors: Sequence[grpc.aio.ClientInterceptor] = (),
) -> grpc.aio.Channel:
    """A channel to `host:port` or any gRPC target; in plain text without credentials. Connects on first use."""
    options = list(CHANNEL_OPTIONS)
    if credentials is None:
        return grpc.aio.insecure_channel(target, options=options, interceptors=list(interceptors))
    return grpc.aio.secure_channel(target, credentials, options=options, interceptors=list(interceptors))


@asynccontextmanager
async def connect(
    target: str,
    *,
    credentials: grpc.ChannelCredentials | None = None,
    interceptors: Sequence[grpc.aio.ClientInterceptor] = (),
) -> AsyncGenerator[CoreClient]:
    """A client over a channel of its own, see open_channel."""
    channel = open_channel(target, credentials=credentials, interceptors=interceptors)
    try:
        yield CoreClient(channel)
    finally:
        await channel.close(CLOSE_GRACE_SECONDS)
