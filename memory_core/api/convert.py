"""Facts, entities, turns and their like as messages."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from memory_core.api.wire import CATEGORIES, ROLES, stamp, stamp_or_none
from memory_core.contract.gen.memory.v1 import common_pb2, memory_pb2
from memory_core.engine.model import Clauses, Entity, Instruction, Source, Turn, Uncertainty
from memory_core.engine.proposal import Fact, NamedEntity
from memory_core.service.results import CategoryView, EntityView, FactView, ProfileView, StateView


def entity_detail(entity: Entity, aliases: Iterable[str] = ()) -> common_pb2.EntityDetail:
    """An entity in full. aliases: other names that the caller's scopes tell."""
    return common_pb2.EntityDetail(
        created_at=stamp(entity.created_at),
        entity_type=entity.type,
        id=entity.id,
        importance=entity.importance,
        memory_category=CATEGORIES[entity.category],
        name=entity.name,
        updated_at=stamp(entity.updated_at),
        aliases=aliases,
    )


def attribute_detail(view: FactView) -> common_pb2.AttributeDetail:
    """A fact in full."""
    row = view.row
    return common_pb2.AttributeDetail(
        created_at=stamp(row.created_at),
        entity=view.entity.id,
        id=row.id,
        importance=round(view.importance, 6),
        key=row.key,
        memory_category=CATEGORIES[row.category],
        source=source_ref(row.source),
        superseded_by=view.superseded_by,
        supersedes=view.supersedes,
        valid_from=stamp(row.valid_from),
        valid_until=stamp_or_none(view.until),
        value=row.value,
        confidence=row.confidence,
        observed_at=stamp(row.known_at),
        evidence_count=view.evidence,
        labels=row.labels,
        retired_at=stamp_or_none(row.retired_at),
    )


def relation_detail(view: FactView) -> common_pb2.RelationDetail:
    """A relation in full."""
    row = view.row
    return common_pb2.RelationDetail(
        created_at=stamp(row.created_at),
        id=row.id,
        label=row.key,
        memory_category=CATEGORIES[row.category],
        object=object_of(view),
        source=source_ref(row.source),
        subject=view.entity.id,
        valid_from=stamp(row.valid_from),
        valid_until=stamp_or_none(view.until),
        confidence=row.confidence,
        observed_at=stamp(row.known_at),
        labels=row.labels,
        superseded_by=view.superseded_by,
        supersedes=view.supersedes,
        retired_at=stamp_or_none(row.retired_at),
    )


def object_of(view: FactView) -> str:
    """What a relation points to."""
    return view.target.id if view.target is not None else view.row.value


def source_ref(source: Source) -> common_pb2.SourceRef:
    """Where a row's words came from."""
    return common_pb2.SourceRef(
        kind=source.kind,
        ref=source.ref,
        session_id=source.session_id,
        span=span(source.span),
        trust=source.trust,
        derived_from=source.derived_from,
        chunk_id=source.chunk_id,
    )


def span(chars: tuple[int, int] | None) -> common_pb2.Span | None:
    """A stretch of a text, or None."""
    return None if chars is None else common_pb2.Span(start=chars[0], end=chars[1])


def attribute_summary(fact: Fact, hidden: Collection[str] = ()) -> common_pb2.AttributeSummary:
    """A fact in short; ids in `hidden` are left out."""
    row = fact.row
    return common_pb2.AttributeSummary(
        entity_id=fact.entity.id,
        id="" if row.id in hidden else row.id,
        key=row.key,
        memory_category=CATEGORIES[row.category],
        value=row.value,
        valid_from=stamp(row.valid_from),
        valid_until=stamp_or_none(row.valid_until),
        confidence=row.confidence,
        span=span(row.source.span),
    )


def relation_summary(fact: Fact, hidden: Collection[str] = ()) -> common_pb2.RelationSummary:
    """A relation in short."""
    row = fact.row
    return common_pb2.RelationSummary(
        label=row.key,
        memory_category=CATEGORIES[row.category],
        object=fact.target.id if fact.target is not None else row.value,
        subject=fact.entity.id,
        valid_from=stamp(row.valid_from),
        valid_until=stamp_or_none(row.valid_until),
        confidence=row.confidence,
        span=span(row.source.span),
        id="" if row.id in hidden else row.id,
    )


def entity_summary(named: NamedEntity) -> common_pb2.EntitySummary:
    """An entity in short."""
    return common_pb2.EntitySummary(
        entity_type=named.entity.type,
        id=named.entity.id,
        is_new=named.is_new,
        memory_category=CATEGORIES[named.entity.category],
        name=named.entity.name,
    )


def instruction_summary(one: Instruction, hidden: Collection[str] = ()) -> common_pb2.InstructionSummary:
    """A standing request."""
    shown = "" if one.id in hidden else one.id
    return common_pb2.InstructionSummary(description=one.description, id=shown, label=one.label)


def uncertainty_summary(one: Uncertainty) -> common_pb2.UncertaintySummary:
    """Something in doubt."""
    return common_pb2.UncertaintySummary(about=one.about, reason=one.reason)


def turn_message(turn: Turn) -> common_pb2.Turn:
    """A message as it was said; its time is when it was said."""
    return common_pb2.Turn(
        content=turn.content,
        created_at=stamp(turn.observed_at),
        id=turn.id,
        role=ROLES[turn.role],
        seq=turn.seq,
        session=turn.session_id,
        labels=turn.labels,
    )


def scope_clauses(clauses: Clauses) -> list[common_pb2.ScopeClause]:
    """Clauses on the wire."""
    return [common_pb2.ScopeClause(paths=clause) for clause in clauses]


def inspected_entity(view: EntityView) -> memory_pb2.InspectedEntity:
    """An entity with what is believed about it."""
    return memory_pb2.InspectedEntity(
        attributes=[attribute_detail(one) for one in view.attributes],
        entity=entity_detail(view.entity, view.aliases),
        relations=[relation_detail(one) for one in view.relations],
    )


def state_response(view: StateView) -> memory_pb2.GetStateResponse:
    """Everything that is believed."""
    return memory_pb2.GetStateResponse(
        context=_category(view.context),
        identity=_category(view.identity),
        knowledge=_category(view.knowledge),
        instructions=[instruction_summary(one) for one in view.instructions],
        unknowns=[uncertainty_summary(one) for one in view.unknowns],
    )


def profile_response(view: ProfileView) -> memory_pb2.GetProfileResponse:
    """What is known of a person."""
    return memory_pb2.GetProfileResponse(
        dynamic=_entries(view.dynamic),
        instructions=[instruction_summary(one) for one in view.instructions],
        preferences=_entries(view.preferences),
        static=_entries(view.static),
    )


def _category(view: CategoryView) -> memory_pb2.CategoryState:
    return memory_pb2.CategoryState(
        attributes=[attribute_detail(one) for one in view.attributes],
        entities=[entity_detail(one) for one in view.entities],
        relations=[relation_detail(one) for one in view.relations],
    )


def _entries(views: Iterable[FactView]) -> list[memory_pb2.ProfileEntry]:
    return [
        memory_pb2.ProfileEntry(key=one.row.key, value=one.row.value, id=one.row.id, entity_id=one.entity.id)
        for one in views
    ]
