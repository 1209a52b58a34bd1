# pyright: basic, reportInvalidTypeForm=false, reportAttributeAccessIssue=false
import datetime

from memory_core.contract.gen.buf.validate import validate_pb2 as _validate_pb2
from google.protobuf import field_mask_pb2 as _field_mask_pb2
from google.protobuf import struct_pb2 as _struct_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from memory_core.contract.gen.memory.v1 import access_pb2 as _access_pb2
from memory_core.contract.gen.memory.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class LifecycleOperation(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LIFECYCLE_OPERATION_UNSPECIFIED: _ClassVar[LifecycleOperation]
    LIFECYCLE_OPERATION_REINDEX: _ClassVar[LifecycleOperation]
    LIFECYCLE_OPERATION_DECAY: _ClassVar[LifecycleOperation]
    LIFECYCLE_OPERATION_EXPIRE: _ClassVar[LifecycleOperation]
LIFECYCLE_OPERATION_UNSPECIFIED: LifecycleOperation
LIFECYCLE_OPERATION_REINDEX: LifecycleOperation
LIFECYCLE_OPERATION_DECAY: LifecycleOperation
LIFECYCLE_OPERATION_EXPIRE: LifecycleOperation

class Context(_message.Message):
    __slots__ = ("id", "config", "enforcement_blocked", "created_at", "description")
    ID_FIELD_NUMBER: _ClassVar[int]
    CONFIG_FIELD_NUMBER: _ClassVar[int]
    ENFORCEMENT_BLOCKED_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    id: str
    config: _struct_pb2.Struct
    enforcement_blocked: bool
    created_at: _timestamp_pb2.Timestamp
    description: str
    def __init__(self, id: _Optional[str] = ..., config: _Optional[_Union[_struct_pb2.Struct, _Mapping[str, object]]] = ..., enforcement_blocked: _Optional[bool] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., description: _Optional[str] = ...) -> None: ...

class ListContextsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListContextsResponse(_message.Message):
    __slots__ = ("contexts",)
    CONTEXTS_FIELD_NUMBER: _ClassVar[int]
    contexts: _containers.RepeatedCompositeFieldContainer[Context]
    def __init__(self, contexts: _Optional[_Iterable[_Union[Context, _Mapping[str, object]]]] = ...) -> None: ...

class CreateContextRequest(_message.Message):
    __slots__ = ("context_id", "config", "description", "admin_external_id", "admin_display_name")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    CONFIG_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    ADMIN_EXTERNAL_ID_FIELD_NUMBER: _ClassVar[int]
    ADMIN_DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    config: _struct_pb2.Struct
    description: str
    admin_external_id: str
    admin_display_name: str
    def __init__(self, context_id: _Optional[str] = ..., config: _Optional[_Union[_struct_pb2.Struct, _Mapping[str, object]]] = ..., description: _Optional[str] = ..., admin_external_id: _Optional[str] = ..., admin_display_name: _Optional[str] = ...) -> None: ...

class CreateContextResponse(_message.Message):
    __slots__ = ("context",)
    CONTEXT_FIELD_NUMBER: _ClassVar[int]
    context: Context
    def __init__(self, context: _Optional[_Union[Context, _Mapping[str, object]]] = ...) -> None: ...

class GetContextRequest(_message.Message):
    __slots__ = ("context_id",)
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    def __init__(self, context_id: _Optional[str] = ...) -> None: ...

class GetContextResponse(_message.Message):
    __slots__ = ("context",)
    CONTEXT_FIELD_NUMBER: _ClassVar[int]
    context: Context
    def __init__(self, context: _Optional[_Union[Context, _Mapping[str, object]]] = ...) -> None: ...

class UpdateContextRequest(_message.Message):
    __slots__ = ("context_id", "config", "enforcement_blocked", "description", "update_mask")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    CONFIG_FIELD_NUMBER: _ClassVar[int]
    ENFORCEMENT_BLOCKED_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    UPDATE_MASK_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    config: _struct_pb2.Struct
    enforcement_blocked: bool
    description: str
    update_mask: _field_mask_pb2.FieldMask
    def __init__(self, context_id: _Optional[str] = ..., config: _Optional[_Union[_struct_pb2.Struct, _Mapping[str, object]]] = ..., enforcement_blocked: _Optional[bool] = ..., description: _Optional[str] = ..., update_mask: _Optional[_Union[_field_mask_pb2.FieldMask, _Mapping[str, object]]] = ...) -> None: ...

class UpdateContextResponse(_message.Message):
    __slots__ = ("context",)
    CONTEXT_FIELD_NUMBER: _ClassVar[int]
    context: Context
    def __init__(self, context: _Optional[_Union[Context, _Mapping[str, object]]] = ...) -> None: ...

class DeleteContextRequest(_message.Message):
    __slots__ = ("context_id",)
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    def __init__(self, context_id: _Optional[str] = ...) -> None: ...

class DeleteContextResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class VerbDescription(_message.Message):
    __slots__ = ("verb", "description")
    VERB_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    verb: str
    description: str
    def __init__(self, verb: _Optional[str] = ..., description: _Optional[str] = ...) -> None: ...

class ListVerbsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListVerbsResponse(_message.Message):
    __slots__ = ("verbs",)
    VERBS_FIELD_NUMBER: _ClassVar[int]
    verbs: _containers.RepeatedCompositeFieldContainer[VerbDescription]
    def __init__(self, verbs: _Optional[_Iterable[_Union[VerbDescription, _Mapping[str, object]]]] = ...) -> None: ...

class CreatePrincipalRequest(_message.Message):
    __slots__ = ("context_id", "display_name", "kind", "external_id", "grants")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    EXTERNAL_ID_FIELD_NUMBER: _ClassVar[int]
    GRANTS_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    display_name: str
    kind: str
    external_id: str
    grants: _common_pb2.Grants
    def __init__(self, context_id: _Optional[str] = ..., display_name: _Optional[str] = ..., kind: _Optional[str] = ..., external_id: _Optional[str] = ..., grants: _Optional[_Union[_common_pb2.Grants, _Mapping[str, object]]] = ...) -> None: ...

class CreatePrincipalResponse(_message.Message):
    __slots__ = ("principal", "created")
    PRINCIPAL_FIELD_NUMBER: _ClassVar[int]
    CREATED_FIELD_NUMBER: _ClassVar[int]
    principal: _access_pb2.Principal
    created: bool
    def __init__(self, principal: _Optional[_Union[_access_pb2.Principal, _Mapping[str, object]]] = ..., created: _Optional[bool] = ...) -> None: ...

class UpdatePrincipalRequest(_message.Message):
    __slots__ = ("context_id", "principal_id", "display_name", "kind", "grants", "update_mask")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_ID_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    GRANTS_FIELD_NUMBER: _ClassVar[int]
    UPDATE_MASK_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    principal_id: str
    display_name: str
    kind: str
    grants: _common_pb2.Grants
    update_mask: _field_mask_pb2.FieldMask
    def __init__(self, context_id: _Optional[str] = ..., principal_id: _Optional[str] = ..., display_name: _Optional[str] = ..., kind: _Optional[str] = ..., grants: _Optional[_Union[_common_pb2.Grants, _Mapping[str, object]]] = ..., update_mask: _Optional[_Union[_field_mask_pb2.FieldMask, _Mapping[str, object]]] = ...) -> None: ...

class UpdatePrincipalResponse(_message.Message):
    __slots__ = ("principal",)
    PRINCIPAL_FIELD_NUMBER: _ClassVar[int]
    principal: _access_pb2.Principal
    def __init__(self, principal: _Optional[_Union[_access_pb2.Principal, _Mapping[str, object]]] = ...) -> None: ...

class DeletePrincipalRequest(_message.Message):
    __slots__ = ("context_id", "principal_id")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_ID_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    principal_id: str
    def __init__(self, context_id: _Optional[str] = ..., principal_id: _Optional[str] = ...) -> None: ...

class DeletePrincipalResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListContextPrincipalsRequest(_message.Message):
    __slots__ = ("context_id",)
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    def __init__(self, context_id: _Optional[str] = ...) -> None: ...

class ListContextPrincipalsResponse(_message.Message):
    __slots__ = ("principals",)
    PRINCIPALS_FIELD_NUMBER: _ClassVar[int]
    principals: _containers.RepeatedCompositeFieldContainer[_access_pb2.Principal]
    def __init__(self, principals: _Optional[_Iterable[_Union[_access_pb2.Principal, _Mapping[str, object]]]] = ...) -> None: ...

class MintPrincipalKeyRequest(_message.Message):
    __slots__ = ("context_id", "principal_id", "name", "grants", "ttl_seconds")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    GRANTS_FIELD_NUMBER: _ClassVar[int]
    TTL_SECONDS_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    principal_id: str
    name: str
    grants: _common_pb2.Grants
    ttl_seconds: int
    def __init__(self, context_id: _Optional[str] = ..., principal_id: _Optional[str] = ..., name: _Optional[str] = ..., grants: _Optional[_Union[_common_pb2.Grants, _Mapping[str, object]]] = ..., ttl_seconds: _Optional[int] = ...) -> None: ...

class MintPrincipalKeyResponse(_message.Message):
    __slots__ = ("minted",)
    MINTED_FIELD_NUMBER: _ClassVar[int]
    minted: _access_pb2.MintedKey
    def __init__(self, minted: _Optional[_Union[_access_pb2.MintedKey, _Mapping[str, object]]] = ...) -> None: ...

class ListPrincipalKeysRequest(_message.Message):
    __slots__ = ("context_id", "principal_id")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_ID_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    principal_id: str
    def __init__(self, context_id: _Optional[str] = ..., principal_id: _Optional[str] = ...) -> None: ...

class ListPrincipalKeysResponse(_message.Message):
    __slots__ = ("keys",)
    KEYS_FIELD_NUMBER: _ClassVar[int]
    keys: _containers.RepeatedCompositeFieldContainer[_access_pb2.KeyDetail]
    def __init__(self, keys: _Optional[_Iterable[_Union[_access_pb2.KeyDetail, _Mapping[str, object]]]] = ...) -> None: ...

class RotatePrincipalKeyRequest(_message.Message):
    __slots__ = ("context_id", "principal_id", "name", "ttl_seconds")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    TTL_SECONDS_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    principal_id: str
    name: str
    ttl_seconds: int
    def __init__(self, context_id: _Optional[str] = ..., principal_id: _Optional[str] = ..., name: _Optional[str] = ..., ttl_seconds: _Optional[int] = ...) -> None: ...

class RotatePrincipalKeyResponse(_message.Message):
    __slots__ = ("minted",)
    MINTED_FIELD_NUMBER: _ClassVar[int]
    minted: _access_pb2.MintedKey
    def __init__(self, minted: _Optional[_Union[_access_pb2.MintedKey, _Mapping[str, object]]] = ...) -> None: ...

class RevokePrincipalKeyRequest(_message.Message):
    __slots__ = ("context_id", "principal_id", "name")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    principal_id: str
    name: str
    def __init__(self, context_id: _Optional[str] = ..., principal_id: _Optional[str] = ..., name: _Optional[str] = ...) -> None: ...

class RevokePrincipalKeyResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class CreateAccessTokenRequest(_message.Message):
    __slots__ = ("context_id", "external_id", "display_name", "ttl_seconds", "grants")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    EXTERNAL_ID_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    TTL_SECONDS_FIELD_NUMBER: _ClassVar[int]
    GRANTS_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    external_id: str
    display_name: str
    ttl_seconds: int
    grants: _common_pb2.Grants
    def __init__(self, context_id: _Optional[str] = ..., external_id: _Optional[str] = ..., display_name: _Optional[str] = ..., ttl_seconds: _Optional[int] = ..., grants: _Optional[_Union[_common_pb2.Grants, _Mapping[str, object]]] = ...) -> None: ...

class CreateAccessTokenResponse(_message.Message):
    __slots__ = ("minted",)
    MINTED_FIELD_NUMBER: _ClassVar[int]
    minted: _access_pb2.MintedKey
    def __init__(self, minted: _Optional[_Union[_access_pb2.MintedKey, _Mapping[str, object]]] = ...) -> None: ...

class ListContextKeysRequest(_message.Message):
    __slots__ = ("context_id",)
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    def __init__(self, context_id: _Optional[str] = ...) -> None: ...

class ListContextKeysResponse(_message.Message):
    __slots__ = ("keys",)
    KEYS_FIELD_NUMBER: _ClassVar[int]
    keys: _containers.RepeatedCompositeFieldContainer[_access_pb2.KeyDetail]
    def __init__(self, keys: _Optional[_Iterable[_Union[_access_pb2.KeyDetail, _Mapping[str, object]]]] = ...) -> None: ...

class RunLifecycleRequest(_message.Message):
    __slots__ = ("context_id", "operation")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    OPERATION_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    operation: LifecycleOperation
    def __init__(self, context_id: _Optional[str] = ..., operation: _Optional[_Union[LifecycleOperation, str]] = ...) -> None: ...

class RunLifecycleResponse(_message.Message):
    __slots__ = ("affected",)
    AFFECTED_FIELD_NUMBER: _ClassVar[int]
    affected: int
    def __init__(self, affected: _Optional[int] = ...) -> None: ...

class ListMigrationsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Migration(_message.Message):
    __slots__ = ("version", "name", "applied_at")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    APPLIED_AT_FIELD_NUMBER: _ClassVar[int]
    version: int
    name: str
    applied_at: _timestamp_pb2.Timestamp
    def __init__(self, version: _Optional[int] = ..., name: _Optional[str] = ..., applied_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ...) -> None: ...

class ListMigrationsResponse(_message.Message):
    __slots__ = ("migrations",)
    MIGRATIONS_FIELD_NUMBER: _ClassVar[int]
    migrations: _containers.RepeatedCompositeFieldContainer[Migration]
    def __init__(self, migrations: _Optional[_Iterable[_Union[Migration, _Mapping[str, object]]]] = ...) -> None: ...
