"""Reconciliation: one transaction for what stands, what is decided, and what follows for the copies."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from memory_core.adapters.embedded.ledger import entities, kin, neighbours, replies, sessions, standing, trace_rows
from memory_core.adapters.embedded.ledger.outbox_rows import last_seq, project
from memory_core.adapters.embedded.ledger.progress import note_progress
from memory_core.adapters.embedded.ledger.rows import (
    ASSERTIONS,
    EVIDENCE,
    INSTRUCTIONS,
    TURNS,
    UNCERTAINTIES,
    Table,
    source_text,
)
from memory_core.adapters.embedded.ledger.scope_sets import intern
from memory_core.adapters.embedded.ledger.sql import Connection, change_many, dumps, listed, scalar
from memory_core.engine.model import Assertion, Evidence, Instant, Instruction, Mention, Source, Turn, Uncertainty
from memory_core.engine.plan import Changes, Kin, Need, Standing
from memory_core.ports.errors import AlreadyExists
from memory_core.ports.ledger import Committed
from memory_core.ports.outbox import Target


def reconcile(connection: Connection, need: Need, decide: Callable[[Standing], Changes], now: Instant) -> Committed:
    """Reads, decides, writes; runs on the writer's thread inside a transaction, which is the lock."""
    scope_set = intern(connection, need.context, need.clauses)
    before = last_seq(connection)
    changes = decide(standing.read(connection, need, scope_set))
    _refuse_known(connection, changes)
    _apply(connection, need.context, changes, now)
    after = last_seq(connection)
    return Committed(after if after > before else 0, scope_set)


def regroup(
    connection: Connection, context: str, uids: Collection[int], decide: Callable[[Kin], Changes], now: Instant
) -> Committed:
    """As `reconcile`, for a merge or a split."""
    before = last_seq(connection)
    _apply(connection, context, decide(kin.read(connection, context, uids)), now)
    after = last_seq(connection)
    return Committed(after if after > before else 0, 0)


def _apply(connection: Connection, context: str, changes: Changes, now: Instant) -> None:
    if changes.session is not None:
        sessions.begin(connection, changes.session)
    _put_turns(connection, changes.turns)
    renamed = _renamed(connection, changes)
    given = entities.put(connection, changes)
    _put_assertions(connection, changes.assertions, given)
    _put_evidence(connection, changes.evidence)
    _put_retold(connection, changes.retold)
    change_many(
        connection, "UPDATE assertions SET live = ? WHERE id = ?", ((on, one) for one, on in changes.live.items())
    )
    _end(connection, "UPDATE assertions SET retired_at = ? WHERE id = ? AND retired_at IS NULL", changes.retired)
    _put_sourced(connection, INSTRUCTIONS, changes.instructions)
    _end(connection, "UPDATE instructions SET revoked_at = ? WHERE id = ?", changes.revoked)
    _put_sourced(connection, UNCERTAINTIES, changes.uncertainties)
    _end(connection, "UPDATE uncertainties SET resolved_at = ? WHERE id = ?", changes.resolved)
    put_mentions(connection, changes.mentions, given)
    trace_rows.put(connection, changes.traces, changes.audit)
    if changes.document is not None:
        note_progress(connection, changes.document)
    if changes.reply is not None:
        replies.finish(connection, changes.reply, _record_ids(changes), now)
    beside = neighbours.before(connection, changes.turns)
    project(connection, context, beside, now, (Target.TEXT,))
    touched = [one.id for one in (*changes.turns, *changes.assertions, *changes.instructions)]
    ended = [one for one, _ in (*changes.revoked, *changes.retired)]
    touched += [one.id for one in changes.retold]
    touched += [*changes.live, *ended, *entities.records_of(connection, renamed)]
    project(connection, context, touched, now)


def put_mentions(connection: Connection, mentions: Sequence[Mention], given: Mapping[int, int]) -> None:
    """Stores mentions of texts that are stored; uids that were planned are replaced by those `given`."""
    sql = """
        INSERT OR IGNORE INTO mentions(entity_uid, known_at, record_id, scope_set)
        SELECT :uid, observed_at, id, scope_set FROM turns WHERE id = :id
        UNION ALL SELECT :uid, d.observed_at, c.id, d.scope_set
        FROM chunks AS c CROSS JOIN documents AS d ON d.id = c.document_id WHERE c.id = :id
    """
    bound = ({"uid": given.get(one.entity_uid, one.entity_uid), "id": one.record_id} for one in mentions)
    change_many(connection, sql, bound)


