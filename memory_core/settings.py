"""Everything that can be set, grouped by part, read from `MEMORY_*` environment variables and command-line flags.

A variable is the group and the field: `rest.port` is `MEMORY_REST_PORT`. Each field says its unit, what None means and
why the default is what it is; `python -m memory_core.settings` prints them all as docs/configuration.md. Secrets are
`SecretStr`: they appear in no output, error text included.
"""

from __future__ import annotations

import ipaddress
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeGuard

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, ValidationError, model_validator
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

PREFIX = "MEMORY_"


def _split(value: object) -> object:
    return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value


Port = Annotated[int, Field(ge=0, le=65535)]
Count = Annotated[int, Field(ge=1)]
Pause = Annotated[int, Field(ge=0)]
Seconds = Annotated[float, Field(gt=0)]
Days = Annotated[float, Field(gt=0)]
Share = Annotated[float, Field(ge=0, le=1)]
Names = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)]
"""Several words in one variable, with commas between them."""


class SettingsError(ValueError):
    """A setting is wrong. The message names each variable and its bound, never the value, and is safe to print."""


class Group(BaseModel):
    """One part's settings; an unknown name inside a group is refused, since it is a misspelled one."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True, use_attribute_docstrings=True)


class BootstrapSettings(Group):
    """What `memory-core dev` makes on its first start."""

    context: str = "dev"
    """Id of the context that is made when the data directory is empty."""
    key_file: Path | None = None
    """JSON file (mode 0600) for the context's first key and the management key. Made on the first start, read and never
    changed by a later one. None: `bootstrap-keys.json` in the data directory."""
    key: SecretStr | None = None
    """Secret of the context's first key. None: a random one, which nobody can guess or share."""


class GrpcSettings(Group):
    """The core's own door."""

    host: str = "127.0.0.1"
    """Address to listen on. Loopback, so that nothing is open by accident."""
    port: Port = 50051
    """TCP port; 0 lets the system choose. The customary port of gRPC."""
    core_address: str | None = None
    """`host:port` at which gateways that run apart find the core. None: the host and port above."""
    drain_s: Annotated[float, Field(ge=0)] = 10.0
    """Seconds that running calls get to end after SIGTERM; most supervisors kill after 20 to 30."""
    reflection: bool = True
    """Serve the descriptors to tools such as grpcurl. They hold no secret."""


class RestSettings(Group):
    """The REST gateway."""

    host: str = "127.0.0.1"
    """Address to listen on. Loopback, so that nothing is open by accident."""
    port: Port = 9090
    """TCP port; 0 lets the system choose. Where existing clients look first."""
    deadline_s: Seconds = 60.0
    """Seconds that one call to the core may take; more than any call without a model needs."""


class McpSettings(Group):
    """The MCP gateway, at the path `/mcp`."""

    host: str = "127.0.0.1"
    """Address to listen on when the gateway has a port of its own."""
    port: Port | None = None
    """Own TCP port. None: the listener of the REST gateway, so that one address serves both; a gateway that runs apart
    then takes the REST gateway's number."""
    list_retired_tools: bool = False
    """List the seven tools of the older generation. They can be called by name all the same; listing both generations
    costs a model's attention."""
    allowed_origins: Names = ()
    """Browser origins beside loopback that may call, comma separated. None: loopback alone."""
    resource_url: str | None = None
    """Public address of the gateway, for OAuth protected-resource metadata (RFC 9728). None: no metadata is served,
    since static keys must not start an OAuth flow."""
    authorization_servers: Names = ()
    """Issuers named in that metadata, comma separated. Without effect while the resource URL is none."""


class LimitSettings(Group):
    """What one call may ask for. Beyond a limit a call is refused with an error that names the field and the bound."""

    text_chars: Count = 262_144
    """Characters of one fact or turn. Longer texts belong in a document, which is chunked."""
    batch_items: Count = 1_000
    """Messages or triples in one call; keeps a transaction short."""
    body_bytes: Count = 16 * 2**20
    """Bytes of one JSON body or gRPC message (16 MiB)."""
    upload_bytes: Count = 50 * 2**20
    """Bytes of one uploaded file (50 MiB), unless its context says otherwise."""
    requests_per_s: Seconds | None = 1_000.0
    """Calls a second and key, sustained. None: no limit. The default stops loops gone wild and nothing else."""


class LedgerSettings(Group):
    """The embedded ledger (SQLite)."""

    synchronous: Literal["FULL", "NORMAL"] = "FULL"
    """FULL: an acknowledged write survives loss of power. NORMAL: it survives a killed process, and writes cost a third
    less."""
    readers: Annotated[int, Field(ge=1, le=32)] = 2
    """Reader threads, each with a connection of its own; one for each core does."""
    cache_mib: Count = 64
    """Page cache of each connection in MiB; holds the indexes of some 100,000 facts."""


