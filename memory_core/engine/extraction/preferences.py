"""Likes, dislikes, favourites, hobbies, habits, languages, tools in use."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memory_core.engine.extraction.lexicon import EDITORS, LANGUAGES, PROGRAMMING, TOOLS, alternatives
from memory_core.engine.extraction.phrases import Phrase, is_proper, listed, undetermined, until
from memory_core.engine.extraction.rules import Clause, Draft, Rules

RULES = Rules()

_LIKED_STOPS = r"because|since|but|so|when|whenever|although|though|even|more than|better than|than|which|especially|if|as long as|ever|and (?:i|we|he|she|they|it)"
_NOT_LIKED = re.compile(
    r"(?i)(?:it|that|this|these|those|them|you|your|how|what|when|where|to (?:know|hear|see|learn more|help|be (?:able|honest)|get|have|understand|talk|chat|share|"
    r"thank|say|ask|start|make sure|meet|try|join|go there)|the (?:idea|way|sound|look|fact|thought|part|one)|him|her|us|me|my|our|answers?|responses?|replies|working with you|"
    r"seeing (?:you|how|what)|hearing (?:about|from|you)|talking to you|one|if|for|in|at|on|everything about (?:it|this)|all of (?:it|them|this|these)|every (?:minute|second)|"
    r"about (?:it|this|that)|the[a-z]* (?:photo|picture|painting|vibe)s?)\b"
)
_INTENSITY = r"(?:really |absolutely |totally |truly |so |still |genuinely |just |particularly |especially |also |quite |mostly |always |most |deeply )*"


def liked(clause: Clause, start: int, key: str, stative: bool = True) -> list[Draft]:
    """The members of what is liked (or disliked) from a position of the predicate on."""
    whole = _until_reason(clause, start)
    if whole is None or _NOT_LIKED.match(whole.text):
        return []
    parts = listed(clause.predicate, whole.start, whole.end)
    if any(len(part.text.split()) > 9 for part in parts) or len(whole.text) > 160:
        return []
    return [
        Draft(key, part.text, denies=True, stative=stative)
        for part in parts
        if len(part.text) > 2 or part.text.isupper()
    ]


def _until_reason(clause: Clause, start: int) -> Phrase | None:
    stop = re.compile(rf"[;:!?()\ue001]|\s[-–—]+\s|\.(?=\s|$)|\s(?:{_LIKED_STOPS})\b", re.IGNORECASE).search(
        clause.predicate, start
    )
    text = clause.predicate[start : stop.start() if stop else None].rstrip(" ,.\ue000")
    return Phrase(text, start, start + len(text)) if text.strip() else None


@RULES.on(
    rf"{_INTENSITY}(?P<verb>prefers?|preferred|rather have|would rather have)\s+(?:to (?:use|drink|eat|have|work|travel|live|write|get)\s+|using |drinking |eating |having )?(?P<what>.+?)"
    r"(?:\s+(?:over|to|rather than|instead of|than)\s+(?P<other>.+))?$"
)
def prefers(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Prefers dark roast coffee over tea."""
    what = until(
        clause.predicate, match.start("what"), r"over|to|rather than|instead of|than|because|since|but|so|when|if|for"
    )
    if what is None or re.match(
        r"(?i)(?:it|that|not|if|you|your|this|when|to|him|her|them|my (?:answers?|responses?|replies))\b", what.text
    ):
        return []
    what = undetermined(what)
    return (
        [Draft("prefers", what.text, denies=True, confidence=0.9)]
        if len(what.text.split()) <= 9 and not (clause.verb.negated or clause.verb.ended)
        else []
    )


