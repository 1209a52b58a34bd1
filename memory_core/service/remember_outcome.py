"""From what was decided to what is answered, and what an echo must not add."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from memory_core.engine.model import Source
from memory_core.engine.plan import Changes
from memory_core.engine.proposal import Outcome, Proposal, Summary
from memory_core.service.remember_propose import Read
from memory_core.service.results import Taken

T = TypeVar("T")


def without_echoes(proposal: Proposal, outcome: Outcome, reads: Sequence[Read]) -> Proposal:
    """The proposal without statements by which no person speaks and which only repeat what is believed; the very
    same one when there are none."""
    suspect = frozenset(number for number, read in enumerate(reads) if read.echoed or not read.own_voice)
    if not suspect:
        return proposal
    again = {decision.assertion_id for decision in outcome.decisions if decision.kind == "repeat"}
    told = {_place(row.source, row.key) for row in outcome.changes.assertions if row.id in again}
    told |= {_place(one.source, "") for one in outcome.changes.evidence}
    kept = tuple(
        one
        for one in proposal.statements
        if one.turn not in suspect or told.isdisjoint({_place(one.source, one.key), _place(one.source, "")})
    )
    return proposal if len(kept) == len(proposal.statements) else replace(proposal, statements=kept)


def _place(source: Source, key: str) -> tuple[object, ...]:
    """Where a statement stands, which tells it from its neighbours."""
    return (source.ref, source.span, key)


def taken_from(outcome: Outcome, reads: Sequence[Read], *, preview: bool) -> list[Taken]:
    """What was taken, turn by turn; one for a write without turns."""
    written = frozenset(traced(outcome.changes))
    if not reads:
        return [Taken(outcome.summaries[0], "", written)]
    return [
        Taken(summary, "" if preview else read.turn.id, written, read.echoed)
        for summary, read in zip(outcome.summaries, reads, strict=True)
    ]


def merged(taken: Sequence[Taken]) -> Taken:
    """What a conversation as a whole brought, each thing once; its turn is the last one."""
    parts = [one.summary for one in taken]
    whole = Summary(
        entities=_once(one for part in parts for one in part.entities),
        attributes=_once(one for part in parts for one in part.attributes),
        relations=_once(one for part in parts for one in part.relations),
        corrections=_once(one for part in parts for one in part.corrections),
        instructions=_once(one for part in parts for one in part.instructions),
        uncertainties=_once(one for part in parts for one in part.uncertainties),
    )
    return Taken(whole, taken[-1].turn_id, taken[-1].written, any(one.echo for one in taken))


def _once(things: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(things))


def traced(changes: Changes) -> tuple[str, ...]:
    """Ids of every record that a write makes."""
    rows = (*changes.turns, *changes.assertions, *changes.instructions, *changes.uncertainties)
    return tuple(row.id for row in rows)


def superseded(outcome: Outcome) -> int:
    """How many statements took the place of another."""
    return sum(decision.kind == "supersede" for decision in outcome.decisions)
