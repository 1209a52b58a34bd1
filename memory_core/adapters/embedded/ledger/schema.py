"""Tables, and how an older file becomes a newer one. A migration is never edited once it has been released; add another.

What is not plain from the names:

* `scope_sets` interns clauses: rows carry the number.
* `entities.survivor` follows `merged_into` to its end, so that rows of merged entities are found by one look-up. Rows keep
  the entity that they were written for: a merge that is undone finds its rows again.
* `entity_names` are other names, each known in one scope set only, with the record that tells it; `norm` is for look-up.
* `source_ref` and `source_session` repeat parts of the JSON in `source`, for erasure and for reads of one session.
* `derivations` also leads from a fact to the uncertainties that doubt it.
* `mentions` and `outbox` repeat the scope set of their record, so that a walk over them need not look at each record.
* `outbox` has one row a step and a flag for each copy that has not taken it.
* `scrubs` has a row for each erasure whose bytes may still be in the file; opening it ends what a kill has cut off.
* `erased` remembers ids for a day: traces of reads that were under way must not bring words back.
"""

from __future__ import annotations

from memory_core.adapters.embedded.ledger.sql import Connection, rows
from memory_core.engine.model import Instant
from memory_core.ports.store import Migration

_ACCESS = """
CREATE TABLE contexts(
    id TEXT PRIMARY KEY, created_at INTEGER NOT NULL, config TEXT NOT NULL, description TEXT,
    enforcement_blocked INTEGER NOT NULL) STRICT;
CREATE TABLE principals(
    context TEXT NOT NULL, id TEXT NOT NULL, display_name TEXT NOT NULL, kind TEXT NOT NULL, grants TEXT NOT NULL,
    created_at INTEGER NOT NULL, external_id TEXT, deleted_at INTEGER, PRIMARY KEY(context, id)) STRICT;
CREATE UNIQUE INDEX principals_name ON principals(context, display_name) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX principals_external ON principals(context, external_id)
    WHERE external_id IS NOT NULL AND deleted_at IS NULL;
CREATE TABLE grant_history(
    n INTEGER PRIMARY KEY, context TEXT NOT NULL, principal_id TEXT NOT NULL, at INTEGER NOT NULL,
    grants TEXT NOT NULL) STRICT;
CREATE INDEX grant_history_at ON grant_history(context, principal_id, at);
CREATE TABLE keys(
    id TEXT PRIMARY KEY, context TEXT NOT NULL, principal_id TEXT NOT NULL, name TEXT NOT NULL,
    secret_hash BLOB NOT NULL, created_at INTEGER NOT NULL, grants TEXT, valid_until INTEGER, last_used_at INTEGER,
    revoked_at INTEGER) STRICT;
CREATE UNIQUE INDEX keys_hash ON keys(secret_hash) WHERE revoked_at IS NULL;
CREATE UNIQUE INDEX keys_name ON keys(context, principal_id, name) WHERE revoked_at IS NULL;
CREATE TABLE scopes(
    context TEXT NOT NULL, path TEXT NOT NULL, created_at INTEGER NOT NULL, display_name TEXT, description TEXT,
    tombstoned_at INTEGER, PRIMARY KEY(context, path)) STRICT, WITHOUT ROWID;
CREATE TABLE scope_sets(
    id INTEGER PRIMARY KEY AUTOINCREMENT, context TEXT NOT NULL, clauses TEXT NOT NULL, UNIQUE(context, clauses)) STRICT;
CREATE INDEX scope_sets_context ON scope_sets(context);
"""

