"""What the rules find in one turn. Every span counts characters of the source text, end not included."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Instant = int
"""Microseconds since the Unix epoch, UTC."""

Span = tuple[int, int]

Category = Literal["identity", "knowledge", "context"]

InjectionKind = Literal[
    "instruction_override",
    "role_override",
    "tool_override",
    "system_prompt_leak",
    "prompt_template_injection",
    "base64_instruction",
]


@dataclass(frozen=True, slots=True)
class EntityName:
    """An entity as the text calls it. Type is one of person organisation project location topic product policy concept
    event agent service other."""

    type: str
    name: str


@dataclass(frozen=True, slots=True)
class Mention:
    """A place where the text names an entity; `gender` is "m", "f" or None when nothing tells."""

    name: EntityName
    span: Span
    gender: str | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """One fact: an attribute (key, value), or a relation (key is the label) when `target` is set."""

    subject: EntityName | None
    """None is the speaker."""
    key: str
    value: str
    """Of a relation the name of its target. Dates are ISO 8601 at the precision that was said."""
    target: EntityName | None
    valid_from: Instant | None
    """None: from the moment of speaking."""
    valid_from_text: str | None
    """As said, in ISO: "2019", "2026-06", "2024-02-01"."""
    valid_until: Instant | None
    valid_until_text: str | None
    ends: bool
    """True: the fact holds no longer and nothing takes its place; `value` is what ended, "" when only the key is known."""
    replaces: str | None
    """The old value, where the text names it. It may stand under another key: see `kindred_keys`."""
    confidence: float
    category: Category
    span: Span


@dataclass(frozen=True, slots=True)
class Instruction:
    """A standing request to the assistant, or, with `revokes`, words that take one back.

    A revocation that matches no active instruction and begins with a prohibition ("stop ...") is an instruction itself.
    """

    text: str
    label: str
    """A few key words of it in snake case, for naming and for finding what a revocation means."""
    span: Span
    revokes: bool = False


@dataclass(frozen=True, slots=True)
class Uncertainty:
    """Something said that is not believed as it stands."""

    about: str
    reason: str
    span: Span
    value: str | None = None
    key: str | None = None
    """Set where it is a fact that is in doubt: its canonical key or label."""
    subject: EntityName | None = None
    """With `key`: whose fact; None: the speaker's."""


@dataclass(frozen=True, slots=True)
class Injection:
    """Words that try to steer a model that reads them."""

    kind: InjectionKind
    span: Span


@dataclass(frozen=True, slots=True)
class Naming:
    """Another name of an entity: "Ann's wife" where Ann speaks of her wife Julia, or what somebody is also called."""

    name: EntityName
    other: str


@dataclass(frozen=True, slots=True)
class Extraction:
    """All that one turn gave."""

    statements: tuple[Statement, ...] = ()
    instructions: tuple[Instruction, ...] = ()
    uncertainties: tuple[Uncertainty, ...] = ()
    mentions: tuple[Mention, ...] = ()
    namings: tuple[Naming, ...] = ()
    injections: tuple[Injection, ...] = ()
