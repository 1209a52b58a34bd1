"""The readable text of each tool's answer: the same facts as the structured content, for models that read nothing else."""

from __future__ import annotations

from typing import Any

Body = dict[str, Any]


def say_remember(body: Body) -> str:
    """What was learned from a text."""
    found = body.get("extraction") or {}
    lines = ["Previewed, nothing stored." if body.get("preview") else "Remembered."]
    lines += [
        f"- {_tail(one['entityId'])}: {one['key']} = {one['value']}{_since(one)}" for one in found.get("attributes", [])
    ]
    lines += [
        f"- {_tail(one['subject'])} {one['label']} {_tail(one['object'])}{_since(one)}"
        for one in found.get("relations", [])
    ]
    lines += [f"- instruction: {one['description']}" for one in found.get("instructions", [])]
    lines += [
        f"- corrected {one['key']}: {one['oldValue']} -> {one['newValue'] or '(ended)'}"
        for one in found.get("corrections", [])
    ]
    lines += [f"- uncertain about {one['about']}: {one['reason']}" for one in found.get("uncertainties", [])]
    for name in ("turnId", "sessionId"):
        if body.get(name):
            lines.append(f"{name}: {body[name]}")
    return "\n".join(lines)


def say_recall(body: Body) -> str:
    """Ranked hits."""
    hits = body.get("hits", [])
    if not hits:
        return "Nothing found."
    head = "Nothing clearly relevant; the nearest:" if body.get("noMatch") else f"{len(hits)} hits:"
    return "\n".join([head, *(_hit(n, hit) for n, hit in enumerate(hits, 1))])


def say_context(body: Body) -> str:
    """The block itself."""
    return body.get("context") or "Nothing is remembered that fits."


def say_reflect(body: Body) -> str:
    """The reflection and its evidence."""
    lines = [body.get("reflection", "")]
    if body.get("evidence"):
        lines.append("Evidence: " + ", ".join(body["evidence"]))
    lines += [f"Persisted {one['key']} = {one['value']}" for one in body.get("persistedAttributes", [])]
    return "\n".join(lines)


def say_forget(body: Body) -> str:
    """How much was forgotten, and what a purge cleared."""
    lines = [f"Forgot {body.get('deleted', 0)}."]
    receipt = body.get("receipt") or {}
    lines += [f"- {one['store']}: {one['copies']} copies cleared" for one in receipt.get("stores", [])]
    if receipt:
        lines.append(
            f"Verified at {receipt['verifiedAt']}." if receipt.get("verifiedAt") else "Not verified everywhere yet."
        )
    return "\n".join(lines)


def say_upload(body: Body) -> str:
    """Id and state of an upload."""
    again = " (already there)" if body.get("deduplicated") else ""
    return f"{body.get('id')} is {body.get('status')}, version {body.get('version')}{again}. {body.get('contentHash')}"


def say_inspect(body: Body) -> str:
    """A thing and what is known of it."""
    kind = body.get("kind")
    if kind == "document":
        names = ("id", "title", "status", "mimeType", "source", "sizeBytes", "version", "error")
        return "\n".join(f"{name}: {body[name]}" for name in names if body.get(name) not in (None, ""))
    if kind == "trace":
        trace = body.get("trace", {})
        return "\n".join(
            f"{name}: {trace[name]}"
            for name in ("id", "queryText", "resolutionTier", "tierReason", "refs")
            if name in trace
        )
    if kind == "attribute":
        current = body.get("current") or {}
        lines = [f"current: {current['value']}{_since(current)}" if current else "no current value"]
        return "\n".join([*lines, *(f"- {row['value']}{_since(row)}" for row in body.get("history", []))])
    if kind == "relation":
        return "\n".join(
            f"- {_tail(row['subject'])} {row['label']} {_tail(row['object'])}" for row in body.get("matches", [])
        )
    entity = body.get("entity", {})
    lines = [f"{entity.get('name')} ({entity.get('entityType')}), {entity.get('id')}"]
    lines += [f"- {row['key']}: {row['value']}{_since(row)}" for row in body.get("attributes", [])]
    lines += [f"- {_tail(row['subject'])} {row['label']} {_tail(row['object'])}" for row in body.get("relations", [])]
    return "\n".join(lines)


def _hit(number: int, hit: Body) -> str:
    where = hit.get("documentTitle") or hit.get("role") or hit.get("source")
    return f"{number}. [{hit.get('occurredAt', '')[:10]} {where}] {hit['text']} ({hit['id']})"


def _since(row: Body) -> str:
    start = f" from {row['validFrom'][:10]}" if row.get("validFrom") else ""
    end = f" until {row['validUntil'][:10]}" if row.get("validUntil") else ""
    return start + end


def _tail(entity_id: str) -> str:
    return entity_id.partition("/")[2] or entity_id


SAY = {
    "remember": say_remember,
    "recall": say_recall,
    "context": say_context,
    "reflect": say_reflect,
    "forget": say_forget,
    "upload": say_upload,
    "inspect": say_inspect,
}