_MEMORY = """
CREATE TABLE sessions(
    n INTEGER PRIMARY KEY, context TEXT NOT NULL, id TEXT NOT NULL, scope_set INTEGER NOT NULL,
    created_at INTEGER NOT NULL, metadata TEXT, retired_at INTEGER, UNIQUE(context, id)) STRICT;
CREATE INDEX sessions_scope ON sessions(scope_set);
CREATE TABLE turns(
    n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, context TEXT NOT NULL, session_id TEXT NOT NULL,
    scope_set INTEGER NOT NULL, seq INTEGER NOT NULL, role TEXT NOT NULL, content TEXT NOT NULL,
    observed_at INTEGER NOT NULL, created_at INTEGER NOT NULL, labels TEXT NOT NULL, trust REAL NOT NULL,
    retired_at INTEGER) STRICT;
CREATE UNIQUE INDEX turns_session ON turns(context, session_id, seq);
CREATE INDEX turns_observed ON turns(context, observed_at, scope_set);
CREATE INDEX turns_scope ON turns(scope_set, observed_at);

CREATE TABLE entities(
    uid INTEGER PRIMARY KEY AUTOINCREMENT, context TEXT NOT NULL, type TEXT NOT NULL, name TEXT NOT NULL,
    norm TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, category TEXT NOT NULL,
    importance REAL NOT NULL, merged_into INTEGER, survivor INTEGER, aliases TEXT NOT NULL) STRICT;
CREATE UNIQUE INDEX entities_norm ON entities(context, type, norm) WHERE merged_into IS NULL;
CREATE INDEX entities_survivor ON entities(survivor) WHERE survivor IS NOT NULL;
CREATE INDEX entities_merged ON entities(merged_into) WHERE merged_into IS NOT NULL;
CREATE TABLE entity_keys(
    context TEXT NOT NULL, key TEXT NOT NULL, uid INTEGER NOT NULL, PRIMARY KEY(context, key, uid)) STRICT, WITHOUT ROWID;
CREATE INDEX entity_keys_uid ON entity_keys(uid);

CREATE TABLE assertions(
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, context TEXT NOT NULL, entity_uid INTEGER NOT NULL,
    key TEXT NOT NULL, value TEXT NOT NULL, scope_set INTEGER NOT NULL, valid_from INTEGER NOT NULL,
    known_at INTEGER NOT NULL, created_at INTEGER NOT NULL, target_uid INTEGER, valid_until INTEGER,
    start_assumed INTEGER NOT NULL, category TEXT NOT NULL, confidence REAL NOT NULL, importance REAL NOT NULL,
    source TEXT NOT NULL, source_ref TEXT, source_session TEXT, labels TEXT NOT NULL, ends INTEGER NOT NULL,
    retired_at INTEGER, evidence INTEGER NOT NULL, live INTEGER NOT NULL) STRICT;
CREATE INDEX assertions_line ON assertions(entity_uid, key, scope_set);
CREATE INDEX assertions_subject ON assertions(entity_uid, scope_set);
CREATE INDEX assertions_target ON assertions(target_uid, scope_set) WHERE target_uid IS NOT NULL;
CREATE INDEX assertions_scope ON assertions(scope_set);
CREATE INDEX assertions_context ON assertions(context);
CREATE INDEX assertions_source ON assertions(source_ref) WHERE source_ref IS NOT NULL;
CREATE INDEX assertions_session ON assertions(source_session) WHERE source_session IS NOT NULL;
CREATE TABLE evidence(
    n INTEGER PRIMARY KEY, assertion_id TEXT NOT NULL REFERENCES assertions(id) ON DELETE CASCADE,
    known_at INTEGER NOT NULL, source TEXT NOT NULL, source_ref TEXT, source_session TEXT) STRICT;
CREATE INDEX evidence_of ON evidence(assertion_id, known_at);
CREATE INDEX evidence_source ON evidence(source_ref) WHERE source_ref IS NOT NULL;

CREATE TABLE instructions(
    n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, context TEXT NOT NULL, scope_set INTEGER NOT NULL,
    label TEXT NOT NULL, description TEXT NOT NULL, known_at INTEGER NOT NULL, created_at INTEGER NOT NULL,
    source TEXT NOT NULL, source_ref TEXT, source_session TEXT, labels TEXT NOT NULL, revoked_at INTEGER,
    retired_at INTEGER) STRICT;
CREATE INDEX instructions_scope ON instructions(scope_set, known_at);
CREATE INDEX instructions_known ON instructions(context, known_at);
CREATE INDEX instructions_source ON instructions(source_ref) WHERE source_ref IS NOT NULL;
CREATE INDEX instructions_session ON instructions(source_session) WHERE source_session IS NOT NULL;
CREATE TABLE uncertainties(
    n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, context TEXT NOT NULL, scope_set INTEGER NOT NULL,
    about TEXT NOT NULL, reason TEXT NOT NULL, known_at INTEGER NOT NULL, created_at INTEGER NOT NULL,
    source TEXT NOT NULL, source_ref TEXT, source_session TEXT, value TEXT, refs TEXT NOT NULL, resolved_at INTEGER,
    retired_at INTEGER) STRICT;
CREATE INDEX uncertainties_scope ON uncertainties(scope_set, known_at);
CREATE INDEX uncertainties_known ON uncertainties(context, known_at);
CREATE INDEX uncertainties_source ON uncertainties(source_ref) WHERE source_ref IS NOT NULL;
CREATE INDEX uncertainties_session ON uncertainties(source_session) WHERE source_session IS NOT NULL;
CREATE TABLE derivations(
    source_id TEXT NOT NULL, record_id TEXT NOT NULL, PRIMARY KEY(source_id, record_id)) STRICT, WITHOUT ROWID;
CREATE INDEX derivations_record ON derivations(record_id);
CREATE TABLE mentions(
    entity_uid INTEGER NOT NULL, known_at INTEGER NOT NULL, record_id TEXT NOT NULL, scope_set INTEGER NOT NULL,
    PRIMARY KEY(entity_uid, known_at, record_id)) STRICT, WITHOUT ROWID;
CREATE INDEX mentions_record ON mentions(record_id);

CREATE TABLE documents(
    n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, context TEXT NOT NULL, scope_set INTEGER NOT NULL,
    title TEXT NOT NULL, source TEXT NOT NULL, mime_type TEXT NOT NULL, content_hash TEXT NOT NULL,
    size_bytes INTEGER NOT NULL, status TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
    observed_at INTEGER NOT NULL, version INTEGER NOT NULL, labels TEXT NOT NULL, filename TEXT, error TEXT,
    language TEXT, chunk_count INTEGER NOT NULL, processing_started_at INTEGER, processing_completed_at INTEGER,
    retired_at INTEGER) STRICT;
CREATE INDEX documents_hash ON documents(context, content_hash);
CREATE INDEX documents_scope ON documents(scope_set, created_at);
CREATE INDEX documents_created ON documents(context, created_at, scope_set);
CREATE TABLE chunks(
    n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
    document_id TEXT NOT NULL REFERENCES documents(id) ON DELETE CASCADE, position INTEGER NOT NULL,
    char_start INTEGER NOT NULL, char_end INTEGER NOT NULL, text TEXT NOT NULL, section TEXT, token_count INTEGER) STRICT;
CREATE INDEX chunks_document ON chunks(document_id, position);
"""

