"""The seven tools of the older generation: callable by name, listed only by setting, answering in their own snake_case shapes.

Their scope is an object: {"user": "alice", "org": "acme"} means the one path org/acme/user/alice, dimensions in the order org,
team, project, user, then the rest by name. A default comes from the scope header (a JSON object, or k=v,k=v).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson
from google.protobuf.message import Message

from gateway_mcp.calls import Sender, ToolCaller
from gateway_mcp.outcome import Outcome, failed, succeeded
from gateway_mcp.tools import Tool
from gateway_mcp.words import say_context
from memory_core.contract.client import CoreClient
from memory_core.contract.errors import ApiError, Reason, bad_field
from memory_core.contract.gen.memory.v1 import documents_pb2, memory_pb2
from memory_core.contract.jsonform import parse, render

ORDER = ("org", "team", "project", "user")
Rpc = Callable[[CoreClient], Any]
_SCOPE = {"type": "object", "description": "Scope key-value pairs.", "additionalProperties": {"type": "string"}}
_TEXT = {"type": "string"}
_K = {"type": "integer", "minimum": 1, "maximum": 50}


def _tool(name: str, title: str, needs: str, reads: bool = False, destroys: bool = False, **arguments: Any) -> Tool:
    about = f"{title}. Retired: prefer the tool without a prefix."
    given = {**arguments, "scope": _SCOPE, "context_id": _TEXT}
    return Tool(name, title, about, needs, given, None, reads=reads, destroys=destroys)


RETIRED: dict[str, Tool] = {
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


class RetiredTools:
    """Runs them through the same calls as their successors."""

    def __init__(self, tools: ToolCaller) -> None:
        self._tools = tools

    async def run(self, name: str, arguments: object, sender: Sender) -> Outcome:
        """The outcome of a retired tool. Raises UNAUTHENTICATED alone."""
        try:
            given = _checked(RETIRED[name], arguments)
            context_id = given.pop("context_id", None) or sender.context_id
            lens = scope_path(given.pop("scope", None) or sender.scope)
            body = await getattr(self, f"_{name}")({**given, "context_id": context_id}, lens, sender)
        except ApiError as error:
            if error.reason is Reason.UNAUTHENTICATED:
                raise
            return failed(error)
        return succeeded(body, _say)

    async def _memory_store(self, given: dict[str, Any], scope: str | None, sender: Sender) -> dict[str, Any]:
        role = given.get("role")
        if role not in ("user", "assistant"):
            raise bad_field("role", "must be user or assistant")
        kept = {name: value for name, value in given.items() if name != "content"}
        asked = {**kept, "text": given["content"], **({"scopes": [[scope]]} if scope else {})}
        body = await self._sent(memory_pb2.RememberRequest, asked, lambda core: core.memory.Remember, sender)
        found = body.get("extraction", {})
        return {
            "turn_id": body.get("turn_id", ""),
            "session_id": body.get("session_id", ""),
            "entities": [{"id": _old_id(one["id"]), "label": one["name"]} for one in found.get("entities", [])],
            "attributes": [_attribute(one) for one in found.get("attributes", [])],
            "relations": found.get("relations", []),
            "instructions": [one["description"] for one in found.get("instructions", [])],
            "uncertainties": found.get("uncertainties", []),
            "corrections": found.get("corrections", []),
            "trace_id": body.get("trace_id", ""),
        }

    async def _memory_recall(self, given: dict[str, Any], scope: str | None, sender: Sender) -> dict[str, Any]:
        asked = _with_lens(given, scope)
        body = await self._sent(
            memory_pb2.AssembleContextRequest, asked, lambda core: core.memory.AssembleContext, sender
        )
        return {name: body.get(name, "") for name in ("context", "tier", "query_ms", "trace_id")}

    async def _memory_reflect(self, given: dict[str, Any], scope: str | None, sender: Sender) -> dict[str, Any]:
        asked = _with_lens({**given, "query": given.get("prompt")}, scope)
        asked.pop("prompt", None)
        body = await self._sent(memory_pb2.ReflectRequest, asked, lambda core: core.memory.Reflect, sender)
        kept = [_attribute(one) for one in body.get("persisted_attributes", [])]
        return {
            "reflection": body.get("reflection", ""),
            "evidence": body.get("evidence", []),
            "persisted_attributes": kept,
            "trace_id": body.get("trace_id", ""),
        }

    async def _memory_profile(self, given: dict[str, Any], scope: str | None, sender: Sender) -> dict[str, Any]:
        body = await self._sent(
            memory_pb2.GetProfileRequest, _with_lens(given, scope), lambda core: core.memory.GetProfile, sender
        )

        def pairs(name: str) -> dict[str, str]:
            return {one["key"]: one["value"] for one in body.get(name, [])}

        instructions = [one["description"] for one in body.get("instructions", [])]
        return {
            "identity": pairs("static"),
            "dynamic": pairs("dynamic"),
            "preferences": pairs("preferences"),
            "instructions": instructions,
            "trace_id": "",
        }

    async def _knowledge_search(self, given: dict[str, Any], scope: str | None, sender: Sender) -> dict[str, Any]:
        body = await self._sent(
            documents_pb2.QueryDocumentsRequest,
            _with_lens(given, scope),
            lambda core: core.documents.QueryDocuments,
            sender,
        )
        results = [
            {
                "chunk_text": one["chunk"]["text"],
                "score": one["score"],
                "document_title": one["document"]["title"],
                "document_id": one["document"]["id"],
                "chunk_id": one["chunk"]["id"],
                "metadata": {"source": one["document"]["source"], "section": one["chunk"].get("section")},
            }
            for one in body.get("results", [])
        ]
        return {"results": results, "trace_id": body.get("trace_id", "")}

    async def _knowledge_get(self, given: dict[str, Any], scope: str | None, sender: Sender) -> dict[str, Any]:
        body = await self._sent(
            documents_pb2.GetDocumentRequest, given, lambda core: core.documents.GetDocument, sender
        )
        document = body.get("document", {})
        return {
            "id": document.get("id"),
            "title": document.get("title"),
            "content_type": document.get("mime_type"),
            "chunk_count": document.get("chunk_count", 0),
            "metadata": {"source": document.get("source"), "version": document.get("version")},
            "created_at": document.get("created_at"),
        }

    async def _memory_forget(self, given: dict[str, Any], scope: str | None, sender: Sender) -> dict[str, Any]:
        asked = _with_lens({**given, "query": given.get("description")}, scope)
        asked.pop("description", None)
        body = await self._sent(memory_pb2.ForgetRequest, asked, lambda core: core.memory.Forget, sender)
        return {"deleted_count": body.get("deleted", 0), "trace_id": body.get("trace_id", "")}

    async def _sent(self, kind: type[Message], asked: dict[str, Any], rpc: Rpc, sender: Sender) -> dict[str, Any]:
        message = parse(kind, {name: value for name, value in asked.items() if value is not None}, lenient=True)
        return render(await self._tools.send(rpc(self._tools.core), message, sender), snake=True)


def scope_path(scope: object) -> str | None:
    """The one path that a scope object means; None for none. Raises 400 naming scope."""
    if scope is None or scope == "":
        return None
    if isinstance(scope, str):
        scope = _from_header(scope)
    if not isinstance(scope, dict) or not all(isinstance(value, str) and value for value in scope.values()):
        raise bad_field("scope", "must be an object of strings")
    known = [name for name in ORDER if name in scope]
    rest = sorted(name for name in scope if name not in ORDER)
    return "/".join(part for name in [*known, *rest] for part in (name, scope[name])) or None


def _from_header(text: str) -> object:
    if text.lstrip().startswith("{"):
        try:
            return orjson.loads(text)
        except orjson.JSONDecodeError:
            raise bad_field("scope", "is not valid JSON") from None
    pairs = [part.partition("=") for part in text.split(",") if part.strip()]
    return {name.strip(): value.strip() for name, _, value in pairs}


def _checked(tool: Tool, arguments: object) -> dict[str, Any]:
    arguments = {} if arguments is None else arguments
    if not isinstance(arguments, dict):
        raise bad_field("arguments", "must be an object")
    for name in arguments:
        if name not in tool.arguments:
            raise bad_field(str(name)[:80], "is not an argument of this tool", reason=Reason.UNKNOWN_FIELD)
    if tool.needs and arguments.get(tool.needs) is None:
        raise bad_field(tool.needs, "is required")
    return dict(arguments)


def _with_lens(given: dict[str, Any], scope: str | None) -> dict[str, Any]:
    return {**given, **({"lens": [[scope]]} if scope else {})}


def _old_id(entity_id: str) -> str:
    kind, _, name = entity_id.removeprefix("entity:").partition("/")
    return f"{kind.capitalize()}/{name}"


def _attribute(one: dict[str, Any]) -> dict[str, Any]:
    out = {
        "entity": _old_id(one["entity_id"]),
        "key": one["key"],
        "value": one["value"],
        "category": one.get("memory_category", ""),
    }
    return {**out, "valid_from": one["valid_from"][:10]} if one.get("valid_from") else out


def _say(body: dict[str, Any]) -> str:
    if "context" in body:
        return say_context(body)
    return "\n".join(
        f"{name}: {orjson.dumps(value).decode() if not isinstance(value, str) else value}"
        for name, value in body.items()
    )
