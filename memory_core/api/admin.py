"""AdminService: translation of the management surface."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from google.protobuf import json_format, struct_pb2

from memory_core.api.access import grants_of, key_message, minted_message, principal_message
from memory_core.api.wire import optional, stamp
from memory_core.contract.gen.memory.v1 import admin_pb2, admin_pb2_grpc
from memory_core.contract.masks import changed_fields
from memory_core.engine.model import Context
from memory_core.ports.store import Migration
from memory_core.service.context_config import shown
from memory_core.service.contexts import ContextPatch, ContextService, NewPrincipal, PrincipalPatch
from memory_core.service.keys import KeyWish

VERB_TEXTS = {
    "memory:read": "Recall, list and inspect what is in these scopes.",
    "memory:write": "Remember and upload into these scopes.",
    "memory:forget": "Retire or erase what is in these scopes.",
    "scope:read": "List these scope paths.",
    "scope:create": "Register scope paths here.",
    "scope:delete": "End scope paths here.",
    "grant:manage": "Grant, revoke and delegate what one holds here.",
}

Upkeep = Mapping[int, Callable[[Context], Awaitable[int]]]
"""LifecycleOperation -> what runs it over a context and says how many records it touched."""


class AdminServicer(admin_pb2_grpc.AdminServiceServicer):
    """Contexts, principals and keys for the holder of the management key."""

    def __init__(
        self,
        contexts: ContextService,
        upkeep: Upkeep,
        migrations: Callable[[], Awaitable[list[Migration]]],
    ) -> None:
        self._contexts, self._upkeep, self._migrations = contexts, upkeep, migrations

    async def ListContexts(self, request: Any, context: Any) -> admin_pb2.ListContextsResponse:
        found = await self._contexts.list_contexts()
        return admin_pb2.ListContextsResponse(contexts=[context_message(one) for one in found])

    async def CreateContext(
        self, request: admin_pb2.CreateContextRequest, context: Any
    ) -> admin_pb2.CreateContextResponse:
        made = await self._contexts.create(
            request.context_id,
            struct_of(request.config),
            optional(request, "description"),
            optional(request, "admin_external_id"),
            optional(request, "admin_display_name"),
        )
        return admin_pb2.CreateContextResponse(context=context_message(made))

    async def GetContext(self, request: admin_pb2.GetContextRequest, context: Any) -> admin_pb2.GetContextResponse:
        return admin_pb2.GetContextResponse(context=context_message(await self._contexts.get(request.context_id)))

    async def UpdateContext(
        self, request: admin_pb2.UpdateContextRequest, context: Any
    ) -> admin_pb2.UpdateContextResponse:
        patch = ContextPatch(
            fields=changed_fields(request),
            config=struct_of(request.config) if request.HasField("config") else None,
            enforcement_blocked=optional(request, "enforcement_blocked"),
            description=optional(request, "description"),
        )
        changed = await self._contexts.update(request.context_id, patch)
        return admin_pb2.UpdateContextResponse(context=context_message(changed))

    async def DeleteContext(
        self, request: admin_pb2.DeleteContextRequest, context: Any
    ) -> admin_pb2.DeleteContextResponse:
        await self._contexts.delete(request.context_id)
        return admin_pb2.DeleteContextResponse()

    async def ListVerbs(self, request: Any, context: Any) -> admin_pb2.ListVerbsResponse:
        rows = [admin_pb2.VerbDescription(verb=verb, description=text) for verb, text in VERB_TEXTS.items()]
        return admin_pb2.ListVerbsResponse(verbs=rows)

    async def CreatePrincipal(
        self, request: admin_pb2.CreatePrincipalRequest, context: Any
    ) -> admin_pb2.CreatePrincipalResponse:
        wanted = NewPrincipal(
            request.display_name, optional(request, "kind"), optional(request, "external_id"), grants_of(request)
        )
        made, created = await self._contexts.create_principal(request.context_id, wanted)
        return admin_pb2.CreatePrincipalResponse(principal=principal_message(made), created=created)

    async def UpdatePrincipal(
        self, request: admin_pb2.UpdatePrincipalRequest, context: Any
    ) -> admin_pb2.UpdatePrincipalResponse:
        patch = PrincipalPatch(
            fields=changed_fields(request),
            display_name=optional(request, "display_name"),
            kind=optional(request, "kind"),
            grants=grants_of(request),
        )
        changed = await self._contexts.update_principal(request.context_id, request.principal_id, patch)
        return admin_pb2.UpdatePrincipalResponse(principal=principal_message(changed))

    async def DeletePrincipal(
        self, request: admin_pb2.DeletePrincipalRequest, context: Any
    ) -> admin_pb2.DeletePrincipalResponse:
        await self._contexts.delete_principal(request.context_id, request.principal_id)
        return admin_pb2.DeletePrincipalResponse()

    async def ListContextPrincipals(
        self, request: admin_pb2.ListContextPrincipalsRequest, context: Any
    ) -> admin_pb2.ListContextPrincipalsResponse:
        found = await self._contexts.principals(request.context_id)
        return admin_pb2.ListContextPrincipalsResponse(principals=[principal_message(one) for one in found])

    async def MintPrincipalKey(
        self, request: admin_pb2.MintPrincipalKeyRequest, context: Any
    ) -> admin_pb2.MintPrincipalKeyResponse:
        wish = KeyWish(optional(request, "name"), grants_of(request), optional(request, "ttl_seconds"))
        minted = await self._contexts.mint(request.context_id, request.principal_id, wish)
        return admin_pb2.MintPrincipalKeyResponse(minted=minted_message(minted))

    async def ListPrincipalKeys(
        self, request: admin_pb2.ListPrincipalKeysRequest, context: Any
    ) -> admin_pb2.ListPrincipalKeysResponse:
        found = await self._contexts.keys(request.context_id, request.principal_id)
        return admin_pb2.ListPrincipalKeysResponse(keys=[key_message(one) for one in found])

    async def RotatePrincipalKey(
        self, request: admin_pb2.RotatePrincipalKeyRequest, context: Any
    ) -> admin_pb2.RotatePrincipalKeyResponse:
        minted = await self._contexts.rotate(
            request.context_id, request.principal_id, request.name, optional(request, "ttl_seconds")
        )
        return admin_pb2.RotatePrincipalKeyResponse(minted=minted_message(minted))

    async def RevokePrincipalKey(
        self, request: admin_pb2.RevokePrincipalKeyRequest, context: Any
    ) -> admin_pb2.RevokePrincipalKeyResponse:
        await self._contexts.revoke(request.context_id, request.principal_id, request.name)
        return admin_pb2.RevokePrincipalKeyResponse()

    async def CreateAccessToken(
        self, request: admin_pb2.CreateAccessTokenRequest, context: Any
    ) -> admin_pb2.CreateAccessTokenResponse:
        minted = await self._contexts.access_token(
            request.context_id,
            request.external_id,
            optional(request, "display_name"),
            request.ttl_seconds,
            grants_of(request),
        )
        return admin_pb2.CreateAccessTokenResponse(minted=minted_message(minted))

    async def ListContextKeys(
        self, request: admin_pb2.ListContextKeysRequest, context: Any
    ) -> admin_pb2.ListContextKeysResponse:
        found = await self._contexts.keys(request.context_id, None)
        return admin_pb2.ListContextKeysResponse(keys=[key_message(one) for one in found])

    async def RunLifecycle(
        self, request: admin_pb2.RunLifecycleRequest, context: Any
    ) -> admin_pb2.RunLifecycleResponse:
        context_ = await self._contexts.get(request.context_id)
        return admin_pb2.RunLifecycleResponse(affected=await self._upkeep[request.operation](context_))

    async def ListMigrations(self, request: Any, context: Any) -> admin_pb2.ListMigrationsResponse:
        rows = [
            admin_pb2.Migration(version=one.version, name=one.name, applied_at=stamp(one.applied_at))
            for one in await self._migrations()
        ]
        return admin_pb2.ListMigrationsResponse(migrations=rows)


def context_message(context: Context) -> admin_pb2.Context:
    """A context on the wire, without the secrets in its config."""
    config = struct_pb2.Struct()
    config.update(shown(context.config))
    return admin_pb2.Context(
        id=context.id,
        config=config,
        enforcement_blocked=context.enforcement_blocked,
        created_at=stamp(context.created_at),
        description=context.description,
    )


def struct_of(message: struct_pb2.Struct) -> dict[str, Any]:
    """A free-form object from the wire."""
    return json_format.MessageToDict(message)
