"""Standing requests to the assistant, and the words that take them back.

A request for one answer ("write me a poem") is none of them: an instruction speaks of all answers, of a condition under
which it holds ("when I ask for code"), or of how the assistant speaks.
"""

from __future__ import annotations

import re
from itertools import islice

from memory_core.engine.extraction.lexicon import words
from memory_core.engine.extraction.model import Instruction
from memory_core.engine.extraction.text import TIME, Sentence

_ANSWERS = r"(?:answers?|responses?|replies|reply|explanations?|summar(?:y|ies)|outputs?|messages?|writing|feedback|suggestions?|recommendations?|emails?|code|code samples|examples?|texts?|tone|language|explanation|everything)"
_POLITE = (
    r"(?:(?:please|pls|kindly|hey|hi|ok|okay|so|also|and|but|oh|btw|by the way|one more thing|just|remember|note|reminder|actually|well)[,:!]?\s+|"
    r"(?:could|can|would|will) you (?:please |kindly |just )?|(?:i(?:'d| would)?|we(?:'d| would)?) (?:really |much )?(?:like|want|need|prefer|expect|love|appreciate)(?: it)?(?: if)? you (?:to |could |would )?|"
    r"you (?:should|must|need to|have to|are to|'re to|ought to) |(?:please )?(?:make sure|be sure|ensure|remember|try)(?: that)?(?: you)?(?: to)? |i'd prefer (?:that|if) you )*"
)
_STANDING = re.compile(
    r"(?i)\b(?:always|never|from now on|from here on|going forward|from this point on|in (?:the )?future|henceforth|every time|each time|by default|at all times|until (?:i say|further notice|told)|"
    r"as a rule|in (?:all|every|each|any) (?:of )?(?:your |the )?(?:answers?|responses?|repl\w+|messages?|conversations?)|(?:all|every|each) (?:of )?(?:your |the )?(?:answers?|responses?|repl\w+|messages?))\b"
)
_SPEECH = (
    r"(?:call|address|refer to|use|using|say|saying|include|including|mention|mentioning|add|adding|give|giving|write|writing|start|starting|begin|beginning|end|ending|apologi[sz]e|apologi[sz]ing|ask|asking|assume|assuming|"
    r"repeat|repeating|explain|explaining|over-?explain\w*|suggest|suggesting|remind|reminding|sugar-?coat\w*|lecture|lecturing|be|being|put|putting|show|showing|offer|offering|respond|responding|answer|answering|"
    r"reply|replying|recommend|recommending|translate|translating|format|formatting|summari[sz]e|summari[sz]ing|bring up|bringing up|spoil|swear|swearing|patroni[sz]\w+|talk|talking|speak|speaking|send|sending|make|making|"
    r"waffle|ramble|rambling|praise|praising|flatter\w*|compliment\w*|quote|quoting|rephrase|rephrasing|list|listing|joke|joking|discuss|discussing|share|sharing|treat|treating|tell|telling|pad|wrap|abbreviate)"
)
_STYLE = (
    r"(?:emojis?|jargon|bullet ?points?|bullets|fluff|small talk|apologies|disclaimers?|exclamation marks?|markdown|tables?|spoilers?|sarcasm|jokes?|abbreviations?|acronyms?|paragraphs?|headings?|headers?|lists?|slang|"
    r"swearing|filler|preamble|passive voice|units?|english|british|american|german|french|spanish|swedish|italian|portuguese|language|spelling|format(?:ting)?|dates?|24-hour|times?|celsius|fahrenheit|metric|currency|citations?|sources?|examples?|"
    r"analog(?:y|ies)|pronouns?|first name|last name|surname|name|title|voice|tone|sentences?|words|plain text|code blocks?|comments|type hints|small words|simple words|terms|style|steps|links|footnotes|humou?r|greeting|salutation|sign-off|semicolons?|em dash(?:es)?|capitals?|numbers?|euros|dollars|kilomet\w+|miles)"
)
_IMPERATIVE = (
    r"(?:always|never|don't|do not|dont|stop|avoid|keep|use|be|answer|respond|reply|write|make|include|add|skip|give|show|format|limit|explain|speak|talk|address|refer|cite|start|begin|end|sign|ask|check|double-check|assume|"
    r"treat|put|provide|offer|suggest|translate|remind|mention|say|call|prefer|stick|send|prioriti[sz]e|summari[sz]e|list|wrap|return|confirm|warn|tell|no|review|run|highlight|point out|walk|break|focus|leave|ignore|output|quote|spell|convert|default|round|link|attach|test|verify|lead|label|number|compare|finish|open|close|apply|follow|consider|look|propose|recommend|remember|repeat|prioriti[sz]e|pick|choose)"
)
_FOREIGN = (
    r"(?:bitte |s'il (?:te|vous) pla[iî]t,? |por favor,? |snälla |vänligen )?(?:"
    r"(?:antworte?n?|sprich|sprechen|schreibe?n?|verwende?n?|benutze?n?|nenne?n?|erkläre?n?)\b.*\b(?:immer|stets|nie|niemals|nur|ab jetzt|ab sofort|künftig|in zukunft|auf deutsch|mich)\b"
    r"|(?:immer|stets|nie|niemals|ab jetzt|ab sofort|künftig)\b.*\b(?:antworten|schreiben|verwenden|benutzen|nennen|sprechen|antworte|schreib|verwende|benutze|nenne?)\b"
    r"|(?:réponds|répondez|parle|parlez|écris|écrivez|utilise|utilisez|appelle)\b.*\b(?:toujours|jamais|uniquement|désormais|dorénavant|à partir de maintenant|en français)\b"
    r"|(?:n'utilise|n'utilisez|ne (?:réponds|répondez|parle|parlez|m'appelle))\b.*\b(?:jamais|plus|pas)\b|(?:à partir de maintenant|désormais|dorénavant),? \w+"
    r"|(?:responde|respóndeme|contesta|háblame|habla|escribe|usa|utiliza|llámame)\b.*\b(?:siempre|nunca|solo|sólo|a partir de ahora|en español)\b|(?:siempre|nunca|a partir de ahora,?) (?:responde|respondas|contesta|uses|usa|habla|hables|escribe|escribas)\b|no (?:uses|me llames|respondas|escribas)\b"
    r"|(?:svara|skriv|tala|prata|använd|kalla)\b.*\b(?:alltid|aldrig|bara|från och med nu|på svenska)\b|(?:alltid|aldrig|från och med nu) (?:svara|skriv|använd)\b|använd (?:aldrig|inte|inga)\b"
    r"|(?:responda|responde|fale|escreva|use|chame)\b.*\b(?:sempre|nunca|apenas|só|a partir de agora|em português)\b|(?:sempre|nunca|a partir de agora,?) (?:responda|fale|escreva|use)\b|não (?:use|me chame|responda)\b"
    r"|.*(?:で答えて|で返事して|で話して|で書いて|を使わないで|と呼ばないで)(?:ください|下さい|ね|$))"
)
"""Standing requests in other languages."""
_CONDITION = r"(?:when(?:ever)?|every time|each time|any ?time|if|for|once) (?:i (?:ask|say|send|share|request|paste|write|mention|want|need|post|upload|give|show|talk|use|type|complain|report)|you (?:answer|respond|reply|write|explain|give|show|send|suggest|summari[sz]e|generate|don't know|are (?:not sure|unsure))|there (?:is|are)|answering|writing|responding|explaining|it comes to|code\b|coding)"
_RULES = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_POLITE}(?:always|never)\s+(?!been|had|seen|heard|thought|knew|mind|a\b|the\b|in my|again|happy|good|nice|great|up\b|here|there|glad|fun|loved|wanted|worth|remember when|welcome|down\b|a pleasure|nice|so\b|room|something|time|on\b|more\b|too\b|knew|felt|was\b|is\b|better|best|important|say never)[a-z'-]+\b",
        rf"{_POLITE}(?:don't|do not|dont|stop|avoid|refrain from|quit|no need to|cease|not)\s+(?:ever\s+)?{_SPEECH}\b(?!\s+(?:it|that|this|me (?:that|about it))\b)",
        rf"{_POLITE}(?:keep|make|have)\s+(?:(?:your|the|all|all your|my|any)\s+)*{_ANSWERS}\b",
        rf"{_POLITE}(?:keep|make)\s+(?:it|things|them)\s+(?:\w+\s+)?(?:short|brief|concise|simple|formal|casual|informal|professional|light|polite|friendly|technical|high-level|to the point|positive|under|below|within)\b",
        rf"{_POLITE}(?:only\s+)?(?:answer|respond|reply|speak|talk|communicate|write)\s+(?:(?:to me|only|always|me|back|everything|exclusively|questions)\s+)*(?:in|with|using|like|as|without|briefly|concisely|directly|formally|casually|politely|honestly)\b(?!\s+(?:a (?:poem|story|letter|function|script|haiku|song)|the (?:file|email|box)|python|java\b|rust)\b)",
        rf"{_POLITE}(?:use|prefer|stick (?:to|with)|avoid|skip|omit|drop|leave out|limit|include|add|cite|provide|give me|show me)\s+(?:[\w'/-]+\s+){{0,4}}?{_STYLE}\b(?!\s+(?:of (?:this|that|the)|for (?:this|that|the)|to (?:the|this|my)|in (?:this|that|the|my))\b)",
        rf"{_POLITE}(?:limit|format|structure|shorten|restrict|write|phrase|begin|start|end|finish|sign|preface|open|close)\s+(?:your|all|all your|every|each|any)\s+(?:\w+\s+)?{_ANSWERS}\b",
        rf"{_POLITE}(?:i|we)(?:'d| would)?\s+(?:\w+ly\s+)?(?:like|prefer|want|need|love|appreciate|expect)\s+(?:(?:my|your|the|all|getting|to (?:get|have|receive|see))\s+)*(?:(?:short|brief|concise|detailed|longer?|shorter|direct|simple|formal|informal|clear|honest|blunt|structured|step-by-step|to-the-point|technical|plain|in-depth|thorough|very|really|more|less|and|,)[,\s]+)*{_ANSWERS}\s*(?:\b(?:to be|that|which|in|with|without|short|brief|concise|detailed|long|direct|simple|formal|informal|as|kept|straight|under|written|plain|more|less|structured|over|rather|like|when|please|only|before|after|first|from you)\b|[.!]?$)",
        r"(?:i|we) (?:really |absolutely )?(?:hate|dislike|detest|despise|can't stand|can't bear|don't like|don't want|don't need)\s+(?:[\w-]+\s+){0,3}?(?:answers?|responses?|replies|explanations?)\s*$",
        rf"{_POLITE}(?:be|stay|sound)\s+(?:as |more |less |very |really |a bit more |a little more |super |always |extra |\w+ly )*(?:concise|brief|formal|informal|direct|honest|blunt|polite|casual|critical|friendly|professional|specific|precise|short|succinct|thorough|detailed|patient|encouraging|gentle|neutral|objective|critical|skeptical|sceptical|terse|straightforward|to the point|technical)\b",
        rf"{_POLITE}(?:(?:address|refer to)\s+me\s+(?:as|with|using|formally|informally)|(?:address|refer to|call)\s+me\s+by)\b",
        rf"{_POLITE}(?:don't|do not|never|please don't)\s+call me\b",
        r"(?:i(?:'d| would) (?:like|prefer|love)|i want) you to (?:always )?(?:call|address|treat|speak|talk|answer|respond|reply|write|explain|use|be)\b",
        rf"{_POLITE}no(?: more)?\s+(?:[\w-]+\s+){{0,2}}?{_STYLE}\b",
        rf"{_POLITE}{_CONDITION}\b[^,;]*,\s*(?:then\s+)?(?:please\s+|always\s+|just\s+|you (?:should|must|can)\s+)*{_IMPERATIVE}\b",
        rf"{_POLITE}(?:whenever|every time|each time|any ?time)\s+(?:i|we|there|you (?!need|want|feel|get|have|are (?:free|ready|up|in)|like|'re))\b[^,;]*,\s*(?:then\s+|please\s+|always\s+|just\s+|you (?:should|must|can)\s+)*(?!(?:i|i'm|it|it's|my|the|he|she|they|we|there|this|that|you|your|a|an|something|someone|everyone|nothing)\b)[a-z]+\b",
        rf"{_POLITE}(?:always\s+)?{_IMPERATIVE}\b[^.;]*\s(?:whenever|every time|each time|when(?:ever)? i (?:ask|say|send|share|request|paste|write|want|need)|before (?:you )?(?:answer|respond|reply|writ|giv|mak|delet|chang|runn?)\w*|in (?:every|each|all)\b)",
        r"(?:i|we) (?:really |much |always )?(?:prefer|like|love|want|need|hate|dislike|don't like|don't want|can't stand)\b.*\b(?:in|from|with|for) your (?:answers?|responses?|replies|explanations?|messages?|summar\w+|emails?)\b",
        _FOREIGN,
        rf"{_POLITE}(?:[\w-]+\s+)?{_STYLE}\s+(?:\w+\s+)?only\b(?:,?\s+(?:please|pls|thanks|from now on))?\W*$",
        rf"{_POLITE}before (?:you |\w+ing)\b[^,;]*,\s*(?:then\s+|please\s+|always\s+|just\s+|you (?:should|must)\s+)*{_IMPERATIVE}\b",
        rf"{_POLITE}(?:ask|check with|confirm with|consult|warn|tell)\s+(?:me|with me)\s+(?:first\s+)?before\b",
        rf"{_POLITE}(?:double-check|cite|show|explain)\s+(?:your|all|every|the)\s+(?:work|working|reasoning|sources|steps|answers?|facts|claims|calculations|math|maths)\b",
        rf"{_POLITE}(?:explain (?:things|everything|it all|concepts|stuff)|treat me|assume (?:i|that i|i'm|no prior))\b",
        rf"{_POLITE}skip\s+(?:the|all|any)?\s*(?:\w+\s+)?(?:pleasantries|intro(?:duction)?s?|disclaimers?|preamble|small talk|fluff|explanations?|apologies|boilerplate|filler|greetings?)\b",
        rf"{_POLITE}(?:write|give me|show me|provide|use|prefer|show|list|quote|display|spell|express|state|return)\s+(?:all\s+|your\s+|any\s+)?(?:code(?: samples| examples| snippets)?|prices?|dates?|times?|distances?|temperatures?|amounts?|measurements?|names?|numbers?|weights?)\s+(?:in|with|as|using|the)\b",
    )
]
_FROM_NOW_ON = re.compile(
    rf"(?i)^{_POLITE}(?:from now on|from here on(?: out)?|from today(?: on(?:wards?)?)?|starting (?:now|today)|going forward|moving forward|from this point on|in (?:the )?future|henceforth|by default|as a (?:general )?rule|in general|every time|at all times|for (?:all )?future \w+|until further notice)\b[,:]?\s*{_POLITE}{_IMPERATIVE}\b|"
    rf"^{_POLITE}{_IMPERATIVE}\b.*\b(?:from now on|from here on(?: out)?|going forward|in (?:the )?future|henceforth|by default|at all times|every time|until (?:i say|further notice)|moving forward)\W*$|"
    rf"^{_POLITE}(?:i|we)(?:'d| would)?\s+(?:want|like|need|prefer|expect)\s+you\s+to\s+(?:always|never)\b|^(?:you|your \w+) (?:should|must|need to|have to) (?:always|never)\b|"
    rf"^(?:your|all|all your|every) {_ANSWERS} (?:should|must|need to|have to|ought to)\b"
)
_ONE_OFF = re.compile(
    rf"(?i)\b(?:this (?:time|once|code|text|email|function|question|one|document|essay|paragraph|message|letter|article|file|answer)|the following|above|below:|just (?:this )?once|for now|right now)\b|[{TIME}]|:\s*$"
)
_WORRY = re.compile(
    r"(?i)^\W*(?:(?:please|oh|no|hey|and|but|so)\W+)*(?:(?:don't|do not|dont|never|stop|no need to) (?:worry|forget|mind|be (?:sorry|silly|shy|afraid|sad|late|ridiculous|mad|a stranger|scared|nervous|embarrassed|discouraged|upset|stressed|surprised|too (?:hard|harsh)|hard on|intimidated|worried|hesitant|alarmed|fooled)|hesitate|wait\b|miss\b|beat yourself|sweat|stress|ask me|get me|tell (?:him|her|them|anyone|my|(?-i:[A-Z]))|make me|say that|give up|stop|let|know|think|want|need|have|like|even|you)\b|stop it\b|call me (?:tomorrow|later|back|when|if|at|on)\b|be (?:careful|right back|good|there)\b)"
)
_REVOKES = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_POLITE}(?:stop|quit|cease)\s+\w+ing\b",
        r"(?:ok |okay |actually |alright )*you (?:can|may|could) (?:now )?(?:stop|go back to|resume|\w+ .*\bagain\b|\w+ .*\bafter all\b|forget)\b",
        rf"{_POLITE}you (?:don't|do not|no longer) (?:have to|need to)\b",
        rf"{_POLITE}(?:no need to|there's no need to)\b.*(?:any ?more|any longer|from now on|always|every)",
        rf"{_POLITE}(?:forget|ignore|cancel|drop|scrap|disregard|undo|revoke|remove|lift|scratch|delete)\s+(?:about\s+)?(?:what i (?:said|told you|asked)|that|my|the|this)\s*(?:previous |earlier |old |last |standing )*(?:instructions?|rules?|requests?|preferences?|bit|thing|part|about|limit|restriction|requirement|wish)?\b(?=.*\b(?:instruction|rule|request|preference|about|bit|thing|part|limit|restriction|said|told|requirement)s?\b)",
        rf"{_POLITE}go back to\b",
        r"(?:(?:ok|okay|actually|alright|sure|so|now)[,\s]+)*(?:you (?:can|may)|feel free to) (?:now |just )?(?:call|address|refer to) me by\b",
        r"(?:i|we) no longer (?:want|need|prefer|require|care)\b(?=.*\b(?:you|answers?|responses?|repl\w+|format|style)\b|\s+(?:the |any |those |to (?:have|get|see) )?[\w -]*(?:bullet|emoji|jargon|table|summar|citation|source|short|british|metric|disclaimer)\w*)",
        rf"(?:i|we) (?:don't|do not) (?:want|need) (?:you to|(?:the |any |those |your )?[\w -]*{_STYLE}|{_ANSWERS})\b.*\b(?:any ?more|any longer)\b",
        rf"{_POLITE}(?:don't|do not)\s+{_SPEECH}\b.*\b(?:any ?more|any longer)\b",
        rf"(?:the |my |that |your )?[\w -]*(?:rule|instruction|request|preference|limit|{_STYLE})s? (?:is|are) no longer (?:needed|necessary|required|valid|wanted)\b",
        r"(?:it's|it is) (?:fine|ok|okay|alright|all right) (?:now )?(?:to|if you) (?:\w+ )+again\b",
    )
]
_WOULD_YOU = re.compile(r"(?i)^\W*(?:(?:hey|hi|please|and|also|so)[,\s]+)*(?:could|can|would|will) you\b")
_REASON = re.compile(r"(?i)(?:,\s*|\s+)(?:because|since|as|cause|cuz)\s+(?P<why>(?:i|i'm|im|i've|my|we|our)\b)")
_MOST_CUTS = 4
_FOLLOWS = re.compile(
    rf"(?i)\s*(?:,\s*(?:so|and|but|hence|therefore|thus|which means)?|;|\s+so|\s+[-–—]+)\s+(?=(?:then |also |just |now )*(?:please|pls|from now on|going forward|{_IMPERATIVE}|you (?:should|must|can|don't))\b)"
)
_PARTS = re.compile(
    rf"\s*(?:,\s*(?:and|but|then)?|;|\s+and|\s+but)\s+(?!(?:never|no|not) (?:by|in|with|on|as|more|the|a)\b)(?=(?:please |always |also )*(?:{_IMPERATIVE})\b(?! of\b))",
    re.IGNORECASE,
)
_LABEL_STOP = words(
    "a an the and or but with without in on at to for of from my me i you your please always never don't do not dont no more stop when whenever if it is are be by as any all each every every_time now"
    " that this answers answer responses response replies reply respond use using keep want like would prefer need should must can could make sure under over using than from_now_on going forward future"
    " used give show avoid forget what said about ignore remember i'd i'm again anymore"
)


