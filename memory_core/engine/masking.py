"""Takes secrets out of a text before it is kept: keys and tokens, private keys, card numbers.

A pattern masks only what can hardly be anything else: a known prefix with a long random tail, a value that is named
a secret and looks random, a PEM block, digits that pass the check of a card number. What was there is not kept in
any form.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_KNOWN = re.compile(
    r"""(?<![A-Za-z0-9_])(?:
        sk-(?:[a-z]+-)*[A-Za-z0-9_-]{20,}                                # model providers
      | (?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}                      # payment providers
      | gh[pousr]_[A-Za-z0-9]{30,} | github_pat_[A-Za-z0-9_]{40,} | glpat-[A-Za-z0-9_-]{20,}
      | (?:AKIA|ASIA)[A-Z0-9]{16}
      | AIza[A-Za-z0-9_-]{35} | ya29\.[A-Za-z0-9_-]{30,}
      | xox[abeoprs]-[A-Za-z0-9-]{20,}
      | (?:hf|npm|pypi|dop_v1|shpat|mk)[_-][A-Za-z0-9_-]{32,}
      | (?:SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}) | (?:whsec|lin_api|dckr_pat)_[A-Za-z0-9_-]{20,}
      | tskey-[a-z]+-[A-Za-z0-9]{8,}-[A-Za-z0-9]{16,} | GOCSPX-[A-Za-z0-9_-]{20,} | AGE-SECRET-KEY-1[A-Z0-9]{50,}
      | eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}    # JSON web tokens
    )(?![A-Za-z0-9_])""",
    re.VERBOSE,
)
_NAMED = re.compile(
    r"""(?i)(?<![A-Za-z0-9])(?:bearer\s+
        | (?:[a-z]{1,20}[_-]){0,3}
          (?:(?:api|access|secret|account|private|client|auth|refresh)[\s_-]?(?:key|secret|token)|secret)["']?\s*[:=]\s*["']?)
        (?P<value>[A-Za-z0-9+/_.~=-]{16,})""",
    re.VERBOSE,
)
_PASSWORD = re.compile(
    r"""(?i)(?<![A-Za-z0-9])(?:password|passwd|pwd|passphrase|passwort)["']?(?:\s*[:=]\s*|\s+(?:is|ist)\s+)["']?(?P<value>[^\s"',;]{8,200})"""
)
_IN_URL = re.compile(
    r"(?P<head>\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{0,80}:)(?P<value>[^\s/@]{3,200})(?=@)", re.IGNORECASE
)
_HOOK = re.compile(r"(?P<head>\bhooks\.slack\.com/(?:services|workflows)/)(?P<value>[A-Za-z0-9/_-]{20,})")
_PEM = re.compile(
    r"-----BEGIN (?P<what>[A-Z ]*PRIVATE KEY(?: BLOCK)?)-----(?:.*?-----END (?P=what)-----|.*\Z)", re.DOTALL
)
_CARD = re.compile(r"(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-]|\.\d)")


@dataclass(frozen=True, slots=True)
class Masking:
    """Which kinds of secret are masked on write."""

    tokens: bool = True
    """API keys, access tokens, passwords that look random."""
    private_keys: bool = True
    """PEM blocks."""
    cards: bool = False
    """Payment card numbers. Not by default: order and account numbers can look alike."""


USUAL = Masking()


def mask(text: str, what: Masking = USUAL) -> str:
    """The text with `[masked token]` and its like in place of secrets; the very same string when there is none."""
    if what.private_keys and "-----BEGIN" in text:
        text = _PEM.sub("[masked private key]", text)
    if what.tokens:
        text = _KNOWN.sub("[masked token]", text)
        text = _NAMED.sub(_without_value, text)
        text = _PASSWORD.sub(_without_password, text)
        if "://" in text or "hooks." in text:
            text = _HOOK.sub(r"\g<head>[masked token]", _IN_URL.sub(r"\g<head>[masked token]", text))
    return _CARD.sub(_without_card, text) if what.cards else text


def _without_value(found: re.Match[str]) -> str:
    value = found["value"]
    if not _looks_random(value):
        return found.group()
    return found.group()[: found.start("value") - found.start()] + "[masked token]"


def _without_password(found: re.Match[str]) -> str:
    value = found["value"]
    if not (any(one.isdigit() for one in value) and any(one.isalpha() for one in value)) or value.startswith("[masked"):
        return found.group()
    return found.group()[: found.start("value") - found.start()] + "[masked token]"


def _looks_random(value: str) -> bool:
    """Letters and digits mixed, or capitals among small letters, as no word or number is."""
    digits, letters = sum(one.isdigit() for one in value), sum(one.isalpha() for one in value)
    if letters < 6 or len(set(value)) < 8:
        return False
    mixed = sum(one.isupper() for one in value) >= 4 and sum(one.islower() for one in value) >= 4
    return digits >= 2 or (digits >= 1 and mixed and len(value) >= 20)


def _without_card(found: re.Match[str]) -> str:
    digits = [int(one) for one in found.group() if one.isdigit()]
    return "[masked card number]" if _luhn(digits) else found.group()


def _luhn(digits: list[int]) -> bool:
    doubled = [sum(divmod(2 * digit, 10)) if n % 2 else digit for n, digit in enumerate(reversed(digits))]
    return len(set(digits)) > 1 and sum(doubled) % 10 == 0
