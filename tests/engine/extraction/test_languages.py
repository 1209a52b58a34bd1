from __future__ import annotations

import pytest

from tests.engine.extraction.turns import Fact, endings, facts, said

FOREIGN: list[tuple[str, list[Fact]]] = [
    ("Ich heiße Klaus Berger und wohne in Köln.", [("I", "name", "Klaus Berger"), ("I", "city", "Köln")]),
    ("Ich arbeite bei Siemens als Ingenieur.", [("I", "works_at", "Siemens"), ("I", "role", "Ingenieur")]),
    ("Ich wohne seit 2018 in Wien.", [("I", "city", "Wien", "2018")]),
    ("Je m'appelle Hélène et j'habite à Lyon.", [("I", "name", "Hélène"), ("I", "city", "Lyon")]),
    ("Je travaille chez Renault depuis 2019.", [("I", "works_at", "Renault", "2019")]),
    ("J'ai 42 ans et je viens de Marseille.", [("I", "age", "42"), ("I", "hometown", "Marseille")]),
    (
        "Mi nombre es Pablo. Trabajo en Telefónica como ingeniero.",
        [("I", "name", "Pablo"), ("I", "works_at", "Telefónica"), ("I", "role", "ingeniero")],
    ),
    ("Vivo en Bogotá desde 2020.", [("I", "city", "Bogotá", "2020")]),
    ("Jag heter Astrid och bor i Göteborg.", [("I", "name", "Astrid"), ("I", "city", "Göteborg")]),
    ("Jag jobbar på Volvo som ingenjör.", [("I", "works_at", "Volvo"), ("I", "role", "ingenjör")]),
    ("Me chamo João e moro em Recife.", [("I", "name", "João"), ("I", "city", "Recife")]),
    ("Trabalho na Petrobras.", [("I", "works_at", "Petrobras")]),
    ("田中と申します。", [("I", "name", "田中")]),
    ("東京に住んでいます。", [("I", "city", "東京")]),
    ("トヨタで働いています。", [("I", "works_at", "トヨタ")]),
    ("我叫李雷，我住在上海。", [("I", "name", "李雷"), ("I", "city", "上海")]),
    ("Mi chiamo Luca e lavoro per Fiat.", [("I", "name", "Luca"), ("I", "works_at", "Fiat")]),
    ("Ik heet Sanne en woon in Utrecht.", [("I", "name", "Sanne"), ("I", "city", "Utrecht")]),
    ("Меня зовут Иван.", [("I", "name", "Иван")]),
]


@pytest.mark.parametrize(("text", "expected"), FOREIGN)
def test_names_places_and_employers_are_read_in_many_languages(text: str, expected: list[Fact]) -> None:
    assert facts(said(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ich arbeite nicht mehr bei Bosch.", ("I", "works_at", "Bosch")),
        ("Je ne travaille plus chez Renault.", ("I", "works_at", "Renault")),
        ("Ya no vivo en Sevilla.", ("I", "city", "Sevilla")),
        ("Jag bor inte längre i Lund.", ("I", "city", "Lund")),
        ("Não trabalho mais na Vale.", ("I", "works_at", "Vale")),
    ],
)
def test_endings_are_read_in_other_languages(text: str, expected: tuple[str, str, str]) -> None:
    found = said(text)
    assert facts(found) == []
    assert endings(found) == [expected]


@pytest.mark.parametrize(
    "text",
    ["Wo wohnst du?", "¿Dónde vives?", "お名前は何ですか。", "Kannst du mir helfen?", "สวัสดีครับ", "مرحبا كيف حالك"],
)
def test_questions_and_greetings_in_other_languages_tell_nothing(text: str) -> None:
    assert facts(said(text)) == []