def find(sentence: Sentence) -> list[Instruction]:
    """The standing requests and revocations of a sentence; empty when it has none."""
    text = sentence.text.strip()
    if _WORRY.match(text):
        return []
    lead = len(text) - len(text.lstrip())
    if any(rule.match(text, lead) for rule in _REVOKES):
        return [_instruction(sentence, 0, len(text), revokes=True)]
    if not is_standing(text):
        return []
    return [_instruction(sentence, start, end) for start, end in _parts(text)]


def asks_for_good(text: str) -> bool:
    """Whether a question is a standing request put politely ("Could you always ...?")."""
    return bool(_WOULD_YOU.match(text) and _STANDING.search(text))


def reason_of(sentence: Sentence) -> Sentence | None:
    """What a request gives as its reason ("... because I'm dyslexic"), as a sentence of its own."""
    match = _REASON.search(sentence.text)
    return _within(sentence, match.start("why"), len(sentence.text)) if match else None


def trailing(sentence: Sentence) -> tuple[Sentence, list[Instruction]] | None:
    """A statement that a standing request follows ("I'm new to this, so explain things simply"), taken apart."""
    for cut in islice(_FOLLOWS.finditer(sentence.text), _MOST_CUTS):
        rest = _within(sentence, cut.end(), len(sentence.text))
        asked = find(rest)
        if asked and not all(one.revokes for one in asked):
            return _within(sentence, 0, cut.start()), asked
    return None


