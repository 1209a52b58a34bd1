"""Allergies, diets, injuries, conditions, medication."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memory_core.engine.extraction.lexicon import DIETS, alternatives
from memory_core.engine.extraction.phrases import listed, until
from memory_core.engine.extraction.rules import Clause, Draft, Rules

RULES = Rules()

_BODY = r"wrist|ankle|arm|leg|foot|hand|finger|thumb|toe|knee|elbow|shoulder|collarbone|hip|nose|rib|ribs|back|neck|jaw|tooth|tailbone|hamstring|calf|heel|achilles(?: tendon)?|acl|meniscus|ligament|muscle|pelvis|skull"
_CONDITIONS = (
    r"(?:type [12] )?diabetes|asthma|adhd|add|autism|epilepsy|migraines?|arthritis|hypertension|high blood pressure|low blood pressure|celiac(?: disease)?|coeliac disease|anxiety|depression|"
    r"insomnia|dyslexia|hay fever|ibs|crohn's(?: disease)?|eczema|psoriasis|tinnitus|cancer|endometriosis|pcos|lupus|anemia|anaemia|sleep apnea|sleep apnoea|vertigo|"
    r"scoliosis|osteoporosis|hypothyroidism|parkinson's|multiple sclerosis|ms|ptsd|ocd|bipolar(?: disorder)?|gout|glaucoma|long covid|a pacemaker|a heart condition"
)
_DIET = alternatives([*DIETS, "lactose intolerant", "gluten free", "lactose free", "dairy free", "plant based"])


@RULES.on(
    r"(?:be )?(?:severely |very |deathly |mildly |also |slightly |highly |really |terribly )*(?:allergic|intolerant|hypersensitive|sensitive) to\s+"
)
def allergic(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Is allergic to peanuts and penicillin."""
    what = until(
        clause.predicate, match.end(), r"so|but|because|since|which|that|and (?:i|we|he|she|it|my)|ever|please|when"
    )
    end = _list_end(clause, match.end())
    return (
        [
            Draft("allergies", part.text)
            for part in listed(clause.predicate, match.end(), end)
            if len(part.text.split()) <= 5
        ]
        if what
        else []
    )


def _list_end(clause: Clause, start: int) -> int:
    stop = re.compile(
        r"[;:!?()\ue001]|\s[-–—]\s|\.(?=\s|$)|\s(?:so|but|because|since|which|ever|please|when|and (?:i|we|he|she|it|my))\b",
        re.IGNORECASE,
    ).search(clause.predicate, start)
    return stop.start() if stop else len(clause.predicate)


