"""Reads messages before they are reconciled: secrets masked, served words blanked, speakers told apart, facts
extracted.

Extraction of more than a few words runs on another thread, so that the loop never stalls.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from memory_core import telemetry
from memory_core.engine.echo import without_echo
from memory_core.engine.entities import EntityRef
from memory_core.engine.extraction import extract
from memory_core.engine.extraction.model import EntityName, Extraction, Mention
from memory_core.engine.masking import USUAL, Masking, mask
from memory_core.engine.model import Instant, Role, Turn
from memory_core.service.remember_propose import POISONED_TRUST, Read
from memory_core.service.remember_request import Message
from memory_core.service.speaker import Said, as_said, shifted

log = telemetry.log(__name__)
INLINE_CHARS, INLINE_MESSAGES = 2_048, 4
"""Up to so many are read on the loop: a hop to another thread would cost more."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What all turns of one write share."""

    context: str
    session_id: str
    speaker: EntityName
    labels: tuple[str, ...]
    now: Instant
    new_id: Callable[[str], str]
    masking: Masking = USUAL


async def read_messages(
    setting: Setting, messages: Sequence[Message], before: str | None, *, infer: bool, linked: bool
) -> list[Read]:
    """Turns with what was found in them, in order.

    before: the words of the session's last turn, which a pronoun may lean on. infer: whether anything is extracted.
    linked: whether each message is read with the one before it in mind.
    """

    def work() -> list[Read]:
        return _read(setting, messages, before, infer, linked)

    size = sum(len(one.content) for one in messages) + len(before or "")
    if size <= INLINE_CHARS and len(messages) <= INLINE_MESSAGES:
        return work()
    return await asyncio.to_thread(work)


def _read(setting: Setting, messages: Sequence[Message], before: str | None, infer: bool, linked: bool) -> list[Read]:
    masked = [replace(one, content=mask(one.content, setting.masking)) for one in messages]
    said = as_said([(one.role, one.content) for one in masked], setting.speaker)
    recent: tuple[Mention, ...] = ()
    if infer and before:
        recent = _extracted(Said(before, Role.USER, setting.speaker, 0), setting.now, ()).mentions
    reads: list[Read] = []
    for message, voice in zip(masked, said, strict=True):
        at = setting.now if message.at is None else message.at
        plain = without_echo(voice.text) if infer else voice.text
        found = _extracted(replace(voice, text=plain), at, recent) if infer else Extraction()
        turn = _turn(setting, message, at, POISONED_TRUST if found.injections else 1.0)
        speaker = EntityRef(voice.speaker.type, voice.speaker.name)
        own_voice = voice.role is Role.USER
        reads.append(Read(turn, speaker, shifted(found, voice.offset), own_voice, plain != voice.text))
        recent = found.mentions if linked else ()
    return reads


def _extracted(voice: Said, at: Instant, recent: Sequence[Mention]) -> Extraction:
    if not voice.text.strip():
        return Extraction()
    try:
        return extract(voice.text, role=voice.role, said_at=at, speaker=voice.speaker, recent=recent)
    except Exception as error:  # a rule that breaks must not cost the turn
        log.error("extraction failed", error=type(error).__name__)
        return Extraction()


def _turn(setting: Setting, message: Message, at: Instant, trust: float) -> Turn:
    return Turn(
        id=setting.new_id("turn"),
        context=setting.context,
        session_id=setting.session_id,
        scope_set=0,
        seq=-1,
        role=message.role,
        content=message.content,
        observed_at=at,
        created_at=setting.now,
        labels=setting.labels,
        trust=trust,
    )
