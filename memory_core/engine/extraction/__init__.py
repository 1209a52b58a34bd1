"""Extraction by rules: what one turn says that is worth remembering, without any model.

`extract` is the whole of it, and of a document `read_passages`. `ends_fact`, `replaces_fact` and `revokes_instruction` say what a statement or a revocation
takes away from what stands, so that reconciliation reads them the same way.
"""

from __future__ import annotations

from memory_core.engine.extraction.endings import ends_fact, kindred_keys, replaces_fact
from memory_core.engine.extraction.engine import extract
from memory_core.engine.extraction.instructions import revokes_instruction
from memory_core.engine.extraction.model import (
    EntityName,
    Extraction,
    Injection,
    Instant,
    Instruction,
    Mention,
    Statement,
    Uncertainty,
)
from memory_core.engine.extraction.passages import author_of, extract_passage, injections_in, read_passages

__all__ = [
    "EntityName",
    "Extraction",
    "Injection",
    "Instant",
    "Instruction",
    "Mention",
    "Statement",
    "Uncertainty",
    "author_of",
    "ends_fact",
    "extract",
    "extract_passage",
    "injections_in",
    "kindred_keys",
    "read_passages",
    "replaces_fact",
    "revokes_instruction",
]