class ProjectionSettings(Group):
    """How facts reach the search copies."""

    ack_wait_ms: Pause = 200
    """Longest time in milliseconds that a write of many records waits for the copies, and one of a few while copies lag
    behind by more than 64 rows; for vectors it may wait less. Recall sees what waits either way; this keeps the number of
    rows that it must look at unindexed small."""


class EmbedderSettings(Group):
    """What turns text into vectors. Another model needs a `memory-core reindex`."""

    model_dir: Path | None = None
    """Folder with `model.onnx` and `tokenizer.json`. None: the all-MiniLM-L6-v2
    that is installed as a package."""
    threads: Count | None = None
    """Threads of one local inference. None: 1; two take more processor time and are hardly sooner done."""
    batch_texts: Count = 8
    """Texts in one local inference. Larger batches take several times the memory at equal speed."""


class BeliefSettings(Group):
    """How new statements meet what stands."""

    confidence_floor: Share = 0.7
    """Confidence from which a new value replaces the old one, unless its context says otherwise. Below it both stay and
    an uncertainty links them. A plain first-person statement reaches the default, a guess does not."""


class DocumentSettings(Group):
    """What is made of uploaded documents, unless their context says otherwise."""

    extract_facts: bool = True
    """Whether documents are read for the facts that they state, by rules and in the background. False: they are found by
    their passages alone, and what was extracted before goes when a document is read again."""


class MaskingSettings(Group):
    """Secrets that are taken out of turns and facts before anything is kept, unless their context says otherwise."""

    tokens: bool = True
    """API keys, access tokens, and passwords that look random."""
    private_keys: bool = True
    """PEM blocks."""
    cards: bool = False
    """Payment card numbers. False: order and account numbers can look alike."""


class LifecycleSettings(Group):
    """The upkeep of memory."""

    context_ttl_days: Annotated[float, Field(ge=0, le=36_500)] = 0.0
    """Days without use or repeat after which a run of expiry retires facts of category context, unless their context
    says otherwise. 0: never, since what is retired is out of sight and some of it is still true."""


class RetentionSettings(Group):
    """How long what is kept about calls stays. Memory itself stays until it is forgotten."""

    traces_days: Days | None = 30.0
    """Days that traces of questions and decisions are kept. None: for ever. A month tells how an answer came about; the
    words of questions should not stay longer than they are of use."""
    audit_days: Days | None = 365.0
    """Days that audit rows are kept. None: for ever. A year is what most rules ask for."""


class RecallSettings(Group):
    """How answers are searched."""

    leg_timeout_ms: Count = 1_000
    """Milliseconds after which one search leg (vectors, text, graph) is left out of an answer and named in its trace.
    Far above the usual few, since a missing leg costs quality."""


class ResilienceSettings(Group):
    """Calls from the core to its stores and models."""

    timeout_ms: Count = 10_000
    """Milliseconds after which a call to a store counts as failed: reads of the ledger, all but erasures, rebuilds and
    batches of the rest. Other writes are bounded by their caller's deadline, since one that was cut off may have
    happened."""
    attempts: Count = 3
    """Tries of a call that may be repeated, the first one included. 1: none is repeated."""
    backoff_ms: Pause = 50
    """Milliseconds before the second try; doubled, with jitter, before each further one."""
    breaker_failures: Count = 5
    """Failures in a row of one kind of call (search, say) to a copy, the model or the blobs after which such calls fail
    at once. The embedded ledger is always asked."""
    breaker_cooldown_s: Seconds = 5.0
    """Seconds until what was left alone is tried again."""


class LogSettings(Group):
    """Logs, on standard error."""

    level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """Least severe level that is written."""
    format: Literal["auto", "console", "json"] = "auto"
    """auto: console on a terminal, else JSON lines, which log collectors read."""
    text: bool = False
    """Write fields that hold memory text or queries. False: they are masked, since logs live outside the scopes that
    guard memory. For debugging on one's own data."""


class TelemetrySettings(Group):
    """Traces and metrics (OpenTelemetry). The standard `OTEL_EXPORTER_OTLP_*` variables (headers, TLS) work as well."""

    otlp_endpoint: str | None = None
    """OTLP/gRPC collector, `http://host:4317`. None: nothing leaves the process."""
    console: bool = False
    """Print spans on standard error, to look at them without a collector."""
    sample_ratio: Share = 1.0
    """Share of traces kept where no caller decided already."""
    interval_s: Seconds = 15.0
    """Seconds between two exports of metrics."""
    service: str = "memory"
    """First part of `service.name`; the process adds what it runs, as in `memory-core`."""


