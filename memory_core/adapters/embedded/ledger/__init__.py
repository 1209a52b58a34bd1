"""The embedded ledger: SQLite in WAL mode, one writer thread with group commit, a few reader threads.

store                      all ports together: `open_ledger`
threads, sql, schema       connections and queues; helpers; tables and migrations
rows, gate                 values to columns and back; what a read may see
memory                     MemoryLedger over memory_read, search, standing, memory_write, retire, erase, scrub
sessions, documents, access (with principals and contexts), traces (with stats), outbox, idempotency, jobs   the other ports
entities, neighbours, sources, outbox_rows, replies, trace_rows, scope_sets   what those share
"""

from memory_core.adapters.embedded.ledger.store import SqliteLedger, open_ledger

__all__ = ["SqliteLedger", "open_ledger"]
