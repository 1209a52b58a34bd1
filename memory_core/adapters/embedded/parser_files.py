"""Reads plain text, Markdown, HTML, JSON, CSV and PDF on a thread. Stateless; a broken file is an error of that file alone."""

from __future__ import annotations

import asyncio
import io
import re
from concurrent.futures import ThreadPoolExecutor

from pypdf import PdfReader
from pypdf.errors import PyPdfError
from selectolax.lexbor import LexborHTMLParser

from memory_core.ports.parser import ParsedDocument, UnreadableDocument

MARKDOWN = frozenset({"text/markdown", "text/x-markdown"})
HTML = frozenset({"text/html", "application/xhtml+xml"})
PDF = "application/pdf"
TEXT_LIKE = frozenset(
    {"application/json", "application/xml", "application/yaml", "application/x-yaml", "application/x-ndjson"}
)
_HIDDEN = ("script", "style", "noscript", "template", "head")
_DEEPEST = 2_000
"""Open elements of an HTML page. The time that a page takes grows with their square, and browsers stop at 512."""
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9-]*)")
_NEED_NO_END = frozenset(
    "area base br col embed hr img input link meta param source track wbr "
    "p li dt dd option optgroup tr td th thead tbody tfoot colgroup rp rt".split()
)


class FileParser:
    """The embedded DocumentParser."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="parser")

    def reads(self, mime_type: str) -> bool:
        return mime_type.startswith("text/") or mime_type in TEXT_LIKE or mime_type in HTML or mime_type == PDF

    async def parse(self, content: bytes, mime_type: str) -> ParsedDocument:
        return await asyncio.get_running_loop().run_in_executor(self._thread, _parse, content, mime_type)

    async def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


def _parse(content: bytes, mime_type: str) -> ParsedDocument:
    if mime_type == PDF:
        return ParsedDocument(_pdf(content))
    text = _decoded(content)
    if mime_type in HTML:
        return ParsedDocument(_html(text), markdown=True)
    return ParsedDocument(text, markdown=mime_type in MARKDOWN)


def _decoded(content: bytes) -> str:
    """UTF-8 with or without mark, UTF-16 with one; Latin-1 for what is neither, since every byte is something there."""
    marked = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    encodings = ("utf-16", "latin-1") if marked else ("utf-8-sig", "latin-1")
    for encoding in encodings:
        try:
            return content.decode(encoding).replace("\x00", "")
        except UnicodeDecodeError:
            continue
    raise UnreadableDocument("the text is in no known encoding")


def _html(text: str) -> str:
    """Visible text, with headings as Markdown so that sections survive."""
    if _too_deep(text):
        raise UnreadableDocument(f"the HTML is nested more than {_DEEPEST} deep")
    tree = LexborHTMLParser(text)
    for name in _HIDDEN:
        for node in tree.css(name):
            node.decompose()
    for level in range(1, 7):
        for node in tree.css(f"h{level}"):
            node.replace_with(f"\n\n{'#' * level} {node.text(strip=True)}\n\n")
    body = tree.body
    return body.text(separator="\n") if body else ""


def _too_deep(text: str) -> bool:
    depth = 0
    for tag in _TAG.finditer(text):
        if tag[2].lower() not in _NEED_NO_END:
            depth = max(depth - 1, 0) if tag[1] else depth + 1
            if depth > _DEEPEST:
                return True
    return False


def _pdf(content: bytes) -> str:
    try:
        pages = [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, RecursionError, OSError) as error:
        raise UnreadableDocument("the PDF is damaged or protected") from error
    return "\n\n".join(page.replace("\x00", "") for page in pages)
