"""The embedded ledger: SQLite in WAL mode, one writer thread with group commit, a few reader threads.

threads     connections, the writer's queue, readers
schema      tables and migrations
rows        values to columns and back
gate        what a read may see, as SQL and as a test of one row
memory_*, sessions, documents, access, traces, outbox, jobs   the ports
store       all of them together: `open_ledger`
"""
