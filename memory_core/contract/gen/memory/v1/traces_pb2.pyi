# pyright: basic, reportInvalidTypeForm=false, reportAttributeAccessIssue=false
import datetime

from memory_core.contract.gen.buf.validate import validate_pb2 as _validate_pb2
from google.protobuf import struct_pb2 as _struct_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TraceKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TRACE_KIND_UNSPECIFIED: _ClassVar[TraceKind]
    TRACE_KIND_DECISION: _ClassVar[TraceKind]
    TRACE_KIND_RETRIEVAL: _ClassVar[TraceKind]
    TRACE_KIND_RESPONSE: _ClassVar[TraceKind]
TRACE_KIND_UNSPECIFIED: TraceKind
TRACE_KIND_DECISION: TraceKind
TRACE_KIND_RETRIEVAL: TraceKind
TRACE_KIND_RESPONSE: TraceKind

class ReturnedRef(_message.Message):
    __slots__ = ("id", "label", "rank", "ref", "score", "table")
    ID_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    RANK_FIELD_NUMBER: _ClassVar[int]
    REF_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    id: str
    label: str
    rank: int
    ref: str
    score: float
    table: str
    def __init__(self, id: _Optional[str] = ..., label: _Optional[str] = ..., rank: _Optional[int] = ..., ref: _Optional[str] = ..., score: _Optional[float] = ..., table: _Optional[str] = ...) -> None: ...

class ResponseTraceSummary(_message.Message):
    __slots__ = ("cached", "created_at", "id", "latency_ms", "response_text", "reused_from", "session_id", "source", "user_message")
    CACHED_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    LATENCY_MS_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_TEXT_FIELD_NUMBER: _ClassVar[int]
    REUSED_FROM_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    USER_MESSAGE_FIELD_NUMBER: _ClassVar[int]
    cached: bool
    created_at: _timestamp_pb2.Timestamp
    id: str
    latency_ms: int
    response_text: str
    reused_from: str
    session_id: str
    source: str
    user_message: str
    def __init__(self, cached: _Optional[bool] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., id: _Optional[str] = ..., latency_ms: _Optional[int] = ..., response_text: _Optional[str] = ..., reused_from: _Optional[str] = ..., session_id: _Optional[str] = ..., source: _Optional[str] = ..., user_message: _Optional[str] = ...) -> None: ...

class RetrievalTraceSummary(_message.Message):
    __slots__ = ("created_at", "id", "latency_ms", "mode", "retrieved_ids", "returned", "scores", "tier_entered", "tier_reason")
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    LATENCY_MS_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    RETRIEVED_IDS_FIELD_NUMBER: _ClassVar[int]
    RETURNED_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    TIER_ENTERED_FIELD_NUMBER: _ClassVar[int]
    TIER_REASON_FIELD_NUMBER: _ClassVar[int]
    created_at: _timestamp_pb2.Timestamp
    id: str
    latency_ms: int
    mode: str
    retrieved_ids: _containers.RepeatedScalarFieldContainer[str]
    returned: _containers.RepeatedCompositeFieldContainer[ReturnedRef]
    scores: _containers.RepeatedScalarFieldContainer[float]
    tier_entered: int
    tier_reason: str
    def __init__(self, created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., id: _Optional[str] = ..., latency_ms: _Optional[int] = ..., mode: _Optional[str] = ..., retrieved_ids: _Optional[_Iterable[str]] = ..., returned: _Optional[_Iterable[_Union[ReturnedRef, _Mapping[str, object]]]] = ..., scores: _Optional[_Iterable[float]] = ..., tier_entered: _Optional[int] = ..., tier_reason: _Optional[str] = ...) -> None: ...

