"""Which telling recall puts first, and when it says that it knows nothing: the same through every door."""

from __future__ import annotations

import pytest

from tests.doors.product import DOORS, Product
from tests.doors.tenant import Caller, Tenant

OLD = "The rent of my studio is $700, and the landlord is friendly."
NEW = "I was told that the rent of my studio has been raised to $760."


@pytest.fixture
def caller(product: Product) -> Caller:
    """Somebody who told a thing twice, between other things."""
    caller = Tenant(product).open().caller()
    said = [
        ("2024-01-10", OLD),
        ("2024-02-01", "The studio has a small balcony with tomatoes."),
        ("2024-05-20", NEW),
        ("2024-06-01", "I keep my bicycle in the yard of the studio."),
    ]
    messages = [{"role": "user", "content": text, "ts": f"{day}T10:00:00Z"} for day, text in said]
    caller.rest("POST", "/facts/batch", {"messages": messages, "infer": "none"})
    return caller


@pytest.mark.parametrize("door", DOORS)
def test_a_question_about_now_meets_the_newer_telling_first_and_one_about_before_the_older(
    caller: Caller, door: str
) -> None:
    at = caller.at(door)
    now = at.texts("How much is the rent of my studio?")
    assert now.index(NEW) < now.index(OLD)
    before = at.texts("How much was the rent of my studio originally?")
    assert before.index(OLD) < before.index(NEW)
    block = at.block("How much is the rent of my studio?")
    assert block.index("raised to $760") < block.index("is $700")
    assert "- 2024-05-20: " in block and "- 2024-01-10: " in block


@pytest.mark.parametrize("door", DOORS)
def test_at_an_earlier_instant_only_the_older_telling_is_known(caller: Caller, door: str) -> None:
    name = "as_of" if door == "mcp" else "asOf"
    found = caller.at(door).texts("How much is the rent of my studio?", **{name: "2024-03-01T00:00:00Z"})
    assert OLD in found and NEW not in found


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    ("query", "nothing"),
    [
        ("What does Zorblin Quax think about the studio?", True),
        ("How many llamas does Fenwick keep?", True),
        ("Where is my bicycle?", False),
        ("What grows on the balcony?", False),
        ("Where did I keep my bicycle in February 2019?", False),
        ("What did I say of the balcony on Tuesday?", False),
    ],
)
def test_who_was_never_mentioned_has_no_match(caller: Caller, door: str, query: str, nothing: bool) -> None:
    answer = caller.at(door).ask("recall", {"query": query})
    assert bool(answer.get("noMatch", answer.get("no_match"))) is nothing


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("用户服务器部署在腾讯云国内节点", "腾讯云"),
        ("ฉันอาศัยอยู่ในกรุงเทพ", "กรุงเทพ"),
    ],
)
def test_scripts_without_blanks_are_found_by_the_text_leg_alone(
    caller: Caller, door: str, text: str, query: str
) -> None:
    caller.remember(text, infer="none")
    found = caller.at(door).texts(query, mode="bm25")
    assert found[0] == text


@pytest.mark.parametrize("door", DOORS)
def test_what_the_ledger_superseded_stands_behind_what_took_its_place(product: Product, door: str) -> None:
    caller = Tenant(product).open().caller()
    first, second = "Ines Falk lives in Bergen.", "Ines Falk lives in Tromsø, far up north in a house by the water."
    caller.remember(first, observed_at="2024-01-10T10:00:00Z")
    caller.remember(second, observed_at="2024-06-10T10:00:00Z")
    now = caller.at(door).texts("Where does Ines Falk live?")
    assert now.index(second) < now.index(first)
    before = caller.at(door).texts("Where did Ines Falk live originally?")
    assert before.index(first) < before.index(second)


@pytest.mark.parametrize("door", DOORS)
def test_who_asks_about_themselves_gets_their_own_fact_directly(product: Product, door: str) -> None:
    tenant = Tenant(product).open()
    mine, other = tenant.user("maya"), tenant.user("omar")
    other.remember("I was promoted to treasurer.")
    mine.remember("I was promoted to surveyor. My sister Lotte is a treasurer.")
    answer = mine.at(door).ask("recall", {"query": "What is my role?"})
    assert answer["tier"] == "direct", answer
    assert "maya" in answer["hits"][0]["text"] and "surveyor" in answer["hits"][0]["text"]
    boss = tenant.caller("overseer")
    lens = {"lens": [["user/omar"]]}
    asked = boss.at(door).ask("recall", {"query": "What is my role?", **lens})
    assert "omar" in asked["hits"][0]["text"] and "treasurer" in asked["hits"][0]["text"]
    stranger = mine.at(door).ask("recall", {"query": "What does Zorblin Quax think of my role?"})
    assert stranger.get("noMatch", stranger.get("no_match"))


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("Where do I live?", "Porto"),
        ("Where does Ines Falk live?", "Bergen"),
        ("Who does Ines Falk work for?", "Umbra"),
        ("How old is Ines Falk?", "41"),
    ],
)
def test_a_key_may_be_asked_for_in_other_words(caller: Caller, door: str, query: str, said: str) -> None:
    caller.remember("I live in Porto. Ines Falk lives in Bergen. Ines Falk works at Umbra. Ines Falk is 41.")
    caller.remember("Where does Omar live, and how old is he?")
    answer = caller.at(door).ask("recall", {"query": query})
    assert said in answer["hits"][0]["text"] and answer["tier"] == "direct", answer["hits"][:2]
