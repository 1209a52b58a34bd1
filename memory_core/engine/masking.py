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
      | eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}    # JSON web tokens
    )(?![A-Za-z0-9_])""",
    re.VERBOSE,
)
_NAMED = re.compile(
    r"""(?i)\b(?:bearer\s+
        | (?:(?:api|access|secret)[\s_-]?key|secret|(?:auth|access)[\s_-]?token|password|passwd)["']?\s*[:=]\s*["']?)
        (?P<value>[A-Za-z0-9+/_.~=-]{16,})""",
    re.VERBOSE,
)
_PEM = re.compile(r"-----BEGIN (?P<what>[A-Z ]*PRIVATE KEY)-----(?:.*?-----END (?P=what)-----|.*\Z)", re.DOTALL)
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
    return _CARD.sub(_without_card, text) if what.cards else text


def _without_value(found: re.Match[str]) -> str:
    value = found["value"]
    if not _looks_random(value):
        return found.group()
    return found.group()[: found.start("value") - found.start()] + "[masked token]"


def _looks_random(value: str) -> bool:
    """Letters and digits mixed, as no word or number is."""
    digits = sum(one.isdigit() for one in value)
    return digits >= 2 and sum(one.isalpha() for one in value) >= 6 and len(set(value)) >= 10


def _without_card(found: re.Match[str]) -> str:
    digits = [int(one) for one in found.group() if one.isdigit()]
    return "[masked card number]" if _luhn(digits) else found.group()


def _luhn(digits: list[int]) -> bool:
    doubled = [sum(divmod(2 * digit, 10)) if n % 2 else digit for n, digit in enumerate(reversed(digits))]
    return len(set(digits)) > 1 and sum(doubled) % 10 == 0
