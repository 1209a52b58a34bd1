"""The management surface: contexts, principals, short-lived keys."""

from __future__ import annotations

from typing import Any

import pytest

from memory_core.contract.errors import ApiError, Reason
from memory_core.engine.grants import EVERY_GRANT
from memory_core.ports.errors import AlreadyExists
from memory_core.service.context_config import merged, shown
from memory_core.service.contexts import ContextPatch, NewPrincipal, PrincipalPatch
from memory_core.service.keys import KeyWish
from tests.service.access_world import CONTEXT, EVERYTHING, AccessWorld


def patch(**values: Any) -> PrincipalPatch:
    """A patch of the fields given."""
    return PrincipalPatch(frozenset(values), **values)


async def test_a_context_is_made_once_with_its_built_in_principals(doors: AccessWorld) -> None:
    await doors.contexts.create("new", {"a": 1}, "for tests", "idp:root", "Root")
    found = {one.id: one for one in await doors.contexts.principals("new")}
    assert set(found) == {"principal:system", "principal:admin"}
    admin = found["principal:admin"]
    assert (admin.display_name, admin.external_id, admin.grants) == ("Root", "idp:root", EVERY_GRANT)
    with pytest.raises(AlreadyExists):
        await doors.contexts.create("new")
    assert [one.id for one in await doors.contexts.list_contexts()] == [CONTEXT, "new"]


@pytest.mark.parametrize("name", ["contexts", "verbs", "health", "migrations"])
async def test_words_of_the_address_space_are_no_contexts(doors: AccessWorld, name: str) -> None:
    with pytest.raises(ApiError) as refused:
        await doors.contexts.create(name)
    assert refused.value.fields[0][0] == "context_id"


async def test_an_unknown_context_is_told_of_everywhere(doors: AccessWorld) -> None:
    contexts = doors.contexts
    for act in (
        lambda: contexts.get("no"),
        lambda: contexts.delete("no"),
        lambda: contexts.update("no", ContextPatch(frozenset())),
        lambda: contexts.principals("no"),
        lambda: contexts.create_principal("no", NewPrincipal("Ann")),
        lambda: contexts.update_principal("no", "principal:admin", patch(kind="agent")),
        lambda: contexts.delete_principal("no", "principal:admin"),
        lambda: contexts.mint("no", "principal:admin", KeyWish()),
        lambda: contexts.keys("no", None),
        lambda: contexts.access_token("no", "idp:1", None, 60, None),
    ):
        with pytest.raises(ApiError) as refused:
            await act()
        assert refused.value.reason is Reason.CONTEXT_NOT_FOUND


def test_config_is_merged_deeply_and_null_takes_a_name_out() -> None:
    old = {"llm": {"model": "m", "options": {"a": 1, "b": 2}}, "limit": 5}
    new = {"llm": {"options": {"b": None, "c": {"d": None, "e": 1}}}, "limit": {"x": 1}}
    assert merged(old, new) == {"llm": {"model": "m", "options": {"a": 1, "c": {"e": 1}}}, "limit": {"x": 1}}
    assert old["llm"] == {"model": "m", "options": {"a": 1, "b": 2}}


def test_secrets_of_a_config_can_be_written_and_not_read() -> None:
    config = {
        "api_key": "s",
        "llm": {"apiKey": "s", "model": "m", "max_tokens": 5},
        "stores": [{"password": "s", "host": "h"}],
    }
    assert shown(config) == {"llm": {"model": "m", "max_tokens": 5}, "stores": [{"host": "h"}]}


async def test_a_context_changes_only_in_what_is_named(doors: AccessWorld) -> None:
    await doors.contexts.update(
        CONTEXT, ContextPatch(frozenset({"config", "description"}), {"a": {"b": 1}}, None, "text")
    )
    after = await doors.contexts.update(CONTEXT, ContextPatch(frozenset({"config"}), {"a": {"c": 2}}))
    assert (after.config, after.description, after.enforcement_blocked) == ({"a": {"b": 1, "c": 2}}, "text", False)
    reset = await doors.contexts.update(CONTEXT, ContextPatch(frozenset({"config", "description"})))
    assert (reset.config, reset.description) == ({}, None)
    assert await doors.contexts.get(CONTEXT) == reset


