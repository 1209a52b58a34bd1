"""The SQLite ledger: writes a second, and milliseconds of gated reads over 100,000 facts and as many turns.

Run with `python -m tests.bench.ledger_bench [rows]`; it works in a temporary folder of the current directory's disk.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Literal

from memory_core.adapters.embedded.ledger import SqliteLedger, open_ledger
from memory_core.engine.model import Assertion, Context, Entity, Mention, Role, Source, Turn
from memory_core.engine.plan import Changes, Need, Standing
from memory_core.ports.ledger import Gate
from memory_core.ports.outbox import Target
from tests.fakes import NOON, FakeClock

CONTEXT = "bench"
SETS = 20_000
ENTITIES = 5_000
BATCH = 200


async def main(rows: int) -> None:
    for synchronous in ("FULL", "NORMAL"):
        with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
            await writes(Path(folder), synchronous)
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        ledger = await opened(Path(folder), "NORMAL")
        sets = await filled(ledger, rows)
        await reads(ledger, rows, sets)
        await removal(ledger, await asyncio.to_thread(megabytes, Path(folder)))
        await ledger.close()


async def opened(folder: Path, synchronous: Literal["FULL", "NORMAL"]) -> SqliteLedger:
    ledger = await open_ledger(folder, clock=FakeClock(), synchronous=synchronous)
    await ledger.access.create_context(Context(CONTEXT, NOON), [])
    return ledger


async def writes(folder: Path, synchronous: Literal["FULL", "NORMAL"]) -> None:
    ledger = await opened(folder, synchronous)
    for writers in (1, 8, 64):
        each = 1_200 // writers
        lag = asyncio.create_task(longest_lag())
        start = time.perf_counter()
        await asyncio.gather(*(one_writer(ledger, f"{writers}-{n}", each) for n in range(writers)))
        took = time.perf_counter() - start
        lag.cancel()
        figure(f"{synchronous}, {writers} writers: turn + fact + mention", f"{each * writers / took:9.0f} tx/s")
        figure("   longest stall of the event loop", f"{await lag * 1000:9.2f} ms")
    await ledger.close()


async def longest_lag() -> float:
    worst = 0.0
    try:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(0.001)
            worst = max(worst, time.perf_counter() - before - 0.001)
    except asyncio.CancelledError:
        return worst


async def one_writer(ledger: SqliteLedger, name: str, count: int) -> None:
    who = frozenset({("person", name)})
    for n in range(count):

        def decide(standing: Standing, n: int = n) -> Changes:
            told = turn(
                f"{name}-{n}", f"session:{name}", standing.scope_set, NOON, f"I live at number {n}, says {name}"
            )
            known = standing.entities[0].uid if standing.entities else -1
            new = () if standing.entities else (Entity(-1, CONTEXT, "person", name, name, NOON, NOON),)
            said = fact(f"{name}-{n}", known, f"address {n // 50}", standing.scope_set, NOON, told.session_id, told.id)
            live = {one.id: False for line in standing.timelines.values() for one in line[-1:]}
            keys = {} if standing.entities else {-1: frozenset({name})}
            return Changes(
                turns=(told,),
                entities=new,
                block_keys=keys,
                assertions=(said,),
                live=live,
                mentions=(Mention(told.id, known),),
            )

        need = Need(CONTEXT, ((f"user/{name}",),), who, frozenset({f"address {n // 50}"}), f"session:{name}")
        await ledger.memory.reconcile(need, decide)


def turn(name: str, session: str, scope_set: int, at: int, text: str) -> Turn:
    return Turn(f"turn:{name}", CONTEXT, session, scope_set, -1, Role.USER, text, at, at)


def fact(name: str, uid: int, key: str, scope_set: int, at: int, session: str, ref: str) -> Assertion:
    source = Source("turn", ref, session)
    return Assertion(f"attribute:{name}", CONTEXT, uid, key, f"value {name}", scope_set, at, at, at, source=source)


async def filled(ledger: SqliteLedger, rows: int) -> list[int]:
    rng = random.Random(5)
    sets = [await ledger.access.intern(CONTEXT, ((f"org/{n}",),)) for n in range(SETS)]
    start = time.perf_counter()
    names = [Entity(-n - 1, CONTEXT, "person", f"Person {n}", f"person {n}", NOON, NOON) for n in range(ENTITIES)]
    keys = {one.uid: frozenset({one.norm}) for one in names}
    await ledger.memory.reconcile(
        Need(CONTEXT, (("org/0",),)), lambda _: Changes(entities=tuple(names), block_keys=keys)
    )
    for first in range(0, rows, BATCH):
        made = [(n, rng.choice(sets), rng.randrange(1, ENTITIES + 1)) for n in range(first, first + BATCH)]
        told = [turn(f"{n:08}", f"session:{n // 40}", s, NOON - n, f"turn {n} talks about kettles") for n, s, _ in made]
        said = [
            fact(f"{n:08}", uid, f"key{n % 10}", s, NOON - n, f"session:{n // 40}", f"turn:{n:08}")
            for n, s, uid in made
        ]
        marks = tuple(Mention(f"turn:{n:08}", uid) for n, _, uid in made)
        changes = Changes(turns=tuple(told), assertions=tuple(said), mentions=marks)
        await ledger.memory.reconcile(Need(CONTEXT, (("org/0",),)), lambda _, changes=changes: changes)
    figure(f"filling with {rows} turns, facts and mentions", f"{time.perf_counter() - start:9.1f} s")
    return sets


async def reads(ledger: SqliteLedger, rows: int, sets: list[int]) -> None:
    rng = random.Random(6)
    ids = [f"{rng.randrange(rows):08}" for _ in range(100)]
    turns, facts = [f"turn:{one}" for one in ids], [f"attribute:{one}" for one in ids]
    wide = frozenset(rng.sample(sets, 10_000))
    for name, seen in (("no filter", None), ("10 sets", frozenset(sets[:10])), ("10,000 sets", wide)):
        await gated_reads(ledger, name, Gate(CONTEXT, seen, NOON), turns, facts)
    await measure(
        "two block keys",
        lambda: ledger.memory.find_entities(Gate(CONTEXT, None, NOON), [(None, "person 7"), (None, "person 8")], 9),
    )
    await measure("64 index sources", lambda: ledger.outbox.sources([*turns[:32], *facts[:32]]))
    await measure("64 outbox rows", lambda: ledger.outbox.pending(Target.TEXT, 64))


async def gated_reads(ledger: SqliteLedger, name: str, gate: Gate, turns: list[str], facts: list[str]) -> None:
    memory, outbox = ledger.memory, ledger.outbox
    lines = [(row.entity_uid, row.key, row.scope_set) for row in await memory.assertions(gate, ids=facts)]
    asked: dict[str, Callable[[], Awaitable[object]]] = {
        "100 turns by id": lambda: memory.turns(gate, turns),
        "100 facts by id": lambda: memory.assertions(gate, ids=facts),
        f"timelines of {len(lines)} facts": lambda: memory.timelines(gate, lines),
        "facts of 4 entities": lambda: memory.assertions(gate, entity_uids=[5, 6, 7, 8], target_uids=[5, 6, 7, 8]),
        "mentions of 4 entities": lambda: memory.mentions(gate, [5, 6, 7, 8], 60),
        "20 recent turns": lambda: memory.recent_turns(gate, 20),
        "live facts, first 100": lambda: memory.assertions(gate, live_only=True, limit=100),
        "uncertainties": lambda: memory.uncertainties(gate, 20),
        "500 unprojected of all": lambda: outbox.unprojected(gate, Target.TEXT, 500),
    }
    for what, act in asked.items():
        await measure(f"{name}: {what}", act)
    await measure(f"{name}: words in all that is seen", lambda: memory.search_words(gate, ["kettles", "zzz"], 9), 3)


def megabytes(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.iterdir()) / 1e6


async def removal(ledger: SqliteLedger, size: float) -> None:
    gone = iter([f"turn:{n:08}", f"attribute:{n:08}"] for n in range(7, 99))
    await measure("erase a turn and its fact", lambda: ledger.memory.erase(CONTEXT, next(gone)))
    await measure(f"scrub {size:.0f} MB, first", ledger.memory.scrub, 1)
    await measure(f"scrub {size:.0f} MB, again", ledger.memory.scrub, 3)


async def measure(name: str, act: Callable[[], Awaitable[object]], times: int = 15) -> None:
    took: list[float] = []
    for _ in range(times):
        start = time.perf_counter()
        await act()
        took.append(time.perf_counter() - start)
    figure(name, f"{statistics.median(took) * 1000:9.2f} ms")


def figure(name: str, value: str) -> None:
    print(f"{name:<60} {value}")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000))
