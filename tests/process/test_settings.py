"""What can be set, and what a wrong setting says."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memory_core.settings import Group, Settings, SettingsError, load, reference, variable


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("MEMORY_")]:
        monkeypatch.delenv(name)


def test_a_variable_is_the_group_and_the_field(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_DATA_DIR", "elsewhere")
    monkeypatch.setenv("MEMORY_REST_PORT", "1234")
    monkeypatch.setenv("MEMORY_GRPC_CORE_ADDRESS", "core:50051")
    monkeypatch.setenv("MEMORY_MCP_ALLOWED_ORIGINS", "https://a.example, https://b.example")
    settings = load()
    assert settings.data_dir == Path("elsewhere")
    assert settings.rest.port == 1234
    assert settings.core_address == "core:50051"
    assert settings.mcp.allowed_origins == ("https://a.example", "https://b.example")


def test_a_flag_wins_over_its_variable_and_leaves_the_rest_of_its_group(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_REST_PORT", "1234")
    monkeypatch.setenv("MEMORY_REST_DEADLINE_S", "5")
    settings = load({"rest": {"port": 4321}})
    assert (settings.rest.port, settings.rest.deadline_s) == (4321, 5.0)


def test_the_word_none_unsets_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_LIMITS_REQUESTS_PER_S", "none")
    assert load().limits.requests_per_s is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MEMORY_REST_PORT", "65536"),
        ("MEMORY_REST_PROT", "1234"),
        ("MEMORY_BELIEF_CONFIDENCE_FLOOR", "1.5"),
        ("MEMORY_LEDGER_SYNCHRONOUS", "OFF"),
        ("MEMORY_LIMITS_TEXT_CHARS", "0"),
    ],
)
def test_a_wrong_or_misspelled_variable_is_named(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=name):
        load()


def test_an_error_does_not_show_what_was_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_GRPC_PORT", "confidential")
    with pytest.raises(SettingsError) as wrong:
        load()
    assert "confidential" not in str(wrong.value)
    assert wrong.value.__cause__ is None


def test_secrets_do_not_print(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MEMORY_MANAGEMENT_KEY", "MEMORY_BOOTSTRAP_KEY"):
        monkeypatch.setenv(name, "confidential")
    settings = load()
    assert "confidential" not in f"{settings!r} {settings} {settings.model_dump()} {settings.model_dump_json()}"


@pytest.mark.parametrize("door", ["grpc", "rest", "mcp"])
def test_other_machines_are_let_in_only_when_that_is_said(door: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable(door, "host"), "0.0.0.0")
    with pytest.raises(SettingsError, match=variable(door, "host")):
        load()
    monkeypatch.setenv("MEMORY_ALLOW_REMOTE", "true")
    assert load().allow_remote


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "[::1]", "localhost"])
def test_loopback_needs_no_permission(host: str) -> None:
    assert load({"rest": {"host": host}}).rest.host == host


def test_every_setting_says_what_it_means_and_is_on_the_page() -> None:
    page = reference()
    for name, field in Settings.model_fields.items():
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, Group):
            for below, detail in inner.model_fields.items():
                assert detail.description, f"{name}.{below} has no description"
                assert f"`{variable(name, below)}`" in page
        else:
            assert field.description, f"{name} has no description"
            assert f"`{variable(name)}`" in page
