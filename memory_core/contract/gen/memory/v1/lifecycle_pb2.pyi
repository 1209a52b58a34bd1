# pyright: basic, reportInvalidTypeForm=false, reportAttributeAccessIssue=false
from memory_core.contract.gen.buf.validate import validate_pb2 as _validate_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class DecisionKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DECISION_KIND_UNSPECIFIED: _ClassVar[DecisionKind]
    DECISION_KIND_CREATE: _ClassVar[DecisionKind]
    DECISION_KIND_UPDATE: _ClassVar[DecisionKind]
    DECISION_KIND_SUPERSEDE: _ClassVar[DecisionKind]

class InjectionKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    INJECTION_KIND_UNSPECIFIED: _ClassVar[InjectionKind]
    INJECTION_KIND_INSTRUCTION_OVERRIDE: _ClassVar[InjectionKind]
    INJECTION_KIND_ROLE_OVERRIDE: _ClassVar[InjectionKind]
    INJECTION_KIND_TOOL_OVERRIDE: _ClassVar[InjectionKind]
    INJECTION_KIND_SYSTEM_PROMPT_LEAK: _ClassVar[InjectionKind]
    INJECTION_KIND_PROMPT_TEMPLATE_INJECTION: _ClassVar[InjectionKind]
    INJECTION_KIND_BASE64_INSTRUCTION: _ClassVar[InjectionKind]
DECISION_KIND_UNSPECIFIED: DecisionKind
DECISION_KIND_CREATE: DecisionKind
DECISION_KIND_UPDATE: DecisionKind
DECISION_KIND_SUPERSEDE: DecisionKind
INJECTION_KIND_UNSPECIFIED: InjectionKind
INJECTION_KIND_INSTRUCTION_OVERRIDE: InjectionKind
INJECTION_KIND_ROLE_OVERRIDE: InjectionKind
INJECTION_KIND_TOOL_OVERRIDE: InjectionKind
INJECTION_KIND_SYSTEM_PROMPT_LEAK: InjectionKind
INJECTION_KIND_PROMPT_TEMPLATE_INJECTION: InjectionKind
INJECTION_KIND_BASE64_INSTRUCTION: InjectionKind

class RunDecayRequest(_message.Message):
    __slots__ = ("context_id",)
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    def __init__(self, context_id: _Optional[str] = ...) -> None: ...

class RunDecayResponse(_message.Message):
    __slots__ = ("affected",)
    AFFECTED_FIELD_NUMBER: _ClassVar[int]
    affected: int
    def __init__(self, affected: _Optional[int] = ...) -> None: ...

class RunExpiryRequest(_message.Message):
    __slots__ = ("context_id",)
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    def __init__(self, context_id: _Optional[str] = ...) -> None: ...

class RunExpiryResponse(_message.Message):
    __slots__ = ("affected",)
    AFFECTED_FIELD_NUMBER: _ClassVar[int]
    affected: int
    def __init__(self, affected: _Optional[int] = ...) -> None: ...

class ConsolidateRequest(_message.Message):
    __slots__ = ("context_id", "dry_run", "fact_limit", "observation_limit")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    FACT_LIMIT_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_LIMIT_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    dry_run: bool
    fact_limit: int
    observation_limit: int
    def __init__(self, context_id: _Optional[str] = ..., dry_run: _Optional[bool] = ..., fact_limit: _Optional[int] = ..., observation_limit: _Optional[int] = ...) -> None: ...

class ConsolidateResponse(_message.Message):
    __slots__ = ("created", "dry_run", "outcomes", "superseded", "trace_id", "updated")
    CREATED_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    OUTCOMES_FIELD_NUMBER: _ClassVar[int]
    SUPERSEDED_FIELD_NUMBER: _ClassVar[int]
    TRACE_ID_FIELD_NUMBER: _ClassVar[int]
    UPDATED_FIELD_NUMBER: _ClassVar[int]
    created: int
    dry_run: bool
    outcomes: _containers.RepeatedCompositeFieldContainer[ConsolidateOutcome]
    superseded: int
    trace_id: str
    updated: int
    def __init__(self, created: _Optional[int] = ..., dry_run: _Optional[bool] = ..., outcomes: _Optional[_Iterable[_Union[ConsolidateOutcome, _Mapping[str, object]]]] = ..., superseded: _Optional[int] = ..., trace_id: _Optional[str] = ..., updated: _Optional[int] = ...) -> None: ...

