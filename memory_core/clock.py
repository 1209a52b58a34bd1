"""The system's clock, made to go forward only."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from memory_core.engine.model import Instant


class SystemClock:
    """Wall time that never steps back and never answers the same instant twice, from any thread.

    The order of two answers is therefore the order of the calls, even when the system's clock is set back between them;
    it stands nearly still then, until the system has caught up.
    """

    def __init__(self, read_ns: Callable[[], int] = time.time_ns) -> None:
        self._read_ns = read_ns
        self._lock = threading.Lock()
        self._last: Instant = 0

    def now(self) -> Instant:
        """Microseconds since the Unix epoch, greater than every earlier answer."""
        with self._lock:
            self._last = max(self._last + 1, self._read_ns() // 1000)
            return self._last
