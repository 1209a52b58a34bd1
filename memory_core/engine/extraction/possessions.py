"""What people have: pets, cars, homes, things; buying, selling, adopting, losing them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memory_core.engine.extraction.lexicon import PETS, alternatives, words
from memory_core.engine.extraction.phrases import Phrase, is_proper, listed, name_at, undetermined, until
from memory_core.engine.extraction.rules import SELF, Clause, Draft, Rules
from memory_core.engine.extraction.subjects import SubjectReader

RULES = Rules()

_THINGS = words(
    "car van truck motorcycle motorbike bike bicycle scooter boat sailboat yacht house flat apartment condo cottage cabin villa farm garden"
    " allotment guitar piano violin cello drum drums keyboard ukulele laptop phone smartphone computer pc tablet camera telescope drone"
    " printer tent caravan campervan motorhome rv tattoo studio shop business restaurant bakery company ipad macbook iphone kindle console"
    " playstation xbox switch vinyl turntable greenhouse pool sauna e-bike tesla volvo toyota bmw synth synthesizer record_player"
)
_GOT = r"(?:have|has|had|own|owns|owned|got|get|gets|adopt|adopted|adopting|buy|buys|bought|buying|rescued|purchased|have got|has got|keep|keeps|raised|inherited|acquired|picked up|getting|welcomed|been given)"
_ARTICLE = r"(?:a|an|one|two|three|four|five|some|my|our|this|\d+)"
_PET = rf"(?P<count>{_ARTICLE})\s+(?:(?!for\b|of\b|with\b|about\b|and\b|in\b|to\b|on\b|at\b|that\b)[\w-]+\s+){{0,3}}?(?P<noun>{alternatives(PETS)})(?P<many>s|es)?\b"
_NAMED = re.compile(
    r"\s*(?:,|:|-|—|\(|whose names? (?:is|are)|called|named|by the name of|and (?:her|his|its|their) names? (?:is|are)|we(?:'ve)? (?:called|named) (?:her|him|it|them))+\s*",
    re.IGNORECASE,
)


@RULES.on(rf"(?:be )?{_GOT}\s+{_PET}")
def has_pet(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Has a cat called Miso; adopted a puppy named Biscuit."""
    if re.match(
        r"\s+(?:allergy|food|sitter|bed|person|lover|problem|costume|emoji)",
        clause.predicate[match.end() :],
        re.IGNORECASE,
    ):
        return []
    noun, stative = match["noun"].lower(), bool(re.match(r"(?i)(?:be )?(?:have|has|had|own|owns|owned|keep)", match[0]))
    named = _NAMED.match(clause.predicate, match.end())
    drafts: list[Draft] = []
    for part in listed(clause.predicate, named.end())[:5] if named else ():
        name = name_at(clause.predicate, part.start, clause.casual, limit=3)
        if name and (is_proper(name.text) or clause.casual):
            pet = clause.known(name, "other")
            drafts += SubjectReader.pet_drafts(noun, clause.subject.entity, pet, clause.discourse)
    if not drafts:
        start = match.start("count")
        whole = undetermined(Phrase(clause.predicate[start : match.end()], start, match.end()))
        drafts = [Draft("pets", whole.text)]
    for draft in drafts:
        draft.stative = stative
        draft.dated = draft.key != "species"
    return drafts


