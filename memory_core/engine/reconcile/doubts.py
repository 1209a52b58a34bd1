"""Uncertainties of one write: opened by what is not believed as it stands, resolved by a firm statement."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from memory_core.engine.entities import EntityRef
from memory_core.engine.model import Assertion, Entity, Instant, Source, Uncertainty
from memory_core.engine.plan import Standing
from memory_core.engine.proposal import Proposed, ProposedUncertainty
from memory_core.engine.temporal.authority import DOCUMENT

DOCUMENT_STANDS = "a document says otherwise; kept as a claim"
SEVERAL = "not told which one is meant: several are called"
LESS_CERTAIN = "less certain than what is believed; kept as a claim"


class Doubts:
    """Open uncertainties that stand, and those that the write opens."""

    def __init__(self, context: str, standing: Standing, now: Instant, new_id: Callable[[str], str]) -> None:
        self._context, self._scope_set = context, standing.scope_set
        self._now, self._new_id = now, new_id
        self._open: dict[str, Uncertainty] = {
            one.id: one for one in standing.uncertainties if one.resolved_at is None and one.retired_at is None
        }
        self._opened: dict[str, Uncertainty] = {}
        self._resolved: dict[str, Instant] = {}

    def open(self, proposed: ProposedUncertainty) -> Uncertainty:
        """An uncertainty, or the open one that says the same already."""
        about = proposed.about
        if proposed.subject is not None and proposed.key is not None:
            about = _about(proposed.subject.name, proposed.key)
        return self._doubt(about, proposed.reason, proposed.known_at, proposed.source, proposed.value, ())

    def which_one(self, name: EntityRef, statement: Proposed) -> Uncertainty:
        """What is said of a name that several go by."""
        value = statement.target.name if statement.target else statement.value
        about = _about(statement.subject.name, statement.key)
        return self._doubt(about, f"{SEVERAL} {name.name}", statement.known_at, statement.source, value or None, ())

    def about_claim(
        self, row: Assertion, standing: Assertion, entity: Entity, *, by_document: bool = False
    ) -> Uncertainty:
        """What links a claim with the row that stands in its way; there is none before both are known."""
        reason = DOCUMENT_STANDS if by_document else LESS_CERTAIN
        about, refs = _about(entity.name, row.key), (standing.id, row.id)
        known_at = max(row.known_at, standing.known_at)
        return self._doubt(about, reason, known_at, row.source, row.value or standing.value, refs)

    def _doubt(
        self, about: str, reason: str, known_at: Instant, source: Source, value: str | None, refs: tuple[str, ...]
    ) -> Uncertainty:
        for one in self._open.values():
            same = (_words(one.about), one.reason, one.value) == (_words(about), reason, value)
            if same and _reading(one.source) == _reading(source):
                return one
        fresh = Uncertainty(
            self._new_id("uncertainty"),
            self._context,
            self._scope_set,
            about,
            reason,
            known_at,
            self._now,
            source,
            value,
            refs,
        )
        self._open[fresh.id] = self._opened[fresh.id] = fresh
        return fresh

    def resolve(self, names: Iterable[str], row: Assertion) -> None:
        """Closes what was open about the entity of these names and the key of a firm statement, unless it was opened
        after it."""
        if not self._open:
            return
        about = {_words(_about(name, row.key)) for name in names}
        for one in list(self._open.values()):
            if one.known_at <= row.known_at and _words(one.about) in about and row.id not in one.refs:
                del self._open[one.id]
                if one.id in self._opened:
                    self._opened[one.id] = replace(one, resolved_at=row.known_at)
                else:
                    self._resolved[one.id] = row.known_at

    @property
    def opened(self) -> tuple[Uncertainty, ...]:
        """New ones; one that the same write resolved is resolved already."""
        return tuple(self._opened.values())

    @property
    def resolved(self) -> tuple[tuple[str, Instant], ...]:
        """Ids of standing ones that are open no longer, and since when."""
        return tuple(self._resolved.items())


def _reading(source: Source) -> tuple[object, ...]:
    """What a document doubts is doubted apart, and by each reading anew: it goes with the document."""
    return (source.ref, source.reading) if source.kind == DOCUMENT else ()


def _about(name: str, key: str) -> str:
    return f"{name} {key.replace('_', ' ')}"


def _words(text: str) -> str:
    return " ".join(re.sub(r"[\W_]+", " ", text.casefold()).split())
