# pyright: basic, reportInvalidTypeForm=false, reportAttributeAccessIssue=false
import datetime

from memory_core.contract.gen.buf.validate import validate_pb2 as _validate_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MemoryCategory(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MEMORY_CATEGORY_UNSPECIFIED: _ClassVar[MemoryCategory]
    MEMORY_CATEGORY_IDENTITY: _ClassVar[MemoryCategory]
    MEMORY_CATEGORY_KNOWLEDGE: _ClassVar[MemoryCategory]
    MEMORY_CATEGORY_CONTEXT: _ClassVar[MemoryCategory]

class TurnRole(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TURN_ROLE_UNSPECIFIED: _ClassVar[TurnRole]
    TURN_ROLE_USER: _ClassVar[TurnRole]
    TURN_ROLE_ASSISTANT: _ClassVar[TurnRole]
    TURN_ROLE_SYSTEM: _ClassVar[TurnRole]
    TURN_ROLE_TOOL: _ClassVar[TurnRole]

class Tier(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TIER_UNSPECIFIED: _ClassVar[Tier]
    TIER_DIRECT: _ClassVar[Tier]
    TIER_CACHE: _ClassVar[Tier]
    TIER_HYBRID: _ClassVar[Tier]
    TIER_FULL_CONTEXT: _ClassVar[Tier]

class ResultKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RESULT_KIND_UNSPECIFIED: _ClassVar[ResultKind]
    RESULT_KIND_ATTRIBUTE: _ClassVar[ResultKind]
    RESULT_KIND_ENTITY: _ClassVar[ResultKind]
    RESULT_KIND_CHUNK: _ClassVar[ResultKind]
    RESULT_KIND_MEMORY_CHUNK: _ClassVar[ResultKind]
    RESULT_KIND_SECTION: _ClassVar[ResultKind]
MEMORY_CATEGORY_UNSPECIFIED: MemoryCategory
MEMORY_CATEGORY_IDENTITY: MemoryCategory
MEMORY_CATEGORY_KNOWLEDGE: MemoryCategory
MEMORY_CATEGORY_CONTEXT: MemoryCategory
TURN_ROLE_UNSPECIFIED: TurnRole
TURN_ROLE_USER: TurnRole
TURN_ROLE_ASSISTANT: TurnRole
TURN_ROLE_SYSTEM: TurnRole
TURN_ROLE_TOOL: TurnRole
TIER_UNSPECIFIED: Tier
TIER_DIRECT: Tier
TIER_CACHE: Tier
TIER_HYBRID: Tier
TIER_FULL_CONTEXT: Tier
RESULT_KIND_UNSPECIFIED: ResultKind
RESULT_KIND_ATTRIBUTE: ResultKind
RESULT_KIND_ENTITY: ResultKind
RESULT_KIND_CHUNK: ResultKind
RESULT_KIND_MEMORY_CHUNK: ResultKind
RESULT_KIND_SECTION: ResultKind

class ScopeClause(_message.Message):
    __slots__ = ("paths",)
    PATHS_FIELD_NUMBER: _ClassVar[int]
    paths: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, paths: _Optional[_Iterable[str]] = ...) -> None: ...

class PatternList(_message.Message):
    __slots__ = ("patterns",)
    PATTERNS_FIELD_NUMBER: _ClassVar[int]
    patterns: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, patterns: _Optional[_Iterable[str]] = ...) -> None: ...

class Grants(_message.Message):
    __slots__ = ("verbs",)
    class VerbsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: PatternList
        def __init__(self, key: _Optional[str] = ..., value: _Optional[_Union[PatternList, _Mapping[str, object]]] = ...) -> None: ...
    VERBS_FIELD_NUMBER: _ClassVar[int]
    verbs: _containers.MessageMap[str, PatternList]
    def __init__(self, verbs: _Optional[_Mapping[str, PatternList]] = ...) -> None: ...

class Span(_message.Message):
    __slots__ = ("start", "end")
    START_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    start: int
    end: int
    def __init__(self, start: _Optional[int] = ..., end: _Optional[int] = ...) -> None: ...

class Signal(_message.Message):
    __slots__ = ("rank", "score")
    RANK_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    rank: int
    score: float
    def __init__(self, rank: _Optional[int] = ..., score: _Optional[float] = ...) -> None: ...

class SourceRef(_message.Message):
    __slots__ = ("kind", "ref", "session_id", "span", "trust", "derived_from", "chunk_id")
    KIND_FIELD_NUMBER: _ClassVar[int]
    REF_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    SPAN_FIELD_NUMBER: _ClassVar[int]
    TRUST_FIELD_NUMBER: _ClassVar[int]
    DERIVED_FROM_FIELD_NUMBER: _ClassVar[int]
    CHUNK_ID_FIELD_NUMBER: _ClassVar[int]
    kind: str
    ref: str
    session_id: str
    span: Span
    trust: float
    derived_from: _containers.RepeatedScalarFieldContainer[str]
    chunk_id: str
    def __init__(self, kind: _Optional[str] = ..., ref: _Optional[str] = ..., session_id: _Optional[str] = ..., span: _Optional[_Union[Span, _Mapping[str, object]]] = ..., trust: _Optional[float] = ..., derived_from: _Optional[_Iterable[str]] = ..., chunk_id: _Optional[str] = ...) -> None: ...

class AttributeDetail(_message.Message):
    __slots__ = ("created_at", "entity", "id", "importance", "key", "memory_category", "source", "superseded_by", "supersedes", "valid_from", "valid_until", "value", "confidence", "observed_at", "evidence_count", "labels", "retired_at")
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    ENTITY_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    IMPORTANCE_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    MEMORY_CATEGORY_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    SUPERSEDED_BY_FIELD_NUMBER: _ClassVar[int]
    SUPERSEDES_FIELD_NUMBER: _ClassVar[int]
    VALID_FROM_FIELD_NUMBER: _ClassVar[int]
    VALID_UNTIL_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    OBSERVED_AT_FIELD_NUMBER: _ClassVar[int]
    EVIDENCE_COUNT_FIELD_NUMBER: _ClassVar[int]
    LABELS_FIELD_NUMBER: _ClassVar[int]
    RETIRED_AT_FIELD_NUMBER: _ClassVar[int]
    created_at: _timestamp_pb2.Timestamp
    entity: str
    id: str
    importance: float
    key: str
    memory_category: MemoryCategory
    source: SourceRef
    superseded_by: str
    supersedes: str
    valid_from: _timestamp_pb2.Timestamp
    valid_until: _timestamp_pb2.Timestamp
    value: str
    confidence: float
    observed_at: _timestamp_pb2.Timestamp
    evidence_count: int
    labels: _containers.RepeatedScalarFieldContainer[str]
    retired_at: _timestamp_pb2.Timestamp
    def __init__(self, created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., entity: _Optional[str] = ..., id: _Optional[str] = ..., importance: _Optional[float] = ..., key: _Optional[str] = ..., memory_category: _Optional[_Union[MemoryCategory, str]] = ..., source: _Optional[_Union[SourceRef, _Mapping[str, object]]] = ..., superseded_by: _Optional[str] = ..., supersedes: _Optional[str] = ..., valid_from: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., valid_until: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., value: _Optional[str] = ..., confidence: _Optional[float] = ..., observed_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., evidence_count: _Optional[int] = ..., labels: _Optional[_Iterable[str]] = ..., retired_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ...) -> None: ...

class AttributeSummary(_message.Message):
    __slots__ = ("entity_id", "id", "key", "memory_category", "value", "valid_from", "valid_until", "confidence", "span")
    ENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    MEMORY_CATEGORY_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    VALID_FROM_FIELD_NUMBER: _ClassVar[int]
    VALID_UNTIL_FIELD_NUMBER: _ClassVar[int]
    CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    SPAN_FIELD_NUMBER: _ClassVar[int]
    entity_id: str
    id: str
    key: str
    memory_category: MemoryCategory
    value: str
    valid_from: _timestamp_pb2.Timestamp
    valid_until: _timestamp_pb2.Timestamp
    confidence: float
    span: Span
    def __init__(self, entity_id: _Optional[str] = ..., id: _Optional[str] = ..., key: _Optional[str] = ..., memory_category: _Optional[_Union[MemoryCategory, str]] = ..., value: _Optional[str] = ..., valid_from: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., valid_until: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., confidence: _Optional[float] = ..., span: _Optional[_Union[Span, _Mapping[str, object]]] = ...) -> None: ...

class RelationDetail(_message.Message):
    __slots__ = ("created_at", "id", "label", "memory_category", "object", "source", "subject", "valid_from", "valid_until", "confidence", "observed_at", "labels", "superseded_by", "supersedes", "retired_at")
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    MEMORY_CATEGORY_FIELD_NUMBER: _ClassVar[int]
    OBJECT_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    SUBJECT_FIELD_NUMBER: _ClassVar[int]
    VALID_FROM_FIELD_NUMBER: _ClassVar[int]
    VALID_UNTIL_FIELD_NUMBER: _ClassVar[int]
    CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    OBSERVED_AT_FIELD_NUMBER: _ClassVar[int]
    LABELS_FIELD_NUMBER: _ClassVar[int]
    SUPERSEDED_BY_FIELD_NUMBER: _ClassVar[int]
    SUPERSEDES_FIELD_NUMBER: _ClassVar[int]
    RETIRED_AT_FIELD_NUMBER: _ClassVar[int]
    created_at: _timestamp_pb2.Timestamp
    id: str
    label: str
    memory_category: MemoryCategory
    object: str
    source: SourceRef
    subject: str
    valid_from: _timestamp_pb2.Timestamp
    valid_until: _timestamp_pb2.Timestamp
    confidence: float
    observed_at: _timestamp_pb2.Timestamp
    labels: _containers.RepeatedScalarFieldContainer[str]
    superseded_by: str
    supersedes: str
    retired_at: _timestamp_pb2.Timestamp
    def __init__(self, created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., id: _Optional[str] = ..., label: _Optional[str] = ..., memory_category: _Optional[_Union[MemoryCategory, str]] = ..., object: _Optional[str] = ..., source: _Optional[_Union[SourceRef, _Mapping[str, object]]] = ..., subject: _Optional[str] = ..., valid_from: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., valid_until: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., confidence: _Optional[float] = ..., observed_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., labels: _Optional[_Iterable[str]] = ..., superseded_by: _Optional[str] = ..., supersedes: _Optional[str] = ..., retired_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ...) -> None: ...

class RelationSummary(_message.Message):
    __slots__ = ("label", "memory_category", "object", "subject", "valid_from", "valid_until", "confidence", "span", "id")
    LABEL_FIELD_NUMBER: _ClassVar[int]
    MEMORY_CATEGORY_FIELD_NUMBER: _ClassVar[int]
    OBJECT_FIELD_NUMBER: _ClassVar[int]
    SUBJECT_FIELD_NUMBER: _ClassVar[int]
    VALID_FROM_FIELD_NUMBER: _ClassVar[int]
    VALID_UNTIL_FIELD_NUMBER: _ClassVar[int]
    CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    SPAN_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    label: str
    memory_category: MemoryCategory
    object: str
    subject: str
    valid_from: _timestamp_pb2.Timestamp
    valid_until: _timestamp_pb2.Timestamp
    confidence: float
    span: Span
    id: str
    def __init__(self, label: _Optional[str] = ..., memory_category: _Optional[_Union[MemoryCategory, str]] = ..., object: _Optional[str] = ..., subject: _Optional[str] = ..., valid_from: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., valid_until: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., confidence: _Optional[float] = ..., span: _Optional[_Union[Span, _Mapping[str, object]]] = ..., id: _Optional[str] = ...) -> None: ...

class EntityDetail(_message.Message):
    __slots__ = ("created_at", "entity_type", "id", "importance", "memory_category", "name", "updated_at", "aliases")
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    ENTITY_TYPE_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    IMPORTANCE_FIELD_NUMBER: _ClassVar[int]
    MEMORY_CATEGORY_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    UPDATED_AT_FIELD_NUMBER: _ClassVar[int]
    ALIASES_FIELD_NUMBER: _ClassVar[int]
    created_at: _timestamp_pb2.Timestamp
    entity_type: str
    id: str
    importance: float
    memory_category: MemoryCategory
    name: str
    updated_at: _timestamp_pb2.Timestamp
    aliases: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., entity_type: _Optional[str] = ..., id: _Optional[str] = ..., importance: _Optional[float] = ..., memory_category: _Optional[_Union[MemoryCategory, str]] = ..., name: _Optional[str] = ..., updated_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., aliases: _Optional[_Iterable[str]] = ...) -> None: ...

