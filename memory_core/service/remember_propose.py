"""From what a write gives to what it proposes: turns, extracted statements, triples, as values for the
reconciliation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memory_core.engine.entities import EntityRef
from memory_core.engine.extraction.model import EntityName, Extraction, Statement
from memory_core.engine.keys import canonical_key, canonical_label, category_of
from memory_core.engine.model import Category, Clauses, Instant, Session, Source, Turn
from memory_core.engine.proposal import (
    Proposal,
    Proposed,
    ProposedInstruction,
    ProposedMention,
    ProposedName,
    ProposedUncertainty,
)
from memory_core.service.remember_request import GivenTriple

POISONED_TRUST = 0.3
"""Trust of a text that tries to steer a model: below every confidence that displaces anything."""
_TOOL_KEYS = ("editor", "browser", "operating_system", "shell", "laptop", "phone_model", "car")
"""Where the tool may stand that somebody switched from."""


@dataclass(frozen=True, slots=True)
class Read:
    """One turn and what was found in it; `found` counts characters of the whole turn."""

    turn: Turn
    speaker: EntityRef
    found: Extraction
    own_voice: bool = True
    """Whether a person speaks: what an agent, an application or a tool repeats is no evidence."""
    echoed: bool = False
    """Whether part of it is what this service served before."""


@dataclass(frozen=True, slots=True)
class Statements:
    """What one source contributes to a proposal."""

    statements: tuple[Proposed, ...] = ()
    instructions: tuple[ProposedInstruction, ...] = ()
    uncertainties: tuple[ProposedUncertainty, ...] = ()
    mentions: tuple[ProposedMention, ...] = ()
    names: tuple[ProposedName, ...] = ()


def of_turn(read: Read, number: int, category: Category | None) -> Statements:
    """What a turn states. `number` is its place among the turns of the write."""
    turn, found = read.turn, read.found

    def source(span: tuple[int, int]) -> Source:
        return Source("turn", turn.id, turn.session_id, span, turn.trust)

    return Statements(
        tuple(_statement(read, one, source(one.span), number, category) for one in found.statements),
        tuple(
            ProposedInstruction(
                one.text, one.label, turn.observed_at, source(one.span), turn.labels, one.revokes, number
            )
            for one in found.instructions
        ),
        (
            *(
                ProposedUncertainty(
                    one.about,
                    one.reason,
                    turn.observed_at,
                    source(one.span),
                    one.value,
                    (read.speaker if one.subject is None else _ref(one.subject)) if one.key else None,
                    one.key,
                    number,
                )
                for one in found.uncertainties
            ),
            *(
                ProposedUncertainty(
                    "words that try to steer a model",
                    f"injection: {one.kind}",
                    turn.observed_at,
                    source(one.span),
                    turn.content[one.span[0] : one.span[1]],
                    turn=number,
                )
                for one in found.injections
            ),
        ),
        tuple(
            ProposedMention(turn.id, EntityRef(type_, name))
            for type_, name in dict.fromkeys((one.name.type, one.name.name) for one in found.mentions)
        ),
        tuple(ProposedName(_ref(one.name), one.other, turn.id, number) for one in found.namings),
    )


def _statement(read: Read, one: Statement, source: Source, number: int, category: Category | None) -> Proposed:
    return Proposed(
        subject=read.speaker if one.subject is None else _ref(one.subject),
        key=one.key,
        known_at=read.turn.observed_at,
        source=source,
        value="" if one.target is not None else one.value,
        target=None if one.target is None else _ref(one.target),
        valid_from=one.valid_from,
        valid_until=one.valid_until,
        category=category or Category(one.category),
        confidence=one.confidence,
        labels=read.turn.labels,
        ends=one.ends,
        replaces=one.replaces,
        replaced_keys=_TOOL_KEYS if one.key == "uses" and one.replaces else (),
        turn=number,
    )


def of_triples(
    triples: Iterable[GivenTriple],
    known_at: Instant,
    source: Source,
    labels: tuple[str, ...],
    category: Category | None,
) -> tuple[Proposed, ...]:
    """Facts said in parts: their names are data."""
    return tuple(
        Proposed(
            subject=one.entity,
            key=one.key,
            known_at=known_at,
            source=source,
            value=one.value or "",
            target=one.target,
            valid_from=one.valid_from,
            valid_until=one.valid_until,
            category=one.category or category or _usual_category(one),
            labels=labels,
            exact_names=True,
        )
        for one in triples
    )


def proposal_of(
    session: Session, clauses: Clauses, speaker: EntityRef, turns: Iterable[Turn], parts: Sequence[Statements]
) -> Proposal:
    """All of one write. `speaker` is the person that the scopes name."""
    return Proposal(
        context=session.context,
        clauses=clauses,
        session=session,
        turns=tuple(turns),
        statements=tuple(one for part in parts for one in part.statements),
        instructions=tuple(one for part in parts for one in part.instructions),
        uncertainties=tuple(one for part in parts for one in part.uncertainties),
        mentions=tuple(one for part in parts for one in part.mentions),
        names=tuple(one for part in parts for one in part.names),
        speaker=speaker,
    )


def _usual_category(triple: GivenTriple) -> Category:
    spell = canonical_key if triple.target is None else canonical_label
    return Category(category_of(spell(triple.key)))


def _ref(name: EntityName) -> EntityRef:
    return EntityRef(name.type, name.name)
