"""Puts a core together: opens stores, makes services, hands them to servicers, and closes all of it in order.

Who opens closes: everything goes on one exit stack. Workers stop before the stores that they write to.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import grpc.aio
import uuid_utils
from grpc_health.v1 import health, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from memory_core import telemetry
from memory_core.api.access import AccessServicer, ScopeServicer
from memory_core.api.admin import AdminServicer, Upkeep
from memory_core.api.documents import DocumentServicer
from memory_core.api.entities import EntityServicer
from memory_core.api.interceptors import chain
from memory_core.api.lifecycle import LifecycleServicer, LifecycleUses
from memory_core.api.memory import MemoryServicer, MemoryUses
from memory_core.api.recall import RecallServicer, RecallUses
from memory_core.api.sessions import SessionServicer
from memory_core.api.traces import TraceServicer
from memory_core.clock import SystemClock
from memory_core.contract.client import CHANNEL_OPTIONS
from memory_core.contract.gen.memory.v1 import (
    access_pb2_grpc,
    admin_pb2,
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
from memory_core.engine.fusion import Weights
from memory_core.engine.masking import Masking
from memory_core.engine.model import Context
from memory_core.ports.outbox import Target
from memory_core.service.access import AccessService
from memory_core.service.audit import AuditService
from memory_core.service.authentication import Authenticator, KeyUsage
from memory_core.service.beliefs import Beliefs
from memory_core.service.context import ContextService as PromptContextService
from memory_core.service.context import ReflectService
from memory_core.service.contexts import ContextService
from memory_core.service.document_facts import DocumentFacts
from memory_core.service.document_worker import DocumentWorker
from memory_core.service.documents import DocumentService
from memory_core.service.entities import EntityService
from memory_core.service.entity_merges import MergeService
from memory_core.service.erasure import Eraser
from memory_core.service.first_keys import Bootstrapper, FirstKeys
from memory_core.service.forget import ForgetService
from memory_core.service.forget_apply import Retirer
from memory_core.service.forget_match import Matcher
from memory_core.service.forget_scope import ScopeForgetService
from memory_core.service.freshness import Freshness
from memory_core.service.idempotency import IdempotencyService
from memory_core.service.inspect import InspectService
from memory_core.service.keys import KeyService
from memory_core.service.lifecycle.consolidate import ConsolidationService
from memory_core.service.lifecycle.elaborate import ElaborationService
from memory_core.service.lifecycle.fsck import FsckService
from memory_core.service.lifecycle.sweeps import Region, SweepService
from memory_core.service.lifecycle.uses import Uses
from memory_core.service.persist import ReflectionKeeper
from memory_core.service.policy import Policies, Policy
from memory_core.service.projector import Projector
from memory_core.service.recall.legs import Legs
from memory_core.service.recall.service import RecallService
from memory_core.service.refresh import OfferRefresher
from memory_core.service.remember import RememberLimits, RememberService
from memory_core.service.retention import Kept, Retention
from memory_core.service.scopes import ScopeService
from memory_core.service.secrets import ManagementKey, SecretHasher, load_pepper
from memory_core.service.sessions import SessionService
from memory_core.service.state import StateService
from memory_core.service.traces import TraceService
from memory_core.service.visibility import Visibility
from memory_core.settings import Settings
from memory_core.stores import Stores, guarded, open_stores

SERVICES = (
    "memory.v1.MemoryService memory.v1.RecallService memory.v1.DocumentService memory.v1.SessionService "
    "memory.v1.EntityService memory.v1.ScopeService memory.v1.AccessService memory.v1.TraceService memory.v1.AdminService "
    "memory.v1.LifecycleService"
).split()


def new_id(kind: str) -> str:
    """`<kind>:<uuidv7>`."""
    return f"{kind}:{uuid_utils.uuid7()}"


def _usual_policy(settings: Settings) -> Policy:
    """What holds in a context that decides nothing for itself."""
    masking = settings.masking
    return Policy(
        confidence_floor=settings.belief.confidence_floor,
        upload_bytes=settings.limits.upload_bytes,
        masking=Masking(masking.tokens, masking.private_keys, masking.cards),
        extract_facts=settings.documents.extract_facts,
        context_ttl_days=settings.lifecycle.context_ttl_days,
    )


class Core:
    """A running core: its workers, its servicers, and what the starter needs to know."""

    def __init__(self, stores: Stores, settings: Settings, clock: SystemClock) -> None:
        self.stores, self._settings, self._clock = stores, settings, clock
        ledger = stores.ledger
        self.projector = Projector(ledger.outbox, stores.text, stores.vectors, stores.embedder, stores.blobs, clock)
        self.fresh = Freshness(self.projector, settings.projection.ack_wait_ms / 1000)
        self.hasher = SecretHasher(load_pepper(settings.data_dir / "pepper"))
        self.usage = KeyUsage(ledger.access)
        self.keys = KeyService(ledger.access, self.hasher, clock, self.usage, new_id)
        self.audit = AuditService(ledger.traces, clock, new_id)
        self.policies = Policies(ledger.access, _usual_policy(settings))
        self.visibility = Visibility(ledger.access, clock, self.policies)
        self.beliefs = Beliefs(ledger.memory)
        self.retirer = Retirer(ledger.memory, self.visibility, clock, self.policies)
        facts = DocumentFacts(ledger, self.retirer, self.policies, clock, new_id, stores.reader)
        self.worker = DocumentWorker(ledger, stores.blobs, stores.parser, self.projector, facts, clock, new_id)
        refresher = OfferRefresher(ledger.memory, self.retirer, clock)
        self.eraser = Eraser(ledger, self.projector, clock)
        self.contexts = ContextService(ledger.access, self.keys, clock, new_id, refresher.refresh, self.eraser.settle)
        self.uses = Uses(ledger.upkeep)
        self.sweeps = SweepService(ledger, self.visibility, self.policies, self.uses, clock)
        self.idempotency = IdempotencyService(ledger.idempotency, clock)
        kept = settings.retention
        self.retention = Retention(ledger, clock, Kept(kept.traces_days, kept.audit_days))
        self.bootstrap = FirstKeys("", Path(), "", None)

    async def start(self) -> None:
        """Makes the first keys and lets the workers begin."""
        settings = self._settings
        first = Bootstrapper(self.stores.ledger.access, self.contexts, self.hasher, self._clock, new_id)
        key, management = settings.bootstrap.key, settings.management_key
        self.bootstrap = await first.ensure(
            settings.bootstrap.context,
            settings.bootstrap.key_file or settings.data_dir / "bootstrap-keys.json",
            key.get_secret_value() if key else None,
            management.get_secret_value() if management else None,
        )
        for fresh, target in ((self.stores.text.fresh, Target.TEXT), (self.stores.vectors.fresh, Target.VECTORS)):
            if fresh:  # a copy that was lost, or is of another layout, is made again from the ledger
                await self.stores.ledger.outbox.enqueue_all(target)
        await self.projector.start()
        await self.worker.start()
        await self.retention.start()

    async def close(self) -> None:
        """Ends the workers; what they had in hand waits in the ledger."""
        await self.idempotency.drain()
        await self.usage.flush()
        await self.uses.close()
        await self.retention.close()
        await self.worker.close()
        await self.projector.close()

    async def reindex(self) -> int:
        """Queues every record for both copies; how many records."""
        counts = [await self.stores.ledger.outbox.enqueue_all(target) for target in Target]
        self.projector.nudge()
        return max(counts)

    async def wait_for_copies(self) -> None:
        """Returns when nothing waits for a copy."""
        await self.projector.drained()

    def make_server(self) -> grpc.aio.Server:
        """The gRPC server with every service, not yet listening."""
        management = ManagementKey(self.hasher, self.bootstrap.management_key)
        who = Authenticator(self.stores.ledger.access, self.hasher, management, self._clock, self.usage)
        limits = self._settings.limits
        around = chain(who, self.audit, requests_per_s=limits.requests_per_s, message_bytes=limits.body_bytes)
        server = grpc.aio.server(interceptors=[around], options=list(CHANNEL_OPTIONS))
        self._add_services(server)
        checks: Any = health.aio.HealthServicer()  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType, reportUnknownMemberType]
        health_pb2_grpc.add_HealthServicer_to_server(checks, server)  # pyright: ignore[reportUnknownMemberType]
        if self._settings.grpc.reflection:
            reflection.enable_server_reflection([*SERVICES, health.SERVICE_NAME, reflection.SERVICE_NAME], server)
        return server

    def _add_services(self, server: grpc.aio.Server) -> None:
        ledger, clock, visibility = self.stores.ledger, self._clock, self.visibility
        beliefs = self.beliefs
        retirer = self.retirer
        traces = TraceService(ledger.traces, clock)
        entities = EntityService(ledger.memory, visibility, beliefs, retirer, clock)
        merges = MergeService(ledger.memory, entities, visibility, self.policies, self.fresh, clock, new_id)
        documents = self._documents()
        remember = self._remember()
        recall = self._recall_uses()
        uses = MemoryUses(
            remember=remember,
            forget=ForgetService(ledger, visibility, Matcher(ledger.memory), retirer, self.eraser, clock, new_id),
            inspect=InspectService(ledger.memory, visibility, beliefs, entities, documents, traces, clock),
            state=StateService(ledger.memory, visibility, beliefs, clock),
            idempotency=self.idempotency,
            visibility=visibility,
            recall=recall,
            new_id=new_id,
        )
        scopes = ScopeService(ledger.access, clock)
        forgets = ScopeForgetService(ledger, self.eraser, retirer, clock, new_id)
        sessions = SessionService(ledger, visibility, retirer, clock, new_id)
        served: list[tuple[Any, Any]] = [
            (memory_pb2_grpc.add_MemoryServiceServicer_to_server, MemoryServicer(uses)),
            (recall_pb2_grpc.add_RecallServiceServicer_to_server, RecallServicer(recall)),
            (
                documents_pb2_grpc.add_DocumentServiceServicer_to_server,
                DocumentServicer(documents, self.idempotency, visibility, recall, new_id),
            ),
            (sessions_pb2_grpc.add_SessionServiceServicer_to_server, SessionServicer(sessions, recall)),
            (entities_pb2_grpc.add_EntityServiceServicer_to_server, EntityServicer(entities, merges)),
            (scopes_pb2_grpc.add_ScopeServiceServicer_to_server, ScopeServicer(scopes, forgets, new_id)),
            (
                access_pb2_grpc.add_AccessServiceServicer_to_server,
                AccessServicer(AccessService(ledger.access), self.keys),
            ),
            (traces_pb2_grpc.add_TraceServiceServicer_to_server, TraceServicer(traces, self.audit)),
            (
                admin_pb2_grpc.add_AdminServiceServicer_to_server,
                AdminServicer(self.contexts, self._upkeep(), ledger.migrations),
            ),
            (lifecycle_pb2_grpc.add_LifecycleServiceServicer_to_server, LifecycleServicer(self._lifecycle(entities))),
        ]
        for add, servicer in served:
            add(servicer, server)

    def _documents(self) -> DocumentService:
        stores = self.stores
        return DocumentService(
            stores.ledger,
            stores.blobs,
            stores.parser,
            self.projector,
            self.visibility,
            self._clock,
            new_id,
            self.policies,
            self.worker.wake,
            self.eraser,
            self.retirer,
        )

    def _lifecycle(self, entities: EntityService) -> LifecycleUses:
        ledger, visibility, clock = self.stores.ledger, self.visibility, self._clock
        return LifecycleUses(
            sweeps=self.sweeps,
            consolidation=ConsolidationService(ledger, visibility, clock, new_id),
            elaboration=ElaborationService(ledger, visibility, entities, clock, new_id),
            fsck=FsckService(ledger, visibility, clock),
        )

    def _upkeep(self) -> Upkeep:
        """What the management surface runs, over everything in a context."""
        sweeps = self.sweeps

        async def reindex(context: Context) -> int:
            return await self.reindex()

        return {
            admin_pb2.LIFECYCLE_OPERATION_REINDEX: reindex,
            admin_pb2.LIFECYCLE_OPERATION_DECAY: lambda context: sweeps.decay(Region(context)),
            admin_pb2.LIFECYCLE_OPERATION_EXPIRE: lambda context: sweeps.expire(Region(context)),
        }

    def _remember(self) -> RememberService:
        limits = self._settings.limits
        return RememberService(
            self.stores.ledger,
            self.visibility,
            self.fresh,
            self._clock,
            new_id,
            policies=self.policies,
            limits=RememberLimits(limits.text_chars, limits.batch_items),
        )

    def _recall_uses(self) -> RecallUses:
        stores = self.stores
        legs = Legs(stores.text, stores.vectors, stores.embedder, stores.ledger.memory, stores.ledger.outbox)
        recall = RecallService(
            stores.ledger,
            legs,
            self.visibility,
            self.beliefs,
            self._clock,
            new_id,
            self.uses,
            self.fresh,
            Weights(),
            self._settings.recall.leg_timeout_ms / 1000,
        )
        keeper = ReflectionKeeper(stores.ledger, self.visibility, self._clock, new_id, self.policies)
        return RecallUses(recall, PromptContextService(recall), ReflectService(recall, keeper))


@asynccontextmanager
async def open_core(settings: Settings) -> AsyncGenerator[Core]:
    """A core on embedded stores, its workers running. Raises DataDirectoryInUse and StoreUnavailable."""
    clock = SystemClock()
    async with AsyncExitStack() as stack:
        stores = guarded(await open_stores(stack, settings, clock), settings.resilience)
        core = Core(stores, settings, clock)
        stack.push_async_callback(core.close)
        await core.start()
        telemetry.observe(
            "memory.projection.backlog", "{row}", "Rows that wait for a copy.", lambda: dict(core.projector.backlog)
        )
        yield core