_TRACES = """
CREATE TABLE traces(
    n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, context TEXT NOT NULL, principal_id TEXT NOT NULL,
    kind TEXT NOT NULL, operation TEXT NOT NULL, created_at INTEGER NOT NULL, latency_ms INTEGER NOT NULL,
    query_text TEXT NOT NULL, tier TEXT NOT NULL, tier_reason TEXT NOT NULL, cached INTEGER NOT NULL, parent_id TEXT,
    refs TEXT NOT NULL, payload TEXT NOT NULL) STRICT;
CREATE INDEX traces_made ON traces(context, created_at);
CREATE INDEX traces_principal ON traces(context, principal_id, created_at);
CREATE INDEX traces_parent ON traces(parent_id) WHERE parent_id IS NOT NULL;
CREATE TABLE trace_refs(
    record_id TEXT NOT NULL, trace INTEGER NOT NULL REFERENCES traces(n) ON DELETE CASCADE,
    PRIMARY KEY(record_id, trace)) STRICT, WITHOUT ROWID;
CREATE INDEX trace_refs_trace ON trace_refs(trace);
CREATE TABLE audit(
    n INTEGER PRIMARY KEY, id TEXT NOT NULL, context TEXT NOT NULL, principal_id TEXT, key_id TEXT, kind TEXT NOT NULL,
    operation TEXT NOT NULL, outcome TEXT NOT NULL, created_at INTEGER NOT NULL, latency_ms INTEGER NOT NULL,
    rows_touched INTEGER NOT NULL, reason TEXT, trace_id TEXT NOT NULL, model TEXT, cost REAL NOT NULL) STRICT;
CREATE INDEX audit_made ON audit(context, created_at);
CREATE INDEX audit_principal ON audit(context, principal_id, created_at);
"""

_QUEUES = """
CREATE TABLE replies(
    n INTEGER PRIMARY KEY, context TEXT NOT NULL, caller TEXT NOT NULL, key TEXT NOT NULL, fingerprint BLOB NOT NULL,
    reply BLOB, reserved_at INTEGER NOT NULL, lease_until INTEGER NOT NULL, UNIQUE(context, caller, key)) STRICT;
CREATE INDEX replies_age ON replies(reserved_at);
CREATE TABLE reply_records(
    record_id TEXT NOT NULL, reply INTEGER NOT NULL REFERENCES replies(n) ON DELETE CASCADE,
    PRIMARY KEY(record_id, reply)) STRICT, WITHOUT ROWID;
CREATE INDEX reply_records_reply ON reply_records(reply);
CREATE TABLE jobs(
    n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, context TEXT NOT NULL, kind TEXT NOT NULL, record_id TEXT NOT NULL,
    attempts INTEGER NOT NULL, not_before INTEGER NOT NULL, lease_until INTEGER) STRICT;
CREATE INDEX jobs_record ON jobs(record_id, kind);
CREATE TABLE outbox(
    seq INTEGER PRIMARY KEY AUTOINCREMENT, operation TEXT NOT NULL, record_id TEXT NOT NULL, context TEXT NOT NULL,
    scope_set INTEGER, at INTEGER NOT NULL, text INTEGER NOT NULL, vectors INTEGER NOT NULL) STRICT;
CREATE INDEX outbox_text ON outbox(seq) WHERE text = 1;
CREATE INDEX outbox_vectors ON outbox(seq) WHERE vectors = 1;
CREATE INDEX outbox_record ON outbox(record_id);
CREATE TABLE erased(record_id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX erased_at ON erased(at);
"""

