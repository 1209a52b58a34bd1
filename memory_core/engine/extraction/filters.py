"""What is not stated: questions, hypotheses, requests for one answer, fiction, pasted prompts."""

from __future__ import annotations

import re

_QUESTION = re.compile(
    r"(?i)^\W*(?:(?:and|but|so|ok|okay|hey|hi|hello|also|please|well|um|then|now|oh|btw|by the way|wait|sorry)[,\s]+)*(?:(?:what|who|where|why|how|which|whose|whom)(?:'s|'re|s)?\b(?! (?:a|an)\b)|when (?:is|are|was|were|do|does|did|will|can|should|would)\b|"
    r"(?:can|could|would|will|do|does|did|is|are|was|were|should|shall|may|might|have|has|had|am|isn't|aren't|don't|doesn't|didn't|won't|can't|couldn't|wouldn't|shouldn't|haven't|hasn't)\s+(?:you|i|we|he|she|they|it|there|this|that|these|those|the|my|our|your|his|her|"
    r"their|any|anyone|anybody|someone|somebody|everyone|people|(?-i:[A-Z])\w+)\b|any (?:idea|ideas|tips|advice|thoughts|suggestions|recommendations|chance|news|update|updates)\b|"
    r"(?:do|does|did) \w+ (?:still|ever|already)\b|is it\b|got any\b|know any\b|remember (?:when|how|what|who|if|that time)\b|guess (?:what|who)\b|(?:i )?wonder(?:ing)? (?:if|whether|what|how|why|who|when|where)\b|i was wondering\b|i'm curious\b|curious (?:if|about|whether)\b|"
    r"i(?:'d| would) like to know\b|i want to (?:know|understand|ask|find out|learn|see|make sure)\b|tell me\b|let me know\b|mind if\b)"
)
_TAG = re.compile(
    r"(?i)(?:^|,\s*)(?:right|correct|isn't it|aren't they|doesn't (?:he|she|it)|don't you think|is(?:n't)? (?:he|she)|yes|no|eh|huh|yeah|ok|okay)\W*$"
)
_ASKS = re.compile(
    r"(?i)(?:^|[,;:—–-]\s+|\b(?:and|so|but)\s+)(?=(?:what|who|where|when|why|how|which|whose)\b|(?:can|could|would|will|do|does|did|is|are|should|shall|have|has|may)\s+(?:you|i|we|he|she|they|it|there|this|that|the|my|our|any|anyone|someone)\b|any (?:idea|tips|advice|thoughts|suggestions|recommendations|ideas|chance)\b)"
)
_HYPOTHESIS = re.compile(
    r"(?i)^\W*(?:(?:and|but|so|ok|okay|well|now|also|hey|hmm)[,\s]+)*(?:what if|if|suppose|supposing|imagine|pretend|assuming|assume|let's (?:say|suppose|pretend|imagine|assume)|lets say|say (?:i|we|you|that)\b|hypothetically|in case|unless|even if|as if|had i\b|were i\b|provided that|"
    r"in (?:a|an|the|this|that|my|another) (?:world|universe|novel|story|book|movie|film|game|series|show|episode|scenario|dream|play|script|case|fantasy|example|chapter|scene)\b|for (?:example|instance|the sake of)|once upon a time|in theory|in (?:another|an alternate) \w+|"
    r"(?:the|this|that|a|my) (?:\w+ )?(?:film|movie|book|novel|series|show|story|game|play|comic|manga|anime|poem|song|episode|documentary|musical|sitcom|podcast episode) (?:is|was|'s) (?:about|set in)\b|(?:the|my|our|a) (?:protagonist|main character|character|hero|heroine|narrator|villain|player|story|novel|plot)\b|e\.g\.|consider (?:a|the|this)|think of\b|given that\b.*\b(?:prove|find|calculate|compute)|act as\b|role-?play)"
)
_WISH = re.compile(
    r"(?i)\b(?:i|we)(?: (?:really|so|just|always|kind of|kinda|often|sometimes|almost|nearly))* (?:wish|wished|dreamt|dreamed|dream|pretended|imagine|imagined|joked|nearly \w+|almost \w+|had a dream|hope|fantasi[sz]e)\b|\bif only\b|\bi'd (?:love|like|want|be|have|move|go|do|live|need|say)\b|\bi would(?:n't)? (?!rather|prefer|never eat)|\bjust kidding\b|\bjk\b"
)
_REQUEST = re.compile(
    r"(?i)^\W*(?:(?:please|pls|hey|hi|hello|ok|okay|now|so|also|and|then|great|thanks|thank you|alright|first|next|just|could you|can you|would you|kindly|\w+,)[,!.\s]+)*(?:write|translate|summari[sz]e|explain|show|give|tell|list|generate|create|draft|compose|rewrite|re-write|rephrase|fix|help|find|search|look up|describe|"
    r"compare|convert|calculate|compute|make|build|implement|suggest|recommend|book|order(?! \S*\d)|schedule|remind|set|send|add|delete|remove|check|review|proofread|edit|correct|analy[sz]e|let's|lets|let me|play|read|open|run|define|continue|teach|walk me|pick|choose|name (?:a|an|three|five|some|the)|"
    r"spell|count|solve|prove|act|role-?play|paraphrase|classify|extract|answer|repeat|say|format|provide|debug|refactor|optimi[sz]e|design|outline|brainstorm|imagine|pretend|complete|fill|test|evaluate|rate|rank|update(?!\s*:)|change (?:the|this|that)|turn (?:this|that|it|the)|put|save|store|copy|print|return|consider|think|plan|point|"
    r"elaborate|expand|simplify|clarify|discuss|identify|determine|estimate|predict|simulate|sketch|note down|look|see|try|use|take|come up|tell|advise|enumerate|quote|cite|feel free|come on|get me|bring|hold on|hang on|wait|go ahead|good luck|have a|enjoy|take care|keep up|congrat\w*|thanks|thank)\b(?!\s+(?:is|was|works|lives)\b)"
)
_SAYS_CALLED = re.compile(
    r"(?i)^\W*(?:(?:please|you can|just|hey|hi|but|and|so|oh|also|well)[,\s]+)*(?:call|reach|contact|email|text|ring|phone) me\b"
)
_PROMPT = re.compile(
    r"(?i)^\s*(?:\W*(?:system|instructions?)\s*(?:prompt)?:|#+ ?(?:system|instructions|role|task|objective)\b|you are (?:an?|the|now|my)\s+(?:\w+[ -]){0,6}(?:assistant|bot|agent|ai|model|expert|tutor|helper|chatbot|engineer|writer|translator|persona|character)\b|you are \w*(?:bot|gpt|ai)\b|your (?:task|role|job|goal) is\b|act as\b|you will (?:act|play|be)\b|(?:pretend|imagine) (?:that )?you(?:'re| are)?\b|role-?play\b|<\|?(?:system|im_start)|\[INST\])"
)
_COPY_FOLLOWS = re.compile(
    r"(?i)^\W*(?:(?:please|pls|can you|could you|hey|hi|now|here(?:'s| is| are))[,\s]+)*(?:translate|summari[sz]e|proofread|rewrite|rephrase|paraphrase|edit|correct|fix|review|analy[sz]e|check|improve|classify|extract|convert|shorten|polish|grade|my (?:essay|draft|story|cover letter|code|email|text)|the (?:text|email|code|article|passage|story|transcript|letter|log|following)|an? (?:draft|excerpt|email|quote|sample|snippet|article|passage|story|letter))\b.*(?::|\b(?:following|below|this)\b[^:]*:?)\s*$"
)

