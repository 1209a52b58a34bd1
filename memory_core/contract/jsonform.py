"""JSON to messages and back, by the descriptors: one form for every door.

    parse(QueryRequest, {"query": "x", "asOf": "2024-05"})   -> QueryRequest, or ApiError naming the field
    render(answer)                                           -> dict with camelCase names, ready for a JSON encoder

REST and MCP shapes are those of the protos, with these liberties: fields go by camelCase or snake_case; enum values
are their lower-case words; instants are ISO 8601; a scope selector is `"a"`, `["a", "b"]` (or), `[["a", "b"]]` (and)
or a mix, and may be called `scope`; grants are {verb: [pattern]}; a message that stands for a choice shows `kind` and
the fields of what was chosen. Plans of how to read and write a message are made once per message type and kept.
"""

from __future__ import annotations

from memory_core.contract.jsonread import parse
from memory_core.contract.jsonwrite import render

__all__ = ["parse", "render"]
