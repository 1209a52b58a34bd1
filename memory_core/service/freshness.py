"""How fresh the copies must be: a write waits only while they lag far behind, a reader for what it has just written.

What waits for a copy is read from the ledger by its words. So an acknowledgement need not wait for vectors; only who asks right
after telling, in other words than those told, would miss them. That reader waits, for a moment (docs/adr/0006).
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Protocol

from memory_core.ports.outbox import Target
from memory_core.service.caller import Caller

LAG_ROWS = 128
"""Rows that a copy may lag behind before writes wait for it: half a second of the embedder, and little for recall to read."""
ROW_S = 0.004
"""What a vector of a sentence or two takes on its way to the disk, at the embedder's usual speed."""
OWN_ROWS = 16
"""Rows of which a reader may wait for its own; more are not done in time."""
OWN_S = 0.05
"""Longest wait of a reader."""
_WRITERS = 10_000


class Copies(Protocol):
    """What the projector tells of itself."""

    def behind(self, outbox_seq: int, target: Target) -> int:
        """Rows at most that stand between a copy and a number; 0 when it holds everything up to it."""
        ...

    def committed(self, outbox_seq: int) -> None:
        """Says that rows up to a number were committed."""
        ...

    async def wait(self, outbox_seq: int, timeout_s: float, targets: Collection[Target] = ...) -> bool:
        """Waits until the copies hold everything up to a number; False when the time ran out first."""
        ...


@dataclass(slots=True)
class Freshness:
    """Bounded waits for the copies, after a write and before a read."""

    copies: Copies
    timeout_s: float
    """Longest wait of a write."""
    _own: OrderedDict[tuple[str, str], int] = field(default_factory=OrderedDict[tuple[str, str], int])

    async def after_write(self, caller: Caller, outbox_seq: int, records: int) -> bool:
        """Keeps who writes much to the pace of the copies. Whether they hold everything up to a number already.

        For vectors a write waits about as long as its own take, so that one fact is not held up by somebody's archive.
        """
        if not outbox_seq:
            return True
        self.copies.committed(outbox_seq)
        self._remember(_who(caller), outbox_seq)
        for_vectors = min(self.timeout_s, records * ROW_S)
        near = outbox_seq - LAG_ROWS
        await asyncio.gather(
            self.copies.wait(near, self.timeout_s, (Target.TEXT,)),
            self.copies.wait(near, for_vectors, (Target.VECTORS,)),
        )
        return not any(self.copies.behind(outbox_seq, target) for target in Target)

    async def before_read(self, caller: Caller) -> None:
        """Waits for the copies of what the caller wrote last, once, where that is soon done."""
        who = _who(caller)
        seq = self._own.get(who)
        if seq is None:
            return
        behind = max(self.copies.behind(seq, target) for target in Target)
        if behind > OWN_ROWS:
            return
        if behind:
            await self.copies.wait(seq, OWN_S)
        if self._own.get(who) == seq:
            del self._own[who]

    def _remember(self, who: tuple[str, str], outbox_seq: int) -> None:
        self._own[who] = max(outbox_seq, self._own.get(who, 0))
        self._own.move_to_end(who)
        if len(self._own) > _WRITERS:
            self._own.popitem(last=False)


def _who(caller: Caller) -> tuple[str, str]:
    return caller.context.id, caller.reservation_owner
