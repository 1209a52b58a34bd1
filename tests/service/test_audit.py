"""Who sees which rows of the audit."""

from __future__ import annotations

import pytest

from memory_core.contract.errors import ApiError, Reason
from memory_core.service.audit import AuditQuery, Outcome
from tests.service.access_world import EVERYTHING, AccessWorld


async def test_one_sees_ones_own_rows_and_who_manages_everything_those_of_all(doors: AccessWorld) -> None:
    boss, blind = await doors.call("Boss", EVERYTHING), await doors.call("Blind", {})
    near = await doors.call("Near", {"grant:manage": ["org/*"]})
    for caller in (boss, blind, near):
        await doors.audit.record(caller, Outcome("query", "ok"))
    assert {row.principal_id for row in await doors.audit.rows(boss, AuditQuery())} == {
        boss.acting_id,
        blind.acting_id,
        near.acting_id,
    }
    for caller in (blind, near):
        assert {row.principal_id for row in await doors.audit.rows(caller, AuditQuery())} == {caller.acting_id}
        with pytest.raises(ApiError) as refused:
            await doors.audit.rows(caller, AuditQuery(principal=boss.acting_id))
        assert refused.value.reason is Reason.PERMISSION_DENIED
    of_one = await doors.audit.rows(boss, AuditQuery(principal=blind.acting_id.removeprefix("principal:")))
    assert {row.principal_id for row in of_one} == {blind.acting_id}


async def test_rows_are_found_by_kind_and_time_newest_first(doors: AccessWorld) -> None:
    boss = await doors.call("Boss", EVERYTHING)
    for operation in ("remember", "query", "reflect", "list_entities"):
        await doors.audit.record(boss, Outcome(operation, "ok", rows_touched=3, trace_id="trace:1"))
    rows = await doors.audit.rows(boss, AuditQuery())
    assert [(row.operation, row.kind) for row in rows] == [
        ("list_entities", "retrieval"),
        ("reflect", "response"),
        ("query", "retrieval"),
        ("remember", "decision"),
    ]
    assert (rows[0].rows_touched, rows[0].trace_id, rows[0].key_id) == (3, "trace:1", boss.key.id if boss.key else None)
    assert [row.operation for row in await doors.audit.rows(boss, AuditQuery(kind="decision"))] == ["remember"]
    late = await doors.audit.rows(boss, AuditQuery(since=rows[1].created_at, until=rows[0].created_at))
    assert [row.operation for row in late] == ["reflect"]
    assert len(await doors.audit.rows(boss, AuditQuery(limit=2))) == 2


async def test_what_the_management_did_belongs_to_no_principal(doors: AccessWorld) -> None:
    boss, blind = await doors.call("Boss", EVERYTHING), await doors.call("Blind", {})
    await doors.audit.record_management(boss.context.id, Outcome("delete_principal", "ok"))
    assert [row.principal_id for row in await doors.audit.rows(boss, AuditQuery())] == [None]
    assert await doors.audit.rows(blind, AuditQuery()) == []
