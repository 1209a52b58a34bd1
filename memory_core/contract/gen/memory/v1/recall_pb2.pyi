# pyright: basic, reportInvalidTypeForm=false, reportAttributeAccessIssue=false
import datetime

from memory_core.contract.gen.buf.validate import validate_pb2 as _validate_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from memory_core.contract.gen.memory.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MemoryQueryMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MEMORY_QUERY_MODE_UNSPECIFIED: _ClassVar[MemoryQueryMode]
    MEMORY_QUERY_MODE_HYBRID: _ClassVar[MemoryQueryMode]
    MEMORY_QUERY_MODE_VECTOR: _ClassVar[MemoryQueryMode]
    MEMORY_QUERY_MODE_BM25: _ClassVar[MemoryQueryMode]
    MEMORY_QUERY_MODE_GRAPH: _ClassVar[MemoryQueryMode]

class QueryInclude(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    QUERY_INCLUDE_UNSPECIFIED: _ClassVar[QueryInclude]
    QUERY_INCLUDE_FACTS: _ClassVar[QueryInclude]
    QUERY_INCLUDE_PASSAGES: _ClassVar[QueryInclude]
    QUERY_INCLUDE_ATTRIBUTES: _ClassVar[QueryInclude]
    QUERY_INCLUDE_ENTITIES: _ClassVar[QueryInclude]
    QUERY_INCLUDE_RELATIONS: _ClassVar[QueryInclude]
    QUERY_INCLUDE_TURNS: _ClassVar[QueryInclude]
    QUERY_INCLUDE_CHUNKS: _ClassVar[QueryInclude]
    QUERY_INCLUDE_DOCUMENTS: _ClassVar[QueryInclude]
    QUERY_INCLUDE_SECTIONS: _ClassVar[QueryInclude]
    QUERY_INCLUDE_TRACES: _ClassVar[QueryInclude]

class QueryKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    QUERY_KIND_UNSPECIFIED: _ClassVar[QueryKind]
    QUERY_KIND_DIRECT_LOOKUP: _ClassVar[QueryKind]
    QUERY_KIND_HYBRID: _ClassVar[QueryKind]
    QUERY_KIND_FULL_CONTEXT: _ClassVar[QueryKind]
MEMORY_QUERY_MODE_UNSPECIFIED: MemoryQueryMode
MEMORY_QUERY_MODE_HYBRID: MemoryQueryMode
MEMORY_QUERY_MODE_VECTOR: MemoryQueryMode
MEMORY_QUERY_MODE_BM25: MemoryQueryMode
MEMORY_QUERY_MODE_GRAPH: MemoryQueryMode
QUERY_INCLUDE_UNSPECIFIED: QueryInclude
QUERY_INCLUDE_FACTS: QueryInclude
QUERY_INCLUDE_PASSAGES: QueryInclude
QUERY_INCLUDE_ATTRIBUTES: QueryInclude
QUERY_INCLUDE_ENTITIES: QueryInclude
QUERY_INCLUDE_RELATIONS: QueryInclude
QUERY_INCLUDE_TURNS: QueryInclude
QUERY_INCLUDE_CHUNKS: QueryInclude
QUERY_INCLUDE_DOCUMENTS: QueryInclude
QUERY_INCLUDE_SECTIONS: QueryInclude
QUERY_INCLUDE_TRACES: QueryInclude
QUERY_KIND_UNSPECIFIED: QueryKind
QUERY_KIND_DIRECT_LOOKUP: QueryKind
QUERY_KIND_HYBRID: QueryKind
QUERY_KIND_FULL_CONTEXT: QueryKind

class QueryRequest(_message.Message):
    __slots__ = ("context_id", "query", "k", "mode", "as_of", "at_instant", "valid_from", "valid_until", "include", "include_duplicates", "labels", "lens", "location", "scope_view", "session_id", "source")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    QUERY_FIELD_NUMBER: _ClassVar[int]
    K_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    AT_INSTANT_FIELD_NUMBER: _ClassVar[int]
    VALID_FROM_FIELD_NUMBER: _ClassVar[int]
    VALID_UNTIL_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_DUPLICATES_FIELD_NUMBER: _ClassVar[int]
    LABELS_FIELD_NUMBER: _ClassVar[int]
    LENS_FIELD_NUMBER: _ClassVar[int]
    LOCATION_FIELD_NUMBER: _ClassVar[int]
    SCOPE_VIEW_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    query: str
    k: int
    mode: MemoryQueryMode
    as_of: _timestamp_pb2.Timestamp
    at_instant: _timestamp_pb2.Timestamp
    valid_from: _timestamp_pb2.Timestamp
    valid_until: _timestamp_pb2.Timestamp
    include: _containers.RepeatedScalarFieldContainer[QueryInclude]
    include_duplicates: bool
    labels: _containers.RepeatedScalarFieldContainer[str]
    lens: _containers.RepeatedCompositeFieldContainer[_common_pb2.ScopeClause]
    location: _common_pb2.GeoFilter
    scope_view: str
    session_id: str
    source: str
    def __init__(self, context_id: _Optional[str] = ..., query: _Optional[str] = ..., k: _Optional[int] = ..., mode: _Optional[_Union[MemoryQueryMode, str]] = ..., as_of: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., at_instant: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., valid_from: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., valid_until: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., include: _Optional[_Iterable[_Union[QueryInclude, str]]] = ..., include_duplicates: _Optional[bool] = ..., labels: _Optional[_Iterable[str]] = ..., lens: _Optional[_Iterable[_Union[_common_pb2.ScopeClause, _Mapping[str, object]]]] = ..., location: _Optional[_Union[_common_pb2.GeoFilter, _Mapping[str, object]]] = ..., scope_view: _Optional[str] = ..., session_id: _Optional[str] = ..., source: _Optional[str] = ...) -> None: ...

class LegReport(_message.Message):
    __slots__ = ("leg", "outcome", "candidates", "latency_ms")
    LEG_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    CANDIDATES_FIELD_NUMBER: _ClassVar[int]
    LATENCY_MS_FIELD_NUMBER: _ClassVar[int]
    leg: str
    outcome: str
    candidates: int
    latency_ms: int
    def __init__(self, leg: _Optional[str] = ..., outcome: _Optional[str] = ..., candidates: _Optional[int] = ..., latency_ms: _Optional[int] = ...) -> None: ...

class QueryTrace(_message.Message):
    __slots__ = ("latency_ms", "resolution_tier", "retrieved_count", "tier_reason", "top_scores", "trace_id", "legs", "as_of", "at_instant")
    LATENCY_MS_FIELD_NUMBER: _ClassVar[int]
    RESOLUTION_TIER_FIELD_NUMBER: _ClassVar[int]
    RETRIEVED_COUNT_FIELD_NUMBER: _ClassVar[int]
    TIER_REASON_FIELD_NUMBER: _ClassVar[int]
    TOP_SCORES_FIELD_NUMBER: _ClassVar[int]
    TRACE_ID_FIELD_NUMBER: _ClassVar[int]
    LEGS_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    AT_INSTANT_FIELD_NUMBER: _ClassVar[int]
    latency_ms: int
    resolution_tier: _common_pb2.Tier
    retrieved_count: int
    tier_reason: str
    top_scores: _containers.RepeatedScalarFieldContainer[float]
    trace_id: str
    legs: _containers.RepeatedCompositeFieldContainer[LegReport]
    as_of: _timestamp_pb2.Timestamp
    at_instant: _timestamp_pb2.Timestamp
    def __init__(self, latency_ms: _Optional[int] = ..., resolution_tier: _Optional[_Union[_common_pb2.Tier, str]] = ..., retrieved_count: _Optional[int] = ..., tier_reason: _Optional[str] = ..., top_scores: _Optional[_Iterable[float]] = ..., trace_id: _Optional[str] = ..., legs: _Optional[_Iterable[_Union[LegReport, _Mapping[str, object]]]] = ..., as_of: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., at_instant: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ...) -> None: ...

class QueryResponse(_message.Message):
    __slots__ = ("classification_kind", "hits", "query_ms", "seed_entities", "tier", "trace", "context_hits", "no_match", "trace_id")
    CLASSIFICATION_KIND_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    QUERY_MS_FIELD_NUMBER: _ClassVar[int]
    SEED_ENTITIES_FIELD_NUMBER: _ClassVar[int]
    TIER_FIELD_NUMBER: _ClassVar[int]
    TRACE_FIELD_NUMBER: _ClassVar[int]
    CONTEXT_HITS_FIELD_NUMBER: _ClassVar[int]
    NO_MATCH_FIELD_NUMBER: _ClassVar[int]
    TRACE_ID_FIELD_NUMBER: _ClassVar[int]
    classification_kind: QueryKind
    hits: _containers.RepeatedCompositeFieldContainer[_common_pb2.MemoryHit]
    query_ms: int
    seed_entities: _containers.RepeatedScalarFieldContainer[str]
    tier: _common_pb2.Tier
    trace: QueryTrace
    context_hits: _containers.RepeatedCompositeFieldContainer[_common_pb2.MemoryHit]
    no_match: bool
    trace_id: str
    def __init__(self, classification_kind: _Optional[_Union[QueryKind, str]] = ..., hits: _Optional[_Iterable[_Union[_common_pb2.MemoryHit, _Mapping[str, object]]]] = ..., query_ms: _Optional[int] = ..., seed_entities: _Optional[_Iterable[str]] = ..., tier: _Optional[_Union[_common_pb2.Tier, str]] = ..., trace: _Optional[_Union[QueryTrace, _Mapping[str, object]]] = ..., context_hits: _Optional[_Iterable[_Union[_common_pb2.MemoryHit, _Mapping[str, object]]]] = ..., no_match: _Optional[bool] = ..., trace_id: _Optional[str] = ...) -> None: ...
