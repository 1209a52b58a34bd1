"""A session that was deleted begins anew when it is written to again, whichever door that comes through."""

from __future__ import annotations

import pytest

from memory_core.contract.gen.memory.v1 import sessions_pb2, sessions_pb2_grpc
from tests.doors.product import DOORS, Product
from tests.doors.tenant import Caller, Refused, Tenant


def listed(caller: Caller) -> list[str]:
    """Turns of the session `chat`, the same over REST and gRPC."""
    over_rest = [one["content"] for one in caller.rest("GET", "/sessions/chat/turns")["turns"]]
    asked = sessions_pb2.ListTurnsRequest(session_id="chat")
    answer = caller.product.rpc(sessions_pb2_grpc.SessionServiceStub, "ListTurns", asked, caller.key)
    assert [one["content"] for one in answer.get("turns", [])] == over_rest
    return over_rest


@pytest.mark.parametrize("door", DOORS)
def test_a_deleted_session_shows_what_is_written_after_and_nothing_of_before(product: Product, door: str) -> None:
    caller = Tenant(product).open().caller()
    caller.at(door).remember("The old word is zqold.", session_id="chat", infer="none")
    assert listed(caller) == ["The old word is zqold."]
    caller.rest("DELETE", "/sessions/chat")
    with pytest.raises(Refused, match="SESSION_NOT_FOUND"):
        listed(caller)
    caller.at(door).remember("The new word is zqnew.", session_id="chat", infer="none")
    assert listed(caller) == ["The new word is zqnew."]
    for one in DOORS:
        # The tool of MCP does not narrow by session.
        narrowed = {} if one == "mcp" else {"session_id": "chat"}
        assert caller.at(one).texts("word", **narrowed) == ["The new word is zqnew."]