class EntitySummary(_message.Message):
    __slots__ = ("entity_type", "id", "is_new", "memory_category", "name")
    ENTITY_TYPE_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    IS_NEW_FIELD_NUMBER: _ClassVar[int]
    MEMORY_CATEGORY_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    entity_type: str
    id: str
    is_new: bool
    memory_category: MemoryCategory
    name: str
    def __init__(self, entity_type: _Optional[str] = ..., id: _Optional[str] = ..., is_new: _Optional[bool] = ..., memory_category: _Optional[_Union[MemoryCategory, str]] = ..., name: _Optional[str] = ...) -> None: ...

class InstructionSummary(_message.Message):
    __slots__ = ("description", "id", "label")
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    description: str
    id: str
    label: str
    def __init__(self, description: _Optional[str] = ..., id: _Optional[str] = ..., label: _Optional[str] = ...) -> None: ...

class UncertaintySummary(_message.Message):
    __slots__ = ("about", "reason")
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    about: str
    reason: str
    def __init__(self, about: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class Turn(_message.Message):
    __slots__ = ("content", "created_at", "id", "role", "seq", "session", "labels")
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    SEQ_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    LABELS_FIELD_NUMBER: _ClassVar[int]
    content: str
    created_at: _timestamp_pb2.Timestamp
    id: str
    role: TurnRole
    seq: int
    session: str
    labels: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, content: _Optional[str] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., id: _Optional[str] = ..., role: _Optional[_Union[TurnRole, str]] = ..., seq: _Optional[int] = ..., session: _Optional[str] = ..., labels: _Optional[_Iterable[str]] = ...) -> None: ...

