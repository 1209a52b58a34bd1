"""Bearer secrets: how they are made, hashed and compared.

A secret has 256 bits of chance, so one keyed BLAKE3 is as good as a slow password hash and takes a microsecond. The key
of the hash (the pepper) lies beside the ledger and not in it: a copy of the ledger alone can't even be searched for a
known secret.
"""

from __future__ import annotations

import base64
import hmac
import os
from pathlib import Path

import blake3

PREFIX = "mk_"
PEPPER_BYTES = 32
SECRET_BYTES = 32


def new_secret() -> str:
    """`mk_` and 43 characters of base64url."""
    return PREFIX + base64.urlsafe_b64encode(os.urandom(SECRET_BYTES)).rstrip(b"=").decode()


class SecretHasher:
    """Turns a secret into what is stored and looked up."""

    def __init__(self, pepper: bytes) -> None:
        if len(pepper) != PEPPER_BYTES:
            raise ValueError(f"the pepper must have {PEPPER_BYTES} bytes, not {len(pepper)}")
        self._pepper = pepper

    def digest(self, secret: str) -> bytes:
        """32 bytes; the same for the same secret and pepper."""
        return blake3.blake3(secret.encode("utf-8", "surrogatepass"), key=self._pepper).digest()

    def matches(self, secret: str, digest: bytes) -> bool:
        """Whether the secret has this digest, in a time that tells nothing of how much of it agrees."""
        return hmac.compare_digest(self.digest(secret), digest)


class ManagementKey:
    """The key of the management surface; only its digest is held. Without one the surface is closed."""

    def __init__(self, hasher: SecretHasher, secret: str | None) -> None:
        self._hasher = hasher
        self._digest = hasher.digest(secret) if secret else None

    def accepts(self, secret: str) -> bool:
        """Whether this is the management key."""
        return self._digest is not None and self._hasher.matches(secret, self._digest)


def load_pepper(path: Path) -> bytes:
    """The pepper in a file, made with mode 0600 on the first call.

    Blocks on the file system: for start-up alone. Raises ValueError when the file holds anything else than 32 bytes,
    since going on with another pepper would silently refuse every key.
    """
    if not path.exists():
        write_private(path, os.urandom(PEPPER_BYTES))
    pepper = path.read_bytes()
    if len(pepper) != PEPPER_BYTES:
        raise ValueError(f"{path.name} must hold {PEPPER_BYTES} bytes, not {len(pepper)}")
    return pepper


def write_private(path: Path, data: bytes) -> None:
    """Writes a file that only its owner can read (mode 0600), whole or not at all. Blocks."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as file:
        os.fchmod(handle, 0o600)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
