from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_core.engine.timex import Prefer, duration, resolve, scan

ANCHOR = int(dt.datetime(2026, 5, 12, 10, tzinfo=dt.UTC).timestamp() * 1_000_000)
"""A Tuesday."""
FIRST, LAST = -62_135_596_800_000_000, 253_402_300_799_999_999
"""The years 1 to 9999."""


def day(text: str) -> int:
    return int(dt.datetime.fromisoformat(text).replace(tzinfo=dt.UTC).timestamp() * 1_000_000)


@pytest.mark.parametrize(
    ("phrase", "start", "end"),
    [
        ("yesterday", "2026-05-11", "2026-05-12"),
        ("the day after tomorrow", "2026-05-14", "2026-05-15"),
        ("last Tuesday", "2026-05-05", "2026-05-06"),
        ("last Friday", "2026-05-08", "2026-05-09"),
        ("next Monday", "2026-05-18", "2026-05-19"),
        ("this Thursday", "2026-05-14", "2026-05-15"),
        ("Tuesday next week", "2026-05-19", "2026-05-20"),
        ("last week", "2026-05-04", "2026-05-11"),
        ("last weekend", "2026-05-09", "2026-05-11"),
        ("the week after next", "2026-05-25", "2026-06-01"),
        ("next month", "2026-06-01", "2026-07-01"),
        ("in May", "2026-05-01", "2026-06-01"),
        ("last May", "2025-05-01", "2025-06-01"),
        ("next March", "2027-03-01", "2027-04-01"),
        ("this quarter", "2026-04-01", "2026-07-01"),
        ("Q3", "2026-07-01", "2026-10-01"),
        ("Q3 2024", "2024-07-01", "2024-10-01"),
        ("the second half of 2023", "2023-07-01", "2024-01-01"),
        ("last summer", "2025-06-01", "2025-09-01"),
        ("in the winter of 2022", "2022-12-01", "2023-03-01"),
        ("last year", "2025-01-01", "2026-01-01"),
        ("two years ago", "2024-01-01", "2025-01-01"),
        ("three weeks ago", "2026-04-21", "2026-04-22"),
        ("a couple of days ago", "2026-05-10", "2026-05-11"),
        ("in ten days", "2026-05-22", "2026-05-23"),
        ("in 2019", "2019-01-01", "2020-01-01"),
        ("in the 1990s", "1990-01-01", "2000-01-01"),
        ("Christmas 2023", "2023-12-25", "2023-12-26"),
        ("2024-05-14", "2024-05-14", "2024-05-15"),
        ("14.05.2024", "2024-05-14", "2024-05-15"),
        ("14/05/2024", "2024-05-14", "2024-05-15"),
        ("05/14/2024", "2024-05-14", "2024-05-15"),
        ("3 March 1991", "1991-03-03", "1991-03-04"),
        ("March 3rd, 1991", "1991-03-03", "1991-03-04"),
        ("the 3rd of March 1991", "1991-03-03", "1991-03-04"),
        ("from March to June 2023", "2023-03-01", "2023-07-01"),
        ("between 2010 and 2015", "2010-01-01", "2016-01-01"),
        ("2010-2015", "2010-01-01", "2016-01-01"),
        ("4 to 6 November", "2026-11-04", "2026-11-07"),
        ("in the past three months", "2026-02-12", "2026-05-13"),
    ],
)
def test_a_phrase_covers_this_stretch_of_time(phrase: str, start: str, end: str) -> None:
    prefer: Prefer | None = "future" if "November" in phrase else None
    (span,) = resolve(phrase, ANCHOR, prefer)
    assert (span.start, span.end) == (day(start), day(end))


@pytest.mark.parametrize(
    ("phrase", "first"),
    [
        ("in a fortnight", "2026-05-26"),
        ("a fortnight ago", "2026-04-28"),
        ("a year and a half ago", "2024-11"),
        ("three and a half years ago", "2022-11"),
        ("in two weeks' time", "2026-05-26"),
        ("in about a month", "2026-06"),
        ("a week from Friday", "2026-05-22"),
        ("in the late nineties", "1990"),
        ("over Christmas", "2025-12-25"),
        ("at Easter 2024", "2024-03-31"),
        ("last Easter", "2026-04-05"),
        ("tonight at 8", "2026-05-12T20:00"),
    ],
)
def test_people_count_in_fortnights_halves_and_feasts(phrase: str, first: str) -> None:
    assert [span.first for span in resolve(phrase, ANCHOR)] == [first]


@pytest.mark.parametrize("phrase", ["100,000,000 and a half years ago", "99999 fortnights ago", "in my nineties"])
def test_what_no_calendar_holds_gives_no_date(phrase: str) -> None:
    assert resolve(phrase, ANCHOR) == []


def test_a_move_of_a_date_points_ahead_by_its_end() -> None:
    (span,) = resolve("The launch moved from 4 May to 18 May", ANCHOR)
    assert (span.first, span.last) == ("2026-05-04", "2026-05-18")


@pytest.mark.parametrize(
    ("phrase", "start", "end", "first", "last"),
    [
        ("since 2019", "2019-01-01", None, "2019", None),
        ("starting Monday", "2026-05-18", None, "2026-05-18", None),
        ("until 30 September", None, "2026-10-01", None, "2026-09-30"),
        ("before 2020", None, "2020-01-01", None, "2020"),
        ("after March 2021", "2021-04-01", None, "2021-03", None),
    ],
)
def test_one_side_may_be_open(
    phrase: str, start: str | None, end: str | None, first: str | None, last: str | None
) -> None:
    (span,) = resolve(phrase, ANCHOR)
    assert (span.start, span.end) == (start and day(start), end and day(end))
    assert (span.first, span.last) == (first, last)


