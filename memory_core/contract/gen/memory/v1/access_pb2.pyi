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

class KeyDetail(_message.Message):
    __slots__ = ("created_at", "grants", "id", "last_used_at", "name", "valid_until", "principal_id")
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    GRANTS_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    LAST_USED_AT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALID_UNTIL_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_ID_FIELD_NUMBER: _ClassVar[int]
    created_at: _timestamp_pb2.Timestamp
    grants: _common_pb2.Grants
    id: str
    last_used_at: _timestamp_pb2.Timestamp
    name: str
    valid_until: _timestamp_pb2.Timestamp
    principal_id: str
    def __init__(self, created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., grants: _Optional[_Union[_common_pb2.Grants, _Mapping[str, object]]] = ..., id: _Optional[str] = ..., last_used_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., name: _Optional[str] = ..., valid_until: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., principal_id: _Optional[str] = ...) -> None: ...

class MintedKey(_message.Message):
    __slots__ = ("id", "key", "valid_until", "name", "principal_id")
    ID_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    VALID_UNTIL_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    key: str
    valid_until: _timestamp_pb2.Timestamp
    name: str
    principal_id: str
    def __init__(self, id: _Optional[str] = ..., key: _Optional[str] = ..., valid_until: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., name: _Optional[str] = ..., principal_id: _Optional[str] = ...) -> None: ...

class Principal(_message.Message):
    __slots__ = ("display_name", "grants", "id", "kind", "external_id", "created_at")
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    GRANTS_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    EXTERNAL_ID_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    display_name: str
    grants: _common_pb2.Grants
    id: str
    kind: str
    external_id: str
    created_at: _timestamp_pb2.Timestamp
    def __init__(self, display_name: _Optional[str] = ..., grants: _Optional[_Union[_common_pb2.Grants, _Mapping[str, object]]] = ..., id: _Optional[str] = ..., kind: _Optional[str] = ..., external_id: _Optional[str] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ...) -> None: ...

class WhoamiRequest(_message.Message):
    __slots__ = ("context_id",)
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    def __init__(self, context_id: _Optional[str] = ...) -> None: ...

class WhoamiResponse(_message.Message):
    __slots__ = ("delegated_principal_id", "display_name", "effective_grants", "grants", "kind", "principal_id", "token_grants", "enforce", "context_id")
    DELEGATED_PRINCIPAL_ID_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    EFFECTIVE_GRANTS_FIELD_NUMBER: _ClassVar[int]
    GRANTS_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_GRANTS_FIELD_NUMBER: _ClassVar[int]
    ENFORCE_FIELD_NUMBER: _ClassVar[int]
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    delegated_principal_id: str
    display_name: str
    effective_grants: _common_pb2.Grants
    grants: _common_pb2.Grants
    kind: str
    principal_id: str
    token_grants: _common_pb2.Grants
    enforce: bool
    context_id: str
    def __init__(self, delegated_principal_id: _Optional[str] = ..., display_name: _Optional[str] = ..., effective_grants: _Optional[_Union[_common_pb2.Grants, _Mapping[str, object]]] = ..., grants: _Optional[_Union[_common_pb2.Grants, _Mapping[str, object]]] = ..., kind: _Optional[str] = ..., principal_id: _Optional[str] = ..., token_grants: _Optional[_Union[_common_pb2.Grants, _Mapping[str, object]]] = ..., enforce: _Optional[bool] = ..., context_id: _Optional[str] = ...) -> None: ...

class ListKeysRequest(_message.Message):
    __slots__ = ("context_id",)
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    def __init__(self, context_id: _Optional[str] = ...) -> None: ...

class ListKeysResponse(_message.Message):
    __slots__ = ("keys",)
    KEYS_FIELD_NUMBER: _ClassVar[int]
    keys: _containers.RepeatedCompositeFieldContainer[KeyDetail]
    def __init__(self, keys: _Optional[_Iterable[_Union[KeyDetail, _Mapping[str, object]]]] = ...) -> None: ...

class MintKeyRequest(_message.Message):
    __slots__ = ("context_id", "grants", "name", "ttl_seconds")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    GRANTS_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    TTL_SECONDS_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    grants: _common_pb2.Grants
    name: str
    ttl_seconds: int
    def __init__(self, context_id: _Optional[str] = ..., grants: _Optional[_Union[_common_pb2.Grants, _Mapping[str, object]]] = ..., name: _Optional[str] = ..., ttl_seconds: _Optional[int] = ...) -> None: ...

