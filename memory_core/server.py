"""Starts the product or a part of it and stops it in order.

    run_dev     core and both gateways in one process on embedded stores
    run_core    the core alone
    run_rest, run_mcp   one gateway alone, pointed at a core
    reindex     rebuilds the copies of a ledger that nothing else has open

Whatever is opened goes on one exit stack, so a start that fails half way closes what it had. SIGTERM and SIGINT end a run:
gateways stop taking connections first, then the core drains, then stores close.
"""

from __future__ import annotations

import asyncio
import gc
import importlib.metadata
import json
import signal
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import grpc.aio
from aiohttp import web

from gateway_mcp import app as mcp_door
from gateway_mcp.config import McpConfig
from gateway_rest import app as rest_door
from gateway_rest.config import RestConfig
from gateway_rest.listener import DoorRunner
from memory_core import telemetry
from memory_core.bootstrap import Core, open_core
from memory_core.contract.client import CoreClient, connect
from memory_core.settings import Settings

PACKAGE = "memory-core"
STOP_GRACE_S = 5.0
GARBAGE = (5_000, 10, 100)
"""New objects until the youngest are looked at for cycles, and how often that is done until older ones are: seldom, since
what is made for a call is mostly freed without it, and looking at everything takes a tenth of a second."""
SWITCH_S = 0.001
"""How long a busy thread keeps the interpreter while the loop wants it. A question crosses threads many times; with the
interpreter's own 5 ms each crossing could cost that much while documents are read."""


async def run_dev(settings: Settings) -> None:
    """Core and both gateways; makes the first context and its keys, and prints how to use them."""
    async with AsyncExitStack() as stack:
        core = await stack.enter_async_context(open_core(settings))
        port = await stack.enter_async_context(serving_core(core, settings))
        client = await stack.enter_async_context(connect(f"{settings.grpc.host}:{port}"))
        address = await stack.enter_async_context(serving_doors(client, settings, rest=True, mcp=True))
        await stack.enter_async_context(telemetry.loop_lag())
        settle_interpreter()
        _print_welcome(core, address, f"{settings.grpc.host}:{port}")
        await stopped()


async def run_core(settings: Settings) -> None:
    """The core alone."""
    async with AsyncExitStack() as stack:
        core = await stack.enter_async_context(open_core(settings))
        await stack.enter_async_context(serving_core(core, settings))
        await stack.enter_async_context(telemetry.loop_lag())
        settle_interpreter()
        await stopped()


async def run_rest(settings: Settings) -> None:
    """The REST gateway alone."""
    await _run_door(settings, rest=True, mcp=False)


async def run_mcp(settings: Settings) -> None:
    """The MCP gateway alone."""
    await _run_door(settings, rest=False, mcp=True)


def settle_interpreter() -> None:
    """Keeps the interpreter from holding the loop, once everything is loaded.

    A full garbage collection stops all threads and looks at every object, of which libraries make some hundred thousand
    that stay for good: those are left out of all later ones.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    sys.setswitchinterval(SWITCH_S)


async def reindex(settings: Settings) -> None:
    """Rebuilds both copies and returns when they hold everything."""
    async with open_core(settings) as core:
        count = await core.reindex()
        await core.wait_for_copies()
        sys.stdout.write(f"rebuilt the copies of {count} records\n")


async def _run_door(settings: Settings, *, rest: bool, mcp: bool) -> None:
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(connect(settings.core_address))
        await stack.enter_async_context(serving_doors(client, settings, rest=rest, mcp=mcp))
        await stopped()


@asynccontextmanager
async def serving_core(core: Core, settings: Settings) -> AsyncGenerator[int]:
    """The gRPC server of a core; yields its port. Running calls get `grpc.drain_s` to end."""
    server = core.make_server()
    port = server.add_insecure_port(f"{settings.grpc.host}:{settings.grpc.port}")
    if port == 0:
        raise OSError(f"{settings.grpc.host}:{settings.grpc.port} can't be listened on")
    await server.start()
    try:
        yield port
    finally:
        await _drain(server, settings.grpc.drain_s)


async def _drain(server: grpc.aio.Server, grace_s: float) -> None:
    await server.stop(grace_s)


@asynccontextmanager
async def serving_doors(client: CoreClient, settings: Settings, *, rest: bool, mcp: bool) -> AsyncGenerator[str]:
    """One listener for the doors asked for, two when MCP has a port of its own; yields the first one's address."""
    apart = mcp and settings.mcp.port is not None
    async with AsyncExitStack() as stack:
        shared = web.Application(middlewares=[rest_door.observe], client_max_size=settings.limits.body_bytes)
        if rest:
            rest_door.add_routes(shared, client, _rest_config(settings))
        if mcp and not apart:
            mcp_door.add_routes(shared, client, _mcp_config(settings))
        host = settings.rest.host if rest else settings.mcp.host
        address = (
            await stack.enter_async_context(_listening(shared, host, settings.rest.port)) if rest or not apart else ""
        )
        if apart and settings.mcp.port is not None:
            alone = web.Application(middlewares=[rest_door.observe])
            mcp_door.add_routes(alone, client, _mcp_config(settings))
            second = await stack.enter_async_context(_listening(alone, settings.mcp.host, settings.mcp.port))
            address = address or second
        yield address


