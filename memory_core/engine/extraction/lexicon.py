"""Closed word lists of the English rules: verbs, kin, occupations, languages, tools, given names.

Everything is lower case. The lists say what kind of thing a word is; what is made of it is said by the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable


def words(text: str) -> frozenset[str]:
    """A set of words; underscores stand for spaces."""
    return frozenset(word.replace("_", " ") for word in text.split())


def alternatives(entries: Iterable[str]) -> str:
    """A regular expression that matches any of the entries, longer ones first."""
    return "|".join(re.escape(entry) for entry in sorted(entries, key=len, reverse=True))


KIN = {
    "husband": ("married_to", "m"),
    "wife": ("married_to", "f"),
    "spouse": ("married_to", None),
    "hubby": ("married_to", "m"),
    "partner": ("partner", None),
    "boyfriend": ("partner", "m"),
    "girlfriend": ("partner", "f"),
    "fiancé": ("partner", "m"),
    "fiancée": ("partner", "f"),
    "fiance": ("partner", None),
    "fiancee": ("partner", "f"),
    "son": ("parent_of", "m"),
    "daughter": ("parent_of", "f"),
    "kid": ("parent_of", None),
    "child": ("parent_of", None),
    "baby": ("parent_of", None),
    "toddler": ("parent_of", None),
    "stepson": ("parent_of", "m"),
    "stepdaughter": ("parent_of", "f"),
    "mother": ("mother", "f"),
    "mom": ("mother", "f"),
    "mum": ("mother", "f"),
    "father": ("father", "m"),
    "dad": ("father", "m"),
    "sister": ("sister", "f"),
    "brother": ("brother", "m"),
    "sibling": ("sibling", None),
    "twin": ("sibling", None),
    "twin sister": ("sister", "f"),
    "twin brother": ("brother", "m"),
    "half-brother": ("brother", "m"),
    "half-sister": ("sister", "f"),
    "grandmother": ("grandmother", "f"),
    "grandma": ("grandmother", "f"),
    "grandfather": ("grandfather", "m"),
    "grandpa": ("grandfather", "m"),
    "grandson": ("grandson", "m"),
    "granddaughter": ("granddaughter", "f"),
    "aunt": ("aunt", "f"),
    "uncle": ("uncle", "m"),
    "cousin": ("cousin", None),
    "niece": ("niece", "f"),
    "nephew": ("nephew", "m"),
    "mother-in-law": ("mother_in_law", "f"),
    "father-in-law": ("father_in_law", "m"),
    "sister-in-law": ("sister_in_law", "f"),
    "brother-in-law": ("brother_in_law", "m"),
    "godmother": ("godmother", "f"),
    "godfather": ("godfather", "m"),
    "manager": ("reports_to", None),
    "boss": ("reports_to", None),
    "line manager": ("reports_to", None),
    "supervisor": ("reports_to", None),
    "assistant": ("assistant", None),
    "mentor": ("mentor", None),
    "mentee": ("mentee", None),
    "cofounder": ("cofounder", None),
    "co-founder": ("cofounder", None),
    "business partner": ("business_partner", None),
    "doctor": ("doctor", None),
    "dentist": ("dentist", None),
    "therapist": ("therapist", None),
    "lawyer": ("lawyer", None),
    "accountant": ("accountant", None),
    "landlord": ("landlord", None),
    "landlady": ("landlord", "f"),
    "teacher": ("teacher", None),
    "coach": ("coach", None),
    "tutor": ("tutor", None),
    "trainer": ("trainer", None),
    "roommate": ("roommate", None),
    "flatmate": ("roommate", None),
    "housemate": ("roommate", None),
    "nanny": ("nanny", None),
    "vet": ("vet", None),
    "tech lead": ("tech_lead", None),
    "team lead": ("team_lead", None),
    "gp": ("doctor", None),
    "advisor": ("advisor", None),
    "recruiter": ("recruiter", None),
}
"""Noun after "my" -> label from the owner to the person, and the gender it tells."""

NAMED_IN_PASSING = {
    "friend": "friend",
    "best friend": "best_friend",
    "colleague": "colleague",
    "coworker": "colleague",
    "co-worker": "colleague",
    "teammate": "colleague",
    "neighbour": "neighbour",
    "neighbor": "neighbour",
    "buddy": "friend",
    "client": "client",
    "customer": "client",
    "ex": "ex_partner",
    "classmate": "classmate",
    "guest": "guest",
    "ex-husband": "ex_partner",
    "ex-wife": "ex_partner",
}
"""Looser ties: stored when they are what is said ("my best friend is X"), not when they only introduce a name."""

KIN_MANY = {
    "parents": "parent",
    "grandparents": "grandparent",
    "kids": "parent_of",
    "children": "parent_of",
    "sons": "parent_of",
    "daughters": "parent_of",
    "twins": "parent_of",
    "brothers": "brother",
    "sisters": "sister",
    "siblings": "sibling",
    "cousins": "cousin",
    "nieces": "niece",
    "nephews": "nephew",
    "in-laws": "parent_in_law",
    "managers": "reports_to",
    "roommates": "roommate",
    "flatmates": "roommate",
    "cofounders": "cofounder",
    "co-founders": "cofounder",
    "cats": "has_pet",
    "dogs": "has_pet",
}
"""Plural nouns after "my" -> label from the owner to each of them."""

REVERSED_KIN = {
    "married_to": "married_to",
    "partner": "partner_of",
    "sibling": "sibling_of",
    "friend": "friend_of",
    "colleague": "colleague_of",
}
"""Labels of "Bob's sister Carol" from Carol to Bob where it is not the noun with `_of`."""

PETS = words(
    "dog cat puppy kitten hamster rabbit bunny parrot budgie tortoise turtle goldfish fish horse pony guinea_pig ferret snake lizard"
    " gecko rat mouse bird cockatiel canary chicken goat pet labrador poodle beagle dachshund corgi retriever golden_retriever husky"
    " border_collie collie terrier spaniel chihuahua pug bulldog german_shepherd greyhound whippet doberman rottweiler siamese tabby"
    " maine_coon ragdoll axolotl iguana"
)
SPECIES = words(
    "dog cat hamster rabbit parrot tortoise turtle goldfish fish horse pony ferret snake lizard gecko bird goat"
)

OCCUPATION_HEADS = words(
    "engineer developer programmer coder designer architect manager director president chairman chairwoman chair officer executive"
    " founder co-founder cofounder ceo cto cfo coo cmo cpo cio ciso vp svp evp head lead principal partner associate analyst scientist"
    " researcher professor lecturer teacher tutor instructor nurse doctor surgeon physician dentist pharmacist veterinarian vet"
    " therapist psychologist psychiatrist paramedic midwife radiologist cardiologist pediatrician paediatrician oncologist neurologist"
    " lawyer attorney solicitor barrister judge paralegal accountant auditor bookkeeper banker trader economist actuary consultant"
    " advisor adviser administrator coordinator supervisor assistant secretary receptionist clerk librarian archivist journalist editor"
    " writer author copywriter translator interpreter photographer videographer filmmaker producer actor actress musician singer drummer"
    " guitarist pianist cellist violinist composer conductor dancer choreographer artist painter sculptor illustrator animator"
    " chef cook baker barista bartender waiter waitress butcher farmer gardener florist carpenter electrician plumber mechanic welder"
    " builder bricklayer roofer driver pilot captain sailor soldier sergeant firefighter fireman policeman policewoman detective"
    " lifeguard coach trainer athlete footballer salesperson salesman saleswoman marketer recruiter realtor broker agent buyer planner"
    " strategist specialist technician operator inspector surveyor geologist biologist chemist physicist mathematician statistician"
    " historian philosopher anthropologist sociologist linguist astronomer astronaut politician minister mayor senator diplomat"
    " ambassador priest pastor rabbi imam nun monk student undergrad undergraduate postgrad freelancer contractor intern apprentice"
    " trainee entrepreneur owner shopkeeper landlord cashier cleaner janitor courier dispatcher hairdresser barber stylist tailor"
    " jeweller chief model host presenter streamer youtuber blogger podcaster king queen prince princess chancellor governor"
    " curator dietitian nutritionist physiotherapist optician optometrist caregiver nanny babysitter homemaker housewife postdoc"
    " sre dba qa pm po cro cdo treasurer trustee chairperson superintendent commissioner caretaker marine biochemist"
    " beekeeper goldsmith blacksmith toolmaker winemaker brewer sommelier goalkeeper referee umpire counselor counsellor"
    " member_of_parliament head_of_state secretary-general prime_minister co-ceo vice-president tester dev devops admin sysadmin"
)
OCCUPATION_SUFFIX = re.compile(
    r"(?:ologist|ographer|ician|eer|smith|wright|keeper|monger|(?:thet|rap|hygien|mach|lobby|column|essay|novel|activ|harp|obo|bassoon|flaut|vocal|solo|organ|percussion|trombon|clarinet|typ|"
    r"canoe|cycl|gymnas|motor|chem|alchem|arch?iv|botan|linguist|pedagog|podiatr|acupunctur|orthodont|psychoanal|journ|ethic|geneti|theor|strateg|document|manicur|reception|special|chiropod|aroma|ecolog|humor)ist)$"
)
COMPANY_HEADS = words(
    "ceo cto cfo coo cmo cpo cio ciso founder co-founder cofounder owner co-owner chairman chairwoman chair partner president"
)
"""Roles after which "of X" names the organisation."""
FUNCTIONS = words(
    "engineering product products marketing sales design data research operations finance hr people growth support customer success"
    " security infrastructure platform legal communications business partnerships strategy it technology quality software hardware"
    " analytics staff content compliance procurement logistics education nursing surgery medicine state ai ml machine backend frontend"
)

DIETS = words(
    "vegan vegetarian pescatarian flexitarian carnivore omnivore keto halal kosher gluten-free lactose-free dairy-free paleo celiac coeliac"
    " plant-based sugar-free low-carb fruitarian lacto-vegetarian"
)
LANGUAGES = words(
    "english german french spanish italian portuguese swedish norwegian danish finnish icelandic dutch polish czech slovak hungarian"
    " romanian bulgarian greek turkish russian ukrainian serbian croatian bosnian slovenian albanian latvian lithuanian estonian"
    " arabic hebrew persian farsi urdu hindi bengali punjabi tamil telugu marathi gujarati malayalam kannada nepali sinhala chinese"
    " mandarin cantonese japanese korean vietnamese thai lao khmer burmese malay indonesian tagalog filipino swahili amharic yoruba"
    " igbo hausa zulu xhosa afrikaans somali catalan basque galician welsh irish gaelic scottish breton latin esperanto georgian"
    " armenian azerbaijani kazakh uzbek mongolian tibetan maltese luxembourgish yiddish quechua maori hawaiian asl sign_language"
    " american_sign_language british_sign_language flemish brazilian_portuguese"
)
NATIONALITIES = words(
    "american british english scottish welsh irish german french spanish italian portuguese swedish norwegian danish finnish icelandic"
    " dutch belgian swiss austrian polish czech slovak hungarian romanian bulgarian greek turkish russian ukrainian serbian croatian"
    " bosnian slovenian albanian latvian lithuanian estonian moroccan algerian tunisian egyptian israeli lebanese syrian iraqi iranian"
    " saudi pakistani indian bangladeshi nepali chinese taiwanese japanese korean vietnamese thai malaysian singaporean indonesian"
    " filipino australian canadian mexican brazilian argentinian argentine chilean peruvian colombian venezuelan cuban jamaican"
    " nigerian kenyan ghanaian ethiopian somali ugandan tanzanian zimbabwean south_african georgian armenian kazakh mongolian"
    " new_zealander kiwi aussie"
)
COUNTRIES = words(
    "afghanistan albania algeria argentina armenia australia austria azerbaijan bangladesh belarus belgium bolivia bosnia brazil bulgaria"
    " cambodia cameroon canada chile china colombia costa_rica croatia cuba cyprus czechia denmark ecuador egypt england estonia ethiopia"
    " finland france germany ghana greece guatemala honduras hungary iceland india indonesia iran iraq ireland israel italy jamaica japan"
    " jordan kazakhstan kenya kuwait latvia lebanon lithuania malaysia malta mexico moldova mongolia morocco mozambique myanmar nepal"
    " the_netherlands netherlands new_zealand nigeria north_macedonia norway oman pakistan panama paraguay peru the_philippines philippines"
    " poland portugal qatar romania russia rwanda saudi_arabia scotland senegal serbia slovakia slovenia somalia south_africa south_korea"
    " spain sri_lanka sudan sweden switzerland syria taiwan tanzania thailand tunisia turkey uganda ukraine the_uk uk the_us us usa the_usa"
    " the_united_states united_states the_united_kingdom united_kingdom uruguay uzbekistan venezuela vietnam wales zambia zimbabwe"
    " deutschland frankreich spanien italien österreich schweiz suisse españa méxico brasil sverige tyskland allemagne espagne italie"
)

EDITORS = words(
    "vim neovim emacs helix cursor zed vs_code vscode visual_studio_code sublime sublime_text intellij pycharm webstorm atom nano"
    " notepad++ android_studio xcode rider goland eclipse kakoune"
)
BROWSERS = words("firefox chrome safari edge brave opera vivaldi arc chromium librewolf tor_browser")
SYSTEMS = words(
    "linux windows macos ubuntu debian fedora arch arch_linux nixos mint pop!_os freebsd openbsd mac_os windows_11 windows_10 manjaro gentoo"
)
SHELLS = words("bash zsh fish powershell nushell")
PROGRAMMING = words(
    "python rust go golang typescript javascript java kotlin swift ruby php c c++ c# scala haskell elixir erlang clojure ocaml f# perl lua"
    " julia r matlab dart zig nim crystal fortran cobol lisp scheme prolog sql bash solidity objective-c groovy visual_basic ada d gleam"
)
TOOLS = (
    EDITORS
    | BROWSERS
    | SYSTEMS
    | SHELLS
    | PROGRAMMING
    | words(
        "postgres postgresql mysql sqlite mongodb redis kafka rabbitmq docker kubernetes terraform ansible jenkins github gitlab bitbucket"
        " github_actions gitlab_ci circleci aws azure gcp heroku vercel netlify cloudflare figma sketch notion obsidian evernote slack teams"
        " discord zoom jira linear asana trello confluence spotify todoist excel google_sheets google_docs react vue angular svelte next.js"
        " django flask fastapi rails spring pandas pytorch tensorflow spark snowflake bigquery databricks airflow dbt elasticsearch opensearch"
        " kibana grafana prometheus datadog sentry splunk tmux git mercurial svn npm yarn pnpm poetry uv pip webpack vite esbuild gmail outlook"
        " thunderbird protonmail icloud dropbox google_drive onedrive lightroom photoshop illustrator canva logseq roam raycast alfred anki"
        " duolingo strava ableton logic_pro garageband chatgpt claude gemini copilot neo4j qdrant cassandra dynamodb mariadb nginx apache"
        " pytest jest junit cypress selenium playwright bun deno htmx tailwind bootstrap jquery laravel symfony express remix astro nuxt ember rollup gulp postman insomnia swagger miro airtable basecamp clickup buildkite teamcity travis pinecone weaviate milvus faiss clickhouse duckdb cockroachdb supabase firebase prisma sqlalchemy celery sidekiq nats pulsar flink hadoop trino looker tableau power_bi metabase superset mixpanel hubspot salesforce zendesk intercom mailchimp twilio powerpoint keynote libreoffice gimp inkscape blender unity godot zulip mattermost mypy pyright ruff eslint prettier rspec mocha vitest"
        " caddy traefik nomad consul vault helm argocd pulumi bazel cmake gradle maven"
    )
)

GIVEN_M = words(
    "aaron abdul adil alfie alvaro andy angelo arthur axel barry billy blake bobby brad brandon brett bryan caleb cameron casper cesar clark colin connor craig curtis damian danny darren dave dennis derek dominic"
    " dylan ed eduardo eddie emre enzo ethan evan ezra finn florian freddie gary gavin glen graham harvey hector howard hussein isaac jake jamal jared jeff jeremy jerry jesse jimmy joel joey johnny jordan josh julio justin kai"
    " karim kenny kyle lance larry lee lewis lorenzo lou lloyd malcolm marcel mehmet mitch mustafa nate nathan neil nigel noel oskar owen paolo phil rajesh randy ray reza rhys rick robin rodrigo roland ron ross roy russ"
    " salim shaun sid stan stuart ted terry tariq tobi todd toby travis trevor troy tyler vince wayne wes zach zack"
    " adam adrian ahmed alan albert alejandro alex ali anders andre andrea andreas andrew anthony antonio arjun bart ben benjamin bernard bill bob"
    " boris brian bruno carl carlos charles charlie chris christian christopher clive daniel david diego dmitri dominik edward elias"
    " emil eric erik ethan felix fernando filip francisco frank fred gabriel george gerald giovanni greg gustav hans harry hassan henrik"
    " henry hiroshi hugo ian igor ivan jack jacob jake james jan jason javier jean jens jerome jesper jim joao joão joe johan john jon"
    " jonas jonathan jorge jose josé joseph juan julian karl keith ken kenji kevin kofi kurt lars leo liam linus louis luca lucas luis"
    " lukas magnus manuel marc marco marcus mario mark markus martin mateo matt matteo matthew max michael miguel mikael mike mohamed"
    " mohammed nick nicolas nikhil niklas noah oliver omar oscar otto pablo patrick paul pavel pedro peter philip pierre rafael rahul raj"
    " ralph ravi raymond ricardo richard rob robert roberto roger ryan sam samuel sanjay santiago scott sean sebastian sergei simon stefan"
    " stephen steve steven sven takeshi theo thomas tim tobias tom tomas tomás tony victor viktor vikram vincent walter will william"
    " wolfgang xavier yusuf"
)
GIVEN_F = words(
    "abby adele aleksandra alina alison alma anastasia andrea angie ann annie antonia ashley audrey ava ayesha beth betty brenda bridget brooke camille candice carly cassandra celia chelsea cheryl cindy clarissa claudine"
    " connie daisy debbie denise donna doris ebba edith eliza elsa emilia erin esme evie felicia frances freya gabby gina ginny hailey hanna hazel hilda holly imogen ines isla jackie janice jill jo joanna jodie josie"
    " judy kara katja katya kathy kayla kelly kerry kim kirsty kristen lauren leah leila leslie lidia lily liz lola lorraine lottie luna lynn mabel maddie magda maggie mandy marianne marion maureen mila millie mona naomi nancy"
    " natasha nell nicola nikki nia noor norma paige pam patricia pauline peggy penny phoebe polly robyn rosie roxanne sabrina sadie sally savannah selma shannon sharon sheila shirley siobhan sue suzanne tara tess tilly tracy trudy una"
    " verena vicky viola violet vivian wilma yolanda yvette"
    " abigail ada agnes aisha alexandra alice alicia amanda amelia amy ana andrea angela anita anja anna anne annika astrid barbara beatrice"
    " bella bianca birgit camila carla carmen carol caroline catherine cecilia charlotte chiara chloe christina claire clara claudia dana"
    " daniela deborah diana dorothy elena eleanor elin elisa elizabeth ella ellen emily emma erika esther eva evelyn fatima fiona florence"
    " frida gabriela gloria grace greta hannah heather heidi helen helena ida inés ingrid irene iris isabel isabella jane janet jasmine"
    " jennifer jenny jessica joan johanna josephine judith julia julie karen karin kate katherine kathrin katie keiko kirsten klara lara"
    " laura leila lena leticia linda linnea lisa louise lucia lucía lucy luisa lydia maja margaret maria marie marina marta martha mary"
    " maya megan mei melanie melissa mia michelle mina miriam molly monica nadia naomi natalia natalie nicole nina nora olga olivia paula"
    " petra priya rachel rebecca renata rita rosa rose ruth sabine sally samantha sandra sara sarah silvia simone sofia sonia sophia sophie"
    " stella stephanie susan svetlana sylvia tamara tanya teresa tina ulrika ursula valentina vanessa vera victoria wendy yara yasmin yuki yvonne"
    " zara zoe zoë"
)
NOT_NAMES = words(
    "sounds looks seems same having thankfully absolutely totally definitely glad happy excited congrats congratulations exactly agreed true especially speaking thinking being both i we you he she it they this that these those there here who what when where why how which everyone everybody someone somebody anyone"
    " anybody nobody nothing something anything everything one people many most some any all both each every another other others thanks"
    " thank hi hello hey yes no yeah yep nope ok okay sure well so also but and or if because maybe perhaps probably actually today tomorrow"
    " yesterday now then later please sorry great good nice cool wow oh lol haha hmm um just still never always sometimes usually my our your"
    " his her their its the a an in on at for from to with by of as not after before since until during while although though however"
    " unfortunately luckily fortunately honestly basically anyway btw fyi ps note update correction question answer monday tuesday"
    " wednesday thursday friday saturday sunday life time work love money let lets let's do does did is are was were can could would should will"
    " have has had been be am being make made get got go going went come came see look first second last next new old another plus dear"
    " true false none step example once twice given during whoever whatever whenever wherever"
)
WORD_NUMBERS = {
    w: n
    for n, w in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
        " twenty".split()
    )
}
