"""The command line: start the product or a part of it, rebuild copies, print the generated pages.

Every setting is an environment variable; the flags here are those that scripts give most. Heavy modules are imported by
the command that needs them, so that `--help` and a wrong setting answer at once.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Annotated, Any, NoReturn, TypeAlias

import typer

from memory_core.settings import Settings, SettingsError, load

app = typer.Typer(
    name="memory-core",
    help="Memory and knowledge for agents. Settings are MEMORY_* variables, see docs/configuration.md.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

DataDir = Annotated[Path | None, typer.Option(help="Folder of the embedded stores.", show_default="data")]
RestPort = Annotated[int | None, typer.Option(help="Port of the REST and MCP gateways.", show_default="9090")]
GrpcPort = Annotated[int | None, typer.Option(help="Port of the core.", show_default="50051")]
KeyFile = Annotated[Path | None, typer.Option(help="JSON file for the first keys, made on the first start.")]


Run: TypeAlias = Callable[[Settings], Coroutine[Any, Any, None]]
"""A function of memory_core.server that runs until it is done or told to stop."""


@app.command()
def dev(
    data_dir: DataDir = None,
    rest_port: RestPort = None,
    grpc_port: GrpcPort = None,
    bootstrap_key_file: KeyFile = None,
) -> None:
    """Run core and both gateways in one process on embedded stores."""
    settings = _settings(data_dir, rest_port, grpc_port, bootstrap_key_file)
    from memory_core.server import run_dev

    _run(run_dev, settings, "dev")


@app.command()
def serve(data_dir: DataDir = None, grpc_port: GrpcPort = None) -> None:
    """Run the core alone."""
    settings = _settings(data_dir, grpc_port=grpc_port)
    from memory_core.server import run_core

    _run(run_core, settings, "core")


@app.command()
def rest(rest_port: RestPort = None) -> None:
    """Run the REST gateway alone; MEMORY_GRPC_CORE_ADDRESS says where the core is."""
    settings = _settings(rest_port=rest_port)
    from memory_core.server import run_rest

    _run(run_rest, settings, "rest")


@app.command()
def mcp() -> None:
    """Run the MCP gateway alone; MEMORY_GRPC_CORE_ADDRESS says where the core is."""
    settings = _settings()
    from memory_core.server import run_mcp

    _run(run_mcp, settings, "mcp")


@app.command()
def reindex(data_dir: DataDir = None) -> None:
    """Rebuild the vector and text copies from the ledger."""
    settings = _settings(data_dir)
    from memory_core.server import reindex as rebuild

    _run(rebuild, settings, "reindex")


@app.command()
def docs() -> None:
    """Write the generated pages of docs/ (configuration, errors, keys); needs a checkout of the project."""
    from memory_core import pages

    pages.write()


def main() -> None:
    """The console script."""
    app()


def _settings(
    data_dir: Path | None = None,
    rest_port: int | None = None,
    grpc_port: int | None = None,
    bootstrap_key_file: Path | None = None,
) -> Settings:
    """Settings of the environment with the flags that were given on top."""
    flags: dict[str, Any] = {
        "data_dir": data_dir,
        "rest": None if rest_port is None else {"port": rest_port},
        "grpc": None if grpc_port is None else {"port": grpc_port},
        "bootstrap": None if bootstrap_key_file is None else {"key_file": bootstrap_key_file},
    }
    try:
        return load({name: value for name, value in flags.items() if value is not None})
    except SettingsError as wrong:
        _stop(str(wrong), 2)


def _run(run: Run, settings: Settings, part: str) -> None:
    """Runs one part under telemetry; an error that the operator can mend ends it with one line and status 1."""
    from memory_core import telemetry
    from memory_core.ports.errors import PortError

    with telemetry.running(settings, part):
        try:
            asyncio.run(run(settings))
        except (PortError, OSError) as failed:
            _stop(str(failed), 1)
        except KeyboardInterrupt:
            raise SystemExit(130) from None


def _stop(message: str, status: int) -> NoReturn:
    sys.stderr.write(f"memory-core: {message}\n")
    raise SystemExit(status)


if __name__ == "__main__":
    main()
