"""What a write asks for, and the checks that need no ledger: each refusal names its field and changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from memory_core.contract.errors import ApiError, Reason, bad_field
from memory_core.engine.entities import EntityRef
from memory_core.engine.model import Category, Clauses, Instant, Role

TEXT_CHARS = 262_144
BATCH_ITEMS = 1_000
NAME_CHARS = 512
_FIRST: Instant = -62_135_596_800_000_000
_LAST: Instant = 253_402_300_799_999_999
"""Bounds of the years 1 to 9999."""


class Infer(StrEnum):
    """How much is taken from a text."""

    FULL = "full"
    TRIPLES = "triples"
    PREVIEW = "preview"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class GivenTriple:
    """A fact said in parts; exactly one of value and target is given."""

    entity: EntityRef
    key: str
    value: str | None = None
    target: EntityRef | None = None
    category: Category | None = None
    valid_from: Instant | None = None
    valid_until: Instant | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a write goes, and what all of it carries."""

    scopes: Clauses | None = None
    """None: those of the session, else the caller's write region."""
    session_id: str | None = None
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RememberRequest:
    """One text, triples, or both."""

    place: Placed = Placed()
    text: str | None = None
    infer: Infer | None = None
    triples: tuple[GivenTriple, ...] = ()
    observed_at: Instant | None = None
    """None: now."""
    role: Role = Role.USER
    category: Category | None = None
    """Of everything that is extracted; None: decided fact by fact."""

    @property
    def mode(self) -> Infer:
        """How much is taken, with the default filled in."""
        if self.infer is not None:
            return self.infer
        return Infer.TRIPLES if self.triples and self.text is None else Infer.FULL


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation."""

    content: str
    role: Role
    at: Instant | None = None
    """When it was said; None: now."""


@dataclass(frozen=True, slots=True)
class BatchRequest:
    """A conversation in order."""

    messages: tuple[Message, ...]
    place: Placed = Placed()
    infer: Infer = Infer.FULL
    whole: bool = True
    """Whether it is answered as one; a message is always read with the one before it in mind then."""


def check_remember(request: RememberRequest, text_chars: int = TEXT_CHARS, items: int = BATCH_ITEMS) -> None:
    """Raises INVALID_ARGUMENT, OUT_OF_RANGE or TEXT_TOO_LONG."""
    mode = request.mode
    if request.text is not None:
        check_text("text", request.text, text_chars)
    elif mode in (Infer.FULL, Infer.NONE) or not request.triples:
        field = "triples" if mode is Infer.TRIPLES else "text"
        raise bad_field(field, f"must be given when infer is {mode}")
    if mode is Infer.TRIPLES and not request.triples:
        raise bad_field("triples", "must hold at least one triple when infer is triples")
    if mode is Infer.NONE and request.triples:
        raise bad_field("triples", "can't be stored when infer is none")
    if len(request.triples) > items:
        raise bad_field("triples", f"must hold at most {items}, not {len(request.triples)}", reason=Reason.OUT_OF_RANGE)
    check_instant("observed_at", request.observed_at)
    for number, triple in enumerate(request.triples):
        _check_triple(f"triples[{number}]", triple, request.observed_at, text_chars)


def check_batch(request: BatchRequest, text_chars: int = TEXT_CHARS, items: int = BATCH_ITEMS) -> None:
    """Raises INVALID_ARGUMENT, OUT_OF_RANGE or TEXT_TOO_LONG."""
    if request.infer is Infer.TRIPLES:
        raise bad_field("infer", "must be full, preview or none for a batch")
    if not request.messages:
        raise bad_field("messages", "must hold at least one message")
    if len(request.messages) > items:
        raise bad_field(
            "messages", f"must hold at most {items}, not {len(request.messages)}", reason=Reason.OUT_OF_RANGE
        )
    for number, message in enumerate(request.messages):
        check_text(f"messages[{number}].content", message.content, text_chars)
        check_instant(f"messages[{number}].ts", message.at)


def check_text(field: str, text: str, most: int = TEXT_CHARS) -> None:
    """Raises for a blank text, one with NUL, and one that is too long."""
    if not text.strip():
        raise bad_field(field, "must hold more than blanks")
    if "\x00" in text:
        raise bad_field(field, "must not hold NUL characters")
    if len(text) > most:
        raise ApiError(
            Reason.TEXT_TOO_LONG,
            f"{field} has {len(text)} characters, {most} at most; upload a longer text as a document",
            fields=[(field, f"must have at most {most} characters; upload a longer text as a document")],
        )


def check_instant(field: str, at: Instant | None) -> None:
    """Raises for an instant outside the years 1 to 9999."""
    if at is not None and not _FIRST <= at <= _LAST:
        raise bad_field(field, "must lie in the years 1 to 9999")


def _check_triple(field: str, triple: GivenTriple, observed_at: Instant | None, text_chars: int) -> None:
    _check_name(f"{field}.entity.name", triple.entity.name)
    check_text(f"{field}.key", triple.key, 256)
    if (triple.value is None) == (triple.target is None):
        raise bad_field(f"{field}.value", "must be given, or target in its place, and not both")
    if triple.value is not None:
        check_text(f"{field}.value", triple.value, text_chars)
    if triple.target is not None:
        _check_name(f"{field}.target.name", triple.target.name)
    check_instant(f"{field}.valid_from", triple.valid_from)
    check_instant(f"{field}.valid_until", triple.valid_until)
    if triple.valid_until is None:
        return
    start = triple.valid_from if triple.valid_from is not None else observed_at
    if start is not None and triple.valid_until <= start:
        raise bad_field(f"{field}.valid_until", "must lie after valid_from, or observed_at where that is left out")


def _check_name(field: str, name: str) -> None:
    if not name.strip():
        raise bad_field(field, "must hold more than blanks")
    if "\x00" in name:
        raise bad_field(field, "must not hold NUL characters")
    if len(name) > NAME_CHARS:
        raise bad_field(
            field, f"must have at most {NAME_CHARS} characters, not {len(name)}", reason=Reason.OUT_OF_RANGE
        )
