"""Small ledger records for tests: every field has a value that a test need not care about."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from memory_core.engine.model import (
    Assertion,
    Chunk,
    Clauses,
    Context,
    Document,
    DocumentStatus,
    Entity,
    Evidence,
    Instruction,
    Mention,
    OtherName,
    Role,
    Session,
    Source,
    Trace,
    Turn,
    Uncertainty,
)
from memory_core.engine.plan import Changes, Need, Standing
from memory_core.ports.ledger import Committed, Gate
from memory_core.ports.outbox import OutboxRow, Target
from memory_core.ports.store import Ledger
from tests.fakes import NOON

CONTEXT = "home"
OTHER_CONTEXT = "away"
ANN: Clauses = (("org/user/ann",),)
BOB: Clauses = (("org/user/bob",),)
_NUMBERS = itertools.count(1)


def fresh(kind: str) -> str:
    """An id that was not used before; later ones sort later, as those of the product do."""
    return f"{kind}:{next(_NUMBERS):08}"


def gate(*sets: int, every: bool = False, **given: Any) -> Gate:
    """A gate at noon over some scope sets, or over every one."""
    return Gate(CONTEXT, None if every else frozenset(sets), **{"known_at": NOON, **given})


EVERYTHING = gate(every=True)


def turn(content: str = "hello", *, session: str = "session:1", **given: Any) -> Turn:
    """A turn that is appended."""
    base = Turn(fresh("turn"), CONTEXT, session, 0, -1, Role.USER, content, NOON, NOON)
    return replace(base, **given)


def entity(name: str, uid: int = -1, *, type_: str = "person", **given: Any) -> Entity:
    """A planned entity."""
    return replace(Entity(uid, CONTEXT, type_, name, name.casefold(), NOON, NOON), **given)


def named(name: str, uid: int, scope_set: int, record_id: str = "attribute:0") -> OtherName:
    """Another name of an entity in one scope set."""
    return OtherName(uid, name, scope_set, record_id)


def fact(value: str = "Paris", *, uid: int = -1, key: str = "city", **given: Any) -> Assertion:
    """An attribute."""
    return replace(Assertion(fresh("attribute"), CONTEXT, uid, key, value, 0, NOON, NOON, NOON), **given)


def relation(target: int, *, uid: int = -1, key: str = "works_at", **given: Any) -> Assertion:
    """A relation."""
    base = Assertion(fresh("relation"), CONTEXT, uid, key, "Acme", 0, NOON, NOON, NOON, target_uid=target)
    return replace(base, **given)


def instruction(text: str = "be brief", **given: Any) -> Instruction:
    """An active instruction."""
    base = Instruction(fresh("instruction"), CONTEXT, 0, "style", text, NOON, NOON, Source("turn"))
    return replace(base, **given)


def uncertainty(about: str = "age", **given: Any) -> Uncertainty:
    """An open uncertainty."""
    base = Uncertainty(fresh("uncertainty"), CONTEXT, 0, about, "two values", NOON, NOON, Source("turn"))
    return replace(base, **given)


def repeat(of: str, **given: Any) -> Evidence:
    """A repeat of an assertion."""
    return replace(Evidence(of, NOON, Source("turn")), **given)


def document(**given: Any) -> Document:
    """A document that is ready."""
    base = Document(
        fresh("document"),
        CONTEXT,
        0,
        "Manual",
        "upload",
        "text/plain",
        "blake3:aa",
        3,
        DocumentStatus.READY,
        NOON,
        NOON,
        NOON,
    )
    return replace(base, **given)


def chunk(of: Document, text: str = "a passage", position: int = 0, **given: Any) -> Chunk:
    """A passage of a document."""
    return replace(Chunk(fresh("chunk"), of.id, position, 0, len(text), text), **given)


def trace(**given: Any) -> Trace:
    """A retrieval trace."""
    return replace(Trace(fresh("trace"), CONTEXT, "principal:1", "retrieval", "recall", NOON, 5), **given)


def session(id_: str = "session:1", **given: Any) -> Session:
    """A session."""
    return replace(Session(id_, CONTEXT, 0, NOON), **given)


def placed(changes: Changes, scope_set: int) -> Changes:
    """The same rows in a scope set."""
    kinds = ("turns", "assertions", "instructions", "uncertainties")
    rows = {kind: tuple(replace(one, scope_set=scope_set) for one in getattr(changes, kind)) for kind in kinds}
    opened = None if changes.session is None else replace(changes.session, scope_set=scope_set)
    return replace(changes, session=opened, **rows)


async def make_contexts(ledger: Ledger) -> None:
    """The two contexts of the tests."""
    for name in (CONTEXT, OTHER_CONTEXT):
        await ledger.access.create_context(Context(name, NOON), [])


async def write(
    ledger: Ledger,
    changes: Changes | Callable[[Standing], Changes] | None = None,
    *,
    clauses: Clauses = ANN,
    context: str = CONTEXT,
    need: Mapping[str, Any] | None = None,
    **rows: Any,
) -> Committed:
    """Writes rows (given as fields of Changes, or as what decides them) into a scope set."""

    def decide(standing: Standing) -> Changes:
        made = changes(standing) if callable(changes) else changes or Changes(**rows)
        return placed(made, standing.scope_set)

    return await ledger.memory.reconcile(Need(context, clauses, **(need or {})), decide)


async def standing(ledger: Ledger, clauses: Clauses = ANN, **need: Any) -> Standing:
    """What a write would find."""
    seen: list[Standing] = []

    def decide(found: Standing) -> Changes:
        seen.append(found)
        return Changes()

    await ledger.memory.reconcile(Need(CONTEXT, clauses, **need), decide)
    return seen[0]


async def drain(ledger: Ledger, target: Target = Target.TEXT) -> list[OutboxRow]:
    """Everything that waits for a copy, acknowledged."""
    rows = await ledger.outbox.pending(target, 10_000)
    await ledger.outbox.acknowledge(target, [row.seq for row in rows])
    return rows


async def settle(ledger: Ledger) -> None:
    """Forgets what waits for the copies, so that a test sees what comes after."""
    for target in Target:
        await drain(ledger, target)


def ids(records: Sequence[Any]) -> list[str]:
    """Ids of records, in order."""
    return [one.id for one in records]


async def ann_lives_in(ledger: Ledger, city: str = "Paris", **given: Any) -> Assertion:
    """A new entity Ann with one fact; the fact as it is stored."""
    said = fact(city, **given)
    await write(ledger, entities=(entity("Ann"),), block_keys={-1: frozenset({"ann"})}, assertions=(said,))
    return (await ledger.memory.assertions(EVERYTHING, ids=[said.id]))[0]


def names_of(found: Sequence[Mention]) -> list[str]:
    """Record ids of mentions, in order."""
    return [one.record_id for one in found]
