"""Values of attributes that have a form of their own: addresses, numbers, names, roles, places."""

from __future__ import annotations

import re
from collections.abc import Callable

from memory_core.engine.extraction.lexicon import NATIONALITIES, OCCUPATION_HEADS
from memory_core.engine.extraction.phrases import Phrase, is_proper, undetermined
from memory_core.engine.extraction.readers import is_role, key_of_place, place_at, role_at, role_drafts, tails
from memory_core.engine.extraction.rules import Clause, Draft

EMAIL = r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
PHONE = r"\+?\(?\d[\d\s().-]{5,18}\d"


def read(clause: Clause, key: str, value: Phrase) -> list[Draft] | None:
    """The drafts of a value under a key with a form of its own (empty when it hasn't that form); None for other keys."""
    reader = _READERS.get(key)
    return None if reader is None else reader(clause, key, value)


def _email(clause: Clause, key: str, value: Phrase) -> list[Draft]:
    found = re.search(EMAIL, value.text)
    return [Draft(key, found[0])] if found else []


def _phone(clause: Clause, key: str, value: Phrase) -> list[Draft]:
    number = re.search(PHONE, value.text)
    if number:
        return [Draft(key, number[0].strip())]
    return [Draft("phone_model", undetermined(value).text)] if is_proper(value.text) else []


def _age(clause: Clause, key: str, value: Phrase) -> list[Draft]:
    years = re.search(r"\d{1,3}", value.text)
    return [Draft(key, years[0])] if years else []


def _name(clause: Clause, key: str, value: Phrase) -> list[Draft]:
    name = clause.phrase(value.start)
    return [Draft(key, (name or value).text, dated=False)] if len(value.text.split()) <= 6 else []


def _employer(clause: Clause, key: str, value: Phrase) -> list[Draft]:
    name = clause.phrase(value.start)
    if name is None or not (is_proper(name.text) or clause.casual):
        return []
    target = clause.known(name, "organisation")
    return [Draft("works_at", target.name, target=target)]


def _role(clause: Clause, key: str, value: Phrase) -> list[Draft]:
    role = role_at(clause.predicate, value.start)
    if role is None or re.match(r"(?i)(?:to|going|very|so|really|not|great|hard)\b", role.text):
        return []
    return [*role_drafts(clause, role), *tails(clause, role.end, "employer")]


def _place(clause: Clause, key: str, value: Phrase) -> list[Draft]:
    place = place_at(clause, value.start)
    return [Draft(key_of_place(place.text) if key == "city" else key, place.text)] if place else []


def _owner(clause: Clause, key: str, value: Phrase) -> list[Draft] | None:
    if not is_proper(value.text[:1]):
        return None
    target = clause.known(clause.phrase(value.start) or value, "person")
    return [Draft("owned_by", target.name, target=target)]


def _pronouns(clause: Clause, key: str, value: Phrase) -> list[Draft]:
    return [Draft(key, value.text, dated=False)]


_READERS: dict[str, Callable[[Clause, str, Phrase], list[Draft] | None]] = {
    "email": _email,
    "phone": _phone,
    "age": _age,
    **dict.fromkeys(("name", "nickname", "codename"), _name),
    "employer": _employer,
    "role": _role,
    **dict.fromkeys(("city", "country", "hometown", "birthplace"), _place),
    "owner": _owner,
    "pronouns": _pronouns,
}


def is_office(noun: str, clause: Clause) -> bool:
    """Whether the noun of "our <noun> is ..." is an office that somebody holds."""
    head = noun.partition(" of ")[0].rsplit(maxsplit=1)[-1].lower()
    return clause.subject.entity is None and head in OCCUPATION_HEADS and is_role(noun)


def office_holder(clause: Clause, noun: str, value: Phrase) -> list[Draft]:
    """ "Our CEO is Maria Lopez" tells Maria's role."""
    name = clause.phrase(value.start)
    if name is None or name.text.split(maxsplit=1)[0].lower() in NATIONALITIES:
        return []
    return [Draft("role", noun, clause.known(name, "person"))]


def contact_in(text: str) -> list[Draft]:
    """The address or number in a text that says how to reach somebody."""
    email, phone = re.search(EMAIL, text), re.search(PHONE, re.sub(EMAIL, " ", text))
    found = [Draft("phone", phone[0].strip())] if phone else []
    return [*found, Draft("email", email[0])] if email else found
