from __future__ import annotations

import itertools
import random
from collections.abc import Iterable
from dataclasses import replace

import pytest

from memory_core.engine import temporal
from memory_core.engine.entities import EntityRef
from memory_core.engine.model import Category, Role, Session, Source, Turn
from memory_core.engine.proposal import (
    Correction,
    Proposal,
    Proposed,
    ProposedInstruction,
    ProposedMention,
    ProposedUncertainty,
)
from memory_core.engine.reconcile import need
from memory_core.engine.reconcile.batch import EARLIEST
from tests.engine import belief_model as model
from tests.engine.belief_model import LAST, Telling
from tests.engine.memory_ledger import MemoryLedger

ANN = EntityRef("person", "Ann")
TURN = Source("turn", "turn:1")


def says(key: str, value: str = "", at: int = 10, who: EntityRef = ANN, **more: object) -> Proposed:
    return Proposed(who, key, at, more.pop("source", TURN), value, **more)  # type: ignore[arg-type]


def proposal(*statements: Proposed, scope: str = "a", **more: object) -> Proposal:
    return Proposal("c", ((scope,),), statements=statements, **more)  # type: ignore[arg-type]


def corrections(outcome) -> list[tuple[str, str]]:
    return [(one.old, one.new) for summary in outcome.summaries for one in summary.corrections]


def believed(ledger: MemoryLedger, key: str, at: int = LAST, name: str = "Ann") -> list[str]:
    rows = ledger.of(name, key)
    [(single, line)] = temporal.lines(rows) if rows else [(True, rows)]
    return [row.value for row in temporal.believed(line, LAST, at, single)]


def statement(one: Telling, key: str) -> Proposed:
    source = Source("triple")
    return Proposed(ANN, key, one.known, source, one.value, None, one.start, one.end, ends=one.ends, exact_names=True)


@pytest.mark.parametrize("key", ["role", "likes"])
@pytest.mark.parametrize("endings", [False, True])
def test_what_is_written_in_any_order_is_believed_as_the_model_says(key: str, endings: bool) -> None:
    rng, single = random.Random(f"{key} {endings}"), key == "role"
    for _ in range(700):
        told = model.invent(rng, endings=endings, retirement=False)
        ledger, batches = MemoryLedger(now=rng.choice((6, 14, 25))), chunks(rng, told)
        for batch in batches:
            ledger.write(proposal(*(statement(one, key) for one in batch)))
        rows = ledger.of("Ann", key)
        for _ in range(6):
            known_at, instant = rng.randrange(26), rng.randrange(30)
            found = {row.value for row in temporal.believed(rows, known_at, instant, single)}
            assert found == model.believed(told, known_at, instant, single=single), (batches, known_at, instant)
        assert {row.id: row.live for row in rows} == temporal.live_flags(rows, ledger.now, single), batches
        assert not temporal.live_changes(rows, ledger.now)


def chunks(rng: random.Random, told: list[Telling]) -> list[list[Telling]]:
    cuts = sorted({0, len(told), *(rng.randrange(len(told) + 1) for _ in range(rng.randrange(4)))})
    return [told[start:end] for start, end in itertools.pairwise(cuts)]


def test_one_batch_and_many_writes_come_to_the_same() -> None:
    rng = random.Random("batches")
    for _ in range(500):
        told = model.invent(rng, endings=True, retirement=False)
        key = rng.choice(("role", "likes"))
        one, many = MemoryLedger(now=25), MemoryLedger(now=25)
        whole = one.write(proposal(*(statement(each, key) for each in told)))
        parts = [many.write(proposal(statement(each, key))) for each in told]
        facts = [(row.value, row.valid_from, row.valid_until, row.known_at, row.ends, row.live) for row in one.rows]
        assert facts == [(r.value, r.valid_from, r.valid_until, r.known_at, r.ends, r.live) for r in many.rows]
        if not any(each.ends for each in told):
            each_once = dict.fromkeys(pair for part in parts for pair in corrections(part))
            assert list(dict.fromkeys(corrections(whole))) == list(each_once)


