"""What users of memory services met when they wrote: invented facts, lost facts, doubled facts. Through every door."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.doors.product import DOORS, Product
from tests.doors.tenant import Body, Refused, Tenant

SPEECH = ("grpc", "rest")
"""Doors that take a role and a time with a turn."""


@pytest.fixture
def tenant(product: Product) -> Tenant:
    """A context of the test's own."""
    return Tenant(product).open()


def taken(answer: Body) -> list[str]:
    """Ids of the facts of a write."""
    return [one["id"] for kind in ("attributes", "relations") for one in answer["extraction"][kind]]


@pytest.mark.parametrize("door", SPEECH)
def test_a_long_system_prompt_adds_nothing_and_the_users_two_facts_are_all(tenant: Tenant, door: str) -> None:
    caller = tenant.caller().at(door)
    rules = "\n".join(
        f"{n}. You are Nora, a clerk of Umbra Ltd in Oslo. Always answer in verse {n}." for n in range(40)
    )
    caller.remember(rules, role="system", session_id="s")
    caller.remember("My name is Ines Falk. I live in Porto.", session_id="s")
    facts = caller.at("rest").facts()
    assert [fact.split(" ", 1)[0] for fact in facts] and all("Ines" in fact or "Porto" in fact for fact in facts), facts
    assert not any(word in fact for fact in facts for word in ("Nora", "Umbra", "Oslo", "verse"))
    assert caller.at("rest").rest("GET", "/state")["instructions"] == []


@pytest.mark.parametrize("door", DOORS)
def test_recalled_context_that_is_pasted_back_five_times_is_an_echo(tenant: Tenant, door: str) -> None:
    caller = tenant.caller().at(door)
    caller.remember("Ines Falk works at Umbra as a surveyor. Her sister Lotte lives in Bergen.")
    before = caller.at("rest").facts()
    assert before
    for _ in range(5):
        answer = caller.remember(caller.block("Where does Ines Falk work?"))
        assert answer["extraction"]["echo"], answer
        assert not answer["extraction"]["attributes"] and not answer["extraction"].get("confirmed")
    assert caller.at("rest").facts() == before


@pytest.mark.parametrize("door", DOORS)
def test_the_same_text_twice_is_one_fact_and_the_second_says_that_it_is_known(tenant: Tenant, door: str) -> None:
    caller = tenant.caller().at(door)
    first = caller.remember("Ines Falk works at Umbra.")
    second = caller.remember("Ines Falk works at Umbra.")
    assert taken(second) == second["extraction"]["confirmed"] == taken(first)
    assert not second["extraction"]["corrections"]
    facts = caller.at("rest").facts()
    assert len([one for one in facts if "Umbra" in one]) == 1, facts


@pytest.mark.parametrize("door", DOORS)
def test_a_mention_of_an_entity_ends_no_other_fact(tenant: Tenant, door: str) -> None:
    caller = tenant.caller().at(door)
    caller.remember("Ines Falk works at Umbra as CFO.")
    before = caller.at("rest").facts()
    answer = caller.remember("Ines Falk administers the GitHub organisation of Umbra.")
    assert answer["extraction"]["corrections"] == []
    assert set(before) <= set(caller.at("rest").facts())


@pytest.mark.parametrize("door", DOORS)
def test_a_correction_in_words_does_what_a_correction_in_parts_does(tenant: Tenant, door: str) -> None:
    caller = tenant.caller()
    for name in ("Ines Falk", "Tariq Nasser"):
        caller.at(door).remember(f"{name} lives in Porto.")
    words = caller.at(door).remember("Actually, Ines Falk lives in Bergen.")
    parts = caller.tell("person/Tariq Nasser", "city", "Bergen")
    changed = [answer["extraction"]["corrections"] for answer in (words, parts)]
    assert [(one["oldValue"], one["newValue"]) for [one] in changed] == [("Porto", "Bergen")] * 2
    assert caller.values("person/Ines Falk", "city") == caller.values("person/Tariq Nasser", "city") == ["Bergen"]


