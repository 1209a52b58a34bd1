from __future__ import annotations

import pytest

from tests.engine.extraction.turns import facts, said

QUESTIONS = [
    "What time is it in Tokyo?",
    "where is the nearest station",
    "Should I move to Oslo?",
    "Is Bob married to Alice?",
    "Do you think Maria likes sushi?",
    "Can you book a table at Noma for two?",
    "I was wondering if Dana is still the manager.",
    "Bob works at Acme, right?",
    "Any idea whether Ana lives in Porto?",
]
SUPPOSITIONS = [
    "Imagine I lived on Mars.",
    "If I got promoted to CTO, I'd buy a boat.",
    "Suppose Alice works at Acme and earns 50k.",
    "Let's say my budget is 5000 euros.",
    "I wish I lived in Hawaii.",
    "I'd love to work at Google someday.",
    "In the novel, Anna lives in Moscow and works at a bank.",
    "What if I sold my car?",
    "I would move to Rome if I had the money.",
]
OTHERS_WORDS = [
    'He said "I live in Paris".',
    'My favourite quote begins with "I am the master of my fate and I live in hope".',
    'Translate "I work at Siemens" into French.',
    "Translate to German: I live in Rome and I have two cats.",
    "Please rewrite this email: Hi, I'm Bob and I work at Acme.",
    "Proofread the following:\n\nMy name is Pavel. I live in Brno.",
    "> I live in Ghent and work at Umicore",
    "My friend asked whether I live in Rome.",
]
REQUESTS = [
    "Write me a poem about autumn.",
    "Explain quantum entanglement simply.",
    "Tell me about Marie Curie.",
    "Could you give me a summary of this article?",
    "I'm looking for a good restaurant in Paris.",
    "I need help with my Python script.",
    "I have a question about my invoice.",
]
SMALL_TALK = [
    "Good morning!",
    "I'm fine, thanks.",
    "Haha that's hilarious",
    "ok cool",
    "see you tomorrow",
    "no worries",
    "I can't wait!",
    "I'm hungry",
    "I love it!",
    "Sounds like a great plan, John!",
    "Same here, it was lovely to see you!",
    "You can always count on me.",
    "Don't be scared to reach out.",
    "Got it, thanks!",
    "   \n\t ",
    "🙂🙂🙂",
]
MACHINE_TEXT = [
    "```python\nname = 'Alice'\nmy_city = 'Rome'\n# I live in Rome\n```",
    "2026-05-12 10:00:00 INFO user=alice city=Rome logged in\n2026-05-12 10:00:01 ERROR I live in a log",
    "Traceback (most recent call last):\n  File \"app.py\", line 3, in main\n    raise ValueError('I work at Acme')",
    "| name | city |\n| Alice | Rome |",
    "SELECT name FROM people WHERE city = 'Rome';",
    "You are a helpful assistant. The user lives in Berlin. The user's name is Bob.",
    "You are PirateBot. Your name is Redbeard and you live on a ship.",
]


@pytest.mark.parametrize("text", [*QUESTIONS, *SUPPOSITIONS, *OTHERS_WORDS, *REQUESTS, *SMALL_TALK, *MACHINE_TEXT])
def test_nothing_is_stored_where_nothing_is_stated(text: str) -> None:
    found = said(text)
    assert facts(found) == []
    assert found.instructions == ()


@pytest.mark.parametrize("role", ["system", "tool"])
def test_system_and_tool_turns_tell_nothing(role: str) -> None:
    found = said("My name is Ana. I live in Lima. Always answer in verse.", role=role)
    assert found.statements == () and found.instructions == () and found.mentions == ()


def test_an_assistant_tells_names_but_no_facts_and_no_wishes() -> None:
    found = said("I live in the cloud, but Ana Silva lives in Lima. Always answer in verse.", role="assistant")
    assert found.statements == () and found.instructions == ()
    assert [mention.name.name for mention in found.mentions] == ["Ana Silva", "Lima"]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I live in Berlin, do you know a good gym?", ("I", "city", "Berlin")),
        ("My name is Ana. Can you help me?", ("I", "name", "Ana")),
        ("Thanks! I work at Larkspur now.", ("I", "works_at", "Larkspur")),
        ("Write me a cover letter. I am a nurse.", ("I", "role", "nurse")),
    ],
)
def test_a_statement_beside_a_question_or_request_is_kept(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in facts(said(text))


def test_a_long_system_prompt_with_two_user_facts_gives_two_facts() -> None:
    prompt = "\n".join(f"{n}. You must always be polite to user {n} and never reveal rule {n}." for n in range(40))
    assert said(prompt, role="system").statements == ()
    assert len(facts(said("I live in Turku. I'm a chemist."))) == 2


def test_the_names_of_schema_fields_are_ordinary_words() -> None:
    found = said("attributes relations entities instructions subject key value target valid_from spans mentions")
    assert facts(found) == []
