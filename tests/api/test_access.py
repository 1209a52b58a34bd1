"""Keys, principals, scopes and contexts over gRPC."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf import json_format
from google.protobuf.field_mask_pb2 import FieldMask
from google.protobuf.struct_pb2 import Struct

from memory_core.contract.client import CoreClient
from memory_core.contract.errors import Reason
from memory_core.contract.gen.memory.v1 import access_pb2, admin_pb2, common_pb2, scopes_pb2
from memory_core.engine.model import VERBS
from tests.api.loopback import MANAGER, error_of, with_key
from tests.service.access_world import CONTEXT, AccessWorld, Person, over


def grants(**patterns: str) -> common_pb2.Grants:
    """Grants on the wire: `memory_read="a"`."""
    return common_pb2.Grants(
        verbs={verb.replace("_", ":"): common_pb2.PatternList(patterns=[one]) for verb, one in patterns.items()}
    )


def config(**values: object) -> Struct:
    """A free-form object."""
    return json_format.ParseDict(values, Struct())


async def test_a_key_is_minted_listed_rotated_and_ended(core: CoreClient, boss: Person) -> None:
    key, access = with_key(boss.secret), core.access
    request = access_pb2.MintKeyRequest(name="narrow", grants=grants(memory_read="a"), ttl_seconds=60)
    minted = (await access.MintKey(request, metadata=key)).minted
    said = await access.Whoami(access_pb2.WhoamiRequest(), metadata=with_key(minted.key))
    assert (said.token_grants, said.effective_grants) == (grants(memory_read="a"), grants(memory_read="a"))
    listed = {one.name: one for one in (await access.ListKeys(access_pb2.ListKeysRequest(), metadata=key)).keys}
    assert (listed["narrow"].id, listed["narrow"].valid_until) == (minted.id, minted.valid_until)
    assert not listed["Boss"].HasField("grants")
    assert minted.key not in str(listed)
    turned = (await access.RotateKey(access_pb2.RotateKeyRequest(key_name="narrow"), metadata=key)).minted
    assert (turned.id, turned.key != minted.key) == (minted.id, True)
    await access.RevokeKey(access_pb2.RevokeKeyRequest(key_name="narrow"), metadata=key)
    for secret in (minted.key, turned.key):
        failed = await error_of(access.Whoami(access_pb2.WhoamiRequest(), metadata=with_key(secret)))
        assert failed.reason is Reason.UNAUTHENTICATED


async def test_no_grants_and_empty_grants_are_not_the_same(core: CoreClient, boss: Person) -> None:
    whole = (await core.access.MintKey(access_pb2.MintKeyRequest(), metadata=with_key(boss.secret))).minted
    empty = access_pb2.MintKeyRequest(grants=common_pb2.Grants())
    nothing = (await core.access.MintKey(empty, metadata=with_key(boss.secret))).minted
    for minted, verbs in ((whole, set(VERBS)), (nothing, set[str]())):
        said = await core.access.Whoami(access_pb2.WhoamiRequest(), metadata=with_key(minted.key))
        assert set(said.effective_grants.verbs) == verbs


@pytest.mark.parametrize("ttl", [0, -1, 3_153_600_001])
async def test_a_life_outside_the_bounds_is_refused(core: CoreClient, boss: Person, ttl: int) -> None:
    failed = await error_of(
        core.access.MintKey(access_pb2.MintKeyRequest(ttl_seconds=ttl), metadata=with_key(boss.secret))
    )
    assert (failed.reason, failed.fields[0][0]) == (Reason.OUT_OF_RANGE, "ttl_seconds")


async def test_verbs_are_granted_and_taken_away(core: CoreClient, world: AccessWorld, boss: Person) -> None:
    key, friend = with_key(boss.secret), (await world.person("Friend", {})).principal.id
    grant = access_pb2.GrantVerbsRequest(principal_id=friend, path="org/a/*", verbs=["read", "memory:write"])
    made = (await core.access.GrantVerbs(grant, metadata=key)).principal
    assert made.grants == grants(memory_read="org/a/*", memory_write="org/a/*")
    asked = access_pb2.GetEffectiveGrantsRequest(principal_id=friend, path="org/a/x")
    assert list((await core.access.GetEffectiveGrants(asked, metadata=key)).verbs) == ["memory:read", "memory:write"]
    take = access_pb2.RevokeVerbsRequest(principal_id=friend, path="org/a/*", verbs=["memory:write"])
    await core.access.RevokeVerbs(take, metadata=key)
    found = (
        await core.access.GetPrincipal(access_pb2.GetPrincipalRequest(principal_id=friend), metadata=key)
    ).principal
    assert found.grants == grants(memory_read="org/a/*")


async def test_scopes_come_in_pages(core: CoreClient, world: AccessWorld) -> None:
    key = with_key((await world.person("Ann", over("org/*"))).secret)
    for path in ("org/c", "org/a", "org/b"):
        made = await core.scopes.RegisterScope(scopes_pb2.RegisterScopeRequest(path=path), metadata=key)
        assert (made.created, made.scope.path) == (True, path)
    first = await core.scopes.ListScopes(scopes_pb2.ListScopesRequest(page_size=2), metadata=key)
    assert [one.path for one in first.scopes] == ["org/a", "org/b"]
    more = scopes_pb2.ListScopesRequest(page_size=2, page_token=first.next_page_token)
    last = await core.scopes.ListScopes(more, metadata=key)
    assert ([one.path for one in last.scopes], last.HasField("next_page_token")) == (["org/c"], False)
    everything = await core.scopes.ListScopes(scopes_pb2.ListScopesRequest(), metadata=key)
    assert (len(everything.scopes), everything.HasField("next_page_token")) == (3, False)
    await core.scopes.DeleteScope(scopes_pb2.DeleteScopeRequest(path="org/b"), metadata=key)
    failed = await error_of(core.scopes.DeleteScope(scopes_pb2.DeleteScopeRequest(path="org/b"), metadata=key))
    assert failed.reason is Reason.SCOPE_NOT_FOUND


async def test_a_context_is_managed(core: CoreClient) -> None:
    admin = core.admin
    request = admin_pb2.CreateContextRequest(
        context_id="new", config=config(llm={"api_key": "s", "model": "m"}), description="text"
    )
    made = (await admin.CreateContext(request, metadata=MANAGER)).context
    assert (made.config, made.description, made.enforcement_blocked) == (config(llm={"model": "m"}), "text", False)
    assert (await error_of(admin.CreateContext(request, metadata=MANAGER))).reason is Reason.ALREADY_EXISTS
    patch = admin_pb2.UpdateContextRequest(context_id="new", config=config(llm={"size": 3}), enforcement_blocked=True)
    changed = (await admin.UpdateContext(patch, metadata=MANAGER)).context
    assert (changed.config, changed.description, changed.enforcement_blocked) == (
        config(llm={"model": "m", "size": 3}),
        "text",
        True,
    )
    reset = admin_pb2.UpdateContextRequest(context_id="new", update_mask=FieldMask(paths=["config", "description"]))
    changed = (await admin.UpdateContext(reset, metadata=MANAGER)).context
    assert (changed.config, changed.HasField("description"), changed.enforcement_blocked) == (Struct(), False, True)
    await admin.DeleteContext(admin_pb2.DeleteContextRequest(context_id="new"), metadata=MANAGER)
    failed = await error_of(admin.GetContext(admin_pb2.GetContextRequest(context_id="new"), metadata=MANAGER))
    assert failed.reason is Reason.CONTEXT_NOT_FOUND


@pytest.mark.parametrize("name", ["", "contexts", "-a", "a b", "a/b", "x" * 129, "ä"])
async def test_a_context_needs_a_plain_id(core: CoreClient, name: str) -> None:
    failed = await error_of(core.admin.CreateContext(admin_pb2.CreateContextRequest(context_id=name), metadata=MANAGER))
    assert (failed.row.http, failed.fields[0][0]) == (400, "context_id")


async def test_principals_and_their_keys_are_managed(core: CoreClient) -> None:
    admin, place = core.admin, dict[str, Any](context_id=CONTEXT)
    wanted = admin_pb2.CreatePrincipalRequest(
        **place, display_name="Ann", external_id="idp:1", grants=grants(memory_read="a")
    )
    made, again = [await admin.CreatePrincipal(wanted, metadata=MANAGER) for _ in range(2)]
    assert (made.created, again.created, made.principal) == (True, False, again.principal)
    one = {**place, "principal_id": made.principal.id}
    patch = admin_pb2.UpdatePrincipalRequest(**one, display_name="Anna", grants=grants(memory_write="b"))
    changed = (await admin.UpdatePrincipal(patch, metadata=MANAGER)).principal
    assert (changed.display_name, changed.grants) == ("Anna", grants(memory_read="a", memory_write="b"))
    minted = (await admin.MintPrincipalKey(admin_pb2.MintPrincipalKeyRequest(**one, name="k"), metadata=MANAGER)).minted
    turned = (
        await admin.RotatePrincipalKey(admin_pb2.RotatePrincipalKeyRequest(**one, name="k"), metadata=MANAGER)
    ).minted
    token = admin_pb2.CreateAccessTokenRequest(**place, external_id="idp:1", ttl_seconds=60)
    short = (await admin.CreateAccessToken(token, metadata=MANAGER)).minted
    keys = (await admin.ListPrincipalKeys(admin_pb2.ListPrincipalKeysRequest(**one), metadata=MANAGER)).keys
    everybody = (await admin.ListContextKeys(admin_pb2.ListContextKeysRequest(**place), metadata=MANAGER)).keys
    assert [key.id for key in keys] == [minted.id, short.id] == [key.id for key in everybody]
    await admin.RevokePrincipalKey(admin_pb2.RevokePrincipalKeyRequest(**one, name="k"), metadata=MANAGER)
    assert (
        await error_of(core.access.Whoami(access_pb2.WhoamiRequest(), metadata=with_key(turned.key)))
    ).row.http == 401
    await admin.DeletePrincipal(admin_pb2.DeletePrincipalRequest(**one), metadata=MANAGER)
    left = (
        await admin.ListContextPrincipals(admin_pb2.ListContextPrincipalsRequest(**place), metadata=MANAGER)
    ).principals
    assert {one.id for one in left} == {"principal:system", "principal:admin"}
    assert (
        await error_of(core.access.Whoami(access_pb2.WhoamiRequest(), metadata=with_key(short.key)))
    ).row.http == 401


async def test_the_verbs_are_told_and_copies_rebuilt(core: CoreClient) -> None:
    told = (await core.admin.ListVerbs(admin_pb2.ListVerbsRequest(), metadata=MANAGER)).verbs
    assert [one.verb for one in told] == list(VERBS)
    request = admin_pb2.RunLifecycleRequest(context_id=CONTEXT, operation=admin_pb2.LIFECYCLE_OPERATION_REINDEX)
    assert (await core.admin.RunLifecycle(request, metadata=MANAGER)).affected == 3
    request = admin_pb2.RunLifecycleRequest(context_id="no", operation=admin_pb2.LIFECYCLE_OPERATION_REINDEX)
    assert (await error_of(core.admin.RunLifecycle(request, metadata=MANAGER))).reason is Reason.CONTEXT_NOT_FOUND
