"""The text suite on tantivy, and what only holds for files of one process."""

from __future__ import annotations

import asyncio
import random
import shutil
import sys
from pathlib import Path

import pytest

from memory_core.adapters.embedded.text_tantivy import TantivyText
from memory_core.ports.errors import DataDirectoryInUse, StoreUnavailable
from tests.contract.index_records import holds_bytes, ids, killed_after, record
from tests.contract.text_suite import OpenText, TextSuite, find

_WRITE_UNTIL_KILLED = """
import asyncio, sys
from pathlib import Path
from memory_core.adapters.embedded.text_tantivy import TantivyText
from tests.contract.index_records import record

async def main():
    index = await TantivyText.open(Path(sys.argv[1]))
    for n in range(100_000):
        await index.upsert([record(f"{n:06}", body=f"walrus number{n}")])
        print(n, flush=True)

asyncio.run(main())
"""


@pytest.fixture
def open_index(tmp_path: Path) -> OpenText:
    return lambda: TantivyText.open(tmp_path / "text")


class TestTantivyText(TextSuite):
    """tantivy in a folder."""


async def test_erased_words_are_in_no_file_of_the_folder(tmp_path: Path) -> None:
    index = await TantivyText.open(tmp_path / "text")
    await index.upsert([record(f"{n}", body=f"plain words {n}") for n in range(50)])
    await index.upsert([record("secret", body="zqcanary9182", names="zqname77", context_text="zqbeside55")])
    await index.upsert([record("1", body="zqreplaced11")])
    await index.upsert([record("1", body="something else")])
    marks = (b"zqcanary9182", b"zqname77", b"zqbeside55", b"turn:secret", b"zqreplaced11")
    assert holds_bytes(tmp_path, *marks[:4])
    assert await index.erase(["turn:secret"]) == 1
    assert holds_bytes(tmp_path, *marks) == []
    assert await index.count() == 50
    assert ids(await find(index, "plain 17"))[0] == "17"
    await index.close()


async def test_erasing_among_writes_loses_none_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory_core.adapters.embedded.text_table.SCRUB_SLICE", 300)
    monkeypatch.setattr("memory_core.adapters.embedded.text_table.SCRUB_AT_ONCE", 500)
    index = await TantivyText.open(tmp_path / "text")
    rng = random.Random(3)
    held = {f"{n:03}": 2 for n in range(400)}
    for at in range(0, 400, 50):
        await index.upsert([record(f"{n:03}", window=w, body="walrus") for n in range(at, at + 50) for w in (0, 1)])

    async def write_on() -> None:
        for n in rng.sample(range(200, 400), 60):
            held[f"{n:03}"] = 1
            await index.upsert([record(f"{n:03}", body="walrus again")])

    gone = [f"{n:03}" for n in rng.sample(range(200), 20)]
    await asyncio.gather(write_on(), *(index.erase([f"turn:{name}"]) for name in gone))
    expected = {name: windows for name, windows in held.items() if name not in gone}
    assert await index.count() == sum(expected.values())
    assert ids(await find(index, "walrus", limit=1_000)) and set(ids(await find(index, "walrus", limit=1_000))) == set(
        expected
    )
    await index.close()


async def test_nothing_acknowledged_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    script = [sys.executable, "-c", _WRITE_UNTIL_KILLED, str(tmp_path / "text")]
    acknowledged = await asyncio.to_thread(killed_after, 40, script)
    index = await TantivyText.open(tmp_path / "text")
    assert not index.fresh
    for n in range(acknowledged + 1):
        assert ids(await find(index, f"number{n}")) == [f"{n:06}"]
    await index.upsert([record("after", body="walrus again")])
    await index.close()


async def test_a_folder_in_use_is_refused(tmp_path: Path) -> None:
    index = await TantivyText.open(tmp_path / "text")
    with pytest.raises(DataDirectoryInUse):
        await TantivyText.open(tmp_path / "text")
    await index.close()


async def test_half_an_index_and_one_of_another_layout_are_made_again(tmp_path: Path) -> None:
    index = await TantivyText.open(tmp_path / "text")
    await index.upsert([record("a", body="walrus")])
    await index.close()
    (tmp_path / "text" / "layout").write_text("0.0")
    index = await TantivyText.open(tmp_path / "text")
    assert index.fresh and await index.count() == 0
    await index.close()
    (tmp_path / "text" / "index" / "meta.json").write_bytes(b"{ torn")
    index = await TantivyText.open(tmp_path / "text")
    assert index.fresh
    await index.close()
    shutil.rmtree(tmp_path / "text" / "index")
    index = await TantivyText.open(tmp_path / "text")
    assert index.fresh
    await index.close()


async def test_a_closed_index_says_so(tmp_path: Path) -> None:
    index = await TantivyText.open(tmp_path / "text")
    await index.close()
    with pytest.raises(StoreUnavailable):
        await index.upsert([record("a", body="walrus")])
    with pytest.raises(StoreUnavailable):
        await find(index, "walrus")
