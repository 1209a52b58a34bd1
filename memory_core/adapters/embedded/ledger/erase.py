"""Erasure: rows go for good, with all that hangs on them, and their copies and files are queued to follow."""

from __future__ import annotations

from collections.abc import Collection

from memory_core.adapters.embedded.ledger import derived, entities, names, neighbours, replies, retire, stated
from memory_core.adapters.embedded.ledger.outbox_rows import erase_blobs, erase_copies, last_seq, project
from memory_core.adapters.embedded.ledger.sql import (
    IN_LIST,
    Connection,
    Row,
    by_ids,
    change,
    change_many,
    column,
    delete_by,
    listed,
    rows,
)
from memory_core.adapters.embedded.ledger.trace_rows import REMEMBERED
from memory_core.engine.model import Instant
from memory_core.ports.ledger import Erased
from memory_core.ports.outbox import Target

_COPIED = ("turns", "assertions", "instructions", "chunks")


def erase(connection: Connection, context: str, record_ids: Collection[str], now: Instant) -> Erased:
    """See ports.ledger. Runs inside one transaction."""
    before = last_seq(connection)
    record_ids = [*record_ids, *stated.going_with(connection, context, record_ids)]
    record_ids = [*record_ids, *derived.going_with(connection, context, record_ids)]
    gone = _held(connection, context, record_ids)
    every = [one for ids in gone.values() for one in ids]
    beside = [one for one in neighbours.around(connection, gone["turns"]) if one not in set(gone["turns"])]
    touched = _entities_of(connection, every)
    sessions = _sessions_of(connection, context, gone["turns"], record_ids)
    blobs = _blobs_of(connection, context, gone["documents"])
    counts = _remove_hanging(connection, every)
    names.forget(connection, every)
    for table in ("turns", "assertions", "instructions", "uncertainties", "chunks", "documents"):
        counts[table] = delete_by(connection, table, "id", gone[table])
    counts["entities"] = entities.drop_bare(connection, touched)
    emptied = _drop_sessions(connection, context, sessions)
    counts["sessions"] = len(emptied)
    counts |= _remove_citing(connection, [*every, *emptied])
    own_traces = f"DELETE FROM traces WHERE {by_ids('traces')}"
    counts["traces"] += change(connection, own_traces, (context, listed(record_ids)))
    remember(connection, [*every, *emptied], now)
    # What only one copy takes comes first, so that the highest number is one that every copy reaches.
    project(connection, context, beside, now, (Target.TEXT,))
    erase_blobs(connection, context, blobs, now)
    erase_copies(connection, context, [one for table in _COPIED for one in gone[table]], now)
    after = last_seq(connection)
    shown = {table: count for table, count in counts.items() if count}
    return Erased((*every, *emptied), tuple(blobs), shown, after if after > before else 0)


def remember(connection: Connection, ids: Collection[str], now: Instant) -> None:
    """Keeps erased ids for a while, see trace_rows, and notes that their bytes are still to go, see scrub."""
    connection.execute("DELETE FROM erased WHERE at < ?", (now - REMEMBERED,))
    change_many(connection, "INSERT OR REPLACE INTO erased(record_id, at) VALUES(?, ?)", ((one, now) for one in ids))
    connection.execute("INSERT INTO scrubs(at) VALUES(?)", (now,))


def records_in_sets(connection: Connection, context: str, scope_sets: Collection[int]) -> list[tuple[str, int]]:
    """(record id, scope set) of every row there, retired or not."""
    parts = [
        f"SELECT t.id, t.scope_set FROM json_each(:sets) AS j CROSS JOIN {table} AS t INDEXED BY {table}_scope "
        "ON t.scope_set = j.value WHERE t.context = :context"
        for table in retire.TABLES
    ]
    found = rows(connection, " UNION ALL ".join(parts), {"sets": listed(scope_sets), "context": context})
    return [(one, scope_set) for one, scope_set in found]


def _held(connection: Connection, context: str, record_ids: Collection[str]) -> dict[str, list[str]]:
    """Table -> ids that are there; passages of the documents too. Sessions are looked at apart."""
    ids = listed(record_ids)
    gone = {
        table: column(connection, f"SELECT id FROM {table} WHERE {by_ids(table)}", (context, ids))
        for table in ("turns", "assertions", "instructions", "uncertainties", "documents")
    }
    own = (
        f"SELECT c.id FROM chunks AS c CROSS JOIN documents AS d ON d.id = c.document_id WHERE c.id {IN_LIST} "
        "AND d.context = ?"
    )
    passages = [*column(connection, own, (ids, context)), *retire.chunks_of(connection, gone["documents"])]
    return {**gone, "chunks": list(dict.fromkeys(passages))}


