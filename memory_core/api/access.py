"""AccessService and ScopeService: translation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from memory_core.api.documents import receipt_message
from memory_core.api.request import current
from memory_core.api.wire import instant, optional, stamp, stamp_or_none
from memory_core.contract.gen.memory.v1 import access_pb2, access_pb2_grpc, common_pb2, scopes_pb2, scopes_pb2_grpc
from memory_core.contract.paging import next_token, page_offset
from memory_core.engine.model import Grants, Key, Principal, ScopeNode
from memory_core.service.access import AccessService
from memory_core.service.caller import Caller
from memory_core.service.keys import KeyService, KeyWish, Minted
from memory_core.service.scopes import ScopeService

SCOPES = "scopes"
"""Name of the list in its page tokens."""


def grants_message(grants: Grants) -> common_pb2.Grants:
    """Grants on the wire."""
    return common_pb2.Grants(
        verbs={verb: common_pb2.PatternList(patterns=patterns) for verb, patterns in grants.items() if patterns}
    )


def grants_of(message: Any, field: str = "grants") -> Mapping[str, Sequence[str]] | None:
    """Grants from the wire; None where they are left out."""
    if not message.HasField(field):
        return None
    return {verb: list(one.patterns) for verb, one in getattr(message, field).verbs.items()}


def principal_message(principal: Principal) -> access_pb2.Principal:
    """A principal on the wire."""
    return access_pb2.Principal(
        display_name=principal.display_name,
        grants=grants_message(principal.grants),
        id=principal.id,
        kind=principal.kind,
        external_id=principal.external_id,
        created_at=stamp(principal.created_at),
    )


def key_message(key: Key) -> access_pb2.KeyDetail:
    """A key on the wire, without its secret."""
    return access_pb2.KeyDetail(
        created_at=stamp(key.created_at),
        grants=None if key.grants is None else grants_message(key.grants),
        id=key.id,
        last_used_at=stamp_or_none(key.last_used_at),
        name=key.name,
        valid_until=stamp_or_none(key.valid_until),
        principal_id=key.principal_id,
    )


def minted_message(minted: Minted) -> access_pb2.MintedKey:
    """A new key with its secret."""
    key = minted.key
    return access_pb2.MintedKey(
        id=key.id,
        key=minted.secret,
        valid_until=stamp_or_none(key.valid_until),
        name=key.name,
        principal_id=key.principal_id,
    )


class AccessServicer(access_pb2_grpc.AccessServiceServicer):
    """Keys, principals and grants of the caller's context."""

    def __init__(self, access: AccessService, keys: KeyService) -> None:
        self._access, self._keys = access, keys

    async def Whoami(self, request: access_pb2.WhoamiRequest, context: Any) -> access_pb2.WhoamiResponse:
        caller = current().caller
        narrowed = caller.key.grants if caller.key else None
        return access_pb2.WhoamiResponse(
            delegated_principal_id=caller.delegated.id if caller.delegated else None,
            display_name=caller.principal.display_name,
            effective_grants=grants_message(caller.grants),
            grants=grants_message(caller.principal.grants),
            kind=caller.principal.kind,
            principal_id=caller.principal.id,
            token_grants=None if narrowed is None else grants_message(narrowed),
            enforce=True,
            context_id=caller.context.id,
        )

    async def ListKeys(self, request: access_pb2.ListKeysRequest, context: Any) -> access_pb2.ListKeysResponse:
        keys = await self._keys.own(current().caller)
        return access_pb2.ListKeysResponse(keys=[key_message(key) for key in keys])

    async def MintKey(self, request: access_pb2.MintKeyRequest, context: Any) -> access_pb2.MintKeyResponse:
        wish = KeyWish(optional(request, "name"), grants_of(request), optional(request, "ttl_seconds"))
        minted = await self._keys.mint(current().caller, wish)
        return access_pb2.MintKeyResponse(minted=minted_message(minted))

    async def RotateKey(self, request: access_pb2.RotateKeyRequest, context: Any) -> access_pb2.RotateKeyResponse:
        minted = await self._keys.rotate(current().caller, request.key_name, optional(request, "ttl_seconds"))
        return access_pb2.RotateKeyResponse(minted=minted_message(minted))

    async def RevokeKey(self, request: access_pb2.RevokeKeyRequest, context: Any) -> access_pb2.RevokeKeyResponse:
        await self._keys.revoke(current().caller, request.key_name)
        return access_pb2.RevokeKeyResponse()

    async def ListPrincipals(
        self, request: access_pb2.ListPrincipalsRequest, context: Any
    ) -> access_pb2.ListPrincipalsResponse:
        found = await self._access.principals(current().caller)
        return access_pb2.ListPrincipalsResponse(principals=[principal_message(one) for one in found])

    async def GetPrincipal(
        self, request: access_pb2.GetPrincipalRequest, context: Any
    ) -> access_pb2.GetPrincipalResponse:
        found = await self._access.principal(current().caller, request.principal_id)
        return access_pb2.GetPrincipalResponse(principal=principal_message(found))

    async def GetEffectiveGrants(
        self, request: access_pb2.GetEffectiveGrantsRequest, context: Any
    ) -> access_pb2.GetEffectiveGrantsResponse:
        at = instant(request, "as_of")
        path, verbs = await self._access.verbs_on(current().caller, request.principal_id, request.path, at)
        return access_pb2.GetEffectiveGrantsResponse(as_of=stamp_or_none(at), path=path, verbs=verbs)

    async def GrantVerbs(self, request: access_pb2.GrantVerbsRequest, context: Any) -> access_pb2.GrantVerbsResponse:
        found = await self._access.grant(current().caller, request.principal_id, request.path, list(request.verbs))
        return access_pb2.GrantVerbsResponse(principal=principal_message(found))

    async def RevokeVerbs(self, request: access_pb2.RevokeVerbsRequest, context: Any) -> access_pb2.RevokeVerbsResponse:
        found = await self._access.revoke(current().caller, request.principal_id, request.path, list(request.verbs))
        return access_pb2.RevokeVerbsResponse(principal=principal_message(found))