def _refuse_known(connection: Connection, changes: Changes) -> None:
    """An id names one record for ever: a caller that repeats one must learn so, and not overwrite."""
    for table, kind, records in (
        ("turns", "turn", changes.turns),
        ("assertions", "assertion", changes.assertions),
        ("instructions", "instruction", changes.instructions),
        ("uncertainties", "uncertainty", changes.uncertainties),
    ):
        if records:
            sql = f"SELECT id FROM {table} WHERE id IN (SELECT value FROM json_each(?)) LIMIT 1"
            known = scalar(connection, sql, (listed(one.id for one in records),))
            if known is not None:
                raise AlreadyExists(kind, known)


def _put_turns(connection: Connection, turns: Sequence[Turn]) -> None:
    following: dict[str, int] = {}
    for turn in turns:
        if turn.session_id not in following:
            sql = "SELECT max(seq) FROM turns WHERE context = ? AND session_id = ?"
            last = scalar(connection, sql, (turn.context, turn.session_id))
            following[turn.session_id] = 0 if last is None else int(last) + 1
        seq = turn.seq if turn.seq >= 0 else following[turn.session_id]
        following[turn.session_id] = max(following[turn.session_id], seq + 1)
        TURNS.insert(connection, replace(turn, seq=seq))


def _renamed(connection: Connection, changes: Changes) -> list[int]:
    """Standing entities whose name, or survivor, is about to change: their facts read differently then."""
    given = {one.uid: (one.name, one.merged_into) for one in changes.entities if one.uid > 0}
    stored = entities.by_uid(connection, changes.entities[0].context, given) if given else {}
    return [uid for uid, one in stored.items() if (one.name, one.merged_into) != given[uid]]


def _put_assertions(connection: Connection, assertions: Sequence[Assertion], given: Mapping[int, int]) -> None:
    def placed(uid: int) -> int:
        return given.get(uid, uid)

    rows = [
        replace(
            one,
            entity_uid=placed(one.entity_uid),
            target_uid=None if one.target_uid is None else placed(one.target_uid),
        )
        for one in assertions
    ]
    _put_sourced(connection, ASSERTIONS, rows, without="seq")


def _put_retold(connection: Connection, retold: Sequence[Assertion]) -> None:
    given = (
        (source_text(one.source), one.source.ref, dumps(list(one.labels)), one.confidence, one.id) for one in retold
    )
    sql = "UPDATE assertions SET source = ?, source_ref = ?, labels = ?, confidence = ? WHERE id = ?"
    change_many(connection, sql, given)


def _put_evidence(connection: Connection, evidence: Sequence[Evidence]) -> None:
    for one in evidence:
        EVIDENCE.insert(connection, one, source_ref=one.source.ref, source_session=one.source.session_id)
    sql = "UPDATE assertions SET evidence = evidence + 1 WHERE id = ?"
    change_many(connection, sql, ((one.assertion_id,) for one in evidence))


def _put_sourced(
    connection: Connection,
    table: Table[Any],
    records: Iterable[Assertion | Instruction | Uncertainty],
    without: str | None = None,
) -> None:
    """Stores records that have a source, with what finds them again by it."""
    for one in records:
        source: Source = one.source
        table.insert(connection, one, without=without, source_ref=source.ref, source_session=source.session_id)
        origins = (*source.derived_from, *(one.refs if isinstance(one, Uncertainty) else ()))
        if origins:
            sql = "INSERT OR IGNORE INTO derivations(source_id, record_id) VALUES(?, ?)"
            change_many(connection, sql, ((origin, one.id) for origin in origins))


def _end(connection: Connection, sql: str, ended: Iterable[tuple[str, Instant]]) -> None:
    change_many(connection, sql, ((at, one) for one, at in ended))


def _record_ids(changes: Changes) -> list[str]:
    """All that an answer to this write may speak of."""
    made = [one.id for one in (*changes.turns, *changes.assertions, *changes.instructions, *changes.uncertainties)]
    ended = [one for one, _ in (*changes.revoked, *changes.resolved, *changes.retired)]
    return [*made, *ended, *changes.live, *(one.assertion_id for one in changes.evidence)]