class ConsolidateOutcome(_message.Message):
    __slots__ = ("entity_name", "key", "kind", "observation_id", "proof_count", "rationale", "value")
    ENTITY_NAME_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_ID_FIELD_NUMBER: _ClassVar[int]
    PROOF_COUNT_FIELD_NUMBER: _ClassVar[int]
    RATIONALE_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    entity_name: str
    key: str
    kind: DecisionKind
    observation_id: str
    proof_count: int
    rationale: str
    value: str
    def __init__(self, entity_name: _Optional[str] = ..., key: _Optional[str] = ..., kind: _Optional[_Union[DecisionKind, str]] = ..., observation_id: _Optional[str] = ..., proof_count: _Optional[int] = ..., rationale: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class ElaborateRequest(_message.Message):
    __slots__ = ("context_id", "budget", "dry_run", "entity_ref", "sweep")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    BUDGET_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    ENTITY_REF_FIELD_NUMBER: _ClassVar[int]
    SWEEP_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    budget: int
    dry_run: bool
    entity_ref: str
    sweep: bool
    def __init__(self, context_id: _Optional[str] = ..., budget: _Optional[int] = ..., dry_run: _Optional[bool] = ..., entity_ref: _Optional[str] = ..., sweep: _Optional[bool] = ...) -> None: ...

class ElaborateResponse(_message.Message):
    __slots__ = ("outcomes", "relations_emitted")
    OUTCOMES_FIELD_NUMBER: _ClassVar[int]
    RELATIONS_EMITTED_FIELD_NUMBER: _ClassVar[int]
    outcomes: _containers.RepeatedCompositeFieldContainer[ElaborateOutcome]
    relations_emitted: int
    def __init__(self, outcomes: _Optional[_Iterable[_Union[ElaborateOutcome, _Mapping[str, object]]]] = ..., relations_emitted: _Optional[int] = ...) -> None: ...

class ElaborateOutcome(_message.Message):
    __slots__ = ("dry_run", "entity_name", "entity_type", "proposed_relations", "relations_emitted", "trace_id")
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    ENTITY_NAME_FIELD_NUMBER: _ClassVar[int]
    ENTITY_TYPE_FIELD_NUMBER: _ClassVar[int]
    PROPOSED_RELATIONS_FIELD_NUMBER: _ClassVar[int]
    RELATIONS_EMITTED_FIELD_NUMBER: _ClassVar[int]
    TRACE_ID_FIELD_NUMBER: _ClassVar[int]
    dry_run: bool
    entity_name: str
    entity_type: str
    proposed_relations: _containers.RepeatedCompositeFieldContainer[ElaborateProposedRelation]
    relations_emitted: int
    trace_id: str
    def __init__(self, dry_run: _Optional[bool] = ..., entity_name: _Optional[str] = ..., entity_type: _Optional[str] = ..., proposed_relations: _Optional[_Iterable[_Union[ElaborateProposedRelation, _Mapping[str, object]]]] = ..., relations_emitted: _Optional[int] = ..., trace_id: _Optional[str] = ...) -> None: ...

class ElaborateProposedRelation(_message.Message):
    __slots__ = ("label", "object", "subject")
    LABEL_FIELD_NUMBER: _ClassVar[int]
    OBJECT_FIELD_NUMBER: _ClassVar[int]
    SUBJECT_FIELD_NUMBER: _ClassVar[int]
    label: str
    object: str
    subject: str
    def __init__(self, label: _Optional[str] = ..., object: _Optional[str] = ..., subject: _Optional[str] = ...) -> None: ...

class CheckMemoryRequest(_message.Message):
    __slots__ = ("context_id", "check", "duplicate_threshold", "max_results")
    CONTEXT_ID_FIELD_NUMBER: _ClassVar[int]
    CHECK_FIELD_NUMBER: _ClassVar[int]
    DUPLICATE_THRESHOLD_FIELD_NUMBER: _ClassVar[int]
    MAX_RESULTS_FIELD_NUMBER: _ClassVar[int]
    context_id: str
    check: str
    duplicate_threshold: float
    max_results: int
    def __init__(self, context_id: _Optional[str] = ..., check: _Optional[str] = ..., duplicate_threshold: _Optional[float] = ..., max_results: _Optional[int] = ...) -> None: ...

class CheckMemoryResponse(_message.Message):
    __slots__ = ("contradictions", "duplicates", "injection", "total", "unscoped_content")
    CONTRADICTIONS_FIELD_NUMBER: _ClassVar[int]
    DUPLICATES_FIELD_NUMBER: _ClassVar[int]
    INJECTION_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    UNSCOPED_CONTENT_FIELD_NUMBER: _ClassVar[int]
    contradictions: _containers.RepeatedCompositeFieldContainer[ContradictionFinding]
    duplicates: _containers.RepeatedCompositeFieldContainer[DuplicateFinding]
    injection: _containers.RepeatedCompositeFieldContainer[InjectionFinding]
    total: int
    unscoped_content: _containers.RepeatedCompositeFieldContainer[UnscopedContentFinding]
    def __init__(self, contradictions: _Optional[_Iterable[_Union[ContradictionFinding, _Mapping[str, object]]]] = ..., duplicates: _Optional[_Iterable[_Union[DuplicateFinding, _Mapping[str, object]]]] = ..., injection: _Optional[_Iterable[_Union[InjectionFinding, _Mapping[str, object]]]] = ..., total: _Optional[int] = ..., unscoped_content: _Optional[_Iterable[_Union[UnscopedContentFinding, _Mapping[str, object]]]] = ...) -> None: ...

class ContradictionFinding(_message.Message):
    __slots__ = ("entity", "key", "values")
    ENTITY_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    entity: str
    key: str
    values: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, entity: _Optional[str] = ..., key: _Optional[str] = ..., values: _Optional[_Iterable[str]] = ...) -> None: ...

