"""The forms that the subject of a clause takes: what may stand before it, and how each kind of it is written."""

from __future__ import annotations

import re

from memory_core.engine.extraction.kinds import DESIGNATORS
from memory_core.engine.extraction.lexicon import KIN, KIN_MANY, NAMED_IN_PASSING, PETS, alternatives
from memory_core.engine.extraction.text import MASK, TIME
from memory_core.engine.extraction.verbs import AUXILIARY, INFLECTED_PATTERN

OPENER = re.compile(
    rf"(?:[{TIME}\s,.:;!*_#-]+|(?:hi|hello|hey|hiya|hola|good (?:morning|evening|afternoon)|so|well|actually|btw|by the way|fyi|oh|ah|ok|okay|yeah|yes|"
    r"yep|yup|no|nope|also|and|but|plus|um|hmm|correction|update|note|news|(?:quick|small|big) update|fun fact|just so you know|just fyi|"
    r"for the record|for context|for reference|to clarify|to be clear|in fact|honestly|unfortunately|luckily|fortunately|sadly|finally|recently|currently|"
    r"right now|now|nowadays|these days|today|you know|guess what|(?:great|good|big|bad|sad) news|remember(?: that)?|please (?:remember|note)(?: that)?|"
    r"note that|keep in mind(?: that)?|don't forget(?: that)?|i should (?:mention|add)(?: that)?|i forgot to mention(?: that)?|"
    r"i(?:'d| would)? (?:like|want)(?:ed)? (?:you )?to (?:tell you|know|mention|say)(?: that)?|let me tell you(?: that)?|(?:it )?turns out(?: that)?|"
    r"the thing is|one more thing|just|anyway|there|everyone|team|all|folks|apparently|wait|sorry|oops|scratch that|i mean|as you know|"
    r"(?:for|at|on|in|as|with|outside|besides|during) (?!(?:case|theory|fact|short|order|general|addition|my (?:dream|story|novel|book))\b)(?:(?!i\b|i'm\b|we\b|you\b|if\b|my \w+ (?:is|was)\b)[^\s,.;:]+\s){0,4}?(?!i\b|we\b)[^\s,.;:]+(?=,?\s+(?:i|i'm|i've|we|we're|we've)\s)|"
    r"by now|at the moment|previously|originally|lately|in the meantime|meanwhile|i said|i told you|like i said|as i said)"
    r"(?:[,:!.]+\s*|\s+(?=\S))(?!of\b))",
    re.IGNORECASE,
)
ALONG_FIRST = re.compile(
    rf"(?:me|myself|i) and (?P<kin>my (?:{alternatives(KIN)})\b)?\s*(?P<name>(?-i:[A-Z])[\w'-]+)?(?=\s+\w)",
    re.IGNORECASE,
)
""" "Me and Ana", "me and my wife": the speaker with somebody else."""
SPEAKER = re.compile(r"(?:i|we|im|ive)(?=\s|'|,|$|m\b|ve\b)(?<![iI]v)", re.IGNORECASE)
CONTRACTED = re.compile(r"i(?=m\b|ve\b)", re.IGNORECASE)
PRONOUN = re.compile(r"(he|she|they|it|hes|shes)(?=\s|'|$)", re.IGNORECASE)
POSSESSIVE = re.compile(r"(my|our|his|her|their|its)\s+", re.IGNORECASE)
ADJECTIVES = r"(?:(?:older|younger|little|big|elder|eldest|youngest|oldest|late|new|former|ex|dear|lovely|current|adopted|beloved|good|close|dearest|other|baby|direct)\s+)*"
KIN_NOUN = re.compile(rf"{ADJECTIVES}(?P<noun>{alternatives([*KIN, *NAMED_IN_PASSING])})\b(?!-)", re.IGNORECASE)
PET = re.compile(
    rf"(?:(?:new|old|little|big|rescue|pet|beloved|other|\w+-year-old)\s+)*(?P<noun>{alternatives(PETS)})\b",
    re.IGNORECASE,
)
TOGETHER = re.compile(r"(?:\s+(?P<name>(?-i:[A-Z])[\w'-]+))?,?\s+and\s+(?:i|me|myself)\b", re.IGNORECASE)
KIN_NOUNS = re.compile(
    rf"{ADJECTIVES}(?:(?:two|three|four|five|both|\d)\s+)?{ADJECTIVES}(?P<nouns>{alternatives(KIN_MANY)})\b(?!-|'(?! names))",
    re.IGNORECASE,
)
NAMES = re.compile(
    r"(?:,|:|\s*\(|\s+called|\s+named|'?\s+names\s+are|\s+are(?:\s+called|\s+named)?)?\s+(?P<names>(?-i:[A-Z])[\w'-]+(?:,\s+(?-i:[A-Z])[\w'-]+)*,?\s+(?:and|&)\s+(?-i:[A-Z])[\w'-]+)[,)]?",
    re.IGNORECASE,
)
CALLED = re.compile(r",?\s*(?:called|named|whose name is|who is called|-|\()?\s*", re.IGNORECASE)
NOUN_PHRASE = re.compile(
    rf"(?P<noun>(?:[^\s,;:!?(){TIME}{MASK}]+\s+){{0,7}}?[^\s,;:!?(){TIME}{MASK}]+?)(?=\s+(?:(?:just|now|also|still|currently|always|usually|actually|really|officially|finally)\s+)*"
    rf"(?:{AUXILIARY}|{INFLECTED_PATTERN}|cost(?= (?:[$€£]|about |around |only )?\d)|[{TIME}])(?![\w'])|'s\s(?!\S+\s+(?:is|was)\b))",
    re.IGNORECASE,
)
OF = re.compile(
    r"(?P<noun>[\w'. -]+?)\s+(?:of|for|at|on|in|with)\s+(?:the\s+|our\s+|my\s+)?(?P<name>(?-i:[A-Z\d])\S*(?:\s\S+)*)$",
    re.IGNORECASE,
)
THE = re.compile(r"(?:the|this year's|that|this)\s+(?=\S)", re.IGNORECASE)
DESIGNATOR = re.compile(
    rf"^(?:(?:The|SKU|Item|Part|Product|Project|Model|Ticket|Order)\s+(?:no\.?\s|#)?)+(?=\S)|\s+(?:{alternatives(DESIGNATORS)})$",
    re.IGNORECASE,
)
CASUAL_NAME = re.compile(
    r"(?P<name>[a-z][a-z'-]{2,}(?: (?!works|lives|reports|is|was|has)[a-z][a-z'-]+)?)(?:'s)? (?=(?:works|lives|reports|joined|moved|got|speaks|loves|left|married|is (?:a|an|the|from|married|allergic|vegan|\d+))\b)"
)