OPENING_CHARS = 400
"""Of a turn: what says that it is a prompt stands there."""


def is_question(text: str, mark: str) -> bool:
    """Whether a whole sentence asks."""
    if _QUESTION.match(text):
        return True
    return bool(re.search(r"[?？]", mark)) or bool(re.search(r"(?:ですか|ますか|でしょうか|吗|呢)$", text))


def statement_before_question(text: str) -> str:
    """What is stated before the question of a sentence that asks ("I live in Berlin, do you know a gym?"); "" if nothing."""
    asks = [m.start() for m in _ASKS.finditer(text) if m.start() > 0]
    if not asks or _QUESTION.match(text) or _TAG.search(text):
        return ""
    head = text[: asks[0]].strip(" ,;:—–-")
    return (
        head
        if re.match(r"(?i)^\W*(?:(?:hi|hey|hello|so|well|btw|ok)[,!\s]+)*(?:i|i'm|im|i've|my|we|our|the|[A-Z])\b", head)
        else ""
    )


def is_hypothetical(text: str) -> bool:
    """Whether a sentence supposes, tells fiction or gives an example."""
    return bool(_HYPOTHESIS.match(text))


def is_wish(text: str) -> bool:
    """Whether a clause wishes or imagines."""
    return bool(_WISH.search(text))


def is_request(text: str) -> bool:
    """Whether a sentence asks for one thing to be done."""
    return bool(_REQUEST.match(text)) and not _SAYS_CALLED.match(text)


def is_prompt(text: str) -> bool:
    """Whether a turn opens as a system prompt or a part to play does."""
    return bool(_PROMPT.match(text.lstrip()[:OPENING_CHARS]))


def copy_follows(text: str) -> bool:
    """Whether a sentence hands over text that is to be worked on: what follows is not the speaker's statement."""
    return bool(_COPY_FOLLOWS.match(text))