class MintKeyResponse(_message.Message):
    __slots__ = ("minted",)
    MINTED_FIELD_NUMBER: _ClassVar[int]
    minted: MintedKey
    def __init__(self, minted: _Optional[_Union[MintedKey, _Mapping[str, object]]] = ...) -> None: ...

class RotateKeyRequest(_message.Message):
    __slots__ = ("context_id", "key_name", "ttl_seconds")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    KEY_NAME_FIELD_NUMBER: _ClassVar[int]
    TTL_SECONDS_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    key_name: str
    ttl_seconds: int
    def __init__(self, context_id: _Optional[str] = ..., key_name: _Optional[str] = ..., ttl_seconds: _Optional[int] = ...) -> None: ...

class RotateKeyResponse(_message.Message):
    __slots__ = ("minted",)
    MINTED_FIELD_NUMBER: _ClassVar[int]
    minted: MintedKey
    def __init__(self, minted: _Optional[_Union[MintedKey, _Mapping[str, object]]] = ...) -> None: ...

class RevokeKeyRequest(_message.Message):
    __slots__ = ("context_id", "key_name")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    KEY_NAME_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    key_name: str
    def __init__(self, context_id: _Optional[str] = ..., key_name: _Optional[str] = ...) -> None: ...

class RevokeKeyResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListPrincipalsRequest(_message.Message):
    __slots__ = ("context_id",)
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    def __init__(self, context_id: _Optional[str] = ...) -> None: ...

class ListPrincipalsResponse(_message.Message):
    __slots__ = ("principals",)
    PRINCIPALS_FIELD_NUMBER: _ClassVar[int]
    principals: _containers.RepeatedCompositeFieldContainer[Principal]
    def __init__(self, principals: _Optional[_Iterable[_Union[Principal, _Mapping[str, object]]]] = ...) -> None: ...

class GetPrincipalRequest(_message.Message):
    __slots__ = ("context_id", "principal_id")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_ID_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    principal_id: str
    def __init__(self, context_id: _Optional[str] = ..., principal_id: _Optional[str] = ...) -> None: ...

class GetPrincipalResponse(_message.Message):
    __slots__ = ("principal",)
    PRINCIPAL_FIELD_NUMBER: _ClassVar[int]
    principal: Principal
    def __init__(self, principal: _Optional[_Union[Principal, _Mapping[str, object]]] = ...) -> None: ...

class GetEffectiveGrantsRequest(_message.Message):
    __slots__ = ("context_id", "principal_id", "path", "as_of")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_ID_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    principal_id: str
    path: str
    as_of: _timestamp_pb2.Timestamp
    def __init__(self, context_id: _Optional[str] = ..., principal_id: _Optional[str] = ..., path: _Optional[str] = ..., as_of: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ...) -> None: ...

class GetEffectiveGrantsResponse(_message.Message):
    __slots__ = ("as_of", "path", "verbs")
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    VERBS_FIELD_NUMBER: _ClassVar[int]
    as_of: _timestamp_pb2.Timestamp
    path: str
    verbs: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, as_of: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping[str, object]]] = ..., path: _Optional[str] = ..., verbs: _Optional[_Iterable[str]] = ...) -> None: ...

class GrantVerbsRequest(_message.Message):
    __slots__ = ("context_id", "principal_id", "path", "verbs")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_ID_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    VERBS_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    principal_id: str
    path: str
    verbs: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, context_id: _Optional[str] = ..., principal_id: _Optional[str] = ..., path: _Optional[str] = ..., verbs: _Optional[_Iterable[str]] = ...) -> None: ...

class GrantVerbsResponse(_message.Message):
    __slots__ = ("principal",)
    PRINCIPAL_FIELD_NUMBER: _ClassVar[int]
    principal: Principal
    def __init__(self, principal: _Optional[_Union[Principal, _Mapping[str, object]]] = ...) -> None: ...

class RevokeVerbsRequest(_message.Message):
    __slots__ = ("context_id", "principal_id", "path", "verbs")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_ID_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    VERBS_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    principal_id: str
    path: str
    verbs: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, context_id: _Optional[str] = ..., principal_id: _Optional[str] = ..., path: _Optional[str] = ..., verbs: _Optional[_Iterable[str]] = ...) -> None: ...

class RevokeVerbsResponse(_message.Message):
    __slots__ = ("principal",)
    PRINCIPAL_FIELD_NUMBER: _ClassVar[int]
    principal: Principal
    def __init__(self, principal: _Optional[_Union[Principal, _Mapping[str, object]]] = ...) -> None: ...
