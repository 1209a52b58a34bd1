"""What type of entity a name is, as far as its words and its verb tell."""

from __future__ import annotations

import re

from memory_core.engine.extraction.cities import CITIES
from memory_core.engine.extraction.lexicon import COUNTRIES, GIVEN_F, GIVEN_M, TOOLS

DESIGNATORS = {
    noun: kind
    for kind, nouns in {
        "project": "project initiative programme program migration rollout workstream",
        "product": "app application product service server database api model sku item part device laptop phone car tool library"
        " framework package plan printer subscription ticket order book film movie router website site",
        "organisation": "team company bank startup firm department group agency university school hospital office branch store shop"
        " restaurant club band committee unit division squad client customer hotel museum library",
        "location": "city river mountain lake island building bridge station airport street region village warehouse factory plant room",
        "policy": "policy rule contract agreement",
        "event": "conference meeting summit festival wedding launch workshop party sprint release offsite retro standup event concert",
        "agent": "bot agent",
    }.items()
    for noun in nouns.split()
}
_ORGANISATION = re.compile(
    r"(?:^|\s)(?:Inc|Corp|Corporation|Ltd|LLC|GmbH|AG|AB|SA|Co|Company|Group|Labs?|Technologies|Systems|Bank|University|College|Institute|"
    r"School|Hospital|Airlines|Airways|Industries|Partners|Holdings|Foundation|Association|Ministry|Council|Capital|Ventures|Studios?|Media)\.?$"
)
_LOCATION = re.compile(r"^(?:Mount|Mt\.?|Lake|River|Cape|Port|San|Saint|St\.|Fort|New|North|South|East|West) [A-Z]")
_PERSON_TITLE = re.compile(
    r"^(?:Mr|Mrs|Ms|Dr|Prof|Sir|Lady|Lord|King|Queen|Prince|Princess|Pope|President|Chancellor|Professor)\b"
)
_BY_PREDICATE = [
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        (
            "organisation",
            r"(?:acquire|bought|launch|raise|employ|announce|release|be (?:headquartered|founded|acquired|hiring|a (?:\w+ )?(?:company|startup|firm|bank)))",
        ),
        (
            "product",
            r"(?:cost|ship|weigh|run on|support|retail|be (?:priced|made|manufactured|sold|available|a (?:\w+ )?(?:app|tool|library|database))|has? a (?:battery|screen))",
        ),
        (
            "location",
            r"be (?:located|situated|[\d.,]+ ?(?:m|metres|meters|feet|ft|km)\b|the (?:capital|largest|highest|tallest|longest|deepest))|has? a population",
        ),
        ("project", r"be (?:due|owned by|on hold|behind schedule|blocked|in progress|scheduled)|launches|ships in"),
        (
            "person",
            (
                r"(?:work|live|report|move|join|speak|like|love|hate|enjoy|prefer|marr|study|studies|studied|graduat|play|drive|has? (?:a|two|three)\b"
                r"|left|lead|leads|manage|run|runs|became|die|turn|teach|use|got|quit|own|start|retire|head|founded|earn|speaks|know|need|want"
                r"|be (?:born|married|promoted|engaged|allergic|vegan|vegetarian|from|an? |the |\d|based|living|working|moving|my|divorced|retired))"
            ),
        ),
    )
]


def kind_of(name: str, predicate: str = "") -> str:
    """The type of a named thing; "other" when nothing tells."""
    bare = name.casefold()
    if _ORGANISATION.search(name):
        return "organisation"
    if _PERSON_TITLE.match(name):
        return "person"
    if bare in COUNTRIES or bare in CITIES or _LOCATION.match(name):
        return "location"
    words = name.split()
    if (
        words
        and (words[0].casefold() in GIVEN_M or words[0].casefold() in GIVEN_F)
        and all(w.isalpha() for w in words[1:])
    ):
        return "person"
    if bare in TOOLS or (any(c.isdigit() for c in name) and not re.search(r"\b[IVX]+$", name)):
        return "product"
    return next((kind for kind, pattern in _BY_PREDICATE if pattern.match(predicate)), "other")
