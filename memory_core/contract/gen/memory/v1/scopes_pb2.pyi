# pyright: basic, reportInvalidTypeForm=false, reportAttributeAccessIssue=false
import datetime

from memory_core.contract.gen.buf.validate import validate_pb2 as _validate_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from memory_core.contract.gen.memory.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ScopeNode(_message.Message):
    __slots__ = ("created_at", "path", "tombstoned_at", "display_name", "description")
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    TOMBSTONED_AT_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    created_at: _timestamp_pb2.Timestamp
    path: str
    tombstoned_at: _timestamp_pb2.Timestamp
    display_name: str
    description: str
    def __init__(self, created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., path: _Optional[str] = ..., tombstoned_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., display_name: _Optional[str] = ..., description: _Optional[str] = ...) -> None: ...

class ListScopesRequest(_message.Message):
    __slots__ = ("context_id", "page_size", "page_token")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    page_size: int
    page_token: str
    def __init__(self, context_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListScopesResponse(_message.Message):
    __slots__ = ("scopes", "next_page_token")
    SCOPES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    scopes: _containers.RepeatedCompositeFieldContainer[ScopeNode]
    next_page_token: str
    def __init__(self, scopes: _Optional[_Iterable[_Union[ScopeNode, _Mapping[str, object]]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class RegisterScopeRequest(_message.Message):
    __slots__ = ("context_id", "path", "description", "display_name")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    path: str
    description: str
    display_name: str
    def __init__(self, context_id: _Optional[str] = ..., path: _Optional[str] = ..., description: _Optional[str] = ..., display_name: _Optional[str] = ...) -> None: ...

class RegisterScopeResponse(_message.Message):
    __slots__ = ("scope", "created")
    SCOPE_FIELD_NUMBER: _ClassVar[int]
    CREATED_FIELD_NUMBER: _ClassVar[int]
    scope: ScopeNode
    created: bool
    def __init__(self, scope: _Optional[_Union[ScopeNode, _Mapping[str, object]]] = ..., created: _Optional[bool] = ...) -> None: ...

class DeleteScopeRequest(_message.Message):
    __slots__ = ("context_id", "path")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    path: str
    def __init__(self, context_id: _Optional[str] = ..., path: _Optional[str] = ...) -> None: ...

class DeleteScopeResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ForgetScopeRequest(_message.Message):
    __slots__ = ("context_id", "path")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    path: str
    def __init__(self, context_id: _Optional[str] = ..., path: _Optional[str] = ...) -> None: ...

class ForgetScopeResponse(_message.Message):
    __slots__ = ("forgotten", "narrowed", "receipt")
    FORGOTTEN_FIELD_NUMBER: _ClassVar[int]
    NARROWED_FIELD_NUMBER: _ClassVar[int]
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    forgotten: int
    narrowed: int
    receipt: _common_pb2.ErasureReceipt
    def __init__(self, forgotten: _Optional[int] = ..., narrowed: _Optional[int] = ..., receipt: _Optional[_Union[_common_pb2.ErasureReceipt, _Mapping[str, object]]] = ...) -> None: ...
