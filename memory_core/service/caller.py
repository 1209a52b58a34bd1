"""Who calls: the answer of authentication, and the first argument of every use case."""

from __future__ import annotations

from dataclasses import dataclass

from memory_core.contract.errors import ApiError
from memory_core.engine.model import Context, Grants, Key, Principal


@dataclass(frozen=True, slots=True)
class Caller:
    """A principal that acts in one context through a key, and perhaps in the name of another principal."""

    context: Context
    principal: Principal
    """Whose key it is; the one that the audit names."""
    key: Key | None
    """None for work that the product does by itself."""
    delegated: Principal | None
    grants: Grants
    """What may be done: the intersection of the key's grants, its principal's and the delegated one's."""
    request_id: str

    def patterns(self, verb: str) -> tuple[str, ...]:
        """Canonical scope patterns over which the verb is held; none: it is not held at all."""
        return self.grants.get(verb, ())

    def require(self, verb: str) -> None:
        """Raises PERMISSION_DENIED when the verb is held nowhere."""
        if not self.patterns(verb):
            raise ApiError("PERMISSION_DENIED", f"{verb} is not granted", metadata={"verb": verb})

    @property
    def acting_id(self) -> str:
        """The principal that the audit and traces name."""
        return self.principal.id

    @property
    def reservation_owner(self) -> str:
        """Whose idempotency keys these are: the principal, joined with the delegated one."""
        return self.principal.id if self.delegated is None else f"{self.principal.id}\n{self.delegated.id}"
