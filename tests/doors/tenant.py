"""A context of its own for a scenario, and callers in it who speak through any door with the same verbs."""

from __future__ import annotations

import base64
import time
import urllib.parse
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import grpc

from memory_core.contract.gen.memory.v1 import memory_pb2, memory_pb2_grpc, recall_pb2, recall_pb2_grpc
from memory_core.contract.jsonform import parse
from memory_core.contract.status import DETAILS, from_status
from tests.doors.product import Product

ALL_VERBS = (
    *("memory:read", "memory:write", "memory:forget"),
    *("scope:read", "scope:create", "scope:delete", "grant:manage"),
)
READY_S = 120.0
"""Longest time that a document may take behind all that other tests wrote; a bound, not a wait."""
Body = dict[str, Any]
_MEMORY, _RECALL = memory_pb2_grpc.MemoryServiceStub, recall_pb2_grpc.RecallServiceStub
VERBS: Mapping[str, tuple[str, Any, str, Any]] = {
    "remember": ("/facts", _MEMORY, "Remember", memory_pb2.RememberRequest),
    "recall": ("/query", _RECALL, "Query", recall_pb2.QueryRequest),
    "context": ("/context", _MEMORY, "AssembleContext", memory_pb2.AssembleContextRequest),
    "forget": ("/forget", _MEMORY, "Forget", memory_pb2.ForgetRequest),
    "reflect": ("/reflect", _MEMORY, "Reflect", memory_pb2.ReflectRequest),
}
"""Name of the MCP tool: REST path, and the gRPC call with its request."""


class Refused(Exception):
    """A door said no: the reason of the error table, and the field that it named."""

    def __init__(self, reason: str, fields: Sequence[str] = ()) -> None:
        super().__init__(reason, *fields)
        self.reason, self.fields = reason, list(fields)


@dataclass(frozen=True)
class Caller:
    """One key at one door."""

    product: Product
    context_id: str
    key: str
    door: str = "rest"

    def at(self, door: str) -> Caller:
        """The same caller at another door."""
        return Caller(self.product, self.context_id, self.key, door)

    def ask(self, verb: str, body: Body) -> Body:
        """The answer of a verb in the shape of REST. Raises Refused."""
        path, stub, method, request = VERBS[verb]
        if self.door == "rest":
            return self.rest("POST", path, body)
        if self.door == "mcp":
            return self._tool(verb, body)
        return or_refused(lambda: self.product.rpc(stub, method, parse(request, body), self.key))

    def rest(self, method: str, path: str, body: object = None) -> Any:
        """A REST call below the context. Raises Refused."""
        status, answer = self.product.call(method, path, body, self.key, self.context_id)
        if status >= 400:
            raise Refused(answer["reason"], [one["field"] for one in answer.get("errors", [])])
        return answer

    def remember(self, text: str, **more: Any) -> Body:
        """Writes a text with all that is extracted from it."""
        return self.ask("remember", {"text": text, **more})

    def tell(self, entity: str, key: str, value: str, since: str = "", until: str = "", **more: Any) -> Body:
        """Writes one triple, over REST; MCP has no words for it."""
        kind, _, name = entity.partition("/")
        triple = {"entity": {"type": kind, "name": name}, "key": key, "value": value}
        triple |= {"valid_from": since} if since else {}
        triple |= {"valid_until": until} if until else {}
        return self.rest("POST", "/facts", {"infer": "triples", "triples": [triple], **more})

    def texts(self, query: str, **more: Any) -> list[str]:
        """What recall finds."""
        return [hit["text"] for hit in self.ask("recall", {"query": query, **more})["hits"]]

    def block(self, query: str, **more: Any) -> str:
        """The context block."""
        return self.ask("context", {"query": query, **more})["context"]

    def inspect(self, ref: str) -> Body:
        """The subject of a reference. Raises Refused."""
        if self.door == "rest":
            return self.rest("GET", f"/inspect?ref={urllib.parse.quote(ref, safe='')}")
        if self.door == "mcp":
            return self._tool("inspect", {"ref": ref})
        request = parse(memory_pb2.InspectRequest, {"ref": ref})
        return or_refused(lambda: self.product.rpc(_MEMORY, "Inspect", request, self.key))

    def values(self, entity: str, key: str, when: str = "") -> list[str]:
        """What is believed about a key of an entity, sorted; empty for an entity that is not there."""
        try:
            found = self.rest("GET", f"/entities/{urllib.parse.quote(entity)}?{when}")
        except Refused as refused:
            assert refused.reason == "ENTITY_NOT_FOUND", refused
            return []
        return sorted(row["value"] for row in found["attributes"] if row["key"] == key)

    def facts(self) -> list[str]:
        """Every believed attribute and relation as `name key value`, sorted."""
        state = self.rest("GET", "/state")
        rows = [state[kind] for kind in ("identity", "knowledge", "context")]
        said = [f"{one['entity']} {one['key']} {one['value']}" for part in rows for one in part["attributes"]]
        said += [f"{one['subject']} {one['label']} {one['object']}" for part in rows for one in part["relations"]]
        return sorted(said)

    def upload(self, text: str, title: str, **more: Any) -> str:
        """A text document that is ready; its id."""
        given = {"bytes_base64": base64.b64encode(text.encode()).decode(), "mime_type": "text/plain", "title": title}
        made = self.at("mcp")._tool("upload", {**given, **more})["id"]
        end = time.monotonic() + READY_S
        while time.monotonic() < end:
            status = self.at("rest").inspect(made)["status"]
            if status == "ready":
                return made
            assert status != "failed"
        raise AssertionError("the document was not ready in time")

    def _tool(self, name: str, arguments: Body) -> Body:
        result = self.product.tool(name, arguments, self.key)
        if "error" in result:
            data = result["error"].get("data", {})
            raise Refused(data.get("reason", ""), [one["field"] for one in data.get("errors", [])])
        if result["isError"]:
            error = result["structuredContent"]["error"]
            raise Refused(error["reason"], [one["field"] for one in error.get("errors", [])])
        return result["structuredContent"]