class TraceRecord(_message.Message):
    __slots__ = ("cached", "created_at", "id", "latency_ms", "parent", "query_text", "resolution_tier", "retrievals", "tier_reason", "kind", "operation", "refs", "details")
    CACHED_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    LATENCY_MS_FIELD_NUMBER: _ClassVar[int]
    PARENT_FIELD_NUMBER: _ClassVar[int]
    QUERY_TEXT_FIELD_NUMBER: _ClassVar[int]
    RESOLUTION_TIER_FIELD_NUMBER: _ClassVar[int]
    RETRIEVALS_FIELD_NUMBER: _ClassVar[int]
    TIER_REASON_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    OPERATION_FIELD_NUMBER: _ClassVar[int]
    REFS_FIELD_NUMBER: _ClassVar[int]
    DETAILS_FIELD_NUMBER: _ClassVar[int]
    cached: bool
    created_at: _timestamp_pb2.Timestamp
    id: str
    latency_ms: int
    parent: ResponseTraceSummary
    query_text: str
    resolution_tier: str
    retrievals: _containers.RepeatedCompositeFieldContainer[RetrievalTraceSummary]
    tier_reason: str
    kind: TraceKind
    operation: str
    refs: _containers.RepeatedScalarFieldContainer[str]
    details: _struct_pb2.Struct
    def __init__(self, cached: _Optional[bool] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., id: _Optional[str] = ..., latency_ms: _Optional[int] = ..., parent: _Optional[_Union[ResponseTraceSummary, _Mapping[str, object]]] = ..., query_text: _Optional[str] = ..., resolution_tier: _Optional[str] = ..., retrievals: _Optional[_Iterable[_Union[RetrievalTraceSummary, _Mapping[str, object]]]] = ..., tier_reason: _Optional[str] = ..., kind: _Optional[_Union[TraceKind, str]] = ..., operation: _Optional[str] = ..., refs: _Optional[_Iterable[str]] = ..., details: _Optional[_Union[_struct_pb2.Struct, _Mapping[str, object]]] = ...) -> None: ...