@asynccontextmanager
async def _listening(app: web.Application, host: str, port: int) -> AsyncGenerator[str]:
    runner = DoorRunner(app, shutdown_timeout=STOP_GRACE_S)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        await site.start()
        bound = runner.addresses[0]
        yield f"http://{bound[0]}:{bound[1]}"
    finally:
        await runner.cleanup()


def _rest_config(settings: Settings) -> RestConfig:
    return RestConfig(
        body_limit=settings.limits.body_bytes,
        upload_limit=settings.limits.upload_bytes,
        deadline_s=settings.rest.deadline_s,
    )


def _mcp_config(settings: Settings) -> McpConfig:
    return McpConfig(
        upload_limit=settings.limits.upload_bytes,
        deadline_s=settings.rest.deadline_s,
        list_retired_tools=settings.mcp.list_retired_tools,
        allowed_origins=settings.mcp.allowed_origins,
        resource_url=settings.mcp.resource_url,
        authorization_servers=settings.mcp.authorization_servers,
        version=importlib.metadata.version(PACKAGE),
    )


async def stopped() -> None:
    """Returns at the first SIGTERM or SIGINT."""
    asked = asyncio.Event()
    loop = asyncio.get_running_loop()
    undo: list[Callable[[], object]] = []
    for one in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(one, asked.set)
        undo.append(lambda one=one: loop.remove_signal_handler(one))
    try:
        await asked.wait()
    finally:
        for call in undo:
            call()


def _print_welcome(core: Core, address: str, grpc_address: str) -> None:
    """How to use what just started; the secret is shown on the first start alone."""
    context, key = core.bootstrap.context, core.bootstrap.shown_key
    told = key or "$MEMORY_API_KEY"
    url = f"{address}/api/v1/{context}"
    config = {"mcpServers": {"memory": {"url": f"{address}/mcp", "headers": {"Authorization": f"Bearer {told}"}}}}
    lines = [
        "",
        f"Memory service is up. REST {address}/api/v1  MCP {address}/mcp  gRPC {grpc_address}",
        f"Context: {context}. Keys are in {core.bootstrap.key_file}" + ("" if key else " (not shown again)."),
        *([f"Key: {key}"] if key else []),
        "",
        "Remember and recall with curl:",
        f"  curl -s {url}/facts -H 'Authorization: Bearer {told}' -H 'Content-Type: application/json' \\",
        '    -d \'{"text": "I just got promoted to CTO and I am moving to Lisbon next month."}\'',
        f"  curl -s {url}/query -H 'Authorization: Bearer {told}' -H 'Content-Type: application/json' \\",
        '    -d \'{"query": "What is my role?"}\'',
        "",
        "MCP client configuration:",
        f"  {json.dumps(config)}",
        "",
        "Python:",
        "  import json, urllib.request",
        f"  ask = urllib.request.Request('{url}/query', json.dumps({{'query': 'What is my role?'}}).encode(),",
        f"      {{'Authorization': 'Bearer {told}', 'Content-Type': 'application/json'}})",
        "  print(json.load(urllib.request.urlopen(ask))['hits'])",
        "",
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()