@dataclass
class Tenant:
    """A context that nobody else uses."""

    product: Product
    context_id: str = field(default_factory=lambda: f"t{uuid.uuid4().hex[:16]}")

    def open(self) -> Tenant:
        """Makes the context."""
        self.manage("POST", "", {})
        return self

    def manage(self, method: str, path: str, body: object = None) -> Any:
        """A call of the management surface below this context."""
        key = self.product.keys["management_key"]
        status, answer = self.product.call(method, f"/{self.context_id}{path}", body, key, "contexts")
        assert status < 300, answer
        return answer

    def caller(self, name: str = "boss", *patterns: str, verbs: Sequence[str] = ALL_VERBS) -> Caller:
        """A principal that has the verbs over the patterns (none: everything), with a key."""
        grants = {verb: list(patterns) or ["*"] for verb in verbs}
        made = self.manage("POST", "/principals", {"display_name": name, "grants": grants})
        path = f"/principals/{urllib.parse.quote(made['id'], safe='')}/keys/{urllib.parse.quote(name, safe='')}"
        return Caller(self.product, self.context_id, self.manage("POST", path, {})["key"])

    def user(self, name: str) -> Caller:
        """Who has all verbs over `user/<name>`, which is registered."""
        self.caller(f"registrar of {name}").rest("POST", "/scopes", {"path": f"user/{name}"})
        return self.caller(name, f"user/{name}/*")


def or_refused(call: Callable[[], Body]) -> Body:
    """The answer of a gRPC call. Raises Refused."""
    try:
        return call()
    except grpc.RpcError as error:
        details = dict(error.trailing_metadata() or ()).get(DETAILS)  # type: ignore[attr-defined]
        assert isinstance(details, bytes), error
        from google.rpc import status_pb2

        known = from_status(status_pb2.Status.FromString(details))
        assert known is not None
        raise Refused(known.reason.value, [one for one, _ in known.fields]) from None
