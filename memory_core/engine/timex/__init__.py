"""Time expressions in text, resolved against the moment of speaking.

`resolve` answers every phrase that can be resolved; `scan` also tells the phrases that cannot. Nothing here knows the
wall clock, and nothing is ever guessed: an impossible or ambiguous date resolves to nothing.
"""

from __future__ import annotations

from memory_core.engine.timex.model import Instant, Period, Precision, Prefer, TimeSpan
from memory_core.engine.timex.resolver import Scan, duration, resolve, scan

__all__ = ["Instant", "Period", "Precision", "Prefer", "Scan", "TimeSpan", "duration", "resolve", "scan"]