def test_corrections_name_what_was_believed_and_is_not_any_more() -> None:
    rng = random.Random("corrections")
    for _ in range(700):
        told = model.invent(rng, endings=False, retirement=False)
        ledger = MemoryLedger(now=25)
        for place, one in enumerate(told):
            outcome = ledger.write(proposal(statement(one, "role")))
            at = max(one.begins, one.known)
            before = model.believed(told[:place], LAST, one.begins, single=True)
            after = model.believed(told[: place + 1], LAST, at, single=True)
            same = model.believed(told[: place + 1], LAST, one.begins, single=True)
            for old, new in corrections(outcome):
                assert {old} == before and {new} == after == {one.value} and old != new
            only = sum(other.value == one.value for other in told[: place + 1]) == 1
            if only and before and same == after == {one.value}:
                assert corrections(outcome), (told[: place + 1],)


def test_a_repeat_is_evidence_and_names_the_row_that_stands() -> None:
    ledger = MemoryLedger()
    first = ledger.write(proposal(says("role", "CTO", 10)))
    again = ledger.write(proposal(says("role", "cto", 20)))
    [fact] = again.summaries[0].attributes
    assert (fact.repeated, fact.row.id) == (True, first.changes.assertions[0].id)
    assert not again.summaries[0].corrections and not again.changes.live
    assert [row.live for row in ledger.rows] == [True, False]
    assert len(temporal.history(ledger.rows, LAST, True)) == 1


def test_the_same_words_of_the_same_moment_add_no_row() -> None:
    ledger = MemoryLedger()
    ledger.write(proposal(*[says("role", "CTO")] * 3, *[says("likes", "tea")] * 3))
    assert [row.evidence for row in ledger.rows] == [1, 1] or [row.evidence for row in ledger.rows] == [3, 3]
    ledger.write(proposal(says("role", "CTO"), says("likes", "tea")))
    assert [(row.value, row.evidence) for row in ledger.rows] == [("CTO", 4), ("tea", 4)]


def test_of_equal_ranks_the_one_written_later_wins_even_when_it_was_said_before() -> None:
    ledger = MemoryLedger()
    for value in ("CTO", "CEO", "CTO"):
        ledger.write(proposal(says("role", value)))
    assert believed(ledger, "role") == ["CTO"]


def test_a_newer_value_supersedes_and_is_a_correction() -> None:
    ledger = MemoryLedger()
    ledger.write(proposal(says("role", "COO", 10)))
    outcome = ledger.write(proposal(says("role", "CEO", 20)))
    assert outcome.summaries[0].corrections == (Correction("entity:person/Ann", "role", "COO", "CEO"),)
    assert [row.live for row in ledger.rows] == [False, True]
    assert outcome.changes.live == {ledger.rows[0].id: False}
    assert outcome.decisions[0].kind == "supersede" and outcome.decisions[0].others == (ledger.rows[0].id,)


def test_a_late_fact_and_a_value_of_many_correct_nothing() -> None:
    ledger = MemoryLedger()
    ledger.write(proposal(says("role", "CEO", 20), says("likes", "tea", 20)))
    outcome = ledger.write(proposal(says("role", "COO", 30, valid_from=5), says("likes", "rye", 30)))
    assert corrections(outcome) == [] and [one.kind for one in outcome.decisions] == ["late", "create"]
    assert believed(ledger, "role") == ["CEO"] and believed(ledger, "likes") == ["rye", "tea"]


def test_what_goes_on_after_a_later_word_has_ended_corrects_nothing() -> None:
    ledger = MemoryLedger(now=30)
    ledger.write(proposal(says("city", "Porto", at=20, valid_from=1, valid_until=5)))
    outcome = ledger.write(proposal(says("city", "Bergen", at=10, valid_from=1, valid_until=25)))
    assert corrections(outcome) == []
    assert [believed(ledger, "city", at) for at in (2, 6)] == [["Porto"], ["Bergen"]]


def test_another_scope_set_is_another_timeline() -> None:
    ledger = MemoryLedger()
    ledger.write(proposal(says("role", "COO", 10)))
    outcome = ledger.write(replace(proposal(says("role", "CEO", 20)), clauses=(("b",),)))
    assert corrections(outcome) == [] and all(row.live for row in ledger.rows)


