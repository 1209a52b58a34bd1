"""Which fields an update changes."""

from __future__ import annotations

from typing import Any

from google.protobuf.message import Message


def changed_fields(request: Message) -> frozenset[str]:
    """Names of the fields that an update request changes: those of its update_mask, or without one the optional fields
    that are set. A field of the mask that is not set is to be reset."""
    if request.HasField("update_mask"):
        masked: Any = request
        return frozenset(masked.update_mask.paths)
    optional = (field.name for field in request.DESCRIPTOR.fields if field.containing_oneof is not None)
    return frozenset(name for name in optional if request.HasField(name))