@RULES.on(
    r"(?:have|has|had|suffer from|suffers from|got|developed)\s+(?:a |an )?(?:severe |bad |serious |mild |strong )*(?P<what>[\w ]+?) (?:allergy|allergies|intolerance)\b"
)
def has_allergy(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Has a nut allergy."""
    return [Draft("allergies", part.text) for part in listed(clause.predicate, match.start("what"), match.end("what"))]


@RULES.on(r"(?:have|has|had) (?:an |a )(?:severe |bad |mild )?(?:allergy|intolerance) to\s+")
def allergy_to(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Has an allergy to shellfish."""
    return [
        Draft("allergies", part.text) for part in listed(clause.predicate, match.end(), _list_end(clause, match.end()))
    ]


@RULES.on(
    rf"(?:be |become |became |go |went |gone |going |turned |turn |eat |eats |be eating |follow |follows |be following |stick to |keep |be on |be a strict |started |start )+(?:an? |the )?"
    rf"(?:strict |strictly |fully |full-time |life-?long |committed |mostly |100% |completely )*(?:diet of )?(?P<diet>{_DIET})(?: diet)?\b(?! (?:friends?|restaurants?|recipes?|food|options?))"
)
def diet(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Has been a vegetarian since 2019; went vegan."""
    change = re.match(r"(?i)(?:become|became|go|went|gone|going|turn|start)", match[0])
    return [Draft("diet", match["diet"], stative=not change)]


@RULES.on(
    r"(?:eat|eats|drink|drinks|eating|consume|touch)\s+(?:any )?(?P<what>meat|red meat|pork|beef|fish|seafood|shellfish|dairy|gluten|sugar|alcohol|eggs|animal products|caffeine|coffee|milk|nuts|wheat|lactose|milk products)\b"
)
def avoids(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Doesn't eat meat; doesn't drink coffee any more."""
    if clause.verb.negated or (clause.verb.ended and clause.verb.helped):
        yield Draft("dietary_restriction", f"no {match['what']}", denies=True, stative=False)
    if clause.verb.ended:
        yield Draft("likes", match["what"], ends=True, stative=False)


@RULES.on(
    r"(?:eat|have|drink|tolerate|digest|consume|touch)\s+(?:any )?(?P<what>gluten|dairy|lactose|nuts|peanuts|shellfish|eggs|soy|wheat|fish|seafood|milk|pork)\b"
)
def cannot_eat(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Can't eat gluten."""
    if clause.verb.negated:
        yield Draft("dietary_restriction", f"no {match['what']}", denies=True)


@RULES.on(
    r"(?:eat|drink|tolerate|digest)\s+(?:any )?(?!(?:it|this|that|them|there|here|out|more|much|another|without|at|in|on|before|after|too|any ?(?:thing|where|more)|enough|well|a|an|the|my|your|breakfast|lunch|dinner|alone|until|because|and|or|for|with)\b)(?P<what>[a-z][\w ,-]+)"
)
def shuns(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Can't eat peanuts or sesame; doesn't eat aubergine."""
    what = until(
        clause.predicate, match.start("what"), r"because|since|so|but|at|in|on|after|before|when|for|with|as|due"
    )
    if not clause.verb.negated or what is None:
        return
    for part in listed(clause.predicate, what.start, what.end):
        if len(part.text.split()) <= 3:
            yield Draft("dietary_restriction", f"no {part.text}", denies=True)


@RULES.on(
    rf"(?:be )?(?:broke|break|breaking|broken|sprained|fractured|tore|torn|twisted|dislocated|injured|hurt|cut|burned|burnt|bruised|pulled|strained|ruptured|shattered|had surgery on|had an operation on)\s+"
    rf"(?:(?:my|his|her|their|a|an|one of my)\s+)(?P<what>(?:\w+\s+){{0,2}}?(?:{_BODY}))\b"
)
def injury(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Broke my left wrist."""
    verb = match[0].split()[0 if not match[0].startswith("be ") else 1].lower()
    return [Draft("injuries", f"{verb} {match['what']}", stative=False)]


@RULES.on(
    rf"(?:be diagnosed with|be (?:being )?treated for|have|has|had|suffer from|suffers from|be living with|live with|lives with|got|get|developed|struggle with|struggles with)\s+(?:a |mild |severe |bad |chronic |seasonal )*(?P<what>{_CONDITIONS})\b"
)
def condition(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Has asthma; was diagnosed with type 2 diabetes."""
    return [Draft("conditions", match["what"], stative="diagnosed" not in match[0].lower())]


@RULES.on(
    r"be (?:(?:a bit|\w+ly|very|also|quite) )*(?P<what>(?:type [12] )?diabetic|asthmatic|epileptic|dyslexic|autistic|lactose[- ]intolerant|colou?r-?blind|deaf|pregnant|visually impaired|blind|hard of hearing|hypertensive|anaemic|anemic|coeliac|celiac)\b(?! (?:spot|friend|sister|brother|parent|son|daughter))"
)
def is_condition(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Is diabetic."""
    return [Draft("conditions", match["what"])]


@RULES.on(r"(?:be )?(?:diagnosed with)\s+")
def diagnosed(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Was diagnosed with anything else."""
    what = until(clause.predicate, match.end(), r"in|at|by|when|because|and|so|but|last|this|since|after")
    return [Draft("conditions", what.text, stative=False)] if what and len(what.text.split()) <= 4 else []


@RULES.on(
    r"(?:be )?(?:take|takes|taking|be on|prescribed|put on|started on|started taking)\s+(?P<what>(?:\d+\s?(?:mg|mcg|iu|ml)(?: of)?\s+)?[\w-]+(?:\s+\d+\s?(?:mg|mcg|iu|ml))?)(?=\s*(?:for|every|daily|twice|once|each|a day|$|[,.\ue000]|in the|at night))"
)
def medication(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Takes 20 mg of atorvastatin."""
    what, rest = match["what"], clause.predicate[match.end() :]
    dosed = re.search(r"(?i)\d\s?(?:mg|mcg|iu|ml)", what)
    drug = re.search(
        r"(?i)(?:statin|pril|olol|sartan|cillin|mycin|zole|pine|ine|formin|insulin|ibuprofen|aspirin|paracetamol|thyroxine|prednisone|vitamin|iron)s?\b",
        what,
    )
    if dosed or (drug and not re.match(r"(?i)\s*(?:home|to|away)\b", rest)):
        yield Draft("medications", what)


@RULES.on(
    r"be on\s+(?P<what>insulin|antidepressants?|antibiotics|blood thinners?|the pill|statins?|beta[- ]blockers?|thyroid medication|chemo(?:therapy)?|dialysis)\b"
)
def on_medication(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Is on insulin."""
    return [Draft("medications", match["what"])]
