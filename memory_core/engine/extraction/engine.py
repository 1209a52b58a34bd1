"""The pipeline: from one turn to its statements, instructions, uncertainties, mentions and injection findings."""

from __future__ import annotations

from collections.abc import Sequence

from memory_core.engine.extraction import blocks, filters, injections, instructions, languages
from memory_core.engine.extraction.discourse import Discourse
from memory_core.engine.extraction.finish import Book
from memory_core.engine.extraction.interpret import Interpreter, timed
from memory_core.engine.extraction.model import EntityName, Extraction, Instant, Instruction, Mention, Span
from memory_core.engine.extraction.text import MASK, Sentence, mask_foreign, normalise, sentences

MAX_TEXT = 60_000
"""Characters that are analysed."""
_SILENT = ("system", "tool")


def extract(
    text: str, *, role: str, said_at: Instant, speaker: EntityName, recent: Sequence[Mention] = ()
) -> Extraction:
    """What one turn says that is worth remembering, by rules alone.

    `said_at` anchors relative dates. `recent` are the mentions of the turn before; their spans are not looked at. A turn of
    role `system` gives nothing, of `tool` only injection findings; what an assistant says is no statement of the user, so
    that its turns give mentions and findings only. Never fails, whatever the text.
    """
    if role == "system" or not text.strip():
        return Extraction()
    text = text[:MAX_TEXT]
    found = tuple(injections.find(text))
    if role in _SILENT:
        return Extraction(injections=found)
    turn = _Turn(text, said_at, speaker, recent)
    if role != "assistant" and not filters.is_prompt(text):
        turn.read([one.span for one in found])
    else:
        turn.note_names()
    return Extraction(
        statements=turn.book.statements(),
        instructions=tuple(turn.instructions),
        uncertainties=turn.book.uncertainties(),
        mentions=tuple(sorted(turn.discourse.mentions, key=lambda m: m.span)),
        namings=tuple(turn.discourse.namings),
        injections=found,
    )


class _Turn:
    """The reading of one turn, sentence by sentence."""

    def __init__(self, text: str, said_at: Instant, speaker: EntityName, recent: Sequence[Mention]) -> None:
        self.said_at = said_at
        self.text = mask_foreign(normalise(text))
        self.discourse = Discourse(speaker, recent)
        self.book = Book()
        self.instructions: list[Instruction] = []
        self._interpreter = Interpreter(self.discourse, self.book, said_at)

    def read(self, poisoned: Sequence[Span]) -> None:
        """Reads cards, then sentences. What is flagged as an injection is no statement and no instruction."""
        for start, end in poisoned:
            self.text = self.text[:start] + MASK * (end - start) + self.text[end:]
        facts, used = blocks.read(self.text, self.said_at, self.discourse)
        for fact in facts:
            self.book.open_group()
            self.book.add(fact.draft, None, (), fact.span)
        for start, end in used:
            self.text = self.text[:start] + MASK * (end - start) + self.text[end:]
        found = sentences(self.text)
        for index, sentence in enumerate(found):
            if filters.copy_follows(sentence.text + sentence.mark) and index + 1 < len(found):
                return
            self._sentence(sentence)

    def note_names(self) -> None:
        """Mentions only."""
        for sentence in sentences(self.text)[:40]:
            self._interpreter.note_names(sentence)

    def _sentence(self, sentence: Sentence) -> None:
        text, asks = sentence.text, "?" in sentence.mark or "？" in sentence.mark
        requested = [] if asks and not instructions.asks_for_good(text) else instructions.find(sentence)
        self.instructions += requested
        if requested:
            self._interpreter.introduces(sentence, sentence.casual)
            reason = instructions.reason_of(sentence)
            if reason:
                self._state(reason)
            return
        if not asks and (parts := instructions.trailing(sentence)):
            sentence, asked = parts
            self.instructions += asked
            text = sentence.text
        if filters.is_question(text, sentence.mark):
            head = filters.statement_before_question(text)
            self._interpreter.note_names(sentence)
            if not head:
                return
            start = sentence.start + text.index(head)
            sentence = Sentence(start, start + len(head), head, "", sentence.casual)
        if filters.is_hypothetical(sentence.text):
            self._interpreter.note_names(sentence)
        elif not filters.is_request(sentence.text):
            self._state(sentence)
        else:
            self._interpreter.introduces(sentence, sentence.casual)

    def _state(self, sentence: Sentence) -> None:
        when = timed(sentence.text, sentence.start, self.said_at) if languages.speaks_foreign(sentence.text) else None
        foreign = languages.read(sentence, when.text, self.discourse) if when else []
        if not foreign or when is None:
            self._interpreter.read(sentence)
            return
        times = when.times if len(when.times) == 1 else ((when.lasting,) if when.lasting else ())
        doubtful = languages.is_doubtful(when.text)
        for fact in foreign:
            self.book.open_group()
            if doubtful:
                self.book.doubt_fact(fact.draft, None, "hedged", fact.span)
                continue
            self.book.add(fact.draft, None, times, fact.span)
