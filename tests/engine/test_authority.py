"""A document against a turn, in every order of arrival, against the bare rule."""

from __future__ import annotations

import itertools
import random

import pytest

from memory_core.engine import temporal
from memory_core.engine.entities import EntityRef
from memory_core.engine.model import Source
from memory_core.engine.proposal import Proposal, Proposed
from memory_core.engine.reconcile.doubts import DOCUMENT_STANDS
from tests.engine import authority_model as model
from tests.engine.authority_model import Said
from tests.engine.belief_model import LAST
from tests.engine.memory_ledger import MemoryLedger

ANN = EntityRef("person", "Ann")
UNSURE = 0.5
NUMBERS = itertools.count(1)


def told(ledger: MemoryLedger, *said: Said, key: str = "role"):
    statements = tuple(
        Proposed(
            ANN, key, one.known, Source(one.kind, f"{one.kind}:{next(NUMBERS)}"), one.value, None, one.start, one.end,
            ends=one.ends, confidence=1.0 if one.sure else UNSURE, exact_names=True,
        )
        for one in said
    )  # fmt: skip
    return ledger.write(Proposal("c", (("a",),), statements=statements))


def turn(value: str, known: int, start: int | None = None, **more) -> Said:
    return Said(value, "turn", start, None, known, **more)


def paper(value: str, known: int, start: int | None = None, **more) -> Said:
    return Said(value, "document", start, None, known, **more)


def now(ledger: MemoryLedger, key: str = "role") -> list[str]:
    return [row.value for row in temporal.believed(ledger.of("Ann", key), LAST, LAST, single=True)]


@pytest.mark.parametrize("endings", [False, True])
def test_what_is_believed_is_what_the_rule_says_in_any_order_of_arrival(endings: bool) -> None:
    rng, claims = random.Random(f"authority {endings}"), 0
    for _ in range(2500):
        history = model.invent(rng, endings=endings)
        ledger, left = MemoryLedger(now=25), list(history)
        while left:
            size = rng.randint(1, len(left))
            told(ledger, *left[:size])
            left = left[size:]
        rows = ledger.of("Ann", "role")
        claims += bool(temporal.resolve(rows, LAST, single=True).claims)
        for _ in range(6):
            known_at, instant = rng.randrange(26), rng.randrange(30)
            found = {row.value for row in temporal.believed(rows, known_at, instant, single=True)}
            assert found == model.believed(history, known_at, instant), (history, known_at, instant)
        assert {row.id: row.live for row in rows} == temporal.live_flags(rows, ledger.now, single=True), history
    assert claims > 500


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_the_document_stands_and_the_claim_is_linked_whatever_came_first(order: tuple[int, ...]) -> None:
    said = (turn("CFO", 10), paper("CEO", 20, 15), turn("COO", 30))
    ledger = MemoryLedger()
    for place in order:
        told(ledger, said[place])
    assert now(ledger) == ["CEO"]
    doubts = [one for one in ledger.uncertainties.values() if one.resolved_at is None]
    assert {one.reason for one in doubts} == {DOCUMENT_STANDS} and {one.value for one in doubts} == {"CFO", "COO"}
    [document] = [row.id for row in ledger.rows if row.source.kind == "document"]
    assert all(document in one.refs for one in doubts)


def test_a_claim_is_no_doubt_before_the_document_is_known() -> None:
    ledger = MemoryLedger()
    told(ledger, turn("CFO", 10))
    told(ledger, paper("CEO", 20))
    [doubt] = ledger.uncertainties.values()
    assert doubt.known_at == 20 and doubt.source.kind == "turn" and doubt.value == "CFO"


def test_a_document_that_repeats_what_a_user_said_lends_it_its_weight() -> None:
    for first, second in ((turn, paper), (paper, turn)):
        ledger = MemoryLedger()
        told(ledger, first("CFO", 10))
        told(ledger, second("CFO", 20))
        [doubt] = told(ledger, turn("CEO", 30)).changes.uncertainties
        assert doubt.reason == DOCUMENT_STANDS and now(ledger) == ["CFO"]
        told(ledger, paper("CEO", 40))
        assert now(ledger) == ["CEO"]


def test_a_turn_that_agrees_with_a_document_is_evidence_and_opens_no_doubt() -> None:
    ledger = MemoryLedger()
    told(ledger, paper("CFO", 10, 5))
    outcome = told(ledger, turn("CFO", 20, 15))
    assert outcome.decisions[0].kind == "repeat" and not outcome.changes.uncertainties
    assert told(ledger, turn("CEO", 30)).decisions[0].kind == "claim"


def test_a_turn_neither_ends_nor_shortens_what_a_document_says() -> None:
    ledger = MemoryLedger()
    told(ledger, paper("CFO", 10, 5))
    told(ledger, Said("CFO", "turn", 5, 12, 20), turn("", 25, ends=True))
    assert now(ledger) == ["CFO"]


def test_words_of_low_trust_have_not_the_weight_of_a_document() -> None:
    ledger = MemoryLedger()
    told(ledger, paper("CEO", 10, sure=False))
    told(ledger, turn("CFO", 20))
    assert now(ledger) == ["CFO"]
    told(ledger, paper("CEO", 30, sure=False))
    assert now(ledger) == ["CFO"]


def test_a_newer_document_supersedes_an_older_one_also_when_it_arrives_first() -> None:
    for order in ((0, 1), (1, 0)):
        ledger, said = MemoryLedger(), (paper("CFO", 10), paper("CEO", 20))
        for place in order:
            told(ledger, said[place])
        assert now(ledger) == ["CEO"] and not ledger.uncertainties
