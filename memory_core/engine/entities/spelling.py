"""Whether two names are one in another spelling: accents, blanks and punctuation, legal forms, acronyms, slips of the pen."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import TypeAlias

Fits: TypeAlias = Callable[[str], bool]
_SMALL_WORDS = frozenset("of and the for de la du des von und et y in on at & to".split())
_MIN_ACRONYM, _MAX_ACRONYM = 3, 6
_MIN_TYPO = 5
_DOUBLED = re.compile(r"(.)\1")
_ACCENTS = re.compile("(?<=[a-z])[\u0300-\u036f]+")
_PARTS = re.compile(r"[\s\-\u2010\u2011]+")
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
_WRITTEN_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
"""What keyboards without these letters make of them, other than leaving the accent off."""
_LEGAL = {
    form: same
    for same in (
        "inc incorporated",
        "corp corporation",
        "ltd limited",
        "llc",
        "llp",
        "plc",
        "gmbh",
        "ag",
        "kg",
        "ug",
        "sa",
        "sas",
        "sarl",
        "srl",
        "spa",
        "bv",
        "nv",
        "ab",
        "oy",
        "as",
        "aps",
        "kk",
        "pty",
        "co company",
    )
    for form in same.split()
}
"""Legal forms of organisations, those that are one under the same value."""


def parts(name: str) -> list[str]:
    """The words of a name, hyphened ones apart."""
    return [part for part in _PARTS.split(name) if part]


def plain_letters(name: str) -> str:
    """Letters and digits alone, without casing and the accents of Latin letters; signs of other scripts stay."""
    folded = unicodedata.normalize("NFC", name.casefold()).translate(_PLAIN)
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", folded))
    whole = unicodedata.normalize("NFC", plain)
    return "".join(char for char in whole if char.isalnum() or unicodedata.category(char).startswith("M"))


def written_out(name: str) -> str:
    """As `plain_letters`, with umlauts written out: Mueller for Müller."""
    return plain_letters(unicodedata.normalize("NFC", name.casefold()).translate(_WRITTEN_OUT))


def has_digit(text: str) -> bool:
    """Whether a digit is in it: then no other spelling is meant."""
    return any(char.isdigit() for char in text)


def keys(name: str) -> set[str]:
    """Keys that two spellings of one name share one of."""
    found: set[str] = set()
    for plain in {plain_letters(name), written_out(name), plain_letters(legal_stem(name)[0])}:
        if len(plain) > 2 and not has_digit(plain):
            found.add(f"form={plain[0]}{''.join(sorted(set(plain)))}")
    return found


def legal_stem(name: str) -> tuple[str, str]:
    """A name without the legal form at its end, and that form; "" where it has none."""
    words = name.replace(",", " ").split()
    for size in (2, 1):  # "Pty Ltd", "Co. KG"
        forms = [_LEGAL.get(plain_letters(word)) for word in words[-size:]]
        if len(words) > size and all(forms):
            return " ".join(words[:-size]), " ".join(form or "" for form in forms)
    return name, ""


def same_but_for_legal_form(name: str) -> Fits:
    """Whether another name is the same with its legal form left off, or written out."""
    stem, form = legal_stem(name)
    plain = plain_letters(stem)

    def fits(other: str) -> bool:
        other_stem, other_form = legal_stem(other)
        named = bool(form or other_form) and (not form or not other_form or form == other_form)
        return named and bool(plain) and plain == plain_letters(other_stem)

    return fits


def acronym_pair(name: str) -> Fits:
    """Whether one of two names is the acronym of the other."""
    short, initials = as_acronym(name), acronym_of(name)
    return lambda other: bool(short and short == acronym_of(other)) or bool(initials and initials == as_acronym(other))


def as_acronym(name: str) -> str:
    """A name that is itself an acronym, like IBM or I.B.M., in small letters."""
    plain = name.strip().replace(".", "")
    fits = _MIN_ACRONYM <= len(plain) <= _MAX_ACRONYM and plain.isalpha() and plain.isupper()
    return plain.lower() if fits else ""


def acronym_of(name: str) -> str:
    """The initials of a name of several capitalised words."""
    words = [word for word in parts(name) if word.casefold() not in _SMALL_WORDS]
    if len(words) < _MIN_ACRONYM or not all(word[:1].isupper() for word in words):
        return ""
    return "".join(word[0] for word in words).lower()


def near(name: str, type_: str) -> Fits:
    """Whether another name of the type is the same in another spelling."""
    mine, out = plain_letters(name), written_out(name)
    if len(mine) <= 2 or has_digit(mine):
        return lambda other: False

    def fits(other: str) -> bool:
        theirs = plain_letters(other)
        if theirs in (mine, out) or written_out(other) == mine:
            return type_ != "person" or len(parts(name)) == len(parts(other))
        return not has_digit(theirs) and _is_slip(parts(name), parts(other), first_counts=type_ != "person")

    return fits


def _is_slip(mine: Sequence[str], theirs: Sequence[str], *, first_counts: bool) -> bool:
    """Whether capitalised names differ by one slip of the pen in one word."""
    if len(mine) != len(theirs):
        return False
    wrong = [place for place, (one, other) in enumerate(zip(mine, theirs, strict=True)) if one != other]
    if len(wrong) != 1 or (wrong == [0] and not first_counts):
        return False
    one, other = mine[wrong[0]], theirs[wrong[0]]
    if not all(word.isalpha() and word.istitle() and len(word) >= _MIN_TYPO for word in (one, other)):
        return False
    return _DOUBLED.sub(r"\1", one) == _DOUBLED.sub(r"\1", other) or _is_swap(one, other)


def _is_swap(one: str, other: str) -> bool:
    """Two neighbours in the middle of the word that changed places."""
    if len(one) != len(other) or one[0] != other[0] or one[-1] != other[-1]:
        return False
    wrong = [place for place in range(len(one)) if one[place] != other[place]]
    if len(wrong) != 2 or wrong[1] != wrong[0] + 1:
        return False
    return one[wrong[0]] == other[wrong[1]] and one[wrong[1]] == other[wrong[0]]
