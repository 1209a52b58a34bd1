"""Reading memory through the gate."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from memory_core.engine.model import DocumentStatus, Mention, Source
from memory_core.ports.store import Ledger
from tests.contract.ledger.records import (
    ANN,
    BOB,
    CONTEXT,
    EVERYTHING,
    OTHER_CONTEXT,
    ann_lives_in,
    chunk,
    document,
    entity,
    fact,
    gate,
    ids,
    instruction,
    names_of,
    relation,
    repeat,
    turn,
    uncertainty,
    write,
)
from tests.fakes import NOON

LATER = NOON + 1_000


class ReadSuite:
    """Behaviour of the gated reads of MemoryLedger."""

    async def _one_of_each(self, ledger: Ledger, **given: Any) -> tuple[dict[str, str], int]:
        """A record of every kind that the turn-like reads know, and their scope set."""
        source = Source("turn", "turn:0", given.pop("session", None))
        told = turn("red kettle", session=source.session_id or "session:1", **given)
        said, asked = fact("red kettle", source=source, **given), instruction("red kettle", source=source, **given)
        doubted = uncertainty("red kettle", source=source)
        done = await write(
            ledger,
            entities=(entity("Ann"),),
            turns=(told,),
            assertions=(said,),
            instructions=(asked,),
            uncertainties=(doubted,),
        )
        return {"turn": told.id, "fact": said.id, "instruction": asked.id, "uncertainty": doubted.id}, done.scope_set

    async def _seen(self, ledger: Ledger, through: Any) -> set[str]:
        """Kinds of records that pass a gate; every way to read them must agree."""
        memory = ledger.memory
        lists = {
            "turn": [await memory.recent_turns(through, 9), await ledger.sessions.tail(through, "session:1", 9)],
            "fact": [await memory.assertions(through), await memory.assertions(through, keys=["city"])],
            "instruction": [await memory.instructions(through)],
            "uncertainty": [await memory.uncertainties(through, 9)],
        }
        found = {kind for kind, ways in lists.items() if any(ways)}
        assert all(len({len(way) for way in ways}) == 1 for ways in lists.values())
        assert {one.id.partition(":")[0] for one in await memory.search_words(through, ["KETTLE", "red"], 9)} == {
            "attribute" if kind == "fact" else kind for kind in found
        }
        return found

    async def test_only_rows_of_the_readers_scope_sets_are_seen(self, ledger: Ledger) -> None:
        rows, mine = await self._one_of_each(ledger)
        every = set(rows)
        assert await self._seen(ledger, gate(mine)) == every
        assert await self._seen(ledger, gate(mine + 1)) == set()
        assert await self._seen(ledger, gate()) == set()
        assert await self._seen(ledger, EVERYTHING) == every
        assert await self._seen(ledger, gate(mine, *range(1_000, 3_000))) == every
        assert await self._seen(ledger, gate(*range(1_000, 3_000))) == set()

    async def test_ids_of_rows_out_of_sight_answer_nothing(self, ledger: Ledger) -> None:
        rows, mine = await self._one_of_each(ledger)
        for through in (gate(mine + 1), gate(), gate(*range(1_000, 3_000))):
            assert await ledger.memory.turns(through, rows.values()) == []
            assert await ledger.memory.assertions(through, ids=rows.values()) == []
            assert await ledger.memory.instructions(through, ids=list(rows.values())) == []
        assert ids(await ledger.memory.turns(gate(mine), rows.values())) == [rows["turn"]]
        assert ids(await ledger.memory.assertions(gate(mine), ids=rows.values())) == [rows["fact"]]
        assert ids(await ledger.memory.instructions(gate(mine), ids=list(rows.values()))) == [rows["instruction"]]

    async def test_another_context_sees_nothing_even_with_every_scope_set(self, ledger: Ledger) -> None:
        await self._one_of_each(ledger)
        assert await self._seen(ledger, type(EVERYTHING)(OTHER_CONTEXT, None, NOON)) == set()

    async def test_rows_are_not_known_before_their_instant(self, ledger: Ledger) -> None:
        rows, mine = await self._one_of_each(ledger)
        assert await self._seen(ledger, gate(mine, known_at=NOON - 1)) == set()
        assert await self._seen(ledger, gate(mine, known_at=NOON, now=False)) == set(rows)

    async def test_retired_rows_are_seen_only_by_a_gate_that_looks_at_the_past(self, ledger: Ledger) -> None:
        rows, mine = await self._one_of_each(ledger)
        assert await ledger.memory.retire(CONTEXT, rows.values(), LATER) == 4
        assert await self._seen(ledger, gate(mine)) == set()
        assert await self._seen(ledger, gate(mine, known_at=LATER + 9)) == set()
        assert await self._seen(ledger, gate(mine, known_at=LATER - 1, now=False)) == set(rows)
        assert await self._seen(ledger, gate(mine, known_at=LATER, now=False)) == set()

    async def test_all_labels_of_the_gate_must_be_on_the_row(self, ledger: Ledger) -> None:
        _, mine = await self._one_of_each(ledger, labels=("blue", 'a"b,c'))
        labelled = {"turn", "fact", "instruction"}
        assert await self._seen(ledger, gate(mine, labels=("blue",))) == labelled
        assert await self._seen(ledger, gate(mine, labels=('a"b,c', "blue"))) == labelled
        assert await self._seen(ledger, gate(mine, labels=("blue", "green"))) == set()
        assert await self._seen(ledger, gate(mine, labels=("blu",))) == set()

    async def test_a_gate_of_a_session_sees_its_turns_and_what_came_from_them(self, ledger: Ledger) -> None:
        rows, mine = await self._one_of_each(ledger, session="session:1")
        assert await self._seen(ledger, gate(mine, session_id="session:1")) == set(rows)
        assert await self._seen(ledger, gate(mine, session_id="session:2")) == set()

    async def test_a_fact_that_was_repeated_in_a_session_came_from_it_too(self, ledger: Ledger) -> None:
        said = await ann_lives_in(ledger, source=Source("turn", "turn:1", "session:1"))
        await write(ledger, evidence=(repeat(said.id, source=Source("turn", "turn:2", "session:2")),))
        for name, count in (("session:1", 1), ("session:2", 1), ("session:3", 0)):
            assert len(await ledger.memory.assertions(gate(said.scope_set, session_id=name))) == count

    async def test_entity_and_target_are_either_while_other_filters_are_all(self, ledger: Ledger) -> None:
        ann, acme = entity("Ann"), entity("Acme", -2, type_="organisation")
        lives, works, hires = fact(), relation(-2), relation(-1, uid=-2, key="employs")
        await write(ledger, entities=(ann, acme), assertions=(lives, works, hires))
        stored = {one.id: one for one in await ledger.memory.assertions(EVERYTHING)}
        who, firm = stored[works.id].entity_uid, stored[works.id].target_uid or 0

        async def read(**asked: Any) -> list[str]:
            return ids(await ledger.memory.assertions(EVERYTHING, **asked))

        assert await read(entity_uids=[who]) == [lives.id, works.id]
        assert await read(target_uids=[firm]) == [works.id]
        assert await read(entity_uids=[firm], target_uids=[firm]) == [works.id, hires.id]
        assert await read(entity_uids=[who], keys=["works_at"]) == [works.id]
        assert await read(entity_uids=[who], ids=[lives.id, hires.id]) == [lives.id]
        assert await read(entity_uids=[]) == []
        assert await read(ids=[]) == []
        assert await read(keys=["employs", "city"]) == [lives.id, hires.id]
        assert await read(limit=2) == [lives.id, works.id]

    async def test_rows_that_are_not_live_are_left_out_on_demand(self, ledger: Ledger) -> None:
        old = await ann_lives_in(ledger)
        new = fact("Rome", uid=old.entity_uid)
        await write(ledger, assertions=(new,), live={old.id: False})
        assert ids(await ledger.memory.assertions(EVERYTHING, live_only=True)) == [new.id]
        assert ids(await ledger.memory.assertions(EVERYTHING)) == [old.id, new.id]

    async def test_timelines_tell_all_rows_of_their_lines_whatever_the_labels(self, ledger: Ledger) -> None:
        paris = await ann_lives_in(ledger)
        rome, role = fact("Rome", uid=paris.entity_uid), fact("nurse", uid=paris.entity_uid, key="role")
        await write(ledger, assertions=(rome, role))
        other = await write(ledger, clauses=BOB, assertions=(fact("Bonn", uid=paris.entity_uid),))
        mine = gate(paris.scope_set, labels=("x",), session_id="session:9")
        line = (paris.entity_uid, "city", paris.scope_set)
        assert ids(await ledger.memory.timelines(mine, [line])) == [paris.id, rome.id]
        both = [line, (paris.entity_uid, "role", paris.scope_set), (paris.entity_uid, "city", other.scope_set)]
        assert ids(await ledger.memory.timelines(mine, both)) == [paris.id, rome.id, role.id]
        await ledger.memory.retire(CONTEXT, [rome.id], NOON)
        assert ids(await ledger.memory.timelines(mine, [line])) == [paris.id]

    async def test_evidence_follows_its_assertion_and_its_own_instant(self, ledger: Ledger) -> None:
        said = await ann_lives_in(ledger)
        first, second = repeat(said.id, known_at=NOON + 2), repeat(said.id, known_at=NOON + 1)
        await write(ledger, evidence=(first, second))
        assert await ledger.memory.evidence(gate(said.scope_set, known_at=NOON + 2), [said.id]) == [second, first]
        assert await ledger.memory.evidence(gate(said.scope_set, known_at=NOON + 1), [said.id]) == [second]
        assert await ledger.memory.evidence(gate(said.scope_set + 1, known_at=LATER), [said.id]) == []

    async def test_entities_are_listed_by_their_visible_facts_as_subject_or_target(self, ledger: Ledger) -> None:
        ann, acme = entity("Ann"), entity("Acme", -2, type_="organisation")
        done = await write(ledger, entities=(ann, acme, entity("Zoe", -3)), assertions=(relation(-2),))
        await write(ledger, clauses=BOB, entities=(entity("Bob"),), assertions=(fact(),))

        async def listed(through: Any, type_: str | None = None, limit: int = 9, offset: int = 0) -> list[str]:
            return [one.name for one in await ledger.memory.list_entities(through, type_, limit, offset)]

        assert await listed(gate(done.scope_set)) == ["Acme", "Ann"]
        assert await listed(EVERYTHING) == ["Acme", "Ann", "Bob"]
        assert await listed(EVERYTHING, "person") == ["Ann", "Bob"]
        assert await listed(EVERYTHING, None, 1, 1) == ["Ann"]
        assert await listed(gate()) == []

    async def test_recent_turns_are_the_latest_by_when_they_were_observed(self, ledger: Ledger) -> None:
        told = [turn(f"{n}", observed_at=NOON - n * 10) for n in (3, 1, 2)]
        done = await write(ledger, turns=tuple(told))
        for through in (gate(done.scope_set), EVERYTHING, gate(*range(1, 2_000))):
            assert [one.content for one in await ledger.memory.recent_turns(through, 2)] == ["1", "2"]

    async def test_session_turns_are_paged_by_seq_and_their_tail_is_oldest_first(self, ledger: Ledger) -> None:
        await write(ledger, turns=tuple(turn(f"{n}") for n in range(5)))
        await write(ledger, clauses=BOB, turns=(turn("hidden"),))
        done = await write(ledger, turns=(turn("5"),))
        mine = gate(done.scope_set)
        assert [one.content for one in await ledger.sessions.session_turns(mine, "session:1", 2, 4)] == ["4", "5"]
        assert [one.content for one in await ledger.sessions.tail(mine, "session:1", 3)] == ["3", "4", "5"]
        assert await ledger.sessions.tail(mine, "session:9", 3) == []

    async def test_instructions_are_active_until_they_are_revoked(self, ledger: Ledger) -> None:
        first, second = instruction(), instruction(known_at=NOON + 1)
        await write(ledger, instructions=(first, second))
        await write(ledger, revoked=((first.id, LATER),))
        now, then = gate(every=True, known_at=LATER), gate(every=True, known_at=LATER - 1, now=False)
        assert ids(await ledger.memory.instructions(now)) == [second.id]
        assert ids(await ledger.memory.instructions(then)) == [second.id, first.id]
        assert ids(await ledger.memory.instructions(then, limit=1)) == [second.id]

    async def test_uncertainties_are_open_until_they_are_resolved(self, ledger: Ledger) -> None:
        doubt = uncertainty()
        await write(ledger, uncertainties=(doubt,))
        await write(ledger, resolved=((doubt.id, LATER),))
        assert await ledger.memory.uncertainties(gate(every=True, known_at=LATER), 9) == []
        assert ids(await ledger.memory.uncertainties(gate(every=True, known_at=LATER - 1, now=False), 9)) == [doubt.id]

    async def test_mentions_are_texts_in_sight_newest_first(self, ledger: Ledger) -> None:
        told = [turn(f"{n}", observed_at=NOON - n) for n in range(4)]
        marks = tuple(Mention(one.id, -1) for one in told)
        done = await write(ledger, entities=(entity("Ann"),), turns=tuple(told), mentions=marks, assertions=(fact(),))
        uid = (await ledger.memory.assertions(EVERYTHING))[0].entity_uid
        await write(ledger, clauses=BOB, turns=(hidden := turn(),), mentions=(Mention(hidden.id, uid),))
        paper = await ledger.documents.put_document(document(observed_at=NOON - 9), BOB, None)
        await ledger.documents.put_chunks(paper, [piece := chunk(paper)], [Mention(piece.id, uid)])
        await ledger.memory.retire(CONTEXT, [told[1].id], NOON)
        mine = gate(done.scope_set)
        assert names_of(await ledger.memory.mentions(mine, [uid], 2)) == [told[0].id, told[2].id]
        assert names_of(await ledger.memory.mentions(mine, [uid], 9)) == [told[0].id, told[2].id, told[3].id]
        assert names_of(await ledger.memory.mentions(EVERYTHING, [uid], 9))[-1] == piece.id
        assert await ledger.memory.mentions(mine, [uid + 99], 9) == []

    async def test_passages_show_with_documents_that_are_ready_and_in_sight(self, ledger: Ledger) -> None:
        paper = await ledger.documents.put_document(document(labels=("x",)), BOB, None)
        piece = chunk(paper)
        await ledger.documents.put_chunks(paper, [piece], [])
        assert [(one.id, of.id) for one, of in await ledger.memory.chunks(EVERYTHING, [piece.id])] == [
            (piece.id, paper.id)
        ]
        assert len(await ledger.memory.chunks(gate(paper.scope_set, labels=("x",)), [piece.id])) == 1
        for through in (
            gate(paper.scope_set + 1),
            gate(paper.scope_set, labels=("y",)),
            gate(every=True, session_id="s"),
        ):
            assert await ledger.memory.chunks(through, [piece.id]) == []

    async def test_passages_of_a_document_are_offered_once_it_was_ready_whatever_becomes_of_a_newer_version(
        self, ledger: Ledger
    ) -> None:
        uid = (await ann_lives_in(ledger)).entity_uid
        paper = await ledger.documents.put_document(document(status=DocumentStatus.QUEUED), ANN, None)
        reading = replace(paper, status=DocumentStatus.EMBEDDING)
        await ledger.documents.put_chunks(reading, [piece := chunk(paper)], [Mention(piece.id, uid)])
        assert await ledger.memory.chunks(EVERYTHING, [piece.id]) == []
        assert await ledger.memory.mentions(EVERYTHING, [uid], 9) == []
        await ledger.documents.update_document(replace(reading, status=DocumentStatus.READY))
        for status in (DocumentStatus.QUEUED, DocumentStatus.FAILED):
            await ledger.documents.put_document(replace(paper, version=2, status=status), ANN, None)
            assert [one.id for one, _ in await ledger.memory.chunks(EVERYTHING, [piece.id])] == [piece.id]
            assert [one.record_id for one in await ledger.memory.mentions(EVERYTHING, [uid], 9)] == [piece.id]

    async def test_words_are_found_whatever_their_case_in_every_kind_of_row(self, ledger: Ledger) -> None:
        await ann_lives_in(ledger, "STRASSE 9")
        paper = await ledger.documents.put_document(document(title="Guide"), BOB, None)
        await ledger.documents.put_chunks(paper, [chunk(paper, "the Quay"), chunk(paper, "is wet", 1)], [])
        assert len(await ledger.memory.search_words(EVERYTHING, ["straße", "ann", "city"], 9)) == 1
        assert ids(await ledger.memory.search_words(EVERYTHING, ["quay", "WET", "guide"], 9)) == [paper.id]
        assert await ledger.memory.search_words(EVERYTHING, ["quay", "dry"], 9) == []
        assert len(await ledger.memory.search_words(EVERYTHING, [], 1)) == 1

    async def test_derived_rows_are_found_by_source_session_and_origin(self, ledger: Ledger) -> None:
        by_ref = fact("a", source=Source("turn", "turn:7"))
        by_session = instruction(source=Source("turn", None, "session:7"))
        by_origin = uncertainty(source=Source("reflect", derived_from=("turn:7", "turn:8")))
        await write(
            ledger,
            entities=(entity("Ann"),),
            assertions=(by_ref, fact("b")),
            instructions=(by_session,),
            uncertainties=(by_origin,),
        )
        assert ids(await ledger.memory.derived_from(CONTEXT, ["turn:7"])) == [by_ref.id, by_origin.id]
        assert ids(await ledger.memory.derived_from(CONTEXT, ["session:7", "turn:8"])) == [by_session.id, by_origin.id]
        assert await ledger.memory.derived_from(OTHER_CONTEXT, ["turn:7"]) == []

    async def test_gates_agree_with_a_plain_filter_over_random_rows(self, ledger: Ledger) -> None:
        rng = random.Random(11)
        scopes = [((f"s/{n}",),) for n in range(6)]
        rows = []
        for _ in range(60):
            one = fact(
                f"{rng.random()}",
                uid=rng.choice((1, 2)),
                key=rng.choice("ab"),
                known_at=NOON + rng.randrange(5),
                labels=tuple(rng.sample("xyz", rng.randrange(3))),
            )
            done = await write(ledger, clauses=rng.choice(scopes), assertions=(one,))
            rows.append((one, done.scope_set))
        gone = {one.id: NOON + rng.randrange(5) for one, _ in rng.sample(rows, 20)}
        for record_id, at in gone.items():
            await ledger.memory.retire(CONTEXT, [record_id], at)
        sets = sorted({scope_set for _, scope_set in rows})
        for _ in range(60):
            seen, at, now = (
                frozenset(rng.sample(sets, rng.randrange(len(sets) + 1))),
                NOON + rng.randrange(5),
                rng.random() < 0.5,
            )
            labels, uids = tuple(rng.sample("xyz", rng.randrange(2))), rng.choice(([1], [2], [1, 2]))
            expected = [
                one.id
                for one, scope_set in rows
                if scope_set in seen
                and one.known_at <= at
                and set(labels) <= set(one.labels)
                and one.entity_uid in uids
                and (one.id not in gone or (not now and gone[one.id] > at))
            ]
            through = type(EVERYTHING)(CONTEXT, seen, at, labels=labels, now=now)
            assert ids(await ledger.memory.assertions(through, entity_uids=uids)) == expected
