from __future__ import annotations

import pytest

from memory_core.engine.extraction import EntityName
from tests.engine.extraction.turns import Fact, facts, said

ABOUT_ONESELF: list[tuple[str, list[Fact]]] = [
    (
        "Hello! My name is Henrik Lund and I'm a data analyst at Maersk.",
        [("I", "name", "Henrik Lund"), ("I", "role", "data analyst"), ("I", "works_at", "Maersk")],
    ),
    (
        "I'm Fatima, I work for Siemens as a project manager in Munich.",
        [
            ("I", "name", "Fatima"),
            ("I", "works_at", "Siemens"),
            ("I", "role", "project manager"),
            ("I", "works_in", "Munich"),
        ],
    ),
    (
        "I've just been appointed Chief Financial Officer of Brightwater Ltd.",
        [("I", "role", "Chief Financial Officer"), ("I", "works_at", "Brightwater Ltd")],
    ),
    ("I was promoted from analyst to senior analyst.", [("I", "role", "senior analyst")]),
    ("I'm the head of marketing at Lufthansa.", [("I", "role", "head of marketing"), ("I", "works_at", "Lufthansa")]),
    ("Hey, Rosa here from Vodafone.", [("I", "name", "Rosa"), ("I", "works_at", "Vodafone")]),
    ("I turned 41 last Friday.", [("I", "age", "41", "2026-05-08")]),
    ("I'm 29 years old and based in Toulouse.", [("I", "age", "29"), ("I", "city", "Toulouse")]),
    ("My birthday is on 22 November 1988.", [("I", "birthday", "1988-11-22")]),
    ("My birthday is August 9th.", [("I", "birthday", "--08-09")]),
    ("I was born in Nairobi in 1979.", [("I", "birthday", "1979"), ("I", "birthplace", "Nairobi")]),
    ("You can call me Bex.", [("I", "nickname", "Bex")]),
    ("I go by Sam.", [("I", "nickname", "Sam")]),
    (
        "I'm allergic to shellfish, latex and cat hair.",
        [("I", "allergies", "shellfish"), ("I", "allergies", "latex"), ("I", "allergies", "cat hair")],
    ),
    ("I have a severe peanut allergy.", [("I", "allergies", "peanut")]),
    ("I speak fluent Polish and some Czech.", [("I", "languages", "Polish"), ("I", "languages", "Czech")]),
    ("You can reach me at +1 (415) 555-0133.", [("I", "phone", "+1 (415) 555-0133")]),
    (
        "My work email is h.lund@maersk.example and my extension is 4471.",
        [("I", "email", "h.lund@maersk.example"), ("I", "extension", "4471")],
    ),
    ("I went vegan in January 2021.", [("I", "diet", "vegan", "2021-01")]),
    ("I don't eat pork.", [("I", "dietary_restriction", "no pork")]),
    ("I've lived in Osaka for six years.", [("I", "city", "Osaka", "2020")]),
    ("I moved to Porto three months ago.", [("I", "city", "Porto", "2026-02")]),
    ("We're relocating to Vancouver in September.", [("I", "city", "Vancouver", "2026-09")]),
    ("I'm moving to Dublin.", [("I", "moving_to", "Dublin")]),
    ("I grew up in Naples but now I live in Hamburg.", [("I", "hometown", "Naples"), ("I", "city", "Hamburg")]),
    ("I'm Brazilian and I live in Zurich.", [("I", "nationality", "Brazilian"), ("I", "city", "Zurich")]),
    ("My address is 14 Elm Street, Leeds.", [("I", "address", "14 Elm Street, Leeds")]),
    ("I'm 1.80 m tall.", [("I", "height", "1.80 m")]),
    ("My pronouns are they/them.", [("I", "pronouns", "they/them")]),
    ("I've been taking metformin since 2020.", [("I", "medications", "metformin", "2020")]),
    ("My passport expires in 2031.", [("I", "passport_expiry", "2031")]),
    (
        "I'll be joining Airbus in October as a test pilot.",
        [("I", "works_at", "Airbus", "2026-10"), ("I", "role", "test pilot", "2026-10")],
    ),
    ("I worked at IBM from 2010 to 2015.", [("I", "works_at", "IBM", "2010", "2015")]),
    ("I was a barista until 2021.", [("I", "role", "barista", "", "2021")]),
]

