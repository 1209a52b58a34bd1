"""The stores of one core, as ports: which adapters serve them, how they are guarded, opened in order and closed by who
opened them."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import TypeVar

from memory_core.adapters.embedded.blobs_files import FileBlobs
from memory_core.adapters.embedded.ledger.store import open_ledger
from memory_core.adapters.embedded.onnx_embedder import OnnxEmbedder
from memory_core.adapters.embedded.parser_files import FileParser
from memory_core.adapters.embedded.reading_process import ReadingProcess
from memory_core.adapters.embedded.text_tantivy import TantivyText
from memory_core.adapters.embedded.vectors_flat import FlatVectors
from memory_core.ports.blobs import BlobStore
from memory_core.ports.clock import Clock
from memory_core.ports.embedder import Embedder
from memory_core.ports.parser import DocumentParser
from memory_core.ports.reader import PassageReader
from memory_core.ports.store import Ledger
from memory_core.ports.text import TextIndex
from memory_core.ports.vectors import VectorIndex
from memory_core.settings import ResilienceSettings, Settings
from memory_core.wrappers.observed import observed
from memory_core.wrappers.resilient import Methods, resilient

Port = TypeVar("Port")


@dataclass(frozen=True, slots=True)
class Stores:
    """Opened stores of one core."""

    ledger: Ledger
    text: TextIndex
    vectors: VectorIndex
    embedder: Embedder
    blobs: BlobStore
    parser: DocumentParser
    reader: PassageReader


LEDGER_READS = frozenset(
    """find_entities entities list_entities assertions timelines evidence turns chunks instructions uncertainties mentions
    recent_turns session session_turns tail document document_by_hash list_documents document_chunks context contexts
    principal principals grants_at key_by_hash keys scopes unregistered scope_sets_since trace traces children audit pending
    sources backlog unprojected awaiting waiting""".split()
)
"""What looks at a bounded number of rows, and is cut off by time."""
LEDGER_REPEATABLE = LEDGER_READS | frozenset(
    """reconcile search_words derived_from records_in_sets stats migrations retire rescope erase scrub create_session
    facts texts company counted set_importance put_chunks update_document touch_keys
    intern acknowledge enqueue_all finish retry extend release trim sweep""".split()
)
"""Reads, what is the same done twice, and `reconcile`: a transaction that failed was undone, and the ids of its records
keep a second one from being another."""
UNHURRIED = frozenset("erase erase_context clear embed_documents put delete_context close".split())
"""Calls to copies, blobs and the model that take as long as they take."""


def guarded(stores: Stores, settings: ResilienceSettings) -> Stores:
    """The same stores, each call of them told in spans and metrics, and guarded as the settings say.

    A write of the ledger is never cut off by time, since it may have happened; the caller's deadline bounds it. The
    ledger has no breaker: to ask a local file costs nothing, and one caller's failing write must not shut out the rest.
    Parser and reader are only watched: what they refuse is the file's fault, and a thread can't be stopped.
    """

    def near(port: Port, name: str, methods: type, repeatable: Methods = "all") -> Port:
        timed = {one for one in dir(methods) if not one.startswith("_")} - UNHURRIED
        return observed(resilient(port, name, settings, repeatable=repeatable, timed=timed), name)

    ledger = resilient(
        stores.ledger, "ledger", settings, repeatable=LEDGER_REPEATABLE, timed=LEDGER_READS, breaker=False
    )
    return Stores(
        ledger=observed(ledger, "ledger"),
        text=near(stores.text, "text", TextIndex),
        vectors=near(stores.vectors, "vectors", VectorIndex),
        embedder=near(stores.embedder, "embedder", Embedder),
        blobs=near(stores.blobs, "blobs", BlobStore, {"open", "size", "delete", "delete_context"}),
        parser=observed(stores.parser, "parser"),
        reader=observed(stores.reader, "reader"),
    )


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
        threads=settings.embedder.threads or 1,
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
    reader = ReadingProcess()
    stack.push_async_callback(reader.close)
    return Stores(ledger, text, vectors, embedder, blobs, parser, reader)