@RULES.on(r"(?:much )?(?:rather|sooner) (?!be\b|have been|not know)(?P<what>.+?)\s+than\s+")
def rather(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Would rather take the train than fly."""
    return [Draft("prefers", match["what"])] if len(match["what"].split()) <= 8 else []


@RULES.on(
    r"(?:drink|drinks|take|takes|like|likes|have|eat|eats)\s+(?:my|his|her)\s+(?P<what>(?:coffee|tea|steak|eggs|pizza|toast|whisky|martini|burger|pasta|curry)\s+[\w ,-]+)"
)
def takes_it(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Drinks my coffee black."""
    what = until(clause.predicate, match.start("what"), r"at|because|when|before|after|every|but|so")
    return [Draft("prefers", what.text)] if what and 1 < len(what.text.split()) <= 6 else []


@RULES.on(
    rf"{_INTENSITY}(?:like|likes|liked|love|loves|loved|enjoy|enjoys|enjoyed|adore|adores|adored|dig|fancy|appreciate)\s+"
)
@RULES.on(
    r"be (?:really |very |so |a bit |super |totally |also |pretty )*(?:into|fond of|keen on|crazy about|mad about|passionate about|obsessed with|addicted to|interested in|enthusiastic about)\s+"
)
@RULES.on(
    r"be (?:an? |such an? )?(?:huge |big |massive |great |avid |real |total |long-time |lifelong |keen )*(?:fan|lover|enthusiast|supporter|fans) of\s+"
)
def likes(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Loves hiking in the Alps and playing the cello; doesn't like olives."""
    if match[0].lower().split()[0] == "appreciate":
        return []
    key = "interests" if "interested" in match[0] or "passionate" in match[0] else "likes"
    return liked(clause, match.end(), "dislikes" if clause.verb.negated else key)


@RULES.on(
    r"(?:listen|listens) (?:mostly |mainly |only |a lot )?to\s+|(?:watch|watches|read|reads|eat|eats|drink|drinks|cook|cooks) (?:a lot of|lots of|tons of|plenty of|too much)\s+"
)
def consumes(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Listens to jazz and bossa nova; reads a lot of crime novels."""
    if clause.verb.negated or not clause.verb.plain or clause.times:
        return []
    if re.match(r"(?i)(?:music|books|things|stuff|the|a|an|him|her)\b", clause.predicate[match.end() :]):
        return []
    return liked(clause, match.end(), "likes")


@RULES.on(r"(?:support|supports|root for|roots for|cheer for|cheers for)\s+(?=(?-i:[A-Z]))")
def supports(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Supports Arsenal."""
    name = clause.phrase(match.end())
    person = clause.subject.speaker or (clause.subject.entity is not None and clause.subject.entity.type == "person")
    return [Draft("supports", name.text)] if name and person and clause.verb.plain else []


@RULES.on(
    rf"{_INTENSITY}(?:hate|hates|hated|dislike|dislikes|disliked|detest|detests|loathe|loathes|despise|despises|despise)\s+"
)
@RULES.on(r"(?:stand|bear|be not (?:a|an) (?:big |huge )?fan of|be (?:afraid|scared|terrified|sick) of)\s+")
def dislikes(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Hates early morning meetings; can't stand cilantro."""
    if match[0].lower().startswith(("stand ", "bear ")) and not clause.verb.negated:
        return []
    key = "fears" if re.search(r"(?i)afraid|scared|terrified", match[0]) else "dislikes"
    return liked(clause, match.end(), key)


@RULES.on(
    r"(?:be )?(?:speak|speaks|spoke|speaking|fluent in|bilingual in|proficient in|conversational in|native speaker of)\s+(?:fluent(?:ly)?\s+|some\s+|basic\s+|good\s+|in\s+)*"
)
def speaks(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Speaks English, Swedish and a little Portuguese."""
    for part in listed(clause.predicate, match.end()):
        words = part.text.lower().split()
        found = re.search(rf"(?i)\b(?:{alternatives(LANGUAGES)})\b", part.text)
        if found and len(words) <= 6:
            yield Draft("languages", found[0])


@RULES.on(
    r"(?:be |started |began |start |currently )+(?:learning|studying|picking up|taking|practi[sc]ing)\s+(?:to (?:play|speak|code in)\s+|how to\s+)?(?:the\s+)?(?:lessons in\s+)?"
)
def learns(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Is learning Japanese."""
    for part in listed(clause.predicate, match.end())[:4]:
        word = part.text.lower()
        if (
            word in LANGUAGES | PROGRAMMING | TOOLS
            or re.search(r"(?i)to (?:play|speak)", match[0])
            or word in ("piano", "guitar", "violin")
        ):
            yield Draft("studies", part.text)


@RULES.on(
    r"(?:be (?=playing))?play(?:s|ed|ing)?\s+(?:the\s+)?(?P<what>[\w' -]+?)(?:\s+(?:in|for|with|at|on|every|since|every|twice|once|as|professionally)\b.*|\s*[\ue000].*)?$"
)
def plays(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Plays the violin."""
    if match[0].startswith("be ") and not clause.verb.perfect:
        return
    for part in listed(clause.predicate, match.start("what"), match.end("what")):
        if len(part.text.split()) <= 3 and not re.match(
            r"(?i)(?:it|(?:an? |the |his |her )?(?:\w+ )?(?:role|part|tricks?|trick)|around|games?|along|with|out|this|that|\d)\b",
            part.text,
        ):
            yield Draft("plays", part.text)


_USE = re.compile(
    r"(?:be )?(?:use|uses|using|used|(?:code|codes|coding|program|programs|write|develop)\s+(?:(?:mostly|mainly|primarily|almost exclusively|only) )?in|(?:write|do|code|build) (?:most|all|much|the bulk|almost all|nearly all) of (?:my|our) [\w -]{3,20}? (?:in|with)|(?:write|do|code|build|run) (?:all )?(?:my|our) [\w-]{3,20} (?:in|with)|work with|works with|run on|runs on|rely on|relies on|"
    r"running|develop in|stick with|sticks with|depend on)\s+",
    re.IGNORECASE,
)
_FOR = re.compile(
    r"\s+(?:as|for|to)\s+(?:(?:my|our|his|her|their|the|a|an)\s+)?(?:(?:main|default|primary|daily|go-to|preferred|everyday)\s+)?(?P<purpose>[\w' -]+?)(?=\s*(?:[,.;\ue000]|$|\band\b|\bon\b|\bbecause\b))",
    re.IGNORECASE,
)


@RULES.on(_USE.pattern)
def uses(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Uses Cursor as my editor, and TypeScript for everything on the front end."""
    if re.match(
        r"(?i)(?:it|this|that|them|these|those|your|the (?:following|same)|to|my|our|both of)\b",
        clause.predicate[match.end() :],
    ):
        return []
    strict = bool(re.match(r"(?i)(?:be )?(?:work|works|run|runs|rely|relies|depend|running)", match[0]))
    drafts: list[Draft] = []
    for part in re.finditer(r"(?P<item>(?:(?!,? and |, ).)+)", clause.predicate[match.end() :].rstrip(" .!")):
        one = _used(clause, match.end() + part.start(), match.end() + part.end(), strict)
        if not one:
            break
        drafts += one
    return drafts


def _used(clause: Clause, start: int, end: int, strict: bool) -> list[Draft]:
    filler = re.match(r"(?i)(?:,? ?and |, |\s)*(?:just |also |mostly |mainly |always )*", clause.predicate[start:end])
    start += filler.end() if filler else 0
    purpose = _FOR.search(clause.predicate, start, end)
    what = until(
        clause.predicate[:end],
        start,
        r"as|for|to|on|in|at|with|because|since|when|but|so|and|every|instead|at work|at home",
    )
    if what is None:
        return []
    what = undetermined(what)
    known = what.text.lower() in TOOLS or re.sub(r"\s+v?[\d.]+$", "", what.text.lower()) in TOOLS
    if not (known or (is_proper(what.text) and not strict)) or len(what.text.split()) > 5:
        return []
    return [Draft(key_of_use(what.text, purpose["purpose"] if purpose else ""), what.text)]


def key_of_use(tool: str, purpose: str) -> str:
    """The key under which a tool is kept: by its stated purpose ("as my editor"), else by what it is, else `uses`."""
    for noun, key in (
        ("editor", "editor"),
        ("ide", "editor"),
        (r"edit\w*", "editor"),
        ("browser", "browser"),
        (r"brows\w+", "browser"),
        ("shell", "shell"),
        ("operating system", "operating_system"),
        ("os", "operating_system"),
    ):
        if re.search(rf"(?i)\b{noun}\b", purpose):
            return key
    return "editor" if tool.lower() in EDITORS and not purpose else "uses"


@RULES.on(
    r"(?:be )?(?:collect|collects|collecting|practi[sc]e|practi[sc]es|do|does)\s+(?=(?P<what>yoga|pilates|karate|judo|taekwondo|crossfit|ballet|tai chi|stamps|coins|vinyl|records|comics|jiu[- ]jitsu|meditation|calligraphy|gymnastics|boxing|woodworking|pottery)\b)"
)
def hobbies(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Does yoga; collects stamps."""
    key = "collects" if "collect" in match[0].lower() else "hobbies"
    return [Draft(key, match["what"])]


_SPORTS = r"(?:running|jogging|swimming|hiking|climbing|bouldering|cycling|biking|surfing|skiing|snowboarding|sailing|rowing|kayaking|fishing|camping|dancing|walking|riding|skating|bird-?watching|diving)"
_OFTEN = r"(?:every|each|twice|once|three times|\d times|several times|a few times|on (?:weekends|sundays|saturdays|weekdays|mondays|tuesdays|wednesdays|thursdays|fridays)|regularly|most|daily|weekly|in my|before work|after work|a lot)"


_VICES = {"smoke": "smoking", "smokes": "smoking", "vape": "vaping", "vapes": "vaping"}


@RULES.on(rf"(?:go|goes) (?P<what>(?:\w+[ -])?{_SPORTS})\b(?=.*\b{_OFTEN}\b|\s*$)")
@RULES.on(
    rf"(?P<what>run|runs|jog|jogs|swim|swims|cycle|cycles|meditate|meditates|work out|works out|lift weights|lifts weights|do (?:yoga|pilates|crossfit)|volunteer|volunteers|surf|surfs|ski|skis|knit|knits|garden|gardens|smoke|smokes|vape|vapes)(?=\s+{_OFTEN}\b|\s*$)"
)
def habits(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Goes running three times a week; meditates every morning."""
    over = clause.verb.ended or clause.past
    if clause.subject.noun or clause.verb.negated or clause.verb.modal or clause.verb.future:
        return []
    if (vice := _VICES.get(match["what"].lower())) is not None:
        return [Draft("habits", vice)]
    said = until(clause.predicate, match.start("what"), "because|since|but|so|and|to|with my")
    if over and not clause.verb.ended:
        return []
    return [Draft("habits", said.text if said and len(said.text.split()) <= 8 else match["what"])]


@RULES.on(
    r"(?P<what>(?:drink|drinks|eat|eats|have|has) (?!to\b|been\b|my\b|a (?:lot|bit|good|great)\b|it\b|that\b|no\b|some\b|any\b|the\b)[a-z].*)"
)
def diet_habits(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Usually drinks green tea in the morning."""
    if clause.subject.noun or not clause.verb.plain or clause.verb.future or clause.past or clause.times:
        return []
    if not re.search(
        r"(?i)\b(?:usually|always|often|mostly|normally|every|for (?:breakfast|lunch|dinner)|daily|in the (?:morning|evening)s?)\b",
        clause.text,
    ):
        return []
    if match["what"][:2].lower() == "ha" and not re.search(r"(?i)\bfor (?:breakfast|lunch|dinner)\b", clause.text):
        return []
    said = until(clause.predicate, match.start("what"), "because|since|but|so|and|to")
    return [Draft("habits", said.text)] if said and 1 < len(said.text.split()) <= 9 else []


@RULES.on(
    r"(?P<what>restore|restores|paint|paints|draw|draws|knit|knits|build|builds|collect|collects|bake|bakes|cook|cooks|write|writes|garden|sew|sews|brew|brews|photograph|repair|repairs|make|makes|grow|grows|read|reads|volunteer|volunteers|sing|sings|dance|dances|climb|climbs|compose|composes|study|studies|do|does|fly|sail|sails|play|plays|go|goes)\b.*"
)
def leisure(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """In my spare time I restore vintage motorcycles."""
    if not _LEISURE.search(clause.text) or not clause.verb.plain:
        return []
    what = until(_LEISURE.sub(lambda m: "." * len(m[0]), clause.predicate), match.start("what"), "because|but|so|when")
    return [Draft("hobbies", what.text)] if what and 1 < len(what.text.split()) <= 9 else []


_LEISURE = re.compile(
    r"(?i)\b(?:in|during) (?:my|our|his|her|their) (?:spare|free|leisure|down) ?time\b|\bfor fun\b|\bas a hobby\b|\bin my off[- ]hours\b"
)


@RULES.on(
    r"be (?:a |an )?(?P<what>(?:morning|night|early|cat|dog|coffee|tea|people|beach|city|outdoors?) (?:person|owl|bird|lover)|introvert|extrovert|night owl|early bird|left-handed|right-handed|colou?r-?blind|teetotal(?:l?er)?|non-smoker|smoker)\b"
)
def traits(clause: Clause, match: re.Match[str]) -> Iterable[Draft]:
    """Is a morning person; is left-handed."""
    return [Draft("is", match["what"])]
