"""Gated reads of memory. Rows are found by id, entity or timeline first and pass the gate then; see `gate`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice

from memory_core.adapters.embedded.ledger import entities
from memory_core.adapters.embedded.ledger.gate import admitted, bindings, conditions, in_sight, scan
from memory_core.adapters.embedded.ledger.rows import (
    ASSERTIONS,
    CHUNKS,
    DOCUMENTS,
    EVIDENCE,
    INSTRUCTIONS,
    TURNS,
    UNCERTAINTIES,
)
from memory_core.adapters.embedded.ledger.sql import Connection, Row, listed, rows
from memory_core.engine.model import Assertion, Chunk, Document, Evidence, Instruction, Mention, Turn, Uncertainty
from memory_core.ports.ledger import Gate

_ASSERTION_SESSION = entities.SESSION.format("a")
_TURN_SESSION = "t.session_id = :session"
_BY_ID = "json_each(:ids) AS wanted CROSS JOIN {table} AS {alias} ON {alias}.id = wanted.value"


def assertions(
    connection: Connection,
    gate: Gate,
    *,
    entity_uids: Collection[int] | None,
    target_uids: Collection[int] | None,
    keys: Collection[str] | None,
    ids: Collection[str] | None,
    live_only: bool,
    strongest: bool,
    limit: int,
) -> list[Assertion]:
    """See ports.ledger; rows of merged entities count as those of their survivor."""
    where = [conditions(gate, "a", "known_at", session=_ASSERTION_SESSION)]
    bound = bindings(gate, ids=listed(dict.fromkeys(ids or ())), keys=listed(keys or ()))
    if keys is not None:
        where.append("a.key IN (SELECT value FROM json_each(:keys))")
    if live_only:
        where.append("a.live = 1")
    named = entity_uids is not None or target_uids is not None
    if named:
        bound["subjects"] = listed(entities.members(connection, entity_uids or ()))
        bound["targets"] = listed(entities.members(connection, target_uids or ()))
    if ids is not None:
        source = _BY_ID.format(table="assertions", alias="a")
        if named:
            where.append(f"a.seq IN ({_named(keys is not None)})")
    elif named:
        source = f"({_named(keys is not None)}) AS found CROSS JOIN assertions AS a ON a.seq = found.seq"
    else:
        source, seen = scan(gate, "assertions", "a", "assertions_importance" if strongest else "assertions_context")
        where.append(seen)
    order = "a.importance DESC, a.seq DESC" if strongest else "a.seq"
    sql = f"SELECT {ASSERTIONS.of('a')} FROM {source} WHERE {' AND '.join(where)} ORDER BY {order}"
    found = admitted(gate, ASSERTIONS, rows(connection, sql, bound), limit)
    return entities.under_survivors(connection, sorted(found, key=lambda one: one.seq))


def _named(with_keys: bool) -> str:
    """Numbers of the rows whose subject or target is asked for."""
    key = "AND key IN (SELECT value FROM json_each(:keys))" if with_keys else ""
    return (
        f"SELECT seq FROM assertions INDEXED BY assertions_line "
        f"WHERE entity_uid IN (SELECT value FROM json_each(:subjects)) {key} "
        f"UNION SELECT seq FROM assertions INDEXED BY assertions_target "
        f"WHERE target_uid IN (SELECT value FROM json_each(:targets)) {key}"
    )


def timelines(connection: Connection, gate: Gate, lines: Collection[tuple[int, str, int]]) -> list[Assertion]:
    """Whatever labels and session: a line cut short would tell another story."""
    whole = Gate(gate.context, gate.scope_sets, gate.known_at, now=gate.now)
    visible = [line for line in lines if in_sight(gate, line[2])]
    grouped = entities.groups(connection, {uid for uid, _, _ in visible})
    wanted = {(member, key, scope_set) for uid, key, scope_set in visible for member in grouped[uid]}
    sql = (
        f"SELECT {ASSERTIONS.of('a')} FROM assertions AS a INDEXED BY assertions_line "
        f"WHERE a.entity_uid = :uid AND a.key = :key AND a.scope_set = :set AND {conditions(whole, 'a', 'known_at')}"
    )
    found: list[Assertion] = []
    bound = bindings(whole)
    for uid, key, scope_set in wanted:
        found += ASSERTIONS.all(rows(connection, sql, {**bound, "uid": uid, "key": key, "set": scope_set}))
    return entities.under_survivors(connection, sorted(found, key=lambda one: one.seq))


def evidence(connection: Connection, gate: Gate, assertion_ids: Collection[str]) -> list[Evidence]:
    """Repeats of assertions that pass the gate."""
    sql = (
        f"SELECT a.scope_set, {EVIDENCE.of('e')} FROM {_BY_ID.format(table='assertions', alias='a')} "
        "CROSS JOIN evidence AS e ON e.assertion_id = a.id AND e.known_at <= :known_at "
        f"WHERE {conditions(gate, 'a', 'known_at', session=_ASSERTION_SESSION)} ORDER BY e.known_at, e.n"
    )
    found = rows(connection, sql, bindings(gate, ids=listed(assertion_ids)))
    return EVIDENCE.all(row[1:] for row in found if in_sight(gate, row[0]))


def turns(connection: Connection, gate: Gate, ids: Collection[str]) -> list[Turn]:
    """By id."""
    sql = (
        f"SELECT {TURNS.of('t')} FROM {_BY_ID.format(table='turns', alias='t')} "
        f"WHERE {conditions(gate, 't', 'observed_at', session=_TURN_SESSION)}"
    )
    return admitted(gate, TURNS, rows(connection, sql, bindings(gate, ids=listed(dict.fromkeys(ids)))))


def recent_turns(connection: Connection, gate: Gate, limit: int) -> list[Turn]:
    """The latest by observed_at. Numbers are sorted first, so that texts are read of those alone that are returned."""
    source, seen = scan(gate, "turns", "t", "turns_session" if gate.session_id is not None else "turns_observed")
    passing = f"{seen} AND {conditions(gate, 't', 'observed_at', session=_TURN_SESSION)}"
    sql = (
        f"SELECT {TURNS.of('found')} FROM (SELECT t.n FROM {source} WHERE {passing} "
        "ORDER BY t.observed_at DESC, t.n DESC LIMIT :limit) AS picked "
        "CROSS JOIN turns AS found ON found.n = picked.n ORDER BY found.observed_at DESC, found.n DESC"
    )
    return TURNS.all(rows(connection, sql, bindings(gate, limit=limit)))


def session_turns(
    connection: Connection, gate: Gate, session_id: str, limit: int, offset: int, *, last: bool = False
) -> list[Turn]:
    """Turns of a session by seq; `last`: from its end backwards."""
    sql = (
        f"SELECT {TURNS.of('t')} FROM turns AS t INDEXED BY turns_session WHERE t.session_id = :of "
        f"AND {conditions(gate, 't', 'observed_at', session=_TURN_SESSION)} ORDER BY t.seq {'DESC' if last else 'ASC'}"
    )
    return admitted(gate, TURNS, rows(connection, sql, bindings(gate, of=session_id)), limit + offset)[offset:]


def chunks(connection: Connection, gate: Gate, ids: Collection[str]) -> list[tuple[Chunk, Document]]:
    """By id, with their documents."""
    width = len(DOCUMENTS.fields)
    sql = (
        f"SELECT {DOCUMENTS.of('d')}, {CHUNKS.of('c')} FROM {_BY_ID.format(table='chunks', alias='c')} "
        f"CROSS JOIN documents AS d ON d.id = c.document_id AND d.offered = 1 "
        f"WHERE {conditions(gate, 'd', 'observed_at')}"
    )
    out: list[tuple[Chunk, Document]] = []
    place = DOCUMENTS.place("scope_set")
    for row in rows(connection, sql, bindings(gate, ids=listed(dict.fromkeys(ids)))):
        if in_sight(gate, row[place]):
            document, chunk = DOCUMENTS.read(row[:width]), CHUNKS.read(row[width:])
            if document is not None and chunk is not None:
                out.append((chunk, document))
    return out


def instructions(connection: Connection, gate: Gate, ids: Collection[str] | None, limit: int) -> list[Instruction]:
    """Active ones, newest first."""
    if ids is None:
        source, seen = scan(gate, "instructions", "i", "instructions_known")
    else:
        source, seen = _BY_ID.format(table="instructions", alias="i"), "TRUE"
    sql = (
        f"SELECT {INSTRUCTIONS.of('i')} FROM {source} WHERE {seen} "
        f"AND {conditions(gate, 'i', 'known_at', session='i.source_session = :session')} "
        "AND (i.revoked_at IS NULL OR i.revoked_at > :retired_after) ORDER BY i.known_at DESC, i.n DESC"
    )
    found = rows(connection, sql, bindings(gate, ids=listed(dict.fromkeys(ids or ()))))
    return admitted(gate, INSTRUCTIONS, found, limit)


def uncertainties(connection: Connection, gate: Gate, limit: int) -> list[Uncertainty]:
    """Open ones, newest first. They carry no labels, so a gate with labels sees none."""
    source, seen = scan(gate, "uncertainties", "u", "uncertainties_known")
    passing = conditions(gate, "u", "known_at", session="u.source_session = :session", labels=False)
    sql = (
        f"SELECT {UNCERTAINTIES.of('u')} FROM {source} WHERE {seen} AND {passing} "
        "AND (u.resolved_at IS NULL OR u.resolved_at > :retired_after) ORDER BY u.known_at DESC, u.n DESC LIMIT :limit"
    )
    return UNCERTAINTIES.all(rows(connection, sql, bindings(gate, limit=limit)))


def mentions(connection: Connection, gate: Gate, entity_uids: Collection[int], limit: int) -> list[Mention]:
    """Texts that pass the gate and name an entity, newest first: the newest of each, then the newest of all."""
    every = entities.members(connection, entity_uids)
    moved = entities.survivors(connection, every)
    newest: list[tuple[int, str, int]] = []
    for uid in every:
        newest += [(known_at, one, moved.get(uid, uid)) for known_at, one in _mentions_of(connection, gate, uid, limit)]
    # A text may name two entities that are one by now.
    best = sorted(set(newest), key=lambda found: (-found[0], found[1], found[2]))
    return [Mention(record_id, uid) for _, record_id, uid in best[:limit]]


def _mentions_of(connection: Connection, gate: Gate, uid: int, limit: int) -> list[tuple[int, str]]:
    sql = "SELECT known_at, record_id, scope_set FROM mentions WHERE entity_uid = ? AND known_at <= ? ORDER BY known_at DESC"
    found = (row for row in rows(connection, sql, (uid, gate.known_at)) if in_sight(gate, row[2]))
    out: list[tuple[int, str]] = []
    for batch in _batches(found, limit):
        passing = visible_texts(connection, gate, [one for _, one, _ in batch])
        out += [(known_at, one) for known_at, one, _ in batch if one in passing]
        if len(out) >= limit:
            break
    return out[:limit]


def _batches(found: Iterator[Row], size: int) -> Iterator[list[Row]]:
    while batch := list(islice(found, max(size, 1))):
        yield batch


def visible_texts(connection: Connection, gate: Gate, ids: Iterable[str]) -> set[str]:
    """Those ids of turns and passages that pass the gate."""
    sql = (
        f"SELECT t.id, t.scope_set FROM {_BY_ID.format(table='turns', alias='t')} "
        f"WHERE {conditions(gate, 't', 'observed_at', session=_TURN_SESSION)} "
        f"UNION ALL SELECT c.id, d.scope_set FROM {_BY_ID.format(table='chunks', alias='c')} "
        "CROSS JOIN documents AS d ON d.id = c.document_id AND d.offered = 1 "
        f"WHERE {conditions(gate, 'd', 'observed_at')}"
    )
    found = rows(connection, sql, bindings(gate, ids=listed(ids)))
    return {one for one, scope_set in found if in_sight(gate, scope_set)}


def visible_facts(connection: Connection, gate: Gate, ids: Iterable[str]) -> set[str]:
    """Those ids of assertions and instructions that pass the gate; instructions whether revoked or not."""
    sql = (
        f"SELECT a.id, a.scope_set FROM {_BY_ID.format(table='assertions', alias='a')} "
        f"WHERE {conditions(gate, 'a', 'known_at', session=_ASSERTION_SESSION)} "
        f"UNION ALL SELECT i.id, i.scope_set FROM {_BY_ID.format(table='instructions', alias='i')} "
        f"WHERE {conditions(gate, 'i', 'known_at', session='i.source_session = :session')}"
    )
    found = rows(connection, sql, bindings(gate, ids=listed(ids)))
    return {one for one, scope_set in found if in_sight(gate, scope_set)}
