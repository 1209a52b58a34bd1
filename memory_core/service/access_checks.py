"""What several access services check in the same words: paths, patterns, verbs, grants, names and lives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memory_core.contract.errors import ApiError, bad_field
from memory_core.engine.grants import GrantSyntaxError, UnknownVerbError, exceeds, parse_grants, parse_verb
from memory_core.engine.model import Grants, Instant, Principal
from memory_core.engine.scopes import ScopeSyntaxError, parse_path, parse_pattern

SYSTEM, ADMIN = "principal:system", "principal:admin"
MANAGE = "grant:manage"
GivenGrants = Mapping[str, Sequence[str]]
"""Verb or alias -> patterns, as a caller spelled them."""
SECOND: Instant = 1_000_000
NAME_CHARACTERS = 256


def principal_id(given: str) -> str:
    """`principal:<id>` for either spelling."""
    return given if given.startswith("principal:") else f"principal:{given}"


def checked_path(path: str, field: str = "path") -> str:
    """A path in its canonical spelling. Raises 400 naming the field."""
    try:
        return parse_path(path)
    except ScopeSyntaxError as error:
        raise bad_field(field, f"is malformed: {error}") from None


def checked_pattern(pattern: str, field: str = "path") -> str:
    """A pattern in its canonical spelling. Raises 400 naming the field."""
    try:
        return parse_pattern(pattern)
    except ScopeSyntaxError as error:
        raise bad_field(field, f"is malformed: {error}") from None


def checked_verbs(verbs: Sequence[str]) -> tuple[str, ...]:
    """Verbs by their full names. Raises 400 naming verbs, also for none."""
    if not verbs:
        raise bad_field("verbs", "must name at least one verb")
    try:
        return tuple(dict.fromkeys(map(parse_verb, verbs)))
    except UnknownVerbError as error:
        raise bad_field("verbs", str(error)) from None


def checked_grants(given: GivenGrants) -> Grants:
    """Grants in their canonical spelling. Raises 400 naming grants."""
    try:
        return parse_grants(given)
    except (UnknownVerbError, GrantSyntaxError) as error:
        raise bad_field("grants", str(error)) from None


def checked_name(name: str, field: str) -> str:
    """A name for people. Raises 400 naming the field for a blank or too long one."""
    if not name.strip():
        raise bad_field(field, "must not be blank")
    if len(name) > NAME_CHARACTERS:
        raise bad_field(field, f"has at most {NAME_CHARACTERS} characters, not {len(name)}")
    return name


def require_within(grants: Grants, giver: Grants) -> Grants:
    """The grants, where the giver has all of them. Raises 403 GRANT_EXCEEDED naming grants and the first that is more."""
    if beyond := exceeds(grants, giver):
        verb, pattern = beyond[0]
        text = f"convey {verb} over {pattern}, which the giver does not have"
        raise ApiError("GRANT_EXCEEDED", fields=[("grants", text)], metadata={"verb": verb, "pattern": pattern})
    return grants


def known(principal: Principal | None) -> Principal:
    """The principal that was looked for. Raises 404 PRINCIPAL_NOT_FOUND."""
    if principal is None:
        raise ApiError("PRINCIPAL_NOT_FOUND", "no such principal")
    return principal


def require_mutable(principal: Principal) -> Principal:
    """The principal, unless it is the one that nobody may change. Raises 403 PRINCIPAL_IMMUTABLE."""
    if principal.id == SYSTEM:
        raise ApiError("PRINCIPAL_IMMUTABLE", f"{SYSTEM} can't be changed", metadata={"principal": SYSTEM})
    return principal


def ends_at(now: Instant, ttl_seconds: int | None, otherwise: Instant | None = None) -> Instant | None:
    """When a key with this life ends."""
    return otherwise if ttl_seconds is None else now + ttl_seconds * SECOND
