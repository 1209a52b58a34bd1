"""Which facts an ending means: "sold my car" ends what stands under `car`, though it is said of what one owns.

The reconciliation ends a value under the key that a statement names. Here an ending that speaks of a fact of another key, or of
whichever stands ("got divorced"), is told again in the words of what it means, as engine.extraction.ends_fact reads it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory_core.engine.entities import EntityRef, normalise_name
from memory_core.engine.extraction import Statement, ends_fact
from memory_core.engine.instants import Instants
from memory_core.engine.keys import canonical_key, canonical_label
from memory_core.engine.model import Clauses, Instant
from memory_core.engine.proposal import Proposed
from memory_core.ports.ledger import Gate
from memory_core.ports.store import Ledger
from memory_core.service.beliefs import Beliefs
from memory_core.service.remember_propose import Read, Statements


@dataclass(frozen=True, slots=True)
class _Fact:
    """Something that may be ended."""

    subject: EntityRef
    key: str
    value: str
    target: EntityRef | None


@dataclass(frozen=True, slots=True)
class Endings:
    """Reads what stands in the scopes of a write, for the endings in it alone."""

    ledger: Ledger
    beliefs: Beliefs

    async def meant(
        self,
        context: str,
        floor: float,
        clauses: Clauses,
        reads: Sequence[Read],
        parts: Sequence[Statements],
        now: Instant,
    ) -> list[Statements]:
        """The parts with each ending in the words of what it ends; one that ends nothing known stays as it is."""
        if not any(statement.ends for part in parts for statement in part.statements):
            return list(parts)
        scope_set = await self.ledger.access.intern(context, clauses)
        gate = Gate(context, frozenset({scope_set}), now, confidence_floor=floor)
        before: list[_Fact] = []
        out: list[Statements] = []
        for read, part in zip(reads, parts, strict=True):
            statements: list[Proposed] = []
            for said, proposed in zip(read.found.statements, part.statements, strict=True):
                if proposed.ends:
                    statements += await self._one(gate, said, proposed, before, now)
                else:
                    statements.append(proposed)
                    before.append(_of_proposed(proposed))
            out.append(replace(part, statements=tuple(statements)))
        return out

    async def _one(
        self, gate: Gate, said: Statement, proposed: Proposed, before: Sequence[_Fact], now: Instant
    ) -> list[Proposed]:
        standing = await self._believed(gate, proposed, now)
        mine = [one for one in before if one.subject == proposed.subject]
        ended = [one for one in (*standing, *mine) if ends_fact(said, one.key, one.value)]
        return [
            replace(proposed, key=one.key, value="" if one.target else one.value, target=one.target)
            for one in dict.fromkeys(ended)
        ] or [proposed]

    async def _believed(self, gate: Gate, proposed: Proposed, now: Instant) -> list[_Fact]:
        """What is believed of the subject in these scopes when the ending is told, or takes effect later."""
        norm = normalise_name(proposed.subject.name)
        near = await self.ledger.memory.find_entities(gate, {(proposed.subject.type, norm)}, 20)
        uids = [one.uid for one in near]
        rows = await self.ledger.memory.assertions(gate, entity_uids=uids) if uids else []
        at = proposed.known_at if proposed.valid_from is None else max(proposed.valid_from, proposed.known_at)
        found = await self.beliefs.of(gate, rows, Instants(at_instant=at), now)
        return [
            _Fact(
                proposed.subject,
                view.row.key,
                view.row.value,
                None if view.target is None else EntityRef(view.target.type, view.target.name),
            )
            for view in found
        ]


def _of_proposed(proposed: Proposed) -> _Fact:
    spell = canonical_key if proposed.target is None else canonical_label
    value = proposed.value if proposed.target is None else proposed.target.name
    return _Fact(proposed.subject, spell(proposed.key) or proposed.key, value, proposed.target)
