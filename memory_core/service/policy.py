"""What a context decides for itself in its config, and what the settings decide for contexts that leave it open.

Known names of the config, each optional: `belief.confidence_floor` (0 to 1), `limits.upload_bytes` (1 to 1 GiB),
`masking.tokens`, `masking.private_keys`, `masking.cards`, `documents.extract_facts` (true or false),
`lifecycle.context_ttl_days` (0 to 36,500). Other names are kept and mean nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from memory_core.contract.errors import bad_field
from memory_core.engine.masking import USUAL, Masking
from memory_core.engine.model import Context
from memory_core.engine.temporal import FLOOR
from memory_core.ports.access import AccessLedger

T = TypeVar("T", float, int, bool)
MOST_UPLOAD_BYTES = 1 << 30
MOST_TTL_DAYS = 36_500
USUAL_UPLOAD_BYTES = 50 << 20


@dataclass(frozen=True, slots=True)
class Policy:
    """How memory behaves in one context."""

    confidence_floor: float = FLOOR
    """Confidence under which a statement displaces nothing."""
    upload_bytes: int = USUAL_UPLOAD_BYTES
    masking: Masking = USUAL
    extract_facts: bool = True
    """Whether documents are read for the facts that they state."""
    context_ttl_days: float = 0.0
    """Days without use or repeat after which expiry retires facts of category context; 0: never."""


@dataclass(frozen=True, slots=True)
class Policies:
    """Reads policies; `usual` is that of a context that decides nothing."""

    access: AccessLedger
    usual: Policy = Policy()

    def of(self, context: Context) -> Policy:
        """The policy of a context at hand."""
        usual, masking = self.usual, self.usual.masking
        masked = {name: _value(context.config, "masking", name, getattr(masking, name)) for name in _MASKED}
        return Policy(
            confidence_floor=_value(context.config, "belief", "confidence_floor", usual.confidence_floor),
            upload_bytes=_value(context.config, "limits", "upload_bytes", usual.upload_bytes),
            masking=Masking(**masked),
            extract_facts=_value(context.config, "documents", "extract_facts", usual.extract_facts),
            context_ttl_days=_value(context.config, "lifecycle", "context_ttl_days", usual.context_ttl_days),
        )

    async def named(self, context_id: str) -> Policy:
        """The policy of a context by id; the usual one where there is none."""
        context = await self.access.context(context_id)
        return self.of(context) if context else self.usual


_MASKED = ("tokens", "private_keys", "cards")


def check_policy(config: Mapping[str, Any]) -> None:
    """Raises 400 naming a known name of a config whose value is of a wrong kind or out of bounds."""
    for (group, name), (fits, bound) in _KNOWN.items():
        within = config.get(group, {})
        if not isinstance(within, Mapping):
            raise bad_field(f"config.{group}", "must be an object")
        held = cast("Mapping[str, Any]", within)
        if name in held and not fits(held[name]):
            raise bad_field(f"config.{group}.{name}", f"must be {bound}")


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _is_size(value: object) -> bool:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return 1 <= value <= MOST_UPLOAD_BYTES and value == int(value)


def _is_days(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= MOST_TTL_DAYS


def _is_switch(value: object) -> bool:
    return isinstance(value, bool)


_KNOWN: dict[tuple[str, str], tuple[Callable[[object], bool], str]] = {
    ("belief", "confidence_floor"): (_is_share, "a number from 0 to 1"),
    ("limits", "upload_bytes"): (_is_size, f"a whole number from 1 to {MOST_UPLOAD_BYTES}"),
    ("lifecycle", "context_ttl_days"): (_is_days, f"a number from 0 to {MOST_TTL_DAYS}"),
    ("documents", "extract_facts"): (_is_switch, "true or false"),
    **{("masking", name): (_is_switch, "true or false") for name in _MASKED},
}


def _value(config: Mapping[str, Any], group: str, name: str, usual: T) -> T:
    """What a config says under a known name; the usual value where it says nothing that fits."""
    within = config.get(group)
    said: Any = cast("Mapping[str, Any]", within).get(name) if isinstance(within, Mapping) else None
    return type(usual)(said) if _KNOWN[group, name][0](said) else usual
