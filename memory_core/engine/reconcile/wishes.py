"""Standing requests of one write: new ones, repeats, and what takes one back."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from memory_core.engine.analysis import STOP_WORDS, index_terms
from memory_core.engine.entities import format_entity_id
from memory_core.engine.model import Instant, Instruction
from memory_core.engine.plan import Standing
from memory_core.engine.proposal import Proposal, ProposedInstruction
from memory_core.engine.reconcile.notes import Notes

KEY = "instruction"
"""The key of a correction that reports an instruction as taken back."""

_EMPTY = frozenset(
    index_terms(
        "always please never stop using use used need needs forget cancel drop ignore longer anymore more now again"
        " want wants keep going forward just also when whenever you your me my to from on every time instruction rule"
    )
) | frozenset(STOP_WORDS)
_PROHIBITION = re.compile(r"\s*(?:please\s+)?(?:stop|don['’]?t|do not|never|no more|avoid|quit)\b", re.IGNORECASE)
_MATCH = 0.5
"""Share of a revocation's words that an instruction has to hold to be meant."""


class Wishes:
    """Active instructions that stand, and those that the write brings."""

    def __init__(self, proposal: Proposal, standing: Standing, now: Instant, new_id: Callable[[str], str]) -> None:
        self._context, self._scope_set = proposal.context, standing.scope_set
        self._now, self._new_id = now, new_id
        speaker = proposal.speaker
        self._speaker = format_entity_id(speaker.type, speaker.name) if speaker else ""
        self._active: dict[str, Instruction] = {
            one.id: one for one in standing.instructions if one.revoked_at is None and one.retired_at is None
        }
        self._written: dict[str, Instruction] = {}
        self._revoked: dict[str, Instant] = {}

    def take(self, wish: ProposedInstruction, notes: Notes) -> None:
        """Takes a wish: what is active already makes no row; a revocation of nothing that forbids is a request."""
        meant = self._meant(wish) if wish.revokes else None
        if meant is not None:
            self._revoke(meant, wish.known_at)
            notes.correct(self._speaker, KEY, meant.description, "")
        elif not wish.revokes or _PROHIBITION.match(wish.text):
            notes.instruct(self._same(wish) or self._write(wish))

    def _meant(self, wish: ProposedInstruction) -> Instruction | None:
        """The active instruction that shares most words with a revocation; of equals the newest."""
        wanted = _terms(f"{wish.text} {wish.label.replace('_', ' ')}")
        best, most = None, 0.0
        for one in sorted(self._active.values(), key=lambda active: active.known_at):
            shared = len(wanted & _terms(f"{one.description} {one.label.replace('_', ' ')}"))
            score = shared / len(wanted) if wanted else 0.0
            if score >= max(most, _MATCH):
                best, most = one, score
        return best

    def _same(self, wish: ProposedInstruction) -> Instruction | None:
        plain = _plain(wish.text)
        return next((one for one in self._active.values() if _plain(one.description) == plain), None)

    def _write(self, wish: ProposedInstruction) -> Instruction:
        fresh = Instruction(
            self._new_id("instruction"),
            self._context,
            self._scope_set,
            wish.label,
            wish.text,
            wish.known_at,
            self._now,
            wish.source,
            wish.labels,
        )
        self._active[fresh.id] = self._written[fresh.id] = fresh
        return fresh

    def _revoke(self, meant: Instruction, at: Instant) -> None:
        del self._active[meant.id]
        if meant.id in self._written:
            self._written[meant.id] = replace(meant, revoked_at=at)
        else:
            self._revoked[meant.id] = at

    @property
    def written(self) -> tuple[Instruction, ...]:
        """New ones; one that the same write took back is revoked already."""
        return tuple(self._written.values())

    @property
    def revoked(self) -> tuple[tuple[str, Instant], ...]:
        """Ids of standing ones that were taken back, and when."""
        return tuple(self._revoked.items())


def _terms(text: str) -> frozenset[str]:
    """Words that say what it is about; all of its words where none do."""
    words = frozenset(index_terms(text))
    return words - _EMPTY or words


def _plain(text: str) -> str:
    words = re.sub(r"[^\w\s]+", " ", text.casefold()).split()
    return " ".join(word for word in words if word != "please")
