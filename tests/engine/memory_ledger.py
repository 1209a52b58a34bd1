"""A ledger of a dozen lines, for reconciliation without a store: rows in lists, numbered as they are committed."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace

from memory_core.engine.model import Assertion, Clauses, Entity, Instruction, OtherName, Session, Uncertainty
from memory_core.engine.plan import Changes, Need, Standing
from memory_core.engine.proposal import Outcome, Proposal
from memory_core.engine.reconcile import need, reconcile


@dataclass
class MemoryLedger:
    """Applies what a reconciliation plans, as the ledger's port describes it."""

    now: int = 1000
    scope_sets: dict[Clauses, int] = field(default_factory=dict)
    sessions: dict[str, Session] = field(default_factory=dict)
    entities: dict[int, Entity] = field(default_factory=dict)
    block_keys: dict[int, set[str]] = field(default_factory=dict)
    names: list[OtherName] = field(default_factory=list)
    rows: list[Assertion] = field(default_factory=list)
    instructions: dict[str, Instruction] = field(default_factory=dict)
    uncertainties: dict[str, Uncertainty] = field(default_factory=dict)
    numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    def write(self, proposal: Proposal, floor: float = 0.7) -> Outcome:
        """Reconciles and commits."""
        outcome = self.preview(proposal, floor)
        self._hold_to(need(proposal), outcome.changes)
        self._commit(outcome.changes)
        return outcome

    def _hold_to(self, asked: Need, changes: Changes) -> None:
        """A write files entities under keys that it named, and no others: a store locks them before it reads."""
        filed = {key for keys in changes.block_keys.values() for key in keys}
        assert filed <= {key for _, key in asked.block_keys} | asked.filed_keys

    def preview(self, proposal: Proposal, floor: float = 0.7) -> Outcome:
        """What a write would do."""
        standing = self.standing(need(proposal))
        return reconcile(proposal, standing, self.now, lambda kind: f"{kind}:{next(self.numbers)}", floor)

    def standing(self, asked: Need) -> Standing:
        scope_set = self.scope_sets.setdefault(asked.clauses, len(self.scope_sets) + 1)
        uids = {
            uid
            for uid, entity in self.entities.items()
            if any((type_, key) in asked.block_keys for type_ in (entity.type, None) for key in self.block_keys[uid])
        }
        uids |= {uid for one in uids if (uid := self.entities[one].merged_into) is not None}
        rows = [row for row in self.rows if row.scope_set == scope_set and row.retired_at is None]
        there = {uid for row in rows for uid in (row.entity_uid, row.target_uid)}
        lines: dict[tuple[int, str], tuple[Assertion, ...]] = {}
        for row in rows:
            if row.entity_uid in uids and row.key in asked.keys:
                lines[row.entity_uid, row.key] = (*lines.get((row.entity_uid, row.key), ()), row)
        return Standing(
            scope_set,
            self.sessions.get(asked.session_id or ""),
            tuple(self.entities[uid] for uid in sorted(uids)),
            frozenset(uids & there),
            self._names_in(scope_set),
            lines,
            tuple(self.instructions.values()),
            tuple(self.uncertainties.values()),
        )

    def _names_in(self, scope_set: int) -> dict[int, frozenset[str]]:
        found: dict[int, frozenset[str]] = {}
        for one in self.names:
            if one.scope_set == scope_set:
                found[one.entity_uid] = found.get(one.entity_uid, frozenset()) | {one.name}
        return found

    def _commit(self, changes: Changes) -> None:
        uids = {0: 0}
        for entity in changes.entities:
            uids[entity.uid] = entity.uid if entity.uid > 0 else len(self.entities) + 1
            self.entities[uids[entity.uid]] = replace(entity, uid=uids[entity.uid])
        for uid, keys in changes.block_keys.items():
            self.block_keys.setdefault(uids.get(uid, uid), set()).update(keys)
        self.names += [replace(one, entity_uid=uids.get(one.entity_uid, one.entity_uid)) for one in changes.names]
        retold = {one.id: one for one in changes.retold}
        self.rows = [
            replace(row, source=one.source, labels=one.labels, confidence=one.confidence)
            if (one := retold.get(row.id))
            else row
            for row in self.rows
        ]
        self.rows = [replace(row, live=changes.live.get(row.id, row.live)) for row in self.rows]
        for row in changes.assertions:
            target = None if row.target_uid is None else uids.get(row.target_uid, row.target_uid)
            entity = uids.get(row.entity_uid, row.entity_uid)
            self.rows.append(replace(row, entity_uid=entity, target_uid=target, seq=len(self.rows) + 1))
        for one in changes.evidence:
            self.rows = [replace(row, evidence=row.evidence + (row.id == one.assertion_id)) for row in self.rows]
        self.instructions |= {one.id: one for one in changes.instructions}
        for one, at in changes.revoked:
            self.instructions[one] = replace(self.instructions[one], revoked_at=at)
        self.uncertainties |= {one.id: one for one in changes.uncertainties}
        for one, at in changes.resolved:
            self.uncertainties[one] = replace(self.uncertainties[one], resolved_at=at)
        if changes.session is not None:
            self.sessions[changes.session.id] = changes.session

    def of(self, name: str, key: str) -> list[Assertion]:
        """Rows of an entity's key that are not retired, as written."""
        return [
            row
            for row in self.rows
            if self.entities[row.entity_uid].name == name and row.key == key and row.retired_at is None
        ]
