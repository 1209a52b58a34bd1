"""What a 2 MB document costs: seconds by status, the worst wait of the event loop, and questions asked meanwhile.

The worker holds no recall: questions go on through the very core that reads the document.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path

from memory_core import telemetry
from memory_core.bootstrap import Core, open_core
from memory_core.engine.model import VERBS, Context, Principal, ScopeNode
from memory_core.service.caller import Caller
from memory_core.service.documents import Upload
from memory_core.service.recall.model import Question
from memory_core.settings import DocumentSettings, Settings

CHARACTERS = 2_000_000
_FIRST = "Ann Bob Carol Dan Eve Frank Grace Hugo Iris Jack".split()
_LAST = [
    a + b + c
    for a in "Bar Cor Dal Fen Har Mor".split()
    for b in "a e i o u".split()
    for c in "ck den ford lin mer nt sby ton vik way".split()
]
_CITIES = "Berlin Rome Oslo Lisbon Dublin Vienna Prague Madrid".split()
_FILLER = (
    "The weather was fine that day and the committee discussed the budget for the coming year in great detail. "
    "Nobody could say whether the new rules would help, and the talk went on until the evening. "
    "In 2019 the group had moved its office to another building near the river, which pleased hardly anyone."
)


def prose(rng: random.Random) -> str:
    """Paragraphs, each with a fact or two among sentences that state none."""
    parts: list[str] = []
    size = 0
    while size < CHARACTERS:
        name = f"{rng.choice(_FIRST)} {rng.choice(_LAST)}"
        part = f"{name} lives in {rng.choice(_CITIES)} and works at Group {rng.randrange(500)}. {_FILLER}"
        parts.append(part)
        size += len(part) + 2
    return "\n\n".join(parts)


async def upload(core: Core, caller: Caller, text: str) -> str:
    """The id of the document that was queued."""
    documents = core._documents()  # pyright: ignore[reportPrivateUsage]

    async def content() -> AsyncIterator[bytes]:
        yield text.encode()

    staged = await documents.stage(caller, Upload(content(), mime_type="text/plain", scopes=(("a",),)))
    return (await documents.commit(caller, staged, lambda _: None)).document.id


async def asking(core: Core, caller: Caller, took: list[float]) -> None:
    recall = core._recall_uses().recall  # pyright: ignore[reportPrivateUsage]
    while True:
        start = time.perf_counter()
        await recall.recall(caller, Question("Where does Ann Barack live?"))
        took.append((time.perf_counter() - start) * 1000)
        await asyncio.sleep(0.1)


async def measure(*, facts: bool) -> None:
    text = prose(random.Random(3))
    with tempfile.TemporaryDirectory() as folder:
        async with open_core(Settings(data_dir=Path(folder), documents=DocumentSettings(extract_facts=facts))) as core:
            access, now = core.stores.ledger.access, 1
            everything: dict[str, tuple[str, ...]] = dict.fromkeys(VERBS, ("*",))
            who = Principal("principal:bench", "bench", "bench", "user", everything, now)
            await access.create_context(Context("bench", now), [who])
            await access.register_scope(ScopeNode("bench", "a", now))
            caller = Caller(Context("bench", now), who, None, None, everything, "bench")
            await report(core, caller, text, facts=facts)


async def report(core: Core, caller: Caller, text: str, *, facts: bool) -> None:
    took: list[float] = []
    asker = asyncio.create_task(asking(core, caller, took))
    spent: dict[str, float] = {}
    async with telemetry.loop_lag(0.005) as lag:
        one = await upload(core, caller, text)
        last = time.perf_counter()
        while True:
            await asyncio.sleep(0.05)
            document = await core.stores.ledger.documents.document("bench", one)
            assert document is not None
            status, at = document.status.value, time.perf_counter()
            spent[status] = spent.get(status, 0.0) + at - last
            last = at
            if status in ("ready", "failed"):
                break
    asker.cancel()
    async with telemetry.loop_lag(0.005) as quiet:
        after: list[float] = []
        asker = asyncio.create_task(asking(core, caller, after))
        await asyncio.sleep(5)
        asker.cancel()
    told = await core.stores.ledger.memory.derived_from("bench", [one])
    took.sort()
    print(
        f"facts {'on' if facts else 'off'}: {len(text) / 1e6:.1f} MB, {document.chunk_count} passages, {len(told)} facts"
    )
    print("  seconds", {name: round(seconds, 1) for name, seconds in spent.items()})
    print(f"  worst wait of the loop {lag.worst_s * 1000:.0f} ms")
    print(f"  {len(took)} questions, p50 {statistics.median(took):.0f} ms, p95 {took[int(len(took) * 0.95)]:.0f} ms")
    print(f"  afterwards: worst wait {quiet.worst_s * 1000:.0f} ms, question p50 {statistics.median(after):.0f} ms")


def main() -> None:
    for facts in (False, True):
        asyncio.run(measure(facts=facts))


if __name__ == "__main__":
    main()
