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

FEW = 16
"""Records up to which a write counts as one of a few."""
LAG_ROWS = 64
"""Rows that a copy may lag behind before a write of a few records waits: a moment of the embedder, and little to read."""
PACE_S = 0.004
"""What a few records wait for each vector then: the pace of the embedder, which is no sooner done for more."""
TAKE_S = 0.008
"""What a write of many waits for each of its vectors: that long it takes to make them and bring them to the disk."""
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

        Who brings many records waits about as long as its own take, and so reads them back as well as they will ever
        be read. A few wait for those before them, and that only where they are far behind.
        """
        if not outbox_seq:
            return True
        self.copies.committed(outbox_seq)
        self._remember(_who(caller), outbox_seq)
        few = records <= FEW
        upto, for_vectors = outbox_seq - (LAG_ROWS if few else 0), records * (PACE_S if few else TAKE_S)
        await asyncio.gather(
            self.copies.wait(upto, self.timeout_s, (Target.TEXT,)),
            self.copies.wait(upto, min(self.timeout_s, for_vectors), (Target.VECTORS,)),
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