class DuplicateFinding(_message.Message):
    __slots__ = ("entity_a", "entity_b", "similarity")
    ENTITY_A_FIELD_NUMBER: _ClassVar[int]
    ENTITY_B_FIELD_NUMBER: _ClassVar[int]
    SIMILARITY_FIELD_NUMBER: _ClassVar[int]
    entity_a: str
    entity_b: str
    similarity: float
    def __init__(self, entity_a: _Optional[str] = ..., entity_b: _Optional[str] = ..., similarity: _Optional[float] = ...) -> None: ...

class InjectionFinding(_message.Message):
    __slots__ = ("kind", "row_id", "snippet")
    KIND_FIELD_NUMBER: _ClassVar[int]
    ROW_ID_FIELD_NUMBER: _ClassVar[int]
    SNIPPET_FIELD_NUMBER: _ClassVar[int]
    kind: InjectionKind
    row_id: str
    snippet: str
    def __init__(self, kind: _Optional[_Union[InjectionKind, str]] = ..., row_id: _Optional[str] = ..., snippet: _Optional[str] = ...) -> None: ...

class UnscopedContentFinding(_message.Message):
    __slots__ = ("count", "sample_ids", "table")
    COUNT_FIELD_NUMBER: _ClassVar[int]
    SAMPLE_IDS_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    count: int
    sample_ids: _containers.RepeatedScalarFieldContainer[str]
    table: str
    def __init__(self, count: _Optional[int] = ..., sample_ids: _Optional[_Iterable[str]] = ..., table: _Optional[str] = ...) -> None: ...
