"""What every client calls: each tool once with success and once without."""

from __future__ import annotations

import base64
from typing import Any

from tests.clients.product import ENTITY

NEVER = "01900000-0000-7000-8000-00000000dead"
TEXT = base64.b64encode(b"The atlas handbook: be kind.").decode()
OTHER = {"context_id": "not-the-keys"}

Calls = dict[str, tuple[dict[str, Any], dict[str, Any], int, str]]
CALLS: Calls = {
    "remember": (
        {"text": "I moved to Lisbon in May 2024."},
        {"text": "x", "scope": [["org/never-registered"]]},
        422,
        "SCOPE_NOT_REGISTERED",
    ),
    "recall": ({"query": "atlas Lisbon", "k": 3}, {"query": "x", **OTHER}, 401, "CONTEXT_MISMATCH"),
    "context": ({"query": "atlas"}, {"query": "x", **OTHER}, 401, "CONTEXT_MISMATCH"),
    "reflect": ({"query": "atlas"}, {"query": "x", **OTHER}, 401, "CONTEXT_MISMATCH"),
    "upload": (
        {"bytes_base64": TEXT, "title": "Handbook", "mime_type": "text/plain"},
        {"bytes_base64": TEXT, "scopes": [["org/never-registered"]]},
        422,
        "SCOPE_NOT_REGISTERED",
    ),
    "inspect": ({"ref": ENTITY}, {"ref": f"document:{NEVER}"}, 404, "DOCUMENT_NOT_FOUND"),
    "forget": ({"query": "everything about a locker that never was"}, {"query": "x", **OTHER}, 401, "CONTEXT_MISMATCH"),
}
"""Tool -> (good arguments, arguments that fail, the status and the reason of that failure)."""
NAMES = ["remember", "recall", "context", "reflect", "forget", "upload", "inspect"]
"""Tools in the order of the list."""
MALFORMED = ("recall", {"query": "x", "k": 99})
"""A call that no schema allows."""


def holds(name: str, structured: dict[str, Any]) -> bool:
    """Whether a good answer has what its callers read."""
    match name:
        case "remember":
            return bool(structured["turnId"] and structured["trace_id"] and "extraction" in structured)
        case "recall":
            return all(hit["id"] and hit["text"] and hit["source"] for hit in structured["hits"]) and bool(
                structured["hits"]
            )
        case "context":
            return bool(structured["context"])
        case "reflect":
            return isinstance(structured["reflection"], str) and isinstance(structured["evidence"], list)
        case "forget":
            return isinstance(structured["deleted"], int)
        case "upload":
            return structured["id"].startswith("document:") and structured["version"] == 1
        case _:
            return structured["kind"] == "entity"