class Settings(BaseSettings):
    """All settings of one process."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_nested_delimiter="_",
        env_nested_max_split=1,
        env_parse_none_str="none",
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
        use_attribute_docstrings=True,
    )

    data_dir: Path = Path("data")
    """Folder of all embedded stores; one process at a time opens it."""
    management_key: SecretStr | None = None
    """Secret for the management surface (contexts, principals, keys). None: a random one is made on the first start and
    kept in the bootstrap key file."""
    allow_remote: bool = False
    """Allow addresses other than loopback to be listened on. The doors speak plain HTTP and gRPC, so this is for a
    private network or behind a proxy that ends TLS."""
    bootstrap: BootstrapSettings = BootstrapSettings()
    grpc: GrpcSettings = GrpcSettings()
    rest: RestSettings = RestSettings()
    mcp: McpSettings = McpSettings()
    limits: LimitSettings = LimitSettings()
    ledger: LedgerSettings = LedgerSettings()
    projection: ProjectionSettings = ProjectionSettings()
    embedder: EmbedderSettings = EmbedderSettings()
    belief: BeliefSettings = BeliefSettings()
    documents: DocumentSettings = DocumentSettings()
    masking: MaskingSettings = MaskingSettings()
    lifecycle: LifecycleSettings = LifecycleSettings()
    retention: RetentionSettings = RetentionSettings()
    recall: RecallSettings = RecallSettings()
    resilience: ResilienceSettings = ResilienceSettings()
    log: LogSettings = LogSettings()
    telemetry: TelemetrySettings = TelemetrySettings()

    @model_validator(mode="after")
    def _loopback_unless_allowed(self) -> Settings:
        hosts = {"grpc": self.grpc.host, "rest": self.rest.host, "mcp": self.mcp.host}
        remote = [variable(door, "host") for door, host in hosts.items() if not is_loopback(host)]
        if remote and not self.allow_remote:
            raise ValueError(f"{', '.join(remote)} must be a loopback address unless {PREFIX}ALLOW_REMOTE is true")
        return self

    @property
    def core_address(self) -> str:
        """Where gateways find the core."""
        return self.grpc.core_address or f"{self.grpc.host}:{self.grpc.port}"


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address; a name other than localhost counts as reachable by others."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def load(overrides: Mapping[str, Any] | None = None) -> Settings:
    """Settings from the environment; `overrides`, nested by group, win. Raises SettingsError."""
    try:
        return Settings(**(overrides or {}))
    except ValidationError as wrong:
        found = [(one["loc"], one["msg"].removeprefix("Value error, ")) for one in wrong.errors(include_input=False)]
        lines = [f"{variable(*map(str, where))}: {what}" if where else what for where, what in found]
        raise SettingsError("\n".join(lines)) from None


def variable(*path: str) -> str:
    """The environment variable of a field: `variable("rest", "port")`."""
    return PREFIX + "_".join(path).upper()


def reference() -> str:
    """The page docs/configuration.md."""
    intro = """\
# Configuration

Generated from `memory_core/settings.py` by `make docs`; a test keeps it current.

Every setting is an environment variable. `memory-core dev` also takes the flags `--data-dir`, `--rest-port`,
`--grpc-port` and `--bootstrap-key-file`, which win over their variables. The word `none` unsets a value. A wrong value
stops the start with an error that names its variable.

"""
    lines = [*_table("General", "The process as a whole.", (), Settings)]
    for name, field in Settings.model_fields.items():
        if _is_group(field.annotation):
            title = {"grpc": "gRPC", "rest": "REST", "mcp": "MCP"}.get(name, name.capitalize())
            lines += _table(title, field.annotation.__doc__ or "", (name,), field.annotation)
    return intro + "\n".join(lines)


def _table(title: str, intro: str, path: tuple[str, ...], model: type[BaseModel]) -> Iterator[str]:
    yield from (f"## {title}", "", intro, "", "| variable | type | default | meaning |", "|---|---|---|---|")
    for name, field in model.model_fields.items():
        if not _is_group(field.annotation):
            meaning = " ".join((field.description or "").split())
            cells = (f"`{variable(*path, name)}`", _kind(field), _default(field), meaning)
            yield "| " + " | ".join(cells) + " |"
    yield ""


def _is_group(annotation: object) -> TypeGuard[type[Group]]:
    return isinstance(annotation, type) and issubclass(annotation, Group)


def _kind(field: FieldInfo) -> str:
    """A field's type in words."""
    text = str(field.annotation)
    if "Literal" in text:
        return " or ".join(f"`{word}`" for word in re.findall(r"'(\w+)'", text))
    kinds = {"bool": "true or false", "int": "integer", "float": "number", "Path": "path", "SecretStr": "secret"}
    return next((said for name, said in kinds.items() if re.search(rf"\b{name}\b", text)), "text")


def _default(field: FieldInfo) -> str:
    if field.default in (None, ()):
        return "none"
    value = str(field.default)
    return f"`{value.lower() if isinstance(field.default, bool) else value}`"


if __name__ == "__main__":
    sys.stdout.write(reference())
