"""What every text copy must do. An adapter's test subclasses TextSuite and brings the fixture `open_index`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from typing import TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings

from memory_core.engine.analysis import query_terms
from memory_core.ports.filters import IndexFilter, IndexHit
from memory_core.ports.text import TextIndex
from tests.contract.index_records import CONTEXT, assorted, filters, ids, record

OpenText: TypeAlias = Callable[[], Awaitable[TextIndex]]
"""Opens the same store again each time it is called; the one opened before must be closed."""
EVERYTHING = IndexFilter(CONTEXT, live_only=False)


async def find(index: TextIndex, words: str, narrowed: IndexFilter = EVERYTHING, limit: int = 100) -> list[IndexHit]:
    return await index.search(query_terms(words), narrowed, limit)


class TextSuite:
    """Behaviour of ports.text.TextIndex."""

    @pytest.fixture
    async def index(self, open_index: OpenText) -> AsyncIterator[TextIndex]:
        index = await open_index()
        yield index
        await index.close()

    async def test_a_written_record_is_found_at_once_by_its_words(self, index: TextIndex) -> None:
        await index.upsert([record("a", body="The ferry leaves at noon"), record("b", body="Nothing of the kind")])
        assert ids(await find(index, "when do ferries leave?")) == ["a"]

    async def test_rarer_words_and_shorter_texts_rank_first(self, index: TextIndex) -> None:
        await index.upsert(
            [record(f"{n}", body="the harbour is busy today") for n in range(8)]
            + [record("long", body="a walrus by the harbour " + "and other things " * 30)]
            + [record("short", body="a walrus by the harbour")]
        )
        hits = await find(index, "walrus harbour")
        assert ids(hits)[:2] == ["short", "long"]
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)

    async def test_own_words_count_more_than_those_around_and_all_are_found(self, index: TextIndex) -> None:
        await index.upsert(
            [
                record("near", body="yes indeed", context_text="walrus"),
                record("own", body="walrus indeed", context_text="yes"),
                record("named", body="indeed yes", names="Walrus"),
            ]
        )
        hits = ids(await find(index, "walrus"))
        assert set(hits) == {"own", "near", "named"}
        assert hits.index("own") < hits.index("near")

    async def test_a_word_around_a_record_helps_but_never_counts_like_a_second_record(self, index: TextIndex) -> None:
        filler = [record(f"f{n}", body=f"other talk number {n}", context_text="walrus") for n in range(6)]
        await index.upsert(
            [
                *filler,
                record("both", body="the ferry and a walrus", context_text="walrus"),
                record("split", body="the ferry and a seal", context_text="walrus"),
                record("bare", body="the ferry and a seal", context_text="nothing"),
            ]
        )
        assert ids(await find(index, "ferry walrus"))[:3] == ["both", "split", "bare"]

    async def test_equals_are_ordered_by_record_id(self, index: TextIndex) -> None:
        names = [f"{n:02}" for n in range(30)]
        for name in reversed(names):
            await index.upsert([record(name, body="same words here")])
        assert ids(await find(index, "same words")) == names
        assert ids(await find(index, "same words", limit=7)) == names[:7]

    async def test_a_record_is_returned_once_by_its_best_window(self, index: TextIndex) -> None:
        windows = [record("long", window=n, body=f"walrus part {n} " + "walrus " * (n == 3)) for n in range(5)]
        await index.upsert([*windows, record("other", body="walrus of another sort of kind of thing")])
        hits = await find(index, "walrus", limit=2)
        assert ids(hits) == ["long", "other"]
        assert hits[0].window == 3

    async def test_an_upsert_replaces_all_windows(self, index: TextIndex) -> None:
        await index.upsert([record("a", window=n, body=f"first{n}") for n in range(3)])
        await index.upsert([record("a", body="second")])
        assert ids(await find(index, "first0 first1 first2")) == []
        assert ids(await find(index, "second")) == ["a"]
        assert await index.count() == 1

    async def test_of_one_window_given_twice_the_last_counts(self, index: TextIndex) -> None:
        await index.upsert([record("a", body="first"), record("a", body="second")])
        assert ids(await find(index, "first second")) == ["a"]
        assert ids(await find(index, "first")) == []
        assert await index.count() == 1

    async def test_deleting_and_writing_are_idempotent(self, index: TextIndex) -> None:
        for _ in range(2):
            await index.upsert([record("a", body="walrus"), record("b", body="walrus")])
        assert await index.count() == 2
        for _ in range(2):
            await index.delete(["turn:a", "turn:unknown"])
        assert ids(await find(index, "walrus")) == ["b"]

    async def test_writes_at_the_same_time_all_take_effect_in_their_order(self, index: TextIndex) -> None:
        await asyncio.gather(
            *(index.upsert([record(f"{n:02}", body="walrus")]) for n in range(40)),
            index.delete(["turn:07"]),
            index.upsert([record("08", body="seal")]),
        )
        assert ids(await find(index, "walrus")) == [f"{n:02}" for n in range(40) if n not in (7, 8)]

    @pytest.mark.parametrize(
        ("text", "asked"),
        [
            ("用户服务器部署在腾讯云国内节点", "腾讯云"),
            ("用户服务器部署在腾讯云国内节点", "云"),
            ("我们用 Kubernetes 部署服务", "kubernetes 部署"),
            ("東京タワーへ行きました", "タワー"),
            ("서울에서 친구를 만났다", "서울"),
            ("ฉันอาศัยอยู่ในกรุงเทพ", "กรุงเทพ"),
            ("اشتريت السيارة الجديدة", "سيارة"),
            ("Мы купили новые книги", "книга"),
            ("Der Krankenversicherungsbeitrag steigt", "Beitrag"),
            ("Der Krankenversicherungsbeitrag steigt", "Krankenversicherung"),
            ("We met at the Café Müller", "cafe muller"),
            ("We met at the cafe", "CAFÉ"),
            ("order 7f3c-991a for jo.doe+x@example.org", "7f3c-991a"),
            ("order 7f3c-991a for jo.doe+x@example.org", "jo.doe+x@example.org"),
            ("order 7f3c-991a for jo.doe+x@example.org", "example.org"),
            ("session 0190e3f2-aaaa-7bbb-8ccc-0123456789ab ended", "0190e3f2-aaaa-7bbb-8ccc-0123456789ab"),
            ("written in C++ and C#", "C++"),
            ("set max_open_files to 12", "max_open_files"),
            ("x" * 500, "x" * 500),
            ("to be or not to be", "to be or not to be"),
        ],
    )
    async def test_words_of_many_scripts_and_shapes_are_found(self, index: TextIndex, text: str, asked: str) -> None:
        await index.upsert(
            [record("a", body=text), record("b", body="an unrelated sentence"), record("c", body="另外一回事")]
        )
        assert ids(await find(index, asked))[:1] == ["a"]

    @pytest.mark.parametrize(
        "asked",
        [
            "",
            "   ",
            "\x00",
            "- ' \" ( ) * / \\ | : @ [ ] { } ^ ~ ?",
            "AND OR NOT",
            'body:"a" AND -b',
            "a*",
            "\ud800",
            "(((",
        ],
    )
    async def test_no_text_is_ever_an_operator(self, index: TextIndex, asked: str) -> None:
        await index.upsert([record("a", body="walrus")])
        assert ids(await find(index, asked)) == []
        assert ids(await find(index, f"{asked} walrus")) == ["a"]

    @pytest.mark.parametrize("limit", [0, -1])
    async def test_a_limit_below_one_finds_nothing(self, index: TextIndex, limit: int) -> None:
        await index.upsert([record("a", body="walrus")])
        assert await find(index, "walrus", limit=limit) == []

    async def test_a_very_long_question_is_answered_by_its_rare_words(self, index: TextIndex) -> None:
        await index.upsert(
            [record("a", body="the walrus sings")] + [record(f"{n}", body=f"filler{n // 2} talk") for n in range(300)]
        )
        asked = " ".join(f"filler{n} talk" for n in range(150)) + " walrus " + " ".join("talk" for _ in range(2_000))
        assert "a" in ids(await find(index, asked, limit=200))

    async def test_what_a_caller_cannot_see_pushes_nothing_out(self, index: TextIndex) -> None:
        others = [record(f"{n:04}", scope_set=2, body="walrus walrus walrus") for n in range(1_000)]
        await index.upsert([*others, record("mine", scope_set=1, body="a walrus and many other words besides")])
        narrow = IndexFilter(CONTEXT, scope_sets=frozenset({1}))
        wide = IndexFilter(CONTEXT, scope_sets=frozenset({1, *range(3, 10_000)}))
        assert ids(await find(index, "walrus", narrow, 5)) == ["mine"]
        assert ids(await find(index, "walrus", wide, 5)) == ["mine"]
        assert ids(await find(index, "walrus", IndexFilter(CONTEXT, scope_sets=frozenset()), 5)) == []

    async def test_every_filter_lets_through_what_it_means(self, index: TextIndex) -> None:
        records = [replace(one, body="walrus") for one in assorted(60)]
        await index.upsert(records)
        loop = asyncio.get_running_loop()

        @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
        @given(filters())
        def holds(narrowed: IndexFilter) -> None:
            hits = asyncio.run_coroutine_threadsafe(find(index, "walrus", narrowed), loop).result(10)
            assert {hit.record_id for hit in hits} == {one.record_id for one in records if narrowed.matches(one)}

        await asyncio.to_thread(holds)

    async def test_erasing_counts_the_records_held_and_is_idempotent(self, index: TextIndex) -> None:
        await index.upsert([record("a", window=n, body="walrus") for n in range(3)] + [record("b", body="walrus")])
        assert await index.erase(["turn:a", "turn:unknown"]) == 1
        assert await index.erase(["turn:a", "turn:unknown"]) == 0
        assert await index.erase([]) == 0
        assert ids(await find(index, "walrus")) == ["b"]

    async def test_erasing_a_context_leaves_others_alone(self, index: TextIndex) -> None:
        await index.upsert(
            [record(f"{n}", body="walrus", context="tenant-b") for n in range(250)] + [record("mine", body="walrus")]
        )
        assert await index.erase_context("tenant-b") == 250
        assert await index.erase_context("tenant-b") == 0
        assert await index.count() == 1
        assert ids(await find(index, "walrus")) == ["mine"]

    async def test_clearing_leaves_an_index_that_can_be_filled_again(self, index: TextIndex) -> None:
        await index.upsert([record("a", body="walrus")])
        await index.clear()
        assert await index.count() == 0
        await index.upsert([record("b", body="walrus")])
        assert ids(await find(index, "walrus")) == ["b"]

    async def test_what_was_written_is_there_after_opening_again(self, open_index: OpenText) -> None:
        first = await open_index()
        assert first.fresh
        await first.upsert([record("a", body="walrus"), record("b", body="walrus")])
        await first.delete(["turn:b"])
        await first.close()
        await first.close()
        second = await open_index()
        assert not second.fresh
        assert ids(await find(second, "walrus")) == ["a"]
        await second.close()
