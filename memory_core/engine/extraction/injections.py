"""Words in a turn that try to steer the model that will read them."""

from __future__ import annotations

import base64
import binascii
import re
from typing import cast

from memory_core.engine.extraction.model import Injection, InjectionKind

_PATTERNS: list[tuple[InjectionKind, re.Pattern[str]]] = [
    (cast("InjectionKind", kind), re.compile(pattern, re.IGNORECASE | re.MULTILINE))
    for kind, pattern in (
        (
            "instruction_override",
            (
                r"\b(?:ignore|disregard|forget|override|bypass|do not follow|don't follow|stop following)\s+(?:(?:all|any|every|the|your|these|those|everything)\s+)*(?:of\s+)?(?:(?:the|your)\s+)?(?:previous|prior|above|earlier|preceding|former|existing|initial|original|safety|system|foregoing)\s+"
                r"(?:\w+\s+)?(?:instructions?|prompts?|rules?|messages?|directions?|guidelines?|context|commands?|directives?|constraints?|programming|policies)\b"
                r"|\b(?:ignore|disregard|forget)\s+(?:everything|all)\s+(?:above|before|that came before|you (?:were|have been) told|previously)\b|\bnew (?:system )?instructions?\s*:"
            ),
        ),
        (
            "role_override",
            (
                r"\byou are now\s+(?:in |an? |the |going to )?(?:\w+\s+){0,4}?(?:mode|dan\b|admin\w*|root|unrestricted|jailbroken|free|evil|developer|unfiltered|different|ai\b|assistant|model|hacker|bot)"
                r"|\b(?:pretend|act|behave) (?:to be|as(?: if)?|like)\s+(?:you (?:are|have|were)\s+)?(?:\w+\s+){0,3}?(?:unrestricted|jailbroken|no (?:rules|restrictions|limits|filters)|dan\b|root|administrator|evil|without (?:any )?(?:rules|restrictions|filters))"
                r"|\b(?:enable|enter|activate|switch to)\s+(?:developer|debug|god|admin|dan|jailbreak|unrestricted|sudo)\s+mode\b|\bfrom now on,? you (?:are|will be) (?:dan|unrestricted|free|no longer)\b"
            ),
        ),
        (
            "tool_override",
            (
                r"\b(?:call|invoke|execute|run|use|trigger)\s+(?:the\s+)?[`\"']?[\w.-]+[`\"']?\s+(?:tool|function|command|api|plugin|endpoint)\s+(?:with|to|and)\b.{0,80}\b(?:without (?:asking|confirm\w*|telling)|silently|secretly|immediately|regardless|all (?:data|files|memories|records)|password|credential|exfiltrat\w*|delete|drop)"
                r"|\b(?:silently|secretly)\s+(?:call|invoke|execute|run|send|forward|email|upload|post|delete)\b|\b(?:do not|don't|never)\s+(?:tell|inform|notify|alert|mention (?:this|it) to)\s+the\s+(?:user|human|operator)\b|\"tool_calls?\"\s*:|<tool_call>|<function_calls?>"
            ),
        ),
        (
            "system_prompt_leak",
            (
                r"\b(?:reveal|show|print|repeat|output|display|tell me|give me|disclose|leak|expose|share|dump|what (?:is|are|was|were))\s+(?:me\s+)?(?:(?:all|the|your|full|entire|exact|complete|original|hidden|secret|initial|verbatim)\s+)*(?:of\s+)?(?:(?:the|your)\s+)?(?:system prompt|system message|hidden prompt|initial (?:prompt|instructions)|secret instructions|system instructions|prompt verbatim|developer message|developer instructions)\b"
                r"|\brepeat (?:everything|all|the words|the text) (?:above|before)\b"
            ),
        ),
        (
            "prompt_template_injection",
            r"<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\|?>?|\[/?INST\]|<</?SYS>>|^[^\S\n]{0,40}#{2,}[^\S\n]*(?:system|instruction|assistant)\b[^\S\n]*:?[^\S\n]{0,40}$|\{\{\s{0,40}(?:system|prompt|config|self|request|user)\b[^}]{0,200}\}\}|\{%\s{0,40}\w[^%]{0,280}%\}|</?(?:system|assistant|instructions?)>|^[^\S\n]{0,40}(?:system|assistant)[^\S\n]{0,40}:\s{0,40}(?=you\b)",
        ),
    )
]
_BASE64 = re.compile(r"(?<![\w+/=])[A-Za-z0-9+/]{24,4000}={0,2}(?![\w+/=])")
_COMMAND = re.compile(
    r"(?i)\b(?:ignore|disregard|forget|reveal|system prompt|instructions?|execute|delete|you are now|override|exfiltrate|send|password)\b"
)
_MOST_ENCODED = 20


def find(text: str) -> list[Injection]:
    """Every finding, in order of place."""
    found = [Injection(kind, match.span()) for kind, pattern in _PATTERNS for match in pattern.finditer(text)]
    for number, match in enumerate(_BASE64.finditer(text)):
        if number >= _MOST_ENCODED:
            break
        if _COMMAND.search(_decoded(match[0])):
            found.append(Injection("base64_instruction", match.span()))
    return sorted(found, key=lambda one: one.span)


def _decoded(text: str) -> str:
    try:
        plain = base64.b64decode(text + "=" * (-len(text) % 4), validate=True).decode("utf-8")
    except (binascii.Error, ValueError):
        return ""
    return plain if plain.isprintable() else ""
