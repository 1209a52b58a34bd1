# pyright: basic, reportInvalidTypeForm=false, reportAttributeAccessIssue=false
import datetime

from memory_core.contract.gen.buf.validate import validate_pb2 as _validate_pb2
from google.protobuf import struct_pb2 as _struct_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from memory_core.contract.gen.memory.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CreateSessionRequest(_message.Message):
    __slots__ = ("context_id", "metadata", "scopes")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    METADATA_FIELD_NUMBER: _ClassVar[int]
    SCOPES_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    metadata: _struct_pb2.Value
    scopes: _containers.RepeatedCompositeFieldContainer[_common_pb2.ScopeClause]
    def __init__(self, context_id: _Optional[str] = ..., metadata: _Optional[_Union[_struct_pb2.Value, _Mapping[str, object]]] = ..., scopes: _Optional[_Iterable[_Union[_common_pb2.ScopeClause, _Mapping[str, object]]]] = ...) -> None: ...

class CreateSessionResponse(_message.Message):
    __slots__ = ("created_at", "id", "scopes")
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    SCOPES_FIELD_NUMBER: _ClassVar[int]
    created_at: _timestamp_pb2.Timestamp
    id: str
    scopes: _containers.RepeatedCompositeFieldContainer[_common_pb2.ScopeClause]
    def __init__(self, created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., id: _Optional[str] = ..., scopes: _Optional[_Iterable[_Union[_common_pb2.ScopeClause, _Mapping[str, object]]]] = ...) -> None: ...

class DeleteSessionRequest(_message.Message):
    __slots__ = ("context_id", "session_id")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    session_id: str
    def __init__(self, context_id: _Optional[str] = ..., session_id: _Optional[str] = ...) -> None: ...

class DeleteSessionResponse(_message.Message):
    __slots__ = ("deleted",)
    DELETED_FIELD_NUMBER: _ClassVar[int]
    deleted: int
    def __init__(self, deleted: _Optional[int] = ...) -> None: ...

class ListTurnsRequest(_message.Message):
    __slots__ = ("context_id", "session_id", "limit", "offset", "page_token")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    session_id: str
    limit: int
    offset: int
    page_token: str
    def __init__(self, context_id: _Optional[str] = ..., session_id: _Optional[str] = ..., limit: _Optional[int] = ..., offset: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListTurnsResponse(_message.Message):
    __slots__ = ("turns", "next_page_token")
    TURNS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    turns: _containers.RepeatedCompositeFieldContainer[_common_pb2.Turn]
    next_page_token: str
    def __init__(self, turns: _Optional[_Iterable[_Union[_common_pb2.Turn, _Mapping[str, object]]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class AssembleSessionContextRequest(_message.Message):
    __slots__ = ("context_id", "session_id", "query", "max_tokens")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    QUERY_FIELD_NUMBER: _ClassVar[int]
    MAX_TOKENS_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    session_id: str
    query: str
    max_tokens: int
    def __init__(self, context_id: _Optional[str] = ..., session_id: _Optional[str] = ..., query: _Optional[str] = ..., max_tokens: _Optional[int] = ...) -> None: ...

class AssembleSessionContextResponse(_message.Message):
    __slots__ = ("context", "trace_id")
    CONTEXT_FIELD_NUMBER: _ClassVar[int]
    TRACE_ID_FIELD_NUMBER: _ClassVar[int]
    context: str
    trace_id: str
    def __init__(self, context: _Optional[str] = ..., trace_id: _Optional[str] = ...) -> None: ...