def _remove_hanging(connection: Connection, gone: Collection[str]) -> dict[str, int]:
    """Rows that hang on the records; table -> how many."""
    counts = {
        "evidence": _remove_evidence(connection, gone),
        "mentions": delete_by(connection, "mentions", "record_id", gone),
    }
    delete_by(connection, "derivations", "record_id", gone)
    delete_by(connection, "derivations", "source_id", gone)
    return counts


def _remove_citing(connection: Connection, gone: Collection[str]) -> dict[str, int]:
    """Rows that hold words about the records, or were made for them; table -> how many."""
    traces = f"DELETE FROM traces WHERE n IN (SELECT trace FROM trace_refs WHERE record_id {IN_LIST})"
    return {
        "traces": change(connection, traces, (listed(gone),)),
        "replies": replies.forget(connection, gone),
        "jobs": delete_by(connection, "jobs", "record_id", gone),
    }


def _remove_evidence(connection: Connection, gone: Collection[str]) -> int:
    """Repeats of erased statements, and repeats that erased texts made of others; those count one source less then."""
    removed = delete_by(connection, "evidence", "assertion_id", gone)
    sql = f"DELETE FROM evidence WHERE source_ref {IN_LIST} RETURNING assertion_id"
    weaker = column(connection, sql, (listed(gone),))
    lower = "UPDATE assertions SET evidence = max(1, evidence - 1) WHERE id = ?"
    change_many(connection, lower, ((one,) for one in weaker))
    return removed + len(weaker)


def _entities_of(connection: Connection, gone: Collection[str]) -> list[int]:
    """Entities that the records speak of."""
    sql = f"""
        SELECT entity_uid FROM assertions WHERE id {IN_LIST}
        UNION SELECT target_uid FROM assertions WHERE id {IN_LIST} AND target_uid IS NOT NULL
        UNION SELECT entity_uid FROM mentions WHERE record_id {IN_LIST}
    """
    ids = listed(gone)
    return column(connection, sql, (ids, ids, ids))


def _sessions_of(
    connection: Connection, context: str, turns: Collection[str], record_ids: Collection[str]
) -> list[Row]:
    """(id, whether it was named itself) of sessions that may have to go."""
    sql = f"""
        SELECT s.id, s.id {IN_LIST} FROM sessions AS s WHERE s.context = ? AND s.id IN (
            SELECT value FROM json_each(?) UNION SELECT session_id FROM turns WHERE id {IN_LIST})
    """
    named = listed(record_ids)
    return list(rows(connection, sql, (named, context, named, listed(turns))))


def _drop_sessions(connection: Connection, context: str, sessions: Collection[Row]) -> list[str]:
    """Removes sessions without turns. One that was named and still has turns, in other scope sets, loses its words."""
    emptied: list[str] = []
    for session_id, named in sessions:
        held = "SELECT 1 FROM turns WHERE context = ? AND session_id = ? LIMIT 1"
        if not column(connection, held, (context, session_id)):
            connection.execute("DELETE FROM sessions WHERE context = ? AND id = ?", (context, session_id))
            emptied.append(session_id)
        elif named:
            connection.execute(
                "UPDATE sessions SET metadata = NULL WHERE context = ? AND id = ?", (context, session_id)
            )
    return emptied


def _blobs_of(connection: Connection, context: str, documents: Collection[str]) -> list[str]:
    """Bare hashes of files that no other document of the context needs."""
    sql = f"""
        SELECT DISTINCT d.content_hash FROM documents AS d WHERE d.id {IN_LIST} AND NOT EXISTS(
            SELECT 1 FROM documents AS o INDEXED BY documents_hash
            WHERE o.context = ? AND o.content_hash = d.content_hash AND o.id NOT {IN_LIST})
    """
    ids = listed(documents)
    return [bare_hash(one) for one in column(connection, sql, (ids, context, ids))]


def bare_hash(content_hash: str) -> str:
    """The hex digits of `blake3:<hex>`, by which the blob store knows a file."""
    return content_hash.removeprefix("blake3:")
