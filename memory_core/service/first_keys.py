"""The first context and its keys, so that a fresh data directory can be used at once, by people and by scripts.

The file (mode 0600) is made on the first start and never changed by a later one: what it holds goes on working. The ledger
keeps hashes alone.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memory_core.engine.grants import EVERY_GRANT
from memory_core.engine.model import Key, Principal
from memory_core.ports.access import AccessLedger
from memory_core.ports.clock import Clock
from memory_core.service.contexts import ADMIN, ContextService
from memory_core.service.secrets import SecretHasher, new_secret, write_private

KEY_NAME = "bootstrap"


@dataclass(frozen=True, slots=True)
class FirstKeys:
    """What a start has to tell."""

    context: str
    key_file: Path
    management_key: str
    shown_key: str | None
    """The secret, on the start that made it; None later."""


@dataclass(frozen=True, slots=True)
class Bootstrapper:
    """Makes what is missing, and nothing else."""

    access: AccessLedger
    contexts: ContextService
    hasher: SecretHasher
    clock: Clock

    async def ensure(
        self, context: str, key_file: Path, given_key: str | None, given_management_key: str | None
    ) -> FirstKeys:
        """The context, a key with every verb over all of it, and the management key. Given secrets win over the file's."""
        kept = await asyncio.to_thread(_read, key_file)
        context = kept.get("context", context)
        secret = given_key or kept.get("key") or new_secret()
        management = given_management_key or kept.get("management_key") or new_secret()
        if await self.access.context(context) is None:
            await self.contexts.create(context, {}, "made at the first start", None, None)
        made = await self._ensure_key(context, secret)
        if not kept:
            text = json.dumps({"context": context, "key": secret, "management_key": management})
            await asyncio.to_thread(write_private, key_file, text.encode())
        return FirstKeys(context, key_file, management, secret if made else None)

    async def _ensure_key(self, context: str, secret: str) -> bool:
        """Whether the key had to be made."""
        digest = self.hasher.digest(secret)
        if await self.access.key_by_hash(digest) is not None:
            return False
        admin = await self.access.principal(context, ADMIN)
        now = self.clock.now()
        if admin is None:
            admin = await self.access.create_principal(Principal(ADMIN, context, "admin", "user", EVERY_GRANT, now))
        old = [key for key in await self.access.keys(context, admin.id) if key.name == KEY_NAME]
        for key in old:
            await self.access.revoke_key(context, admin.id, key.name, now)
        key_id = f"key:{digest.hex()[:32]}"
        await self.access.create_key(Key(key_id, context, admin.id, KEY_NAME, digest, now))
        return True


def _read(path: Path) -> dict[str, str]:
    """What an earlier start kept; empty for a file that is missing or empty."""
    try:
        found: Any = json.loads(path.read_text() or "{}")
    except FileNotFoundError:
        return {}
    return {name: str(found[name]) for name in ("context", "key", "management_key") if name in found}
