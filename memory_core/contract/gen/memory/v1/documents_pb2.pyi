# pyright: basic, reportInvalidTypeForm=false, reportAttributeAccessIssue=false
import datetime

from memory_core.contract.gen.buf.validate import validate_pb2 as _validate_pb2
from google.protobuf import struct_pb2 as _struct_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from memory_core.contract.gen.memory.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class DocumentStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DOCUMENT_STATUS_UNSPECIFIED: _ClassVar[DocumentStatus]
    DOCUMENT_STATUS_QUEUED: _ClassVar[DocumentStatus]
    DOCUMENT_STATUS_EXTRACTING: _ClassVar[DocumentStatus]
    DOCUMENT_STATUS_CHUNKING: _ClassVar[DocumentStatus]
    DOCUMENT_STATUS_EMBEDDING: _ClassVar[DocumentStatus]
    DOCUMENT_STATUS_KEYWORDING: _ClassVar[DocumentStatus]
    DOCUMENT_STATUS_EXTRACTING_NODES: _ClassVar[DocumentStatus]
    DOCUMENT_STATUS_READY: _ClassVar[DocumentStatus]
    DOCUMENT_STATUS_FAILED: _ClassVar[DocumentStatus]

class QueryMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    QUERY_MODE_UNSPECIFIED: _ClassVar[QueryMode]
    QUERY_MODE_HYBRID: _ClassVar[QueryMode]
    QUERY_MODE_VECTOR: _ClassVar[QueryMode]
    QUERY_MODE_BM25: _ClassVar[QueryMode]
    QUERY_MODE_HYBRID_GRAPH: _ClassVar[QueryMode]

class GraphEdgeKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GRAPH_EDGE_KIND_UNSPECIFIED: _ClassVar[GraphEdgeKind]
    GRAPH_EDGE_KIND_KNOWLEDGE_HAS_KEYWORD: _ClassVar[GraphEdgeKind]
    GRAPH_EDGE_KIND_SECTION_MATCH: _ClassVar[GraphEdgeKind]
    GRAPH_EDGE_KIND_DOCUMENT_LINK: _ClassVar[GraphEdgeKind]
    GRAPH_EDGE_KIND_DOCUMENT_SUMMARY: _ClassVar[GraphEdgeKind]
    GRAPH_EDGE_KIND_HYBRID_GRAPH: _ClassVar[GraphEdgeKind]
DOCUMENT_STATUS_UNSPECIFIED: DocumentStatus
DOCUMENT_STATUS_QUEUED: DocumentStatus
DOCUMENT_STATUS_EXTRACTING: DocumentStatus
DOCUMENT_STATUS_CHUNKING: DocumentStatus
DOCUMENT_STATUS_EMBEDDING: DocumentStatus
DOCUMENT_STATUS_KEYWORDING: DocumentStatus
DOCUMENT_STATUS_EXTRACTING_NODES: DocumentStatus
DOCUMENT_STATUS_READY: DocumentStatus
DOCUMENT_STATUS_FAILED: DocumentStatus
QUERY_MODE_UNSPECIFIED: QueryMode
QUERY_MODE_HYBRID: QueryMode
QUERY_MODE_VECTOR: QueryMode
QUERY_MODE_BM25: QueryMode
QUERY_MODE_HYBRID_GRAPH: QueryMode
GRAPH_EDGE_KIND_UNSPECIFIED: GraphEdgeKind
GRAPH_EDGE_KIND_KNOWLEDGE_HAS_KEYWORD: GraphEdgeKind
GRAPH_EDGE_KIND_SECTION_MATCH: GraphEdgeKind
GRAPH_EDGE_KIND_DOCUMENT_LINK: GraphEdgeKind
GRAPH_EDGE_KIND_DOCUMENT_SUMMARY: GraphEdgeKind
GRAPH_EDGE_KIND_HYBRID_GRAPH: GraphEdgeKind

