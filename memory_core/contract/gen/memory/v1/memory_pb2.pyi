# pyright: basic, reportInvalidTypeForm=false, reportAttributeAccessIssue=false
import datetime

from memory_core.contract.gen.buf.validate import validate_pb2 as _validate_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from memory_core.contract.gen.memory.v1 import common_pb2 as _common_pb2
from memory_core.contract.gen.memory.v1 import documents_pb2 as _documents_pb2
from memory_core.contract.gen.memory.v1 import traces_pb2 as _traces_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class InferMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    INFER_MODE_UNSPECIFIED: _ClassVar[InferMode]
    INFER_MODE_FULL: _ClassVar[InferMode]
    INFER_MODE_TRIPLES: _ClassVar[InferMode]
    INFER_MODE_PREVIEW: _ClassVar[InferMode]
    INFER_MODE_NONE: _ClassVar[InferMode]

class BatchExtractionMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BATCH_EXTRACTION_MODE_UNSPECIFIED: _ClassVar[BatchExtractionMode]
    BATCH_EXTRACTION_MODE_PER_MESSAGE: _ClassVar[BatchExtractionMode]
    BATCH_EXTRACTION_MODE_WHOLE_CONVERSATION: _ClassVar[BatchExtractionMode]

class ReflectionMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REFLECTION_MODE_UNSPECIFIED: _ClassVar[ReflectionMode]
    REFLECTION_MODE_EXTRACTIVE: _ClassVar[ReflectionMode]
    REFLECTION_MODE_GENERATED: _ClassVar[ReflectionMode]
INFER_MODE_UNSPECIFIED: InferMode
INFER_MODE_FULL: InferMode
INFER_MODE_TRIPLES: InferMode
INFER_MODE_PREVIEW: InferMode
INFER_MODE_NONE: InferMode
BATCH_EXTRACTION_MODE_UNSPECIFIED: BatchExtractionMode
BATCH_EXTRACTION_MODE_PER_MESSAGE: BatchExtractionMode
BATCH_EXTRACTION_MODE_WHOLE_CONVERSATION: BatchExtractionMode
REFLECTION_MODE_UNSPECIFIED: ReflectionMode
REFLECTION_MODE_EXTRACTIVE: ReflectionMode
REFLECTION_MODE_GENERATED: ReflectionMode

class TripleEntity(_message.Message):
    __slots__ = ("name", "type")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    name: str
    type: str
    def __init__(self, name: _Optional[str] = ..., type: _Optional[str] = ...) -> None: ...

class Triple(_message.Message):
    __slots__ = ("entity", "key", "memory_category", "target", "value", "valid_from", "valid_until")
    ENTITY_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    MEMORY_CATEGORY_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    VALID_FROM_FIELD_NUMBER: _ClassVar[int]
    VALID_UNTIL_FIELD_NUMBER: _ClassVar[int]
    entity: TripleEntity
    key: str
    memory_category: _common_pb2.MemoryCategory
    target: TripleEntity
    value: str
    valid_from: _timestamp_pb2.Timestamp
    valid_until: _timestamp_pb2.Timestamp
    def __init__(self, entity: _Optional[_Union[TripleEntity, _Mapping[str, object]]] = ..., key: _Optional[str] = ..., memory_category: _Optional[_Union[_common_pb2.MemoryCategory, str]] = ..., target: _Optional[_Union[TripleEntity, _Mapping[str, object]]] = ..., value: _Optional[str] = ..., valid_from: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., valid_until: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ...) -> None: ...

