"""The seven tools of the older generation: callable by name, listed only by setting, in their own snake_case shapes.

Their scope is an object: {"user": "alice", "org": "acme"} means the one path org/acme/user/alice, dimensions in the
order org, team, project, user, then the rest by name. A default comes from the scope header (a JSON object, or
k=v,k=v).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import orjson
from google.protobuf.message import Message

from gateway_mcp.calls import Sender, ToolCaller, arguments_of, unknown_argument
from gateway_mcp.outcome import Outcome
from gateway_mcp.protocol import Object, as_object, object_in
from gateway_mcp.tools import Tool
from gateway_mcp.words import rows, say_context
from memory_core.contract.client import CoreClient
from memory_core.contract.errors import ApiError, bad_field
from memory_core.contract.gen.memory.v1 import documents_pb2, memory_pb2
from memory_core.contract.jsonform import parse, render

ORDER = ("org", "team", "project", "user")
"""Dimensions of a scope from the outermost in."""
_SCOPE = {"type": "object", "description": "Scope key-value pairs.", "additionalProperties": {"type": "string"}}
_TEXT = {"type": "string"}
_K = {"type": "integer", "minimum": 1, "maximum": 50}


def _tool(name: str, title: str, needs: str, reads: bool = False, destroys: bool = False, **arguments: Any) -> Tool:
    about = f"{title}. Retired: prefer the tool without a prefix."
    given = {**arguments, "scope": _SCOPE, "context_id": _TEXT}
    return Tool(name, title, about, needs, given, reads=reads, destroys=destroys)


RETIRED: Mapping[str, Tool] = {
    tool.name: tool
    for tool in (
        _tool("memory_store", "Store a turn", "content", role=_TEXT, content=_TEXT, session_id=_TEXT),
        _tool("memory_recall", "Recall context", "query", reads=True, query=_TEXT, k=_K),
        _tool("memory_reflect", "Reflect", "prompt", prompt=_TEXT, persist={"type": "boolean"}, k=_K),
        _tool("memory_profile", "Profile", "", reads=True),
        _tool(
            "knowledge_search",
            "Search documents",
            "query",
            reads=True,
            query=_TEXT,
            mode=_TEXT,
            k=_K,
            threshold={"type": "number"},
        ),
        _tool("knowledge_get", "Get a document", "id", reads=True, id=_TEXT),
        _tool("memory_forget", "Forget", "description", destroys=True, description=_TEXT),
    )
}
FIELDS = {"content": "text", "prompt": "query", "description": "query"}
"""Argument -> field of the request, where they differ."""
Rpc = Callable[[CoreClient], Any]
"""The call of a core that takes the request."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A call of a retired tool, its arguments checked by name."""

    given: Object
    """By the names of request fields; context_id is among them."""
    scope: list[list[str]]
    """A selector of one path, or none."""
    sender: Sender


class RetiredTools:
    """Runs them through the same calls as their successors."""

    def __init__(self, tools: ToolCaller) -> None:
        self._tools = tools
        self._runs: Mapping[str, Callable[[Asked], Awaitable[Object]]] = {
            "memory_store": self._store,
            "memory_recall": self._recall,
            "memory_reflect": self._reflect,
            "memory_profile": self._profile,
            "knowledge_search": self._search,
            "knowledge_get": self._get,
            "memory_forget": self._forget,
        }

    async def run(self, name: str, arguments: object, sender: Sender) -> Outcome:
        """The outcome of a retired tool. Raises UNAUTHENTICATED alone."""

        async def work() -> Object:
            try:
                return await self._runs[name](asked_of(RETIRED[name], arguments, sender))
            except ApiError as error:
                raise in_words_of(RETIRED[name], error) from error

        return await self._tools.outcome(work, say)

    async def _store(self, asked: Asked) -> Object:
        if asked.given.get("role") not in ("user", "assistant"):
            raise bad_field("role", "must be user or assistant")
        given = {**asked.given, "scopes": asked.scope}
        body = await self._sent(memory_pb2.RememberRequest, given, lambda core: core.memory.Remember, asked)
        found = object_in(body, "extraction")
        return {
            "turn_id": body.get("turn_id", ""),
            "session_id": body.get("session_id", ""),
            "entities": [{"id": old_id(row["id"]), "label": row["name"]} for row in rows(found, "entities")],
            "attributes": [_attribute(row) for row in rows(found, "attributes")],
            "relations": [_relation(row) for row in rows(found, "relations")],
            "instructions": [row["description"] for row in rows(found, "instructions")],
            "uncertainties": rows(found, "uncertainties"),
            "corrections": [_correction(row) for row in rows(found, "corrections")],
            "trace_id": body.get("trace_id", ""),
        }

    async def _recall(self, asked: Asked) -> Object:
        kind = memory_pb2.AssembleContextRequest
        body = await self._sent(kind, _lensed(asked), lambda core: core.memory.AssembleContext, asked)
        return {name: body.get(name, "") for name in ("context", "tier", "query_ms", "trace_id")}

    async def _reflect(self, asked: Asked) -> Object:
        kind = memory_pb2.ReflectRequest
        body = await self._sent(kind, _lensed(asked), lambda core: core.memory.Reflect, asked, long=True)
        return {
            "reflection": body["reflection"],
            "evidence": [old_id(one) if one.startswith("entity:") else one for one in body["evidence"]],
            "persisted_attributes": [_attribute(row) for row in rows(body, "persisted_attributes")],
            "trace_id": body["trace_id"],
        }

    async def _profile(self, asked: Asked) -> Object:
        kind = memory_pb2.GetProfileRequest
        body = await self._sent(kind, _lensed(asked), lambda core: core.memory.GetProfile, asked)

        def pairs(name: str) -> dict[str, str]:
            return {row["key"]: row["value"] for row in rows(body, name)}

        return {
            "identity": pairs("static"),
            "dynamic": pairs("dynamic"),
            "preferences": pairs("preferences"),
            "instructions": [row["description"] for row in rows(body, "instructions")],
            "trace_id": "",
        }

    async def _search(self, asked: Asked) -> Object:
        kind = documents_pb2.QueryDocumentsRequest
        body = await self._sent(kind, _lensed(asked), lambda core: core.documents.QueryDocuments, asked)
        return {"results": [_result(row) for row in rows(body, "results")], "trace_id": body.get("trace_id", "")}

    async def _get(self, asked: Asked) -> Object:
        kind = documents_pb2.GetDocumentRequest
        body = await self._sent(kind, asked.given, lambda core: core.documents.GetDocument, asked)
        document = object_in(body, "document")
        more = {name: document[name] for name in ("source", "version", "status", "labels") if name in document}
        return {
            "id": document["id"],
            "title": document["title"],
            "content_type": document["mime_type"],
            "chunk_count": document.get("chunk_count", 0),
            "metadata": more,
            "created_at": document.get("created_at", ""),
        }

    async def _forget(self, asked: Asked) -> Object:
        kind = memory_pb2.ForgetRequest
        body = await self._sent(kind, _lensed(asked), lambda core: core.memory.Forget, asked, long=True)
        return {"deleted_count": body["deleted"], "trace_id": body.get("trace_id", "")}

    async def _sent(self, kind: type[Message], given: Object, rpc: Rpc, asked: Asked, *, long: bool = False) -> Object:
        call, message = rpc(self._tools.core), parse(kind, given, lenient=True)
        return render(await self._tools.send(call, message, asked.sender, long=long), snake=True)


