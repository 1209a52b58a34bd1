"""Who is meant: types, normalised names, public ids, and the ladder that finds the entity for a name.

A false merge loses facts and a missed one only splits them, so each rung of the ladder is narrow, and all but the first
ask for an entity that is present in the very scope set of the write:

1. the same normalised name;
2. a name that was declared for one entity alone ("known as", "call me", a merge);
3. of persons: a first name or nickname that fits one entity alone, a last name after a title, the same first and last
   name with another nickname or a middle name, and "Last, First"; a full name is who is known by the first name alone
   only where nobody else has that first name, and is then kept. Of others: an acronym or what it stands for, and a
   legal form left off;
4. the same letters but for accents (or umlauts written out), blanks and punctuation, or with one slip of the pen inside
   a capitalised word (a letter doubled or two swapped); never where digits are involved, never in the first name of a
   person.

A thing whose type is not known (`other`) is the one of that name whose type is, and the other way round; never a person.
A bare first name that two persons of the scope set may go by is nobody's: it makes an entity of its own or, where one of
the two is called just that, an uncertainty.

Names that come as data and not in prose (triples) take the first two rungs only.
"""

from __future__ import annotations

from memory_core.engine.entities.ladder import (
    OTHER,
    PERSON,
    Met,
    block_keys,
    is_ambiguous,
    is_telling,
    lookup_keys,
    lookup_types,
    resolve,
    root_of,
)
from memory_core.engine.entities.names import (
    EntityIdError,
    EntityRef,
    fold_type,
    format_entity_id,
    normalise_name,
    parse_entity_id,
)
from memory_core.engine.entities.spelling import plain_letters

__all__ = [
    "OTHER",
    "PERSON",
    "EntityIdError",
    "EntityRef",
    "Met",
    "block_keys",
    "fold_type",
    "format_entity_id",
    "is_ambiguous",
    "is_telling",
    "lookup_keys",
    "lookup_types",
    "normalise_name",
    "parse_entity_id",
    "plain_letters",
    "resolve",
    "root_of",
]