class RememberRequest(_message.Message):
    __slots__ = ("context_id", "text", "infer", "labels", "memory_category", "observed_at", "role", "scopes", "session_id", "triples", "request_id")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    INFER_FIELD_NUMBER: _ClassVar[int]
    LABELS_FIELD_NUMBER: _ClassVar[int]
    MEMORY_CATEGORY_FIELD_NUMBER: _ClassVar[int]
    OBSERVED_AT_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    SCOPES_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    TRIPLES_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    text: str
    infer: InferMode
    labels: _containers.RepeatedScalarFieldContainer[str]
    memory_category: _common_pb2.MemoryCategory
    observed_at: _timestamp_pb2.Timestamp
    role: _common_pb2.TurnRole
    scopes: _containers.RepeatedCompositeFieldContainer[_common_pb2.ScopeClause]
    session_id: str
    triples: _containers.RepeatedCompositeFieldContainer[Triple]
    request_id: str
    def __init__(self, context_id: _Optional[str] = ..., text: _Optional[str] = ..., infer: _Optional[_Union[InferMode, str]] = ..., labels: _Optional[_Iterable[str]] = ..., memory_category: _Optional[_Union[_common_pb2.MemoryCategory, str]] = ..., observed_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., role: _Optional[_Union[_common_pb2.TurnRole, str]] = ..., scopes: _Optional[_Iterable[_Union[_common_pb2.ScopeClause, _Mapping[str, object]]]] = ..., session_id: _Optional[str] = ..., triples: _Optional[_Iterable[_Union[Triple, _Mapping[str, object]]]] = ..., request_id: _Optional[str] = ...) -> None: ...

class CorrectionSummary(_message.Message):
    __slots__ = ("entity_id", "key", "new_value", "old_value")
    ENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    NEW_VALUE_FIELD_NUMBER: _ClassVar[int]
    OLD_VALUE_FIELD_NUMBER: _ClassVar[int]
    entity_id: str
    key: str
    new_value: str
    old_value: str
    def __init__(self, entity_id: _Optional[str] = ..., key: _Optional[str] = ..., new_value: _Optional[str] = ..., old_value: _Optional[str] = ...) -> None: ...

class ExtractionResult(_message.Message):
    __slots__ = ("attributes", "corrections", "entities", "instructions", "relations", "turn_id", "uncertainties", "confirmed", "echo")
    ATTRIBUTES_FIELD_NUMBER: _ClassVar[int]
    CORRECTIONS_FIELD_NUMBER: _ClassVar[int]
    ENTITIES_FIELD_NUMBER: _ClassVar[int]
    INSTRUCTIONS_FIELD_NUMBER: _ClassVar[int]
    RELATIONS_FIELD_NUMBER: _ClassVar[int]
    TURN_ID_FIELD_NUMBER: _ClassVar[int]
    UNCERTAINTIES_FIELD_NUMBER: _ClassVar[int]
    CONFIRMED_FIELD_NUMBER: _ClassVar[int]
    ECHO_FIELD_NUMBER: _ClassVar[int]
    attributes: _containers.RepeatedCompositeFieldContainer[_common_pb2.AttributeSummary]
    corrections: _containers.RepeatedCompositeFieldContainer[CorrectionSummary]
    entities: _containers.RepeatedCompositeFieldContainer[_common_pb2.EntitySummary]
    instructions: _containers.RepeatedCompositeFieldContainer[_common_pb2.InstructionSummary]
    relations: _containers.RepeatedCompositeFieldContainer[_common_pb2.RelationSummary]
    turn_id: str
    uncertainties: _containers.RepeatedCompositeFieldContainer[_common_pb2.UncertaintySummary]
    confirmed: _containers.RepeatedScalarFieldContainer[str]
    echo: bool
    def __init__(self, attributes: _Optional[_Iterable[_Union[_common_pb2.AttributeSummary, _Mapping[str, object]]]] = ..., corrections: _Optional[_Iterable[_Union[CorrectionSummary, _Mapping[str, object]]]] = ..., entities: _Optional[_Iterable[_Union[_common_pb2.EntitySummary, _Mapping[str, object]]]] = ..., instructions: _Optional[_Iterable[_Union[_common_pb2.InstructionSummary, _Mapping[str, object]]]] = ..., relations: _Optional[_Iterable[_Union[_common_pb2.RelationSummary, _Mapping[str, object]]]] = ..., turn_id: _Optional[str] = ..., uncertainties: _Optional[_Iterable[_Union[_common_pb2.UncertaintySummary, _Mapping[str, object]]]] = ..., confirmed: _Optional[_Iterable[str]] = ..., echo: _Optional[bool] = ...) -> None: ...

