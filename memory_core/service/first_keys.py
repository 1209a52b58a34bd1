"""The first context and its keys, so that a fresh data directory can be used at once, by people and by scripts.

The file (mode 0600) is made on the first start and never changed by a later one. The ledger keeps hashes alone, so what
the file holds can't be told again. What a start does about the key:

* the key given by a setting, else that of the file, opens the context: nothing;
* the context is new: the key is put in, also when the file is older than the data directory;
* a key given by a setting is not known: it is added, what was there goes on working;
* there is no file: a fresh key is added, what was there goes on working;
* the key in the file was rotated or revoked: it stays so, with a line in the log.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memory_core import telemetry
from memory_core.engine.model import Key
from memory_core.ports.access import AccessLedger
from memory_core.ports.clock import Clock
from memory_core.service.access_checks import ADMIN
from memory_core.service.contexts import ContextService
from memory_core.service.secrets import SecretHasher, new_secret, write_private

KEY_NAME = "bootstrap"
log = telemetry.log(__name__)


class KeyFileError(OSError):
    """The key file, or a key given by a setting, can't be used. The message is safe to show."""


@dataclass(frozen=True, slots=True)
class FirstKeys:
    """What a start has to tell."""

    context: str
    key_file: Path
    management_key: str
    shown_key: str | None
    """The secret, on the start that put it in; None later."""


@dataclass(frozen=True, slots=True)
class Bootstrapper:
    """Makes what is missing, and nothing else."""

    access: AccessLedger
    contexts: ContextService
    hasher: SecretHasher
    clock: Clock
    new_id: Callable[[str], str]

    async def ensure(
        self, context: str, key_file: Path, given_key: str | None, given_management_key: str | None
    ) -> FirstKeys:
        """The context, a key with every verb over all of it, and the management key; see the head of this module.

        Given secrets win over those of the file, and the file's context over the one named. Raises KeyFileError.
        """
        kept = await asyncio.to_thread(_read, key_file)
        name = kept["context"] if kept else context
        management = given_management_key or (kept["management_key"] if kept else new_secret())
        secret = given_key or (kept["key"] if kept else new_secret())
        if secret == management:
            raise KeyFileError("the data key and the management key must differ")
        added = await self._ensure_key(name, secret, trusted=given_key is not None or kept is None)
        if kept is None:
            text = json.dumps({"context": name, "key": secret, "management_key": management})
            await asyncio.to_thread(write_private, key_file, text.encode())
        return FirstKeys(name, key_file, management, secret if added else None)

    async def _ensure_key(self, context: str, secret: str, *, trusted: bool) -> bool:
        """Whether the key was put in. trusted: also into a context that was there before."""
        digest = self.hasher.digest(secret)
        if await self.access.context(context) is None:
            await self.contexts.create(context, description="made at the first start")
        elif await self.access.key_by_hash(digest) is not None:
            return False
        elif not trusted:
            log.warning("the key in the key file is not valid any more", context=context)
            return False
        key_id, taken = self.new_id("key"), await self.access.keys(context, ADMIN)
        label = f"{KEY_NAME}-{key_id.partition(':')[2]}" if any(key.name == KEY_NAME for key in taken) else KEY_NAME
        await self.access.create_key(Key(key_id, context, ADMIN, label, digest, self.clock.now()))
        return True


def _read(path: Path) -> dict[str, str] | None:
    """What an earlier start kept; None for a file that is missing or empty."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        text = "not text"
    if not text.strip():
        return None
    try:
        found: Any = json.loads(text)
        kept = {name: found[name] for name in ("context", "key", "management_key")}
    except (ValueError, KeyError, TypeError):
        kept = dict[str, Any]()
    if not kept or not all(isinstance(value, str) and value for value in kept.values()):
        raise KeyFileError(f"{path.name} must be a JSON object with the texts context, key and management_key")
    return kept