def test_an_ending_is_a_correction_without_a_new_value() -> None:
    ledger = MemoryLedger()
    ledger.write(proposal(says("employer", "Initech"), says("pets", "a cat called Miso"), says("pets", "Rex")))
    outcome = ledger.write(proposal(says("employer", "initech", 20, ends=True), says("pets", "Miso", 20, ends=True)))
    assert corrections(outcome) == [("Initech", ""), ("a cat called Miso", "")]
    assert not outcome.summaries[0].attributes and not outcome.summaries[0].entities
    assert believed(ledger, "employer") == [] and believed(ledger, "pets") == ["Rex"]
    again = ledger.write(proposal(says("employer", "Initech", 30, ends=True)))
    assert corrections(again) == []


def test_an_ending_with_a_successor_in_the_same_turn_is_one_correction() -> None:
    for first_new in (False, True):
        ledger = MemoryLedger()
        ledger.write(proposal(says("role", "COO")))
        both = [says("role", "COO", 20, ends=True), says("role", "CEO", 20)]
        outcome = ledger.write(proposal(*(both[::-1] if first_new else both)))
        assert corrections(outcome) == [("COO", "CEO")]
        assert believed(ledger, "role") == ["CEO"]


def test_a_named_old_value_is_left_behind_even_if_its_start_was_only_assumed() -> None:
    ledger = MemoryLedger()
    ledger.write(proposal(says("city", "London", 19)))
    outcome = ledger.write(proposal(says("city", "Berlin", 20, valid_from=13, replaces="London")))
    assert corrections(outcome) == [("London", "Berlin")]
    assert believed(ledger, "city") == ["Berlin"]


def test_a_switch_goes_where_the_old_value_stands() -> None:
    ledger = MemoryLedger()
    ledger.write(proposal(says("editor", "Vim"), says("uses", "Firefox")))
    outcome = ledger.write(proposal(says("uses", "Helix", 20, replaces="Vim", replaced_keys=("editor", "browser"))))
    assert corrections(outcome) == [("Vim", "Helix")] and believed(ledger, "editor") == ["Helix"]
    outcome = ledger.write(
        proposal(says("uses", "Chrome", 30, replaces="Firefox", replaced_keys=("editor", "browser")))
    )
    assert corrections(outcome) == [("Firefox", "Chrome")] and believed(ledger, "uses") == ["Chrome"]


def test_an_end_said_later_closes_what_stands_from_its_own_start() -> None:
    ledger = MemoryLedger()
    ledger.write(proposal(says("city", "Oslo", 10)))
    ledger.write(proposal(says("city", "Oslo", 20, valid_until=25)))
    assert [(row.valid_from, row.valid_until) for row in ledger.rows] == [(10, None), (10, 25)]
    assert believed(ledger, "city", 24) == ["Oslo"] and believed(ledger, "city", 26) == []


def test_what_is_only_known_to_be_over_began_at_an_unknown_time() -> None:
    ledger = MemoryLedger()
    ledger.write(proposal(says("city", "Paris", 20, valid_until=12), says("city", "Oslo", 20)))
    assert ledger.rows[0].valid_from == EARLIEST
    assert [believed(ledger, "city", at) for at in (5, 15, 25)] == [["Paris"], [], ["Oslo"]]
    ledger = MemoryLedger()
    ledger.write(proposal(says("city", "Paris", 20, valid_until=12, exact_names=True)))
    assert [believed(ledger, "city", at) for at in (5, 15, 25)] == [[], [], []]


def test_relations_follow_the_same_rule_and_only_single_labels_supersede() -> None:
    ledger = MemoryLedger()
    acme, initech = EntityRef("organisation", "Acme"), EntityRef("organisation", "Initech")
    for at, target in ((10, acme), (20, initech)):
        outcome = ledger.write(proposal(says("works_at", at=at, target=target), says("manages", at=at, target=target)))
    assert corrections(outcome) == [("Acme", "Initech")]
    assert believed(ledger, "works_at") == ["Initech"] and believed(ledger, "manages") == ["Initech", "Acme"]
    assert [fact.target.name for fact in outcome.summaries[0].relations if fact.target] == ["Initech"] * 2
    outcome = ledger.write(proposal(says("works_at", at=30, target=initech, ends=True)))
    assert corrections(outcome) == [("Initech", "")] and believed(ledger, "works_at") == []