class RememberResponse(_message.Message):
    __slots__ = ("chunk_id", "extraction", "mode", "preview", "session_id", "turn_id", "trace_id", "indexed")
    CHUNK_ID_FIELD_NUMBER: _ClassVar[int]
    EXTRACTION_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    PREVIEW_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    TURN_ID_FIELD_NUMBER: _ClassVar[int]
    TRACE_ID_FIELD_NUMBER: _ClassVar[int]
    INDEXED_FIELD_NUMBER: _ClassVar[int]
    chunk_id: str
    extraction: ExtractionResult
    mode: InferMode
    preview: bool
    session_id: str
    turn_id: str
    trace_id: str
    indexed: bool
    def __init__(self, chunk_id: _Optional[str] = ..., extraction: _Optional[_Union[ExtractionResult, _Mapping[str, object]]] = ..., mode: _Optional[_Union[InferMode, str]] = ..., preview: _Optional[bool] = ..., session_id: _Optional[str] = ..., turn_id: _Optional[str] = ..., trace_id: _Optional[str] = ..., indexed: _Optional[bool] = ...) -> None: ...

class BatchMessage(_message.Message):
    __slots__ = ("content", "role", "ts")
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    TS_FIELD_NUMBER: _ClassVar[int]
    content: str
    role: _common_pb2.TurnRole
    ts: _timestamp_pb2.Timestamp
    def __init__(self, content: _Optional[str] = ..., role: _Optional[_Union[_common_pb2.TurnRole, str]] = ..., ts: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ...) -> None: ...

