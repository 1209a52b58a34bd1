"""Names, residence, employer, role, age and origin in other languages than English.

One row a phrase: the language, what it tells, and how it is said. A row with `ends` tells that something holds no longer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory_core.engine.extraction.discourse import Discourse
from memory_core.engine.extraction.lexicon import COUNTRIES
from memory_core.engine.extraction.model import Span
from memory_core.engine.extraction.phrases import name_at
from memory_core.engine.extraction.rules import Draft
from memory_core.engine.extraction.text import TIME, Sentence

_NAME = r"(?P<v>\S)"
_NUMBER = r"(?P<v>\d{1,3})"


@dataclass(frozen=True, slots=True)
class Row:
    """A way to say something; group `v` is where its value begins."""

    key: str
    pattern: re.Pattern[str]
    ends: bool = False


@dataclass(frozen=True, slots=True)
class ForeignFact:
    """A fact with its place in the source."""

    draft: Draft
    span: Span


def _rows(*rows: tuple[str, str] | tuple[str, str, bool]) -> list[Row]:
    return [Row(row[0], re.compile(row[1], re.IGNORECASE), len(row) > 2) for row in rows]


_GERMAN = _rows(
    ("name", rf"\b(?:ich heiße|ich heisse|mein name ist|man nennt mich)\s+{_NAME}"),
    ("nickname", rf"\b(?:nennt? mich|du kannst mich)\s+{_NAME}"),
    (
        "city",
        rf"\b(?:(?:wohne|lebe) (?:ich )?(?:(?:jetzt|seit|derzeit|aktuell|zurzeit|mit \w+ \w+)\s+)*(?:[{TIME}]+\s+)?in)\s+(?:der |dem )?{_NAME}",
    ),
    ("city", rf"\bnach\s+{_NAME}(?=[^.]*\b(?:gezogen|umgezogen|um\b))"),
    ("city", rf"\b(?:wohne|lebe) (?:ich )?nicht (?:mehr|länger) in\s+{_NAME}", True),
    (
        "works_at",
        rf"\b(?:arbeite (?:ich )?(?:(?:jetzt|derzeit|aktuell|seit)\s+)*(?:[{TIME}]+\s+)?(?:bei|für)(?: der| dem)?)\s+{_NAME}",
    ),
    ("works_at", rf"\barbeite (?:ich )?nicht (?:mehr|länger) (?:bei|für)(?: der| dem)?\s+{_NAME}", True),
    ("role", rf"\b(?:arbeite|bin)[^.,;]*?\bals\s+(?:ein(?:e)?\s+)?{_NAME}"),
    (
        "role",
        r"\bich bin\s+(?:ein(?:e)?\s+)?(?P<v>(?-i:[A-ZÄÖÜ])\w*(?:ingenieur|arzt|ärztin|lehrer|entwickler|berater|leiter|anwalt|student|techniker|wissenschaftler|pfleger|manager|ingenieurin|schwester|designer|architekt|koch|bäcker|informatiker|verkäufer|psychologe)(?:in)?)\b",
    ),
    ("age", rf"\bich bin\s+{_NUMBER}\s+jahre alt"),
    ("hometown", rf"\bich (?:komme|stamme)(?: ursprünglich)? aus\s+(?:der |dem )?{_NAME}"),
)
_FRENCH = _rows(
    ("name", rf"\b(?:je m'appelle|mon nom est|je me nomme|moi,? c'est)\s+{_NAME}"),
    ("nickname", rf"\bappelle[sz]?[- ]moi\s+{_NAME}"),
    (
        "city",
        rf"\b(?:j'habite|j'habite maintenant|je vis|habite|vis|je réside)\s+(?:(?:maintenant|actuellement|toujours)\s+)?(?:[{TIME}]+\s+)?(?:à|a|en|au|aux|dans)\s+(?:la |le |les )?{_NAME}",
    ),
    ("city", rf"\bje (?:n'habite|ne vis|n'habite) plus (?:à|en|au)\s+{_NAME}", True),
    (
        "city",
        rf"\b(?:j'ai déménagé|je déménage|je viens de déménager|je me suis installée?)\s+(?:[{TIME}]+\s+)?(?:à|en|au)\s+{_NAME}",
    ),
    (
        "works_at",
        rf"\b(?:je )?(?:travaille|bosse)\s+(?:(?:maintenant|actuellement)\s+)?(?:[{TIME}]+\s+)?(?:chez|pour|à)\s+(?:la |le )?{_NAME}",
    ),
    ("works_at", rf"\bje ne travaille plus (?:chez|pour|à)\s+{_NAME}", True),
    ("role", rf"\b(?:travaille|bosse)[^.,;]*?\b(?:comme|en tant que?)\s+{_NAME}"),
    (
        "role",
        r"\bje suis\s+(?:une? )?(?P<v>(?:ingénieure?|médecin|infirmi(?:er|ère)|professeure?|développeu(?:r|se)|avocate?|enseignante?|étudiante?|architecte|comptable|directeur|directrice|chercheu(?:r|se)|boulang(?:er|ère)|designer|chef|consultante?|journaliste|dentiste|pharmacien(?:ne)?)\b[^.,;]*)",
    ),
    ("age", rf"\bj'ai\s+{_NUMBER}\s+ans\b"),
    ("hometown", r"\bje viens\s+(?:de |d'|du )(?!démén)(?P<v>(?-i:[A-ZÀ-Ý]))"),
)
_SPANISH = _rows(
    ("name", rf"\b(?:me llamo|mi nombre es)\s+{_NAME}"),
    ("nickname", rf"\b(?:llámame|me dicen|puedes llamarme)\s+{_NAME}"),
    ("city", rf"(?<!no )\b(?:vivo|resido)\s+(?:(?:ahora|actualmente)\s+)?(?:[{TIME}]+\s+)?en\s+(?:el |la )?{_NAME}"),
    ("city", rf"\bya no (?:vivo|resido) en\s+{_NAME}", True),
    ("city", rf"\b(?:me mudé|me he mudado|me mudo|me voy a mudar|nos mudamos)\s+(?:[{TIME}]+\s+)?a\s+{_NAME}"),
    (
        "works_at",
        rf"(?<!no )\b(?:trabajo)\s+(?:(?:ahora|actualmente)\s+)?(?:[{TIME}]+\s+)?(?:en|para|con)\s+(?:la |el )?{_NAME}",
    ),
    ("works_at", rf"\bya no trabajo (?:en|para)\s+{_NAME}", True),
    ("role", rf"\btrabajo[^.,;]*?\bcomo\s+{_NAME}"),
    (
        "role",
        r"\bsoy\s+(?:un |una )?(?P<v>(?:ingenier[oa]|médic[oa]|enfermer[oa]|profesora?|desarrolladora?|abogad[oa]|maestr[oa]|estudiante|arquitect[oa]|contable|directora?|investigadora?|diseñadora?|cociner[oa]|periodista|dentista|programadora?|consultora?)\b[^.,;]*)",
    ),
    ("age", rf"\btengo\s+{_NUMBER}\s+años\b"),
    ("hometown", r"\b(?:soy|vengo) de\s+(?P<v>(?-i:[A-ZÁÉÍÓÚÑ]))"),
)
_SWEDISH = _rows(
    ("name", rf"\b(?:jag heter|mitt namn är|jeg heter|jeg hedder|mitt navn er|mit navn er)\s+{_NAME}"),
    ("nickname", rf"\b(?:kalla mig|jag kallas)\s+{_NAME}"),
    ("city", rf"\b(?:bor|bosatt)\s+(?:jag\s+)?(?:(?:nu|fortfarande|numera)\s+)?(?:[{TIME}]+\s+)?i\s+{_NAME}"),
    ("city", rf"\bbor (?:jag )?(?:inte|ikke) (?:längre|lenger|længere) i\s+{_NAME}", True),
    ("city", rf"\b(?:flyttade|flyttar|har flyttat)\s+(?:jag\s+)?(?:[{TIME}]+\s+)?(?:från \w+ )?till\s+{_NAME}"),
    (
        "works_at",
        rf"\b(?:jobbar|arbetar|jobber|arbejder)\s+(?:jag\s+)?(?:(?:nu|numera)\s+)?(?:[{TIME}]+\s+)?(?:på|hos|för|for)\s+{_NAME}",
    ),
    ("works_at", rf"\b(?:jobbar|arbetar) (?:jag )?inte längre (?:på|hos|för)\s+{_NAME}", True),
    ("role", rf"\b(?:jobbar|arbetar|jobber|arbejder)[^.,;]*?\bsom\s+{_NAME}"),
    (
        "role",
        r"\bjag är\s+(?:en |ett )?(?P<v>(?:\w*ingenjör|läkare|sjuksköterska|lärare|\w*utvecklare|advokat|student|arkitekt|ekonom|\w*chef|forskare|konsult|tandläkare|kock|journalist|designer|snickare|elektriker)\b[^.,;]*)",
    ),
    ("age", rf"\bjag är\s+{_NUMBER}(?:\s+år)?(?:\s+gammal)?(?=\s*(?:$|[.,;!]|och\b))"),
    ("hometown", rf"\bjag kommer (?:ursprungligen )?från\s+{_NAME}"),
)
_PORTUGUESE = _rows(
    ("name", rf"\b(?:me chamo|chamo-me|(?:o )?meu nome é|eu sou [oa])\s+{_NAME}"),
    ("nickname", rf"\b(?:me chame de|pode me chamar de|me chamam de)\s+{_NAME}"),
    ("city", rf"(?<!não )\b(?:moro|resido|vivo)\s+(?:(?:agora|atualmente)\s+)?(?:[{TIME}]+\s+)?(?:em|no|na)\s+{_NAME}"),
    ("city", rf"\b(?:já não (?:moro|vivo)|não (?:moro|vivo) mais) (?:em|no|na)\s+{_NAME}", True),
    ("city", rf"\b(?:me mudei|mudei-me|vou me mudar|nos mudamos)\s+(?:[{TIME}]+\s+)?(?:para|pra)\s+(?:o |a )?{_NAME}"),
    (
        "works_at",
        rf"(?<!não )\btrabalho\s+(?:(?:agora|atualmente)\s+)?(?:[{TIME}]+\s+)?(?:na|no|em|para|pra)(?: a| o)?\s+{_NAME}",
    ),
    ("works_at", rf"\b(?:já não trabalho|não trabalho mais) (?:na|no|em|para)\s+{_NAME}", True),
    ("role", rf"\btrabalho[^.,;]*?\bcomo\s+{_NAME}"),
    (
        "role",
        r"\bsou\s+(?:um |uma )?(?P<v>(?:engenheir[oa]|médic[oa]|enfermeir[oa]|professora?|desenvolvedora?|programadora?|advogad[oa]|estudante|arquitet[oa]|contadora?|diretora?|pesquisadora?|jornalista|dentista|cozinheir[oa])\b[^.,;]*)",
    ),
    ("age", rf"\btenho\s+{_NUMBER}\s+anos\b"),
    ("hometown", r"\b(?:eu )?sou d[eoa]\s+(?P<v>(?-i:[A-ZÁÉÍÓÚÂÊÔÃÕÇ]))"),
)
_ITALIAN_DUTCH = _rows(
    (
        "name",
        rf"\b(?:mi chiamo|il mio nome è|ik heet|mijn naam is|nazywam się|mam na imię|меня зовут|мене звати)\s+{_NAME}",
    ),
    ("city", r"\b(?:abito|vivo)\s+(?:a|in)\s+(?P<v>(?-i:[A-Z]))"),
    ("city", rf"\b(?:ik )?woon\s+(?:ik\s+)?(?:nu\s+)?in\s+{_NAME}"),
    ("city", rf"\bmieszkam w(?:e)?\s+{_NAME}"),
    ("city", rf"\bя живу в(?:о)?\s+{_NAME}"),
    (
        "works_at",
        rf"\b(?:lavoro\s+(?:per|presso|in|alla|da)|(?:ik )?werk\s+(?:ik\s+)?(?:nu\s+)?(?:bij|voor)|pracuję w|я работаю в)\s+{_NAME}",
    ),
    ("age", rf"\b(?:ho\s+{_NUMBER}\s+anni|ik ben\s+(?P<v2>\d{{1,3}})(?: jaar)?(?: oud)?(?=\s*(?:$|[.,;!]|en\b)))"),
)
_EUROPEAN = [*_GERMAN, *_FRENCH, *_SPANISH, *_SWEDISH, *_PORTUGUESE, *_ITALIAN_DUTCH]
_SIGNS = re.compile(
    r"(?i)\b(?:ich|mein|mich|wohne|arbeite|heiße|je|j'\w+|mon|moi|me llamo|mi nombre|vivo|trabajo|tengo|soy|me mud\w+|nos mudamos|llámame|jag|mitt|heter|bor|jobbar|arbetar|flyttade|jeg|mig|me chamo|chamo-me|meu|moro|trabalho|tenho|sou|mudei|"
    r"mi chiamo|abito|lavoro|ho \d+ anni|ik|mijn|woon|werk|nazywam|mieszkam|pracuję|mam na|меня|я|мене)\b"
)
_ASIAN_SIGNS = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
_ASIAN = [
    Row(key, re.compile(pattern), ends)
    for key, pattern, ends in (
        (
            "name",
            r"(?:私|わたし|僕|俺)?の?(?:名前|なまえ)は、?(?P<v>[^\s、。,.！!]{1,20}?)(?:です|だ|といいます|と申します|と言います)",
            False,
        ),
        (
            "name",
            r"(?:(?:私|わたし|僕|俺)は、?)?(?P<v>[^\s、。,.！!は]{1,20}?)(?:と申します|といいます|と言います)",
            False,
        ),
        (
            "city",
            r"(?:^|[、。,.\s]|は|今|現在|に)(?P<v>[^\s、。,.！!は]{1,20}?)に(?:住んで|暮らして)い(?:ます|る)",
            False,
        ),
        (
            "city",
            r"(?:^|[、。,.\s]|は|もう)(?P<v>[^\s、。,.！!は]{1,20}?)に(?:は)?(?:住んで|暮らして)い(?:ません|ない)",
            True,
        ),
        (
            "city",
            r"(?:^|[、。,.\s\ue000]|は|から|に)(?P<v>[^\s、。,.！!はに\ue000]{1,20}?)(?:に|へ)(?:引っ越し|引越し|転居し|移り)",
            False,
        ),
        (
            "works_at",
            r"(?:^|[、。,.\s]|は|今|現在)(?P<v>[^\s、。,.！!は]{1,24}?)(?:で(?:働いて|勤務して|仕事をして)|に勤めて|に勤務して)い(?:ます|る)",
            False,
        ),
        (
            "role",
            r"(?:^|[、。,.\s]|は|で)(?P<v>[^\s、。,.！!はで]{1,16}?(?:エンジニア|医者|医師|教師|先生|看護師|弁護士|学生|デザイナー|開発者|会社員|マネージャー|研究者|プログラマー))(?:です|をして|として)",
            False,
        ),
        ("age", r"(?P<v>\d{1,3})歳(?:です|になりました|だ|$|、|。)", False),
        ("hometown", r"(?:^|[、。,.\s]|は)(?P<v>[^\s、。,.！!は]{1,16}?)(?:出身です|の出身です|から来ました)", False),
        ("name", r"(?:我的名字(?:是|叫)|我叫)(?P<v>[^\s，。,.！!、]{1,12})", False),
        ("city", r"我(?:现在|目前)?(?:住在|居住在|搬到了?)(?P<v>[^\s，。,.！!、]{1,12})", False),
        ("works_at", r"我(?:现在|目前)?在(?P<v>[^\s，。,.！!、住]{1,16}?)(?:工作|上班)", False),
        ("age", r"我(?:今年)?(?P<v>\d{1,3})岁", False),
        ("name", r"(?:제|내) 이름은 (?P<v>[^\s,.!]{1,12}?)(?:입니다|이에요|예요|이야|야)", False),
        ("city", r"(?P<v>[^\s,.!]{1,12}?)에(?:서)? (?:살고 있|살아|삽니다|거주)", False),
        ("works_at", r"(?P<v>[^\s,.!]{1,16}?)에서 (?:일하고 있|일해|일합니다|근무)", False),
    )
]
_FOREIGN_STOP = re.compile(
    rf"(?i)\s+(?:und|et|y|och|e|ed|en|i|og|mit|avec|con|com|med|seit|depuis|desde|sedan|als|comme|como|som|bei|chez|aber|mais|pero|men|mas|ma|weil|parce|porque|eftersom|wo|où|donde|där|onde|zusammen|jetzt|ahora|nu|agora|в|и|since|and)\s|[,.;:!?()、。{TIME}]"
)


_INSTEAD = re.compile(
    r"(?i),?\s+(?:sondern|mais|sino(?: que)?|utan|men|mas|maar|ma|jetzt|maintenant|ahora|nu|agora|und jetzt|et maintenant)\s+"
    r"(?:(?:jetzt|nun|maintenant|ahora|nu|agora|sim|wohne ich|lebe ich|arbeite ich|vivo|trabajo|bor|jobbar|moro|trabalho|j'habite|je travaille|je vis)\s+)*"
    r"(?:in|bei|für|à|en|au|chez|pour|i|på|hos|em|no|na|para)\s+(?:der |dem |la |el |le )?(?P<v>(?-i:[^\W\d_a-zà-ÿ]))"
)
"""Names what takes the place of what has just been denied."""


def speaks_foreign(text: str) -> bool:
    """Whether any of the languages may be at work."""
    return bool(_SIGNS.search(text) or _ASIAN_SIGNS.search(text))


def read(sentence: Sentence, masked: str, discourse: Discourse) -> list[ForeignFact]:
    """The facts of one sentence; `masked` is its text with the times taken out."""
    facts: list[ForeignFact] = []
    if _ASIAN_SIGNS.search(masked):
        for row in _ASIAN:
            facts += _found(row, sentence, masked, discourse, asian=True)
    if _SIGNS.search(masked):
        for row in _EUROPEAN:
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
        group = "v" if match["v"] is not None else "v2"
        value = (
            match[group] if asian or row.key == "age" else _value(row.key, masked, match.start(group), sentence.casual)
        )
        if not value:
            continue
        start = sentence.start + match.start()
        end = sentence.start + max(match.end(), match.start(group) + len(value))
        facts.append(
            ForeignFact(_draft(row, value, (sentence.start + match.start(group), end), discourse), (start, end))
        )
    return facts


def _value(key: str, text: str, start: int, casual: bool) -> str:
    if key == "role":
        stop = _FOREIGN_STOP.search(text, start)
        role = text[start : stop.start() if stop else len(text)].strip()
        return re.sub(r"(?i)^(?:une?|una?|uma?|eine?|en|ett|de|la|le)\s+", "", role) if len(role.split()) <= 6 else ""
    stop = _FOREIGN_STOP.search(text, start)
    whole = text[start : stop.start() if stop else len(text)]
    name = name_at(whole, 0, casual, limit=5)
    return name.text if name and (casual or not name.text[:1].islower()) else ""


def _draft(row: Row, value: str, span: Span, discourse: Discourse) -> Draft:
    if row.key == "works_at":
        target = discourse.mention(value, "organisation", span)
        return Draft("works_at", value, target=target, ends=row.ends, stative=False)
    key = "country" if row.key == "city" and value.lower() in COUNTRIES else row.key
    return Draft(key, value, ends=row.ends, stative=False, dated=key in ("city", "country", "role", "age"))


def _best(facts: list[ForeignFact]) -> list[ForeignFact]:
    """Of two readings of the same words, the one that says more (an ending, else the first)."""
    kept: list[ForeignFact] = []
    for fact in sorted(facts, key=lambda f: (not f.draft.ends, f.span)):
        if not any(
            one.draft.key == fact.draft.key and one.span[0] < fact.span[1] and fact.span[0] < one.span[1]
            for one in kept
        ):
            kept.append(fact)
    return sorted(kept, key=lambda f: f.span)