class ForgetsScopes(Protocol):
    """Erases what is in a scope; see service.forget_scope."""

    async def forget(self, caller: Caller, path: str) -> Any:
        """Counts of what was forgotten and narrowed, and the receipt."""
        ...


class ScopeServicer(scopes_pb2_grpc.ScopeServiceServicer):
    """Scope nodes."""

    def __init__(self, scopes: ScopeService, forgets: ForgetsScopes, new_id: Any) -> None:
        self._scopes, self._forgets, self._new_id = scopes, forgets, new_id

    async def ListScopes(self, request: scopes_pb2.ListScopesRequest, context: Any) -> scopes_pb2.ListScopesResponse:
        nodes = await self._scopes.list_scopes(current().caller)
        offset = page_offset(request.page_token, SCOPES) if request.page_token else 0
        size = optional(request, "page_size") or len(nodes)
        page = nodes[offset : offset + size]
        return scopes_pb2.ListScopesResponse(
            scopes=[node_message(node) for node in page],
            next_page_token=next_token(offset, len(page), size, len(nodes), SCOPES),
        )

    async def RegisterScope(
        self, request: scopes_pb2.RegisterScopeRequest, context: Any
    ) -> scopes_pb2.RegisterScopeResponse:
        node, created = await self._scopes.register(
            current().caller, request.path, optional(request, "display_name"), optional(request, "description")
        )
        return scopes_pb2.RegisterScopeResponse(scope=node_message(node), created=created)

    async def DeleteScope(self, request: scopes_pb2.DeleteScopeRequest, context: Any) -> scopes_pb2.DeleteScopeResponse:
        await self._scopes.delete(current().caller, request.path)
        return scopes_pb2.DeleteScopeResponse()

    async def ForgetScope(self, request: scopes_pb2.ForgetScopeRequest, context: Any) -> scopes_pb2.ForgetScopeResponse:
        done = await self._forgets.forget(current().caller, request.path)
        response = scopes_pb2.ForgetScopeResponse(forgotten=done.forgotten, narrowed=done.narrowed)
        if done.receipt is not None:
            response.receipt.CopyFrom(receipt_message(done.receipt, self._new_id("receipt")))
        return response


def node_message(node: ScopeNode) -> scopes_pb2.ScopeNode:
    """A scope node on the wire."""
    return scopes_pb2.ScopeNode(
        created_at=stamp(node.created_at),
        path=node.path,
        tombstoned_at=stamp_or_none(node.tombstoned_at),
        display_name=node.display_name,
        description=node.description,
    )
