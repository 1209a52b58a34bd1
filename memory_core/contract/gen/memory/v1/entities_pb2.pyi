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

class ListEntitiesRequest(_message.Message):
    __slots__ = ("context_id", "type", "limit", "offset", "page_token", "as_of", "at_instant", "valid_from", "valid_until")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    AT_INSTANT_FIELD_NUMBER: _ClassVar[int]
    VALID_FROM_FIELD_NUMBER: _ClassVar[int]
    VALID_UNTIL_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    type: str
    limit: int
    offset: int
    page_token: str
    as_of: _timestamp_pb2.Timestamp
    at_instant: _timestamp_pb2.Timestamp
    valid_from: _timestamp_pb2.Timestamp
    valid_until: _timestamp_pb2.Timestamp
    def __init__(self, context_id: _Optional[str] = ..., type: _Optional[str] = ..., limit: _Optional[int] = ..., offset: _Optional[int] = ..., page_token: _Optional[str] = ..., as_of: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., at_instant: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., valid_from: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., valid_until: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ...) -> None: ...

class ListEntitiesResponse(_message.Message):
    __slots__ = ("entities", "next_page_token")
    ENTITIES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    entities: _containers.RepeatedCompositeFieldContainer[_common_pb2.EntityDetail]
    next_page_token: str
    def __init__(self, entities: _Optional[_Iterable[_Union[_common_pb2.EntityDetail, _Mapping[str, object]]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetEntityRequest(_message.Message):
    __slots__ = ("context_id", "entity_type", "entity_name", "as_of", "at_instant", "valid_from", "valid_until")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    ENTITY_TYPE_FIELD_NUMBER: _ClassVar[int]
    ENTITY_NAME_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    AT_INSTANT_FIELD_NUMBER: _ClassVar[int]
    VALID_FROM_FIELD_NUMBER: _ClassVar[int]
    VALID_UNTIL_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    entity_type: str
    entity_name: str
    as_of: _timestamp_pb2.Timestamp
    at_instant: _timestamp_pb2.Timestamp
    valid_from: _timestamp_pb2.Timestamp
    valid_until: _timestamp_pb2.Timestamp
    def __init__(self, context_id: _Optional[str] = ..., entity_type: _Optional[str] = ..., entity_name: _Optional[str] = ..., as_of: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., at_instant: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., valid_from: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., valid_until: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ...) -> None: ...

class GetEntityResponse(_message.Message):
    __slots__ = ("attributes", "entity", "relations")
    ATTRIBUTES_FIELD_NUMBER: _ClassVar[int]
    ENTITY_FIELD_NUMBER: _ClassVar[int]
    RELATIONS_FIELD_NUMBER: _ClassVar[int]
    attributes: _containers.RepeatedCompositeFieldContainer[_common_pb2.AttributeDetail]
    entity: _common_pb2.EntityDetail
    relations: _containers.RepeatedCompositeFieldContainer[_common_pb2.RelationDetail]
    def __init__(self, attributes: _Optional[_Iterable[_Union[_common_pb2.AttributeDetail, _Mapping[str, object]]]] = ..., entity: _Optional[_Union[_common_pb2.EntityDetail, _Mapping[str, object]]] = ..., relations: _Optional[_Iterable[_Union[_common_pb2.RelationDetail, _Mapping[str, object]]]] = ...) -> None: ...

class MergeEntitiesRequest(_message.Message):
    __slots__ = ("context_id", "entity_type", "entity_name", "other", "dry_run")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    ENTITY_TYPE_FIELD_NUMBER: _ClassVar[int]
    ENTITY_NAME_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    entity_type: str
    entity_name: str
    other: str
    dry_run: bool
    def __init__(self, context_id: _Optional[str] = ..., entity_type: _Optional[str] = ..., entity_name: _Optional[str] = ..., other: _Optional[str] = ..., dry_run: _Optional[bool] = ...) -> None: ...

class MergeEntitiesResponse(_message.Message):
    __slots__ = ("entity", "aliases", "merged", "moved_attributes", "moved_relations", "trace_id", "dry_run")
    ENTITY_FIELD_NUMBER: _ClassVar[int]
    ALIASES_FIELD_NUMBER: _ClassVar[int]
    MERGED_FIELD_NUMBER: _ClassVar[int]
    MOVED_ATTRIBUTES_FIELD_NUMBER: _ClassVar[int]
    MOVED_RELATIONS_FIELD_NUMBER: _ClassVar[int]
    TRACE_ID_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    entity: _common_pb2.EntityDetail
    aliases: _containers.RepeatedScalarFieldContainer[str]
    merged: _containers.RepeatedScalarFieldContainer[str]
    moved_attributes: int
    moved_relations: int
    trace_id: str
    dry_run: bool
    def __init__(self, entity: _Optional[_Union[_common_pb2.EntityDetail, _Mapping[str, object]]] = ..., aliases: _Optional[_Iterable[str]] = ..., merged: _Optional[_Iterable[str]] = ..., moved_attributes: _Optional[int] = ..., moved_relations: _Optional[int] = ..., trace_id: _Optional[str] = ..., dry_run: _Optional[bool] = ...) -> None: ...

class SplitEntityRequest(_message.Message):
    __slots__ = ("context_id", "entity_type", "entity_name", "other", "dry_run")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    ENTITY_TYPE_FIELD_NUMBER: _ClassVar[int]
    ENTITY_NAME_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    entity_type: str
    entity_name: str
    other: str
    dry_run: bool
    def __init__(self, context_id: _Optional[str] = ..., entity_type: _Optional[str] = ..., entity_name: _Optional[str] = ..., other: _Optional[str] = ..., dry_run: _Optional[bool] = ...) -> None: ...

class SplitEntityResponse(_message.Message):
    __slots__ = ("entity", "other", "aliases", "moved_attributes", "moved_relations", "trace_id", "dry_run")
    ENTITY_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    ALIASES_FIELD_NUMBER: _ClassVar[int]
    MOVED_ATTRIBUTES_FIELD_NUMBER: _ClassVar[int]
    MOVED_RELATIONS_FIELD_NUMBER: _ClassVar[int]
    TRACE_ID_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    entity: _common_pb2.EntityDetail
    other: _common_pb2.EntityDetail
    aliases: _containers.RepeatedScalarFieldContainer[str]
    moved_attributes: int
    moved_relations: int
    trace_id: str
    dry_run: bool
    def __init__(self, entity: _Optional[_Union[_common_pb2.EntityDetail, _Mapping[str, object]]] = ..., other: _Optional[_Union[_common_pb2.EntityDetail, _Mapping[str, object]]] = ..., aliases: _Optional[_Iterable[str]] = ..., moved_attributes: _Optional[int] = ..., moved_relations: _Optional[int] = ..., trace_id: _Optional[str] = ..., dry_run: _Optional[bool] = ...) -> None: ...

class DeleteEntityRequest(_message.Message):
    __slots__ = ("context_id", "entity_type", "entity_name")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    ENTITY_TYPE_FIELD_NUMBER: _ClassVar[int]
    ENTITY_NAME_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    entity_type: str
    entity_name: str
    def __init__(self, context_id: _Optional[str] = ..., entity_type: _Optional[str] = ..., entity_name: _Optional[str] = ...) -> None: ...

class DeleteEntityResponse(_message.Message):
    __slots__ = ("deleted",)
    DELETED_FIELD_NUMBER: _ClassVar[int]
    deleted: int
    def __init__(self, deleted: _Optional[int] = ...) -> None: ...

class GetAttributeHistoryRequest(_message.Message):
    __slots__ = ("context_id", "entity_type", "entity_name", "key", "as_of", "at_instant", "valid_from", "valid_until")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    ENTITY_TYPE_FIELD_NUMBER: _ClassVar[int]
    ENTITY_NAME_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    AT_INSTANT_FIELD_NUMBER: _ClassVar[int]
    VALID_FROM_FIELD_NUMBER: _ClassVar[int]
    VALID_UNTIL_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    entity_type: str
    entity_name: str
    key: str
    as_of: _timestamp_pb2.Timestamp
    at_instant: _timestamp_pb2.Timestamp
    valid_from: _timestamp_pb2.Timestamp
    valid_until: _timestamp_pb2.Timestamp
    def __init__(self, context_id: _Optional[str] = ..., entity_type: _Optional[str] = ..., entity_name: _Optional[str] = ..., key: _Optional[str] = ..., as_of: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., at_instant: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., valid_from: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., valid_until: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ...) -> None: ...

class GetAttributeHistoryResponse(_message.Message):
    __slots__ = ("history",)
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    history: _containers.RepeatedCompositeFieldContainer[_common_pb2.AttributeDetail]
    def __init__(self, history: _Optional[_Iterable[_Union[_common_pb2.AttributeDetail, _Mapping[str, object]]]] = ...) -> None: ...
