"""Types of entities, their normalised names, and their public ids."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from memory_core.engine.model import ENTITY_TYPES

_PREFIX = "entity:"
_BREAKS = re.compile(r"[\s_\-]+")
_QUOTES = {
    '"': '"',
    "'": "'",
    "`": "`",
    "“": "”",
    "„": "“",
    "‘": "’",
    "«": "»",
    "»": "«",
    "「": "」",
    "『": "』",
    "《": "》",
}
_SYNONYMS = {
    name: type_
    for type_, names in {
        "person": "people human individual user customer contact employee colleague friend man woman speaker",
        "organisation": "organization org company business firm corporation enterprise institution agency team group"
        " department university school club brand employer vendor supplier startup nonprofit ngo government",
        "project": "initiative programme program campaign repository repo epic workstream",
        "location": "place city town village country region state address venue building room site street area",
        "topic": "subject theme category interest hobby",
        "product": "item good device model tool software app application library framework game vehicle book film",
        "policy": "rule regulation law guideline standard procedure contract agreement",
        "concept": "idea term notion method theory technique skill language",
        "event": "meeting conference incident holiday trip appointment festival party game_day milestone",
        "agent": "assistant bot ai model_agent persona",
        "service": "api endpoint system server platform database queue microservice website",
        "other": "thing unknown misc miscellaneous entity object animal pet",
    }.items()
    for name in names.split()
}


class EntityRef(NamedTuple):
    """An entity as it is called; the type is one of ENTITY_TYPES."""

    type: str
    name: str


class EntityIdError(ValueError):
    """A text that is no id of an entity. The message says what it should look like."""


def normalise_name(name: str) -> str:
    """What two spellings of one name share: compatible characters, casing and blanks folded, outer quotes dropped.

    Scripts, accents and punctuation stay. A name of nothing but quotes stays as it is.
    """
    text = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    while len(text) > 2 and _QUOTES.get(text[0]) == text[-1]:
        text = text[1:-1].strip() or text[1:-1]
    return text


def fold_type(text: str) -> str:
    """The type that a word stands for, in any casing; what is not known is `other`."""
    word = "_".join(_BREAKS.split(text.casefold().strip()))
    singulars = (word, word.removesuffix("s"), word.removesuffix("es"), f"{word.removesuffix('ies')}y")
    for one in (*singulars, word.replace("_", "")):
        if one in ENTITY_TYPES:
            return one
        if one in _SYNONYMS:
            return _SYNONYMS[one]
    return "other"


def format_entity_id(type_: str, name: str) -> str:
    """`entity:<type>/<name>`, the name as the entity is called."""
    return f"{_PREFIX}{type_}/{name}"


def parse_entity_id(text: str) -> EntityRef:
    """Reads `entity:<type>/<name>`, also with the prefix doubled or missing; the type in any case, folded.

    The name may hold slashes. Raises EntityIdError.
    """
    rest = text
    while rest[: len(_PREFIX)].casefold() == _PREFIX:
        rest = rest[len(_PREFIX) :]
    type_, slash, name = rest.partition("/")
    if not slash or not type_.strip() or not name.strip():
        raise EntityIdError("an entity id reads entity:<type>/<name>")
    return EntityRef(fold_type(type_), name)
