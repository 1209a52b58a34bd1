"""The access services on the embedded ledger, put together as the product does, with short ways to call them."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from memory_core.contract.errors import ApiError, Reason
from memory_core.engine.model import VERBS, Principal
from memory_core.ports.clock import Clock
from memory_core.ports.store import Ledger
from memory_core.service.access import AccessService
from memory_core.service.audit import AuditService
from memory_core.service.authentication import Authenticator, KeyUsage
from memory_core.service.caller import Caller
from memory_core.service.contexts import ContextService, NewPrincipal
from memory_core.service.keys import KeyService, KeyWish
from memory_core.service.scopes import ScopeService
from memory_core.service.secrets import ManagementKey, SecretHasher
from memory_core.service.visibility import Visibility

CONTEXT = "here"
MANAGEMENT_SECRET = "the management key of the tests"
EVERYTHING: Mapping[str, Sequence[str]] = dict.fromkeys(VERBS, ("*",))
_NUMBERS = itertools.count(1)


def over(pattern: str) -> Mapping[str, Sequence[str]]:
    """Every verb over one pattern."""
    return dict.fromkeys(VERBS, (pattern,))


@dataclass(frozen=True, slots=True)
class Person:
    """A principal and the secret of a key of it."""

    principal: Principal
    secret: str


class AccessWorld:
    """One context, `here`, and whoever a test puts into it."""

    def __init__(self, ledger: Ledger, clock: Clock) -> None:
        access = ledger.access
        self.ledger, self.clock = ledger, clock
        self.hasher = SecretHasher(b"p" * 32)
        self.usage = KeyUsage(access)
        self.keys = KeyService(access, self.hasher, clock, self.usage, self.new_id)
        self.refreshed, self.settled = list[str](), list[int]()
        self.contexts = ContextService(access, self.keys, clock, self.new_id, self._refresh, self._settle)
        self.access = AccessService(access)
        self.scopes = ScopeService(access, clock)
        self.audit = AuditService(ledger.traces, clock, self.new_id)
        self.visibility = Visibility(access, clock)
        management = ManagementKey(self.hasher, MANAGEMENT_SECRET)
        self.authenticator = Authenticator(access, self.hasher, management, clock, self.usage)

    async def _settle(self, outbox_seq: int) -> None:
        self.settled.append(outbox_seq)

    async def _refresh(self, context: str) -> int:
        self.refreshed.append(context)
        return 0

    def new_id(self, kind: str) -> str:
        """An id of the shape that the product makes, ascending."""
        return f"{kind}:01900000-0000-7000-8000-{next(_NUMBERS):012x}"

    async def open(self) -> None:
        """Makes the context."""
        await self.contexts.create(CONTEXT)

    async def person(self, name: str, grants: Mapping[str, Sequence[str]], context: str = CONTEXT) -> Person:
        """A new principal with a key that narrows nothing."""
        principal, _ = await self.contexts.create_principal(context, NewPrincipal(name, grants=grants))
        minted = await self.contexts.mint(context, principal.id, KeyWish(name))
        return Person(principal, minted.secret)

    async def caller(self, secret: str, *on_behalf_of: str) -> Caller:
        """Who a secret stands for now."""
        return await self.authenticator.delegated(await self.authenticator.identify(secret, "request"), on_behalf_of)

    async def call(self, name: str, grants: Mapping[str, Sequence[str]]) -> Caller:
        """A new principal that calls."""
        return await self.caller((await self.person(name, grants)).secret)

    async def works(self, secret: str) -> bool:
        """Whether a secret opens the context."""
        try:
            await self.caller(secret)
        except ApiError as refused:
            assert refused.reason is Reason.UNAUTHENTICATED
            return False
        return True


def narrowed(caller: Caller, grants: Mapping[str, Sequence[str]]) -> Caller:
    """The caller with other effective grants, for rules that look at nothing else."""
    return replace(caller, grants={verb: tuple(patterns) for verb, patterns in grants.items()})