class RememberBatchRequest(_message.Message):
    __slots__ = ("context_id", "messages", "extract", "infer", "labels", "scopes", "session_id", "request_id")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    MESSAGES_FIELD_NUMBER: _ClassVar[int]
    EXTRACT_FIELD_NUMBER: _ClassVar[int]
    INFER_FIELD_NUMBER: _ClassVar[int]
    LABELS_FIELD_NUMBER: _ClassVar[int]
    SCOPES_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    messages: _containers.RepeatedCompositeFieldContainer[BatchMessage]
    extract: BatchExtractionMode
    infer: InferMode
    labels: _containers.RepeatedScalarFieldContainer[str]
    scopes: _containers.RepeatedCompositeFieldContainer[_common_pb2.ScopeClause]
    session_id: str
    request_id: str
    def __init__(self, context_id: _Optional[str] = ..., messages: _Optional[_Iterable[_Union[BatchMessage, _Mapping[str, object]]]] = ..., extract: _Optional[_Union[BatchExtractionMode, str]] = ..., infer: _Optional[_Union[InferMode, str]] = ..., labels: _Optional[_Iterable[str]] = ..., scopes: _Optional[_Iterable[_Union[_common_pb2.ScopeClause, _Mapping[str, object]]]] = ..., session_id: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class RememberBatchResponse(_message.Message):
    __slots__ = ("extractions", "session_id", "turn_ids", "trace_id", "indexed")
    EXTRACTIONS_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    TURN_IDS_FIELD_NUMBER: _ClassVar[int]
    TRACE_ID_FIELD_NUMBER: _ClassVar[int]
    INDEXED_FIELD_NUMBER: _ClassVar[int]
    extractions: _containers.RepeatedCompositeFieldContainer[ExtractionResult]
    session_id: str
    turn_ids: _containers.RepeatedScalarFieldContainer[str]
    trace_id: str
    indexed: bool
    def __init__(self, extractions: _Optional[_Iterable[_Union[ExtractionResult, _Mapping[str, object]]]] = ..., session_id: _Optional[str] = ..., turn_ids: _Optional[_Iterable[str]] = ..., trace_id: _Optional[str] = ..., indexed: _Optional[bool] = ...) -> None: ...

class AssembleContextRequest(_message.Message):
    __slots__ = ("context_id", "query", "k", "labels", "lens", "scope_view", "max_tokens", "as_of", "at_instant", "valid_from", "valid_until")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    QUERY_FIELD_NUMBER: _ClassVar[int]
    K_FIELD_NUMBER: _ClassVar[int]
    LABELS_FIELD_NUMBER: _ClassVar[int]
    LENS_FIELD_NUMBER: _ClassVar[int]
    SCOPE_VIEW_FIELD_NUMBER: _ClassVar[int]
    MAX_TOKENS_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    AT_INSTANT_FIELD_NUMBER: _ClassVar[int]
    VALID_FROM_FIELD_NUMBER: _ClassVar[int]
    VALID_UNTIL_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    query: str
    k: int
    labels: _containers.RepeatedScalarFieldContainer[str]
    lens: _containers.RepeatedCompositeFieldContainer[_common_pb2.ScopeClause]
    scope_view: str
    max_tokens: int
    as_of: _timestamp_pb2.Timestamp
    at_instant: _timestamp_pb2.Timestamp
    valid_from: _timestamp_pb2.Timestamp
    valid_until: _timestamp_pb2.Timestamp
    def __init__(self, context_id: _Optional[str] = ..., query: _Optional[str] = ..., k: _Optional[int] = ..., labels: _Optional[_Iterable[str]] = ..., lens: _Optional[_Iterable[_Union[_common_pb2.ScopeClause, _Mapping[str, object]]]] = ..., scope_view: _Optional[str] = ..., max_tokens: _Optional[int] = ..., as_of: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., at_instant: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., valid_from: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., valid_until: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ...) -> None: ...

class AssembleContextResponse(_message.Message):
    __slots__ = ("context", "query_ms", "tier", "trace_id", "token_count", "truncated")
    CONTEXT_FIELD_NUMBER: _ClassVar[int]
    QUERY_MS_FIELD_NUMBER: _ClassVar[int]
    TIER_FIELD_NUMBER: _ClassVar[int]
    TRACE_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_COUNT_FIELD_NUMBER: _ClassVar[int]
    TRUNCATED_FIELD_NUMBER: _ClassVar[int]
    context: str
    query_ms: int
    tier: _common_pb2.Tier
    trace_id: str
    token_count: int
    truncated: bool
    def __init__(self, context: _Optional[str] = ..., query_ms: _Optional[int] = ..., tier: _Optional[_Union[_common_pb2.Tier, str]] = ..., trace_id: _Optional[str] = ..., token_count: _Optional[int] = ..., truncated: _Optional[bool] = ...) -> None: ...

class ForgetRequest(_message.Message):
    __slots__ = ("context_id", "query", "dry_run", "purge", "lens", "labels")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    QUERY_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    PURGE_FIELD_NUMBER: _ClassVar[int]
    LENS_FIELD_NUMBER: _ClassVar[int]
    LABELS_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    query: str
    dry_run: bool
    purge: bool
    lens: _containers.RepeatedCompositeFieldContainer[_common_pb2.ScopeClause]
    labels: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, context_id: _Optional[str] = ..., query: _Optional[str] = ..., dry_run: _Optional[bool] = ..., purge: _Optional[bool] = ..., lens: _Optional[_Iterable[_Union[_common_pb2.ScopeClause, _Mapping[str, object]]]] = ..., labels: _Optional[_Iterable[str]] = ...) -> None: ...

class ForgetResponse(_message.Message):
    __slots__ = ("deleted", "receipt", "trace_id")
    DELETED_FIELD_NUMBER: _ClassVar[int]
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    TRACE_ID_FIELD_NUMBER: _ClassVar[int]
    deleted: int
    receipt: _common_pb2.ErasureReceipt
    trace_id: str
    def __init__(self, deleted: _Optional[int] = ..., receipt: _Optional[_Union[_common_pb2.ErasureReceipt, _Mapping[str, object]]] = ..., trace_id: _Optional[str] = ...) -> None: ...

