"""The free-form settings of a context: merged on change, and shown without the secrets in them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, cast

from memory_core.contract.errors import bad_field
from memory_core.service.policy import check_policy

MOST_CHARACTERS = 65_536
_SECRET = re.compile(r"(key|secret|token|password|passphrase|credentials?)$", re.IGNORECASE)


def checked_config(config: Mapping[str, Any]) -> dict[str, Any]:
    """The config as it is kept. Raises 400 naming config beyond 65,536 characters of JSON, or a known part of it."""
    check_policy(config)
    size = len(json.dumps(config, ensure_ascii=False))
    if size > MOST_CHARACTERS:
        raise bad_field("config", f"has at most {MOST_CHARACTERS} characters of JSON, not {size}")
    return dict(config)


def merged(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """A deep merge: objects are merged, null takes a name out, everything else replaces what was there."""
    out = dict(old)
    for name, value in new.items():
        if value is None:
            out.pop(name, None)
        elif isinstance(value, Mapping):
            out[name] = merged(_object(out.get(name)), _object(value))
        else:
            out[name] = value
    return out


def shown(config: Mapping[str, Any]) -> dict[str, Any]:
    """Config without its secrets (names that end in key, secret, token, password or credentials), which can be
    written and never read."""
    return {name: _shown(value) for name, value in config.items() if not _SECRET.search(name)}


def _shown(value: Any) -> Any:
    if isinstance(value, Mapping):
        return shown(_object(value))
    if isinstance(value, list):
        return [_shown(one) for one in cast("list[Any]", value)]
    return value


def _object(value: Any) -> Mapping[str, Any]:
    """The value, or an empty object for anything that is none."""
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}
