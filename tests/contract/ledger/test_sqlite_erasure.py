"""Erasure from the files of the SQLite ledger."""

from __future__ import annotations

import asyncio
import random
import re
import shutil
from pathlib import Path
from typing import Any

import apsw
import pytest

from memory_core.adapters.embedded.ledger import SqliteLedger, open_ledger, scrub
from memory_core.adapters.embedded.ledger.store import FILE
from memory_core.engine.model import Source
from tests.contract.index_records import holds_bytes
from tests.contract.ledger.records import (
    ANN,
    BOB,
    CONTEXT,
    EVERYTHING,
    chunk,
    document,
    entity,
    fact,
    fresh,
    ids,
    instruction,
    repeat,
    session,
    settle,
    trace,
    turn,
    uncertainty,
    write,
)
from tests.fakes import NOON, FakeClock


async def test_bytes_of_erased_rows_are_in_no_file_after_scrubbing(ledger: SqliteLedger, tmp_path: Path) -> None:
    told = turn("zqturn1")
    said = fact("zqvalue2", source=Source("turn", told.id))
    kept = [turn(f"plain {n}") for n in range(60)]
    await write(ledger, session=session(metadata={"zqmeta3": 1}), turns=(told,))
    await write(
        ledger,
        turns=tuple(kept),
        entities=(entity("zqname4"),),
        block_keys={-1: frozenset({"zqkey5"})},
        assertions=(said,),
    )
    await write(ledger, evidence=(repeat(said.id, source=Source("turn", told.id, "zqsession6")),))
    await write(
        ledger, instructions=(asked := instruction("zqwish7"),), uncertainties=(doubt := uncertainty("zqdoubt8"),)
    )
    paper = await ledger.documents.put_document(document(title="zqtitle9"), ANN, None)
    await ledger.documents.put_chunks(paper, [chunk(paper, "zqpassage10 " * 900)], [])
    await ledger.traces.record([trace(refs=(told.id,), query_text="zqquestion11")], [])
    assert len(ids(await ledger.traces.traces(CONTEXT, None, (), 9))) == 1
    assert holds_bytes(tmp_path, b"zq")
    await ledger.memory.erase(CONTEXT, [told.id, said.id, asked.id, doubt.id, paper.id, *ids(kept), "session:1"])
    await ledger.memory.scrub()
    assert holds_bytes(tmp_path, b"zq") == []
    assert (tmp_path / f"{FILE}-wal").stat().st_size == 0


async def test_a_kill_after_an_erasure_leaves_no_bytes_once_the_ledger_is_open_again(
    ledger: SqliteLedger, tmp_path: Path, clock: FakeClock
) -> None:
    told = turn("zqturn1")
    await write(ledger, turns=(told, turn("kept")))
    await settle(ledger)
    await ledger.memory.erase(CONTEXT, [told.id])
    killed = tmp_path / "killed"
    killed.mkdir()
    for name in (FILE, f"{FILE}-wal"):
        shutil.copy(tmp_path / name, killed)
    assert holds_bytes(killed, b"zqturn1")
    reopened = await open_ledger(killed, clock=clock, synchronous="NORMAL")
    assert holds_bytes(killed, b"zqturn1") == []
    assert [one.content for one in await reopened.memory.recent_turns(EVERYTHING, 9)] == ["kept"]
    await reopened.close()


async def test_no_erased_word_survives_in_pages_that_were_balanced(ledger: SqliteLedger, tmp_path: Path) -> None:
    rng, gone, kept = random.Random(7), list[str](), list[str]()
    for _ in range(25):
        told = [
            turn(f"zq{rng.getrandbits(64):016x} " * rng.choice((1, 2, 3, 40)), session=fresh("session"))
            for _ in range(60)
        ]
        facts = [fact(f"zq{rng.getrandbits(64):016x}", uid=rng.randrange(9)) for _ in range(60)]
        await write(ledger, turns=tuple(told), assertions=tuple(facts))
        kept += [*ids(told), *ids(facts)]
        rng.shuffle(kept)
        gone, kept = [*gone, *kept[:70]], kept[70:]
        await ledger.memory.erase(CONTEXT, kept[:0] + gone[-70:])
    await settle(ledger)
    await ledger.memory.scrub()
    words = {one.content.split()[0] for one in await ledger.memory.turns(EVERYTHING, kept)}
    words |= {one.value for one in await ledger.memory.assertions(EVERYTHING, ids=kept)}
    assert _canaries(tmp_path) == words
    await ledger.memory.retire(CONTEXT, kept, NOON)  # writes nearly every page anew, from what is cached of it
    assert _canaries(tmp_path) == words


def _canaries(folder: Path) -> set[str]:
    found = (re.findall(rb"zq[0-9a-f]{16}", path.read_bytes()) for path in folder.iterdir())
    return {one.decode() for some in found for one in some}


async def test_scrubbing_leaves_a_sound_file_while_others_read_and_write(ledger: SqliteLedger, tmp_path: Path) -> None:
    async def churn(n: int) -> None:
        for _ in range(15):
            told = turn("word " * 50, session=f"session:{n}")
            await write(ledger, turns=(told,))
            await ledger.memory.recent_turns(EVERYTHING, 20)
            await ledger.memory.erase(CONTEXT, [told.id])
            await ledger.memory.scrub()

    await asyncio.gather(*(churn(n) for n in range(4)))
    assert await ledger.memory.recent_turns(EVERYTHING, 9) == []
    await ledger.close()
    assert apsw.Connection(str(tmp_path / FILE)).pragma("integrity_check") == "ok"


@pytest.mark.parametrize(
    "page", [bytes(4096), b"\x01" * 4096, b"\x0d" + b"\xff" * 4095, b"\x0d\x00\x00\x00\x02\x00\x06" + bytes(4089)]
)
def test_pages_that_are_no_tree_or_not_understood_are_left_alone(page: bytes) -> None:
    assert scrub.unused(page, 0) == (0, 0)


async def test_removal_looks_rows_up_by_their_ids_however_many_there_are(ledger: SqliteLedger) -> None:
    told, plans = turn(), list[str]()
    said = fact(source=Source("turn", told.id))
    await write(ledger, session=session(), entities=(entity("Ann"),), turns=(told, turn()), assertions=(said,))
    connection: Any = ledger._writer.connection  # pyright: ignore[reportPrivateUsage]

    def explain(cursor: Any, sql: str, bindings: Any) -> bool:
        if sql.startswith(("SELECT", "UPDATE", "DELETE")):
            connection.exec_trace = None
            plans.extend(f"{step}: {sql}" for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {sql}", bindings))
            connection.exec_trace = explain
        return True

    connection.exec_trace = explain
    await ledger.memory.rescope(CONTEXT, {told.id: BOB})
    await ledger.memory.retire(CONTEXT, [told.id, said.id, "session:1"], NOON)
    await ledger.memory.erase(CONTEXT, [told.id, said.id, "session:1"])
    connection.exec_trace = None
    walked = re.compile(r"^SCAN (turns|assertions|entities|mentions|traces|outbox|evidence|replies)|\(context=\?\)")
    assert len(plans) > 50
    assert [plan for plan in plans if walked.search(plan)] == []