class ReflectRequest(_message.Message):
    __slots__ = ("context_id", "query", "persist", "lens", "labels", "k")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    QUERY_FIELD_NUMBER: _ClassVar[int]
    PERSIST_FIELD_NUMBER: _ClassVar[int]
    LENS_FIELD_NUMBER: _ClassVar[int]
    LABELS_FIELD_NUMBER: _ClassVar[int]
    K_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    query: str
    persist: bool
    lens: _containers.RepeatedCompositeFieldContainer[_common_pb2.ScopeClause]
    labels: _containers.RepeatedScalarFieldContainer[str]
    k: int
    def __init__(self, context_id: _Optional[str] = ..., query: _Optional[str] = ..., persist: _Optional[bool] = ..., lens: _Optional[_Iterable[_Union[_common_pb2.ScopeClause, _Mapping[str, object]]]] = ..., labels: _Optional[_Iterable[str]] = ..., k: _Optional[int] = ...) -> None: ...

class ReflectResponse(_message.Message):
    __slots__ = ("evidence", "persisted_attributes", "reflection", "trace_id", "mode")
    EVIDENCE_FIELD_NUMBER: _ClassVar[int]
    PERSISTED_ATTRIBUTES_FIELD_NUMBER: _ClassVar[int]
    REFLECTION_FIELD_NUMBER: _ClassVar[int]
    TRACE_ID_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    evidence: _containers.RepeatedScalarFieldContainer[str]
    persisted_attributes: _containers.RepeatedCompositeFieldContainer[_common_pb2.AttributeSummary]
    reflection: str
    trace_id: str
    mode: ReflectionMode
    def __init__(self, evidence: _Optional[_Iterable[str]] = ..., persisted_attributes: _Optional[_Iterable[_Union[_common_pb2.AttributeSummary, _Mapping[str, object]]]] = ..., reflection: _Optional[str] = ..., trace_id: _Optional[str] = ..., mode: _Optional[_Union[ReflectionMode, str]] = ...) -> None: ...

class InspectRequest(_message.Message):
    __slots__ = ("context_id", "ref", "as_of", "at_instant", "valid_from", "valid_until")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    REF_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    AT_INSTANT_FIELD_NUMBER: _ClassVar[int]
    VALID_FROM_FIELD_NUMBER: _ClassVar[int]
    VALID_UNTIL_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    ref: str
    as_of: _timestamp_pb2.Timestamp
    at_instant: _timestamp_pb2.Timestamp
    valid_from: _timestamp_pb2.Timestamp
    valid_until: _timestamp_pb2.Timestamp
    def __init__(self, context_id: _Optional[str] = ..., ref: _Optional[str] = ..., as_of: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., at_instant: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., valid_from: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., valid_until: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ...) -> None: ...

class InspectResponse(_message.Message):
    __slots__ = ("entity", "attribute", "relation", "trace", "document")
    ENTITY_FIELD_NUMBER: _ClassVar[int]
    ATTRIBUTE_FIELD_NUMBER: _ClassVar[int]
    RELATION_FIELD_NUMBER: _ClassVar[int]
    TRACE_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_FIELD_NUMBER: _ClassVar[int]
    entity: InspectedEntity
    attribute: InspectedAttribute
    relation: InspectedRelation
    trace: InspectedTrace
    document: _documents_pb2.Document
    def __init__(self, entity: _Optional[_Union[InspectedEntity, _Mapping[str, object]]] = ..., attribute: _Optional[_Union[InspectedAttribute, _Mapping[str, object]]] = ..., relation: _Optional[_Union[InspectedRelation, _Mapping[str, object]]] = ..., trace: _Optional[_Union[InspectedTrace, _Mapping[str, object]]] = ..., document: _Optional[_Union[_documents_pb2.Document, _Mapping[str, object]]] = ...) -> None: ...

