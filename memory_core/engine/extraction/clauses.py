"""Cutting a sentence into clauses: at a comma, dash or conjunction that a new subject or a new verb follows."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory_core.engine.extraction.lexicon import NOT_NAMES
from memory_core.engine.extraction.text import Sentence
from memory_core.engine.extraction.verbs import AUXILIARY, FINITE_PATTERN, INFLECTED_PATTERN

CONJUNCTIONS = (
    "and then|and so|and also|and now|and that|and|but now|but then|but|so that|so|because|cause|cuz|since|although|even though|though|while|"
    "whereas|plus|n|&|then|or|yet|as|if|when|whenever|unless|once|until|before|after|where|which|who|whose|that"
)
_ADVERB = (
    r"(?:just|currently|now|still|also|usually|really|actually|recently|always|already|finally|officially|mostly|mainly|typically|often|"
    r"originally|sadly|then|later|not|never|even|only|both|soon|definitely|probably|maybe|perhaps|apparently)"
)
_PRONOUN = r"(?:i|we|he|she|they|it|you|this|that|there|someone|everyone|im|ive)"
_WORD = r"[^\s,;:.!?()\"]+"
_NAME = r"(?-i:[A-Z][^\s,;:()\"]*)(?:\s(?-i:[A-Z][^\s,;:()\"]*)){0,3}"
_LEADING = (
    r"(?:now|today|currently|nowadays|these days|instead|previously|then|recently|later|lately|yesterday|originally|before that|at the moment|"
    r"(?:for|at|in|on) (?:(?!my\b|the\b)\w+|my \w+|the \w+)(?: \w+)?),?\s+"
)
"""Adverbs before the subject of a clause: "..., now I'm at Acme", "... and for email I use Fastmail"."""
_SUBJECT = rf"(?:(?:{_LEADING})?{_PRONOUN}(?:\s+\S|'\w)|(?:my|our|his|her|their|its|the)\s(?:{_WORD}\s){{1,6}}?(?:{_ADVERB}\s)?(?:{AUXILIARY}|{INFLECTED_PATTERN})\b|(?:my|our)\s(?:{_WORD}\s){{0,2}}{_WORD}'s\s|(?:(?:my|all|most|some)\s)?(?:friends|everyone|everybody|people|folks|colleagues|family|coworkers)\s(?:(?!me\b)\w+\s){{0,3}}?(?:calls?\sme|knows?\sme\sas)\b|{_NAME}(?:'s\s{_WORD}\s(?:is|was|works|lives)|,?\s(?:{_ADVERB}\s)?(?:{AUXILIARY}|{INFLECTED_PATTERN})\b))"
PARTICIPLES = "based|living|working|studying|learning|moving|relocating|promoted|diagnosed|originally from|from(?= (?-i:[A-Z]))|allergic|married|engaged|fluent in|self-employed|retired|born"
STATES = "(?:unemployed|pregnant|divorced|widowed|single|vegan|vegetarian|diabetic|asthmatic|colou?r-?blind|left-handed|right-handed|childfree|teetotal|gluten-free)(?=\\s*(?:$|[,.;!]|and\\b|but\\b|since\\b|for\\b|now\\b))"
"""Openings of a predicate after an elided "be" ("I'm 29 and based in Toulouse")."""
_CUT_FINITE = FINITE_PATTERN.replace("|like|", "|")
"""Without "like", which compares more often than it opens a clause."""
_ELIDED = rf"(?:{_ADVERB}\s)*(?:{AUXILIARY}|going to|gonna|{PARTICIPLES}|{_CUT_FINITE})\b(?!\s*(?:$|,|and\b|or\b|of\b))|(?:{_ADVERB}\s)*{STATES}"
_REMARK = (
    r"(?:not sure|i think|i guess|i believe|sorry|no,? wait|wait,? no|wait|scratch that|make that|i always forget|i keep forgetting|i can never remember|or (?:maybe|perhaps|possibly|rather|is it)|maybe|perhaps|"
    r"probably|starting|effective|well,|not |rather|i mean|correction|oops|actually|instead)"
)
_SPLIT = re.compile(
    rf"(?:\s*[,;]\s*(?:(?P<conj>{CONJUNCTIONS})\s+)?(?=(?P<next>{_SUBJECT}|(?P<verb>{_ELIDED})|{_REMARK}))"
    rf"|\s*:\s+(?=(?:{_LEADING})?(?:i|we|i'm|im|i've|my|our)\b)"
    rf"|\s*[,;]\s*(?P<rel>who|which|whose)\s+(?=\S)"
    rf"|\s+(?P<conj2>{CONJUNCTIONS})\s+(?=(?:maybe |perhaps |probably |possibly |hopefully )?{_SUBJECT}|(?P<verb2>{_ELIDED}))"
    rf"|\s*(?:—|\s–|\s-+|\.\.+)\s+(?:(?P<conj3>{CONJUNCTIONS})\s+)?(?=\S)"
    rf"|\s+(?P<conj4>because|although|even though|though|if|when|while|whereas)\s+(?=\S)"
    rf"|\s+(?P<run>(?=(?:i|i'm|im|i've|my|we|he|she)\s(?:\w+\s(?:is|was)|am|'m|live|lives|work|works|have|has|love|loves|hate|use|prefer|moved|got|just|don't|dont|was|is|now|speak|like|also|went|quit|started|joined|left|\d+)\b))"
    rf"|\s+(?P<conj5>but)\s+(?={_REMARK}))",
    re.IGNORECASE,
)
_COPULA = re.compile(rf"(?i)\b(?:{AUXILIARY}|{FINITE_PATTERN})\b")
_ONLY_NAMES = re.compile(
    r"\s*(?!(?i:my names )[a-z])(?:(?i:my|our|his|her|their)\s+(?:[a-z-]+\s+){0,2}[a-z-]+|[A-Z][\w'-]+(?:\s[A-Z][\w'-]+)?(?:,\s[A-Z][\w'-]+(?:\s[A-Z][\w'-]+)?)*)\s*"
)
"""A subject without its verb: what follows is its name ("my dentist, Ana Ruiz, ...") or another subject ("Ann and Bo ...")."""
_ACTIVITIES = frozenset(
    "play run cook swim hike read draw paint dance climb travel ride drive sing bake knit eat drink watch listen write code learn train"
    " walk ski visit study practise practice collect volunteer coach teach perform".split()
)
"""Verbs that are also what one likes to do: "I love to run and play chess" is one clause."""
_MAX_CLAUSES = 24


@dataclass(frozen=True, slots=True)
class Piece:
    """One clause of a sentence; positions count in the source text."""

    start: int
    end: int
    text: str
    conjunction: str
    """What joins it to the one before, lower case: "and", "because", "who", ","; "" for the first."""
    elided: bool
    """Whether it opens with a verb and takes the subject of the clause before."""


def split(sentence: Sentence) -> list[Piece]:
    """The clauses of a sentence, in order."""
    pieces: list[Piece] = []
    text, start, conj, elided = sentence.text, 0, "", False
    for match in _SPLIT.finditer(text):
        conjunction = next(
            (
                g
                for g in (match["conj"], match["conj2"], match["conj3"], match["conj4"], match["conj5"], match["rel"])
                if g
            ),
            "",
        ).lower()
        conjunction = "and" if conjunction in ("n", "&") else conjunction
        verb = bool(match["verb"] or match["verb2"])
        if match["run"] is not None and not _runs_on(sentence, start, match.start()):
            continue
        if not _is_boundary(text, start, match, conjunction, verb):
            continue
        pieces.append(_piece(sentence, start, match.start(), conj, elided))
        start, conj, elided = match.end(), conjunction or ",", verb
        if len(pieces) >= _MAX_CLAUSES:
            break
    pieces.append(_piece(sentence, start, len(text), conj, elided))
    return [p for p in pieces if p.text]


def _runs_on(sentence: Sentence, start: int, end: int) -> bool:
    """Whether a clause is complete where another subject begins without a comma ("i dont live here anymore i live ...")."""
    before = sentence.text[start:end]
    return sentence.casual and bool(_COPULA.search(before)) and not _OPEN_END.search(before)


_OPEN_END = re.compile(
    r"(?i)(?:\b(?:that|and|or|if|when|what|where|who|why|how|because|than|as|do|did|does|think|say|said|says|know|hope|guess|mean|believe|but|so|is|are|was|were|the|to|of|for|which|things?|told|wish|suppose|like|while|since|until|after|before|though|not|am|time|way|place|will|can|should|would|could|have|has|with|in|at|by)|[,;:])\s*$"
)


def _is_boundary(text: str, start: int, match: re.Match[str], conjunction: str, verb: bool) -> bool:
    before = text[start : match.start()]
    if not before.strip():
        return False
    if conjunction in ("", "and", "or") and not match["rel"] and _is_subject_only(before):
        return False
    if (
        conjunction
        in ("that", "which", "who", "where", "as", "then", "once", "yet", "whose", "after", "before", "until")
        and "," not in match[0]
    ):
        return conjunction in ("who", "which") and verb and bool(_COPULA.search(before))
    if not verb:
        return True
    if re.match(r"(?:raised|bred)\b", text[match.end() :]) and before.endswith("born"):
        return False
    if not conjunction and not _COPULA.search(before):
        return False
    # "I love to run and play chess": one verb phrase with two verbs, unless the second is inflected.
    head = re.match(r"\w+", text[match.end() :])
    if head and head[0][0].isupper() and not text.isupper():
        return False  # "... and Go for the back end": a name that looks like a verb
    inflected = bool(head and re.fullmatch(rf"(?:{INFLECTED_PATTERN}|{AUXILIARY})", head[0], re.IGNORECASE))
    if head and head[0].lower() not in _ACTIVITIES:
        return True
    return inflected or not re.search(r"(?i)\bto \w+[^,]*$|\b(?:love|like|enjoy|prefer|hate) \w+$", before)


def _is_subject_only(text: str) -> bool:
    """Whether a piece is a subject that still waits for its verb."""
    first = re.match(r"\s*([^\s,']+)", text)
    return (
        bool(_ONLY_NAMES.fullmatch(text))
        and first is not None
        and (first[1].lower() in ("my", "our", "his", "her", "their") or first[1].lower() not in NOT_NAMES)
    )


def _piece(sentence: Sentence, start: int, end: int, conjunction: str, elided: bool) -> Piece:
    body = sentence.text[start:end]
    begin = start + len(body) - len(body.lstrip())
    body = body.strip()
    return Piece(sentence.start + begin, sentence.start + begin + len(body), body, conjunction, elided)
