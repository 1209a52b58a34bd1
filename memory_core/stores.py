"""The stores of one core, as ports: which adapters serve them, opened in order and closed by who opened them."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass

from memory_core.adapters.embedded.blobs_files import FileBlobs
from memory_core.adapters.embedded.ledger.store import open_ledger
from memory_core.adapters.embedded.onnx_embedder import OnnxEmbedder
from memory_core.adapters.embedded.parser_files import FileParser
from memory_core.adapters.embedded.text_tantivy import TantivyText
from memory_core.adapters.embedded.vectors_flat import FlatVectors
from memory_core.ports.blobs import BlobStore
from memory_core.ports.clock import Clock
from memory_core.ports.embedder import Embedder
from memory_core.ports.parser import DocumentParser
from memory_core.ports.store import Ledger
from memory_core.ports.text import TextIndex
from memory_core.ports.vectors import VectorIndex
from memory_core.settings import Settings


@dataclass(frozen=True, slots=True)
class Stores:
    """Opened stores of one core."""

    ledger: Ledger
    text: TextIndex
    vectors: VectorIndex
    embedder: Embedder
    blobs: BlobStore
    parser: DocumentParser


async def open_stores(stack: AsyncExitStack, settings: Settings, clock: Clock) -> Stores:
    """Opens the embedded stores; the stack closes them. Raises DataDirectoryInUse and StoreUnavailable."""
    folder = settings.data_dir
    ledger = await open_ledger(
        folder,
        clock=clock,
        synchronous=settings.ledger.synchronous,
        readers=settings.ledger.readers,
        cache_mib=settings.ledger.cache_mib,
    )
    stack.push_async_callback(ledger.close)
    embedder = await OnnxEmbedder.open(
        settings.embedder.model_dir,
        threads=settings.embedder.threads or 2,
        batch_texts=settings.embedder.batch_texts,
    )
    stack.push_async_callback(embedder.close)
    text = await TantivyText.open(folder / "text")
    stack.push_async_callback(text.close)
    vectors = await FlatVectors.open(folder / "vectors", model=embedder.name, dimensions=embedder.dimensions)
    stack.push_async_callback(vectors.close)
    blobs = await FileBlobs.open_folder(folder / "blobs")
    stack.push_async_callback(blobs.close)
    parser = FileParser()
    stack.push_async_callback(parser.close)
    return Stores(ledger, text, vectors, embedder, blobs, parser)