WHAT_ONE_LIKES: list[tuple[str, list[Fact]]] = [
    ("I prefer window seats on flights.", [("I", "prefers", "window seats on flights")]),
    ("I'd rather take the train than fly.", [("I", "prefers", "take the train")]),
    ("I drink my coffee black.", [("I", "prefers", "coffee black")]),
    (
        "My favorite movie is The Matrix and my favorite author is Borges.",
        [("I", "favourite_movie", "The Matrix"), ("I", "favourite_author", "Borges")],
    ),
    ("Vegan food is my favourite.", [("I", "likes", "Vegan food")]),
    ("I can't stand cilantro.", [("I", "dislikes", "cilantro")]),
    ("I don't like horror movies.", [("I", "dislikes", "horror movies")]),
    ("I love spicy food but I hate olives.", [("I", "likes", "spicy food"), ("I", "dislikes", "olives")]),
    (
        "I enjoy baking sourdough, gardening and cycling.",
        [("I", "likes", "baking sourdough"), ("I", "likes", "gardening"), ("I", "likes", "cycling")],
    ),
    ("I use C++ and C#.", [("I", "uses", "C++"), ("I", "uses", "C#")]),
    ("I use Neovim for editing.", [("I", "editor", "Neovim")]),
    ("My go-to browser is Firefox.", [("I", "browser", "Firefox")]),
    ("I play the saxophone and tennis.", [("I", "plays", "saxophone"), ("I", "plays", "tennis")]),
]

WHAT_ONE_HAS: list[tuple[str, list[Fact]]] = [
    ("I drive a 2019 Skoda Octavia.", [("I", "car", "2019 Skoda Octavia")]),
    ("I own a sailboat called Wanderer.", [("I", "owns", "sailboat called Wanderer")]),
    ("I bought a Fairphone 5 last week.", [("I", "owns", "Fairphone 5", "2026-05-04")]),
    ("We just adopted two kittens, Pixel and Byte.", [("I", "has_pet", "Pixel"), ("I", "has_pet", "Byte")]),
    ("My cat Luna is 7 years old.", [("I", "has_pet", "Luna"), ("Luna", "species", "cat"), ("Luna", "age", "7")]),
    ("My laptop is a ThinkPad X1.", [("I", "laptop", "ThinkPad X1")]),
]

PEOPLE: list[tuple[str, list[Fact]]] = [
    (
        "I live in Leeds with my wife Priyanka and our two dogs.",
        [("I", "city", "Leeds"), ("I", "married_to", "Priyanka")],
    ),
    ("I have a brother named Anders.", [("I", "brother", "Anders")]),
    (
        "My sister Ingrid works as a midwife in Uppsala.",
        [("I", "sister", "Ingrid"), ("Ingrid", "role", "midwife"), ("Ingrid", "city", "Uppsala")],
    ),
    ("My boss is Claire Dupont.", [("I", "reports_to", "Claire Dupont")]),
    (
        "My son Emil is 4 and my daughter Saga is 7.",
        [("I", "parent_of", "Emil"), ("Emil", "age", "4"), ("I", "parent_of", "Saga"), ("Saga", "age", "7")],
    ),
    (
        "I have three children: Mia, Noah and Finn.",
        [
            ("I", "children_count", "3"),
            ("I", "parent_of", "Mia"),
            ("I", "parent_of", "Noah"),
            ("I", "parent_of", "Finn"),
        ],
    ),
    ("My girlfriend's name is Noor.", [("I", "partner", "Noor")]),
    ("My mum lives in Cork.", [("robin's mum", "city", "Cork")]),
    (
        "Anna's brother Paul is a plumber in Bristol.",
        [("Paul", "brother_of", "Anna"), ("Paul", "role", "plumber"), ("Paul", "city", "Bristol")],
    ),
    (
        "Laura, who works at Bayer, is married to Jens.",
        [("Laura", "works_at", "Bayer"), ("Laura", "married_to", "Jens")],
    ),
    (
        "Tim Okafor manages the logistics team at Redwood.",
        [("Tim Okafor", "manages", "logistics team"), ("Tim Okafor", "works_at", "Redwood")],
    ),
    ("Dana manages Priya and Luca.", [("Dana", "manages", "Priya"), ("Dana", "manages", "Luca")]),
    ("Our CTO is Ines Moreau.", [("Ines Moreau", "role", "CTO")]),
    (
        "Angela Merkel was chancellor of Germany from 2005 to 2021.",
        [("Angela Merkel", "role", "chancellor of Germany", "2005", "2021")],
    ),
    (
        "Kenji joined Sony as a sound engineer in April.",
        [("Kenji", "works_at", "Sony", "2026-04"), ("Kenji", "role", "sound engineer", "2026-04")],
    ),
]

