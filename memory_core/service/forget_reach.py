"""How far a caller's memory:forget reaches: which records go whole, and which only lose the clauses that it covers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from memory_core.engine.model import Assertion, Chunk, Clauses, Document, Instruction, Session, Turn, Uncertainty
from memory_core.engine.scopes import narrowed
from memory_core.ports.ledger import Gate, Record
from memory_core.service.caller import Caller
from memory_core.service.visibility import Visibility

Forgettable = Turn | Assertion | Instruction | Uncertainty | Document | Session
FORGET = "memory:forget"


@dataclass(frozen=True, slots=True)
class Reach:
    """What a caller may do to some records."""

    gone: tuple[Forgettable, ...]
    """Every clause is covered."""
    cut: tuple[Forgettable, ...]
    """Some clauses are covered, and go."""
    narrowed: Mapping[str, Clauses]
    """Record id -> the clauses that stay, of each that is cut."""

    @property
    def count(self) -> int:
        """Records that are touched."""
        return len(self.gone) + len(self.cut)

    @property
    def gone_ids(self) -> list[str]:
        """Ids of what goes whole."""
        return [record.id for record in self.gone]


def forgettable(records: Iterable[Record]) -> list[Forgettable]:
    """Those that can be forgotten by themselves; a passage goes with its document."""
    return [one for one in records if not isinstance(one, Chunk)]


async def reach_of(visibility: Visibility, caller: Caller, records: Iterable[Forgettable]) -> Reach:
    """Sorts records by what the caller may do to them; those without a covered clause are left out."""
    granted = caller.patterns(FORGET)
    left: dict[int, Clauses | None] = {}
    gone: dict[str, Forgettable] = {}
    cut: dict[str, Forgettable] = {}
    kept: dict[str, Clauses] = {}
    for record in records:
        if record.scope_set not in left:
            clauses = await visibility.clauses_of(caller.context.id, record.scope_set)
            rest = narrowed(clauses, granted)
            left[record.scope_set] = None if rest == clauses else rest
        rest = left[record.scope_set]
        if rest:
            cut[record.id], kept[record.id] = record, rest
        elif rest is not None:
            gone[record.id] = record
    return Reach(tuple(gone.values()), tuple(cut.values()), kept)


async def touching_gate(
    visibility: Visibility, caller: Caller, lens: Clauses | None = None, labels: Sequence[str] = ()
) -> Gate:
    """A gate over what the caller sees and may forget at least in part: nothing unseen is touched, or told to exist."""
    gate = await visibility.gate(caller, lens=lens, labels=tuple(labels))
    if not caller.patterns("memory:read"):
        return replace(gate, scope_sets=frozenset())
    forgettable = await visibility.visible_sets(caller, FORGET)
    if forgettable is None:
        return gate
    return replace(gate, scope_sets=forgettable if gate.scope_sets is None else gate.scope_sets & forgettable)