def asked_of(tool: Tool, arguments: object, sender: Sender) -> Asked:
    """What a call asks for. Raises 400 for arguments that the tool doesn't have, or that it lacks."""
    given = arguments_of(arguments)
    for name in given:
        if name not in tool.arguments:
            raise unknown_argument(name)
    if tool.needs and given.get(tool.needs) is None:
        raise bad_field(tool.needs, "is required")
    scope = given.get("scope")
    path = scope_path(sender.scope if scope is None else scope)
    out = {FIELDS.get(name, name): value for name, value in given.items() if name != "scope" and value is not None}
    return Asked({"context_id": sender.context_id, **out}, [[path]] if path else [], sender)


def in_words_of(tool: Tool, error: ApiError) -> ApiError:
    """The error with its fields called as the tool's arguments are."""
    names = {field: name for name, field in FIELDS.items() if name in tool.arguments}
    if not any(field in names for field, _ in error.fields):
        return error
    fields = [(names.get(field, field), text) for field, text in error.fields]
    return ApiError(error.reason, fields=fields, metadata=error.metadata, retry_after=error.retry_after)


def scope_path(scope: object) -> str | None:
    """The one path that a scope object means; None for none. Raises 400 naming scope."""
    given = as_object(_from_text(scope) if isinstance(scope, str) else scope if scope is not None else {})
    if given is None or not all(isinstance(value, str) and value.strip() for value in given.values()):
        raise bad_field("scope", "must be an object of strings")
    if any("/" in part for pair in given.items() for part in pair):
        raise bad_field("scope", "must not contain a slash: each value is one segment of a path")
    known = [name for name in ORDER if name in given]
    rest = sorted(name for name in given if name not in ORDER)
    return "/".join(part for name in [*known, *rest] for part in (name, given[name])) or None


def _from_text(text: str) -> object:
    if text.lstrip().startswith("{"):
        try:
            return orjson.loads(text)
        except orjson.JSONDecodeError:
            raise bad_field("scope", "is not valid JSON") from None
    pairs = [part.partition("=") for part in text.split(",") if part.strip()]
    return {name.strip(): value.strip() for name, _, value in pairs}


def old_id(entity_id: str) -> str:
    """`entity:person/alice` as these tools spell it: `Person/alice`."""
    kind, _, name = entity_id.removeprefix("entity:").partition("/")
    return f"{kind.capitalize()}/{name}"


def _lensed(asked: Asked) -> Object:
    return {**asked.given, "lens": asked.scope}


def _attribute(row: Object) -> Object:
    out = {
        "entity": old_id(row["entity_id"]),
        "key": row["key"],
        "value": row["value"],
        "category": row.get("memory_category", ""),
    }
    return {**out, "valid_from": row["valid_from"][:10]} if row.get("valid_from") else out


def _relation(row: Object) -> Object:
    return {"subject": old_id(row["subject"]), "label": row["label"], "object": old_id(row["object"])}


def _correction(row: Object) -> Object:
    plain = {name: row[name] for name in ("key", "old_value", "new_value")}
    return {"entity": old_id(row["entity_id"]), **plain}


def _result(row: Object) -> Object:
    chunk, document = object_in(row, "chunk"), object_in(row, "document")
    section = {"section": chunk["section"]} if chunk.get("section") else {}
    return {
        "chunk_text": chunk["text"],
        "score": row["score"],
        "document_title": document["title"],
        "document_id": document["id"],
        "chunk_id": chunk["id"],
        "metadata": {"source": document["source"], **section},
    }


def say(body: Object) -> str:
    """The readable text: the block where there is one, else a line for each field."""
    if "context" in body:
        return say_context(body)
    return "\n".join(
        f"{name}: {value if isinstance(value, str) else orjson.dumps(value).decode()}" for name, value in body.items()
    )