async def test_a_config_has_a_bound_and_what_exceeds_it_changes_nothing(doors: AccessWorld) -> None:
    with pytest.raises(ApiError) as refused:
        await doors.contexts.update(CONTEXT, ContextPatch(frozenset({"config"}), {"a": "x" * 70_000}))
    assert refused.value.fields[0][0] == "config"
    assert "65536" in refused.value.message
    assert (await doors.contexts.get(CONTEXT)).config == {}


async def test_a_known_external_id_is_answered_with_who_has_it(doors: AccessWorld) -> None:
    first, made = await doors.contexts.create_principal(
        CONTEXT, NewPrincipal("Ann", external_id="idp:1", grants=EVERYTHING)
    )
    again, made_again = await doors.contexts.create_principal(CONTEXT, NewPrincipal("Other", external_id="idp:1"))
    assert (made, made_again, again) == (True, False, first)
    with pytest.raises(AlreadyExists):
        await doors.contexts.create_principal(CONTEXT, NewPrincipal("Ann"))


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        (NewPrincipal("  "), "display_name"),
        (NewPrincipal("x" * 257), "display_name"),
        (NewPrincipal("Ann", kind="system"), "kind"),
        (NewPrincipal("Ann", kind=" "), "kind"),
        (NewPrincipal("Ann", grants={"fly": ["a"]}), "grants"),
    ],
)
async def test_a_malformed_principal_is_named_and_not_made(
    doors: AccessWorld, wanted: NewPrincipal, field: str
) -> None:
    with pytest.raises(ApiError) as refused:
        await doors.contexts.create_principal(CONTEXT, wanted)
    assert refused.value.fields[0][0] == field
    assert len(await doors.contexts.principals(CONTEXT)) == 2


async def test_each_verb_named_is_replaced_and_others_stay(doors: AccessWorld) -> None:
    ann = (await doors.person("Ann", {"memory:read": ["a"], "memory:write": ["a"], "scope:read": ["a"]})).principal
    after = await doors.contexts.update_principal(CONTEXT, ann.id, patch(grants={"write": ["b"], "scope:read": []}))
    assert after.grants == {"memory:read": ("a",), "memory:write": ("b",)}
    assert (await doors.contexts.update_principal(CONTEXT, ann.id, patch(grants=None))).grants == {}


async def test_a_principal_is_renamed_unless_the_name_is_taken(doors: AccessWorld) -> None:
    ann = (await doors.person("Ann", {})).principal
    await doors.person("Bob", {})
    after = await doors.contexts.update_principal(CONTEXT, ann.id, patch(display_name="Anna", kind="agent"))
    assert (after.display_name, after.kind) == ("Anna", "agent")
    with pytest.raises(AlreadyExists):
        await doors.contexts.update_principal(CONTEXT, ann.id, patch(display_name="Bob"))


async def test_built_in_principals_stay(doors: AccessWorld) -> None:
    contexts = doors.contexts
    for act in (
        lambda: contexts.update_principal(CONTEXT, "system", patch(display_name="x")),
        lambda: contexts.update_principal(CONTEXT, "principal:system", patch(grants={"read": ["a"]})),
        lambda: contexts.delete_principal(CONTEXT, "principal:system"),
        lambda: contexts.delete_principal(CONTEXT, "admin"),
    ):
        with pytest.raises(ApiError) as refused:
            await act()
        assert refused.value.reason is Reason.PRINCIPAL_IMMUTABLE


async def test_an_access_token_makes_its_principal_once_and_narrows_it_later(doors: AccessWorld) -> None:
    contexts = doors.contexts
    first = await contexts.access_token(CONTEXT, "idp:7", None, 60, {"memory:read": ["a/*"]})
    second = await contexts.access_token(CONTEXT, "idp:7", "Ignored", 60, {"memory:read": ["a/b"]})
    whole = await contexts.access_token(CONTEXT, "idp:7", None, 60, None)
    assert first.key.principal_id == second.key.principal_id
    assert [(await doors.caller(one.secret)).patterns("memory:read") for one in (first, second, whole)] == [
        ("a/*",),
        ("a/b",),
        ("a/*",),
    ]
    with pytest.raises(ApiError) as refused:
        await contexts.access_token(CONTEXT, "idp:7", None, 60, {"memory:write": ["a"]})
    assert refused.value.reason is Reason.GRANT_EXCEEDED
