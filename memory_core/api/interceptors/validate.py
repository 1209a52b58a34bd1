"""The rules that are written in the protos."""

from __future__ import annotations

from google.protobuf.message import Message

from memory_core.api.interceptors.base import Call, Step
from memory_core.contract.validation import check


class Validate(Step):
    """Names every field of a request that breaks its rule."""

    async def inspect(self, call: Call, message: Message) -> None:
        check(message)
