"""The spellings of an instant."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.contract.instants import read_instant, write_instant


def seconds(*parts: int) -> int:
    """Seconds since the epoch of a UTC time."""
    since = datetime(*parts, tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)  # type: ignore[arg-type]
    return since.days * 86_400 + since.seconds


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024", (seconds(2024, 1, 1), 0)),
        ("2024-05", (seconds(2024, 5, 1), 0)),
        ("2024-05-14", (seconds(2024, 5, 14), 0)),
        ("2024-05-14T10:00:00Z", (seconds(2024, 5, 14, 10), 0)),
        ("2024-05-14t10:00:00z", (seconds(2024, 5, 14, 10), 0)),
        ("2024-05-14 10:00", (seconds(2024, 5, 14, 10), 0)),
        ("2024-05-14T10:00:00", (seconds(2024, 5, 14, 10), 0)),
        ("2024-05-14T12:00:00.25+02:00", (seconds(2024, 5, 14, 10), 250_000_000)),
        ("2024-05-14T12:00:00,5+0200", (seconds(2024, 5, 14, 10), 500_000_000)),
        ("2024-05-14T00:30:00-05", (seconds(2024, 5, 14, 5, 30), 0)),
        ("2024-05-14T10:00:00.1234567891234Z", (seconds(2024, 5, 14, 10), 123_456_789)),
        ("2024-02-29T23:59:59+14:00", (seconds(2024, 2, 29, 9, 59, 59), 0)),
        ("0001-01-01T00:00:00Z", (-62_135_596_800, 0)),
        ("9999-12-31T23:59:59.999999Z", (253_402_300_799, 999_999_000)),
    ],
)
def test_an_instant_is_read(text: str, expected: tuple[int, int]) -> None:
    assert read_instant(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "yesterday",
        "2024-13-01T00:00:00Z",
        "2024-02-30",
        "2023-02-29",
        "2024-05-14T25:00:00Z",
        "2024-05-14T24:00:00Z",
        "2024-05-14T10:60:00Z",
        "2024-05-14T10:00:60Z",
        "2024-05-14T10",
        "2024-05-14T",
        "99999-01-01T00:00:00Z",
        "0000-01-01",
        "0001-01-01T00:00:00+05:00",
        "9999-12-31T23:59:59-05:00",
        "2024-05-14T10:00:00+24:00",
        "2024-05-14T10:00:00+02:60",
        "2024-05-14T10:00:00Z ",
        "2024-W20",
        "20240514",
        "2024-5-14",
        "٢٠٢٤",
        "1715680800",
    ],
)
def test_what_is_no_instant_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="ISO 8601"):
        read_instant(text)


@pytest.mark.parametrize(
    ("nanos", "end"),
    [(0, "00Z"), (250_000_000, "00.250Z"), (1_000, "00.000001Z"), (999_999_999, "00.999999999Z")],
)
def test_a_fraction_has_as_many_digits_as_are_needed(nanos: int, end: str) -> None:
    assert write_instant(seconds(2024, 5, 14, 10), nanos) == f"2024-05-14T10:00:{end}"


@given(st.integers(-62_135_596_800, 253_402_300_799), st.integers(0, 999_999_999))
def test_what_is_written_is_read_back(whole: int, nanos: int) -> None:
    assert read_instant(write_instant(whole, nanos)) == (whole, nanos)