def test_an_attribute_and_a_relation_of_one_key_do_not_touch() -> None:
    ledger = MemoryLedger()
    ledger.write(proposal(says("mentor", "Bo", 10)))
    outcome = ledger.write(proposal(says("mentor", at=20, target=EntityRef("person", "Cy"))))
    assert corrections(outcome) == [] and all(row.live for row in ledger.rows)


def test_a_low_confidence_statement_is_kept_as_a_claim_with_an_uncertainty() -> None:
    ledger = MemoryLedger()
    ledger.write(proposal(says("role", "CTO", 10)))
    outcome = ledger.write(proposal(says("role", "CEO", 20, confidence=0.5)))
    [doubt] = outcome.summaries[0].uncertainties
    assert doubt.refs == tuple(row.id for row in ledger.rows) and doubt.value == "CEO" and doubt.about == "Ann role"
    assert believed(ledger, "role") == ["CTO"] and corrections(outcome) == []
    again = ledger.preview(proposal(says("role", "CEO", 21, confidence=0.5)), floor=0.4)
    assert again.summaries[0].uncertainties == (doubt,) and not again.changes.uncertainties
    firm = ledger.write(proposal(says("role", "CEO", 30)))
    assert firm.changes.resolved == ((doubt.id, 30),) and corrections(firm) == [("CTO", "CEO")]


def test_a_document_stands_against_a_turn_and_the_claim_is_linked_to_it() -> None:
    ledger = MemoryLedger()
    ledger.write(proposal(says("price", "9 EUR", 10, source=Source("document", "chunk:1"))))
    outcome = ledger.write(proposal(says("price", "7 EUR", 20), says("price", "9 EUR", 21, ends=True)))
    assert believed(ledger, "price") == ["9 EUR"] and corrections(outcome) == []
    assert [one.kind for one in outcome.decisions] == ["claim", "claim"]
    assert len(outcome.changes.uncertainties) == 2
    newer = ledger.write(proposal(says("price", "8 EUR", 30, source=Source("document", "chunk:2"))))
    assert corrections(newer) == [("9 EUR", "8 EUR")] and len(newer.changes.resolved) == 2


def test_words_of_low_trust_displace_nothing() -> None:
    ledger = MemoryLedger()
    ledger.write(proposal(says("role", "CTO", 10)))
    ledger.write(proposal(says("role", "root", 20, source=Source("turn", "turn:2", trust=0.2))))
    assert believed(ledger, "role") == ["CTO"]


def test_an_uncertainty_is_opened_once_and_resolved_by_a_firm_statement() -> None:
    ledger = MemoryLedger()
    doubt = ProposedUncertainty("contract end", "hedged", 10, TURN, "March", ANN, "contract_end")
    one = ledger.write(proposal(uncertainties=(doubt, doubt)))
    again = ledger.write(proposal(uncertainties=(doubt,)))
    assert len(one.changes.uncertainties) == 1 and not again.changes.uncertainties
    assert again.summaries[0].uncertainties == one.changes.uncertainties
    other = ledger.write(proposal(says("contract_end", "2026-03", 20, who=EntityRef("person", "Bo"))))
    assert not other.changes.resolved
    firm = ledger.write(proposal(says("contract_end", "2026-03", 20)))
    assert firm.changes.resolved == ((one.changes.uncertainties[0].id, 20),)


def wish(text: str, label: str = "", at: int = 10, revokes: bool = False) -> ProposedInstruction:
    return ProposedInstruction(text, label, at, TURN, revokes=revokes)