class Document(_message.Message):
    __slots__ = ("content_hash", "created_at", "error", "id", "mime_type", "processing_completed_at", "processing_started_at", "size_bytes", "source", "status", "title", "updated_at", "version", "chunk_count", "keyword_count", "language", "filename", "labels", "scopes", "observed_at")
    CONTENT_HASH_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    MIME_TYPE_FIELD_NUMBER: _ClassVar[int]
    PROCESSING_COMPLETED_AT_FIELD_NUMBER: _ClassVar[int]
    PROCESSING_STARTED_AT_FIELD_NUMBER: _ClassVar[int]
    SIZE_BYTES_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    UPDATED_AT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    CHUNK_COUNT_FIELD_NUMBER: _ClassVar[int]
    KEYWORD_COUNT_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    FILENAME_FIELD_NUMBER: _ClassVar[int]
    LABELS_FIELD_NUMBER: _ClassVar[int]
    SCOPES_FIELD_NUMBER: _ClassVar[int]
    OBSERVED_AT_FIELD_NUMBER: _ClassVar[int]
    content_hash: str
    created_at: _timestamp_pb2.Timestamp
    error: str
    id: str
    mime_type: str
    processing_completed_at: _timestamp_pb2.Timestamp
    processing_started_at: _timestamp_pb2.Timestamp
    size_bytes: int
    source: str
    status: DocumentStatus
    title: str
    updated_at: _timestamp_pb2.Timestamp
    version: int
    chunk_count: int
    keyword_count: int
    language: str
    filename: str
    labels: _containers.RepeatedScalarFieldContainer[str]
    scopes: _containers.RepeatedCompositeFieldContainer[_common_pb2.ScopeClause]
    observed_at: _timestamp_pb2.Timestamp
    def __init__(self, content_hash: _Optional[str] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., error: _Optional[str] = ..., id: _Optional[str] = ..., mime_type: _Optional[str] = ..., processing_completed_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., processing_started_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., size_bytes: _Optional[int] = ..., source: _Optional[str] = ..., status: _Optional[_Union[DocumentStatus, str]] = ..., title: _Optional[str] = ..., updated_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., version: _Optional[int] = ..., chunk_count: _Optional[int] = ..., keyword_count: _Optional[int] = ..., language: _Optional[str] = ..., filename: _Optional[str] = ..., labels: _Optional[_Iterable[str]] = ..., scopes: _Optional[_Iterable[_Union[_common_pb2.ScopeClause, _Mapping[str, object]]]] = ..., observed_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ...) -> None: ...

class UploadMetadata(_message.Message):
    __slots__ = ("labels", "mime_type", "observed_at", "scopes", "source", "title")
    LABELS_FIELD_NUMBER: _ClassVar[int]
    MIME_TYPE_FIELD_NUMBER: _ClassVar[int]
    OBSERVED_AT_FIELD_NUMBER: _ClassVar[int]
    SCOPES_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    labels: _containers.RepeatedScalarFieldContainer[str]
    mime_type: str
    observed_at: _timestamp_pb2.Timestamp
    scopes: _containers.RepeatedCompositeFieldContainer[_common_pb2.ScopeClause]
    source: str
    title: str
    def __init__(self, labels: _Optional[_Iterable[str]] = ..., mime_type: _Optional[str] = ..., observed_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., scopes: _Optional[_Iterable[_Union[_common_pb2.ScopeClause, _Mapping[str, object]]]] = ..., source: _Optional[str] = ..., title: _Optional[str] = ...) -> None: ...

