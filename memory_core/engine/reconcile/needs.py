"""What a proposal has to read and lock, and how it spells keys."""

from __future__ import annotations

from collections.abc import Iterator

from memory_core.engine.entities import EntityRef, block_keys, lookup_keys, lookup_types
from memory_core.engine.keys import canonical_key, canonical_label
from memory_core.engine.plan import Need
from memory_core.engine.proposal import Proposal, Proposed

NAMING_KEYS = frozenset({"name", "nickname", "aliases"})
"""Keys whose value is another name of their subject. Of data, `name` is a value like any other."""


def spelled(statement: Proposed) -> str:
    """The canonical key or label; one of nothing but punctuation stays as it is."""
    spell = canonical_key if statement.target is None else canonical_label
    return spell(statement.key) or statement.key.strip()


def declares_name(statement: Proposed, key: str) -> bool:
    """Whether the value is another name of the subject."""
    named = key in NAMING_KEYS and not (statement.exact_names and key == "name")
    return named and statement.target is None and not statement.ends and bool(statement.value.strip())


def need(proposal: Proposal) -> Need:
    """What has to be read and locked before `reconcile`."""
    keys: set[str] = set()
    for statement in proposal.statements:
        keys |= {spelled(statement), *statement.replaced_keys}
    names = dict.fromkeys(_names(proposal))
    looked_up = {
        (type_, key)
        for ref, exact in names
        for type_ in lookup_types(ref.type, exact=exact)
        for key in lookup_keys(ref.type, ref.name, exact=exact)
    }
    filed = {key for ref, exact in names if exact for key in block_keys(ref.type, [ref.name])}
    return Need(
        context=proposal.context,
        clauses=proposal.clauses,
        block_keys=frozenset(looked_up),
        filed_keys=frozenset(filed - {key for _, key in looked_up}),
        keys=frozenset(keys),
        session_id=proposal.session.id if proposal.session else None,
        instructions=bool(proposal.statements or proposal.instructions or proposal.uncertainties),
        document_id=proposal.document_id,
    )


def _names(proposal: Proposal) -> Iterator[tuple[EntityRef, bool]]:
    """Every name in it, and whether it is exact."""
    for statement in proposal.statements:
        yield statement.subject, statement.exact_names
        if statement.target is not None:
            yield statement.target, statement.exact_names
        if declares_name(statement, spelled(statement)):
            yield EntityRef(statement.subject.type, statement.value), True
    for told in proposal.names:
        yield told.entity, False
        yield EntityRef(told.entity.type, told.name), False
    for mention in proposal.mentions:
        yield mention.entity, False
    if proposal.speaker is not None:
        yield proposal.speaker, True