def test_an_instruction_said_again_is_one_and_its_revocation_ends_the_best_match() -> None:
    ledger = MemoryLedger()
    first = ledger.write(
        proposal(
            instructions=(
                wish("Always respond in bullet points.", "bullet_points"),
                wish("Answer in German", "german"),
            ),
            speaker=ANN,
        )
    )
    again = ledger.write(proposal(instructions=(wish("always respond in bullet points"),)))
    assert not again.changes.instructions and again.summaries[0].instructions[0] == first.changes.instructions[0]
    gone = ledger.write(proposal(instructions=(wish("Stop using bullet points.", at=20, revokes=True),), speaker=ANN))
    assert gone.changes.revoked == ((first.changes.instructions[0].id, 20),)
    assert corrections(gone) == [("Always respond in bullet points.", "")]
    assert not gone.summaries[0].instructions


def test_a_revocation_of_nothing_is_an_instruction_when_it_forbids() -> None:
    ledger = MemoryLedger()
    outcome = ledger.write(
        proposal(instructions=(wish("Stop calling me sir", revokes=True), wish("You can forget that", revokes=True)))
    )
    assert [one.description for one in outcome.changes.instructions] == ["Stop calling me sir"]
    assert outcome.changes.revoked == ()


def test_a_revocation_in_the_same_write_leaves_nothing_active() -> None:
    outcome = MemoryLedger().write(
        proposal(instructions=(wish("Use bullet points"), wish("No more bullet points", at=12, revokes=True)))
    )
    assert [one.revoked_at for one in outcome.changes.instructions] == [12]


def test_names_of_one_batch_mean_one_entity() -> None:
    ledger = MemoryLedger()
    named = [EntityRef("person", name) for name in ("Robert Smith", "robert  smith", "Bob", "Robert")]
    outcome = ledger.write(proposal(*(says(f"k{n}", "x", who=who) for n, who in enumerate(named))))
    assert [entity.name for entity in outcome.changes.entities] == ["Robert Smith"]
    assert [one.is_new for one in outcome.summaries[0].entities] == [True]
    later = ledger.write(proposal(says("k9", "x", who=EntityRef("person", "Bob"))))
    assert [(one.entity.name, one.is_new) for one in later.summaries[0].entities] == [("Robert Smith", False)]
    data = ledger.write(proposal(says("k9", "x", who=EntityRef("person", "Bob"), exact_names=True)))
    assert data.summaries[0].entities[0].is_new


def test_a_declared_name_means_the_entity_from_then_on_but_never_one_that_has_it() -> None:
    ledger = MemoryLedger()
    me = EntityRef("person", "alice")
    ledger.write(proposal(says("name", "Alice Chen", who=me), says("nickname", "Ally", who=me), speaker=me))
    for name in ("Alice Chen", "Ally"):
        outcome = ledger.write(proposal(says("role", "CTO", 20, who=EntityRef("person", name), exact_names=True)))
        assert outcome.summaries[0].entities[0].entity.name == "alice"
    other = ledger.write(proposal(says("role", "x", who=EntityRef("person", "Alice Cooper")), speaker=me))
    assert other.summaries[0].entities[0].is_new
    ledger.write(proposal(says("nickname", "Alice Cooper", 30, who=me)))
    assert [(one.entity_uid, one.name) for one in ledger.names] == [(1, "Alice Chen"), (1, "Ally")]


def test_a_name_of_data_declares_nothing() -> None:
    ledger = MemoryLedger()
    customer = EntityRef("person", "customer 17")
    ledger.write(proposal(says("name", "Ann Lee", who=customer, exact_names=True)))
    assert ledger.names == []


def test_a_name_told_in_one_scope_set_means_nobody_in_another() -> None:
    ledger = MemoryLedger()
    robert, zed = EntityRef("person", "Robert"), EntityRef("person", "Zed")
    ledger.write(proposal(says("nickname", "Zed", who=robert), scope="user/bob"))
    ledger.write(proposal(says("likes", "tea", who=robert), scope="user/alice"))
    there = ledger.write(proposal(says("likes", "cake", who=zed), scope="user/bob"))
    assert there.summaries[0].entities[0].entity.name == "Robert"
    here = ledger.write(proposal(says("likes", "cake", who=zed), scope="user/alice"))
    assert [(one.entity.name, one.is_new) for one in here.summaries[0].entities] == [("Zed", True)]
    assert not ledger.write(proposal(says("likes", "nuts", who=zed), scope="user/bob")).changes.block_keys