@pytest.mark.parametrize(
    ("phrase", "first"),
    [
        ("gestern", "2026-05-11"), ("letzte Woche", "2026-05-04"), ("vor zwei Jahren", "2024"), ("seit 2019", "2019"),
        ("3. März 1991", "1991-03-03"),
        ("hier", "2026-05-11"), ("la semaine prochaine", "2026-05-18"), ("il y a trois ans", "2023"), ("depuis mars 2020", "2020-03"),
        ("ayer", "2026-05-11"), ("el año pasado", "2025"), ("hace dos meses", "2026-03"), ("desde 2019", "2019"),
        ("igår", "2026-05-11"), ("förra veckan", "2026-05-04"), ("för tre år sedan", "2023"),
        ("ontem", "2026-05-11"), ("mês que vem", "2026-06"), ("há dois anos", "2024"),
        ("昨日", "2026-05-11"), ("来月", "2026-06"), ("2024年5月14日", "2024-05-14"), ("3年前", "2023"), ("昨天", "2026-05-11"),
    ],
)  # fmt: skip
def test_other_languages_resolve_too(phrase: str, first: str) -> None:
    assert [span.first for span in resolve(phrase, ANCHOR)] == [first]


@pytest.mark.parametrize(
    ("phrase", "first"),
    [
        ("tomorrow at 3pm", "2026-05-13T15:00"),
        ("next Friday at 14:30", "2026-05-22T14:30"),
        ("at 9am on 3 June", "2026-06-03T09:00"),
        ("2024-05-14T10:00:00Z", "2024-05-14T10:00"),
        ("2024-05-14T10:00:00+09:00", "2024-05-14T01:00"),
    ],
)
def test_a_time_of_day_belongs_to_its_day(phrase: str, first: str) -> None:
    assert [span.first for span in resolve(phrase, ANCHOR, "future")] == [first]


@pytest.mark.parametrize(
    "phrase",
    [
        "100,000 years ago",
        "3000 years ago",
        "十万年前",
        "31 February 2024",
        "03/04/2024",
        "a few years ago",
        "99999999999 days ago",
    ],
)
def test_what_cannot_be_resolved_gives_nothing_and_is_named(phrase: str) -> None:
    found = scan(phrase, ANCHOR)
    assert found.spans == ()
    assert len(found.unresolved) == 1


@pytest.mark.parametrize(
    "text",
    [
        "I hate Mondays",
        "I love summer",
        "May is nice",
        "march on",
        "the sun is shining",
        "open Monday to Friday",
        "life on Mars",
        "room 2019",
        "1,995 metres",
    ],
)
def test_words_that_only_look_like_times_are_none(text: str) -> None:
    assert resolve(text, ANCHOR) == []


def test_the_tense_decides_where_an_open_phrase_points() -> None:
    assert [span.first for span in resolve("in March", ANCHOR, "past")] == ["2026-03"]
    assert [span.first for span in resolve("in March", ANCHOR, "future")] == ["2027-03"]
    assert [span.first for span in resolve("It launches in March.", ANCHOR)] == ["2027-03"]
    assert [span.first for span in resolve("I went there in October.", ANCHOR)] == ["2025-10"]


def test_a_count_of_years_keeps_the_day_as_its_best_estimate() -> None:
    (span,) = resolve("two years ago", ANCHOR)
    assert (span.first, span.valid_from) == ("2024", day("2024-05-12"))


def test_a_duration_reaches_back_from_the_anchor() -> None:
    span = duration("for ten years", ANCHOR)
    assert span is not None and (span.first, span.valid_from) == ("2016", day("2016-05-12"))
    assert duration("for fun", ANCHOR) is None


def test_several_phrases_keep_their_order_and_their_places() -> None:
    text = "I left in March 2020 and came back last year."
    spans = resolve(text, ANCHOR)
    assert [span.text for span in spans] == ["in March 2020", "last year"]
    assert all(text[span.span[0] : span.span[1]] == span.text for span in spans)


@pytest.mark.parametrize("anchor", [FIRST, LAST, FIRST - 10**18, LAST + 10**18, 0])
@pytest.mark.parametrize(
    "phrase",
    [
        "yesterday",
        "last decade",
        "in ten years",
        "last Tuesday",
        "next weekend",
        "in the winter",
        "since Monday at 3pm",
    ],
)
def test_anchors_at_the_ends_of_time_do_no_harm(phrase: str, anchor: int) -> None:
    for span in resolve(phrase, anchor):
        assert all(instant is None or FIRST <= instant <= LAST for instant in (span.start, span.end))


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80), st.integers(FIRST, LAST))
def test_any_text_at_any_time_resolves_inside_the_text_and_the_calendar(text: str, anchor: int) -> None:
    for span in resolve(text, anchor):
        assert 0 <= span.span[0] < span.span[1] <= len(text)
        assert all(instant is None or FIRST <= instant <= LAST for instant in (span.start, span.end))
        assert span.start is None or span.end is None or span.start < span.end


_WORDS = (
    "in on since until from to between and of the last next 3 14 2019 9999 0001 31 May March Monday Q3 year month years ago days"
    " 十 年 前 - , : pm at"
).split()


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(_WORDS), max_size=12).map(" ".join), st.integers(FIRST, LAST))
def test_any_jumble_of_time_words_resolves_inside_the_calendar(text: str, anchor: int) -> None:
    for span in resolve(text, anchor):
        assert all(
            instant is None or FIRST <= instant <= LAST
            for instant in (span.start, span.end, span.valid_from, span.valid_until)
        )