class ListTracesRequest(_message.Message):
    __slots__ = ("context_id", "limit", "page_token")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    limit: int
    page_token: str
    def __init__(self, context_id: _Optional[str] = ..., limit: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListTracesResponse(_message.Message):
    __slots__ = ("traces", "next_page_token")
    TRACES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    traces: _containers.RepeatedCompositeFieldContainer[TraceRecord]
    next_page_token: str
    def __init__(self, traces: _Optional[_Iterable[_Union[TraceRecord, _Mapping[str, object]]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetTraceRequest(_message.Message):
    __slots__ = ("context_id", "trace_id")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    TRACE_ID_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    trace_id: str
    def __init__(self, context_id: _Optional[str] = ..., trace_id: _Optional[str] = ...) -> None: ...

class GetTraceResponse(_message.Message):
    __slots__ = ("trace",)
    TRACE_FIELD_NUMBER: _ClassVar[int]
    trace: TraceRecord
    def __init__(self, trace: _Optional[_Union[TraceRecord, _Mapping[str, object]]] = ...) -> None: ...

class GetTraceStatsRequest(_message.Message):
    __slots__ = ("context_id",)
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    def __init__(self, context_id: _Optional[str] = ...) -> None: ...

class ContradictionStats(_message.Message):
    __slots__ = ("contradiction_rate", "contradictions", "reconciliations")
    CONTRADICTION_RATE_FIELD_NUMBER: _ClassVar[int]
    CONTRADICTIONS_FIELD_NUMBER: _ClassVar[int]
    RECONCILIATIONS_FIELD_NUMBER: _ClassVar[int]
    contradiction_rate: float
    contradictions: int
    reconciliations: int
    def __init__(self, contradiction_rate: _Optional[float] = ..., contradictions: _Optional[int] = ..., reconciliations: _Optional[int] = ...) -> None: ...

class RetrievalStats(_message.Message):
    __slots__ = ("avg_candidate_set", "max_candidate_set", "traces")
    AVG_CANDIDATE_SET_FIELD_NUMBER: _ClassVar[int]
    MAX_CANDIDATE_SET_FIELD_NUMBER: _ClassVar[int]
    TRACES_FIELD_NUMBER: _ClassVar[int]
    avg_candidate_set: float
    max_candidate_set: int
    traces: int
    def __init__(self, avg_candidate_set: _Optional[float] = ..., max_candidate_set: _Optional[int] = ..., traces: _Optional[int] = ...) -> None: ...

class SourceKindCount(_message.Message):
    __slots__ = ("count", "kind")
    COUNT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    count: int
    kind: str
    def __init__(self, count: _Optional[int] = ..., kind: _Optional[str] = ...) -> None: ...

class SupersessionStats(_message.Message):
    __slots__ = ("churn_per_entity", "entities_churned", "supersession_events")
    CHURN_PER_ENTITY_FIELD_NUMBER: _ClassVar[int]
    ENTITIES_CHURNED_FIELD_NUMBER: _ClassVar[int]
    SUPERSESSION_EVENTS_FIELD_NUMBER: _ClassVar[int]
    churn_per_entity: float
    entities_churned: int
    supersession_events: int
    def __init__(self, churn_per_entity: _Optional[float] = ..., entities_churned: _Optional[int] = ..., supersession_events: _Optional[int] = ...) -> None: ...

class TierCounts(_message.Message):
    __slots__ = ("direct", "full_context", "hybrid")
    DIRECT_FIELD_NUMBER: _ClassVar[int]
    FULL_CONTEXT_FIELD_NUMBER: _ClassVar[int]
    HYBRID_FIELD_NUMBER: _ClassVar[int]
    direct: int
    full_context: int
    hybrid: int
    def __init__(self, direct: _Optional[int] = ..., full_context: _Optional[int] = ..., hybrid: _Optional[int] = ...) -> None: ...

class GetTraceStatsResponse(_message.Message):
    __slots__ = ("avg_latency_ms", "cache_hit_rate", "cache_hits", "contradiction", "response_traces_cached", "response_traces_total", "retrieval", "source_kind_distribution", "supersession", "tier_counts", "total_queries", "window_hours")
    AVG_LATENCY_MS_FIELD_NUMBER: _ClassVar[int]
    CACHE_HIT_RATE_FIELD_NUMBER: _ClassVar[int]
    CACHE_HITS_FIELD_NUMBER: _ClassVar[int]
    CONTRADICTION_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_TRACES_CACHED_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_TRACES_TOTAL_FIELD_NUMBER: _ClassVar[int]
    RETRIEVAL_FIELD_NUMBER: _ClassVar[int]
    SOURCE_KIND_DISTRIBUTION_FIELD_NUMBER: _ClassVar[int]
    SUPERSESSION_FIELD_NUMBER: _ClassVar[int]
    TIER_COUNTS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_QUERIES_FIELD_NUMBER: _ClassVar[int]
    WINDOW_HOURS_FIELD_NUMBER: _ClassVar[int]
    avg_latency_ms: float
    cache_hit_rate: float
    cache_hits: int
    contradiction: ContradictionStats
    response_traces_cached: int
    response_traces_total: int
    retrieval: RetrievalStats
    source_kind_distribution: _containers.RepeatedCompositeFieldContainer[SourceKindCount]
    supersession: SupersessionStats
    tier_counts: TierCounts
    total_queries: int
    window_hours: int
    def __init__(self, avg_latency_ms: _Optional[float] = ..., cache_hit_rate: _Optional[float] = ..., cache_hits: _Optional[int] = ..., contradiction: _Optional[_Union[ContradictionStats, _Mapping[str, object]]] = ..., response_traces_cached: _Optional[int] = ..., response_traces_total: _Optional[int] = ..., retrieval: _Optional[_Union[RetrievalStats, _Mapping[str, object]]] = ..., source_kind_distribution: _Optional[_Iterable[_Union[SourceKindCount, _Mapping[str, object]]]] = ..., supersession: _Optional[_Union[SupersessionStats, _Mapping[str, object]]] = ..., tier_counts: _Optional[_Union[TierCounts, _Mapping[str, object]]] = ..., total_queries: _Optional[int] = ..., window_hours: _Optional[int] = ...) -> None: ...

class ListAuditRowsRequest(_message.Message):
    __slots__ = ("context_id", "principal", "kind", "since", "until", "limit", "page_token")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    SINCE_FIELD_NUMBER: _ClassVar[int]
    UNTIL_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    principal: str
    kind: TraceKind
    since: _timestamp_pb2.Timestamp
    until: _timestamp_pb2.Timestamp
    limit: int
    page_token: str
    def __init__(self, context_id: _Optional[str] = ..., principal: _Optional[str] = ..., kind: _Optional[_Union[TraceKind, str]] = ..., since: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., until: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., limit: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class AuditRow(_message.Message):
    __slots__ = ("cost", "created_at", "kind", "latency_ms", "model", "principal", "rows_touched", "trace_id", "operation", "outcome", "reason")
    COST_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    LATENCY_MS_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_FIELD_NUMBER: _ClassVar[int]
    ROWS_TOUCHED_FIELD_NUMBER: _ClassVar[int]
    TRACE_ID_FIELD_NUMBER: _ClassVar[int]
    OPERATION_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    cost: float
    created_at: _timestamp_pb2.Timestamp
    kind: TraceKind
    latency_ms: int
    model: str
    principal: str
    rows_touched: int
    trace_id: str
    operation: str
    outcome: str
    reason: str
    def __init__(self, cost: _Optional[float] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., kind: _Optional[_Union[TraceKind, str]] = ..., latency_ms: _Optional[int] = ..., model: _Optional[str] = ..., principal: _Optional[str] = ..., rows_touched: _Optional[int] = ..., trace_id: _Optional[str] = ..., operation: _Optional[str] = ..., outcome: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class ListAuditRowsResponse(_message.Message):
    __slots__ = ("rows", "next_page_token")
    ROWS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    rows: _containers.RepeatedCompositeFieldContainer[AuditRow]
    next_page_token: str
    def __init__(self, rows: _Optional[_Iterable[_Union[AuditRow, _Mapping[str, object]]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...