WORD_BEFORE_VERB = re.compile(
    rf"(?P<name>[^\W\d_][\w'-]+?)(?='s\s|\s+(?:{AUXILIARY}|{INFLECTED_PATTERN})(?![\w'-]))", re.IGNORECASE
)
APPOSED = re.compile(
    r",\s+(?P<whose>my|our|the|an?|his|her|their)\s+(?P<what>[^,;:.!?()]{2,60}?)(?P<close>,\s+(?=[a-z])|\s*(?:$|[.!;)]|,))",
    re.IGNORECASE,
)
_NO_COPULA = r"(?!(?:is|was|are|were|am|be|been|will|has|had|called|named)\b)"
ROLE_NAMED = re.compile(
    rf"(?P<role>(?:{_NO_COPULA}(?-i:[a-z])[\w'-]* ){{0,4}}?(?:{_NO_COPULA}(?-i:[a-z])[\w'-]*|(?-i:[A-Z]{{2,4}}))),?\s+(?P<name>(?-i:[A-Z][^\W\d_A-Z])\S*)",
    re.IGNORECASE,
)
NO_WORD_NAME = re.compile(
    rf"(?:\w+ly|just|now|also|still|always|never|often|once|even|who|and|or|both|too|then|soon|{AUXILIARY}|{INFLECTED_PATTERN})",
    re.IGNORECASE,
)


EDITION = re.compile(
    r"(?:version|release|tickets?|entry|admission|membership|delivery|shipping|registration|parking|rent|tuition)\b",
    re.IGNORECASE,
)
NOUN_IS = re.compile(
    r"'s (?:called|named|an?|not|no longer|now|still|also|currently|just|recently|been|moved|gone|got|from|in|based|allergic|vegan|vegetarian"
    r"|pregnant|retired|married|divorced|engaged|single|working|living|studying|moving|getting|learning|training|turning|going|starting"
    r"|\d+(?=\s*(?:$|[,.;!]|and\b|now\b|years? old\b)))\b",
    re.IGNORECASE,
)
"""An "is" or "has" behind a noun ("my mum's called ...", "my dog's a beagle"), and not what the noun owns."""
IS_SOMEBODY = re.compile(r"\s+(?:is|will be)\s+(?:now\s+)?(?P<name>(?-i:[A-Z][^\W\d_A-Z])[\w'-]*)", re.IGNORECASE)
"""Behind a role ("the head of sales is Ana Ruiz"): whoever has it is named."""