def _within(sentence: Sentence, start: int, end: int) -> Sentence:
    body = sentence.text[start:end]
    begin = start + len(body) - len(body.lstrip())
    return Sentence(sentence.start + begin, sentence.start + end, body.strip(), "", sentence.casual)


def is_standing(text: str) -> bool:
    """Whether a sentence lays down how to answer from now on."""
    if _FROM_NOW_ON.search(text):
        return True
    return any(rule.match(text) for rule in _RULES) and not (_ONE_OFF.search(text) and not _STANDING.search(text))


def _parts(text: str) -> list[tuple[int, int]]:
    """Several requests in one sentence, cut where a new imperative begins; a leading condition stays with the first."""
    cuts = [m for m in _PARTS.finditer(text) if is_standing(text[: m.start()])]
    bounds: list[tuple[int, int]] = []
    start = 0
    for cut in cuts:
        bounds.append((start, cut.start()))
        start = cut.end()
    return [*bounds, (start, len(text))]


def _instruction(sentence: Sentence, start: int, end: int, revokes: bool = False) -> Instruction:
    text = sentence.text[start:end].strip(" ,;")
    return Instruction(text, label_of(text), (sentence.start + start, sentence.start + end), revokes)


def label_of(text: str) -> str:
    """Up to five words that carry an instruction, in snake case."""
    found = [w for w in re.findall(r"[^\W_][\w'-]*", text.lower()) if w not in _LABEL_STOP]
    return "_".join(w.replace("-", "_").replace("'", "") for w in found[:5]) or "instruction"


def revokes_instruction(revocation: str, instruction: str) -> bool:
    """Whether a revocation speaks of this standing instruction: they share a word that carries meaning."""
    return bool(_stems(revocation) & _stems(instruction))


def _stems(text: str) -> set[str]:
    found = re.findall(r"[^\W_][\w-]*", text.lower())
    return {
        re.sub(r"(?:ing|s|es|ed|ise|ize|ies|y|e)$", "", w)
        for w in found
        if w not in _LABEL_STOP and w not in _REVOKING and len(w) > 2
    }


_REVOKING = words(
    "stop forget ignore cancel drop scrap rule instruction request said told about previous earlier back no_longer longer actually okay need anymore again start revoke undo the ok what thing point points"
)