THINGS: list[tuple[str, list[Fact]]] = [
    (
        "The Helios project is owned by Marta Silva and launches in March 2027.",
        [("Helios", "owned_by", "Marta Silva"), ("Helios", "launch_date", "2027-03")],
    ),
    ("Our shop in Utrecht opens at 9am on weekdays.", [("Utrecht shop", "opening_time", "9am on weekdays")]),
    ("Item QX-7710 costs $45 and weighs 1.2 kg.", [("QX-7710", "price", "$45"), ("QX-7710", "weight", "1.2 kg")]),
    ("The price of the Pro plan is $20 per month.", [("Pro", "price", "$20 per month")]),
    ("The Eiffel Tower is 330 metres tall.", [("Eiffel Tower", "height", "330 metres")]),
    ("Stripe bought Paystack in 2020.", [("Stripe", "acquired", "Paystack", "2020")]),
    ("Tesla is headquartered in Austin.", [("Tesla", "headquarters", "Austin")]),
    ("Nokia was founded in 1865.", [("Nokia", "founded", "1865")]),
    ("The Phoenix migration is on hold.", [("Phoenix", "status", "on hold")]),
    ("Budget for Project Orion is 250k euros.", [("Orion", "budget", "250k euros")]),
    ("The API rate limit is 500 requests per minute.", [("API", "rate_limit", "500 requests per minute")]),
    ("The Berlin office has 120 employees.", [("Berlin office", "employees_count", "120")]),
    ("The owner of Atlas is now Ravi Menon.", [("Atlas", "owned_by", "Ravi Menon")]),
    ("Our new product is codenamed Bluebird.", [("I", "codename", "Bluebird")]),
    (
        "The conference takes place in Lisbon from 4 to 6 November.",
        [("conference", "location", "Lisbon"), ("conference", "date", "2026-11-04 to 2026-11-06")],
    ),
]

EVENTS: list[tuple[str, list[Fact]]] = [
    ("Yesterday I ran my first half marathon.", [("I", "event", "ran my first half marathon", "2026-05-11")]),
    ("I sprained my right ankle two weeks ago.", [("I", "injuries", "sprained right ankle", "2026-04-28")]),
    (
        "I have a dentist appointment next Friday at 3pm.",
        [("I", "appointments", "dentist appointment (2026-05-22 15:00)", "2026-05-22T15:00")],
    ),
    ("I'm flying to Tokyo on 2 June.", [("I", "event", "flying to Tokyo", "2026-06-02")]),
]

AS_PEOPLE_TYPE: list[tuple[str, list[Fact]]] = [
    ("hi im tom and i live in cape town", [("I", "name", "tom"), ("I", "city", "cape town")]),
    ("im a nurse in leeds", [("I", "role", "nurse"), ("I", "city", "leeds")]),
    ("my boss is jane smith", [("I", "reports_to", "jane smith")]),
    ("i love pizza and hate mushrooms", [("I", "likes", "pizza"), ("I", "dislikes", "mushrooms")]),
    ("MY NAME IS KAREN AND I LIVE IN DENVER", [("I", "name", "KAREN"), ("I", "city", "DENVER")]),
    ("got promoted to senior manager!!! 🎉🎉", [("I", "role", "senior manager")]),
    ("Living in Athens now 😊", [("I", "city", "Athens")]),
    ("I live in St. John's, Newfoundland.", [("I", "city", "St. John's, Newfoundland")]),
    ("I live in 's-Hertogenbosch.", [("I", "city", "'s-Hertogenbosch")]),
    ("I'm Jean-Luc d'Arcy-O'Neill.", [("I", "name", "Jean-Luc d'Arcy-O'Neill")]),
    ("I work at Marks & Spencer.", [("I", "works_at", "Marks & Spencer")]),
    ("My name’s Siân O’Casey.", [("I", "name", "Siân O'Casey")]),
    ("I moved to São Paulo last year – finally", [("I", "city", "São Paulo", "2025")]),
]

