"""The readable text of each tool's answer: the facts of the structured content, for models that read nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from gateway_mcp.protocol import Object, object_in


def say_remember(body: Object) -> str:
    """What was learned from a text."""
    found = object_in(body, "extraction")
    lines = ["Previewed, nothing stored." if body.get("preview") else "Remembered."]
    lines += [
        f"- {tail(row['entityId'])}: {row['key']} = {row['value']}{_since(row)}" for row in rows(found, "attributes")
    ]
    lines += [_relation(row) for row in rows(found, "relations")]
    lines += [f"- instruction: {row['description']}" for row in rows(found, "instructions")]
    lines += [
        f"- corrected {row['key']}: {row['oldValue']} -> {row['newValue'] or '(ended)'}"
        for row in rows(found, "corrections")
    ]
    lines += [f"- uncertain about {row['about']}: {row['reason']}" for row in rows(found, "uncertainties")]
    if names := [row["name"] for row in rows(found, "entities")]:
        lines.append(f"Entities: {', '.join(names)}")
    lines += [f"{name}: {body[name]}" for name in ("turnId", "sessionId", "traceId") if body.get(name)]
    return "\n".join(lines)


def say_recall(body: Object) -> str:
    """Ranked hits, and what stands around them."""
    hits, around = rows(body, "hits"), rows(body, "contextHits")
    if not hits:
        return "Nothing found."
    head = "Nothing clearly relevant; the nearest:" if body.get("noMatch") else f"{len(hits)} hits:"
    lines = [head, *(f"{number}. {_hit(hit)}" for number, hit in enumerate(hits, 1))]
    return "\n".join([*lines, *(["Around them:"] if around else []), *(f"- {_hit(hit)}" for hit in around)])


def say_context(body: Object) -> str:
    """The block itself."""
    return body.get("context") or "Nothing is remembered that fits."


def say_reflect(body: Object) -> str:
    """The reflection and its evidence."""
    lines: list[str] = [body.get("reflection", "")]
    if body.get("evidence"):
        lines.append("Evidence: " + ", ".join(body["evidence"]))
    lines += [
        f"Persisted {tail(row['entityId'])}: {row['key']} = {row['value']}" for row in rows(body, "persistedAttributes")
    ]
    return "\n".join(lines)


def say_forget(body: Object) -> str:
    """How much was forgotten, and what a purge cleared."""
    lines = [f"Forgot {body.get('deleted', 0)}."]
    receipt = object_in(body, "receipt")
    lines += [f"- {row['store']}: {row['copies']} copies cleared" for row in rows(receipt, "stores")]
    if receipt:
        done = receipt.get("verifiedAt")
        lines.append(f"Verified at {done}." if done else "Not verified everywhere yet.")
    return "\n".join(lines)


def say_upload(body: Object) -> str:
    """Id and state of an upload."""
    again = " (already there)" if body.get("deduplicated") else ""
    return f"{body.get('id')} is {body.get('status')}, version {body.get('version')}{again}. {body.get('contentHash')}"


def say_inspect(body: Object) -> str:
    """A thing and what is known of it."""
    return _INSPECTED[body["kind"]](body)


def _say_document(body: Object) -> str:
    names = ("id", "title", "status", "mimeType", "source", "sizeBytes", "version", "error")
    return _named(body, names)


def _say_trace(body: Object) -> str:
    return _named(object_in(body, "trace"), ("id", "operation", "queryText", "resolutionTier", "tierReason", "refs"))


def _say_attribute(body: Object) -> str:
    current = object_in(body, "current")
    lines = [f"current: {current['value']}{_since(current)}" if current else "no current value"]
    return "\n".join([*lines, *(f"- {row['value']}{_since(row)}" for row in rows(body, "history"))])


def _say_relation(body: Object) -> str:
    return "\n".join(_relation(row) for row in rows(body, "matches"))


def _say_entity(body: Object) -> str:
    entity = object_in(body, "entity")
    lines = [f"{entity.get('name')} ({entity.get('entityType')}), {entity.get('id')}"]
    if entity.get("aliases"):
        lines.append("Also called: " + ", ".join(entity["aliases"]))
    lines += [f"- {row['key']}: {row['value']}{_since(row)}" for row in rows(body, "attributes")]
    return "\n".join([*lines, *(_relation(row) for row in rows(body, "relations"))])


_INSPECTED: Mapping[str, Callable[[Object], str]] = {
    "document": _say_document,
    "trace": _say_trace,
    "attribute": _say_attribute,
    "relation": _say_relation,
    "entity": _say_entity,
}


def rows(body: Object, name: str) -> list[Object]:
    """A list of objects in an answer; an empty one where there is none."""
    return cast("list[Object]", body.get(name) or [])


def tail(entity_id: str) -> str:
    """The name in `entity:<type>/<name>`."""
    return entity_id.partition("/")[2] or entity_id


def _named(body: Object, names: tuple[str, ...]) -> str:
    return "\n".join(f"{name}: {body[name]}" for name in names if body.get(name) not in (None, "", []))


def _hit(hit: Object) -> str:
    where = hit.get("documentTitle") or hit.get("role") or hit.get("source") or ""
    when = hit.get("occurredAt", "")[:10]
    return f"[{' '.join(part for part in (when, where) if part)}] {hit['text']}{_since(hit)} ({hit['id']})"


def _relation(row: Object) -> str:
    return f"- {tail(row['subject'])} {row['label']} {tail(row['object'])}{_since(row)}"


def _since(row: Object) -> str:
    start = f" from {row['validFrom'][:10]}" if row.get("validFrom") else ""
    end = f" until {row['validUntil'][:10]}" if row.get("validUntil") else ""
    return start + end


SAY: Mapping[str, Callable[[Object], str]] = {
    "remember": say_remember,
    "recall": say_recall,
    "context": say_context,
    "reflect": say_reflect,
    "forget": say_forget,
    "upload": say_upload,
    "inspect": say_inspect,
}
"""By tool."""
