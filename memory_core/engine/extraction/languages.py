"""Facts in other languages than English, by the rows of the phrasebook."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory_core.engine.extraction.discourse import Discourse
from memory_core.engine.extraction.lexicon import COUNTRIES
from memory_core.engine.extraction.model import Span
from memory_core.engine.extraction.phrasebook import EUROPEAN, Row
from memory_core.engine.extraction.phrasebook_asian import ASIAN
from memory_core.engine.extraction.phrases import name_at
from memory_core.engine.extraction.rules import Draft
from memory_core.engine.extraction.text import TIME, Sentence


@dataclass(frozen=True, slots=True)
class ForeignFact:
    """A fact with its place in the source."""

    draft: Draft
    span: Span


_SIGNS = re.compile(
    r"(?i)\b(?:ich|meine?|mich|wohne|arbeite|heiße|je|j'\w+|mon|ma|moi|moi-même|me|mi|vivo|vivimos|trabajo|tengo|soy|nací|hablo|dejé|renuncié|empecé|ya no|jag|mitt|min|heter|bor|jobbar|arbetar"
    r"|flyttade|slutade|lämnade|jeg|mig|chamo-me|meu|minha|moro|moramos|trabalho|tenho|sou|mudei|nasci|falo|saí|deixei|comecei|adoro|abito|lavoro|ho \d+ anni|ik|mijn|woon|werk|nazywam|mieszkam"
    r"|pracuję|mam na|меня|я|мене)\b"
)
_ASIAN_SIGNS = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
_STOP = re.compile(
    rf"(?i)\s+(?:und|et|y|och|e|ed|en|i|og|mit|avec|con|com|med|seit|depuis|desde|sedan|als|comme|como|som|bei|chez|aber|mais|pero|men|mas|ma|sino|sondern|utan|weil|parce|porque|eftersom|wo|où|donde|där|onde"
    rf"|zusammen|jetzt|maintenant|ahora|nu|agora|nicht|pas|no|inte|não|gezogen|umgezogen|gewechselt|angefangen|geboren|gekündigt|verlassen|um|an|в|и|since|and)(?=\s|$|[.,;!])|[.,;:!?()、。{TIME}]"
)
_LIST_STOP = re.compile(
    rf"(?i)\s+(?:aber|mais|pero|men|mas|weil|parce|porque|eftersom|wenn|quand|cuando|när|quando|und ich|et je|et j'|y (?:me|no|soy|vivo|trabajo|tengo)|och (?:jag|bor|jobbar|arbetar)|e (?:eu|moro|trabalho|tenho|sou)"
    rf"|sehr|sobre todo|beaucoup|mucho|muito|mycket|zu hause|à la maison|en casa|hemma|em casa)(?=\s|$|[.,;!])|[.;:!?()。{TIME}]"
)
_LIST = re.compile(r"(?i)\s*(?:,|\s(?:und|et|y|e|och|sowie|así como|samt)\s)\s*")
_ARTICLE = re.compile(
    r"(?i)^(?:(?:auch|etwas|ein wenig|ein bisschen|aussi|un peu d[e']|también|un poco de|también|också|lite|também|um pouco de|der|die|das|den|dem|le|la|les|l'|el|los|las|o|a|os|as)\s*(?<=[\s']))+"
)
_MANY = frozenset("languages allergies likes".split())
_INSTEAD = re.compile(
    r"(?i)[,;]?\s+(?:(?:sondern|mais|sino|que|utan|men|mas|maar|ma|und|et|y|och|e|jetzt|nun|maintenant|désormais|ahora|nu|numera|agora|sim|wohne|lebe|arbeite|ich|bin|je|suis|vis|travaille|habite|j'habite|vivo|trabajo|estoy"
    r"|jag|är|bor|jobbar|arbetar|moro|trabalho|estou|eu|yo)\s+)+"
    r"(?:in|bei|für|à|en|au|chez|pour|i|på|hos|em|no|na|para)\s+(?:der |dem |la |el |le )?(?P<v>(?-i:[^\W\d_a-zà-ÿ]))"
)
"""Names what takes the place of what has just been denied."""
_HEDGE = re.compile(
    r"(?i)\b(?:vielleicht|möglicherweise|wahrscheinlich|vermutlich|ich (?:glaube|denke|vermute)|eventuell|peut-être|probablement|sans doute|je (?:crois|pense|suppose)|quizás?|tal vez|a lo mejor|probablemente|creo que|puede que"
    r"|kanske|förmodligen|troligen|jag (?:tror|antar)|talvez|provavelmente|acho que|pode ser que)\b|たぶん|多分|かもしれ|と思い|也许|可能|아마"
)
_SUPPOSED = re.compile(
    r"(?i)^\W*(?:wenn|falls|angenommen|stell dir vor|si|imagine que|imagina|ojalá|om|tänk om|se|imagine|quem me dera|もし|如果|要是|만약)(?:\b|(?=[^\x00-\x7f]))"
)
_TASK = re.compile(
    r"(?i)^\W*(?:bitte\s+|s'il (?:te|vous) plaît,?\s+|por favor,?\s+|snälla\s+)?(?:übersetze?n?|schreibe?|erkläre?|traduis|traduisez|écris|explique[sz]?|traduce|escribe|explica|översätt|skriv|förklara|traduza|traduz|escreva|explique)\b|翻訳|訳して|翻译"
)


def speaks_foreign(text: str) -> bool:
    """Whether any of the languages may be at work."""
    return bool(_SIGNS.search(text) or _ASIAN_SIGNS.search(text))


def is_doubtful(text: str) -> bool:
    """Whether a sentence in one of the languages is a guess or a plan that is not made."""
    return bool(_HEDGE.search(text))


def read(sentence: Sentence, masked: str, discourse: Discourse) -> list[ForeignFact]:
    """The facts of one sentence; `masked` is its text with the times taken out."""
    facts: list[ForeignFact] = []
    if _SUPPOSED.match(masked) or _TASK.search(masked):
        return facts
    if _ASIAN_SIGNS.search(masked):
        for row in ASIAN:
            facts += _found(row, sentence, masked, discourse, asian=True)
    if _SIGNS.search(masked):
        for row in EUROPEAN:
            facts += _found(row, sentence, masked, discourse, asian=False)
    facts = _best(facts)
    return [*facts, *_successors(facts, sentence, masked, discourse)]


def _successors(facts: list[ForeignFact], sentence: Sentence, masked: str, discourse: Discourse) -> list[ForeignFact]:
    """ "... nicht mehr in Köln, sondern in Bonn": what follows an ending, unless the sentence says it in full."""
    found: list[ForeignFact] = []
    for fact in [f for f in facts if f.draft.ends]:
        match = _INSTEAD.match(masked, fact.span[1] - sentence.start)
        value = _value(fact.draft.key, masked, match.start("v"), sentence.casual) if match else ""
        if match is None or not value or any(f.draft.key == fact.draft.key and not f.draft.ends for f in facts):
            continue
        begin = sentence.start + match.start("v")
        span = (begin, begin + len(value))
        row = Row("works_at" if fact.draft.key == "works_at" else "city", match.re)
        found.append(ForeignFact(_draft(row, value, span, discourse), span))
    return found


def _found(row: Row, sentence: Sentence, masked: str, discourse: Discourse, *, asian: bool) -> list[ForeignFact]:
    facts: list[ForeignFact] = []
    for match in row.pattern.finditer(masked):
        place = match.start("v")
        if asian or row.key == "age":
            values = [match["v"]]
        elif row.key in _MANY:
            values = _values(masked, place)
        else:
            values = [_value(row.key, masked, place, sentence.casual)]
        for value in filter(None, values):
            begin, end = sentence.start + place, sentence.start + max(match.end("v"), place + len(value))
            draft = _draft(row, value, (begin, end), discourse)
            draft.replaces = match.groupdict().get("old")
            facts.append(ForeignFact(draft, (sentence.start + match.start(), end)))
    return facts


def _values(text: str, start: int) -> list[str]:
    """The members of a list from a place on."""
    stop = _LIST_STOP.search(text, start)
    parts = _LIST.split(text[start : stop.start() if stop else len(text)])
    values = [_ARTICLE.sub("", part.strip()) for part in parts[:6]]
    return [value for value in values if value and len(value.split()) <= 4]


def _value(key: str, text: str, start: int, casual: bool) -> str:
    stop = _STOP.search(text, start)
    whole = text[start : stop.start() if stop else len(text)].strip()
    if key in ("role", "diet"):
        role = re.sub(r"(?i)^(?:une?|una?|uma?|eine?|en|ett|de|la|le)\s+", "", whole)
        return role if len(role.split()) <= 6 else ""
    name = name_at(whole, 0, casual, limit=5)
    return name.text if name and (casual or not name.text[:1].islower()) else ""


_RELATIONS = {"works_at": "organisation", "married_to": "person", "partner": "person", "has_pet": "other"}
_LASTING = frozenset("city country role age works_at diet partner married_to".split())


def _draft(row: Row, value: str, span: Span, discourse: Discourse) -> Draft:
    kind = _RELATIONS.get(row.key)
    target = discourse.mention(value, kind, span) if kind else None
    key = "country" if row.key == "city" and value.lower() in COUNTRIES else row.key
    return Draft(key, value, target=target, ends=row.ends, stative=False, dated=key in _LASTING)


def _best(facts: list[ForeignFact]) -> list[ForeignFact]:
    """Of two readings of the same words, the one that says more (an ending, an old value, else the first)."""
    kept: list[ForeignFact] = []
    for fact in sorted(facts, key=lambda f: (not f.draft.ends, f.draft.replaces is None, f.span)):
        if not any(
            one.draft.key == fact.draft.key
            and one.span[0] < fact.span[1]
            and fact.span[0] < one.span[1]
            and (fact.draft.key not in _MANY or one.draft.value == fact.draft.value)
            for one in kept
        ):
            kept.append(fact)
    return sorted(kept, key=lambda f: f.span)