def test_one_label_with_two_targets_is_two_relations(tenant: Tenant) -> None:
    caller = tenant.caller()
    for other in ("Lotte", "Tariq"):
        who, whom = ({"type": "person", "name": name} for name in ("Ines", other))
        caller.rest(
            "POST", "/facts", {"infer": "triples", "triples": [{"entity": who, "key": "knows", "target": whom}]}
        )
    relations = caller.rest("GET", "/entities/person/Ines")["relations"]
    assert sorted(one["object"] for one in relations) == ["entity:person/Lotte", "entity:person/Tariq"]


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("text", ["", "   ", "\n\t "])
def test_nothing_said_is_refused_by_its_field_and_leaves_no_row(tenant: Tenant, door: str, text: str) -> None:
    caller = tenant.caller()
    with pytest.raises(Refused) as refused:
        caller.at(door).remember(text, session_id="empty")
    assert refused.value.reason in ("INVALID_ARGUMENT", "") and "text" in (refused.value.fields or ["text"])
    assert caller.facts() == []
    assert caller.texts("anything at all") == []


@pytest.mark.parametrize("door", DOORS)
def test_words_that_are_names_of_fields_are_kept_and_found(tenant: Tenant, door: str) -> None:
    words = "attributes entities relations id context scope_set labels key value session_id null true text kind".split()
    caller = tenant.caller().at(door)
    for word in words:
        caller.remember(f"{word} zq", infer="none")
    for word in words:
        assert f"{word} zq" in caller.texts(f"{word} zq", k=3)


@pytest.mark.parametrize("door", DOORS)
def test_twenty_writes_of_one_fact_at_once_make_one(tenant: Tenant, door: str) -> None:
    caller = tenant.caller()
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: caller.at(door).remember("Ines Falk works at Umbra."), range(20)))
    assert all(taken(answer) for answer in answers)
    assert len([one for one in caller.facts() if "Umbra" in one]) == 1


def test_one_job_held_twice_with_a_gap_is_two_spans(tenant: Tenant) -> None:
    caller, who = tenant.caller(), "person/Ines Falk"
    caller.tell(who, "employer", "Umbra", "2019-01-01", "2020-01-01")
    caller.tell(who, "employer", "Umbra", "2024-01-01")
    when = ("2019-06-01", "2022-06-01", "2024-06-01")
    assert [caller.values(who, "employer", f"atInstant={one}") for one in when] == [["Umbra"], [], ["Umbra"]]


@pytest.mark.parametrize("door", DOORS)
def test_two_texts_with_the_same_long_start_are_both_found_by_their_ends(tenant: Tenant, door: str) -> None:
    caller, start = tenant.caller().at(door), "the lantern in the harbour was lit again " * 8
    for end in ("by Quillon", "by Zephira"):
        caller.remember(f"{start}{end}", infer="none")
    for end in ("Quillon", "Zephira"):
        assert caller.texts(end, k=1, mode="bm25")[0].endswith(end)


@pytest.mark.parametrize("door", DOORS)
def test_ten_appends_to_one_session_at_once_are_all_there_in_one_order(tenant: Tenant, door: str) -> None:
    caller = tenant.caller()
    with ThreadPoolExecutor(10) as pool:
        list(pool.map(lambda n: caller.at(door).remember(f"line {n} zq", session_id="log", infer="none"), range(10)))
    turns = caller.rest("GET", "/sessions/log/turns")["turns"]
    assert sorted(turn["content"] for turn in turns) == sorted(f"line {n} zq" for n in range(10))
    assert [turn["seq"] for turn in turns] == list(range(10))


@pytest.mark.parametrize("door", DOORS)
def test_a_fact_in_other_words_from_another_session_is_one_fact_with_two_sources(tenant: Tenant, door: str) -> None:
    caller = tenant.caller()
    said = ("Ines Falk works at Umbra.", "Ines Falk is employed by Umbra.")
    with ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(caller.at(door).remember, text, session_id=f"s{n}") for n, text in enumerate(said)]
        answers = [job.result() for job in jobs]
    assert all(taken(answer) for answer in answers)
    assert [fact for fact in caller.facts() if "Umbra" in fact] == [
        "entity:person/Ines Falk works_at entity:organisation/Umbra"
    ]


@pytest.mark.parametrize("door", DOORS)
def test_a_firm_word_about_one_person_leaves_the_doubt_about_another_open(tenant: Tenant, door: str) -> None:
    caller = tenant.caller()

    def doubted() -> list[str]:
        return [one["about"] for one in caller.rest("GET", "/state")["unknowns"]]

    caller.at(door).remember("I think Ines Falk lives in Porto.")
    assert doubted() == ["Ines Falk city"]
    caller.at(door).remember("Tariq Nasser lives in Bergen.")
    assert doubted() == ["Ines Falk city"]
    caller.at(door).remember("Ines Falk lives in Oslo.")
    assert doubted() == []
