"""Finds what a description names, and nothing else, among the records that a gate lets through.

The ledger is scanned, not a search copy, since a stale copy must not decide what is forgotten. Facts are met by
their entity's names, their key, their value and the words that state them; turns by their own words, and when they
state a fact that is hit. A description that names a key alone ("my phone number") means the speaker's own facts, and
one in the first person ("I like hiking") means nobody else's of which it names only the value.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from memory_core.engine.description import Description, holds, met_by_key, missing, search_words, speaks_of_self
from memory_core.engine.entities import normalise_name
from memory_core.engine.model import Assertion, Document, Entity, Instruction, Turn, Uncertainty
from memory_core.ports.ledger import Gate, MemoryLedger
from memory_core.service.beliefs import ALL_ROWS
from memory_core.service.forget_reach import Forgettable, forgettable

_NAMED_ENTITIES = 200


@dataclass(frozen=True, slots=True)
class _Candidates:
    facts: Sequence[Assertion]
    turns: Mapping[str, Turn]
    """Also those that candidates' facts came from."""
    rest: Sequence[Instruction | Uncertainty | Document]
    entities: Mapping[int, Entity]
    names: Mapping[int, Sequence[str]]
    """Uid of an entity -> other names that the gate's scopes tell."""
    speakers: frozenset[int]
    """Uids of the persons that "my" means."""


@dataclass(frozen=True, slots=True)
class _Hits:
    facts: dict[str, Assertion] = field(default_factory=dict[str, Assertion])
    others: dict[str, Forgettable] = field(default_factory=dict[str, Forgettable])


@dataclass(frozen=True, slots=True)
class Matcher:
    """Reads the ledger for records that are described."""

    memory: MemoryLedger

    async def described(self, gate: Gate, asked: Description, speakers: Collection[str]) -> list[Forgettable]:
        """Every record that passes the gate and holds all words of the description, with what was derived from it.

        `speakers`: names of the persons that the caller speaks for.
        """
        if not asked.words or (gate.scope_sets is not None and not gate.scope_sets):
            return []
        candidates = await self._candidates(gate, asked, speakers)
        hits = await asyncio.to_thread(_judged, asked, candidates)
        stated_in = await self._stated_in(gate, hits.facts)
        derived = await self.memory.derived_from(gate.context, list(hits.facts)) if hits.facts else []
        standing = [one for one in forgettable(derived) if gate.retired or one.retired_at is None]
        seen = [one for one in standing if gate.scope_sets is None or one.scope_set in gate.scope_sets]
        everything: Iterable[Forgettable] = [*hits.facts.values(), *hits.others.values(), *stated_in, *seen]
        return list({one.id: one for one in everything}.values())

    async def _candidates(self, gate: Gate, asked: Description, speakers: Collection[str]) -> _Candidates:
        records = forgettable(await self.memory.search_words(gate, search_words(asked), ALL_ROWS))
        mine = {normalise_name(name) for name in speakers}
        names = {(None, name) for name in {normalise_name(phrase) for phrase in asked.phrases} | mine if name}
        entities = await self.memory.find_entities(gate, names, _NAMED_ENTITIES)
        uids = [entity.uid for entity in entities]
        of_named = (
            await self.memory.assertions(gate, entity_uids=uids, target_uids=uids, limit=ALL_ROWS) if uids else []
        )
        turns = {one.id: one for one in records if isinstance(one, Turn)}
        of_turns = await self.memory.derived_from(gate.context, list(turns)) if turns else []
        facts = {one.id: one for one in [*records, *of_named] if isinstance(one, Assertion)}
        told = [one for one in of_turns if isinstance(one, Assertion) and one.id not in facts]
        passing = await self.memory.assertions(gate, ids=[one.id for one in told], limit=ALL_ROWS) if told else []
        facts |= {one.id: one for one in passing}
        missing_turns = {ref for one in facts.values() if (ref := _turn_of(one)) and ref not in turns}
        turns_of_facts = await self.memory.turns(gate, missing_turns) if missing_turns else []
        named = {uid for one in facts.values() for uid in (one.entity_uid, one.target_uid) if uid is not None}
        return _Candidates(
            facts=list(facts.values()),
            turns=turns | {one.id: one for one in turns_of_facts},
            rest=[one for one in records if isinstance(one, Instruction | Uncertainty | Document)],
            entities=await self.memory.entities(gate.context, named) if named else {},
            names=await self.memory.other_names(gate, named) if named else {},
            speakers=frozenset(one.uid for one in entities if one.type == "person" and one.norm in mine),
        )

    async def _stated_in(self, gate: Gate, facts: Mapping[str, Assertion]) -> list[Turn]:
        """Turns whose words state the facts, also those that only repeat them."""
        if not facts:
            return []
        refs = {ref for row in facts.values() if (ref := _turn_of(row))}
        refs |= {
            one.source.ref
            for one in await self.memory.evidence(gate, list(facts))
            if one.source.kind == "turn" and one.source.ref
        }
        return await self.memory.turns(gate, refs) if refs else []


def _judged(asked: Description, found: _Candidates) -> _Hits:
    hits = _Hits()
    for row in found.facts:
        if _is_described(asked, row, found):
            hits.facts[row.id] = row
    for turn in found.turns.values():
        if holds(asked, [turn.content]) and (not asked.own or speaks_of_self(turn.content)):
            hits.others[turn.id] = turn
    for one in found.rest:
        if holds(asked, _words_of(one)) or (
            isinstance(one, Uncertainty) and not hits.facts.keys().isdisjoint(one.refs)
        ):
            hits.others[one.id] = one
    return hits


def _is_described(asked: Description, row: Assertion, found: _Candidates) -> bool:
    entity = found.entities.get(row.entity_uid)
    target = found.entities.get(row.target_uid) if row.target_uid is not None else None
    names = [name for one in (entity, target) if one for name in (one.name, *found.names.get(one.uid, ()))]
    told = [*names, row.value, *_quote(row, found.turns)]
    by_key = met_by_key(asked, row.key)
    if missing(asked, [*told, row.key, row.key.replace("_", " ")], by_key):
        return False
    if not found.speakers.isdisjoint({row.entity_uid, row.target_uid}):
        return True
    if len(missing(asked, [*names, row.value])) == len(asked.words):
        return False
    return not asked.own or _is_near(asked, names, _quote(row, found.turns))


def _is_near(asked: Description, names: Sequence[str], quote: Sequence[str]) -> bool:
    """Whether a fact of somebody else can be meant by one who speaks of their own: named, or told in the first
    person ("my sister lives in Porto"). What others share with the speaker is not described by it."""
    return len(missing(asked, names)) < len(asked.words) or any(speaks_of_self(text) for text in quote)


def _quote(row: Assertion, turns: Mapping[str, Turn]) -> list[str]:
    """The words that state a fact."""
    turn = turns.get(row.source.ref or "")
    if turn is None or row.source.span is None:
        return []
    return [turn.content[row.source.span[0] : row.source.span[1]]]


def _words_of(record: Instruction | Uncertainty | Document) -> list[str]:
    """The words a record is met by; of a document its title, since a passage among others does not make it
    described."""
    match record:
        case Instruction():
            return [record.description, record.label]
        case Uncertainty():
            return [record.about, record.reason, record.value or ""]
        case Document():
            return [record.title, record.filename or ""]


def _turn_of(row: Assertion) -> str | None:
    return row.source.ref if row.source.kind == "turn" else None
