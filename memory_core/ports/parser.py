"""From the bytes of a file to its text. Production: adapters.embedded.parser_files (plain text, Markdown, HTML, PDF)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


class UnreadableDocument(Exception):
    """The bytes are not what their type says, or the type can't be read. The message is safe to show."""


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """Text of a document; chunks count its characters."""

    text: str
    markdown: bool = False
    """Whether lines that begin with # are headings."""


class DocumentParser(Protocol):
    """Reads files. Runs on a thread of its own; a hostile file can cost time and memory within the bounds of an upload."""

    def reads(self, mime_type: str) -> bool:
        """Whether this type can be read at all."""
        ...

    async def parse(self, content: bytes, mime_type: str) -> ParsedDocument:
        """The text. Raises UnreadableDocument."""
        ...

    async def close(self) -> None:
        """Lets go of its threads. Idempotent."""
        ...
