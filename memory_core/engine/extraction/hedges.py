"""Words that take back the certainty of what they stand with: guesses, rumours, plans that are not made."""

from __future__ import annotations

import re

_HEDGE = re.compile(
    r"(?i)\b(?:maybe|perhaps|possibly|probably|presumably|supposedly|allegedly|reportedly|apparently|conceivably|hopefully|tentatively|"
    r"might|could be|(?<!you )(?-i:may) (?!i\b|we\b|you\b|the\b|and\b|or\b|of\b|to\b|in\b|on\b|at\b)(?-i:[a-z]{2,})|"
    r"(?:not|n't|isn't|am not|'m not) (?:entirely|really|100%|totally|quite|completely|so|too|very|all that|exactly|absolutely)?\s*(?:sure|certain|decided|confident|positive)|unsure|uncertain|undecided|unclear|"
    r"i (?:think|guess|suppose|believe|assume|reckon|suspect|imagine|gather|figure|wonder)(?! (?:about|of)\b)|as far as i (?:know|remember|can tell)|to my knowledge|if i(?:'m not mistaken| remember| recall)\b[^,.]*|iirc|afaik|"
    r"i (?:don't|do not|can't|cannot) (?:really |quite |exactly )?(?:know|remember|recall|say)(?: for sure| exactly| yet)?|"
    r"i (?:always|keep|can never|never) (?:forget|forgetting|remember)\b(?! to\b)|(?:i|we) (?:heard|read somewhere)|i've heard|i (?:was|am) told|rumou?rs?(?: has it)?|word is|they say|people say|someone said|supposed to be|"
    r"(?:it )?(?:seems|appears|looks) (?:like|as if|as though|that|to have|to be|to live|to work)|it (?:seems|appears)|kind of|sort of|more or less|in a way|i doubt|don't quote me|"
    r"(?:am |'m |are |is |been |was )?(?:thinking|dreaming) (?:of|about) (?:\w+ing|a|the|going)|considering|toying with|contemplating|debating (?:whether|if)|torn between|haven't (?:decided|made up)|still deciding|"
    r"(?:it )?(?:depends|it's complicated|it's a long story|it is a long story|its complicated|it is complicated)|one of these days|someday|some day|(?:could|would) end up|i hope to|hoping to|no idea|not set in stone|nothing (?:is )?(?:final|confirmed|decided)|to be confirmed|tbc|tbd|unconfirmed|up in the air|subject to change)\b"
)
_STRIP = re.compile(
    r"(?i)^\W*(?:(?:well|so|and|but|or|also)[,\s]+)*(?:maybe|perhaps|possibly|probably|presumably|apparently|supposedly|allegedly|hopefully|reportedly|rumou?r has it(?: that)?|word is(?: that)?|"
    r"i (?:think|guess|suppose|believe|assume|reckon|suspect|doubt|heard|gather|figure)(?: that)?|i've heard(?: that)?|as far as i know|iirc|afaik|i'm not (?:really |entirely |quite |100% )?(?:sure|certain)(?:,? but| if| whether)?|not sure(?:,? but| if| whether)?|"
    r"if i (?:remember|recall)[^,]*|it (?:seems|looks|appears)(?: like| that| as if)?)[,\s]+(?=\S)"
)
_BARE_TAIL = r"(?:[,\s]*(?:though|tho|tbh|yet|about (?:that|it|this)|honestly|right now|at the moment|to be honest|anymore|still|but|really|if (?:that|i'm|it's) \w+|for now|either way|so far|entirely|exactly|haha|lol|so|then|because|it|that|this|sure|sort of|thing|it's|complicated|for sure|which|when|how long|for how long))*"
_BARE = re.compile(
    rf"(?i)^\W*(?:(?:well|but|though|although|and|or|so|hmm|um|actually|honestly|yet|still|i'm|i am|it's|its|it is|that's|that is|im|we're|just|really)[,\s]+)*(?P<hedge>{_HEDGE.pattern[4:]})?{_BARE_TAIL}\W*$"
)
_ALTERNATIVE = re.compile(
    r"(?i)^\W*(?:(?:well|actually|hmm|um)[,\s]+)*(?:or (?:maybe|perhaps|possibly|rather|well|is it|was it|so|something|thereabouts)|(?:maybe|perhaps|possibly) (?!i|we|he|she|they|my|our|the|it|you|(?-i:[A-Z])\w+ \w+s\b)|give or take|not quite|well,? (?:not|co-|almost|sort|kind|technically|half|acting|interim|deputy|vice|former|ex-|soon-to-be|more like|at least|on paper|nominally|unofficially|for now|partly|mostly)\b|not exactly|sort of\b|kind of\b|technically\b)"
)


def is_alternative(text: str) -> bool:
    """Whether what follows "or" offers another reading of what was just said ("or maybe it was May")."""
    return bool(re.match(r"(?i)\W*(?:maybe|perhaps|possibly|probably|rather|was it|is it|even|could it)\b", text))


def is_hedged(text: str) -> bool:
    """Whether a clause is a guess, a rumour or an open plan."""
    return bool(_HEDGE.search(text))


def without_hedge(text: str) -> str:
    """The clause with its opening hedge blanked out, the same length."""
    match = _STRIP.match(text)
    return " " * match.end() + text[match.end() :] if match else text


def doubts_what_precedes(text: str) -> bool:
    """Whether a fragment says nothing of its own but puts in doubt what was said before it ("not sure though", "or maybe Potsdam")."""
    if _ALTERNATIVE.match(text):
        return True
    match = _BARE.match(text)
    return bool(match and match["hedge"])
