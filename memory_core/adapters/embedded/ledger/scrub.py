"""Taking the bytes of erased rows off the disk.

secure_delete overwrites a row when it goes. Two places keep old bytes all the same: the log, and the unused middle of pages
that SQLite once rebuilt while it balanced a tree (it moves cells to a neighbour and leaves their image behind). So the log is
cut, and the unused middle of every page is overwritten with zeros in place. That is safe at any moment: no tree looks there,
the log is empty and the writer is this very thread, so nobody else writes the file.

The parsing holds for a file without pointer maps (auto_vacuum=NONE), whose other pages begin with a zero byte: overflow and
free-list pages start with a page number, which fits three bytes up to 2**24 pages. Larger files are rewritten whole.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import apsw

from memory_core.adapters.embedded.ledger.sql import Connection, scalar

_TREE_PAGES = {2: 12, 5: 12, 10: 8, 13: 8}
"""Page type (index and table, inner and leaf) -> bytes of its header."""
_FILE_HEADER = 100
_MOST_PAGES = 2**24


def scrub(connection: Connection, path: Path) -> bool:
    """Runs on the writer's thread outside a transaction; False while a reader keeps the log from being cut."""
    if scalar(connection, "SELECT 1 FROM scrubs LIMIT 1") is None:
        return True
    if not cut_log(connection):
        return False
    if int(connection.pragma("page_count")) >= _MOST_PAGES:
        connection.execute("VACUUM")
        if not cut_log(connection):
            return False
    else:
        connection.release_memory()  # cached pages hold the old bytes, and would bring them back
        zero_unused(path)
    connection.execute("DELETE FROM scrubs")
    cut_log(connection)  # of that note alone, so it may stay where a reader is in the way
    return True


def cut_log(connection: Connection) -> bool:
    """Moves the log into the file and truncates it."""
    try:
        connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    except apsw.BusyError:
        return False
    return True


def zero_unused(path: Path) -> int:
    """Overwrites the unused middle of tree pages; how many pages held something there.

    The file is opened through SQLite's own file layer: closing a handle of another kind would drop the locks that this
    process holds on the file.
    """
    file: Any = apsw.VFSFile("unix", str(path), [apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_READWRITE, 0])
    try:
        size = file.xFileSize()
        page_size = int.from_bytes(file.xRead(2, 16), "big")
        page_size = 65536 if page_size == 1 else page_size
        found = 0
        for start in range(0, size - page_size + 1, page_size):
            first, end = unused(file.xRead(page_size, start), _FILE_HEADER if start == 0 else 0)
            if first < end:
                file.xWrite(bytes(end - first), start + first)
                found += 1
        file.xSync(apsw.SQLITE_SYNC_FULL)
        return found
    finally:
        file.xClose()


def unused(page: bytes, header: int) -> tuple[int, int]:
    """Where the unused middle of a tree page is, when it holds anything but zeros; otherwise an empty range."""
    size = _TREE_PAGES.get(page[header])
    if size is None:
        return 0, 0
    cells, content = struct.unpack_from(">HH", page, header + 3)
    first = header + size + 2 * cells
    end = content or 65536
    if not first <= end <= len(page) or page.count(0, first, end) == end - first:
        return 0, 0
    return first, end
