"""LifecycleService: the upkeep of memory."""

from __future__ import annotations

from typing import Any

from memory_core.api.request import current
from memory_core.contract.gen.memory.v1 import lifecycle_pb2, lifecycle_pb2_grpc
from memory_core.service.lifecycle.sweeps import SweepService


class LifecycleServicer(lifecycle_pb2_grpc.LifecycleServiceServicer):
    """Translates; meanings are in service.lifecycle."""

    def __init__(self, sweeps: SweepService) -> None:
        self._sweeps = sweeps

    async def RunDecay(self, request: lifecycle_pb2.RunDecayRequest, context: Any) -> lifecycle_pb2.RunDecayResponse:
        region = await self._sweeps.region_of(current().caller)
        return lifecycle_pb2.RunDecayResponse(affected=await self._sweeps.decay(region))

    async def RunExpiry(self, request: lifecycle_pb2.RunExpiryRequest, context: Any) -> lifecycle_pb2.RunExpiryResponse:
        region = await self._sweeps.region_of(current().caller)
        return lifecycle_pb2.RunExpiryResponse(affected=await self._sweeps.expire(region))