class UploadHeader(_message.Message):
    __slots__ = ("context_id", "metadata", "filename", "content_type", "document_id", "request_id")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    METADATA_FIELD_NUMBER: _ClassVar[int]
    FILENAME_FIELD_NUMBER: _ClassVar[int]
    CONTENT_TYPE_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    metadata: UploadMetadata
    filename: str
    content_type: str
    document_id: str
    request_id: str
    def __init__(self, context_id: _Optional[str] = ..., metadata: _Optional[_Union[UploadMetadata, _Mapping[str, object]]] = ..., filename: _Optional[str] = ..., content_type: _Optional[str] = ..., document_id: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class UploadDocumentRequest(_message.Message):
    __slots__ = ("header", "chunk")
    HEADER_FIELD_NUMBER: _ClassVar[int]
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    header: UploadHeader
    chunk: bytes
    def __init__(self, header: _Optional[_Union[UploadHeader, _Mapping[str, object]]] = ..., chunk: _Optional[bytes] = ...) -> None: ...

class UploadReceipt(_message.Message):
    __slots__ = ("content_hash", "deduplicated", "id", "status", "version")
    CONTENT_HASH_FIELD_NUMBER: _ClassVar[int]
    DEDUPLICATED_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    content_hash: str
    deduplicated: bool
    id: str
    status: DocumentStatus
    version: int
    def __init__(self, content_hash: _Optional[str] = ..., deduplicated: _Optional[bool] = ..., id: _Optional[str] = ..., status: _Optional[_Union[DocumentStatus, str]] = ..., version: _Optional[int] = ...) -> None: ...

class UploadDocumentResponse(_message.Message):
    __slots__ = ("upload", "trace_id")
    UPLOAD_FIELD_NUMBER: _ClassVar[int]
    TRACE_ID_FIELD_NUMBER: _ClassVar[int]
    upload: UploadReceipt
    trace_id: str
    def __init__(self, upload: _Optional[_Union[UploadReceipt, _Mapping[str, object]]] = ..., trace_id: _Optional[str] = ...) -> None: ...

class ReplaceDocumentRequest(_message.Message):
    __slots__ = ("header", "chunk")
    HEADER_FIELD_NUMBER: _ClassVar[int]
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    header: UploadHeader
    chunk: bytes
    def __init__(self, header: _Optional[_Union[UploadHeader, _Mapping[str, object]]] = ..., chunk: _Optional[bytes] = ...) -> None: ...

class ReplaceDocumentResponse(_message.Message):
    __slots__ = ("upload", "trace_id")
    UPLOAD_FIELD_NUMBER: _ClassVar[int]
    TRACE_ID_FIELD_NUMBER: _ClassVar[int]
    upload: UploadReceipt
    trace_id: str
    def __init__(self, upload: _Optional[_Union[UploadReceipt, _Mapping[str, object]]] = ..., trace_id: _Optional[str] = ...) -> None: ...

class GetDocumentRequest(_message.Message):
    __slots__ = ("context_id", "id")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    id: str
    def __init__(self, context_id: _Optional[str] = ..., id: _Optional[str] = ...) -> None: ...

class GetDocumentResponse(_message.Message):
    __slots__ = ("document",)
    DOCUMENT_FIELD_NUMBER: _ClassVar[int]
    document: Document
    def __init__(self, document: _Optional[_Union[Document, _Mapping[str, object]]] = ...) -> None: ...

class ListDocumentsRequest(_message.Message):
    __slots__ = ("context_id", "status", "mime_type", "page", "page_size", "page_token")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    MIME_TYPE_FIELD_NUMBER: _ClassVar[int]
    PAGE_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    status: DocumentStatus
    mime_type: str
    page: int
    page_size: int
    page_token: str
    def __init__(self, context_id: _Optional[str] = ..., status: _Optional[_Union[DocumentStatus, str]] = ..., mime_type: _Optional[str] = ..., page: _Optional[int] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListDocumentsResponse(_message.Message):
    __slots__ = ("documents", "page", "page_size", "total", "next_page_token")
    DOCUMENTS_FIELD_NUMBER: _ClassVar[int]
    PAGE_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    documents: _containers.RepeatedCompositeFieldContainer[Document]
    page: int
    page_size: int
    total: int
    next_page_token: str
    def __init__(self, documents: _Optional[_Iterable[_Union[Document, _Mapping[str, object]]]] = ..., page: _Optional[int] = ..., page_size: _Optional[int] = ..., total: _Optional[int] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class DeleteDocumentRequest(_message.Message):
    __slots__ = ("context_id", "id")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    id: str
    def __init__(self, context_id: _Optional[str] = ..., id: _Optional[str] = ...) -> None: ...

class DeleteDocumentResponse(_message.Message):
    __slots__ = ("receipt",)
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    receipt: _common_pb2.ErasureReceipt
    def __init__(self, receipt: _Optional[_Union[_common_pb2.ErasureReceipt, _Mapping[str, object]]] = ...) -> None: ...

class DownloadDocumentRequest(_message.Message):
    __slots__ = ("context_id", "id")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    id: str
    def __init__(self, context_id: _Optional[str] = ..., id: _Optional[str] = ...) -> None: ...

class DownloadHeader(_message.Message):
    __slots__ = ("content_hash", "filename", "mime_type", "size_bytes")
    CONTENT_HASH_FIELD_NUMBER: _ClassVar[int]
    FILENAME_FIELD_NUMBER: _ClassVar[int]
    MIME_TYPE_FIELD_NUMBER: _ClassVar[int]
    SIZE_BYTES_FIELD_NUMBER: _ClassVar[int]
    content_hash: str
    filename: str
    mime_type: str
    size_bytes: int
    def __init__(self, content_hash: _Optional[str] = ..., filename: _Optional[str] = ..., mime_type: _Optional[str] = ..., size_bytes: _Optional[int] = ...) -> None: ...

class DownloadDocumentResponse(_message.Message):
    __slots__ = ("header", "chunk")
    HEADER_FIELD_NUMBER: _ClassVar[int]
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    header: DownloadHeader
    chunk: bytes
    def __init__(self, header: _Optional[_Union[DownloadHeader, _Mapping[str, object]]] = ..., chunk: _Optional[bytes] = ...) -> None: ...

class ListChunksRequest(_message.Message):
    __slots__ = ("context_id", "id", "page", "page_size", "page_token")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    id: str
    page: int
    page_size: int
    page_token: str
    def __init__(self, context_id: _Optional[str] = ..., id: _Optional[str] = ..., page: _Optional[int] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class Chunk(_message.Message):
    __slots__ = ("char_end", "char_start", "document", "id", "position", "section", "text", "token_count")
    CHAR_END_FIELD_NUMBER: _ClassVar[int]
    CHAR_START_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    SECTION_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_COUNT_FIELD_NUMBER: _ClassVar[int]
    char_end: int
    char_start: int
    document: str
    id: str
    position: int
    section: str
    text: str
    token_count: int
    def __init__(self, char_end: _Optional[int] = ..., char_start: _Optional[int] = ..., document: _Optional[str] = ..., id: _Optional[str] = ..., position: _Optional[int] = ..., section: _Optional[str] = ..., text: _Optional[str] = ..., token_count: _Optional[int] = ...) -> None: ...

class ListChunksResponse(_message.Message):
    __slots__ = ("chunks", "page", "page_size", "total", "next_page_token")
    CHUNKS_FIELD_NUMBER: _ClassVar[int]
    PAGE_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    chunks: _containers.RepeatedCompositeFieldContainer[Chunk]
    page: int
    page_size: int
    total: int
    next_page_token: str
    def __init__(self, chunks: _Optional[_Iterable[_Union[Chunk, _Mapping[str, object]]]] = ..., page: _Optional[int] = ..., page_size: _Optional[int] = ..., total: _Optional[int] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class QueryFilter(_message.Message):
    __slots__ = ("document_ids", "mime_type")
    DOCUMENT_IDS_FIELD_NUMBER: _ClassVar[int]
    MIME_TYPE_FIELD_NUMBER: _ClassVar[int]
    document_ids: _containers.RepeatedScalarFieldContainer[str]
    mime_type: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, document_ids: _Optional[_Iterable[str]] = ..., mime_type: _Optional[_Iterable[str]] = ...) -> None: ...

class QueryDocumentsRequest(_message.Message):
    __slots__ = ("context_id", "query", "decompose_query", "expand_graph", "filter", "graph_alpha", "graph_depth", "graph_edges", "k", "location", "mode", "rrf_k", "threshold", "use_hyde", "use_reranker", "vector_weight", "lens", "labels", "as_of")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    QUERY_FIELD_NUMBER: _ClassVar[int]
    DECOMPOSE_QUERY_FIELD_NUMBER: _ClassVar[int]
    EXPAND_GRAPH_FIELD_NUMBER: _ClassVar[int]
    FILTER_FIELD_NUMBER: _ClassVar[int]
    GRAPH_ALPHA_FIELD_NUMBER: _ClassVar[int]
    GRAPH_DEPTH_FIELD_NUMBER: _ClassVar[int]
    GRAPH_EDGES_FIELD_NUMBER: _ClassVar[int]
    K_FIELD_NUMBER: _ClassVar[int]
    LOCATION_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    RRF_K_FIELD_NUMBER: _ClassVar[int]
    THRESHOLD_FIELD_NUMBER: _ClassVar[int]
    USE_HYDE_FIELD_NUMBER: _ClassVar[int]
    USE_RERANKER_FIELD_NUMBER: _ClassVar[int]
    VECTOR_WEIGHT_FIELD_NUMBER: _ClassVar[int]
    LENS_FIELD_NUMBER: _ClassVar[int]
    LABELS_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    query: str
    decompose_query: bool
    expand_graph: bool
    filter: QueryFilter
    graph_alpha: float
    graph_depth: int
    graph_edges: _containers.RepeatedScalarFieldContainer[GraphEdgeKind]
    k: int
    location: _common_pb2.GeoFilter
    mode: QueryMode
    rrf_k: float
    threshold: float
    use_hyde: bool
    use_reranker: bool
    vector_weight: float
    lens: _containers.RepeatedCompositeFieldContainer[_common_pb2.ScopeClause]
    labels: _containers.RepeatedScalarFieldContainer[str]
    as_of: _timestamp_pb2.Timestamp
    def __init__(self, context_id: _Optional[str] = ..., query: _Optional[str] = ..., decompose_query: _Optional[bool] = ..., expand_graph: _Optional[bool] = ..., filter: _Optional[_Union[QueryFilter, _Mapping[str, object]]] = ..., graph_alpha: _Optional[float] = ..., graph_depth: _Optional[int] = ..., graph_edges: _Optional[_Iterable[_Union[GraphEdgeKind, str]]] = ..., k: _Optional[int] = ..., location: _Optional[_Union[_common_pb2.GeoFilter, _Mapping[str, object]]] = ..., mode: _Optional[_Union[QueryMode, str]] = ..., rrf_k: _Optional[float] = ..., threshold: _Optional[float] = ..., use_hyde: _Optional[bool] = ..., use_reranker: _Optional[bool] = ..., vector_weight: _Optional[float] = ..., lens: _Optional[_Iterable[_Union[_common_pb2.ScopeClause, _Mapping[str, object]]]] = ..., labels: _Optional[_Iterable[str]] = ..., as_of: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ...) -> None: ...

class GraphEvidence(_message.Message):
    __slots__ = ("edge_kind", "neighbour_label", "weight")
    EDGE_KIND_FIELD_NUMBER: _ClassVar[int]
    NEIGHBOUR_LABEL_FIELD_NUMBER: _ClassVar[int]
    WEIGHT_FIELD_NUMBER: _ClassVar[int]
    edge_kind: GraphEdgeKind
    neighbour_label: str
    weight: float
    def __init__(self, edge_kind: _Optional[_Union[GraphEdgeKind, str]] = ..., neighbour_label: _Optional[str] = ..., weight: _Optional[float] = ...) -> None: ...

class QueryHitChunk(_message.Message):
    __slots__ = ("char_end", "char_start", "document", "id", "position", "section", "text")
    CHAR_END_FIELD_NUMBER: _ClassVar[int]
    CHAR_START_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    SECTION_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    char_end: int
    char_start: int
    document: str
    id: str
    position: int
    section: str
    text: str
    def __init__(self, char_end: _Optional[int] = ..., char_start: _Optional[int] = ..., document: _Optional[str] = ..., id: _Optional[str] = ..., position: _Optional[int] = ..., section: _Optional[str] = ..., text: _Optional[str] = ...) -> None: ...

class QueryHitDocument(_message.Message):
    __slots__ = ("id", "source", "title")
    ID_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    id: str
    source: str
    title: str
    def __init__(self, id: _Optional[str] = ..., source: _Optional[str] = ..., title: _Optional[str] = ...) -> None: ...

class QueryHit(_message.Message):
    __slots__ = ("chunk", "document", "graph_evidence", "graph_expansion", "score", "signals")
    class SignalsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: _common_pb2.Signal
        def __init__(self, key: _Optional[str] = ..., value: _Optional[_Union[_common_pb2.Signal, _Mapping[str, object]]] = ...) -> None: ...
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_FIELD_NUMBER: _ClassVar[int]
    GRAPH_EVIDENCE_FIELD_NUMBER: _ClassVar[int]
    GRAPH_EXPANSION_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    SIGNALS_FIELD_NUMBER: _ClassVar[int]
    chunk: QueryHitChunk
    document: QueryHitDocument
    graph_evidence: _containers.RepeatedCompositeFieldContainer[GraphEvidence]
    graph_expansion: _struct_pb2.Value
    score: float
    signals: _containers.MessageMap[str, _common_pb2.Signal]
    def __init__(self, chunk: _Optional[_Union[QueryHitChunk, _Mapping[str, object]]] = ..., document: _Optional[_Union[QueryHitDocument, _Mapping[str, object]]] = ..., graph_evidence: _Optional[_Iterable[_Union[GraphEvidence, _Mapping[str, object]]]] = ..., graph_expansion: _Optional[_Union[_struct_pb2.Value, _Mapping[str, object]]] = ..., score: _Optional[float] = ..., signals: _Optional[_Mapping[str, _common_pb2.Signal]] = ...) -> None: ...

class QueryDocumentsResponse(_message.Message):
    __slots__ = ("query_ms", "results", "trace_id", "no_match")
    QUERY_MS_FIELD_NUMBER: _ClassVar[int]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    TRACE_ID_FIELD_NUMBER: _ClassVar[int]
    NO_MATCH_FIELD_NUMBER: _ClassVar[int]
    query_ms: int
    results: _containers.RepeatedCompositeFieldContainer[QueryHit]
    trace_id: str
    no_match: bool
    def __init__(self, query_ms: _Optional[int] = ..., results: _Optional[_Iterable[_Union[QueryHit, _Mapping[str, object]]]] = ..., trace_id: _Optional[str] = ..., no_match: _Optional[bool] = ...) -> None: ...
