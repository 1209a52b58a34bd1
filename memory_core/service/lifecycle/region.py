"""How far upkeep that reads and writes may go."""

from __future__ import annotations

from dataclasses import replace

from memory_core.ports.ledger import Gate
from memory_core.service.caller import Caller
from memory_core.service.visibility import Visibility

READ, WRITE, FORGET = "memory:read", "memory:write", "memory:forget"


async def upkeep_gate(visibility: Visibility, caller: Caller) -> Gate:
    """A gate over what the caller reads and, with every clause, writes. Raises 403 without one of the verbs."""
    caller.require(READ)
    caller.require(WRITE)
    gate = await visibility.gate(caller)
    writable = await visibility.whole_sets(caller, WRITE)
    if writable is None or gate.scope_sets is None:
        return gate if writable is None else replace(gate, scope_sets=writable)
    return replace(gate, scope_sets=gate.scope_sets & writable)