CARDS: list[tuple[str, list[Fact]]] = [
    (
        "Name: Robin Hale\nRole: CTO\nCompany: Larkspur\nEmail: robin@larkspur.example",
        [
            ("I", "name", "Robin Hale"),
            ("I", "role", "CTO"),
            ("I", "works_at", "Larkspur"),
            ("I", "email", "robin@larkspur.example"),
        ],
    ),
    ("Product: X100\nPrice: 49 EUR\nColour: black", [("X100", "price", "49 EUR"), ("X100", "colour", "black")]),
    (
        "Project: Atlas\nOwner: Dana Whitfield\nDeadline: 15 June 2026",
        [("Atlas", "owned_by", "Dana Whitfield"), ("Atlas", "deadline", "2026-06-15")],
    ),
    ("Name: Bob Miller, Age: 52, City: Denver", [("Bob Miller", "age", "52"), ("Bob Miller", "city", "Denver")]),
    (
        "My details:\n- Birthday: 12 May 1980\n- Allergies: nuts, soy",
        [("I", "birthday", "1980-05-12"), ("I", "allergies", "nuts"), ("I", "allergies", "soy")],
    ),
    ("Contact details for Bob Ross:\nPhone: 555-123-4567", [("Bob Ross", "phone", "555-123-4567")]),
    ("New job: data engineer at Wise", [("I", "role", "data engineer"), ("I", "works_at", "Wise")]),
]

ALL = [*ABOUT_ONESELF, *WHAT_ONE_LIKES, *WHAT_ONE_HAS, *PEOPLE, *THINGS, *EVENTS, *AS_PEOPLE_TYPE, *CARDS]


@pytest.mark.parametrize(("text", "expected"), ALL, ids=[text[:60] for text, _ in ALL])
def test_a_turn_tells_these_facts_and_no_others(text: str, expected: list[Fact]) -> None:
    assert facts(said(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "My sister is Lena. She is a lawyer and lives in Vienna.",
            [("Lena", "role", "lawyer"), ("Lena", "city", "Vienna")],
        ),
        ("Bob works at Acme. He reports to Ann.", [("Bob", "reports_to", "Ann")]),
        ("Omar is our CFO. His birthday is on 9 October.", [("Omar", "birthday", "--10-09")]),
        ("Priya Raman leads sales at Kestrel. Priya lives in Oslo.", [("Priya Raman", "city", "Oslo")]),
        ("Karin met Jens in Bern. She lives in Basel.", [("Karin", "city", "Basel")]),
    ],
)
def test_a_pronoun_or_first_name_means_the_last_person_that_fits(text: str, expected: list[Fact]) -> None:
    found = facts(said(text))
    assert all(fact in found for fact in expected)


def test_a_pronoun_reaches_back_one_turn() -> None:
    before = said("My manager is Tomás Ibáñez.").mentions
    assert facts(said("He lives in Valencia.", recent=before)) == [("Tomás Ibáñez", "city", "Valencia")]


def test_a_pronoun_that_fits_nobody_tells_nothing() -> None:
    assert facts(said("She lives in Valencia.")) == []


def test_relations_name_their_target_with_a_type() -> None:
    targets = {one.key: one.target for one in said("I work at Hooli and my wife is Ana.").statements}
    assert targets == {"works_at": EntityName("organisation", "Hooli"), "married_to": EntityName("person", "Ana")}


def test_every_fact_carries_the_span_it_came_from() -> None:
    text = "Good news! I live in Lima. Also, my sister Ana works at Inca Kola."
    spans = {one.value: text[one.span[0] : one.span[1]] for one in said(text).statements}
    assert "I live in Lima" in spans["Lima"]
    assert "Ana works at Inca Kola" in spans["Inca Kola"]


def test_secrets_are_no_facts() -> None:
    assert facts(said("My password is hunter2 and the PIN: 4711.")) == []
