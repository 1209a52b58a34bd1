"""Grants: which verb over which scope patterns, and how they are narrowed, compared and changed.

A caller's effective grants are the intersection of what its principal holds, what its key narrows that to, and what the
principal it acts for holds. A grant or key conveys no more than its giver has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from memory_core.engine.model import VERBS, Grants
from memory_core.engine.scopes import PatternSet, ScopeSyntaxError, covers, intersect, parse_pattern, pattern_within

ALIASES: Mapping[str, str] = {
    "read": "memory:read",
    "write": "memory:write",
    "forget": "memory:forget",
    "create_scope": "scope:create",
    "delete_scope": "scope:delete",
    "grant": "grant:manage",
    "manage": "grant:manage",
}
EVERY_GRANT: Grants = dict.fromkeys(VERBS, ("*",))


class UnknownVerbError(ValueError):
    """A verb that is not one of the seven or their aliases."""

    def __init__(self, verb: str) -> None:
        super().__init__(f"{verb[:64]!r} is no verb; the verbs are {', '.join(VERBS)}")
        self.verb = verb


class GrantSyntaxError(ScopeSyntaxError):
    """A pattern below a verb breaks a rule of scopes; `verb` says where."""

    def __init__(self, verb: str, message: str) -> None:
        super().__init__(f"{verb}: {message}")
        self.verb = verb


def parse_verb(text: str) -> str:
    """The full name of a verb or alias. Raises UnknownVerbError."""
    verb = ALIASES.get(text, text)
    if verb not in VERBS:
        raise UnknownVerbError(text)
    return verb


def parse_grants(given: Mapping[str, Sequence[str]]) -> Grants:
    """Canonical grants: full verbs in the order of VERBS, patterns sorted without repeats, empty verbs left out.

    Each pattern given is kept, also where one lies within another. Raises UnknownVerbError or GrantSyntaxError.
    """
    held: dict[str, set[str]] = {}
    for name, patterns in given.items():
        held.setdefault(parse_verb(name), set()).update(_patterns(name, patterns))
    return _ordered(held)


def _patterns(verb: str, patterns: Sequence[str]) -> list[str]:
    try:
        return [parse_pattern(text) for text in patterns]
    except ScopeSyntaxError as error:
        raise GrantSyntaxError(verb, str(error)) from None


def _ordered(held: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    rows = {verb: tuple(sorted(set(held.get(verb, ())))) for verb in VERBS}
    return {verb: patterns for verb, patterns in rows.items() if patterns}


def effective(principal: Grants, *narrowing: Grants | None) -> Grants:
    """What is left after each narrowing (key, delegated principal; None: no narrowing), in minimal sorted patterns."""
    held = {verb: intersect(patterns, patterns) for verb, patterns in principal.items()}
    for other in narrowing:
        if other is not None:
            held = {verb: intersect(patterns, other.get(verb, ())) for verb, patterns in held.items()}
    return _ordered(held)


def exceeds(grants: Grants, giver: Grants) -> list[tuple[str, str]]:
    """The (verb, pattern) pairs that go beyond what the giver has; empty: it may give them."""
    beyond: list[tuple[str, str]] = []
    for verb, patterns in grants.items():
        held = PatternSet(giver.get(verb, ()))
        beyond += [(verb, pattern) for pattern in patterns if not held.contains(pattern)]
    return beyond


def may_convey(giver: Grants, pattern: str, verbs: Iterable[str]) -> bool:
    """Whether the giver may grant these verbs over the pattern: it manages grants there and holds each verb itself."""
    wanted: Grants = dict.fromkeys((*verbs, "grant:manage"), (pattern,))
    return not exceeds(wanted, giver)


def may_revoke(giver: Grants, pattern: str) -> bool:
    """Whether the giver manages grants over the whole of the pattern."""
    return PatternSet(giver.get("grant:manage", ())).contains(pattern)


def added(grants: Grants, pattern: str, verbs: Iterable[str]) -> Grants:
    """The grants with one pattern more for each verb."""
    return _ordered({**grants, **{verb: (*grants.get(verb, ()), pattern) for verb in verbs}})


def removed(grants: Grants, pattern: str, verbs: Iterable[str]) -> Grants:
    """The grants without the pattern and what lies within it, for each verb; a wider pattern stays whole."""
    rest = {verb: tuple(held for held in grants.get(verb, ()) if not pattern_within(held, pattern)) for verb in verbs}
    return _ordered({**grants, **rest})


def reach(grants: Grants, path: str) -> tuple[str, ...]:
    """The verbs held over one path, in the order of VERBS."""
    return tuple(verb for verb in VERBS if any(covers(pattern, path) for pattern in grants.get(verb, ())))