class MemoryHit(_message.Message):
    __slots__ = ("id", "score", "source", "text", "occurred_at", "turn_id", "session_id", "document_id", "role", "trust", "valid_from", "valid_until", "signals", "span", "entity_id", "key", "document_title", "section", "labels")
    class SignalsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: Signal
        def __init__(self, key: _Optional[str] = ..., value: _Optional[_Union[Signal, _Mapping[str, object]]] = ...) -> None: ...
    ID_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    OCCURRED_AT_FIELD_NUMBER: _ClassVar[int]
    TURN_ID_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_ID_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    TRUST_FIELD_NUMBER: _ClassVar[int]
    VALID_FROM_FIELD_NUMBER: _ClassVar[int]
    VALID_UNTIL_FIELD_NUMBER: _ClassVar[int]
    SIGNALS_FIELD_NUMBER: _ClassVar[int]
    SPAN_FIELD_NUMBER: _ClassVar[int]
    ENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_TITLE_FIELD_NUMBER: _ClassVar[int]
    SECTION_FIELD_NUMBER: _ClassVar[int]
    LABELS_FIELD_NUMBER: _ClassVar[int]
    id: str
    score: float
    source: ResultKind
    text: str
    occurred_at: _timestamp_pb2.Timestamp
    turn_id: str
    session_id: str
    document_id: str
    role: TurnRole
    trust: float
    valid_from: _timestamp_pb2.Timestamp
    valid_until: _timestamp_pb2.Timestamp
    signals: _containers.MessageMap[str, Signal]
    span: Span
    entity_id: str
    key: str
    document_title: str
    section: str
    labels: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, id: _Optional[str] = ..., score: _Optional[float] = ..., source: _Optional[_Union[ResultKind, str]] = ..., text: _Optional[str] = ..., occurred_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., turn_id: _Optional[str] = ..., session_id: _Optional[str] = ..., document_id: _Optional[str] = ..., role: _Optional[_Union[TurnRole, str]] = ..., trust: _Optional[float] = ..., valid_from: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., valid_until: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., signals: _Optional[_Mapping[str, Signal]] = ..., span: _Optional[_Union[Span, _Mapping[str, object]]] = ..., entity_id: _Optional[str] = ..., key: _Optional[str] = ..., document_title: _Optional[str] = ..., section: _Optional[str] = ..., labels: _Optional[_Iterable[str]] = ...) -> None: ...