class InspectedEntity(_message.Message):
    __slots__ = ("attributes", "entity", "relations")
    ATTRIBUTES_FIELD_NUMBER: _ClassVar[int]
    ENTITY_FIELD_NUMBER: _ClassVar[int]
    RELATIONS_FIELD_NUMBER: _ClassVar[int]
    attributes: _containers.RepeatedCompositeFieldContainer[_common_pb2.AttributeDetail]
    entity: _common_pb2.EntityDetail
    relations: _containers.RepeatedCompositeFieldContainer[_common_pb2.RelationDetail]
    def __init__(self, attributes: _Optional[_Iterable[_Union[_common_pb2.AttributeDetail, _Mapping[str, object]]]] = ..., entity: _Optional[_Union[_common_pb2.EntityDetail, _Mapping[str, object]]] = ..., relations: _Optional[_Iterable[_Union[_common_pb2.RelationDetail, _Mapping[str, object]]]] = ...) -> None: ...

class InspectedAttribute(_message.Message):
    __slots__ = ("current", "history")
    CURRENT_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    current: _common_pb2.AttributeDetail
    history: _containers.RepeatedCompositeFieldContainer[_common_pb2.AttributeDetail]
    def __init__(self, current: _Optional[_Union[_common_pb2.AttributeDetail, _Mapping[str, object]]] = ..., history: _Optional[_Iterable[_Union[_common_pb2.AttributeDetail, _Mapping[str, object]]]] = ...) -> None: ...

class InspectedRelation(_message.Message):
    __slots__ = ("matches",)
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[_common_pb2.RelationDetail]
    def __init__(self, matches: _Optional[_Iterable[_Union[_common_pb2.RelationDetail, _Mapping[str, object]]]] = ...) -> None: ...

class InspectedTrace(_message.Message):
    __slots__ = ("trace",)
    TRACE_FIELD_NUMBER: _ClassVar[int]
    trace: _traces_pb2.TraceRecord
    def __init__(self, trace: _Optional[_Union[_traces_pb2.TraceRecord, _Mapping[str, object]]] = ...) -> None: ...

class GetStateRequest(_message.Message):
    __slots__ = ("context_id", "lens", "labels", "as_of", "at_instant", "valid_from", "valid_until")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    LENS_FIELD_NUMBER: _ClassVar[int]
    LABELS_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    AT_INSTANT_FIELD_NUMBER: _ClassVar[int]
    VALID_FROM_FIELD_NUMBER: _ClassVar[int]
    VALID_UNTIL_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    lens: _containers.RepeatedCompositeFieldContainer[_common_pb2.ScopeClause]
    labels: _containers.RepeatedScalarFieldContainer[str]
    as_of: _timestamp_pb2.Timestamp
    at_instant: _timestamp_pb2.Timestamp
    valid_from: _timestamp_pb2.Timestamp
    valid_until: _timestamp_pb2.Timestamp
    def __init__(self, context_id: _Optional[str] = ..., lens: _Optional[_Iterable[_Union[_common_pb2.ScopeClause, _Mapping[str, object]]]] = ..., labels: _Optional[_Iterable[str]] = ..., as_of: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., at_instant: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., valid_from: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., valid_until: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ...) -> None: ...

class CategoryState(_message.Message):
    __slots__ = ("attributes", "entities", "relations")
    ATTRIBUTES_FIELD_NUMBER: _ClassVar[int]
    ENTITIES_FIELD_NUMBER: _ClassVar[int]
    RELATIONS_FIELD_NUMBER: _ClassVar[int]
    attributes: _containers.RepeatedCompositeFieldContainer[_common_pb2.AttributeDetail]
    entities: _containers.RepeatedCompositeFieldContainer[_common_pb2.EntityDetail]
    relations: _containers.RepeatedCompositeFieldContainer[_common_pb2.RelationDetail]
    def __init__(self, attributes: _Optional[_Iterable[_Union[_common_pb2.AttributeDetail, _Mapping[str, object]]]] = ..., entities: _Optional[_Iterable[_Union[_common_pb2.EntityDetail, _Mapping[str, object]]]] = ..., relations: _Optional[_Iterable[_Union[_common_pb2.RelationDetail, _Mapping[str, object]]]] = ...) -> None: ...