_WAITING = """
CREATE INDEX outbox_scope ON outbox(scope_set) WHERE operation = 'upsert';
"""

_UPKEEP = """
ALTER TABLE assertions ADD COLUMN uses INTEGER NOT NULL DEFAULT 0;
ALTER TABLE assertions ADD COLUMN used_at INTEGER;
UPDATE assertions SET importance = CASE category WHEN 'identity' THEN 1.0 WHEN 'knowledge' THEN 0.8 ELSE 0.5 END;
CREATE INDEX assertions_importance ON assertions(context, importance);
"""

_NAMES = """
CREATE TABLE entity_names(
    uid INTEGER NOT NULL, scope_set INTEGER NOT NULL, norm TEXT NOT NULL, name TEXT NOT NULL, record_id TEXT NOT NULL,
    PRIMARY KEY(uid, scope_set, norm, record_id)) STRICT, WITHOUT ROWID;
CREATE INDEX entity_names_record ON entity_names(record_id);
INSERT OR IGNORE INTO entity_names SELECT entity_uid, scope_set, fold(trim(value)), trim(value), id FROM assertions
    WHERE target_uid IS NULL AND ends = 0 AND (key IN ('nickname', 'aliases')
        OR (key = 'name' AND json_extract(source, '$.kind') IN ('turn', 'document')));
ALTER TABLE entities DROP COLUMN aliases;
"""

_SCRUBS = """
CREATE TABLE scrubs(at INTEGER NOT NULL) STRICT;
"""

_FACTS_OF_DOCUMENTS = """
ALTER TABLE documents ADD COLUMN trust REAL NOT NULL DEFAULT 1;
ALTER TABLE documents ADD COLUMN reading INTEGER NOT NULL DEFAULT 1;
ALTER TABLE documents ADD COLUMN facts_read INTEGER NOT NULL DEFAULT 0;
ALTER TABLE documents ADD COLUMN offered INTEGER NOT NULL DEFAULT 0;
UPDATE documents SET offered = 1 WHERE status = 'ready';
INSERT OR IGNORE INTO derivations(source_id, record_id)
    SELECT j.value, u.id FROM uncertainties AS u CROSS JOIN json_each(u.refs) AS j WHERE json_valid(u.refs);
"""

MIGRATIONS: list[tuple[str, str]] = [
    ("first tables", _ACCESS + _MEMORY + _TRACES + _QUEUES),
    ("find what waits for the copies by scope set", _WAITING),
    ("count the uses of facts and find what matters most", _UPKEEP),
    ("other names are known scope set by scope set", _NAMES),
    ("remember erasures whose bytes are still to go", _SCRUBS),
    ("documents state facts, and uncertainties are found by the facts that they doubt", _FACTS_OF_DOCUMENTS),
]
"""Name and statements; the version is the place in the list, from 1."""


def migrate(connection: Connection, now: Instant) -> None:
    """Brings a file up to date, one transaction a step. Raises ValueError for a file of a newer program."""
    version = int(connection.pragma("user_version"))
    if version > len(MIGRATIONS):
        raise ValueError(f"the ledger has version {version}, this program knows {len(MIGRATIONS)}")
    for number, (name, statements) in enumerate(MIGRATIONS[version:], version + 1):
        with connection:
            connection.execute(
                "CREATE TABLE IF NOT EXISTS migrations("
                "version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT"
            )
            connection.execute(statements)
            connection.execute("INSERT INTO migrations VALUES(?,?,?)", (number, name, now))
            connection.pragma("user_version", number)


def applied(connection: Connection) -> list[Migration]:
    """Every step taken, in order."""
    found = rows(connection, "SELECT version, name, applied_at FROM migrations ORDER BY version")
    return [Migration(*one) for one in found]