class GeoFilter(_message.Message):
    __slots__ = ("near", "within")
    NEAR_FIELD_NUMBER: _ClassVar[int]
    WITHIN_FIELD_NUMBER: _ClassVar[int]
    near: GeoNear
    within: str
    def __init__(self, near: _Optional[_Union[GeoNear, _Mapping[str, object]]] = ..., within: _Optional[str] = ...) -> None: ...

class GeoNear(_message.Message):
    __slots__ = ("lat", "lng", "radius_km")
    LAT_FIELD_NUMBER: _ClassVar[int]
    LNG_FIELD_NUMBER: _ClassVar[int]
    RADIUS_KM_FIELD_NUMBER: _ClassVar[int]
    lat: float
    lng: float
    radius_km: float
    def __init__(self, lat: _Optional[float] = ..., lng: _Optional[float] = ..., radius_km: _Optional[float] = ...) -> None: ...

class ErasureReceipt(_message.Message):
    __slots__ = ("id", "started_at", "verified_at", "stores")
    ID_FIELD_NUMBER: _ClassVar[int]
    STARTED_AT_FIELD_NUMBER: _ClassVar[int]
    VERIFIED_AT_FIELD_NUMBER: _ClassVar[int]
    STORES_FIELD_NUMBER: _ClassVar[int]
    id: str
    started_at: _timestamp_pb2.Timestamp
    verified_at: _timestamp_pb2.Timestamp
    stores: _containers.RepeatedCompositeFieldContainer[ErasedStore]
    def __init__(self, id: _Optional[str] = ..., started_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., verified_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., stores: _Optional[_Iterable[_Union[ErasedStore, _Mapping[str, object]]]] = ...) -> None: ...

class ErasedStore(_message.Message):
    __slots__ = ("store", "copies", "verified_at")
    STORE_FIELD_NUMBER: _ClassVar[int]
    COPIES_FIELD_NUMBER: _ClassVar[int]
    VERIFIED_AT_FIELD_NUMBER: _ClassVar[int]
    store: str
    copies: int
    verified_at: _timestamp_pb2.Timestamp
    def __init__(self, store: _Optional[str] = ..., copies: _Optional[int] = ..., verified_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ...) -> None: ...
