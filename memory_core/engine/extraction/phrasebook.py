"""How names, residence, employer, role, age, origin and pets are said in other languages than English, and how they end.

One row a phrase: what it tells, and the words up to the value (group `v`). A row that ends tells that something holds no longer;
a row with a group `old` names what the new value takes the place of.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory_core.engine.extraction.text import TIME

_V = r"(?P<v>\S)"
_N = r"(?P<v>\d{1,3})"
_T = rf"(?:[{TIME}]+\s+)?"
_OLD = r"(?P<old>(?-i:[^\W\d_a-zà-ÿ])[\w'&.-]*(?: (?-i:[^\W\d_a-zà-ÿ])[\w'&.-]*)?)"


@dataclass(frozen=True, slots=True)
class Row:
    """A way to say something; group `v` is where its value begins."""

    key: str
    pattern: re.Pattern[str]
    ends: bool = False


def _rows(told: dict[str, tuple[str, ...]], ended: dict[str, tuple[str, ...]]) -> list[Row]:
    return [
        Row(key, re.compile(pattern, re.IGNORECASE), ends)
        for table, ends in ((told, False), (ended, True))
        for key, patterns in table.items()
        for pattern in patterns
    ]


_DE_JOBS = (
    r"\w*(?:ingenieur|lehrer|entwickler|berater|leiter|anwalt|anwält|arzt|ärzt|student|techniker|wissenschaftler|pfleger|manager|designer|architekt|koch|köch"
    r"|bäcker|informatiker|verkäufer|psychologe|psychologin|forscher|programmierer|journalist|mechaniker|fahrer|richter|physiker|chemiker|biologe|biologin|erzieher"
    r"|elektriker|tischler|schreiner|maler|polizist|feuerwehrmann|pilot|musiker|künstler|autor|redakteur|buchhalter|apotheker|zahnarzt|zahnärzt|krankenschwester|hebamme"
    r"|professor|rentner|übersetzer|fotograf|friseur|landwirt|kellner|direktor|geschäftsführer|assistent|sekretär|steuerberater|makler|trainer|therapeut|tierarzt|tierärzt)(?:in)?"
)
GERMAN = _rows(
    {
        "name": (
            rf"\b(?:ich heiße|ich heisse|mein name ist|mein name lautet|ich bin (?:der|die)(?= (?-i:[A-ZÄÖÜ])))\s+{_V}",
        ),
        "nickname": (
            rf"\b(?:nennt? mich|man nennt mich|du kannst mich|alle nennen mich|meine freunde nennen mich)\s+(?:einfach\s+)?{_V}",
        ),
        "city": (
            rf"\b(?:wohne|lebe) (?:ich )?(?:(?:jetzt|nun|derzeit|aktuell|zurzeit|seit|immer noch|noch|mit \w+ \w+)\s+)*{_T}in\s+(?:der |dem )?{_V}",
            rf"\b(?:von|aus) {_OLD} nach\s+{_V}(?=[^.]*\b(?:gezogen|umgezogen|ziehe|um\b))",
            rf"\bnach\s+{_V}(?=[^.]*\b(?:gezogen|umgezogen|um\b))",
            rf"\b(?:ziehe|ziehen)\s+(?:(?:ich|wir|bald)\s+)*{_T}nach\s+{_V}",
        ),
        "works_at": (
            rf"\barbeite (?:ich )?(?:(?:jetzt|nun|derzeit|aktuell|seit)\s+)*{_T}(?:als \w+ )?(?:bei|für)(?: der| dem)?\s+{_V}",
            rf"\bvon {_OLD} zu\s+{_V}(?=[^.]*\bgewechselt)",
            rf"\bzu\s+{_V}(?=[^.]*\bgewechselt)",
            rf"\b(?:habe|fange)\s+{_T}(?:(?:ich|neu)\s+)*bei\s+{_V}(?=[^.]*\b(?:angefangen|an\b))",
            rf"\bmein (?:neuer )?arbeitgeber ist\s+(?:die |der |das )?{_V}",
        ),
        "role": (
            rf"\b(?:arbeite|bin)[^.,;]*?\bals\s+(?:ein(?:e)?\s+)?{_V}",
            rf"\bich bin\s+(?:(?:jetzt|nun|von beruf|ein|eine|gelernter?|selbstständiger?)\s+)*(?P<v>{_DE_JOBS})\b",
        ),
        "age": (
            rf"\bich bin\s+(?:jetzt |gerade )?{_N}(?:\s+jahre(?: alt)?|(?=\s*(?:$|[.,;!]|und\b)))",
            rf"\bbin {_N} jahre alt",
        ),
        "hometown": (rf"\b(?:ich )?(?:komme|stamme)(?: ich)?(?: ursprünglich)? aus\s+(?:der |dem )?{_V}",),
        "birthplace": (rf"\bin\s+{_V}(?=[^.]*\bgeboren)",),
        "languages": (r"\bich spreche\s+(?:fließend\s+|auch\s+)?(?P<v>\S)",),
        "allergies": (r"\ballergisch gegen\s+(?P<v>\S)",),
        "diet": (
            r"\bich bin\s+(?:jetzt |seit [^.,]{1,12} )?(?P<v>vegetarier(?:in)?|veganer(?:in)?|vegan|vegetarisch)\b",
        ),
        "likes": (r"\b(?:ich (?:liebe|mag)|ich \w+ gerne?)\s+(?!es\b|dich|das\b|dass\b|nicht|kein)(?P<v>\S)",),
        "married_to": (
            rf"\b(?:mein mann|meine frau|mein ehemann|meine ehefrau)\s+(?:heißt|ist)\s+{_V}",
            rf"\bverheiratet mit\s+{_V}",
        ),
        "partner": (rf"\b(?:mein freund|meine freundin|mein partner|meine partnerin)\s+heißt\s+{_V}",),
        "has_pet": (rf"\bmein(?:e)? (?:hund|katze|kater|hamster|hase|pferd|vogel)\s+heißt\s+{_V}",),
    },
    {
        "city": (rf"\b(?:wohne|lebe) (?:ich )?nicht (?:mehr|länger) in\s+{_V}",),
        "works_at": (
            rf"\barbeite (?:ich )?nicht (?:mehr|länger) (?:bei|für)(?: der| dem)?\s+{_V}",
            rf"\bbei\s+{_V}(?=[^.]*\b(?:gekündigt|aufgehört))",
            rf"\bhabe\s+{_V}(?=[^.]*\bverlassen)",
        ),
        "diet": (r"\b(?:bin|esse) (?:ich )?nicht mehr\s+(?P<v>vegetarier(?:in)?|veganer(?:in)?|vegan|vegetarisch)\b",),
    },
)
_FR_JOBS = (
    r"(?:ingénieure?|médecin|infirmi(?:er|ère)|professeure?|prof|développeu(?:r|se)|avocate?|enseignante?|étudiante?|architecte|comptable|directeur|directrice|chercheu(?:r|se)"
    r"|boulang(?:er|ère)|designer|chef|consultante?|journaliste|dentiste|pharmacien(?:ne)?|cuisini(?:er|ère)|vendeu(?:r|se)|graphiste|photographe|psychologue|mécanicien(?:ne)?"
    r"|électricien(?:ne)?|plombier|coiffeu(?:r|se)|traduct(?:eur|rice)|secrétaire|pilote|policier|pompier|retraitée?|musicien(?:ne)?|artiste|écrivaine?|serveu(?:r|se)|vétérinaire|institut(?:eur|rice))"
)
FRENCH = _rows(
    {
        "name": (rf"\b(?:je m'appelle|mon nom est|mon prénom est|je me nomme|moi,? c'est)\s+{_V}",),
        "nickname": (rf"\b(?:appelle[sz]?[- ]moi|on m'appelle|mes amis m'appellent|tout le monde m'appelle)\s+{_V}",),
        "city": (
            rf"\b(?:j'habite|je vis|habite|vis|je réside|nous habitons|nous vivons)\s+(?:(?:maintenant|actuellement|toujours|désormais)\s+)*{_T}(?:à|a|en|au|aux|dans)\s+(?:la |le |les )?{_V}",
            rf"\b(?:déménagée?s?|déménage|installée?s?)\s+{_T}(?:de|d') ?{_OLD} (?:à|en|au|pour)\s+{_V}",
            rf"\b(?:j'ai|je|nous avons|je viens de|je vais|on a)\s+(?:me suis |me )?(?:déménagée?s?|déménager?|installée?s?)\s+{_T}(?:à|en|au)\s+{_V}",
        ),
        "works_at": (
            rf"\b(?:je )?(?:travaille|bosse)\s+(?:(?:maintenant|actuellement|désormais)\s+)*{_T}(?:comme \w+ )?(?:chez|pour|à)\s+(?:la |le )?{_V}",
            rf"\b(?:j'ai rejoint|je rejoins|j'ai été embauchée? (?:chez|par)|j'ai commencé chez|je commence chez|mon employeur est)\s+{_T}{_V}",
            rf"\bquitté {_OLD} pour\s+{_V}",
            rf"\bpassée? de (?:chez )?{_OLD} à\s+{_V}",
        ),
        "role": (
            rf"\b(?:travaille|bosse)[^.,;]*?\b(?:comme|en tant que?)\s+{_V}",
            rf"\bje suis\s+(?:maintenant |devenue? )?(?:une? )?(?P<v>{_FR_JOBS}\b[^.,;]*)",
        ),
        "age": (rf"\bj'ai\s+{_N}\s+ans\b",),
        "hometown": (r"\bje (?:viens|suis originaire)\s+(?:de |d'|du )(?!démén)(?P<v>(?-i:[A-ZÀ-Ý]))",),
        "birthplace": (rf"\bje suis née?\s+{_T}(?:à|en|au)\s+{_V}",),
        "languages": (r"\bje parle\s+(?:couramment\s+|aussi\s+)?(?:l'|le |la )?(?P<v>\S)",),
        "allergies": (r"\ballergique\s+(?:aux?|à la|à l'|à)\s*(?P<v>\S)",),
        "diet": (
            r"\bje suis\s+(?:devenue? |maintenant )?(?P<v>végétarien(?:ne)?|végan(?:e)?|vegan(?:e)?|végétalien(?:ne)?)\b",
        ),
        "likes": (
            r"\bj'(?:adore|aime(?: bien| beaucoup)?)\s+(?!pas\b|ça\b|mieux\b|quand\b|que\b|bien\b)(?:le |la |les |l')?(?P<v>\S)",
        ),
        "married_to": (
            rf"\b(?:mon mari|ma femme|mon époux|mon épouse)\s+s'appelle\s+{_V}",
            rf"\bmariée? (?:à|avec)\s+{_V}",
        ),
        "partner": (
            rf"\b(?:mon copain|ma copine|mon compagnon|ma compagne|mon petit ami|ma petite amie)\s+s'appelle\s+{_V}",
        ),
        "has_pet": (rf"\b(?:mon chien|ma chienne|mon chat|ma chatte|mon lapin)\s+s'appelle\s+{_V}",),
    },
    {
        "city": (
            rf"\bje (?:n'habite|ne vis|n'habite) plus (?:à|en|au)\s+{_V}",
            r"\bj'ai quitté\s+(?P<v>(?-i:[A-ZÀ-Ý]))(?![^.,;]* pour )",
        ),
        "works_at": (
            rf"\bje ne travaille plus (?:chez|pour|à)\s+{_V}",
            rf"\b(?:démissionné|partie? de chez|viré[es]? de|licenciée? de)\s+(?:de )?(?:chez )?{_V}",
        ),
        "diet": (r"\bje ne suis plus\s+(?P<v>végétarien(?:ne)?|végan(?:e)?|vegan(?:e)?)\b",),
    },
)
_ES_JOBS = (
    r"(?:ingenier[oa]|médic[oa]|enfermer[oa]|profesora?|desarrolladora?|abogad[oa]|maestr[oa]|estudiante|arquitect[oa]|contable|contadora?|directora?|investigadora?|diseñadora?"
    r"|cociner[oa]|periodista|dentista|programadora?|consultora?|psicólog[oa]|fotógraf[oa]|traductora?|camarer[oa]|electricista|mecánic[oa]|bomber[oa]|policía|piloto|músic[oa]|artista"
    r"|escritora?|veterinari[oa]|farmacéutic[oa]|secretari[oa]|peluquer[oa]|jubilad[oa]|gerente|vendedora?|carpinter[oa]|panader[oa]|chef|analista)"
)
SPANISH = _rows(
    {
        "name": (rf"\b(?:me llamo|mi nombre es)\s+{_V}",),
        "nickname": (rf"\b(?:llámame|me dicen|puedes llamarme|todos me llaman|mis amigos me llaman)\s+{_V}",),
        "city": (
            rf"(?<!no )\b(?:vivo|resido|vivimos)\s+(?:(?:ahora|actualmente|todavía)\s+)*{_T}en\s+(?:el |la )?{_V}",
            rf"\b(?:mudé|mudado|mudo|mudamos|mudar)\s+{_T}(?:de|desde) {_OLD} a\s+{_V}",
            rf"\b(?:me mudé|me he mudado|me mudo|me voy a mudar|nos mudamos|nos hemos mudado|me acabo de mudar)\s+{_T}a\s+(?:la )?{_V}",
        ),
        "works_at": (
            rf"(?<!no )\b(?:trabajo)\s+(?:(?:ahora|actualmente)\s+)*{_T}(?:de \w+ |como \w+ )?(?:en|para|con)\s+(?:la |el )?{_V}",
            rf"\b(?:dejé|he dejado) {_OLD} (?:por|para (?:irme|ir) a)\s+{_V}",
            rf"\b(?:empecé|empiezo|he empezado) (?:a trabajar )?{_T}en\s+{_V}",
            rf"\bcambié (?:de )?{_OLD} (?:a|por)\s+{_V}",
        ),
        "role": (
            rf"\btrabajo[^.,;]*?\b(?:como|de(?! \w+ en))\s+{_V}",
            rf"\bsoy\s+(?:ahora )?(?:un |una )?(?P<v>{_ES_JOBS}\b[^.,;]*)",
        ),
        "age": (rf"\btengo\s+{_N}\s+años\b",),
        "hometown": (r"\b(?:soy|vengo)(?: originalmente)? de\s+(?P<v>(?-i:[A-ZÁÉÍÓÚÑ]))",),
        "birthplace": (rf"\bnací\s+{_T}en\s+{_V}",),
        "languages": (r"\bhablo\s+(?P<v>\S)",),
        "allergies": (r"\b(?:alérgic[oa] (?:al?|a los|a las|a la)|alergia (?:al?|a los|a las|a la))\s+(?P<v>\S)",),
        "diet": (r"(?<!no )\bsoy\s+(?P<v>vegetarian[oa]|vegan[oa])\b",),
        "likes": (r"\bme (?:gustan?|encantan?)\s+(?:mucho )?(?!que\b|tu\b|eso\b)(?:el |la |los |las )?(?P<v>\S)",),
        "married_to": (rf"\b(?:mi esposo|mi esposa|mi marido|mi mujer)\s+se llama\s+{_V}", rf"\bcasad[oa] con\s+{_V}"),
        "partner": (rf"\b(?:mi novio|mi novia|mi pareja)\s+se llama\s+{_V}",),
        "has_pet": (rf"\b(?:mi perr[oa]|mi gat[oa])\s+se llama\s+{_V}",),
    },
    {
        "city": (rf"\bya no (?:vivo|resido|vivimos) en\s+{_V}",),
        "works_at": (
            rf"\bya no trabajo (?:en|para)\s+{_V}",
            r"\b(?:dejé|he dejado|renuncié a)\s+(?:mi trabajo en |de trabajar en )?(?P<v>(?-i:[A-ZÁÉÍÓÚÑ]))(?![^.,;]* (?:por|para) )",
        ),
        "diet": (r"\bya no soy\s+(?P<v>vegetarian[oa]|vegan[oa])\b",),
    },
)
_SV_JOBS = (
    r"(?:\w*ingenjör|läkare|sjuksköterska|undersköterska|lärare|\w*utvecklare|advokat|jurist|student|arkitekt|ekonom|\w*chef|forskare|konsult|tandläkare|kock|journalist|designer|snickare|elektriker"
    r"|rörmokare|frisör|polis|brandman|pilot|musiker|konstnär|författare|psykolog|programmerare|säljare|pensionär|bagare|veterinär|fotograf|översättare|revisor|barnmorska|servitris|servitör|ledare)"
)
SWEDISH = _rows(
    {
        "name": (rf"\b(?:jag heter|mitt namn är|jeg heter|jeg hedder|mitt navn er|mit navn er)\s+{_V}",),
        "nickname": (rf"\b(?:kalla mig|jag kallas|alla kallar mig|mina vänner kallar mig)\s+(?:för )?{_V}",),
        "city": (
            rf"\b(?:bor|bosatt)\s+(?:(?:jag|vi|nu|fortfarande|numera|numer)\s+)*{_T}i\s+{_V}",
            rf"\b(?:flyttade|flyttar|flyttat)\s+(?:(?:jag|vi)\s+)?{_T}från {_OLD} till\s+{_V}",
            rf"\b(?:flyttade|flyttar|flyttat)\s+(?:(?:jag|vi|nyss|precis)\s+)*{_T}till\s+{_V}",
        ),
        "works_at": (
            rf"\b(?:jobbar|arbetar|jobber|arbejder)\s+(?:(?:jag|nu|numera)\s+)*{_T}(?:som \w+ )?(?:på|hos|för|for)\s+{_V}",
            rf"\bbytt? (?:jobb )?från {_OLD} till\s+{_V}",
            rf"\b(?:började|börjar|börjat)\s+(?:(?:jag|jobba|arbeta)\s+)*{_T}(?:på|hos)\s+{_V}",
        ),
        "role": (
            rf"\b(?:jobbar|arbetar|jobber|arbejder)[^.,;]*?\bsom\s+{_V}",
            rf"\bjag är\s+(?:numera |nu )?(?:en |ett )?(?P<v>{_SV_JOBS}\b[^.,;]*)",
        ),
        "age": (rf"\bjag är\s+{_N}(?:\s+år)?(?:\s+gammal)?(?=\s*(?:$|[.,;!]|och\b))",),
        "hometown": (rf"\bjag kommer (?:ursprungligen )?från\s+{_V}",),
        "birthplace": (rf"\bjag (?:är|blev) född\s+{_T}i\s+{_V}", rf"\bjag föddes\s+{_T}i\s+{_V}"),
        "languages": (r"\bjag (?:talar|pratar)\s+(?!med\b|om\b|inte\b)(?P<v>\S)",),
        "allergies": (r"\ballergisk mot\s+(?P<v>\S)",),
        "diet": (r"\bjag är\s+(?:en )?(?P<v>vegetarian|vegan)\b",),
        "likes": (r"\bjag (?:älskar|gillar|tycker om)\s+(?!inte\b|att du\b|det\b|dig\b)(?:att )?(?P<v>\S)",),
        "married_to": (rf"\b(?:min man|min fru|min make|min maka)\s+heter\s+{_V}", rf"\bgift med\s+{_V}"),
        "partner": (rf"\b(?:min pojkvän|min flickvän|min sambo)\s+heter\s+{_V}",),
        "has_pet": (rf"\bmin (?:hund|katt|kanin|häst)\s+heter\s+{_V}",),
    },
    {
        "city": (rf"\bbor (?:jag |vi )?(?:inte|ikke) (?:längre|lenger|længere) i\s+{_V}",),
        "works_at": (
            rf"\b(?:jobbar|arbetar) (?:jag )?inte längre (?:på|hos|för)\s+{_V}",
            rf"\b(?:slutade|slutat|sagt upp mig|sade upp mig)\s+(?:jobba |arbeta )?{_T}(?:på|hos|från)\s+{_V}",
            r"\b(?:lämnade|lämnat)\s+(?P<v>(?-i:[A-ZÅÄÖ]))",
        ),
        "diet": (r"\bjag är inte (?:längre )?(?P<v>vegetarian|vegan)\b",),
    },
)
_PT_JOBS = (
    r"(?:engenheir[oa]|médic[oa]|enfermeir[oa]|professora?|desenvolvedora?|programadora?|advogad[oa]|estudante|arquitet[oa]|contadora?|diretora?|pesquisadora?|jornalista|dentista|cozinheir[oa]"
    r"|designer|psicólog[oa]|fotógraf[oa]|tradutora?|garçom|garçonete|eletricista|mecânic[oa]|bombeir[oa]|policial|piloto|músic[oa]|artista|escritora?|veterinári[oa]|farmacêutic[oa]|secretári[oa]"
    r"|cabeleireir[oa]|aposentad[oa]|gerente|vendedora?|padeir[oa]|analista|consultora?)"
)
PORTUGUESE = _rows(
    {
        "name": (rf"\b(?:me chamo|chamo-me|(?:o )?meu nome é|eu sou [oa](?= (?-i:[A-ZÁÉÍÓÚÂÊÔÃÕÇ])))\s+{_V}",),
        "nickname": (
            rf"\b(?:me chame de|pode me chamar de|me chamam de|todos me chamam de|meus amigos me chamam de)\s+{_V}",
        ),
        "city": (
            rf"(?<!não )\b(?:moro|resido|vivo|moramos)\s+(?:(?:agora|atualmente|ainda)\s+)*{_T}(?:em|no|na)\s+{_V}",
            rf"\b(?:me mudei|mudei-me|mudei|nos mudamos|mudar)\s+{_T}(?:de|do|da) {_OLD} (?:para|pra|a)\s+(?:o |a )?{_V}",
            rf"\b(?:me mudei|mudei-me|vou me mudar|nos mudamos|vou mudar|acabei de me mudar)\s+{_T}(?:para|pra)\s+(?:o |a )?{_V}",
        ),
        "works_at": (
            rf"(?<!não )\btrabalho\s+(?:(?:agora|atualmente)\s+)*{_T}(?:como \w+ )?(?:na|no|em|para|pra)(?: a| o)?\s+{_V}",
            rf"\b(?:saí|troquei) (?:da |do |de |a |o )?{_OLD} (?:para|pela|pelo|pra)\s+(?:a |o )?{_V}",
            rf"\b(?:comecei|começo) (?:a trabalhar )?{_T}(?:na|no|em)\s+{_V}",
        ),
        "role": (
            rf"\btrabalho[^.,;]*?\bcomo\s+{_V}",
            rf"\bsou\s+(?:agora )?(?:um |uma )?(?P<v>{_PT_JOBS}\b[^.,;]*)",
        ),
        "age": (rf"\btenho\s+{_N}\s+anos\b",),
        "hometown": (r"\b(?:eu )?(?:sou|venho) d[eoa]\s+(?P<v>(?-i:[A-ZÁÉÍÓÚÂÊÔÃÕÇ]))",),
        "birthplace": (rf"\bnasci\s+{_T}(?:em|no|na)\s+{_V}",),
        "languages": (r"\b(?:eu )?falo\s+(?!com\b|que\b|muito\b)(?P<v>\S)",),
        "allergies": (r"\b(?:alérgic[oa]|alergia)\s+(?:a|ao|à|aos|às)\s+(?P<v>\S)",),
        "diet": (r"(?<!não )\bsou\s+(?P<v>vegetarian[oa]|vegan[oa])\b",),
        "likes": (r"\b(?:eu )?(?:adoro|amo|gosto (?:muito )?d[eoa]s?)\s+(?!que\b|você\b|te\b)(?P<v>\S)",),
        "married_to": (
            rf"\b(?:(?:o )?meu marido|(?:a )?minha (?:esposa|mulher))\s+se chama\s+{_V}",
            rf"\bcasad[oa] com\s+(?:a |o )?{_V}",
        ),
        "partner": (rf"\b(?:(?:o )?meu namorado|(?:a )?minha namorada)\s+se chama\s+{_V}",),
        "has_pet": (
            rf"\b(?:(?:o )?meu (?:cachorro|gato|cão)|(?:a )?minha (?:cachorra|gata|cadela))\s+(?:se chama|chama-se)\s+{_V}",
        ),
    },
    {
        "city": (rf"\b(?:já não (?:moro|vivo)|não (?:moro|vivo) mais) (?:em|no|na)\s+{_V}",),
        "works_at": (
            rf"\b(?:já não trabalho|não trabalho mais) (?:na|no|em|para)\s+{_V}",
            r"\b(?:saí d[aoe]|deixei a|deixei o|pedi demissão d[aoe]|me demiti d[aoe])\s+(?P<v>(?-i:[A-ZÁÉÍÓÚÂÊÔÃÕÇ]))(?![^.,;]* (?:para|pela|pelo) )",
        ),
        "diet": (r"\b(?:já não sou|não sou mais)\s+(?P<v>vegetarian[oa]|vegan[oa])\b",),
    },
)
OTHERS = _rows(
    {
        "name": (
            rf"\b(?:mi chiamo|il mio nome è|ik heet|mijn naam is|nazywam się|mam na imię|меня зовут|мене звати)\s+{_V}",
        ),
        "city": (
            r"\b(?:abito|vivo)\s+(?:a|in)\s+(?P<v>(?-i:[A-Z]))",
            rf"\b(?:ik )?woon\s+(?:ik\s+)?(?:nu\s+)?in\s+{_V}",
            rf"\bmieszkam w(?:e)?\s+{_V}",
            rf"\bя живу в(?:о)?\s+{_V}",
        ),
        "works_at": (
            rf"\b(?:lavoro\s+(?:per|presso|in|alla|da)|(?:ik )?werk\s+(?:ik\s+)?(?:nu\s+)?(?:bij|voor)|pracuję w|я работаю в)\s+{_V}",
        ),
        "age": (rf"\bho\s+{_N}\s+anni", rf"\bik ben\s+{_N}(?: jaar)?(?: oud)?(?=\s*(?:$|[.,;!]|en\b))"),
    },
    {},
)
EUROPEAN = [*GERMAN, *FRENCH, *SPANISH, *SWEDISH, *PORTUGUESE, *OTHERS]
