"""What only holds for the SQLite ledger: its files, threads, and behaviour when a process or a row is broken."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import threading
from pathlib import Path

import apsw
import pytest

from memory_core.adapters.embedded.ledger import SqliteLedger
from memory_core.adapters.embedded.ledger.schema import MIGRATIONS
from memory_core.adapters.embedded.ledger.store import FILE
from memory_core.engine.plan import Changes, Standing
from memory_core.ports.errors import DataDirectoryInUse, StoreUnavailable
from memory_core.ports.outbox import Job, Target
from tests.contract.index_records import holds_bytes, killed_after
from tests.contract.ledger.conftest import OpenLedger
from tests.contract.ledger.records import (
    CONTEXT,
    EVERYTHING,
    ann_lives_in,
    entity,
    fact,
    gate,
    ids,
    instruction,
    trace,
    turn,
    uncertainty,
    write,
)
from tests.fakes import NOON

_WRITE_UNTIL_KILLED = """
import asyncio, sys
from pathlib import Path
from memory_core.adapters.embedded.ledger import open_ledger
from tests.contract.ledger.records import entity, fact, make_contexts, turn, write
from tests.fakes import FakeClock

async def main():
    ledger = await open_ledger(Path(sys.argv[1]), clock=FakeClock())
    await make_contexts(ledger)
    first = int(sys.argv[2])
    for n in range(first, first + 100_000, 4):
        told = [turn(str(n + i), id=f"turn:{n + i:09}", session="session:%d" % i) for i in range(4)]
        await asyncio.gather(*(write(ledger, turns=(one,), entities=(entity(one.content),),
            assertions=(fact(id="attribute" + one.id[4:]),)) for one in told))
        print(n + 3, flush=True)

