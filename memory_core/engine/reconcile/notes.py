"""What one turn brought, noted while its statements are taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from memory_core.engine.model import Assertion, Entity, Instruction, Uncertainty
from memory_core.engine.proposal import Correction, Fact, NamedEntity, Summary
from memory_core.engine.reconcile.roster import Roster


class Notes:
    """Collects the parts of a summary, each once."""

    def __init__(self) -> None:
        self._named: dict[int, bool] = {}
        self._facts: dict[str, Fact] = {}
        self._corrections: dict[Correction, None] = {}
        self._open_ends: list[Correction] = []
        self._instructions: dict[str, Instruction] = {}
        self._uncertainties: dict[str, Uncertainty] = {}

    def name(self, entity: Entity, *, is_new: bool) -> None:
        """An entity that a statement is about or points to."""
        self._named.setdefault(entity.uid, is_new)

    def state(self, row: Assertion, entity: Entity, target: Entity | None, *, repeated: bool) -> None:
        """A fact as it stands."""
        self._facts.setdefault(row.id, Fact(row, entity, target, repeated))

    def correct(self, entity_id: str, key: str, old: str, new: str) -> None:
        """A value that is believed no longer."""
        correction = Correction(entity_id, key, old, new)
        if not new and correction not in self._corrections:
            self._open_ends.append(correction)
        self._corrections[correction] = None

    def complete(self, entity_id: str, key: str, value: str, of: str | None) -> None:
        """Puts a new value where this turn ended one of the same key; `of` says which, None: whichever it was."""
        for one in self._open_ends:
            if (one.entity_id, one.key) == (entity_id, key) and one.old != value and of in (None, one.old):
                self._open_ends.remove(one)
                done = replace(one, new=value)
                self._corrections = {done if each == one else each: None for each in self._corrections}
                return

    def instruct(self, instruction: Instruction) -> None:
        """A standing request, new or known."""
        self._instructions[instruction.id] = instruction

    def doubt(self, uncertainty: Uncertainty) -> None:
        """Something that is not believed as it stands."""
        self._uncertainties[uncertainty.id] = uncertainty

    def summary(self, roster: Roster, final: Mapping[str, Assertion]) -> Summary:
        """The parts, with entities and rows as the write leaves them."""
        facts = [
            Fact(final.get(one.row.id, one.row), roster[one.entity.uid], self._latest(roster, one.target), one.repeated)
            for one in self._facts.values()
        ]
        return Summary(
            tuple(NamedEntity(roster[uid], is_new) for uid, is_new in self._named.items()),
            tuple(one for one in facts if one.target is None),
            tuple(one for one in facts if one.target is not None),
            tuple(self._corrections),
            tuple(self._instructions.values()),
            tuple(self._uncertainties.values()),
        )

    @staticmethod
    def _latest(roster: Roster, entity: Entity | None) -> Entity | None:
        return roster[entity.uid] if entity else None
