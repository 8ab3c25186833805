"""The chat model a name stands for."""

from __future__ import annotations

from langchain_core.language_models import BaseChatModel

from memory_graph.answers import StructuredAnswer, read_answer
from memory_graph.errors import ConfigurationError
from memory_graph.providers import setup_error
from memory_graph.settings import METHODS, StructuredMethod
from memory_graph.structured import structured

__all__ = [
    "METHODS",
    "StructuredAnswer",
    "StructuredMethod",
    "read_answer",
    "resolve_model",
    "structured",
]


def resolve_model(
    spec: str | BaseChatModel, *, timeout_seconds: float = 60.0, max_retries: int = 2
) -> BaseChatModel:
    """The chat model of a name; a model passes unchanged.

    ``offline`` is the rule-based model, anything else is ``provider:model`` for LangChain's
    init_chat_model. ``timeout_seconds`` bounds each try (connect, and each wait for data), and the
    client itself repeats a try that met a rate limit or a server error ``max_retries`` times.
    Nothing is sent. Raises ConfigurationError that says what to install or to set.
    """
    if isinstance(spec, BaseChatModel):
        return spec
    name = spec.strip() if isinstance(spec, str) else ""
    if not name or name.endswith(":"):
        raise ConfigurationError(
            f"model {spec!r} names no model: use 'offline' or 'provider:model', "
            "for example 'openai:gpt-5-mini' (MEMORY_GRAPH_MODEL)"
        )
    if name == "offline":
        from memory_graph.offline import OfflineChatModel

        model: BaseChatModel = OfflineChatModel()
        return model
    return _provider_model(name, timeout_seconds, max_retries)


def _provider_model(name: str, timeout_seconds: float, max_retries: int) -> BaseChatModel:
    """A model of LangChain's; the import is paid only by those who use one."""
    from langchain.chat_models import init_chat_model

    try:
        model = init_chat_model(name, timeout=timeout_seconds, max_retries=max_retries)
    except Exception as error:
        # Providers raise errors of their own when a key is missing; all mean: not set up.
        raise setup_error(name, error) from error
    if not isinstance(model, BaseChatModel):
        raise ConfigurationError(f"model {name!r} is no chat model: name one as 'provider:model'")
    return model