asyncio.run(main())
"""


async def test_a_second_opener_is_refused_until_the_first_is_closed(ledger: SqliteLedger, reopen: OpenLedger) -> None:
    with pytest.raises(DataDirectoryInUse):
        await reopen()
    await ledger.close()
    await (await reopen()).close()


async def test_everything_written_is_there_after_closing_and_opening(
    ledger: SqliteLedger, reopen: OpenLedger, tmp_path: Path
) -> None:
    said = await ann_lives_in(ledger)
    await ledger.traces.record([made := trace()], [])
    await asyncio.gather(ledger.close(), ledger.close())
    assert holds_bytes(tmp_path, b"SQLite format") == [FILE]
    assert not (tmp_path / f"{FILE}-wal").exists()
    again = await reopen()
    assert await again.memory.assertions(EVERYTHING) == [said]
    assert await again.traces.trace(CONTEXT, made.id) == made
    assert [(one.version, one.applied_at) for one in await again.migrations()] == [
        (n, NOON) for n in range(1, len(MIGRATIONS) + 1)
    ]
    await again.close()


async def test_closing_finishes_what_was_queued_and_refuses_what_comes_after(
    ledger: SqliteLedger, reopen: OpenLedger
) -> None:
    writes = [asyncio.create_task(write(ledger, turns=(turn(),))) for _ in range(30)]
    await asyncio.sleep(0)
    await ledger.close()
    done = await asyncio.gather(*writes)
    with pytest.raises(StoreUnavailable):
        await write(ledger, turns=(turn(),))
    with pytest.raises(StoreUnavailable):
        await ledger.memory.recent_turns(EVERYTHING, 1)
    again = await reopen()
    assert len(await again.memory.recent_turns(EVERYTHING, 99)) == len(done)
    await again.close()


async def test_leases_and_reservations_of_a_dead_process_are_free_at_the_next_start(
    ledger: SqliteLedger, reopen: OpenLedger
) -> None:
    await ledger.jobs.enqueue(Job("job:1", CONTEXT, "document", "document:1", 0), NOON)
    await ledger.jobs.claim(["document"], NOON, NOON * 2)
    await ledger.idempotency.reserve(CONTEXT, "principal:1", "key", b"print", NOON, NOON * 2)
    await ledger.close()
    again = await reopen()
    assert await again.jobs.claim(["document"], NOON, NOON * 2) is not None
    assert await again.idempotency.reserve(CONTEXT, "principal:1", "key", b"print", NOON, NOON * 2) is None
    await again.close()


@pytest.mark.parametrize("content", [b"this is no database at all" * 300, None])
async def test_a_file_that_cannot_be_read_is_told_without_the_words_of_the_driver(
    tmp_path: Path, reopen: OpenLedger, content: bytes | None
) -> None:
    if content is None:
        newer = apsw.Connection(str(tmp_path / FILE))
        newer.pragma("user_version", 999)
        newer.close()
    else:
        (tmp_path / FILE).write_bytes(content)
    for _ in range(2):
        with pytest.raises(StoreUnavailable, match=r"^the ledger file can't be opened$"):
            await reopen()


async def test_killing_the_process_at_any_moment_loses_nothing_acknowledged_and_leaves_a_sound_file(
    tmp_path: Path, reopen: OpenLedger
) -> None:
    rng, written, kills = random.Random(3), -1, 4
    for _ in range(kills):
        script = [sys.executable, "-c", _WRITE_UNTIL_KILLED, str(tmp_path), str(written + 1)]
        acknowledged = await asyncio.to_thread(killed_after, written + rng.randrange(40, 400), script)
        again = await reopen()
        turns = await again.memory.recent_turns(EVERYTHING, 100_000)
        numbers = {int(one.content) for one in turns}
        assert numbers >= set(range(acknowledged + 1))
        facts = await again.memory.assertions(EVERYTHING, limit=100_000)
        assert {one.id.partition(":")[2] for one in facts} == {one.id.partition(":")[2] for one in turns}
        waiting = {row.record_id for row in await again.outbox.pending(Target.VECTORS, 1_000_000)}
        assert waiting == set(ids(turns)) | set(ids(facts))
        await again.close()
        assert apsw.Connection(str(tmp_path / FILE)).pragma("integrity_check") == "ok"
        written = max(numbers)


@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("turns", "labels = 'no json'"),
        ("turns", "role = 'nobody'"),
        ("turns", "observed_at = -999999999999999999"),
        ("assertions", "source = '{'"),
        ("assertions", "category = 'x'"),
        ("assertions", "valid_from = 999999999999999999"),
        ("instructions", "source = '[]'"),
        ("uncertainties", "refs = '7'"),
    ],
)
async def test_a_damaged_row_is_left_out_and_the_others_are_read(
    ledger: SqliteLedger, tmp_path: Path, table: str, change: str
) -> None:
    for word in ("whole", "broken"):
        await write(
            ledger,
            entities=(entity(word),),
            turns=(turn(word, labels=("x",)),),
            assertions=(fact(word, labels=("x",)),),
            instructions=(instruction(word),),
            uncertainties=(uncertainty(word),),
        )
    text = {"turns": "content", "assertions": "value", "instructions": "description", "uncertainties": "about"}[table]
    other = apsw.Connection(str(tmp_path / FILE))
    other.execute(f"UPDATE {table} SET {change} WHERE {text} = 'broken'")
    other.close()
    memory = ledger.memory
    reads = {
        "turns": lambda: memory.recent_turns(EVERYTHING, 9),
        "assertions": lambda: memory.assertions(EVERYTHING),
        "instructions": lambda: memory.instructions(EVERYTHING),
        "uncertainties": lambda: memory.uncertainties(EVERYTHING, 9),
    }
    assert len(await reads[table]()) == 1
    assert {len(await read()) for name, read in reads.items() if name != table} == {2}
    await memory.search_words(gate(every=True, labels=("x",)), ["o"], 9)
    await ledger.outbox.unprojected(gate(every=True, labels=("x",)), Target.TEXT, 9)


async def test_a_full_disk_is_told_as_unavailable_and_the_ledger_works_on_when_there_is_room(
    ledger: SqliteLedger,
) -> None:
    writer = ledger._writer  # pyright: ignore[reportPrivateUsage]
    pages = await writer.run(lambda c: int(c.pragma("page_count")))
    await writer.run(lambda c: c.pragma("max_page_count", pages + 3), alone=True)
    done = await asyncio.gather(
        *(write(ledger, turns=(turn("x" * 30_000, session=f"session:{n}"),)) for n in range(8)), return_exceptions=True
    )
    assert all(isinstance(one, StoreUnavailable) for one in done)
    assert not any("full" in str(one) for one in done)
    await writer.run(lambda c: c.pragma("max_page_count", 1_000_000), alone=True)
    await write(ledger, turns=(turn("y" * 30_000),))
    assert len(await ledger.memory.recent_turns(EVERYTHING, 9)) == 1


async def test_work_runs_off_the_event_loop_and_waiting_writes_share_a_transaction(ledger: SqliteLedger) -> None:
    threads: set[str] = set()
    inside = threading.Event()
    queued = threading.Event()

    def hold(found: Standing) -> Changes:
        threads.add(threading.current_thread().name)
        inside.set()
        assert queued.wait(10)
        return Changes()

    first = asyncio.create_task(write(ledger, hold))
    await asyncio.to_thread(inside.wait, 10)
    rest = [asyncio.create_task(write(ledger, turns=(turn(),))) for _ in range(20)]
    await asyncio.sleep(0)
    writer = ledger._writer  # pyright: ignore[reportPrivateUsage]
    before = await ledger._readers.run(lambda c: c.pragma("data_version"))  # pyright: ignore[reportPrivateUsage]
    queued.set()
    await asyncio.gather(first, *rest)
    assert threads == {"ledger-writer"}
    assert writer.connection is not None
    after = await ledger._readers.run(lambda c: c.pragma("data_version"))  # pyright: ignore[reportPrivateUsage]
    assert after - before <= 2


async def test_a_second_process_is_refused(ledger: SqliteLedger, tmp_path: Path) -> None:
    script = (
        "import asyncio, sys; from pathlib import Path; from memory_core.adapters.embedded.ledger import open_ledger; "
        "from tests.fakes import FakeClock; asyncio.run(open_ledger(Path(sys.argv[1]), clock=FakeClock()))"
    )
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "DataDirectoryInUse" in done.stderr