def test_an_entity_is_new_where_it_was_not_spoken_of_whoever_else_knows_it() -> None:
    ledger = MemoryLedger()
    for scope, new in (("user/bob", True), ("user/alice", True), ("user/alice", False)):
        outcome = ledger.write(proposal(says("city", "Rome", who=EntityRef("person", "Zoe Quux")), scope=scope))
        assert [one.is_new for one in outcome.summaries[0].entities] == [new]
    assert len(ledger.entities) == 1


def test_texts_are_linked_to_whom_they_name() -> None:
    ledger = MemoryLedger()
    mentions = (
        ProposedMention("turn:1", EntityRef("person", "Bo")),
        ProposedMention("turn:1", EntityRef("person", "Cy"), creates=True),
    )
    statements = [says("works_at", target=EntityRef("organisation", "Acme")), says("k", "v", source=Source("triple"))]
    outcome = ledger.write(proposal(*statements, mentions=mentions))
    names = {entity.uid: entity.name for entity in outcome.changes.entities}
    assert [(one.record_id, names[one.entity_uid]) for one in outcome.changes.mentions] == [
        ("turn:1", "Ann"),
        ("turn:1", "Acme"),
        ("turn:1", "Cy"),
    ]


def turn(number: int) -> Turn:
    return Turn(f"turn:{number}", "c", "s", 0, -1, Role.USER, "words", 10, 10)


def test_each_turn_has_its_own_summary_and_sees_the_turns_before() -> None:
    ledger = MemoryLedger()
    session = Session("s", "c", 0, 10)
    outcome = ledger.write(
        proposal(says("role", "COO", 10), says("role", "CEO", 20, turn=1), session=session, turns=(turn(1), turn(2)))
    )
    assert [len(one.corrections) for one in outcome.summaries] == [0, 1]
    assert outcome.changes.session and outcome.changes.session.scope_set == 1
    assert [one.scope_set for one in outcome.changes.turns] == [1, 1]
    assert ledger.write(proposal(session=session, turns=(turn(3),))).changes.session is None


def test_an_entity_that_is_written_about_is_updated_and_one_that_is_only_named_is_not() -> None:
    ledger = MemoryLedger()
    bo = EntityRef("person", "Bo")
    ledger.write(proposal(says("role", "CTO"), says("role", "CEO", who=bo)))
    ledger.now = 2000
    outcome = ledger.write(proposal(says("knows", at=20, target=bo)))
    assert [(one.name, one.updated_at) for one in outcome.changes.entities] == [("Ann", 2000)]


def test_keys_are_folded_and_a_category_is_kept() -> None:
    outcome = MemoryLedger().write(proposal(says("Job Title", "CTO", category=Category.IDENTITY), says("???", "x")))
    assert [(row.key, row.category) for row in outcome.changes.assertions] == [
        ("role", Category.IDENTITY),
        ("???", Category.KNOWLEDGE),
    ]


def test_a_preview_says_what_the_write_then_does() -> None:
    ledger = MemoryLedger()
    ledger.write(proposal(says("role", "COO", 10)))
    wanted = proposal(says("role", "CEO", 20), says("likes", "tea", 20))
    seen, done = ledger.preview(wanted), ledger.write(wanted)
    assert [str(one.corrections) for one in seen.summaries] == [str(one.corrections) for one in done.summaries]
    assert values(seen.changes.assertions) == values(done.changes.assertions)


def values(rows: Iterable[object]) -> list[str]:
    return [row.value for row in rows]  # type: ignore[attr-defined]


def test_what_is_needed_are_the_names_keys_and_the_session() -> None:
    asked = need(
        proposal(
            says("job", "CTO", exact_names=True),
            says("works_for", target=EntityRef("organisation", "Acme"), exact_names=True),
            session=Session("s", "c", 0, 10),
        )
    )
    assert asked.block_keys == {("person", "ann"), ("organisation", "acme")}
    assert {"first=ann", "form=aacem"} < asked.filed_keys
    assert not asked.filed_keys & {"ann", "acme"}
    assert asked.keys == {"role", "works_at"} and asked.session_id == "s" and asked.instructions
    assert not need(proposal(turns=(turn(1),))).instructions
