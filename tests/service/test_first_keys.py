"""The first context and its keys, over several starts."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from memory_core.service.access_checks import ADMIN
from memory_core.service.first_keys import Bootstrapper, FirstKeys, KeyFileError
from memory_core.service.secrets import ManagementKey
from tests.service.access_world import AccessWorld

DEV = "dev"


class Starts:
    """Starts of the product on one data directory."""

    def __init__(self, doors: AccessWorld, file: Path) -> None:
        self.doors, self.file = doors, file
        self._first = Bootstrapper(doors.ledger.access, doors.contexts, doors.hasher, doors.clock, doors.new_id)

    async def start(self, key: str | None = None, management: str | None = None) -> FirstKeys:
        """One start, with the secrets that the settings give."""
        return await self._first.ensure(DEV, self.file, key, management)

    def kept(self) -> dict[str, str]:
        """What the file holds."""
        return json.loads(self.file.read_text())


@pytest.fixture
def starts(doors: AccessWorld, tmp_path: Path) -> Starts:
    """A data directory and a key file, both new."""
    return Starts(doors, tmp_path / "below" / "keys.json")


async def test_the_first_start_makes_a_private_file_whose_key_opens_everything(starts: Starts) -> None:
    first = await starts.start()
    kept = starts.kept()
    assert kept == {"context": DEV, "key": first.shown_key, "management_key": first.management_key}
    assert stat.S_IMODE(starts.file.stat().st_mode) == 0o600
    caller = await starts.doors.caller(kept["key"])
    assert (caller.context.id, set(caller.grants.values()), len(caller.grants)) == (DEV, {("*",)}, 7)


async def test_a_later_start_changes_nothing_and_shows_nothing(starts: Starts) -> None:
    first = await starts.start()
    before = starts.file.read_bytes()
    again = await starts.start()
    assert (again.shown_key, again.management_key) == (None, first.management_key)
    assert starts.file.read_bytes() == before
    assert len(await starts.doors.contexts.keys(DEV, ADMIN)) == 1


async def test_a_lost_file_is_made_again_and_the_old_key_goes_on_working(starts: Starts) -> None:
    old = starts.kept()["key"] if await starts.start() else ""
    starts.file.unlink()
    await starts.start()
    assert starts.kept()["key"] != old
    assert await starts.doors.works(old)
    assert await starts.doors.works(starts.kept()["key"])


async def test_the_file_of_an_earlier_data_directory_opens_a_new_one(starts: Starts) -> None:
    await starts.start()
    await starts.doors.contexts.delete(DEV)
    again = await starts.start()
    assert again.shown_key == starts.kept()["key"]
    assert await starts.doors.works(starts.kept()["key"])


async def test_a_revoked_key_does_not_come_back(starts: Starts) -> None:
    await starts.start()
    await starts.doors.contexts.revoke(DEV, ADMIN, "bootstrap")
    assert (await starts.start()).shown_key is None
    assert not await starts.doors.works(starts.kept()["key"])


async def test_secrets_of_the_settings_win_and_leave_the_file_alone(starts: Starts) -> None:
    await starts.start()
    before = starts.kept()
    given = await starts.start("mk_given_by_a_setting", "management given by a setting")
    assert given.management_key == "management given by a setting"
    assert starts.kept() == before
    for secret in ("mk_given_by_a_setting", before["key"]):
        assert await starts.doors.works(secret)
    assert (await starts.start("mk_given_by_a_setting")).shown_key is None


async def test_secrets_of_the_settings_go_into_a_new_file(starts: Starts) -> None:
    await starts.start("mk_given_by_a_setting", "management given by a setting")
    assert starts.kept() == {
        "context": DEV,
        "key": "mk_given_by_a_setting",
        "management_key": "management given by a setting",
    }


@pytest.mark.parametrize(
    "text", ["{", "[]", "5", '{"context": "dev"}', '{"context": "dev", "key": 5, "management_key": "x"}', "\udcff"]
)
async def test_a_file_that_is_none_stops_the_start_and_stays_as_it_is(starts: Starts, text: str) -> None:
    starts.file.parent.mkdir()
    starts.file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(KeyFileError, match=r"keys\.json"):
        await starts.start()
    assert starts.file.read_bytes() == text.encode("utf-8", "surrogateescape")


async def test_one_secret_cannot_serve_both_surfaces(starts: Starts) -> None:
    with pytest.raises(KeyFileError):
        await starts.start("the same", "the same")


async def test_no_management_key_accepts_nothing(doors: AccessWorld) -> None:
    closed = ManagementKey(doors.hasher, None)
    assert not closed.accepts("")
    assert not closed.accepts("x")