@RULES.on(
    r"(?:have|has|got|hold|holds|bought|started)\s+(?:an? |my |our )(?P<what>(?:[\w&+'-]+ ){1,3}(?:membership|subscription))\b"
)
def subscribed(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Has a gym membership."""
    return [Draft("uses", match["what"])]


_FOR_A_LIVING = re.compile(
    r"(?i)\b(?:trams?|bus|coach|trains?|taxi|cab|lorry|ambulance|forklift|fire engine|bin lorry|garbage truck|delivery (?:van|truck)|school bus|night bus|tractor|snow ?plough|bargain|point)$"
)
"""What is driven as work, and is nobody's car."""


@RULES.on(
    r"(?:be )?(?P<verb>own|owns|owned|drive|drives|drove|driving|ride|rides)\s+(?=(?:a|an|two|three|my|our|the|\d+|(?-i:[A-Z])))"
)
def owns(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Owns a red bicycle; drives a Volvo."""
    what = until(
        clause.predicate,
        match.end(),
        r"to|for|with|because|since|but|so|which|that|in|at|from|and (?:i|we|he|she)|around|every|when|on",
    )
    if what is None or len(what.text.split()) > 7:
        return []
    drives = match["verb"].lower().startswith(("dr", "ri"))
    if drives and (not re.match(r"(?i)(?:a|an)\s", what.text) or _FOR_A_LIVING.search(what.text)):
        return []
    key = "car" if match["verb"].lower().startswith("dr") else "owns"
    return [Draft(key, part.text) for part in listed(clause.predicate, what.start, what.end)]


@RULES.on(
    rf"(?:be )?(?P<verb>{_GOT}|received|built|be given)\s+(?:myself\s+|ourselves\s+|us\s+)?(?P<article>a|an|two|three|our|my)\s+(?P<what>.+)"
)
def has_thing(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Has a sailboat; bought a Tesla Model 3 last week."""
    what = until(
        clause.predicate,
        match.start("what"),
        r"from|for|with|because|since|but|so|which|that|in|at|on|to|and|who|where|when",
    )
    if what is None or len(what.text.split()) > 6:
        return []
    head = what.text.split()[-1].lower()
    words_ = {w.lower().strip(".,") for w in what.text.split()}
    thing = head in _THINGS or head.rstrip("s") in _THINGS or (words_ & _THINGS and is_proper(what.text.split()[-1]))
    branded = re.match(r"(?i)(?:be )?(?:own|bought|buy|purchased|inherited)", match[0]) and any(
        is_proper(w) for w in what.text.split()
    )
    if not (thing or branded):
        return []
    stative = bool(re.match(r"(?i)(?:be )?(?:have|has|had|own)", match["verb"]))
    return [Draft("owns", what.text, stative=stative)]


@RULES.on(
    r"(?:be )?(?:sell|sold|selling|got rid of|get rid of|gave away|giving away|given away|donated|scrapped|traded in|lost|returned|totaled|crashed|gave up|surrendered|rehomed)\s+(?:all )?(?P<whose>my|our|the|his|her|their)\s+(?:old\s+)?(?P<what>.+)"
)
def sold(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Sold my Volvo."""
    what = until(
        clause.predicate,
        match.start("what"),
        r"for|to|because|since|and|but|so|in|at|on|when|after|with|which|through|as",
    )
    if (
        what is None
        or len(what.text.split()) > 5
        or re.match(
            r"(?i)(?:keys?|way|mind|temper|job|wallet|match|game|voice|appetite|phone charger|patience|weight)\b",
            what.text,
        )
    ):
        return []
    head = what.text.split()[-1].lower()
    if re.match(r"(?i)(?:be )?(?:lost|returned|surrendered|crashed|gave up)", match[0]) and not (
        head in _THINGS or head in PETS or is_proper(what.text[:1])
    ):
        return []
    key = "has_pet" if what.text.split()[0].lower() in PETS else "owns"
    value = what.text.split(" ", 1)[1] if key == "has_pet" and len(what.text.split()) > 1 else what.text
    return [Draft(key, value, ends=True, stative=False)]


@RULES.on(r"(?:pass(?:ed)? away|die[sd]?)\b")
def died(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Rex died last week: nobody has him any more."""
    subject = clause.subject
    if subject.entity is None or subject.noun:
        return []
    if subject.kin in PETS:
        return [Draft("has_pet", subject.kin, subject.owner or SELF, ends=True, stative=False)]
    if subject.entity.type == "other":
        for draft in clause.extra:
            if draft.key == "has_pet":
                draft.ends, draft.stative, draft.dated = True, False, True
            if draft.key == "species":
                draft.confidence = 0.0
        if clause.extra:
            return []
        return [Draft("status", "dead", stative=False)]
    when = next((t.first for t in clause.times if t.first), None)
    return [Draft("died", when, dated=False, stative=False)] if when else [Draft("status", "dead", stative=False)]
