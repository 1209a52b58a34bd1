"""Instants as JSON spells them.

Read: RFC 3339 and its looser ISO 8601 kin: `2024`, `2024-05`, `2024-05-14` (the first instant of it, UTC), and times
with or without seconds, fraction and offset; a time without an offset is UTC. Years 1 to 9999. Written: RFC 3339 with
`Z` and as many digits of the fraction as are needed (0, 3, 6 or 9).
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SHAPE = re.compile(
    r"(\d{4})(?:-(\d\d)(?:-(\d\d)"
    r"(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,32}))?)?(?:[Zz]|([+-]\d\d)(?::?(\d\d))?)?)?)?)?",
    re.ASCII,
)

EXPECTED = "must be an ISO 8601 date or time such as 2024-05-14 or 2024-05-14T10:00:00Z, in the years 1 to 9999"


def read_instant(text: str) -> tuple[int, int]:
    """(seconds since the Unix epoch, nanoseconds); raises ValueError for what is no instant (text of the error:
    EXPECTED)."""
    found = _SHAPE.fullmatch(text)
    if not found:
        raise ValueError(EXPECTED)
    year, month, day, hour, minute, second, fraction, offset_hours, offset_minutes = found.groups()
    try:
        moment = datetime(
            int(year), int(month or 1), int(day or 1), int(hour or 0), int(minute or 0), int(second or 0), tzinfo=UTC
        )
        moment -= _offset(offset_hours, offset_minutes)
    except (ValueError, OverflowError):
        raise ValueError(EXPECTED) from None
    since = moment - _EPOCH
    return since.days * 86_400 + since.seconds, int((fraction or "")[:9].ljust(9, "0"))


def _offset(hours: str | None, minutes: str | None) -> timedelta:
    if hours is None:
        return timedelta(0)
    if int(hours[1:]) > 23 or int(minutes or 0) > 59:
        raise ValueError(EXPECTED)
    size = timedelta(hours=int(hours[1:]), minutes=int(minutes or 0))
    return -size if hours[0] == "-" else size


def write_instant(seconds: int, nanos: int) -> str:
    """`2024-05-14T10:00:00Z`, with a fraction where there is one."""
    text = _whole(seconds)
    if not nanos:
        return text + "Z"
    digits = f"{nanos:09d}"
    while digits.endswith("000"):
        digits = digits[:-3]
    return f"{text}.{digits}Z"


@lru_cache(maxsize=4096)
def _whole(seconds: int) -> str:
    return (_EPOCH + timedelta(seconds=seconds)).replace(tzinfo=None).isoformat()