class GetStateResponse(_message.Message):
    __slots__ = ("context", "identity", "instructions", "knowledge", "unknowns")
    CONTEXT_FIELD_NUMBER: _ClassVar[int]
    IDENTITY_FIELD_NUMBER: _ClassVar[int]
    INSTRUCTIONS_FIELD_NUMBER: _ClassVar[int]
    KNOWLEDGE_FIELD_NUMBER: _ClassVar[int]
    UNKNOWNS_FIELD_NUMBER: _ClassVar[int]
    context: CategoryState
    identity: CategoryState
    instructions: _containers.RepeatedCompositeFieldContainer[_common_pb2.InstructionSummary]
    knowledge: CategoryState
    unknowns: _containers.RepeatedCompositeFieldContainer[_common_pb2.UncertaintySummary]
    def __init__(self, context: _Optional[_Union[CategoryState, _Mapping[str, object]]] = ..., identity: _Optional[_Union[CategoryState, _Mapping[str, object]]] = ..., instructions: _Optional[_Iterable[_Union[_common_pb2.InstructionSummary, _Mapping[str, object]]]] = ..., knowledge: _Optional[_Union[CategoryState, _Mapping[str, object]]] = ..., unknowns: _Optional[_Iterable[_Union[_common_pb2.UncertaintySummary, _Mapping[str, object]]]] = ...) -> None: ...

class GetProfileRequest(_message.Message):
    __slots__ = ("context_id", "lens", "labels", "as_of", "at_instant", "valid_from", "valid_until")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    LENS_FIELD_NUMBER: _ClassVar[int]
    LABELS_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    AT_INSTANT_FIELD_NUMBER: _ClassVar[int]
    VALID_FROM_FIELD_NUMBER: _ClassVar[int]
    VALID_UNTIL_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    lens: _containers.RepeatedCompositeFieldContainer[_common_pb2.ScopeClause]
    labels: _containers.RepeatedScalarFieldContainer[str]
    as_of: _timestamp_pb2.Timestamp
    at_instant: _timestamp_pb2.Timestamp
    valid_from: _timestamp_pb2.Timestamp
    valid_until: _timestamp_pb2.Timestamp
    def __init__(self, context_id: _Optional[str] = ..., lens: _Optional[_Iterable[_Union[_common_pb2.ScopeClause, _Mapping[str, object]]]] = ..., labels: _Optional[_Iterable[str]] = ..., as_of: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., at_instant: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., valid_from: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., valid_until: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ...) -> None: ...

class ProfileEntry(_message.Message):
    __slots__ = ("key", "value", "id", "entity_id")
    KEY_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    ENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    key: str
    value: str
    id: str
    entity_id: str
    def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ..., id: _Optional[str] = ..., entity_id: _Optional[str] = ...) -> None: ...

class GetProfileResponse(_message.Message):
    __slots__ = ("dynamic", "instructions", "preferences", "static")
    DYNAMIC_FIELD_NUMBER: _ClassVar[int]
    INSTRUCTIONS_FIELD_NUMBER: _ClassVar[int]
    PREFERENCES_FIELD_NUMBER: _ClassVar[int]
    STATIC_FIELD_NUMBER: _ClassVar[int]
    dynamic: _containers.RepeatedCompositeFieldContainer[ProfileEntry]
    instructions: _containers.RepeatedCompositeFieldContainer[_common_pb2.InstructionSummary]
    preferences: _containers.RepeatedCompositeFieldContainer[ProfileEntry]
    static: _containers.RepeatedCompositeFieldContainer[ProfileEntry]
    def __init__(self, dynamic: _Optional[_Iterable[_Union[ProfileEntry, _Mapping[str, object]]]] = ..., instructions: _Optional[_Iterable[_Union[_common_pb2.InstructionSummary, _Mapping[str, object]]]] = ..., preferences: _Optional[_Iterable[_Union[ProfileEntry, _Mapping[str, object]]]] = ..., static: _Optional[_Iterable[_Union[ProfileEntry, _Mapping[str, object]]]] = ...) -> None: ...
